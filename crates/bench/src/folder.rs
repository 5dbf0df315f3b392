//! A run's folder: written line by line while the run goes on, read back whole, and taken up
//! again where it ended.

mod kept;
pub mod names;
mod writer;

use crate::health::Health;
use crate::record::{Entry, HistogramLine, Position, Run, RunHeader, SCHEMA_VERSION, Sample};
pub use kept::{KeptRun, is_being_written};
use names::{HISTOGRAMS, INTERRUPTED, POSITIONS, RESULTS, RUN_JSON, SAMPLES};
use serde::de::DeserializeOwned;
use std::path::{Path, PathBuf};
pub use writer::FolderWriter;

/// Why a run's folder cannot be written or read.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// It is there already.
    #[error("{0} exists already; a run never overwrites another")]
    Exists(PathBuf),
    /// The operating system refused; a full disk for instance.
    #[error(
        "{path}: {error}. The run cannot be kept; free some space, or choose another folder with --out"
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
    /// Another process writes it.
    #[error("{0} is being written by a run in progress; wait for its end, or stop it with Ctrl-C")]
    InUse(PathBuf),
    /// It is no run's folder, or a newer program's.
    #[error("{path}: {reason}")]
    Foreign {
        /// File.
        path: PathBuf,
        /// Why.
        reason: String,
    },
}

/// What could not be done to which file.
fn wrong(path: &Path) -> impl FnOnce(std::io::Error) -> FolderError {
    let path = path.into();
    move |error| FolderError::Write { path, error }
}

impl Run {
    /// Whether a job file of fio's was run.
    pub fn is_of_a_job_file(&self) -> bool {
        let request = self.header.request.as_ref();
        request.is_some_and(|request| request.job.is_some())
    }

    /// Reads a run's folder, also of a run that was interrupted or killed.
    pub fn open(path: &Path) -> Result<Self, FolderError> {
        let run_json = path.join(RUN_JSON);
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
            health,
            entries: lines::<Entry>(path, RESULTS, &mut damage),
            samples: lines::<Sample>(path, SAMPLES, &mut damage),
            positions: lines::<Position>(path, POSITIONS, &mut damage),
            histograms: lines::<HistogramLine>(path, HISTOGRAMS, &mut damage),
            interrupted: interrupted(path),
            damage,
        })
    }
}

/// What was begun and not ended before the run was taken up again, in order.
fn interrupted(path: &Path) -> Vec<Entry> {
    let parts = |number: &u32| path.join(INTERRUPTED).join(number.to_string());
    (1..)
        .map(|number| parts(&number))
        .take_while(|part| part.is_dir())
        // A part may lack any of the files, and end in a torn line.
        .flat_map(|part| lines::<Entry>(&part, RESULTS, &mut Vec::new()))
        .collect()
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
    for (number, line) in bytes.split_inclusive(|byte| *byte == b'\n').enumerate() {
        // What ends without a line's end was torn while it was written, whatever it says.
        let read = if line.ends_with(b"\n") {
            serde_json::from_slice(line).map_err(|error| error.to_string())
        } else {
            Err("it has no end".into())
        };
        match read {
            Ok(item) => items.push(item),
            Err(_) if line == b"\n" => {}
            Err(error) => damage.push(format!("{name}, line {}: {error}; left out", number + 1)),
        }
    }
    items
}
