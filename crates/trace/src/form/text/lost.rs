//! Records that were lost with broken lines: what stands behind them still counts them when it says
//! for which one it waited.

use crate::{Predecessor, Record};
use std::collections::VecDeque;
use std::num::NonZeroU32;

/// Lost records whose places are kept; what waited for one before these waits for nothing.
const MOST: usize = 1 << 20;

/// Places count all records, lost ones too.
#[derive(Default)]
pub(super) struct Lost {
    next: u64,
    /// Of those that were lost, in order.
    places: VecDeque<u64>,
    /// How many there were before this place is not known.
    known_from: u64,
}

impl Lost {
    /// A line was broken: a record was lost.
    pub(super) fn one(&mut self) {
        if self.places.len() == MOST
            && let Some(place) = self.places.pop_front()
        {
            self.known_from = place + 1;
        }
        self.places.push_back(self.next);
        self.next += 1;
    }

    /// Several lines were broken together: nobody knows how many records they were.
    pub(super) fn unknown(&mut self) {
        self.places.clear();
        self.known_from = self.next;
    }

    /// A record follows: what it waited for is named by the place that it has now, or not at all if
    /// it was lost.
    pub(super) fn follow(&mut self, record: &mut Record) {
        let place = self.next;
        self.next += 1;
        if let Some(after) = record.after {
            record.after = self.after(place, after);
        }
    }

    fn after(&self, place: u64, after: Predecessor) -> Option<Predecessor> {
        let back = u64::from(after.back.get());
        let behind = match place.checked_sub(back) {
            // It stands before the first record, as in a part of a longer trace.
            None if self.known_from == 0 => self.places.len(),
            Some(at) if self.known_from <= at => {
                self.places.len() - self.places.binary_search(&at).err()?
            }
            _ => return None,
        };
        self.lessened(after, behind)
    }

    fn lessened(&self, after: Predecessor, by: usize) -> Option<Predecessor> {
        let back = after.back.get().checked_sub(u32::try_from(by).ok()?)?;
        Some(Predecessor {
            back: NonZeroU32::new(back)?,
            ..after
        })
    }
}
