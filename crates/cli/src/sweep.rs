//! `sweep`: many variants of a simulated drive.

use crate::end::End;
use crate::estimate::time;
use crate::interrupt;
use crate::options::Sweep as Options;
use crate::output;
use crate::refusal::Refusal;
use fourcorners_sweep::{Done, Folder, Progress, Row, Shard, Source, Sweep, SweepError, run};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal as _;
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::{Duration, Instant};

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
    let wrong = sweep.cannot_work();
    if let Some((point, reason)) = wrong.first() {
        let values = values(&sweep, *point);
        let all = sweep.points.len();
        let first = format!("point {point} ({values}): {}", one_line(reason));
        let error = format!("{} of {all} points cannot work; {first}", wrong.len());
        if wrong.len() == all {
            return Err(error.into());
        }
        output::note(&error);
    }
    let out = options.out.clone();
    let out = out.unwrap_or_else(|| PathBuf::from(format!("sweep-{}", sweep.name)));
    let folder = Folder::open(&out, &sweep)?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = options.threads.map_or(cores, usize::from);
    interrupt::listen(KEPT)?;
    let bar = Bar::new(options.quiet);
    let done = run(&sweep, &folder, shard, threads, &bar)?;
    bar.line.finish_and_clear();
    let rows: Vec<Row> = folder.rows()?.into_values().collect();
    if json {
        output::print_json(&done)?;
    } else {
        output::print(&text(&sweep, &rows, &done, &folder))?;
    }
    Ok(match () {
        () if interrupt::stop_requested() => End::Interrupted,
        () if rows.iter().all(|row| row.failed.is_some()) => End::Failed,
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

/// To four digits.
fn number(value: f64) -> String {
    let decimals = match value.abs() {
        x if x >= 1000.0 || x == 0.0 => 0,
        x => (3 - x.log10().floor() as i32).clamp(0, 9) as usize,
    };
    let text = format!("{value:.decimals$}");
    match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').into(),
        false => text,
    }
}

/// How far it is: one line on a terminal, else a line now and then.
struct Bar {
    line: ProgressBar,
    /// When a line was said last, where stderr is no terminal.
    said: Option<Mutex<Instant>>,
    begun: Instant,
}

const TEMPLATE: &str = "{bar:20} {wide_msg}";
/// Between two lines.
const NOW_AND_THEN: Duration = Duration::from_secs(10);

impl Bar {
    fn new(quiet: bool) -> Self {
        let plain = !std::io::stderr().is_terminal();
        let target = match quiet || plain {
            true => ProgressDrawTarget::hidden(),
            false => ProgressDrawTarget::stderr(),
        };
        let style = ProgressStyle::with_template(TEMPLATE);
        let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
        Self {
            line: ProgressBar::with_draw_target(None, target).with_style(style),
            said: (plain && !quiet).then(|| Mutex::new(Instant::now())),
            begun: Instant::now(),
        }
    }
}

impl Progress for Bar {
    fn done(&self, done: usize, of: usize, failed: usize) {
        let left = match done {
            0 => String::new(),
            done if done == of => String::new(),
            done => {
                let elapsed_s = self.begun.elapsed().as_secs_f64();
                format!(
                    ", {} left",
                    time(elapsed_s * (of - done) as f64 / done as f64)
                )
            }
        };
        let failed = match failed {
            0 => String::new(),
            failed => format!(", {failed} failed"),
        };
        let message = format!("{done} of {of} points{failed}{left}");
        if let Some(said) = &self.said
            && let Ok(mut said) = said.lock()
            && said.elapsed() >= NOW_AND_THEN
        {
            *said = Instant::now();
            output::say(&message);
        }
        self.line.set_length(of as u64);
        self.line.set_position(done as u64);
        self.line.set_message(message);
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

#[cfg(test)]
mod tests {
    use super::number;

    #[test]
    fn numbers_have_four_digits() {
        let numbers = [0.0, 0.012_346, 1.0, 2.5, 123.46, 98_765.4];
        assert_eq!(
            numbers.map(number),
            ["0", "0.01235", "1", "2.5", "123.5", "98765"]
        );
    }
}
