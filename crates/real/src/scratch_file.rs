//! A regular file of a given size, made now, with all its blocks; taken away again when
//! anything fails before it is a drive.

use crate::error::OpenError;
use crate::identify::refused;
use crate::pinned::Pinned;
use crate::system;
use fourcorners_block::Bytes;
use std::fs::{self, File, OpenOptions};
use std::io;
use std::os::fd::AsRawFd;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

/// The smallest drive that the tests make sense on, and what the conformance rules need.
const SMALLEST: Bytes = Bytes::mib(4);

/// A file that is removed on drop unless it was kept.
pub struct ScratchFile {
    path: Option<PathBuf>,
    pinned: Pinned,
}

impl ScratchFile {
    /// Makes it. Never touches what exists.
    pub fn create(path: &Path, size: Bytes) -> Result<(Self, Vec<String>), OpenError> {
        let possible =
            size >= SMALLEST && size.0.is_multiple_of(4096) && i64::try_from(size.0).is_ok();
        if !possible {
            return Err(OpenError::BadSize {
                path: path.into(),
                size,
            });
        }
        let made = OpenOptions::new()
            .read(true)
            .write(true)
            .create_new(true)
            .mode(0o600)
            .open(path);
        let file = made.map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => OpenError::Exists { path: path.into() },
            _ => refused(path, "writing", "creating the file", error),
        })?;
        let made = Self {
            path: Some(path.into()),
            pinned: Pinned::of(path, &file)?,
        };
        let notes = allocate(&file, path, size)?;
        Ok((made, notes))
    }

    /// The file, whatever its path leads to by now.
    pub fn pinned(&self) -> &Pinned {
        &self.pinned
    }

    /// Whether it still has its path: what has taken its place is not ours.
    fn is_at(&self, path: &Path) -> bool {
        let its = self.pinned.metadata();
        path.symlink_metadata()
            .is_ok_and(|there| (there.dev(), there.ino()) == (its.dev(), its.ino()))
    }

    /// Leaves the file where it is.
    pub fn keep(mut self) {
        self.path = None;
    }
}

impl Drop for ScratchFile {
    fn drop(&mut self) {
        if let Some(path) = &self.path
            && self.is_at(path)
            && let Err(error) = fs::remove_file(path)
        {
            eprintln!("{}: cannot remove it: {error}", path.display());
        }
    }
}

fn allocate(file: &File, path: &Path, size: Bytes) -> Result<Vec<String>, OpenError> {
    let free = system::free_bytes(file);
    let no_space = || OpenError::NoSpace {
        path: path.into(),
        size,
        free: free.unwrap_or(0),
    };
    // Before it is tried: ext4 takes all that is left and gives it back, and meanwhile other
    // programs find the disk full.
    if free.is_some_and(|free| free < size.0) {
        return Err(no_space());
    }
    match system::allocate(file.as_raw_fd(), size.0) {
        Ok(()) => Ok(Vec::new()),
        Err(error)
            if matches!(
                error.raw_os_error(),
                Some(libc::ENOSPC | libc::EDQUOT | libc::EFBIG)
            ) =>
        {
            Err(no_space())
        }
        Err(error) if error.raw_os_error() == Some(libc::EOPNOTSUPP) => {
            file.set_len(size.0)
                .map_err(|error| OpenError::host(path, "extending the file to that size", error))?;
            Ok(vec![format!(
                "{}: this file system cannot set space aside, so the first write to each block \
                 pays for finding one",
                path.display()
            )])
        }
        Err(error) => Err(OpenError::host(path, "allocating space", error)),
    }
}
