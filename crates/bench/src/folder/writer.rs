//! Appends to a run's folder.

use super::names::{HISTOGRAMS, POSITIONS, RESULTS, RUN_JSON, SAMPLES, WALL, WRITES};
use super::writes::Writes;
use super::{FolderError, header::to_text, lock, wrong};
use crate::disk::{Disk, DiskFile};
use crate::io_log::{IoLog, RECORD_BYTES};
use crate::record::{Entry, HistogramLine, Position, RunHeader, SCHEMA_VERSION, Sample, Wall};
use fourcorners_block::Bytes;
use serde::Serialize;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

/// Appends to a run's folder. Every line reaches the operating system at once and whole, so
/// that a killed run keeps all that was measured; a phase's result waits until the medium has it,
/// so that a power cut takes no more than the phase under way.
pub struct FolderWriter {
    path: PathBuf,
    results: Lines,
    samples: Lines,
    positions: Lines,
    histograms: Lines,
    wall: Lines,
    /// Made when something is to be said in it.
    writes: Option<Lines>,
    disk: Disk,
    /// Every I/O, if that was asked for.
    ios: Option<IoLog>,
    /// Lines of `results.jsonl`.
    entries: u16,
    /// `run.json`, locked as long as the run goes on.
    _lock: File,
}

/// A file that grows by whole lines. Its first one carries the schema's version.
struct Lines {
    file: DiskFile,
    is_empty: bool,
    is_synced: bool,
}

#[derive(Serialize)]
struct FirstLine<'a, T> {
    schema_version: u32,
    #[serde(flatten)]
    line: &'a T,
}

impl Lines {
    fn open(disk: &Disk, folder: &Path, name: &str) -> Result<Self, FolderError> {
        let path = folder.join(name);
        let file = disk.open(&path).map_err(wrong(&path))?;
        let length = file.file.metadata().map_err(wrong(&path))?.len();
        Ok(Self {
            file,
            is_empty: length == 0,
            is_synced: true,
        })
    }

    /// Appends a line that carries no version of its own.
    fn push<T: Serialize>(&mut self, line: &T) -> Result<(), FolderError> {
        if self.is_empty {
            return self.push_as_it_is(&FirstLine {
                schema_version: SCHEMA_VERSION,
                line,
            });
        }
        self.push_as_it_is(line)
    }

    fn push_as_it_is<T: Serialize>(&mut self, line: &T) -> Result<(), FolderError> {
        self.is_empty = false;
        self.is_synced = false;
        let written = serde_json::to_vec(line)
            .map_err(io::Error::from)
            .and_then(|mut bytes| {
                bytes.push(b'\n');
                self.file.append(&bytes)
            });
        written.map_err(wrong(&self.file.path))
    }

    /// Takes away what a power cut left of a last line.
    fn cut_torn(&mut self) -> Result<(), FolderError> {
        let path = self.file.path.clone();
        let bytes = std::fs::read(&path).map_err(wrong(&path))?;
        let whole = bytes.iter().rposition(|byte| *byte == b'\n');
        let whole = whole.map_or(0, |end| end + 1);
        if whole < bytes.len() {
            self.file.cut(whole as u64).map_err(wrong(&path))?;
            self.is_empty = whole == 0;
        }
        Ok(())
    }

    fn sync(&mut self) -> Result<(), FolderError> {
        if !self.is_synced {
            self.file.sync().map_err(wrong(&self.file.path))?;
            self.is_synced = true;
        }
        Ok(())
    }
}

/// `run.json` before it is in its place.
const NEW_RUN_JSON: &str = "run.json.new";

/// Writes what `run.json` shall say beside it, and locks it: who gives it that name is who writes
/// the folder.
pub(super) fn prepare(disk: &Disk, folder: &Path, text: &str) -> Result<File, FolderError> {
    let path = folder.join(NEW_RUN_JSON);
    let mut file = disk.open(&path).map_err(wrong(&path))?;
    let begun = file.file.metadata().map_err(wrong(&path))?.len();
    // A power cut may have left some of one.
    let cut = if begun > 0 { file.cut(0) } else { Ok(()) };
    cut.and_then(|()| file.append(text.as_bytes()))
        .and_then(|()| file.sync())
        .map_err(wrong(&path))?;
    lock::lock(folder, &file.file)?;
    Ok(file.file)
}

/// Makes what was prepared `run.json`, in one step.
pub(super) fn put_in_place(disk: &Disk, folder: &Path) -> Result<(), FolderError> {
    let run_json = folder.join(RUN_JSON);
    disk.rename(&folder.join(NEW_RUN_JSON), &run_json)
        .and_then(|()| disk.sync_folder(folder))
        .map_err(wrong(&run_json))
}

impl FolderWriter {
    /// Makes the folder, which must not exist, and writes `run.json`.
    pub fn create(path: &Path, header: &RunHeader) -> Result<Self, FolderError> {
        Self::create_telling(path, header, &[], None)
    }

    /// The same with lines of `wall.jsonl`, and what may have been written to a drive whose writes
    /// are limited, that are there as soon as the folder is a run's.
    pub fn create_telling(
        path: &Path,
        header: &RunHeader,
        first: &[Wall],
        already: Option<Bytes>,
    ) -> Result<Self, FolderError> {
        Self::make(&Disk::default(), path, header, first, already)
    }

    /// As [`FolderWriter::create`], on a disk of the caller's.
    pub fn create_on(disk: &Disk, path: &Path, header: &RunHeader) -> Result<Self, FolderError> {
        Self::make(disk, path, header, &[], None)
    }

    fn make(
        disk: &Disk,
        path: &Path,
        header: &RunHeader,
        first: &[Wall],
        already: Option<Bytes>,
    ) -> Result<Self, FolderError> {
        let parent = path
            .parent()
            .filter(|parent| !parent.as_os_str().is_empty());
        let parent = parent.unwrap_or(Path::new("."));
        std::fs::create_dir_all(parent).map_err(wrong(path))?;
        disk.make_folder(path).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => FolderError::Exists(path.into()),
            _ => wrong(path)(error),
        })?;
        // `run.json` comes last and whole: where it is, the folder is a run's.
        let text = to_text(header).map_err(|error| wrong(&path.join(RUN_JSON))(error.into()))?;
        let lock = prepare(disk, path, &text)?;
        let mut writer = Self::open(disk, path, lock, 0)?;
        first.iter().try_for_each(|wall| writer.wall(wall))?;
        writer.wall.sync()?;
        if let Some(already) = already {
            writer.host_writes(already.0)?;
        }
        put_in_place(disk, path)?;
        disk.sync_folder(parent).map_err(wrong(path))?;
        Ok(writer)
    }

    /// Goes on with the files that are there.
    pub(super) fn open(
        disk: &Disk,
        path: &Path,
        lock: File,
        entries: u16,
    ) -> Result<Self, FolderError> {
        Ok(Self {
            path: path.into(),
            results: Lines::open(disk, path, RESULTS)?,
            samples: Lines::open(disk, path, SAMPLES)?,
            positions: Lines::open(disk, path, POSITIONS)?,
            histograms: Lines::open(disk, path, HISTOGRAMS)?,
            wall: Lines::open(disk, path, WALL)?,
            writes: None,
            disk: disk.clone(),
            ios: None,
            entries,
            _lock: lock,
        })
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        &self.path
    }
    /// Also records every measured I/O from now on, in a file of its own.
    pub fn log_ios(&mut self) -> Result<(), FolderError> {
        let log = IoLog::open(&self.path.join(IoLog::NAME));
        self.ios = Some(log.map_err(|error| self.log_failed(error))?);
        Ok(())
    }
    /// Whether every measured I/O is recorded.
    pub fn logs_ios(&self) -> bool {
        self.ios.is_some()
    }
    /// Lines of `results.jsonl` so far: the number of the phase under way.
    pub fn entries(&self) -> u16 {
        self.entries
    }
    /// Appends an I/O, if they are recorded.
    #[inline]
    pub fn io(&mut self, record: [u8; RECORD_BYTES]) -> Result<(), FolderError> {
        let pushed = self.ios.as_mut().map_or(Ok(()), |log| log.push(record));
        pushed.map_err(|error| self.log_failed(error))
    }
    fn log_failed(&self, error: io::Error) -> FolderError {
        wrong(&self.path.join(IoLog::NAME))(error)
    }
    fn flush_ios(&mut self) -> Result<(), FolderError> {
        let flushed = self.ios.as_mut().map_or(Ok(()), IoLog::flush);
        flushed.map_err(|error| self.log_failed(error))
    }
    /// Appends a second.
    pub fn sample(&mut self, sample: &Sample) -> Result<(), FolderError> {
        self.flush_ios()?;
        self.samples.push(sample)
    }
    /// Appends a zone.
    pub fn position(&mut self, position: &Position) -> Result<(), FolderError> {
        self.positions.push(position)
    }
    /// Appends a phase's latencies.
    pub fn histogram(&mut self, histogram: &HistogramLine) -> Result<(), FolderError> {
        self.histograms.push(histogram)
    }
    /// Appends a phase's result, after everything else of it has been handed on, and waits until
    /// all of it is on the medium.
    pub fn entry(&mut self, entry: &Entry) -> Result<(), FolderError> {
        self.flush_ios()?;
        let log = self.ios.as_mut().filter(|_| self.results.file.waits());
        let synced = log.map_or(Ok(()), IoLog::sync);
        synced.map_err(|error| self.log_failed(error))?;
        for lines in [&mut self.samples, &mut self.positions, &mut self.histograms] {
            lines.sync()?;
        }
        self.entries = self.entries.saturating_add(1);
        self.results.push_as_it_is(entry)?;
        self.results.sync()
    }
    /// Appends what happened when.
    pub fn wall(&mut self, wall: &Wall) -> Result<(), FolderError> {
        self.wall.push(wall)
    }
    /// Appends what may have been written to the drive, and waits until it is on the medium.
    pub fn host_writes(&mut self, at_most_bytes: u64) -> Result<(), FolderError> {
        let lines = match &mut self.writes {
            Some(lines) => lines,
            none => {
                let mut lines = Lines::open(&self.disk, &self.path, WRITES)?;
                lines.cut_torn()?;
                none.insert(lines)
            }
        };
        let is_new = lines.is_empty;
        lines.push(&Writes { at_most_bytes })?;
        lines.sync()?;
        if is_new {
            let synced = self.disk.sync_folder(&self.path);
            synced.map_err(wrong(&self.path))?;
        }
        Ok(())
    }
}
