//! What a run's folder asks of a file system, operation by operation, so that a test can write
//! them down and cut the power between any two.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// One thing that was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operation {
    /// A folder is made.
    MakeFolder(PathBuf),
    /// An empty file is made.
    Create(PathBuf),
    /// Bytes are put at a file's end.
    Append(PathBuf, Vec<u8>),
    /// A file keeps only so many of its first bytes.
    Cut(PathBuf, u64),
    /// A file gets another name.
    Rename(PathBuf, PathBuf),
    /// A file's bytes are on the medium from then on.
    Sync(PathBuf),
    /// A folder's names are on the medium from then on.
    SyncFolder(PathBuf),
}

/// The host's file system.
#[derive(Clone, Default)]
pub struct Disk {
    log: Option<Arc<Mutex<Vec<Operation>>>>,
    /// Nothing waits for the medium.
    hurried: bool,
}

impl Disk {
    /// For a folder that is not kept: nothing waits until it is on the medium.
    pub fn hurried() -> Self {
        Self {
            log: None,
            hurried: true,
        }
    }

    /// One that writes down what is asked of it.
    pub fn logged() -> Self {
        Self {
            log: Some(Arc::default()),
            hurried: false,
        }
    }

    /// What was asked of it and its copies so far, in order.
    pub fn log(&self) -> Vec<Operation> {
        self.log.as_ref().map_or_else(Vec::new, |log| {
            log.lock().unwrap_or_else(PoisonError::into_inner).clone()
        })
    }

    fn note(&self, operation: impl FnOnce() -> Operation) {
        if let Some(log) = &self.log {
            let mut log = log.lock().unwrap_or_else(PoisonError::into_inner);
            log.push(operation());
        }
    }

    /// Makes a folder that must not exist.
    pub(crate) fn make_folder(&self, path: &Path) -> io::Result<()> {
        fs::create_dir(path)?;
        self.note(|| Operation::MakeFolder(path.into()));
        Ok(())
    }

    /// Opens a file to append to it; made if it is not there.
    pub(crate) fn open(&self, path: &Path) -> io::Result<DiskFile> {
        let mut options = OpenOptions::new();
        options.read(true).append(true);
        let file = match options.clone().create_new(true).open(path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => options.open(path)?,
            made => {
                let file = made?;
                self.note(|| Operation::Create(path.into()));
                file
            }
        };
        Ok(DiskFile {
            disk: self.clone(),
            path: path.into(),
            file,
        })
    }

    /// Gives a file another name in one step.
    pub(crate) fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.note(|| Operation::Rename(from.into(), to.into()));
        fs::rename(from, to)
    }

    /// Waits until a folder's names are on the medium, where the file system can say so.
    pub(crate) fn sync_folder(&self, path: &Path) -> io::Result<()> {
        if self.hurried {
            return Ok(());
        }
        match File::open(path)?.sync_all() {
            Err(error) if error.kind() != io::ErrorKind::InvalidInput => return Err(error),
            _ => self.note(|| Operation::SyncFolder(path.into())),
        }
        Ok(())
    }
}

/// A file that grows at its end.
pub(crate) struct DiskFile {
    disk: Disk,
    pub path: PathBuf,
    pub file: File,
}

impl DiskFile {
    /// Whether [`DiskFile::sync`] waits.
    pub fn waits(&self) -> bool {
        !self.disk.hurried
    }

    pub fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        let path = &self.path;
        self.disk
            .note(|| Operation::Append(path.clone(), bytes.into()));
        self.file.write_all(bytes)
    }

    /// Keeps only so many of its first bytes.
    pub fn cut(&mut self, bytes: u64) -> io::Result<()> {
        let path = &self.path;
        self.disk.note(|| Operation::Cut(path.clone(), bytes));
        self.file.set_len(bytes)
    }

    /// Waits until its bytes are on the medium.
    pub fn sync(&mut self) -> io::Result<()> {
        if self.disk.hurried {
            return Ok(());
        }
        self.file.sync_data()?;
        let path = &self.path;
        self.disk.note(|| Operation::Sync(path.clone()));
        Ok(())
    }
}
