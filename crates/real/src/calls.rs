//! Requests that are one blocking call: zeroing, TRIM that is not queued, and TRIM of everything.

use crate::line::{Broken, Line};
use crate::target::RangeError;
use crate::way::Way;
use fourcorners_block::{DiscardLimits, DriveError, Lba, Op, Outcome, Purge, Request};
use std::io;

impl Line {
    /// Why this drive does not even try, if so.
    pub fn refusal(&self, request: &Request) -> Option<Outcome> {
        let changes = !matches!(request.op, Op::Read | Op::Flush);
        if changes && self.identity.read_only {
            return Some(Outcome::ReadOnly);
        }
        (request.op == Op::Discard && self.identity.discard.is_none())
            .then_some(Outcome::Unsupported)
    }

    /// Whether a request is one blocking call: zeroing, and TRIM unless io_uring carries it and
    /// the drive takes it as one command. A longer one is several, which together may take longer
    /// than an I/O may.
    #[inline]
    pub fn is_call(&self, request: &Request) -> bool {
        let is_queued = |limits: DiscardLimits| {
            let is_one_command = request.blocks.bytes() <= limits.max;
            limits.queued && is_one_command && self.way() == Way::IoUring
        };
        match request.op {
            Op::WriteZeroes => true,
            Op::Discard => !self.identity.discard.is_some_and(is_queued),
            Op::Read | Op::Write { .. } | Op::Flush => false,
        }
    }

    /// A request that is one blocking call.
    pub fn call(&mut self, request: &Request) -> Outcome {
        let (offset, len) = (request.lba.bytes().0, request.blocks.bytes().0);
        if let Some(verify) = &mut self.verify {
            verify.forget(&(request.lba.0..request.lba.0 + request.blocks.0));
        }
        self.pulse.begin(offset);
        let result = match request.op {
            Op::Discard => self.target.discard(offset, len),
            _ => self.target.write_zeroes(offset, len),
        };
        self.pulse.end();
        result.map_or_else(RangeError::outcome, |()| Outcome::Done)
    }

    /// See [`Drive::purge`](fourcorners_block::Drive::purge). Nothing is in flight.
    pub fn purge(&mut self) -> Result<Purge, DriveError> {
        if self.identity.read_only {
            let name = &self.identity.name;
            return Err(DriveError::Unsupported(format!(
                "{name} was opened read-only, so it cannot be erased"
            )));
        }
        if self.identity.discard.is_none() {
            return Ok(Purge::Nothing);
        }
        if let Some(verify) = &mut self.verify {
            verify.forget(&(0..self.identity.capacity.0));
        }
        self.pulse.begin(0);
        let discarded = self.target.discard_all(self.identity.capacity.bytes().0);
        self.pulse.end();
        match discarded {
            Ok(()) => {
                self.unwritten.erased();
                Ok(Purge::Discarded)
            }
            Err(RangeError::Unsupported) => Ok(Purge::Nothing),
            Err(RangeError::Failed(errno)) => Err(DriveError::Lost(self.not_purged(errno))),
        }
    }
    /// Why a TRIM of everything failed: the drive may be gone.
    fn not_purged(&mut self, errno: i32) -> String {
        let all = Request::discard(0, Lba(0), self.identity.capacity);
        if let Err(Broken::Lost(sentence)) = self.judge(Outcome::Failed(errno), &all) {
            return sentence;
        }
        format!(
            "cannot trim all of {}: {}; check the kernel log (dmesg)",
            self.identity.name,
            io::Error::from_raw_os_error(errno)
        )
    }
}
