//! The folder of a store. Its files are opened by name in the folder that was opened first, and
//! only if they are regular files with one name: a link could lead to any file of the host.

use super::{StoreError, host};
use rustix::fs::{AtFlags, CWD, Dir, FileType, Mode, OFlags, Stat};
use rustix::fs::{fstat, fsync, openat, renameat, statat, unlinkat};
use rustix::io::Errno;
use std::fs::File;
use std::io::{self, Read as _, Write as _};
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};

/// Kind of directory entry that a store does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ForeignKind {
    SymbolicLink,
    HardLink,
    /// A folder, a device, a pipe or a socket.
    NotAFile,
}

pub struct Folder {
    path: PathBuf,
    folder: OwnedFd,
}

impl Folder {
    /// # Errors
    /// There is no such folder, or it cannot be opened.
    pub fn open(path: &Path) -> io::Result<Self> {
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
        Ok(Self {
            path: path.into(),
            folder: openat(CWD, path, flags, Mode::empty())?,
        })
    }

    /// Path of a file, for errors.
    pub fn path(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// Opens a file; `None`: there is none of this name.
    ///
    /// # Errors
    /// It is a link or no file, or the host's.
    pub fn open_file(&self, name: &str, access: OFlags) -> Result<Option<File>, StoreError> {
        // Opening a device or a pipe may have effects of its own.
        match statat(&self.folder, name, AtFlags::SYMLINK_NOFOLLOW) {
            Err(Errno::NOENT) => return Ok(None),
            about => self.check(name, &about.map_err(|errno| self.host(name, errno))?)?,
        }
        let flags = access | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
        let file = openat(&self.folder, name, flags, Mode::empty());
        let file = file.map_err(|errno| self.host(name, errno))?;
        // It may have been replaced since.
        let about = fstat(&file).map_err(|errno| self.host(name, errno))?;
        self.check(name, &about)?;
        Ok(Some(file.into()))
    }

    fn check(&self, name: &str, about: &Stat) -> Result<(), StoreError> {
        let kind = match FileType::from_raw_mode(about.st_mode) {
            FileType::RegularFile if about.st_nlink > 1 => ForeignKind::HardLink,
            FileType::RegularFile => return Ok(()),
            FileType::Symlink => ForeignKind::SymbolicLink,
            _ => ForeignKind::NotAFile,
        };
        let path = self.path(name);
        Err(StoreError::Foreign { path, kind })
    }

    /// Content of a file; `None`: there is none of this name.
    ///
    /// # Errors
    /// As [`Self::open_file`].
    pub fn read(&self, name: &str) -> Result<Option<Vec<u8>>, StoreError> {
        let Some(mut file) = self.open_file(name, OFlags::RDONLY)? else {
            return Ok(None);
        };
        let mut bytes = Vec::new();
        let read = file.read_to_end(&mut bytes);
        read.map_err(|error| self.host(name, error))?;
        Ok(Some(bytes))
    }

    /// Makes a file, to be read and written.
    ///
    /// # Errors
    /// There is an entry of this name, or the host's.
    pub fn create(&self, name: &str) -> Result<File, StoreError> {
        let flags = OFlags::RDWR | OFlags::CREATE | OFlags::EXCL | OFlags::CLOEXEC;
        let file = openat(&self.folder, name, flags, Mode::from_raw_mode(0o666));
        file.map(File::from).map_err(|errno| self.host(name, errno))
    }

    /// Removes a file, or a link and not what it leads to.
    ///
    /// # Errors
    /// The host's. No entry of this name is no error.
    pub fn remove(&self, name: &str) -> Result<(), StoreError> {
        match unlinkat(&self.folder, name, AtFlags::empty()) {
            Ok(()) | Err(Errno::NOENT) => Ok(()),
            Err(errno) => Err(self.host(name, errno)),
        }
    }

    /// # Errors
    /// The host's.
    pub fn rename(&self, from: &str, to: &str) -> Result<(), StoreError> {
        let renamed = renameat(&self.folder, from, &self.folder, to);
        renamed.map_err(|errno| self.host(from, errno))
    }

    /// Writes a file so that a crash leaves all of it, or the one before.
    ///
    /// # Errors
    /// The host's.
    pub fn write_durably(&self, name: &str, bytes: &[u8]) -> Result<(), StoreError> {
        let unfinished = format!("{name}.new");
        self.remove(&unfinished)?;
        let mut file = self.create(&unfinished)?;
        let written = file.write_all(bytes).and_then(|()| file.sync_all());
        written.map_err(|error| self.host(&unfinished, error))?;
        self.rename(&unfinished, name)?;
        self.sync()
    }

    /// Makes names durable.
    ///
    /// # Errors
    /// The host's.
    pub fn sync(&self) -> Result<(), StoreError> {
        fsync(&self.folder).map_err(|errno| host(&self.path, errno.into()))
    }

    /// Names of all entries that are UTF-8.
    ///
    /// # Errors
    /// The host's.
    pub fn names(&self) -> Result<Vec<String>, StoreError> {
        let failed = |errno: Errno| host(&self.path, errno.into());
        let mut names = Vec::new();
        for entry in Dir::read_from(&self.folder).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let name = entry.file_name().to_string_lossy();
            if name != "." && name != ".." {
                names.push(name.into_owned());
            }
        }
        Ok(names)
    }

    fn host(&self, name: &str, error: impl Into<io::Error>) -> StoreError {
        host(&self.path(name), error.into())
    }
}
