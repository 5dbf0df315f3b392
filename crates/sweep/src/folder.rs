//! The folder of a sweep's results.
//!
//! `sweep.json` names the sweep, and `sweep.toml` is its file. Each process appends its finished
//! points to a file of its own, `points.jsonl` or `points-I-of-N.jsonl`; `results.parquet` and
//! `index.html` follow once all points are there.

use crate::error::{Other, SweepError};
use crate::shard::Shard;
use crate::sweep::Sweep;
use crate::value::Value;
use fourcorners_bench::kept_lines::{KeptLines, whole};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

const ABOUT: &str = "sweep.json";
/// A copy of the sweep's file.
const FILE: &str = "sweep.toml";
const VERSION: u32 = 1;

/// A point with its figures, or why it has none.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Row {
    /// From 0, in the order of the design.
    pub point: u64,
    pub parameters: BTreeMap<String, Value>,
    /// By name; absent where the drive or phase has none. Empty if it failed.
    pub figures: BTreeMap<String, Option<f64>>,
    /// Why there are no figures.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failed: Option<String>,
}

/// `sweep.json`.
#[derive(Debug, Serialize, Deserialize)]
struct About {
    schema_version: u32,
    sweep: String,
    title: String,
    points: usize,
    parameters: Vec<String>,
    figures: Vec<String>,
    /// Of the program.
    version: String,
    /// Of all that its points follow from.
    digest: String,
}

/// The folder of a sweep.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    /// Points of the sweep.
    points: u64,
}

/// Appends points.
#[derive(Debug)]
pub struct Points {
    path: PathBuf,
    lines: KeptLines,
}

impl Folder {
    /// Makes it, or opens the one of the same sweep. Several processes may do so at once.
    ///
    /// # Errors
    /// It holds something else.
    pub fn open(path: &Path, sweep: &Sweep) -> Result<Self, SweepError> {
        let failed = |path: &Path| {
            let path = path.to_path_buf();
            move |error| SweepError::Io { path, error }
        };
        let about = path.join(ABOUT);
        if path.exists() && !about.exists() && !is_empty(path).map_err(failed(path))? {
            return Err(SweepError::NotASweep(path.into()));
        }
        fs::create_dir_all(path).map_err(failed(path))?;
        let ours = About {
            schema_version: VERSION,
            sweep: sweep.name.clone(),
            title: sweep.title.clone(),
            points: sweep.points.len(),
            parameters: sweep.parameters.iter().map(ToString::to_string).collect(),
            figures: sweep.recorded.iter().map(|it| it.name.clone()).collect(),
            version: env!("CARGO_PKG_VERSION").into(),
            digest: sweep.digest.clone(),
        };
        let text = serde_json::to_string_pretty(&ours).map_err(io::Error::from);
        let text = text.map_err(failed(&about))? + "\n";
        let folder = Self {
            path: path.into(),
            points: sweep.points.len() as u64,
        };
        let mut part = new_file(path).map_err(failed(path))?;
        part.write_all(text.as_bytes()).map_err(failed(&about))?;
        part.as_file().sync_all().map_err(failed(&about))?;
        match part.persist_noclobber(&about) {
            Ok(_) => {}
            Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => {
                let there = fs::read_to_string(&about).map_err(failed(&about))?;
                let there: About = serde_json::from_str(&there)
                    .map_err(|error| failed(&about)(io::Error::from(error)))?;
                let what = match () {
                    () if there.digest != ours.digest => Some(Other::Files),
                    () if there.version != ours.version => Some(Other::Version),
                    () => None,
                };
                match what {
                    Some(what) if folder.has_points()? => {
                        let folder = path.into();
                        return Err(SweepError::AnotherSweep { folder, what });
                    }
                    _ => folder.put(ABOUT, text.as_bytes())?,
                }
            }
            Err(error) => return Err(failed(&about)(error.error)),
        }
        folder.put(FILE, sweep.text.as_bytes())?;
        Ok(folder)
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Files of points, of all processes.
    fn files(&self) -> Result<Vec<PathBuf>, SweepError> {
        let failed = |error| SweepError::Io {
            path: self.path.clone(),
            error,
        };
        let is_of_points = |path: &PathBuf| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            name.starts_with("points") && name.ends_with(".jsonl")
        };
        let entries = fs::read_dir(&self.path).map_err(failed)?;
        let paths = entries.map(|entry| entry.map(|entry| entry.path()));
        let paths: Vec<PathBuf> = paths.collect::<io::Result<_>>().map_err(failed)?;
        Ok(paths.into_iter().filter(is_of_points).collect())
    }

    /// Whether any point was ever written.
    fn has_points(&self) -> Result<bool, SweepError> {
        let is_filled = |path: &PathBuf| path.metadata().is_ok_and(|there| there.len() > 0);
        Ok(self.files()?.iter().any(is_filled))
    }

    /// The points of all processes, by number. A line that a process is just writing, or that was
    /// cut off, does not count.
    ///
    /// # Errors
    /// A line is no point of this sweep.
    pub fn rows(&self) -> Result<BTreeMap<u64, Row>, SweepError> {
        let mut rows = BTreeMap::new();
        for path in self.files()? {
            let text = fs::read(&path).map_err(|error| SweepError::Io {
                path: path.clone(),
                error,
            })?;
            let lines = whole(&text).split(|byte| *byte == b'\n');
            for (index, line) in lines.enumerate().filter(|(_, line)| !line.is_empty()) {
                let wrong = |message| SweepError::Line {
                    file: path.clone(),
                    line: index + 1,
                    message,
                };
                let row: Row =
                    serde_json::from_slice(line).map_err(|error| wrong(error.to_string()))?;
                if row.point >= self.points {
                    let message = format!("point {} of {}, from 0", row.point, self.points);
                    return Err(wrong(message));
                }
                rows.insert(row.point, row);
            }
        }
        Ok(rows)
    }

    /// Numbers of the points that no process has done.
    ///
    /// # Errors
    /// As [`Self::rows`].
    pub fn missing(&self) -> Result<Vec<u64>, SweepError> {
        let rows = self.rows()?;
        let numbers = 0..self.points;
        Ok(numbers
            .filter(|number| !rows.contains_key(number))
            .collect())
    }

    /// Puts a file into it, whole or not at all; an older one of this sweep is replaced.
    pub(crate) fn put(&self, name: &str, bytes: &[u8]) -> Result<(), SweepError> {
        let path = self.path.join(name);
        let put = || {
            let mut part = new_file(&self.path)?;
            part.write_all(bytes)?;
            part.as_file().sync_all()?;
            part.persist(&path).map(drop).map_err(|error| error.error)
        };
        put().map_err(|error| SweepError::Io {
            path: path.clone(),
            error,
        })
    }

    /// The file of a process, which no other process may write meanwhile.
    ///
    /// # Errors
    /// Another process writes it.
    pub fn points(&self, shard: Option<Shard>) -> Result<Points, SweepError> {
        let path = self.path.join(Shard::file_name(shard));
        match KeptLines::open(&path) {
            Ok((lines, _)) => Ok(Points { path, lines }),
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => Err(SweepError::InUse(path)),
            Err(error) => Err(SweepError::Io { path, error }),
        }
    }
}

impl Points {
    /// Appends a point; it survives a power cut from then on.
    pub fn put(&mut self, row: &Row) -> Result<(), SweepError> {
        let written = serde_json::to_string(row)
            .map_err(io::Error::from)
            .and_then(|line| self.lines.append(&line));
        written.map_err(|error| SweepError::Io {
            path: self.path.clone(),
            error,
        })
    }
}

fn is_empty(path: &Path) -> io::Result<bool> {
    Ok(fs::read_dir(path)?.next().is_none())
}

/// A file that has no name yet, readable as any new file is (less the umask).
fn new_file(folder: &Path) -> io::Result<tempfile::NamedTempFile> {
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o666);
    tempfile::Builder::new()
        .permissions(mode)
        .tempfile_in(folder)
        // Without the name that the file has for now.
        .map_err(|error| error.kind().into())
}
