//! A run's folder: written line by line while the run goes on, read back whole.

use crate::health::Health;
use crate::io_log::IoLog;
use crate::record::{Entry, HistogramLine, Position, Run, RunHeader, SCHEMA_VERSION, Sample, Wall};
use serde::{Serialize, de::DeserializeOwned};
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Why a run's folder cannot be written or read.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// It is there already.
    #[error("{0} exists already; a run never overwrites another")]
    Exists(PathBuf),
    /// The operating system refused; a full disk for instance.
    #[error(
        "{path}: {error}. The run cannot be kept; free some space or choose another folder with --out"
    )]
    Write {
        /// File.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// It cannot be read.
    #[error("{path}: {error}")]
    Read {
        /// File.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// It is no run's folder, or a newer program's.
    #[error("{path}: {reason}")]
    Foreign {
        /// File.
        path: PathBuf,
        /// Why.
        reason: String,
    },
}

/// Appends to a run's folder. Every line reaches the operating system at once and whole, so
/// that a killed run keeps all that was measured.
pub struct FolderWriter {
    path: PathBuf,
    results: Lines,
    samples: Lines,
    positions: Lines,
    histograms: Lines,
    wall: Lines,
    /// Every I/O, if that was asked for.
    ios: Option<IoLog>,
    /// Lines of `results.jsonl`.
    entries: u16,
}

/// A file that grows by whole lines. Its first one carries the schema's version.
struct Lines {
    path: PathBuf,
    file: File,
    is_empty: bool,
}

#[derive(Serialize)]
struct FirstLine<'a, T> {
    schema_version: u32,
    #[serde(flatten)]
    line: &'a T,
}

impl Lines {
    fn create(folder: &Path, name: &str) -> Result<Self, FolderError> {
        let path = folder.join(name);
        match File::create_new(&path) {
            Ok(file) => Ok(Self {
                path,
                file,
                is_empty: true,
            }),
            Err(error) => Err(FolderError::Write { path, error }),
        }
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
        let written = serde_json::to_vec(line)
            .map_err(std::io::Error::from)
            .and_then(|mut bytes| {
                bytes.push(b'\n');
                self.file.write_all(&bytes)
            });
        written.map_err(|error| FolderError::Write {
            path: self.path.clone(),
            error,
        })
    }
}

impl FolderWriter {
    /// Makes the folder, which must not exist, and writes `run.json`.
    pub fn create(path: &Path, header: &RunHeader) -> Result<Self, FolderError> {
        let wrong = |error: std::io::Error| FolderError::Write {
            path: path.into(),
            error,
        };
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent).map_err(wrong)?;
        }
        match std::fs::create_dir(path) {
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {
                return Err(FolderError::Exists(path.into()));
            }
            other => other.map_err(wrong)?,
        }
        let text = serde_json::to_string_pretty(header).map_err(|error| wrong(error.into()))?;
        let run_json = path.join("run.json");
        std::fs::write(&run_json, text + "\n").map_err(|error| FolderError::Write {
            path: run_json,
            error,
        })?;
        Ok(Self {
            path: path.into(),
            results: Lines::create(path, "results.jsonl")?,
            samples: Lines::create(path, "samples.jsonl")?,
            positions: Lines::create(path, "positions.jsonl")?,
            histograms: Lines::create(path, "histograms.jsonl")?,
            wall: Lines::create(path, "wall.jsonl")?,
            ios: None,
            entries: 0,
        })
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        &self.path
    }
    /// Also records every measured I/O from now on, in a file of its own.
    pub fn log_ios(&mut self) -> Result<(), FolderError> {
        let log = IoLog::create(&self.path.join(IoLog::NAME));
        self.ios = Some(log.map_err(|error| self.log_failed(error))?);
        Ok(())
    }
    /// Whether every measured I/O is recorded.
    pub fn logs_ios(&self) -> bool {
        self.ios.is_some()
    }
    /// Lines of `results.jsonl` so far: the number of the phase under way.
    pub(crate) fn entries(&self) -> u16 {
        self.entries
    }
    /// Appends an I/O, if they are recorded.
    #[inline]
    pub(crate) fn io(&mut self, record: [u8; 40]) -> Result<(), FolderError> {
        let pushed = self.ios.as_mut().map_or(Ok(()), |log| log.push(record));
        pushed.map_err(|error| self.log_failed(error))
    }
    fn log_failed(&self, error: std::io::Error) -> FolderError {
        FolderError::Write {
            path: self.path.join(IoLog::NAME),
            error,
        }
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
    /// Appends a phase's result, after everything else of it has been handed on.
    pub fn entry(&mut self, entry: &Entry) -> Result<(), FolderError> {
        self.flush_ios()?;
        self.entries = self.entries.saturating_add(1);
        self.results.push_as_it_is(entry)
    }
    /// Appends what happened when.
    pub fn wall(&mut self, wall: &Wall) -> Result<(), FolderError> {
        self.wall.push(wall)
    }
}

impl Run {
    /// Reads a run's folder, also of a run that was interrupted or killed.
    pub fn open(path: &Path) -> Result<Self, FolderError> {
        let run_json = path.join("run.json");
        let text = std::fs::read_to_string(&run_json).map_err(|error| FolderError::Read {
            path: run_json.clone(),
            error,
        })?;
        let foreign = |reason: String| FolderError::Foreign {
            path: run_json.clone(),
            reason,
        };
        let header: RunHeader =
            serde_json::from_str(&text).map_err(|error| foreign(error.to_string()))?;
        if header.schema_version > SCHEMA_VERSION {
            return Err(foreign(format!(
                "written by a newer fourcorners ({}, schema {}); this one reads up to schema {SCHEMA_VERSION}",
                header.version, header.schema_version
            )));
        }
        let mut damage = Vec::new();
        let health = Health::read(path).unwrap_or_else(|error| {
            damage.push(error.to_string());
            None
        });
        Ok(Self {
            path: path.into(),
            header,
            entries: lines::<Entry>(path, "results.jsonl", &mut damage),
            samples: lines::<Sample>(path, "samples.jsonl", &mut damage),
            positions: lines::<Position>(path, "positions.jsonl", &mut damage),
            histograms: lines::<HistogramLine>(path, "histograms.jsonl", &mut damage),
            health,
            damage,
        })
    }
}

fn lines<T: DeserializeOwned>(folder: &Path, name: &str, damage: &mut Vec<String>) -> Vec<T> {
    let bytes = match std::fs::read(folder.join(name)) {
        Ok(bytes) => bytes,
        Err(error) => {
            damage.push(format!("{name}: {error}"));
            return Vec::new();
        }
    };
    let mut items = Vec::new();
    for (number, line) in bytes
        .split(|byte| *byte == b'\n')
        .enumerate()
        .filter(|(_, line)| !line.is_empty())
    {
        match serde_json::from_slice(line) {
            Ok(item) => items.push(item),
            Err(error) => damage.push(format!("{name}, line {}: {error}; left out", number + 1)),
        }
    }
    items
}
