//! Records in order of their issue, out of a source that has them nearly so.

use crate::{About, Record, Records, TraceError};
use std::collections::VecDeque;

/// So many records further back, one is still put in its place.
const REACH: usize = 1 << 16;
/// An I/O may wait for one so many records before it, at least; for one further back it waits no
/// longer. That is more than a replay remembers.
const REMEMBERED: usize = 1 << 17;
/// Records are taken from the source in portions of so many.
const PORTION: usize = 4096;
/// In place of a record's new number: it has none yet.
const NONE: u64 = u64::MAX;

/// Those of the same instant keep their order; which one each waited for stays
/// known.
pub struct InOrder {
    records: Box<dyn Records>,
    /// With its number in the source; in order from the front as far as `sorted`.
    held: VecDeque<(u64, Record)>,
    sorted: usize,
    /// New numbers of the source's records, from the number `first` on.
    numbers: VecDeque<u64>,
    first: u64,
    delivered: u64,
    /// The latest issue that the source had, and that was delivered.
    latest: u64,
    delivered_until: u64,
    moved: u64,
    ended: bool,
}

impl InOrder {
    /// The same records in order of their issue.
    pub fn new(records: Box<dyn Records>) -> Self {
        Self {
            records,
            held: VecDeque::new(),
            sorted: 0,
            numbers: VecDeque::new(),
            first: 0,
            delivered: 0,
            latest: 0,
            delivered_until: 0,
            moved: 0,
            ended: false,
        }
    }

    /// Makes at least one record known that nothing precedes any more, unless there is none.
    fn know_more(&mut self) -> Result<(), TraceError> {
        let mut portion = Vec::with_capacity(PORTION);
        while !self.ended && self.held.len() < 2 * REACH {
            portion.clear();
            self.records.read(PORTION, &mut portion)?;
            self.ended = portion.is_empty();
            for record in portion.drain(..) {
                self.moved += u64::from(record.issued.0 < self.latest);
                self.latest = self.latest.max(record.issued.0);
                let number = self.first + self.numbers.len() as u64;
                self.numbers.push_back(NONE);
                self.held.push_back((number, record));
            }
        }
        // Stable, and linear where they are in order.
        let held = self.held.make_contiguous();
        held.sort_by_key(|(_, record)| record.issued);
        self.sorted = match self.ended {
            true => held.len(),
            false => held.len() - REACH,
        };
        Ok(())
    }

    /// The next one, with the distance to the one that it waited for as it is now.
    fn deliver(&mut self, number: u64, mut record: Record) -> Result<Record, TraceError> {
        if record.issued.0 < self.delivered_until {
            return Err(TraceError::Broken {
                file: self.records.about().form.clone(),
                place: format!("record {}", number + 1),
                reason: format!(
                    "it was issued {:.3} s before a record that is more than {REACH} records \
                     earlier in the file; sort the file by time",
                    (self.delivered_until - record.issued.0) as f64 / 1e9
                ),
            });
        }
        self.delivered_until = record.issued.0;
        let now = self.delivered;
        record.after = record.after.and_then(|mut after| {
            let other = number.checked_sub(u64::from(after.back.get()))?;
            let place = *self.numbers.get(other.checked_sub(self.first)? as usize)?;
            // One that was issued later than what waited for it was not waited for.
            let back = now.checked_sub(place).filter(|_| place != NONE)?;
            after.back = u32::try_from(back).ok()?.try_into().ok()?;
            Some(after)
        });
        // One that was held for very long is forgotten already.
        let known = number.checked_sub(self.first);
        if let Some(place) = known.and_then(|index| self.numbers.get_mut(index as usize)) {
            *place = now;
        }
        self.delivered += 1;
        while self.numbers.len() > REMEMBERED + 2 * REACH {
            self.numbers.pop_front();
            self.first += 1;
        }
        Ok(record)
    }
}

impl Records for InOrder {
    fn about(&self) -> &About {
        self.records.about()
    }

    fn streams(&self) -> &[String] {
        self.records.streams()
    }

    fn source(&self) -> Option<&dyn Records> {
        Some(&*self.records)
    }

    fn read(&mut self, most: usize, into: &mut Vec<Record>) -> Result<(), TraceError> {
        if self.sorted == 0 {
            self.know_more()?;
        }
        for _ in 0..most.min(self.sorted) {
            let Some((number, record)) = self.held.pop_front() else {
                break;
            };
            self.sorted -= 1;
            into.push(self.deliver(number, record)?);
        }
        Ok(())
    }

    fn moved(&self) -> u64 {
        self.moved
    }
}
