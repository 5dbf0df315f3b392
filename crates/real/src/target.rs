//! The open block device or file, and the operations on ranges that are calls of their own.

use crate::safety::Claims;
use crate::system;
use fourcorners_block::Outcome;
use std::fs::File;
use std::io;
use std::os::fd::AsRawFd;

/// What was opened, and how its ranges are discarded.
pub struct Target {
    /// Opened with `O_DIRECT`; a block device to be written also with `O_EXCL`.
    pub file: File,
    /// Block device, not regular file.
    pub block_device: bool,
    /// We allocated the file's blocks, and do so again after emptying it, so that a full disk
    /// is noticed between tests and not within one.
    pub allocated: bool,
    /// On what shares its bytes, held as long as the file is open.
    #[expect(dead_code, reason = "held, never read")]
    pub claims: Claims,
}

/// Why a range operation was not done.
pub enum RangeError {
    /// The device or file system cannot.
    Unsupported,
    /// It failed with this `errno`.
    Failed(i32),
}

impl RangeError {
    /// What this `errno` says of a range operation.
    pub fn of(errno: i32) -> Self {
        match errno {
            libc::EOPNOTSUPP | libc::ENOTTY | libc::ENOSYS => Self::Unsupported,
            other => Self::Failed(other),
        }
    }

    pub fn outcome(self) -> Outcome {
        match self {
            Self::Unsupported => Outcome::Unsupported,
            Self::Failed(errno) => Outcome::Failed(errno),
        }
    }
}

impl From<io::Error> for RangeError {
    fn from(error: io::Error) -> Self {
        Self::of(error.raw_os_error().unwrap_or(libc::EIO))
    }
}

impl Target {
    pub fn discard(&self, offset: u64, len: u64) -> Result<(), RangeError> {
        let file = self.file.as_raw_fd();
        let call = if self.block_device {
            system::discard_device
        } else {
            system::discard_file
        };
        Ok(call(file, offset, len)?)
    }

    /// Zeroes, without sending them where the device can do without.
    pub fn write_zeroes(&self, offset: u64, len: u64) -> Result<(), RangeError> {
        let file = self.file.as_raw_fd();
        let call = if self.block_device {
            system::zero_device
        } else {
            system::zero_file
        };
        Ok(call(file, offset, len)?)
    }

    /// Sets space aside again for the first bytes of a file that we made.
    pub fn allocate_again(&self, bytes: u64) -> Result<(), RangeError> {
        if self.allocated && bytes > 0 {
            system::allocate(self.file.as_raw_fd(), bytes)?;
        }
        Ok(())
    }
}
