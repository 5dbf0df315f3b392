//! Whether a file that carries the drive's bytes is in use: files cannot be claimed, so each use is
//! looked for.

use crate::error::{Doubt, OpenError};
use crate::host::{Ground, Host, Mount, SwapArea};
use crate::pinned::{Access, Pinned};
use crate::system;
use std::os::fd::AsRawFd;
use std::path::Path;

/// Refuses a file that is swapped to, or that a file system is mounted from without a loop device
/// (erofs).
pub fn check_ground(host: &Host, path: &Path, ground: &Ground) -> Result<(), OpenError> {
    let areas = host
        .swap_areas()
        .map_err(|error| OpenError::host(path, "reading the list of swap areas", error))?;
    let is_it = |named: &Path| {
        let there = system::opened(named);
        there.is_some_and(|there| Some(there.file) == ground.file)
    };
    let swap = |area: &Path| OpenError::Swap {
        path: path.into(),
        device: area.display().to_string(),
        area: area.display().to_string(),
    };
    let files: Vec<&SwapArea> = areas.iter().filter(|area| area.is_file).collect();
    if let Some(area) = files.iter().find(|area| is_it(&area.path)) {
        return Err(swap(&area.path));
    }
    // The name may be hidden by a mount, or of another mount namespace: the file itself tells.
    if let Some(area) = files.first() {
        let hidden = |area: &&&SwapArea| system::opened(&area.path).is_none();
        match (is_swap_file(ground), files.iter().find(hidden)) {
            (Some(true), _) => return Err(swap(&area.path)),
            (None, Some(area)) => {
                return Err(OpenError::Unproven {
                    path: path.into(),
                    doubt: Doubt::Swap {
                        area: area.path.clone(),
                    },
                });
            }
            (Some(false), _) | (None, None) => {}
        }
    }
    let mounts = host
        .mounts()
        .map_err(|error| OpenError::host(path, "reading the mount table", error))?;
    let from_it = |mount: &&Mount| mount.source.is_absolute() && is_it(&mount.source);
    match mounts.iter().find(from_it) {
        Some(mount) => Err(OpenError::Mounted {
            path: path.into(),
            device: mount.source.display().to_string(),
            mount_point: mount.mount_point.clone(),
        }),
        None => Ok(()),
    }
}

/// Asks the kernel for a change beyond the file's end, which it refuses of a swap file (ETXTBSY)
/// and which changes nothing of any other. `None`: the file cannot be opened by its path.
fn is_swap_file(ground: &Ground) -> Option<bool> {
    let pinned = Pinned::at(&ground.path).ok()?;
    if Some(pinned.file()) != ground.file {
        return None;
    }
    let file = pinned.open(Access::WRITE).ok()?;
    let end = file.metadata().ok()?.len().next_multiple_of(1 << 20);
    let asked = system::discard_file(file.as_raw_fd(), end.checked_add(1 << 20)?, 1 << 12);
    let errno = asked.err().and_then(|error| error.raw_os_error());
    Some(errno == Some(libc::ETXTBSY))
}
