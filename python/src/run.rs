//! Runs: tests on simulated drives.

use crate::drive::Drive;
use crate::error::{Error, Result};
use crate::settings::table;
use crate::table::Table;
use crate::test::Test;
use crate::watched::watched;
use fourcorners_accuracy::PrintedFigures;
use fourcorners_bench::record::{self, Entry, Measured, NandSample, Sample, Status};
use fourcorners_bench::{Library, Observer, Progress, Suite, SuiteTest};
use fourcorners_block::Seed;
use fourcorners_lab::{self as lab, Message};
use fourcorners_report::wording::{failure, not_run};
use fourcorners_report::{PageError, write_page};
use fourcorners_sim::DriveSpec;
use fourcorners_sweep::{Column, FIGURES};
use pyo3::PyClass;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// What tests measured on drives.
#[pyclass(frozen, module = "fourcorners")]
pub struct Run {
    /// One per drive.
    runs: Vec<record::Run>,
}

/// One object of a class, or several.
fn all<'py, T: PyClass>(given: &Bound<'py, PyAny>) -> PyResult<Vec<Bound<'py, T>>> {
    match given.cast::<T>() {
        Ok(one) => Ok(vec![one.clone()]),
        Err(_) => given
            .try_iter()?
            .map(|one| Ok(one?.cast_into::<T>()?))
            .collect(),
    }
}

/// Run tests on simulated drives, each drive fresh, and return what they measured.
///
/// `drives`, `tests`: one or a list; every drive goes through all tests, in order.
/// `seed`: root of all randomness; the same run with the same seed has the same results.
/// `spare_percent`: spare area in percent of the raw NAND, 1 to 90.
/// `duration_s`: length of timed phases in seconds of the drive's clock.
/// `conditions`: what differs from the tests, with the keys of a suite's `conditions`, as in
/// `{"data": "repeating", "state": "new"}`.
/// `threads`: drives at once; by default one per core, as far as memory allows.
/// `progress`: called several times per second with the share that is done, 0 to 1.
///
/// Other Python threads go on meanwhile. Ctrl-C ends the run with KeyboardInterrupt. Raises Error
/// if a test cannot be run like this. A phase that is skipped or fails is a row of `results` with
/// the reason.
#[pyfunction]
#[pyo3(signature = (
    drives, tests, *, seed = 1, spare_percent = None, duration_s = None, conditions = None,
    threads = None, progress = None
))]
#[expect(clippy::too_many_arguments, reason = "Python's are named")]
pub fn run(
    py: Python<'_>,
    drives: &Bound<'_, PyAny>,
    tests: &Bound<'_, PyAny>,
    seed: u64,
    spare_percent: Option<u32>,
    duration_s: Option<u64>,
    conditions: Option<Bound<'_, PyDict>>,
    threads: Option<usize>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Run> {
    let mut conditions = match conditions {
        Some(conditions) => table(&conditions)?,
        None => toml::Table::new(),
    };
    conditions = toml::Table::from_iter([("conditions".into(), conditions.into())]);
    let numbers = [
        ("spare_percent", spare_percent.map(i64::from)),
        ("duration_s", duration_s.map(|it| it as i64)),
    ];
    for (key, number) in numbers {
        if let Some(number) = number {
            conditions.insert(key.into(), number.into());
        }
    }
    let mut library = lab::library().map_err(Error::from)?.clone();
    let suite = suite(&all(tests)?, &conditions, &mut library)?;
    let drives = all::<Drive>(drives)?;
    let specs: Vec<&DriveSpec> = drives.iter().map(|drive| &drive.get().spec).collect();
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = lab::affordable(&specs, threads.unwrap_or(cores), &Nobody);
    let work = Work {
        specs: &specs,
        library: &library,
        suite: &suite,
        seed: Seed(seed),
        threads: threads.map_err(Error::from)?,
        done: specs.iter().map(|_| AtomicU32::new(0)).collect(),
        next: AtomicUsize::new(0),
    };
    let look = |py: Python<'_>| match &progress {
        Some(progress) => progress.call1(py, (work.share_done(),)).map(drop),
        None => Ok(()),
    };
    let runs = watched(py, look, |stop| work.carry_out(stop))?;
    Ok(Run { runs: runs? })
}

/// The tests as a suite, their definitions in the library.
fn suite(
    tests: &[Bound<'_, Test>],
    conditions: &toml::Table,
    library: &mut Library,
) -> Result<Suite> {
    let mut all: Vec<SuiteTest> = Vec::new();
    for test in tests {
        let definition = &test.get().definition;
        let id = &definition.id;
        if all.iter().any(|known| known.id == *id) {
            let error = format!("the test '{id}' is given twice");
            return Err(Message::new(error).hint("run each by itself").into());
        }
        let mut table = conditions.clone();
        table.insert("id".into(), id.clone().into());
        let test: SuiteTest = table
            .try_into()
            .map_err(|error: toml::de::Error| Message::new(format!("{id}: {}", error.message())))?;
        if let Some(contradiction) = test.conditions.contradiction(definition) {
            return Err(Message::new(format!("{id}: {contradiction}")).into());
        }
        library.tests.insert(id.clone(), definition.clone());
        all.push(test);
    }
    Ok(Suite::of("python", all))
}

/// Drives to be put through a suite.
struct Work<'a> {
    specs: &'a [&'a DriveSpec],
    library: &'a Library,
    suite: &'a Suite,
    seed: Seed,
    threads: usize,
    /// Per drive, in millionths.
    done: Vec<AtomicU32>,
    /// The drive that nobody has taken.
    next: AtomicUsize,
}

/// All of a run, in the unit of `Work::done`.
const ALL: u32 = 1_000_000;

impl Work<'_> {
    fn share_done(&self) -> f64 {
        let done = self.done.iter();
        let done: u64 = done.map(|it| u64::from(it.load(Ordering::Relaxed))).sum();
        done as f64 / f64::from(ALL) / self.done.len().max(1) as f64
    }

    /// Every drive's run, in order.
    fn carry_out(&self, stop: &AtomicBool) -> Result<Vec<record::Run>> {
        let runs = Mutex::new(Vec::new());
        let one = || {
            loop {
                let index = self.next.fetch_add(1, Ordering::Relaxed);
                let (Some(spec), Some(done)) = (self.specs.get(index), self.done.get(index)) else {
                    return Ok(());
                };
                let mut observer = Watch { stop, done };
                let (library, suite) = (self.library, self.suite);
                let run = lab::simulate_alone(spec, library, suite, self.seed, &mut observer)
                    .inspect_err(|_| stop.store(true, Ordering::Relaxed))?;
                done.store(ALL, Ordering::Relaxed);
                let Some(run) = run else {
                    return Ok(());
                };
                let mut runs = runs.lock().unwrap_or_else(PoisonError::into_inner);
                runs.push((index, run));
            }
        };
        std::thread::scope(|scope| {
            let threads: Vec<_> = (0..self.threads).map(|_| scope.spawn(one)).collect();
            let ended = threads.into_iter().map(|thread| match thread.join() {
                Ok(ended) => ended,
                Err(panic) => std::panic::resume_unwind(panic),
            });
            ended.collect::<Result<()>>()
        })?;
        let mut runs = runs.into_inner().unwrap_or_else(PoisonError::into_inner);
        runs.sort_by_key(|(index, _)| *index);
        Ok(runs.into_iter().map(|(_, run)| run).collect())
    }
}

/// Watches one run.
struct Watch<'a> {
    stop: &'a AtomicBool,
    done: &'a AtomicU32,
}

impl Observer for Watch<'_> {
    fn progress(&mut self, progress: &Progress<'_>) {
        let done = progress.whole * f64::from(ALL);
        self.done.store(done as u32, Ordering::Relaxed);
    }

    fn stop_requested(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// Python is not told how many drives fit into memory.
struct Nobody;

impl lab::Watcher for Nobody {
    fn observer(&self, _: &str, _: u32) -> Box<dyn Observer + '_> {
        Box::new(fourcorners_bench::Silent)
    }

    fn say(&self, _: &str) {}

    fn stop_requested(&self) -> bool {
        false
    }
}

#[pymethods]
impl Run {
    /// A row per phase: `drive_index` (place in the list of drives), `drive`, `test`, `variant`,
    /// `phase`, `state`, `status` (`finished`, `skipped` or `failed`), `reason`, and the figures
    /// of results.jsonl, whose names end in their units; None where a phase has no such figure.
    #[getter]
    fn results(&self) -> PyResult<Table> {
        let rows: Vec<(usize, &record::Run, &Entry)> = self
            .runs
            .iter()
            .enumerate()
            .flat_map(|(index, run)| run.entries.iter().map(move |entry| (index, run, entry)))
            .collect();
        let index = rows.iter().map(|(index, ..)| Some(*index as i64));
        let text = |of: &dyn Fn(&Entry) -> Option<String>| {
            Column::Texts(rows.iter().map(|(_, _, entry)| of(entry)).collect())
        };
        let figure = |of: fn(&Measured) -> Option<f64>| {
            let of = |entry: &Entry| entry.result().and_then(of);
            Column::Numbers(rows.iter().map(|(_, _, entry)| of(entry)).collect())
        };
        let drive = rows.iter().map(|(_, run, _)| Some(name(run)));
        let mut columns = vec![
            ("drive_index".into(), Column::Integers(index.collect())),
            ("drive".into(), Column::Texts(drive.collect())),
            ("test".into(), text(&|entry| Some(entry.test.clone()))),
            ("variant".into(), text(&|entry| Some(entry.variant.clone()))),
            ("phase".into(), text(&|entry| Some(entry.phase.clone()))),
            ("state".into(), text(&|entry| Some(entry.state.clone()))),
            ("status".into(), text(&|entry| Some(status(entry).into()))),
            ("reason".into(), text(&reason)),
        ];
        columns.extend(FIGURES.iter().map(|it| (it.name.into(), figure(it.of))));
        Table::new(columns)
    }

    /// A row per second of every phase: `drive_index`, `drive`, `test`, `variant`, `phase`,
    /// `second` (from 0; the completions in [second, second + 1)), `ios`, `bytes`,
    /// `latency_mean_ns`, `latency_p99_ns`, `latency_max_ns`, and what the NAND did: `host_units`,
    /// `moved_units`, `erases`, `free_superblocks`, `stalls`, `stall_ns`; `temperature_mc`.
    #[getter]
    fn seconds(&self) -> PyResult<Table> {
        let rows: Vec<(usize, &record::Run, &Sample)> = self
            .runs
            .iter()
            .enumerate()
            .flat_map(|(index, run)| run.samples.iter().map(move |sample| (index, run, sample)))
            .collect();
        let index = rows.iter().map(|(index, ..)| Some(*index as i64));
        let drive = rows.iter().map(|(_, run, _)| Some(name(run)));
        let text = |of: fn(&Sample) -> &String| {
            let texts = rows.iter().map(|(_, _, sample)| Some(of(sample).clone()));
            Column::Texts(texts.collect())
        };
        let number = |of: &dyn Fn(&Sample) -> Option<i64>| {
            Column::Integers(rows.iter().map(|(_, _, sample)| of(sample)).collect())
        };
        let always = |of: fn(&Sample) -> u64| number(&|sample| Some(of(sample) as i64));
        let nand = |of: fn(&NandSample) -> Option<u64>| {
            number(&|sample| of(sample.nand.as_ref()?).map(|it| it as i64))
        };
        Table::new(vec![
            ("drive_index".into(), Column::Integers(index.collect())),
            ("drive".into(), Column::Texts(drive.collect())),
            ("test".into(), text(|it| &it.test)),
            ("variant".into(), text(|it| &it.variant)),
            ("phase".into(), text(|it| &it.phase)),
            ("second".into(), always(|it| u64::from(it.second))),
            ("ios".into(), always(|it| it.ios)),
            ("bytes".into(), always(|it| it.bytes)),
            ("latency_mean_ns".into(), always(|it| it.latency_mean_ns)),
            ("latency_p99_ns".into(), always(|it| it.latency_p99_ns)),
            ("latency_max_ns".into(), always(|it| it.latency_max_ns)),
            ("host_units".into(), nand(|it| Some(it.host_units))),
            ("moved_units".into(), nand(|it| Some(it.moved_units))),
            ("erases".into(), nand(|it| Some(it.erases))),
            (
                "free_superblocks".into(),
                nand(|it| Some(it.free_superblocks)),
            ),
            ("stalls".into(), nand(|it| it.stalls)),
            ("stall_ns".into(), nand(|it| it.stall_ns)),
            ("temperature_mc".into(), number(&|it| it.temperature_mc)),
        ])
    }

    /// Write the review page, one HTML file that needs nothing else, and return its path.
    ///
    /// An existing file is not replaced. Raises Error if it cannot be written.
    fn page(&self, py: Python<'_>, path: PathBuf) -> Result<PathBuf> {
        py.detach(|| {
            let printed = PrintedFigures::read(&[]);
            let printed = printed.map_err(|error| Message::new(error.to_string()))?;
            write_page(&self.runs, &printed, &path).map_err(not_written)?;
            Ok(path)
        })
    }

    fn __repr__(&self) -> String {
        let drives: Vec<String> = self.runs.iter().map(name).collect();
        let phases: usize = self.runs.iter().map(|run| run.entries.len()).sum();
        format!("<Run of {phases} phases: {}>", drives.join(", "))
    }
}

/// Why a page is not there.
pub fn not_written(error: PageError) -> Error {
    let exists = Path::exists(&error.path);
    let hint = exists.then(|| "choose another file; this one exists".into());
    Message::new(error.to_string()).maybe(hint).into()
}

fn name(run: &record::Run) -> String {
    run.header.identity.name.clone()
}

fn status(entry: &Entry) -> &'static str {
    match entry.status {
        Status::Finished => "finished",
        Status::Skipped { .. } => "skipped",
        Status::Interrupted => "interrupted",
        Status::Failed { .. } => "failed",
    }
}

/// Why there are no figures.
fn reason(entry: &Entry) -> Option<String> {
    match &entry.status {
        Status::Finished | Status::Interrupted => None,
        Status::Skipped { because } => Some(not_run::sentence(because)),
        Status::Failed { failure } => Some(failure::sentence(failure)),
    }
}
