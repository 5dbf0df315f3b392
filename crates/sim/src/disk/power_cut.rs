//! Power cuts: writes that are in memory, or on their way there, are lost.

use super::{HardDisk, Job, sectors};
use crate::station::Io;
use fourcorners_block::{Op, Request};
use std::collections::BTreeMap;
use std::ops::Range;

/// Writes that came to the platter before older ones did: those do not matter any more, where
/// they are of the same sectors.
#[derive(Clone, Debug, Default)]
pub struct Overtaking {
    /// When each was admitted, as a number, and its sectors.
    writes: Vec<(u64, Range<u64>)>,
}

impl Overtaking {
    /// A write is on the platter; `oldest` is the first that is not.
    pub fn ended(&mut self, write: &Io, oldest: Option<u64>) {
        self.writes.push((write.number, sectors(&write.request)));
        let overtakes = |number: u64| oldest.is_some_and(|oldest| oldest < number);
        self.writes.retain(|(number, _)| overtakes(*number));
    }
    /// Whether a sector was written again since that write was admitted.
    fn has(&self, write: &Io, sector: u64) -> bool {
        let later = |(number, sectors): &(u64, Range<u64>)| {
            *number > write.number && sectors.contains(&sector)
        };
        self.writes.iter().any(later)
    }
}

impl HardDisk {
    /// Begins to keep account of volatile writes; says whether there are any: whether writes are
    /// acknowledged before they are on the platter.
    pub(super) fn begin_account(&mut self) -> bool {
        let has_volatile = self.spec.cached_writes > 0;
        self.renew_account(has_volatile);
        has_volatile
    }
    /// The account begins anew.
    pub(super) fn renew_account(&mut self, is_kept: bool) {
        self.overtaking = is_kept.then(Overtaking::default);
    }
    /// Writes that are not on the platter at an instant.
    fn not_written(&self, now: u64) -> impl Iterator<Item = &Io> {
        let ends_later = move |(_, end): &&(Job, u64)| *end > now;
        let serving = self.serving.iter().filter(ends_later).map(|(job, _)| job);
        let jobs = self.jobs.iter().chain(serving).map(|job| &job.admitted);
        jobs.chain(&self.held).filter(|io| is_write(&io.request))
    }
    /// A write is on the platter.
    pub(super) fn note_written(&mut self, write: &Io, now: u64) {
        if self.overtaking.is_some() {
            let oldest = self.not_written(now).map(|io| io.number).min();
            if let Some(overtaking) = &mut self.overtaking {
                overtaking.ended(write, oldest);
            }
        }
    }
    /// Adds the writes of each sector that a power cut would lose now. One that the arm is at is
    /// lost as a whole.
    pub(super) fn add_volatile(&self, now: u64, writes: &mut BTreeMap<u64, u32>) {
        let Some(mut overtaking) = self.overtaking.clone() else {
            return;
        };
        // Whose end at this very instant has not been looked at.
        if let Some((job, end)) = &self.serving
            && *end <= now
            && job.writes()
        {
            overtaking.ended(&job.admitted, Some(0));
        }
        for io in self.not_written(now) {
            for sector in sectors(&io.request) {
                if !overtaking.has(io, sector) {
                    *writes.entry(sector).or_default() += 1;
                }
            }
        }
    }
    /// Forgets all that is in memory, and what the arm was at.
    pub(super) fn lose_memory(&mut self) {
        self.serving = None;
        self.jobs.clear();
        self.read_cache.forget();
        self.cached = (0, 0);
        self.held.clear();
        self.flushes.clear();
        self.renew_account(self.overtaking.is_some());
    }
}

fn is_write(request: &Request) -> bool {
    matches!(request.op, Op::Write { .. } | Op::WriteZeroes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use fourcorners_block::{Blocks, Data, Lba};

    fn write(number: u64, lba: u64, blocks: u64) -> Io {
        Io {
            number,
            at: 0,
            request: Request::write(number, Lba(lba), Blocks(blocks), Data::RANDOM),
        }
    }

    #[test]
    fn older_writes_of_a_sector_on_the_platter_do_not_matter() {
        let mut overtaking = Overtaking::default();
        overtaking.ended(&write(5, 10, 4), Some(3));
        let matters = |overtaking: &Overtaking, number| {
            let io = write(number, 8, 4);
            (8..12).map(|sector| !overtaking.has(&io, sector)).collect()
        };
        let all: Vec<bool> = matters(&overtaking, 6);
        assert_eq!(all, [true; 4]);
        let first: Vec<bool> = matters(&overtaking, 3);
        assert_eq!(first, [true, true, false, false]);
        // Nothing older is left.
        overtaking.ended(&write(3, 8, 4), Some(6));
        assert!(overtaking.writes.is_empty());
    }
}
