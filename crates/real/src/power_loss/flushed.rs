//! Which writes were flushed, and so must be on the drive.

use super::schedule::Schedule;

/// The writes that were acknowledged and flushed: runs of sequence numbers, one for every time
/// that writing began. The numbers between two runs were given to writes of which nothing is
/// known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Flushed {
    /// First and last of each, rising.
    runs: Vec<(u64, u64)>,
}

impl Flushed {
    /// Starts a run of writes at this number.
    pub fn begin(&mut self, first: u64) {
        self.runs.push((first, first.saturating_sub(1)));
    }

    /// Adds all writes of the present run up to this one.
    pub fn up_to(&mut self, last: u64) {
        if let Some(run) = self.runs.last_mut() {
            run.1 = run.1.max(last);
        }
    }

    /// The number of the last one; 0: none.
    pub fn last(&self) -> u64 {
        self.runs.last().map_or(0, |run| run.1)
    }

    /// How many there are.
    pub fn count(&self) -> u64 {
        self.runs.iter().map(|(first, last)| last + 1 - first).sum()
    }

    /// The newest of them to a block.
    pub fn newest(&self, schedule: &Schedule, block: u64) -> Option<u64> {
        let mut up_to = self.last();
        loop {
            let write = schedule.newest(block, up_to)?;
            let begun = self.runs.partition_point(|(first, _)| *first <= write);
            let (_, last) = self.runs.get(begun.checked_sub(1)?)?;
            if write <= *last {
                return Some(write);
            }
            // It lies between two runs; the one before it may count.
            up_to = *last;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fourcorners_block::Bytes;
    use std::collections::HashMap;

    #[test]
    fn writes_between_two_runs_are_never_expected() {
        let schedule = Schedule::new(9, Bytes(1 << 20), Bytes(512)).expect("a schedule");
        let mut flushed = Flushed::default();
        let mut model = HashMap::new();
        for (first, last) in [(1, 512), (769, 1024), (1025, 1024), (1281, 1536)] {
            flushed.begin(first);
            flushed.up_to(last);
            for write in first..=last {
                model.insert(schedule.block_of(write), write);
            }
        }
        assert_eq!((flushed.last(), flushed.count()), (1536, 1024));
        for block in 0..schedule.blocks() {
            let newest = flushed.newest(&schedule, block);
            assert_eq!(newest, model.get(&block).copied(), "{block}");
        }
    }

    #[test]
    fn nothing_is_expected_before_the_first_flush() {
        let schedule = Schedule::new(9, Bytes(1 << 20), Bytes(512)).expect("a schedule");
        let mut flushed = Flushed::default();
        flushed.begin(1);
        assert_eq!((flushed.count(), flushed.newest(&schedule, 0)), (0, None));
    }
}
