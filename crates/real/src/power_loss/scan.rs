//! Reads the whole span back, past the page cache, and judges every block.

use super::classify::{Bad, Expected, Verdict, classify};
use super::flushed::Flushed;
use super::reader::Reader;
use super::schedule::Schedule;
use crate::memory::Pages;
use std::io;

/// Bytes of one read.
const READ: u64 = 1 << 20;
/// Bad blocks that are listed. A drive that lost everything has more than memory could hold.
const LISTED: usize = 100_000;

/// What is checked.
pub struct Scan<'a> {
    pub schedule: &'a Schedule,
    /// Of the run.
    pub key: u64,
    pub flushed: &'a Flushed,
}

/// Blocks by verdict.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Judged {
    /// Blocks that had to hold something of this run.
    pub expected: u64,
    pub intact: u64,
    pub kept: u64,
    pub torn_in_flight: u64,
    pub stale: u64,
    pub lost: u64,
    pub torn: u64,
    pub corrupt: u64,
    pub misplaced: u64,
    pub unreadable: u64,
    /// Unreadable blocks that had to hold nothing; not in `bad`.
    pub unreadable_unflushed: u64,
    /// The first bad ones, in order of LBA.
    pub bad: Vec<Bad>,
}

/// Why not everything was read.
#[derive(Debug)]
pub enum ScanError {
    /// No memory, or nothing of the drive can be read.
    Failed(io::Error),
    /// The user stopped it.
    Stopped,
}

/// Checks a drive. `go_on` is told how many bytes were read, and says whether to.
///
/// # Errors
/// Not everything could be read. A block that cannot be read is no error.
pub fn scan(
    drive: &Reader,
    what: &Scan<'_>,
    mut go_on: impl FnMut(u64) -> bool,
) -> Result<Judged, ScanError> {
    let block = what.schedule.block().0;
    let per_read = (READ / block).max(1);
    let bytes = (per_read * block) as usize;
    let mut pages = Pages::new(bytes).map_err(ScanError::Failed)?;
    let mut judged = Judged::default();
    let mut failed = false;
    for first in (0..what.schedule.blocks()).step_by(per_read as usize) {
        if !go_on(first * block) {
            return Err(ScanError::Stopped);
        }
        let count = per_read.min(what.schedule.blocks() - first);
        let part = pages.part(0, (count * block) as usize);
        let whole = drive.read(first * block, part);
        if whole.is_err() {
            // A drive that is gone has no unreadable blocks.
            drive.is_there().map_err(ScanError::Failed)?;
            failed = true;
        }
        for (number, bytes) in (first..).zip(part.chunks_exact_mut(block as usize)) {
            // A bad block spoils the read of all its neighbours.
            let readable = whole.is_ok() || drive.read(number * block, bytes).is_ok();
            what.judge(number, readable.then_some(&*bytes), &mut judged);
        }
    }
    if failed {
        // It may have gone since it was asked.
        drive.is_there().map_err(ScanError::Failed)?;
    }
    go_on(what.schedule.span().0);
    Ok(judged)
}

impl Scan<'_> {
    /// Counts a block; `None`: it cannot be read.
    pub(super) fn judge(&self, number: u64, bytes: Option<&[u8]>, judged: &mut Judged) {
        let expected = Expected {
            key: self.key,
            lba: self.schedule.lba(number),
            must: self.flushed.newest(self.schedule, number),
        };
        judged.expected += u64::from(expected.must.is_some());
        let verdict = match bytes {
            Some(bytes) => classify(&expected, bytes),
            None if expected.must.is_none() => {
                judged.unreadable_unflushed += 1;
                return;
            }
            None => Verdict::Bad(Bad::Unreadable { at: expected.lba }),
        };
        match verdict {
            Verdict::Unwritten => {}
            Verdict::Intact => judged.intact += 1,
            Verdict::Kept => judged.kept += 1,
            Verdict::TornInFlight => judged.torn_in_flight += 1,
            Verdict::Bad(bad) => judged.count(bad),
        }
    }
}

impl Judged {
    fn count(&mut self, bad: Bad) {
        *match bad {
            Bad::Stale { .. } => &mut self.stale,
            Bad::Lost { .. } => &mut self.lost,
            Bad::Torn { .. } => &mut self.torn,
            Bad::Corrupt { .. } => &mut self.corrupt,
            Bad::Misplaced { .. } => &mut self.misplaced,
            Bad::Unreadable { .. } => &mut self.unreadable,
        } += 1;
        if self.bad.len() < LISTED {
            self.bad.push(bad);
        }
    }
}
