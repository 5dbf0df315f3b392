//! `sweep`: many variants of a simulated drive.

use crate::bar::Bar;
use crate::end::End;
use crate::interrupt;
use crate::options::Sweep as Options;
use crate::output::{self, number};
use crate::refusal::Refusal;
use fourcorners_sweep::{Done, Folder, Progress, Row, Shard, Source, Sweep, SweepError, run};
use std::path::PathBuf;

/// What the first Ctrl-C does.
const KEPT: &str = "finished points are kept; the same command resumes";
/// Failed points that are named in the terminal.
const NAMED: usize = 5;

pub fn sweep(options: &Options, json: bool) -> Result<End, Refusal> {
    let shard = options
        .shard
        .as_deref()
        .map(str::parse::<Shard>)
        .transpose()?;
    let sweep = Sweep::new(&Source::read(&options.sweep)?)?;
    sweep.has_known_names()?;
    // Before the folder is made: what is wrong with the sweep's file is mended there.
    let points = sweep.points.len();
    let (wrong, checked) = sweep.cannot_work();
    if let Some((point, reason)) = wrong.first() {
        let values = values(&sweep, *point);
        let all = match checked == points {
            true => format!("{checked}"),
            false => format!("the first {checked}"),
        };
        let first = format!("point {point} ({values}): {}", one_line(reason));
        let error = format!("{} of {all} points cannot work; {first}", wrong.len());
        if wrong.len() == points {
            return Err(error.into());
        }
        output::note(&error);
    }
    if shard.is_some_and(|shard| !(0..points as u64).any(|point| shard.has(point))) {
        output::note(&format!("this shard has no points: the sweep has {points}"));
    }
    let out = options.out.clone();
    let out = out.unwrap_or_else(|| PathBuf::from(format!("sweep-{}", sweep.name)));
    let folder = Folder::open(&out, &sweep)?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = options.threads.map_or(cores, usize::from);
    interrupt::listen(KEPT)?;
    let bar = Bar::new(options.quiet);
    let done = run(&sweep, &folder, shard, threads, &bar)?;
    bar.clear();
    let rows: Vec<Row> = folder.rows()?.into_values().collect();
    if json {
        output::print_json(&done)?;
    } else {
        output::print(&text(&sweep, &rows, &done, &folder))?;
    }
    Ok(match () {
        () if interrupt::stop_requested() => End::Interrupted,
        // Other shards may have points that work.
        () if done.left == 0 && rows.iter().all(|row| row.failed.is_some()) => End::Failed,
        () => End::Done,
    })
}

fn text(sweep: &Sweep, rows: &[Row], done: &Done, folder: &Folder) -> String {
    let mut text = format!("{}\n\n", sweep.title);
    let figures = sweep.recorded.iter().map(|recorded| {
        let of = |row: &Row| row.figures.get(&recorded.name).copied().flatten();
        let mut values: Vec<f64> = rows.iter().filter_map(of).collect();
        values.sort_by(f64::total_cmp);
        let at = |share: f64| {
            let place = (share * values.len().saturating_sub(1) as f64).round() as usize;
            values
                .get(place)
                .map_or(String::new(), |value| number(*value))
        };
        let unit = recorded.figure.unit.symbol().unwrap_or_default();
        vec![
            recorded.name.clone(),
            unit.into(),
            at(0.0),
            at(0.5),
            at(1.0),
        ]
    });
    let header = ["figure", "unit", "least", "median", "most"];
    text += &output::table(&header, figures.collect());
    text += "\n";
    let failed: Vec<&Row> = rows.iter().filter(|row| row.failed.is_some()).collect();
    for row in failed.iter().take(NAMED) {
        let reason = row.failed.as_deref().unwrap_or_default();
        let values = values(sweep, row.point as usize);
        text += &format!(
            "\npoint {} ({values}) failed: {}",
            row.point,
            one_line(reason)
        );
    }
    if failed.len() > NAMED {
        text += &format!("\n{} more failed", failed.len() - NAMED);
    }
    for recorded in &sweep.recorded {
        let of = |row: &Row| row.figures.get(&recorded.name).copied().flatten();
        if rows.len() > failed.len() && rows.iter().all(|row| of(row).is_none()) {
            let (test, phase) = (&recorded.test, &recorded.phase);
            let figure = recorded.figure.name;
            text += &format!("\nno point has {figure}: {test} does not give it in phase '{phase}'");
        }
    }
    if !text.ends_with('\n') {
        text += "\n";
    }
    let path = folder.path().display();
    text + &match done.left {
        0 => format!("\n{path}/index.html\n{path}/results.parquet"),
        left => format!("\n{left} of {} points are left", done.points),
    }
}

/// The parameters of a point.
fn values(sweep: &Sweep, point: usize) -> String {
    let values = sweep.points.get(point).into_iter().flatten();
    let named = sweep.parameters.iter().zip(values);
    let named: Vec<String> = named
        .map(|(key, value)| format!("{key} = {value}"))
        .collect();
    named.join(", ")
}

/// Without the lines below the first, which quote a file or give a hint.
fn one_line(reason: &str) -> &str {
    reason.lines().next().unwrap_or_default()
}

impl Progress for Bar {
    fn done(&self, done: usize, of: usize, failed: usize) {
        let failed = match failed {
            0 => String::new(),
            failed => format!(", {failed} failed"),
        };
        self.show(done, of, &format!("{done} of {of} points{failed}"));
    }

    fn stop_requested(&self) -> bool {
        interrupt::stop_requested()
    }
}

impl From<SweepError> for Refusal {
    fn from(error: SweepError) -> Self {
        match error {
            SweepError::Lab(error) => (*error).into(),
            error if error.is_usage() => Self::usage(error.message()),
            error => error.message().into(),
        }
    }
}
