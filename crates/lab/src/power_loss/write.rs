//! Rounds of writes, each recorded only when the drive has acknowledged its flush.

use super::PowerLossWatcher;
use super::target::Tested;
use crate::error::LabError;
use fourcorners_bench::power_loss::{FailedWrite, PowerLossEvent, PowerLossLine};
use fourcorners_real::RealDrive;
use fourcorners_real::power_loss::{ROUND, RoundError, write_round};

/// Why writing ended.
pub(crate) enum Ended {
    /// The drive is gone or answers no more: a sentence.
    Gone(String),
    /// An I/O failed on a drive that answers.
    Failed(FailedWrite),
}

impl Ended {
    /// The I/O that failed.
    pub fn failed(&self) -> Option<FailedWrite> {
        match self {
            Self::Gone(_) => None,
            Self::Failed(failed) => Some(*failed),
        }
    }
}

/// A drive that is written. Dropped, it is closed.
pub(crate) struct Writing<'a> {
    tested: &'a mut Tested,
    drive: RealDrive,
    watcher: &'a dyn PowerLossWatcher,
}

impl<'a> Writing<'a> {
    /// Begins with the drive's next write.
    pub fn begin(
        tested: &'a mut Tested,
        drive: RealDrive,
        watcher: &'a dyn PowerLossWatcher,
    ) -> Result<Self, LabError> {
        tested.log.push(&PowerLossLine::Began(tested.next))?;
        tested.flushed.begin(tested.next);
        Ok(Self {
            tested,
            drive,
            watcher,
        })
    }

    /// Adds a line to the log.
    pub fn record(&mut self, line: &PowerLossLine) -> Result<(), LabError> {
        Ok(self.tested.log.push(line)?)
    }

    /// Writes a round, flushes, and records that.
    pub fn round(&mut self) -> Result<Option<Ended>, LabError> {
        let tested = &mut *self.tested;
        let first = tested.next;
        // Of a round that fails nothing is known: its numbers are never used again.
        tested.next += ROUND;
        let failed = |lba, errno| Ok(Some(Ended::Failed(FailedWrite { lba, errno })));
        match write_round(&mut self.drive, &tested.schedule, first) {
            Ok(()) => {}
            Err(RoundError::Gone(why)) => return Ok(Some(Ended::Gone(why))),
            Err(RoundError::Write { lba, errno }) => return failed(Some(lba.0), errno),
            Err(RoundError::Flush { errno }) => return failed(None, errno),
        }
        let last = first + ROUND - 1;
        tested.log.push(&PowerLossLine::Flushed(last))?;
        tested.flushed.up_to(last);
        let flushed = tested.flushed.count();
        self.watcher.event(&PowerLossEvent::Wrote { flushed });
        Ok(None)
    }
}
