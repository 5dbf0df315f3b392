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

mod error;
mod folder;
mod header;
pub mod log;
mod replay;
mod salvage;
mod state;
mod tail;

use crate::contents::Contents;
use crate::uncorrectable::Uncorrectable;
use error::host;
use folder::Folder;
use fourcorners_block::Drive;
use header::{begun, locked};
use log::{Entry, Reader, Writer};
use replay::replay;
use rustix::fs::{OFlags, SeekFrom, seek};
use rustix::io::Errno;
use std::fs::File;
use std::io;
use std::ops::Range;
use std::path::Path;

pub use error::StoreError;
pub use folder::ForeignKind;
pub use header::Header;
pub use salvage::{OnDamage, Salvaged};
pub use tail::LogDamage;

const CONTENTS: &str = "contents";
const UNCORRECTABLE: &str = "uncorrectable.json";

fn log_name(number: u64) -> String {
    format!("log-{number}")
}

/// A folder that holds a drive, open and locked.
pub struct Store {
    folder: Folder,
    /// Locked as long as it is open.
    _lock: File,
    contents: File,
    log: Writer,
    number: u64,
    uncorrectable: Uncorrectable,
    salvaged: Vec<Salvaged>,
}

impl Store {
    /// Opens the store in a folder, or makes one, and brings the drive to the state in it.
    ///
    /// # Errors
    /// See [`StoreError`]. Nothing is changed then, except that a salvage keeps copies.
    pub fn open(
        path: &Path,
        header: &Header,
        drive: &mut dyn Drive,
        on_damage: OnDamage,
    ) -> Result<Self, StoreError> {
        let salvages = on_damage == OnDamage::Salvage;
        let mut salvaged = Vec::new();
        let folder = begun(path, header)?;
        let lock = locked(&folder, path, header)?;
        let number = match state::restore(&folder, drive) {
            Err(StoreError::Damaged(_)) if salvages => {
                salvaged.push(salvage::state(&folder)?);
                0
            }
            number => number?,
        };

        let log_name = log_name(number);
        let host = |name: &str, error| host(&folder.path(name), error);
        let log = folder.open_file(&log_name, OFlags::RDWR)?;
        let contents = folder.open_file(CONTENTS, OFlags::RDWR)?;
        let is_lost = match &log {
            // It is there before contents, and before the state that it follows.
            None => number > 0 || contents.is_some(),
            // It begins before data is written.
            Some(log) => {
                let is_empty =
                    number == 0 && is_empty(log).map_err(|error| host(&log_name, error))?;
                is_empty && contents.as_ref().is_some_and(has_data)
            }
        };
        if is_lost && !salvages {
            return Err(StoreError::Incomplete(path.into()));
        }
        if is_lost && salvaged.is_empty() {
            salvaged.push(Salvaged::Log);
        }
        let log = log.map_or_else(|| folder.create(&log_name), Ok)?;
        let mut reader = Reader::new(&log);
        let end = replay(&mut reader, drive)?;
        let whole = reader.whole_bytes();
        let damage = tail::damage(&log, whole);
        if let Some(damage) = damage.map_err(|error| host(&log_name, error))? {
            if !salvages {
                let path = folder.path(&log_name);
                return Err(StoreError::DamagedLog { path, damage });
            }
            salvaged.push(salvage::log(&folder, &log_name, &log, damage)?);
        }

        let length = contents.as_ref().map(File::metadata).transpose();
        let length = length.map_err(|error| host(CONTENTS, error))?;
        let length = length.map_or(0, |about| about.len());
        let is_new = number == 0 && whole == 0 && length == 0;
        if length != header.capacity && !is_new {
            return Err(StoreError::Unusable(folder.path(CONTENTS)));
        }
        let uncorrectable = match uncorrectable(&folder, header.capacity) {
            Err(StoreError::Damaged(_)) if salvages => {
                salvaged.push(salvage::uncorrectable(&folder, UNCORRECTABLE)?);
                Uncorrectable::default()
            }
            ranges => ranges?,
        };

        // Nothing can be refused any more.
        let contents = contents.map_or_else(|| folder.create(CONTENTS), Ok)?;
        if is_new {
            let made = contents.set_len(header.capacity);
            made.map_err(|error| host(CONTENTS, error))?;
        }
        log.set_len(whole).map_err(|error| host(&log_name, error))?;
        // A crash may have come before these went.
        let former = (0..number).rev().take(2);
        former.for_each(|old| state::forget(&folder, old));
        let mut store = Self {
            folder,
            _lock: lock,
            contents,
            log: Writer::new(log, whole),
            number,
            uncorrectable,
            salvaged,
        };
        store.push(&end)?;
        // The names of the files are durable from the start.
        store.end_frame()?;
        let synced = store.log.file().sync_all();
        synced.map_err(|error| store.host(&log_name, error))?;
        let synced = store.contents.sync_all();
        synced.map_err(|error| store.host(CONTENTS, error))?;
        store.folder.sync()?;
        Ok(store)
    }

    fn host(&self, name: &str, error: io::Error) -> StoreError {
        host(&self.folder.path(name), error)
    }

    /// What was lost when it was opened.
    pub fn salvaged(&self) -> &[Salvaged] {
        &self.salvaged
    }

    /// The bytes of the drive.
    ///
    /// # Errors
    /// The host's.
    pub fn contents(&self, capacity: u64) -> io::Result<Contents> {
        Contents::in_file(self.contents.try_clone()?, capacity)
    }

    /// Ranges of the drive that could not be read when it was opened.
    pub fn uncorrectable(&self) -> &Uncorrectable {
        &self.uncorrectable
    }

    /// Makes them durable.
    ///
    /// # Errors
    /// The host's.
    pub fn keep_uncorrectable(&self, ranges: &Uncorrectable) -> Result<(), StoreError> {
        let text = serde_json::to_string(ranges.ranges());
        let text = text.map_err(|error| self.host(UNCORRECTABLE, error.into()))?;
        self.folder.write_durably(UNCORRECTABLE, text.as_bytes())
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
        pushed.map_err(|error| self.host(&log_name(self.number), error))
    }

    /// Hands the log over to the host, to be synced.
    ///
    /// # Errors
    /// The host's.
    pub fn end_frame(&mut self) -> Result<(), StoreError> {
        let ended = self.log.end_frame();
        ended.map_err(|error| self.host(&log_name(self.number), error))
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
        let name = log_name(next);
        // A crash may have left one that has not begun.
        self.folder.remove(&name)?;
        let log = self.folder.create(&name)?;
        log.sync_all().map_err(|error| self.host(&name, error))?;
        let synced = self.contents.sync_data();
        synced.map_err(|error| self.host(CONTENTS, error))?;
        state::save(&self.folder, next, &bytes)?;
        self.log = Writer::new(log, 0);
        state::forget(&self.folder, self.number);
        self.number = next;
        Ok(())
    }
}

/// Ranges on the drive that cannot be read.
fn uncorrectable(folder: &Folder, capacity: u64) -> Result<Uncorrectable, StoreError> {
    let Some(text) = folder.read(UNCORRECTABLE)? else {
        return Ok(Uncorrectable::default());
    };
    let ranges: Option<Vec<Range<u64>>> = serde_json::from_slice(&text).ok();
    let ranges = ranges.and_then(|ranges| Uncorrectable::of(ranges, capacity));
    ranges.ok_or_else(|| StoreError::Damaged(folder.path(UNCORRECTABLE)))
}

fn is_empty(file: &File) -> io::Result<bool> {
    Ok(file.metadata()?.len() == 0)
}

/// Whether anything was written to a sparse file. Without an answer it counts as written.
fn has_data(file: &File) -> bool {
    seek(file, SeekFrom::Data(0)) != Err(Errno::NXIO)
}
