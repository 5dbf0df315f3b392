//! `compare`: runs that are there already, side by side.

use crate::end::End;
use crate::files::{self, Files};
use crate::options::Compare;
use crate::refusal::Refusal;
use crate::{output, runs, show};
use fourcorners_accuracy::PrintedFigures;
use fourcorners_bench::nearest;
use fourcorners_bench::record::Run;
use fourcorners_browse::{Index, RunRow};
use fourcorners_lab::{self as lab, Message};
use fourcorners_report::wording::damage;
use std::collections::HashSet;
use std::path::{Path, PathBuf};

pub fn compare(options: &Compare, json: bool) -> Result<End, Refusal> {
    let files = Files::new(options.junit.clone(), options.markdown.clone());
    files.check(&[], &[], json)?;
    let named = options.runs.iter().map(|run| run.display().to_string());
    let named: Vec<String> = named.collect();
    files.around(&named, || side_by_side(options, &files, json))
}

fn side_by_side(options: &Compare, files: &Files, json: bool) -> Result<End, Refusal> {
    if let Some(out) = &options.out {
        files::check_folder(out)?;
    }
    let rows = rows(options)?;
    let [first, _, ..] = rows.as_slice() else {
        let error = format!(
            "{} is a single run; compare needs at least two",
            rows[0].path.display()
        );
        let hint = "give two or more runs, or a folder that contains them";
        return Err(Refusal::from(error).hint(hint));
    };
    let first = first.path.clone();
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
    // Beside the first run, if nothing else was said.
    let beside = first.parent().map(Path::to_path_buf).unwrap_or_default();
    let out = options.out.clone().unwrap_or(beside);
    std::fs::create_dir_all(&out).map_err(|error| {
        let error = format!("{}: {error}", out.display());
        Refusal::from(error).hint("name a folder for the page with --out")
    })?;
    let printed = PrintedFigures::read(&[]).map_err(|error| error.to_string())?;
    let compared = lab::compare_runs(runs, &out, &printed).map_err(|error| error.to_string())?;
    if json {
        output::print_json(&compared)?;
    } else {
        if !files.take_stdout() {
            output::print(&compared.text(show::width()))?;
        }
        if let Some(page) = &compared.page {
            files.tell(page)?;
        }
    }
    files::say_if_large(&compared.outcome);
    let problem = compared.outcome.page_problem.as_ref();
    if let Some(problem) = problem {
        output::complain(&Message::new(problem));
    }
    let all_written = files.write(&|| compared.outcome.junit(&printed), &|| {
        compared.markdown(&printed)
    });
    Ok(if all_written && problem.is_none() {
        End::Done
    } else {
        End::Failed
    })
}

/// The runs, in the order in which they were named, each once. What is none is passed over, as
/// shells put all that is in a folder in place of `runs/*`; not where nothing remains to be
/// compared.
fn rows(options: &Compare) -> Result<Vec<RunRow>, Refusal> {
    let (mut rows, mut files, mut empty) = (Vec::new(), Vec::new(), Vec::new());
    let mut known: HashSet<PathBuf> = HashSet::new();
    for named in &options.runs {
        let path = located(named, &options.runs)?;
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
    if rows.len() < 2
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
