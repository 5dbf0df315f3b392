//! Runs that a command line names, by their folders or by folders of runs.

use crate::refusal::Refusal;
use crate::{output, runs};
use fourcorners_bench::nearest;
use fourcorners_bench::record::Run;
use fourcorners_browse::{Index, RunRow};
use fourcorners_report::wording::damage;
use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// All of them read whole, at least `least`; what is damaged is said.
pub fn open_named(all: &[PathBuf], least: usize) -> Result<Vec<Run>, Refusal> {
    open(&named_runs(all, least)?)
}

/// Reads runs whole, and says what is damaged.
pub fn open(rows: &[RunRow]) -> Result<Vec<Run>, Refusal> {
    let read = rows.iter().map(|row| Run::open(&row.path));
    let runs: Vec<Run> = read
        .collect::<Result<_, _>>()
        .map_err(|error| error.to_string())?;
    for run in &runs {
        for damage in &run.damage {
            let damage = damage::sentence(damage);
            output::note(&format!("{}: {damage}", run.path.display()));
        }
    }
    Ok(runs)
}

/// The runs, in the order in which they were named, each once. What is none is passed over, as
/// shells put all that is in a folder in place of `runs/*`, unless fewer than `least` remain.
pub fn named_runs(all: &[PathBuf], least: usize) -> Result<Vec<RunRow>, Refusal> {
    let (mut rows, mut files, mut empty) = (Vec::new(), Vec::new(), Vec::new());
    let mut known: HashSet<PathBuf> = HashSet::new();
    for named in all {
        let path = located(named, all)?;
        if !path.is_dir() {
            files.push(format!("{}: not a folder, so not a run", named.display()));
            continue;
        }
        let index = Index::new(&[path])?;
        let listing = index.list();
        for broken in &listing.broken {
            output::note(&format!("{}: skipped: {}", broken.folder, broken.reason));
        }
        if listing.runs.is_empty() {
            empty.push(format!(
                "{}: contains no readable run; `fourcorners list runs --out DIR` lists its \
                 contents",
                named.display()
            ));
        }
        let new = |row: &RunRow| known.insert(row.path.clone());
        rows.extend(listing.runs.into_iter().filter(new));
    }
    if rows.len() < least
        && let Some(reason) = files.first().or(empty.first())
    {
        return Err(reason.as_str().into());
    }
    if let [first, others @ ..] = files.as_slice() {
        let more = match others.len() {
            0 => String::new(),
            more => format!("; {} more for the same reason", more),
        };
        output::note(&format!("left out: {first}{more}"));
    }
    for reason in empty {
        output::note(&format!("left out: {reason}"));
    }
    Ok(rows)
}

/// A folder as it was named, or of that name among the runs. `all`: what was named, which is no
/// suggestion.
fn located(named: &Path, all: &[PathBuf]) -> Result<PathBuf, Refusal> {
    let runs = Path::new("runs");
    let [own, among] = [named.to_path_buf(), runs.join(named)];
    if own.exists() {
        return Ok(own);
    }
    if among.exists() {
        return Ok(among);
    }
    let there = std::fs::read_dir(runs).into_iter().flatten().flatten();
    let is_another =
        |name: &std::ffi::OsString| !all.iter().any(|one| one.file_name() == Some(name));
    let names = there.filter(|entry| runs::is_run(&entry.path()));
    let names = names.map(|entry| entry.file_name()).filter(is_another);
    let names: Vec<String> = names
        .map(|name| name.to_string_lossy().into_owned())
        .collect();
    let wanted = named.to_string_lossy();
    let hint = match nearest(&wanted, names.iter().map(String::as_str)).as_slice() {
        [] => "`fourcorners list runs` lists those in the folder runs".into(),
        [one] => format!("did you mean {one}, in the folder runs?"),
        near => format!("the nearest in the folder runs are {}", near.join(", ")),
    };
    let error = format!("{}: no such run", named.display());
    Err(Refusal::from(error).hint(hint))
}
