//! Reading ahead of a sequential stream, into the controller's buffer: no further than the stream
//! has come so far. Two reads that happen to follow each other are no reason to fetch all that the
//! buffer holds, and what is fetched in vain is bounded by what was asked for.

use crate::spec::SsdSpec;
use crate::ssd::id::{Lpn, Lpns};
use serde::{Deserialize, Serialize};

/// One stream: where it goes on, how far it has been read ahead, and when that data is there.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ReadAhead {
    /// The unit after the last one that the host read.
    expected: u32,
    /// Units that the host has read of it.
    come: u32,
    /// Units before this one have been fetched.
    fetched: u32,
    /// When each fetched unit is there, by unit modulo length.
    ready: Vec<u64>,
}

impl ReadAhead {
    /// Nothing read yet.
    pub fn new(spec: &SsdSpec) -> Self {
        let units = (spec.layout.read_ahead_bytes / u64::from(spec.layout.unit_bytes)) as usize;
        // A command's own units are kept besides those read ahead of it.
        Self {
            expected: u32::MAX,
            come: 0,
            fetched: 0,
            ready: vec![
                0;
                if units == 0 {
                    0
                } else {
                    (units * 2).next_power_of_two()
                }
            ],
        }
    }

    /// How many units ahead of the stream are fetched at most: half the memory.
    fn distance(&self) -> u32 {
        self.ready.len() as u32 / 2
    }

    /// A read of some pages begins. Returns the pages that are to be fetched now beyond those
    /// that were: an empty or short range for a stream that has been read ahead.
    #[inline]
    pub fn plan(&mut self, wanted: Lpns, end_of_drive: u32) -> Lpns {
        let units = wanted.start.0..wanted.end.0;
        let continues = units.start == self.expected
            && self.distance() > 0
            && units.end - units.start <= self.distance();
        let from = if continues {
            self.fetched.clamp(units.start, units.end.max(self.fetched))
        } else {
            units.start
        };
        let wanted = units.end - units.start;
        self.come = if continues {
            self.come.saturating_add(wanted)
        } else {
            wanted
        };
        let to = if continues {
            (units.end + self.distance().min(self.come)).min(end_of_drive)
        } else {
            units.end
        };
        self.expected = units.end;
        self.fetched = to.max(from);
        Lpns::new(Lpn(from), Lpn(to.max(from)))
    }

    /// Notes when a fetched unit is there.
    #[inline]
    pub fn note(&mut self, lpn: Lpn, ready: u64) {
        if !self.ready.is_empty() {
            let mask = self.ready.len() - 1;
            self.ready[lpn.index() & mask] = ready;
        }
    }

    /// When a unit that was fetched before is there.
    #[inline]
    pub fn ready(&self, lpn: Lpn) -> u64 {
        if self.ready.is_empty() {
            0
        } else {
            self.ready[lpn.index() & (self.ready.len() - 1)]
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_64_units() -> ReadAhead {
        ReadAhead {
            expected: u32::MAX,
            come: 0,
            fetched: 0,
            ready: vec![0; 128],
        }
    }

    fn pages(numbers: std::ops::Range<u32>) -> Lpns {
        Lpns::new(Lpn(numbers.start), Lpn(numbers.end))
    }

    #[test]
    fn is_a_stream_read_ahead_no_further_than_it_has_come() {
        let mut read_ahead = of_64_units();
        let mut fetched = 0;
        for read in 0..40 {
            let end = (read + 1) * 4;
            fetched += read_ahead.plan(pages(read * 4..end), 100_000).len();
            let ahead = fetched - end;
            // The first read is not known to be a stream's.
            assert_eq!(ahead, if read == 0 { 0 } else { end.min(64) });
        }
    }

    #[test]
    fn do_reads_elsewhere_begin_again_with_what_they_ask_for() {
        let mut read_ahead = of_64_units();
        assert_eq!(read_ahead.plan(pages(0..8), 100_000), pages(0..8));
        assert_eq!(read_ahead.plan(pages(8..16), 100_000), pages(8..32));
        assert_eq!(
            read_ahead.plan(pages(1000..1008), 100_000),
            pages(1000..1008)
        );
        assert_eq!(
            read_ahead.plan(pages(1008..1010), 100_000),
            pages(1008..1020)
        );
        // Never beyond the drive's end.
        assert_eq!(read_ahead.plan(pages(1010..1020), 1024), pages(1020..1024));
    }
}
