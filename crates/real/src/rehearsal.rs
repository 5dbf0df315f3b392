//! Would a drive be opened for writing? The checks of [`open`](crate::open), without doing so.

use crate::error::OpenError;
use crate::host::{Host, Node};
use crate::identify;
use crate::open::OpenRequest;
use crate::pinned::{Access, Pinned};
use crate::safety;
use fourcorners_block::Identity;
use std::path::Path;

/// The checks of a file.
///
/// # Errors
/// Why it would be refused.
pub fn file(host: &Host, path: &Path, pinned: &Pinned) -> Result<(), OpenError> {
    let sharing = safety::check_file(host, path, pinned)?;
    safety::check_writers(host, path, &sharing, Some(pinned))?;
    match pinned.open(Access::READ) {
        Err(error) if error.raw_os_error() == Some(libc::EINVAL) => Err(OpenError::NoDirectIo {
            path: path.into(),
            file_system: identify::file_system(host, path, pinned.metadata()),
        }),
        _ => Ok(()),
    }
}

/// The checks of a block device. `claim`: it is claimed for a moment, for reading.
///
/// # Errors
/// Why it would be refused.
pub fn device(
    host: &Host,
    path: &Path,
    node: &Node,
    identity: &Identity,
    claim: bool,
) -> Result<(), OpenError> {
    let check = || safety::check_device(host, path, node);
    let mut sharing = check()?;
    let access = Access {
        write: false,
        claim,
    };
    let file = Pinned::at(path)?
        .open(access)
        .map_err(|error| match error.raw_os_error() {
            Some(libc::EBUSY) => safety::in_use(host, path, node),
            _ => identify::refused(path, "reading", "opening it", error),
        })?;
    if claim {
        (sharing, _) = safety::check_and_claim(host, path, check)?;
    }
    safety::check_writers(host, path, &sharing, None)?;
    let request = OpenRequest {
        path: path.into(),
        ..OpenRequest::default()
    };
    safety::check_content(host, &request, &sharing, identity, &file)
}

/// A disk that a tool is about to open by itself: whether anybody uses it. What lies on it does not
/// matter.
///
/// # Errors
/// Who uses it.
pub fn unused(host: &Host, path: &Path, node: &Node) -> Result<(), OpenError> {
    let sharing = safety::check_device(host, path, node)?;
    let claimed = Pinned::at(path)?.open(Access::CLAIM);
    let _file = claimed.map_err(|_| safety::in_use(host, path, node))?;
    safety::check_writers(host, path, &sharing, None)
}

/// The checks that need not open it.
///
/// # Errors
/// Who has claimed it or something that shares bytes with it.
pub fn unclaimed(host: &Host, path: &Path, node: &Node) -> Result<(), OpenError> {
    safety::check_device(host, path, node).map(drop)
}
