//! Why a drive cannot be served, or is served no more.

use crate::socket::Address;
use crate::store::StoreError;
use fourcorners_block::DriveError;
use fourcorners_trace::TraceError;
use std::io;

#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    #[error("{0}")]
    Drive(#[from] DriveError),
    #[error("{0}")]
    Store(#[from] StoreError),
    #[error("{0}")]
    Recording(#[from] TraceError),
    #[error("cannot listen on {address}: {error}")]
    Listen { address: Address, error: io::Error },
    /// Not all of a range is on the drive.
    #[error("the drive ends at byte {0}")]
    BeyondEnd(u64),
    #[error("the host failed: {0}")]
    Host(#[from] io::Error),
}

impl From<rustix::io::Errno> for ServeError {
    fn from(errno: rustix::io::Errno) -> Self {
        Self::Host(errno.into())
    }
}
