//! Which I/Os go on where others ended.

use crate::{Op, Record};
use std::collections::HashMap;

/// So many I/Os of its kind and stream may lie between an I/O and the one that it continues: what
/// a SATA drive can hold at once, so that files that are read side by side are each still seen.
const LOOK_BACK: usize = 32;
/// Streams that are told apart; all further ones count as one.
const STREAMS: usize = 65_536;

/// What an I/O continues.
pub(super) struct Order {
    /// One of the last of its kind and stream.
    pub sequential: bool,
    /// The one before it in its stream.
    pub strictly: bool,
}

/// The ends of the last I/Os of each stream.
#[derive(Default)]
pub(super) struct Sequence {
    number: HashMap<u32, usize>,
    /// The stream asked for last: mostly it is asked for again.
    last: Option<(u32, usize)>,
    ends: Vec<Ends>,
}

struct Ends {
    of_reads: Ring,
    of_writes: Ring,
    last: u64,
}

/// Where no I/O begins that has a byte.
const NOWHERE: u64 = u64::MAX;

struct Ring {
    ends: [u64; LOOK_BACK],
    next: usize,
}

impl Ring {
    const EMPTY: Self = Self {
        ends: [NOWHERE; LOOK_BACK],
        next: 0,
    };
}

impl Sequence {
    /// Reads and writes only.
    pub fn add(&mut self, record: &Record) -> Order {
        let stream = self.stream(record.stream);
        let ends = &mut self.ends[stream];
        let ring = match record.op {
            Op::Write => &mut ends.of_writes,
            _ => &mut ends.of_reads,
        };
        let (start, end) = (record.offset.0, record.end().0);
        let order = Order {
            sequential: ring.ends.contains(&start),
            strictly: ends.last == start,
        };
        ring.ends[ring.next] = end;
        ring.next = (ring.next + 1) % LOOK_BACK;
        ends.last = end;
        order
    }

    /// Streams that had reads or writes, as far as they are told apart.
    pub fn streams(&self) -> u64 {
        self.ends.len() as u64
    }

    fn stream(&mut self, name: u32) -> usize {
        if let Some((last, index)) = self.last
            && last == name
        {
            return index;
        }
        let known = self.number.get(&name).copied();
        let index = known.unwrap_or_else(|| {
            if self.ends.len() == STREAMS {
                return STREAMS - 1;
            }
            self.ends.push(Ends {
                of_reads: Ring::EMPTY,
                of_writes: Ring::EMPTY,
                last: NOWHERE,
            });
            self.number.insert(name, self.ends.len() - 1);
            self.ends.len() - 1
        });
        self.last = Some((name, index));
        index
    }
}
