//! Requests that are one blocking call: zeroing, TRIM that is not queued, and TRIM of everything.

use crate::line::{Broken, Line, changes};
use crate::target::RangeError;
use crate::way::Way;
use fourcorners_block::{DiscardLimits, DriveError, Lba, Op, Outcome, Purge, Request};
use std::io;
use std::time::{Duration, Instant};

/// The first piece of a TRIM of everything. A file system may free no more than 60 MB/s, and the
/// user can stop it only between two pieces.
const FIRST_PIECE: u64 = 32 << 20;
/// The longest piece.
const LONGEST_PIECE: u64 = 1 << 30;
/// A piece that takes less is followed by one twice as long.
const QUICK: Duration = Duration::from_millis(100);
/// One that takes longer, by one half as long.
const SLOW: Duration = Duration::from_millis(400);

impl Line {
    /// Why this drive does not even try, if so.
    pub fn refusal(&self, request: &Request) -> Option<Outcome> {
        if changes(request) && self.identity.read_only {
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
        let result = match request.op {
            Op::Discard => self.discard(offset, len),
            _ => {
                self.pulse.begin(offset);
                let result = self.target.write_zeroes(offset, len);
                self.pulse.end();
                result
            }
        };
        result.map_or_else(RangeError::outcome, |()| Outcome::Done)
    }

    fn discard(&self, offset: u64, len: u64) -> Result<(), RangeError> {
        match self.target.block_device {
            true => self.pulse.begin(offset),
            false => self.pulse.begin_to_free(offset),
        }
        let result = self.target.discard(offset, len);
        self.pulse.end();
        result
    }

    /// See [`Drive::purge`](fourcorners_block::Drive::purge). Nothing is in flight.
    pub fn purge(&mut self) -> Result<Purge, DriveError> {
        if self.identity.read_only {
            let name = &self.identity.name;
            return Err(DriveError::Unsupported(format!(
                "{name} was opened read-only, so it cannot be erased"
            )));
        }
        if self.is_empty {
            return Ok(Purge::AlreadyEmpty);
        }
        let Some(limits) = self.identity.discard else {
            return Ok(Purge::Nothing);
        };
        if let Some(verify) = &mut self.verify {
            verify.forget(&(0..self.identity.capacity.0));
        }
        match self.discard_all(limits) {
            Ok(false) => Err(DriveError::Stopped),
            Ok(true) if self.target.block_device => Ok(Purge::Discarded),
            Ok(true) => {
                self.is_empty = true;
                Ok(Purge::BlocksFreed)
            }
            Err(RangeError::Unsupported) => Ok(Purge::Nothing),
            Err(RangeError::Failed(errno)) => Err(DriveError::Lost(self.not_purged(errno))),
        }
    }

    /// TRIM of everything; false: the user stopped it.
    fn discard_all(&self, limits: DiscardLimits) -> Result<bool, RangeError> {
        let all = self.identity.capacity.bytes().0;
        // A drive may release nothing smaller.
        let first = FIRST_PIECE.next_multiple_of(limits.granularity.0.max(1));
        let (mut done, mut piece) = (0, first);
        while done < all && !self.pulse.is_stopped() {
            let len = piece.min(all - done);
            let began = Instant::now();
            self.discard(done, len)?;
            done += len;
            match began.elapsed() {
                quick if quick < QUICK && piece < LONGEST_PIECE => piece *= 2,
                slow if slow > SLOW && piece > first => piece /= 2,
                _ => {}
            }
        }
        self.pulse.begin(0);
        let allocated = self.target.allocate_again(done);
        self.pulse.end();
        allocated.map(|()| done == all)
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
