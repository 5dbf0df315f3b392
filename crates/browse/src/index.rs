//! Which runs there are in some folders. Nothing is kept on disk; what was read of a run is kept in
//! memory until its files change.

use crate::error::BrowseError;
use crate::id::RunId;
use crate::row::{Progress, RunRow};
use fourcorners_bench::file_names;
use fourcorners_block::DriveKind;
use fourcorners_report::folder_names;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::HashMap;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// Folders of runs. A folder that is a run itself counts as one.
#[derive(Debug)]
pub struct Index {
    roots: Vec<PathBuf>,
    kept: Mutex<HashMap<PathBuf, (Stamp, RunRow)>>,
}

/// All runs, and what looks like one and is none.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct Listing {
    /// In order of their paths.
    pub runs: Vec<RunRow>,
    /// Likewise.
    pub broken: Vec<Broken>,
}

/// A folder that cannot be shown as a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Broken {
    /// Its name, without its path.
    pub folder: String,
    /// Why, a sentence.
    pub reason: String,
}

/// Changes when a file of a run's folder does: inode, length and time of `run.json` and of every
/// file that grows.
type Stamp = Vec<Option<(u64, u64, i64, i64)>>;

impl Index {
    /// # Errors
    /// A folder is not there, or is none.
    pub fn new(folders: &[PathBuf]) -> Result<Self, BrowseError> {
        let mut roots = Vec::new();
        for folder in folders {
            let failed = |error| BrowseError::Folder {
                path: folder.clone(),
                error,
            };
            let root = folder.canonicalize().map_err(failed)?;
            if !root.is_dir() {
                return Err(BrowseError::NoFolder(folder.clone()));
            }
            std::fs::read_dir(&root).map_err(failed)?;
            if !roots.contains(&root) {
                roots.push(root);
            }
        }
        Ok(Self {
            roots,
            kept: Mutex::default(),
        })
    }

    /// Every run, as its files are now.
    pub fn list(&self) -> Listing {
        let mut listing = Listing::default();
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let mut before = std::mem::take(&mut *kept);
        let mut places = Vec::new();
        for candidate in self.candidates() {
            let path = match candidate {
                Candidate::Run(path) => path,
                Candidate::Link(path) => {
                    let reason = "is a symbolic link, which is not followed";
                    listing.broken.push(broken(&path, reason.into()));
                    continue;
                }
            };
            let stamp = stamp(&path);
            let row = match before.remove(&path) {
                // Whether a run goes on changes no file.
                Some((same, row)) if same == stamp && row.progress == Progress::Finished => Ok(row),
                _ => RunRow::read(&path),
            };
            match row {
                Ok(row) => {
                    kept.insert(path.clone(), (stamp, row.clone()));
                    listing.runs.push(within(path.parent(), &mut places, row));
                }
                Err(reason) => listing.broken.push(broken(&path, reason)),
            }
        }
        name_apart(&mut listing.runs);
        listing
    }

    /// The folder of a run; `None` if there is no such run under the folders that were named.
    pub fn find(&self, id: &RunId) -> Option<PathBuf> {
        let of = |candidate| match candidate {
            Candidate::Run(path) if RunId::of(&path) == *id => Some(path),
            _ => None,
        };
        self.candidates().find_map(of)
    }

    /// The folders, for people.
    pub fn roots(&self) -> String {
        let names = self.roots.iter().map(|root| root.display().to_string());
        names.collect::<Vec<_>>().join(", ")
    }

    fn candidates(&self) -> impl Iterator<Item = Candidate> + '_ {
        let mut seen: Vec<Candidate> = Vec::new();
        for root in &self.roots {
            if is_run(root) {
                seen.push(Candidate::Run(root.clone()));
                continue;
            }
            // A folder that vanished meanwhile holds no runs.
            for entry in std::fs::read_dir(root).into_iter().flatten().flatten() {
                let path = entry.path();
                match entry.file_type() {
                    Ok(kind) if kind.is_dir() && is_run(&path) => seen.push(Candidate::Run(path)),
                    Ok(kind) if kind.is_symlink() && path.is_dir() => {
                        seen.push(Candidate::Link(path));
                    }
                    _ => {}
                }
            }
        }
        seen.sort();
        seen.dedup();
        seen.into_iter()
    }
}

#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Candidate {
    Run(PathBuf),
    Link(PathBuf),
}

/// Runs whose folders have one name are known by the folders around them too, as those of `compare`
/// are.
fn name_apart(rows: &mut [RunRow]) {
    let paths: Vec<&Path> = rows.iter().map(|row| row.path.as_path()).collect();
    let names = folder_names(&paths);
    for (row, name) in rows.iter_mut().zip(names) {
        row.folder = name;
    }
}

/// A run beside those that lie elsewhere: where the review of a real drive was kept in another
/// place, a folder of the same name is of another review. `places`: those that were met before, of
/// which only the number is told.
fn within(place: Option<&Path>, places: &mut Vec<PathBuf>, mut row: RunRow) -> RunRow {
    let (Some(place), false) = (place, row.kind == DriveKind::Simulated) else {
        return row;
    };
    let number = places.iter().position(|known| known == place);
    let number = number.unwrap_or_else(|| {
        places.push(place.into());
        places.len() - 1
    });
    row.group.push_str(&format!("-{number}"));
    row
}

/// Whether a folder is a run's, or what is left of one.
fn is_run(folder: &Path) -> bool {
    let names = [
        file_names::RUN_JSON,
        file_names::RESULTS,
        file_names::SAMPLES,
    ];
    let there = |name| folder.join(name).symlink_metadata().is_ok();
    names.into_iter().any(there)
}

fn broken(path: &Path, reason: String) -> Broken {
    let name = path.file_name().unwrap_or(path.as_os_str());
    Broken {
        folder: name.to_string_lossy().into_owned(),
        reason,
    }
}

fn stamp(folder: &Path) -> Stamp {
    let of = |name: &&str| {
        let found = folder.join(name).symlink_metadata().ok()?;
        Some((found.ino(), found.len(), found.mtime(), found.mtime_nsec()))
    };
    file_names::ALL.iter().map(of).collect()
}
