//! A run that ended before its time, taken up again: what is finished stays, what was only begun
//! is put aside.

use super::header::with_disturbances;
use super::lock::open_locked;
use super::names::{HISTOGRAMS, INTERRUPTED, POSITIONS, RESULTS, RUN_JSON, SAMPLES, WALL};
use super::{FILE_LIMIT, FolderError, FolderWriter, HEADER_LIMIT, foreign, unread, writer, wrong};
use crate::disk::Disk;
use crate::io_log::IoLog;
use crate::plain_file::{self, NotRead};
use crate::plan::Plan;
use crate::record::{Disturbance, Entry, Run, SCHEMA_VERSION, Status, Wall};
use serde::Deserialize;
use std::fs::File;
use std::path::{Path, PathBuf};

/// A run's folder that nobody else writes meanwhile.
pub struct KeptRun {
    disk: Disk,
    run: Run,
    /// How many of its results stand.
    standing: usize,
    lock: File,
}

/// What names a phase in a line of any file.
#[derive(Debug, Deserialize, PartialEq, Eq)]
struct Key {
    #[serde(deserialize_with = "crate::former::read_test")]
    test: String,
    variant: String,
    phase: String,
}

impl Key {
    fn of(line: &[u8]) -> Option<Self> {
        serde_json::from_slice(line).ok()
    }

    fn names(&self) -> [&str; 3] {
        [&self.test, &self.variant, &self.phase]
    }
}

/// What is put aside of one file.
struct Part {
    name: &'static str,
    /// Bytes that stay.
    stays: u64,
    bytes: Vec<u8>,
}

/// Keeps a run's folder from being resumed by another process as long as it lives.
pub struct Hold {
    _lock: File,
}

impl KeptRun {
    /// Keeps the folder locked after this was dropped; `None`: the host has no file descriptor
    /// left.
    pub fn hold(&self) -> Option<Hold> {
        // Duplicates share the lock; the last one that is closed releases it.
        let _lock = self.lock.try_clone().ok()?;
        Some(Hold { _lock })
    }

    /// Locks and reads a folder.
    ///
    /// # Errors
    /// It is being written, or is no run's folder.
    pub fn open(path: &Path) -> Result<Self, FolderError> {
        Self::open_on(&Disk::default(), path)
    }

    /// The same on a disk of the caller's.
    ///
    /// # Errors
    /// As [`KeptRun::open`].
    pub fn open_on(disk: &Disk, path: &Path) -> Result<Self, FolderError> {
        let lock = open_locked(path)?;
        let run = Run::open(path)?;
        // A run ends with a phase that was stopped, or in which the drive was lost. One that failed
        // earlier was left behind by the run itself.
        let stays =
            |entry: &Entry| !matches!(entry.status, Status::Interrupted | Status::Failed { .. });
        let standing = run
            .entries
            .iter()
            .rposition(stays)
            .map_or(0, |last| last + 1);
        Ok(Self {
            disk: disk.clone(),
            run,
            standing,
            lock,
        })
    }

    /// The run as it was read.
    pub fn run(&self) -> &Run {
        &self.run
    }

    /// The results that stand: all but those with which the run ended too early.
    pub fn results(&self) -> &[Entry] {
        &self.run.entries[..self.standing]
    }

    /// Adds to `run.json` what was found that may spoil the figures from here on, and changes
    /// nothing else in it.
    ///
    /// # Errors
    /// It cannot be written; it is as it was then.
    pub fn disturbed_by(&mut self, more: Vec<Disturbance>) -> Result<(), FolderError> {
        let run_json = self.run.path.join(RUN_JSON);
        let json = plain_file::read(&run_json, HEADER_LIMIT).map_err(unread(&run_json))?;
        let text = with_disturbances(&json, &more)
            .map_err(|error| foreign(&run_json)(error.to_string()))?;
        // The lock goes with the file: the next `run.json` is locked before it is one.
        let lock = writer::prepare(&self.disk, &self.run.path, &text)?;
        writer::put_in_place(&self.disk, &self.run.path)?;
        self.lock = lock;
        self.run.header.disturbances.extend(more);
        Ok(())
    }

    /// Puts aside what belongs to no result that stands, and goes on behind the rest; says where it
    /// was put, if there was any. A power cut meanwhile can only leave a copy too many.
    ///
    /// # Errors
    /// The folder cannot be written; nothing is lost then.
    pub fn go_on(self, plan: &Plan) -> Result<(FolderWriter, Option<PathBuf>), FolderError> {
        let folder = self.run.path.clone();
        let parts = [RESULTS, SAMPLES, POSITIONS, HISTOGRAMS, WALL]
            .into_iter()
            .map(|name| self.part(&folder, name))
            .collect::<Result<Vec<Part>, _>>()?;
        let ios = folder.join(IoLog::NAME);
        // One that cannot be opened otherwise ends the run where it is written.
        if let Err(why @ NotRead::Refused(_)) = plain_file::open(&ios, u64::MAX) {
            return Err(unread(&ios)(why));
        }
        let begun = ios.exists() || parts.iter().any(|part| !part.bytes.is_empty());
        let aside = begun.then(|| self.put_aside(&parts, plan)).transpose()?;
        let phases = self.standing as u64;
        if let Some(aside) = &aside {
            IoLog::put_aside(&ios, phases, &aside.join(IoLog::NAME)).map_err(wrong(&ios))?;
        }
        for part in parts.iter().filter(|part| !part.bytes.is_empty()) {
            let path = folder.join(part.name);
            let mut file = self.disk.open(&path).map_err(wrong(&path))?;
            file.cut(part.stays)
                .and_then(|()| file.sync())
                .map_err(wrong(&path))?;
        }
        let phases = u16::try_from(phases).unwrap_or(u16::MAX);
        let writer = FolderWriter::open(&self.disk, &folder, self.lock, phases)?;
        Ok((writer, aside))
    }

    /// The end of a file that belongs to no result that stands.
    fn part(&self, folder: &Path, name: &'static str) -> Result<Part, FolderError> {
        let path = folder.join(name);
        let mut bytes = match plain_file::read(&path, FILE_LIMIT) {
            Ok(bytes) => bytes,
            Err(NotRead::Missing) => Vec::new(),
            Err(why) => return Err(unread(&path)(why)),
        };
        let mut stays = 0;
        let mut read = 0;
        // What ends without a line's end was torn while it was written.
        for line in bytes.split_inclusive(|byte| *byte == b'\n') {
            read += line.len();
            if line.ends_with(b"\n") && self.stands(name, line) {
                stays = read;
            }
        }
        Ok(Part {
            name,
            stays: stays as u64,
            bytes: bytes.split_off(stays),
        })
    }

    fn stands(&self, name: &str, line: &[u8]) -> bool {
        if name == WALL {
            return serde_json::from_slice::<Wall>(line).is_ok();
        }
        let results = self.results();
        Key::of(line).is_some_and(|key| results.iter().any(|entry| entry.names() == key.names()))
    }

    /// Copies the parts into a folder of their own.
    fn put_aside(&self, parts: &[Part], plan: &Plan) -> Result<PathBuf, FolderError> {
        let all = self.run.path.join(INTERRUPTED);
        if !all.is_dir() {
            self.disk.make_folder(&all).map_err(wrong(&all))?;
        }
        let aside = (1_u32..)
            .map(|number| all.join(number.to_string()))
            .find(|path| !path.exists())
            .unwrap_or_else(|| all.clone());
        self.disk.make_folder(&aside).map_err(wrong(&aside))?;
        for part in parts {
            let mut bytes = part.bytes.clone();
            if part.name == RESULTS && bytes.is_empty() {
                bytes = entry_of(parts, plan);
            }
            if !bytes.is_empty() {
                self.write(&aside.join(part.name), &bytes)?;
            }
        }
        for folder in [&aside, &all, &self.run.path] {
            self.disk.sync_folder(folder).map_err(wrong(folder))?;
        }
        Ok(aside)
    }

    fn write(&self, path: &Path, bytes: &[u8]) -> Result<(), FolderError> {
        let mut file = self.disk.open(path).map_err(wrong(path))?;
        file.append(bytes)
            .and_then(|()| file.sync())
            .map_err(wrong(path))
    }
}

/// A line for the phase that was under way when the process was killed: it could write none.
fn entry_of(parts: &[Part], plan: &Plan) -> Vec<u8> {
    let lines = parts
        .iter()
        .flat_map(|part| part.bytes.split(|byte| *byte == b'\n'));
    let Some(key) = lines.filter_map(Key::of).next() else {
        return Vec::new();
    };
    let state = plan.phases().find_map(|phase| {
        let same = phase.names() == key.names();
        same.then(|| phase.state.clone())
    });
    let entry = Entry {
        schema_version: SCHEMA_VERSION,
        test: key.test,
        variant: key.variant,
        phase: key.phase,
        state: state.unwrap_or_default(),
        status: Status::Interrupted,
        measured: None,
    };
    let mut line = serde_json::to_vec(&entry).unwrap_or_default();
    line.push(b'\n');
    line
}
