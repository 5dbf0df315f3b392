//! A drive that stays: its bytes and its state in a folder.
//!
//! * `store.json`: which drive it is
//! * `contents`: its bytes, a sparse file
//! * `state-N`: the drive's state when log N begins; without one it is fresh
//! * `log-N`: what happened since ([`log`])
//! * `uncorrectable.json`: ranges that cannot be read, if there are any
//!
//! Saving the state begins a new log: the state is written under another name, synced and renamed,
//! and only then the old log goes.

pub mod log;
mod replay;
mod state;

use crate::contents::Contents;
use crate::uncorrectable::Uncorrectable;
use fourcorners_block::{Drive, DriveError};
use log::{Entry, Reader, Writer};
use replay::replay;
use rustix::fs::{FlockOperation, flock};
use serde::{Deserialize, Serialize};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Seek, SeekFrom};
use std::ops::Range;
use std::path::{Path, PathBuf};

const SCHEMA_VERSION: u32 = 1;
const UNCORRECTABLE: &str = "uncorrectable.json";

/// Why a store cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    #[error("{}: {error}", path.display())]
    Host { path: PathBuf, error: io::Error },
    /// There is something else in the folder.
    #[error("{} exists and is not a store", .0.display())]
    NotAStore(PathBuf),
    #[error("{} is served by another process", .0.display())]
    InUse(PathBuf),
    #[error("{} holds a {holds}, not a {given}", path.display())]
    OtherDrive {
        path: PathBuf,
        holds: String,
        given: String,
    },
    /// The name is the same, the parameters are not, or the program is another version.
    #[error("{} holds a {name} with other parameters, or of another version", path.display())]
    Changed { path: PathBuf, name: String },
    #[error("{} is damaged", .0.display())]
    Damaged(PathBuf),
    /// One of them is gone: without it, the drive would be another.
    #[error("{} has lost its state or its log", .0.display())]
    Incomplete(PathBuf),
    #[error("the log cannot be read: {0}")]
    Log(io::Error),
    #[error(transparent)]
    Drive(#[from] DriveError),
}

/// Which drive is in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    schema_version: u32,
    /// Catalog name.
    pub drive: String,
    /// SHA-256 of all that decides what the drive does.
    behavior: String,
    /// Bytes.
    pub capacity: u64,
}

impl Header {
    /// `behavior`: everything that decides what the drive does.
    pub fn new(drive: &str, behavior: &str, capacity: u64) -> Self {
        use sha2::Digest as _;
        let version = env!("CARGO_PKG_VERSION");
        let digest = sha2::Sha256::digest(format!("{version}\n{behavior}"));
        Self {
            schema_version: SCHEMA_VERSION,
            drive: drive.into(),
            behavior: digest.iter().map(|byte| format!("{byte:02x}")).collect(),
            capacity,
        }
    }
}

/// A folder that holds a drive, open and locked.
pub struct Store {
    folder: PathBuf,
    /// Locked as long as it is open.
    _lock: File,
    contents: File,
    log: Writer,
    number: u64,
}

impl Store {
    /// Opens the store in a folder, or makes one, and brings the drive to the state in it.
    ///
    /// # Errors
    /// See [`StoreError`]. Nothing is changed then.
    pub fn open(folder: &Path, header: &Header, drive: &mut dyn Drive) -> Result<Self, StoreError> {
        let host = |error| host(folder, error);
        let path = folder.join("store.json");
        if !path.exists() {
            let mut entries = match fs::read_dir(folder) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => None,
                entries => Some(entries.map_err(host)?),
            };
            if entries.as_mut().and_then(Iterator::next).is_some() {
                return Err(StoreError::NotAStore(folder.into()));
            }
            fs::create_dir_all(folder).map_err(host)?;
            let text = serde_json::to_string_pretty(header).map_err(io::Error::from);
            let written = text.and_then(|text| durably(&path, text.as_bytes()));
            written.map_err(host)?;
        }
        let lock = File::open(&path).map_err(host)?;
        match flock(&lock, FlockOperation::NonBlockingLockExclusive) {
            Err(rustix::io::Errno::WOULDBLOCK) => return Err(StoreError::InUse(folder.into())),
            locked => locked.map_err(|error| host(error.into()))?,
        }
        check(folder, &path, header)?;
        let number = state::restore(folder, drive)?;
        let log_path = folder.join(format!("log-{number}"));
        let contents_path = folder.join("contents");
        // A log is there before contents, and before the state that it follows.
        if !log_path.exists() && (number > 0 || contents_path.exists()) {
            return Err(StoreError::Incomplete(folder.into()));
        }
        let mut options = OpenOptions::new();
        let options = options.read(true).write(true).create(true).truncate(false);
        let mut log_file = options.open(&log_path).map_err(host)?;
        let mut reader = Reader::new(&log_file);
        let end = replay(&mut reader, drive)?;
        let whole = reader.whole_bytes();
        log_file.set_len(whole).map_err(host)?;
        log_file.seek(SeekFrom::End(0)).map_err(host)?;
        let contents = options.open(&contents_path).map_err(host)?;
        let is_new = number == 0 && whole == 0;
        if is_new {
            contents.set_len(header.capacity).map_err(host)?;
        } else if contents.metadata().map_err(host)?.len() != header.capacity {
            return Err(StoreError::Damaged(contents_path));
        }
        let mut store = Self {
            folder: folder.into(),
            _lock: lock,
            contents,
            log: Writer::new(log_file, whole),
            number,
        };
        store.push(&end)?;
        // The names of the files are durable from the start.
        store.end_frame()?;
        store.log.file().sync_all().map_err(host)?;
        store.contents.sync_all().map_err(host)?;
        sync_folder(folder).map_err(host)?;
        Ok(store)
    }

    /// The bytes of the drive.
    ///
    /// # Errors
    /// The host's.
    pub fn contents(&self, capacity: u64) -> io::Result<Contents> {
        Contents::in_file(self.contents.try_clone()?, capacity)
    }

    /// Ranges of the drive that cannot be read.
    ///
    /// # Errors
    /// The host's, or the file is damaged.
    pub fn uncorrectable(&self) -> Result<Uncorrectable, StoreError> {
        let path = self.folder.join(UNCORRECTABLE);
        let text = match fs::read(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Ok(Uncorrectable::default());
            }
            text => text.map_err(|error| host(&path, error))?,
        };
        let ranges: Vec<Range<u64>> =
            serde_json::from_slice(&text).map_err(|_| StoreError::Damaged(path))?;
        Ok(Uncorrectable::of(ranges))
    }

    /// Makes them durable.
    ///
    /// # Errors
    /// The host's.
    pub fn keep_uncorrectable(&self, ranges: &Uncorrectable) -> io::Result<()> {
        let text = serde_json::to_string(ranges.ranges())?;
        durably(&self.folder.join(UNCORRECTABLE), text.as_bytes())
    }

    /// The files that have to be synced to make durable what the store was given.
    ///
    /// # Errors
    /// The host has no more file descriptors.
    pub fn files(&self) -> io::Result<Vec<File>> {
        Ok(vec![
            self.contents.try_clone()?,
            self.log.file().try_clone()?,
        ])
    }

    /// Adds to the log.
    ///
    /// # Errors
    /// The host's.
    pub fn push(&mut self, entry: &Entry) -> Result<(), StoreError> {
        let pushed = self.log.push(entry);
        pushed.map_err(|error| host(&self.folder, error))
    }

    /// Hands the log over to the host, to be synced.
    ///
    /// # Errors
    /// The host's.
    pub fn end_frame(&mut self) -> Result<(), StoreError> {
        let ended = self.log.end_frame();
        ended.map_err(|error| host(&self.folder, error))
    }

    /// Length of the log in bytes.
    pub fn log_bytes(&self) -> u64 {
        self.log.bytes()
    }

    /// Saves the drive's state and begins a new log. With I/Os in flight it does nothing.
    ///
    /// # Errors
    /// The host's. What was there before is still there.
    pub fn save(&mut self, drive: &dyn Drive) -> Result<(), StoreError> {
        let Some(bytes) = drive.state() else {
            return Ok(());
        };
        let next = self.number + 1;
        let log = self.folder.join(format!("log-{next}"));
        let saved = File::create(&log).and_then(|file| {
            file.sync_all()?;
            self.contents.sync_data()?;
            state::save(&self.folder, next, &bytes)?;
            Ok(file)
        });
        let file = saved.map_err(|error| host(&self.folder, error))?;
        self.log = Writer::new(file, 0);
        state::forget(&self.folder, self.number);
        self.number = next;
        Ok(())
    }
}

fn host(path: &Path, error: io::Error) -> StoreError {
    StoreError::Host {
        path: path.into(),
        error,
    }
}

/// Whether the store is of that drive.
fn check(folder: &Path, path: &Path, given: &Header) -> Result<(), StoreError> {
    let text = fs::read(path).map_err(|error| host(path, error))?;
    let damaged = |_| StoreError::Damaged(path.into());
    let holds: Header = serde_json::from_slice(&text).map_err(damaged)?;
    if holds.drive != given.drive {
        return Err(StoreError::OtherDrive {
            path: folder.into(),
            holds: holds.drive,
            given: given.drive.clone(),
        });
    }
    match holds == *given {
        true => Ok(()),
        false => Err(StoreError::Changed {
            path: folder.into(),
            name: holds.drive,
        }),
    }
}

/// Writes a file so that a crash leaves all of it, or nothing.
fn durably(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let unfinished = path.with_extension("new");
    fs::write(&unfinished, bytes)?;
    File::open(&unfinished)?.sync_all()?;
    fs::rename(&unfinished, path)?;
    path.parent().map_or(Ok(()), sync_folder)
}

fn sync_folder(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}
