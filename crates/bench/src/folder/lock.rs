//! Who writes a folder: a process that holds the lock of its `run.json`.

use super::names::RUN_JSON;
use super::{FolderError, HEADER_LIMIT, unread};
use crate::plain_file;
use std::fs::{File, TryLockError};
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;
use std::time::Duration;

/// How often a lock is tried for, and a `run.json` that was replaced meanwhile opened again.
const PATIENCE: u32 = 20;

/// Says in `run.json` that a process writes this folder, as long as the file is open.
pub(crate) fn lock(folder: &Path, run_json: &File) -> Result<(), FolderError> {
    // Who only asks (`is_being_written`) holds a lock as well, but not for long.
    for patience in (0..PATIENCE).rev() {
        match run_json.try_lock() {
            Err(TryLockError::WouldBlock) if patience > 0 => {
                std::thread::sleep(Duration::from_millis(5));
            }
            Err(TryLockError::WouldBlock) => return Err(FolderError::InUse(folder.into())),
            // A file system without locks: nobody can be told.
            Err(TryLockError::Error(_)) | Ok(()) => return Ok(()),
        }
    }
    Ok(())
}

/// The `run.json` of a folder, locked.
///
/// # Errors
/// It is being written, or is no run's folder.
pub(super) fn open_locked(folder: &Path) -> Result<File, FolderError> {
    let run_json = folder.join(RUN_JSON);
    for _ in 0..PATIENCE {
        let (file, _) = plain_file::open(&run_json, HEADER_LIMIT).map_err(unread(&run_json))?;
        lock(folder, &file)?;
        if has_that_name(&file, &run_json) {
            return Ok(file);
        }
    }
    Err(FolderError::InUse(folder.into()))
}

/// Whether a process writes this folder now. False where that cannot be found out: there is no such
/// folder, or its file system knows no locks.
pub fn is_being_written(folder: &Path) -> bool {
    let run_json = folder.join(RUN_JSON);
    for _ in 0..PATIENCE {
        let Ok((file, _)) = plain_file::open(&run_json, HEADER_LIMIT) else {
            return false;
        };
        if matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)) {
            return true;
        }
        if has_that_name(&file, &run_json) {
            return false;
        }
    }
    // Somebody replaces it all the time.
    true
}

/// Whether an open file still has its name. Who writes a folder may replace its `run.json`, and the
/// lock of the one before is free then: it says nothing.
fn has_that_name(file: &File, path: &Path) -> bool {
    match (file.metadata(), path.symlink_metadata()) {
        (Ok(open), Ok(named)) => (open.dev(), open.ino()) == (named.dev(), named.ino()),
        _ => false,
    }
}
