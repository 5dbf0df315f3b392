//! `list`: what there is.

use crate::article;
use crate::end::End;
use crate::options::What;
use crate::refusal::Refusal;
use crate::{output, runs};
use fourcorners_accuracy::PrintedFigures;
use fourcorners_bench::file_names;
use fourcorners_bench::record::{Entry, Run};
use fourcorners_lab as lab;
use fourcorners_report::wording::drive;
use fourcorners_sweep::{Source, Sweep, SweepLine, sweep_names};
use serde::Serialize;
use serde_json::Value;
use std::path::{Path, PathBuf};

pub fn list(what: What, out: &Path, json: bool) -> Result<End, Refusal> {
    let (header, rows, document): Listing = match what {
        What::Drives => drives()?,
        What::Suites => {
            let library = lab::library().map_err(|error| error.to_string())?;
            let suites = library.suites.values();
            (
                vec!["suite", "tests", "what for"],
                suites
                    .clone()
                    .map(|suite| {
                        vec![
                            suite.name.clone(),
                            suite.tests.len().to_string(),
                            suite.title.clone(),
                        ]
                    })
                    .collect(),
                values(suites.map(lab::SuiteLine::from))?,
            )
        }
        What::Articles => {
            let articles = lab::library()?.articles.values();
            let lines: Vec<_> = articles.map(lab::ArticleLine::from).collect();
            let rows = lines.iter().map(article::row).collect();
            (article::HEADER.to_vec(), rows, values(lines.into_iter())?)
        }
        What::Tests => {
            let library = lab::library().map_err(|error| error.to_string())?;
            let tests = library.tests.values();
            (
                vec!["test", "what"],
                tests
                    .clone()
                    .map(|test| vec![test.id.clone(), test.title.clone()])
                    .collect(),
                values(tests.map(lab::TestLine::from))?,
            )
        }
        What::Traces => traces()?,
        What::Sweeps => sweeps()?,
        What::Runs => those_in(out)?,
    };
    if json {
        output::print_json(&document)
    } else {
        output::print(&output::table(&header, rows))
    }
}

/// Header and rows of the table, and the same as a JSON array.
type Listing = (Vec<&'static str>, Vec<Vec<String>>, Value);

fn values<T: Serialize>(lines: impl Iterator<Item = T>) -> Result<Value, String> {
    let lines: Vec<T> = lines.collect();
    serde_json::to_value(lines).map_err(|error| format!("JSON: {error}"))
}

fn drives() -> Result<Listing, String> {
    let (mut rows, mut lines) = (Vec::new(), Vec::new());
    let printed = PrintedFigures::read(&[]).map_err(|error| error.to_string())?;
    for name in lab::drive_names() {
        let spec = lab::drive_spec(&name).map_err(|error| error.to_string())?;
        let gib = |bytes: u64| format!("{:.1}", bytes as f64 / f64::from(1 << 30));
        let checks = printed.checks_of(&name);
        rows.push(vec![
            name.clone(),
            spec.model().into(),
            gib(spec.capacity().bytes().0),
            spec.raw_nand().map_or(String::new(), |bytes| gib(bytes.0)),
            spec.medium().into(),
            spec.about().usd_cents.map_or(String::new(), |cents| {
                format!("{:.0}", cents as f64 / 100.0)
            }),
            match checks {
                0 => drive::NOT_CHECKED.into(),
                figures => figures.to_string(),
            },
        ]);
        lines.push(lab::DriveLine::new(&spec, checks));
    }
    Ok((
        vec![
            "drive",
            "model",
            "usable GiB",
            "NAND GiB",
            "medium",
            "USD",
            "published figures",
        ],
        rows,
        values(lines.into_iter())?,
    ))
}

fn sweeps() -> Result<Listing, Refusal> {
    let (mut rows, mut lines) = (Vec::new(), Vec::new());
    for name in sweep_names() {
        let line = SweepLine::from(&Sweep::new(&Source::read(&name)?)?);
        rows.push(vec![name, line.points.to_string(), line.title.clone()]);
        lines.push(line);
    }
    Ok((
        vec!["sweep", "points", "what"],
        rows,
        values(lines.into_iter())?,
    ))
}

fn traces() -> Result<Listing, String> {
    let (mut rows, mut lines) = (Vec::new(), Vec::new());
    for name in lab::trace_names() {
        let trace = lab::trace_source(&name).map_err(|error| error.to_string())?;
        let line = lab::TraceLine::from(&*trace);
        let gib = |bytes: u64| format!("{:.2}", bytes as f64 / f64::from(1 << 30));
        rows.push(vec![
            line.name.clone(),
            line.title.clone(),
            line.records.to_string(),
            gib(line.read_bytes),
            gib(line.written_bytes),
        ]);
        lines.push(line);
    }
    Ok((
        vec!["trace", "what", "I/Os", "GiB read", "GiB written"],
        rows,
        values(lines.into_iter())?,
    ))
}

/// Folders that are no runs that are named; the others are counted.
const NAMED: usize = 5;

fn those_in(folder: &Path) -> Result<Listing, Refusal> {
    let (mut rows, mut lines) = (Vec::new(), Vec::new());
    let found = runs::in_folder(folder).map_err(|error| {
        let error = format!("{}: {error}", folder.display());
        Refusal::from(error).hint("give the folder of the runs with --out")
    })?;
    let of_power_loss = found
        .none
        .iter()
        .filter_map(|path| runs::of_power_loss(path));
    of_power_loss.for_each(|what| output::note(&what));
    let is_none = |path: &&PathBuf| runs::of_power_loss(path).is_none();
    let none: Vec<&PathBuf> = found.none.iter().filter(is_none).collect();
    for path in none.iter().take(NAMED) {
        let missing = file_names::RUN_JSON;
        output::note(&format!("{}: skipped: it has no {missing}", path.display()));
    }
    if let more @ 1.. = none.len().saturating_sub(NAMED) {
        output::note(&format!("skipped: {more} more for the same reason"));
    }
    for path in found.runs {
        match Run::open(&path) {
            Ok(run) => {
                let counts = lab::PhaseCounts::of(&run);
                let measured = run.entries.iter().filter_map(Entry::result).count();
                rows.push(vec![
                    path.display().to_string(),
                    run.header.identity.name.clone(),
                    run.header.suite.clone(),
                    counts.to_string(),
                ]);
                lines.push(lab::RunLine {
                    folder: path,
                    drive: Some(run.header.identity.name),
                    suite: Some(run.header.suite),
                    seed: Some(run.header.seed),
                    phases_measured: Some(measured),
                    phases: Some(counts),
                    error: None,
                });
            }
            Err(error) => {
                rows.push(vec![
                    path.display().to_string(),
                    String::new(),
                    format!("cannot be read: {error}"),
                    String::new(),
                ]);
                lines.push(lab::RunLine {
                    folder: path,
                    error: Some(error.to_string()),
                    ..lab::RunLine::default()
                });
            }
        }
    }
    if rows.is_empty() {
        output::note(&format!("{}: contains no runs", folder.display()));
    }
    Ok((
        vec!["folder", "drive", "suite", "phases"],
        rows,
        values(lines.into_iter())?,
    ))
}
