//! A run's folder: written line by line while the run goes on, read back whole, and taken up
//! again where it ended.

mod header;
mod health;
mod kept;
mod lines;
mod lock;
pub mod names;
mod review;
mod sink;
mod writer;
mod writes;

use crate::health::Health;
use crate::plain_file::{self, NotRead};
use crate::plausible::keep_possible;
use crate::record::{Damage, Entry, Harm, HistogramLine, Position, Run, Sample};
pub use header::read_header;
pub use kept::{Hold, KeptRun};
pub use lines::{read_lines, short};
pub use lock::is_being_written;
pub(crate) use lock::lock;
use names::{HISTOGRAMS, INTERRUPTED, POSITIONS, RESULTS, RUN_JSON, SAMPLES};
pub use review::review_of;
use serde::de::DeserializeOwned;
pub use sink::{Buffer, Sink};
use std::path::{Path, PathBuf};
pub use writer::FolderWriter;
pub use writes::Writes;

/// Why a run's folder cannot be written or read.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// It is there already.
    #[error("{0} exists already; a run never overwrites another")]
    Exists(PathBuf),
    /// The operating system refused; a full disk for instance.
    #[error("{path}: {error}. The run cannot be saved; {}", remedy(.error))]
    Write {
        path: PathBuf,
        error: std::io::Error,
    },
    /// It cannot be read.
    #[error("{path}: {error}")]
    Read {
        path: PathBuf,
        error: std::io::Error,
    },
    /// A file of it is a link, not a regular file, or longer than anything is that a run writes.
    #[error("{path}: {reason}")]
    Refused { path: PathBuf, reason: String },
    /// Another process writes it.
    #[error(
        "{0} is being written by a run in progress; wait until it ends, or stop it with Ctrl-C"
    )]
    InUse(PathBuf),
    /// It is no run's folder, or a newer program's.
    #[error("{path}: {reason}")]
    Foreign { path: PathBuf, reason: String },
}

fn remedy(error: &std::io::Error) -> &'static str {
    use std::io::ErrorKind::{PermissionDenied, ReadOnlyFilesystem};
    match error.kind() {
        PermissionDenied | ReadOnlyFilesystem => {
            "make this folder writable, or choose another with --out"
        }
        _ => "free some space, or choose another folder with --out",
    }
}

/// What could not be done to which file.
pub(crate) fn wrong(path: &Path) -> impl FnOnce(std::io::Error) -> FolderError {
    let path = path.into();
    move |error| FolderError::Write { path, error }
}

impl Run {
    /// Whether a job file of fio's was run.
    pub fn is_of_a_job_file(&self) -> bool {
        let request = self.header.request.as_ref();
        request.is_some_and(|request| request.job.is_some())
    }

    /// Reads a run's folder, also of a run that was interrupted or killed. It may come from
    /// anybody: see [`plain_file`].
    ///
    /// # Errors
    /// It is no run's folder, or a newer program's; one of its files is a link, not a regular file,
    /// or too long.
    pub fn open(path: &Path) -> Result<Self, FolderError> {
        let run_json = path.join(RUN_JSON);
        let text = plain_file::read(&run_json, HEADER_LIMIT).map_err(unread(&run_json))?;
        let mut damage = Vec::new();
        let mut header = read_header(&text, &mut damage).map_err(foreign(&run_json))?;
        let health = match Health::read(path) {
            Err(error @ FolderError::Refused { .. }) => return Err(error),
            Err(error) => {
                // Where the folder lies is nobody's business who looks at a page.
                let folder = format!("{}/{}: ", path.display(), Health::FILE);
                damage.push(Damage {
                    file: Health::FILE.into(),
                    what: Harm::Unread {
                        why: error.to_string().replace(&folder, ""),
                    },
                });
                None
            }
            Ok(health) => health,
        };
        let mut entries = lines::<Entry>(path, RESULTS, &mut damage)?;
        keep_possible(RESULTS, &mut entries, &mut damage);
        header.judge(&entries);
        let mut samples = lines::<Sample>(path, SAMPLES, &mut damage)?;
        keep_possible(SAMPLES, &mut samples, &mut damage);
        let mut positions = lines::<Position>(path, POSITIONS, &mut damage)?;
        keep_possible(POSITIONS, &mut positions, &mut damage);
        Ok(Self {
            path: path.into(),
            header,
            health,
            entries,
            samples,
            positions,
            histograms: lines::<HistogramLine>(path, HISTOGRAMS, &mut damage)?,
            interrupted: interrupted(path)?,
            damage,
        })
    }
}

/// What was begun and not ended before the run was taken up again, in order.
fn interrupted(path: &Path) -> Result<Vec<Entry>, FolderError> {
    let mut entries = Vec::new();
    let parts = path.join(INTERRUPTED);
    for number in 1..=MOST_PARTS {
        let part = parts.join(number.to_string());
        for folder in [&parts, &part] {
            match folder.symlink_metadata() {
                Ok(kind) if kind.is_dir() => {}
                Ok(kind) if kind.is_symlink() => {
                    return Err(refused(folder, "is a symbolic link, which is not followed"));
                }
                Ok(_) => return Err(refused(folder, "is not a folder")),
                Err(_) => return Ok(entries),
            }
        }
        // A part may lack any of the files, and end in a torn line.
        entries.extend(lines::<Entry>(&part, RESULTS, &mut Vec::new())?);
    }
    Err(refused(
        &parts,
        &format!("has more than {MOST_PARTS} parts"),
    ))
}

/// Of `run.json`, in bytes: it may hold the text of a job file.
pub const HEADER_LIMIT: u64 = 8 << 20;
/// Of any other file that is read whole, in bytes: a second of a run is some 250.
pub const FILE_LIMIT: u64 = 1 << 30;
/// Times that a run can have been taken up again.
const MOST_PARTS: u32 = 1000;

fn refused(path: &Path, reason: &str) -> FolderError {
    FolderError::Refused {
        path: path.into(),
        reason: reason.into(),
    }
}

/// It is no run's folder, and why.
fn foreign(run_json: &Path) -> impl FnOnce(String) -> FolderError {
    let path = run_json.to_path_buf();
    move |reason| FolderError::Foreign { path, reason }
}

/// A file that has to be there was not read.
pub(crate) fn unread(path: &Path) -> impl FnOnce(NotRead) -> FolderError {
    let path = path.to_path_buf();
    move |why| match why {
        NotRead::Refused(reason) => FolderError::Refused { path, reason },
        NotRead::Missing => FolderError::Read {
            path,
            error: std::io::ErrorKind::NotFound.into(),
        },
        NotRead::Os(error) => FolderError::Read { path, error },
    }
}

fn lines<T: DeserializeOwned>(
    folder: &Path,
    name: &str,
    damage: &mut Vec<Damage>,
) -> Result<Vec<T>, FolderError> {
    let path = folder.join(name);
    match plain_file::read(&path, FILE_LIMIT) {
        Ok(bytes) => Ok(read_lines(name, &bytes, damage)),
        Err(why @ NotRead::Refused(_)) => Err(unread(&path)(why)),
        Err(why) => {
            damage.push(Damage {
                file: name.into(),
                what: Harm::Unread {
                    why: why.to_string(),
                },
            });
            Ok(Vec::new())
        }
    }
}
