//! What a path led to at one instant. All checks are of that, and that is what is opened, so a link
//! that is changed meanwhile changes nothing.

use crate::error::OpenError;
use crate::host::DeviceNumber;
use crate::identify::{check_kind, refused};
use crate::system::{self, FileId};
use std::fs::{File, Metadata, OpenOptions};
use std::io;
use std::os::fd::AsRawFd;
use std::os::unix::fs::{FileTypeExt, MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

/// A block device or regular file, held by an `O_PATH` descriptor: nothing is opened by it.
pub struct Pinned {
    handle: File,
    metadata: Metadata,
}

/// How it is opened; always with `O_DIRECT`.
#[derive(Clone, Copy, Debug)]
pub struct Access {
    /// Not only for reading.
    pub write: bool,
    /// `O_EXCL`: a device that is claimed by anyone is refused, and is claimed from then on.
    pub claim: bool,
}

impl Access {
    /// For reading, not claimed.
    pub const READ: Self = Self {
        write: false,
        claim: false,
    };
    /// For writing, not claimed.
    pub const WRITE: Self = Self {
        write: true,
        claim: false,
    };
    /// For reading, and claimed.
    pub const CLAIM: Self = Self {
        write: false,
        claim: true,
    };
}

impl Pinned {
    /// What the path leads to now.
    ///
    /// # Errors
    /// Nothing that can be a drive, or it may not be looked at.
    pub fn at(path: &Path) -> Result<Self, OpenError> {
        let handle = OpenOptions::new()
            .read(true)
            .custom_flags(libc::O_PATH)
            .open(path)
            .map_err(|error| match error.kind() {
                io::ErrorKind::NotFound => OpenError::NotFound { path: path.into() },
                io::ErrorKind::NotADirectory => OpenError::NotAFolder { path: path.into() },
                _ => refused(path, "reading", "inspecting it", error),
            })?;
        Self::held(path, handle)
    }

    /// An open file; `path` is what to call it.
    ///
    /// # Errors
    /// It cannot be pinned.
    pub fn of(path: &Path, file: &File) -> Result<Self, OpenError> {
        let handle = OpenOptions::new()
            .read(true)
            .custom_flags(libc::O_PATH)
            .open(descriptor(file))
            .map_err(|error| OpenError::host(path, "inspecting it", error))?;
        Self::held(path, handle)
    }

    fn held(path: &Path, handle: File) -> Result<Self, OpenError> {
        let metadata = handle
            .metadata()
            .map_err(|error| OpenError::host(path, "inspecting it", error))?;
        check_kind(path, metadata.file_type())?;
        Ok(Self { handle, metadata })
    }

    /// What the path led to.
    pub fn metadata(&self) -> &Metadata {
        &self.metadata
    }

    /// Its number, if it is a block device.
    pub fn device(&self) -> Option<DeviceNumber> {
        let number = || system::device_number(self.metadata.rdev());
        self.metadata.file_type().is_block_device().then(number)
    }

    /// The number of the device that a file lies on.
    pub fn lies_on(&self) -> DeviceNumber {
        self.file().device
    }

    /// Which file it is.
    pub fn file(&self) -> FileId {
        FileId {
            device: system::device_number(self.metadata.dev()),
            inode: self.metadata.ino(),
        }
    }

    /// A path that leads to it, and to nothing else, as long as it is pinned.
    pub fn path(&self) -> PathBuf {
        descriptor(&self.handle)
    }

    /// Opens it. A device that is claimed is tried again for three seconds: whoever closed it
    /// last may still be ending (a ring that the kernel takes apart, a child process between
    /// fork and exec), which half a second was too short for on a busy host.
    pub fn open(&self, access: Access) -> io::Result<File> {
        let flags = libc::O_DIRECT | if access.claim { libc::O_EXCL } else { 0 };
        let mut tries = 120;
        loop {
            tries -= 1;
            let opened = OpenOptions::new()
                .read(true)
                .write(access.write)
                .custom_flags(flags)
                .open(self.path());
            match opened {
                Err(error) if error.raw_os_error() == Some(libc::EBUSY) && tries > 0 => {
                    thread::sleep(Duration::from_millis(25));
                }
                result => return result,
            }
        }
    }
}

fn descriptor(file: &File) -> PathBuf {
    format!("/proc/self/fd/{}", file.as_raw_fd()).into()
}
