//! Runs: tests on simulated drives.

use crate::columns;
use crate::drive::Drive;
use crate::error::{Error, Result};
use crate::policy::{Failure, Policy};
use crate::settings::table;
use crate::table::Table;
use crate::test::Test;
use crate::watched::watched;
use crate::work::Work;
use fourcorners_accuracy::PrintedFigures;
use fourcorners_bench::{Library, Suite, SuiteTest, record};
use fourcorners_block::Seed;
use fourcorners_lab::{self as lab, Message};
use fourcorners_report::{PageError, write_page};
use fourcorners_sim::DriveSpec;
use pyo3::PyClass;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyDict;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What tests measured on drives.
#[pyclass(frozen, module = "fourcorners")]
pub struct Run {
    /// One per drive.
    runs: Vec<record::Run>,
    results: PyOnceLock<Py<Table>>,
    seconds: PyOnceLock<Py<Table>>,
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
/// if a test cannot be run like this, and what a policy of a drive raises. A phase that is skipped
/// or fails is a row of `results` with the reason.
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
    told_apart(py, &drives)?;
    let failure = Arc::new(Failure::default());
    let specs = drives.iter().map(|drive| drive.get().of_run(&failure));
    let specs = specs.collect::<Result<Vec<DriveSpec>>>()?;
    let specs: Vec<&DriveSpec> = specs.iter().collect();
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let work = Work::new(
        &specs,
        &library,
        &suite,
        Seed(seed),
        threads.unwrap_or(cores),
    )?;
    let look = |py: Python<'_>| {
        failure.raise(py)?;
        match &progress {
            Some(progress) => progress.call1(py, (work.share_done(),)).map(drop),
            None => Ok(()),
        }
    };
    let runs = watched(py, &failure.stop, look, || work.carry_out(&failure.stop))?;
    Ok(Run {
        runs: runs?,
        results: PyOnceLock::new(),
        seconds: PyOnceLock::new(),
    })
}

/// Refuses drives of one name with different policies: their results would count as repetitions.
fn told_apart(py: Python<'_>, drives: &[Bound<'_, Drive>]) -> PyResult<()> {
    let mut seen: HashMap<String, &Policy> = HashMap::new();
    for drive in drives {
        let (name, policy) = (drive.get().name().to_string(), &drive.get().policy);
        let first = seen.entry(name).or_insert(policy);
        if !first.is_same(py, policy)? {
            let name = drive.get().name();
            let error = format!("two drives with different policies are called {name}");
            let hint = "give the functions names of their own";
            return Err(Error(Message::new(error).hint(hint)).into());
        }
    }
    Ok(())
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

#[pymethods]
impl Run {
    /// A row per phase: `drive_index` (place in the list of drives), `drive`, `test`, `variant`,
    /// `phase`, `state`, `status` (`finished`, `skipped` or `failed`), `reason`, `op`, `pattern`,
    /// `block_bytes`, `queue_depth`, and the figures of results.jsonl, whose names end in their
    /// units; None where a phase has no such figure.
    #[getter]
    fn results(&self, py: Python<'_>) -> PyResult<Py<Table>> {
        let table = || Py::new(py, Table::new(columns::of_results(&self.runs))?);
        Ok(self.results.get_or_try_init(py, table)?.clone_ref(py))
    }

    /// A row per second of every phase: `drive_index`, `drive`, `test`, `variant`, `phase`,
    /// `second` (from 0; the completions in [second, second + 1)), `ios`, `bytes`,
    /// `latency_mean_ns`, `latency_p99_ns`, `latency_max_ns`, and what the NAND did: `host_units`,
    /// `moved_units`, `erases`, `free_superblocks`, `stalls`, `stall_ns`; `temperature_mc`.
    #[getter]
    fn seconds(&self, py: Python<'_>) -> PyResult<Py<Table>> {
        let table = || Py::new(py, Table::new(columns::of_seconds(&self.runs))?);
        Ok(self.seconds.get_or_try_init(py, table)?.clone_ref(py))
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
        let drives: Vec<String> = self.runs.iter().map(columns::name).collect();
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
