//! Whether everything that may be written finds room: a sparse file or a thin volume has blocks
//! only where it was written, and takes the rest from a file system or pool that others use.

use super::spans::{Place, Span};
use crate::error::OpenError;
use crate::host::{Host, Node, Told};
use crate::system::{self, FileId, Room};
use fourcorners_block::Bytes;
use std::fs::{File, OpenOptions};
use std::os::fd::AsRawFd;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

/// Refuses a file that needs more room than its file system has.
///
/// # Errors
/// How much it needs.
pub fn check_file_room(path: &Path, file: &File) -> Result<(), OpenError> {
    check(path, path, file)
}

/// The same for the files and thin volumes that carry a device. `spans`: what lies beneath it.
///
/// # Errors
/// As for a file; or that a thin pool does not answer.
pub fn check_room_beneath(host: &Host, path: &Path, spans: &[Span]) -> Result<(), OpenError> {
    for span in spans {
        match &span.place {
            Place::Device(node) => check_thin(host, path, node)?,
            // A FUSE file system that hangs would not answer.
            Place::File(ground) if ground.told == Told::Fuse => {}
            Place::File(ground) => {
                let file = ground.file.and_then(|id| held(&ground.path, id));
                file.map_or(Ok(()), |file| check(path, &ground.path, &file))?;
            }
        }
    }
    Ok(())
}

fn check_thin(host: &Host, path: &Path, node: &Node) -> Result<(), OpenError> {
    let thin = host
        .thin(node)
        .map_err(|error| OpenError::host(path, "asking its thin pool", error))?;
    match thin {
        Some(thin) if thin.needed > thin.free => Err(OpenError::NoRoom {
            path: path.into(),
            store: format!("the thin pool {}", thin.pool.full_name()),
            needed: Bytes(thin.needed),
            free: Bytes(thin.free),
        }),
        _ => Ok(()),
    }
}

/// The file at a path, if it is this one.
fn held(path: &Path, id: FileId) -> Option<File> {
    let file = OpenOptions::new()
        .read(true)
        .custom_flags(libc::O_PATH)
        .open(path)
        .ok()?;
    let there = system::opened(path)?;
    (there.file == id).then_some(file)
}

fn check(path: &Path, sparse: &Path, file: &File) -> Result<(), OpenError> {
    let Some(Room { bytes, allocated }) = system::room(file.as_raw_fd()) else {
        return Ok(());
    };
    let needed = bytes.saturating_sub(allocated);
    match system::free_bytes(file) {
        Some(free) if needed > free => Err(OpenError::NoRoom {
            path: path.into(),
            store: format!("the file system of {}", sparse.display()),
            needed: Bytes(needed),
            free: Bytes(free),
        }),
        _ => Ok(()),
    }
}
