//! Which folders are runs'.

use fourcorners_bench::file_names;
use fourcorners_bench::power_loss::POWER_LOSS;
use fourcorners_report::wording::power_loss as wording;
use std::io;
use std::path::{Path, PathBuf};

/// Whether a folder is a run's.
pub fn is_run(folder: &Path) -> bool {
    [file_names::RUN_JSON, file_names::WALL]
        .iter()
        .all(|name| folder.join(name).is_file())
}

/// What a folder of a test of power loss is for; `None`: it is none.
pub fn of_power_loss(folder: &Path) -> Option<String> {
    let is_one = folder.join(POWER_LOSS).is_file();
    is_one.then(|| wording::folder(&folder.display().to_string()))
}

/// Folders in a folder, sorted.
pub struct Found {
    pub runs: Vec<PathBuf>,
    /// Those that are none.
    pub none: Vec<PathBuf>,
}

pub fn in_folder(folder: &Path) -> io::Result<Found> {
    let entries = std::fs::read_dir(folder)?.flatten();
    let folders = entries
        .map(|entry| entry.path())
        .filter(|path| path.is_dir());
    let mut folders: Vec<PathBuf> = folders.collect();
    folders.sort();
    let has_header = |path: &PathBuf| path.join(file_names::RUN_JSON).exists();
    let (runs, none) = folders.into_iter().partition(has_header);
    Ok(Found { runs, none })
}

/// Refuses a folder to which nothing can be added, before a drive is opened for it.
pub fn refuse_unwritable(folder: &Path) -> Result<(), String> {
    // A file without a name: nothing is left of it.
    tempfile::tempfile_in(folder).map(drop).map_err(|error| {
        format!(
            "--resume {}: cannot write to this folder ({}). Nothing was changed; make it writable, \
             or copy it (cp -r) and resume the copy",
            folder.display(),
            error.kind()
        )
    })
}

/// Runs that are named where one has to be chosen.
const NAMED: usize = 5;

/// Refuses what is no run's folder to be gone on with, and names the runs in it, the latest ones
/// where there are many.
pub fn refuse_none(folder: &Path) -> Result<(), String> {
    let refused = |why: &str| Err(format!("--resume {}: {why}", folder.display()));
    if folder.join(file_names::RUN_JSON).exists() {
        return Ok(());
    }
    if let Some(why) = of_power_loss(folder) {
        return Err(why);
    }
    if !folder.is_dir() {
        return refused(
            "no such folder; `fourcorners list runs` lists the runs in the folder runs",
        );
    }
    let runs = in_folder(folder).map_or(Vec::new(), |found| found.runs);
    let names = runs.iter().rev().take(NAMED);
    let mut names: Vec<String> = names.map(|run| run.display().to_string()).collect();
    names.reverse();
    match (runs.len(), names.join(", ")) {
        (0, _) => refused("not the folder of a run: it has no run.json"),
        (1..=NAMED, names) => refused(&format!(
            "this folder contains several runs; choose one: {names}"
        )),
        (all, names) => refused(&format!(
            "this folder contains {all} runs; choose one; the latest are {names}"
        )),
    }
}
