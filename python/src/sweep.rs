//! Sweeps: one test on many variants of a simulated drive.

use crate::error::{Error, Result};
use crate::run::not_written;
use crate::settings::table;
use crate::table::Table;
use crate::watched::watched;
use fourcorners_lab::Message;
use fourcorners_report::write_new;
use fourcorners_sweep::{
    Folder, PageData, Progress, Row, Source, SweepError, columns, html, sweep_names,
};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyDict;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// The results of a sweep.
#[pyclass(frozen, module = "fourcorners")]
pub struct Sweep {
    sweep: fourcorners_sweep::Sweep,
    rows: Vec<Row>,
    table: PyOnceLock<Py<Table>>,
}

/// What a sweep is given as.
#[derive(FromPyObject)]
pub enum Given<'py> {
    Keys(Bound<'py, PyDict>),
    Named(PathBuf),
}

/// Simulate many variants of a drive and return their figures.
///
/// `sweep`: a name (`fourcorners.sweeps()`), the path of a sweep file (`.toml`), or a dict with the
/// keys of a sweep file; docs/formats.md lists them.
/// `out`: folder that keeps finished points; the same call resumes there. Without it, nothing is
/// kept.
/// `threads`: points at once; by default one per core, as far as memory allows.
/// `progress`: called several times per second with the points that are done, all points, and
/// those that failed.
///
/// Other Python threads go on meanwhile. Ctrl-C ends the sweep with KeyboardInterrupt. Raises Error
/// if the sweep is wrong or a host has no space for temporary files; a point that fails is a row of
/// `table` with the reason.
#[pyfunction]
#[pyo3(signature = (sweep, *, out = None, threads = None, progress = None))]
pub fn sweep(
    py: Python<'_>,
    sweep: Given<'_>,
    out: Option<PathBuf>,
    threads: Option<usize>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Sweep> {
    let sweep = fourcorners_sweep::Sweep::new(&source(sweep)?).map_err(Error::from)?;
    sweep.has_known_names().map_err(Error::from)?;
    let kept = tempfile::tempdir()?;
    let folder = Folder::open(out.as_deref().unwrap_or(kept.path()), &sweep);
    let folder = folder.map_err(Error::from)?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = threads.unwrap_or(cores);
    let done = Done::default();
    let look = |py: Python<'_>| match &progress {
        Some(progress) => progress.call1(py, done.now()).map(drop),
        None => Ok(()),
    };
    let stop = &AtomicBool::new(false);
    let rows = watched(py, stop, look, || {
        let watch = Watch { stop, done: &done };
        fourcorners_sweep::run(&sweep, &folder, None, threads, &watch).map_err(Error::from)?;
        folder.rows().map_err(Error::from)
    });
    Ok(Sweep::new(sweep, rows??.into_values().collect()))
}

impl Sweep {
    pub fn new(sweep: fourcorners_sweep::Sweep, rows: Vec<Row>) -> Self {
        Self {
            sweep,
            rows,
            table: PyOnceLock::new(),
        }
    }
}

pub fn source(given: Given<'_>) -> PyResult<Source> {
    match given {
        Given::Named(path) => Ok(Source::read(&path.to_string_lossy()).map_err(Error::from)?),
        Given::Keys(keys) => {
            let text = toml::to_string(&table(&keys)?);
            let text = text.map_err(|error| Error(Message::new(error.to_string())))?;
            Ok(Source {
                name: "sweep".into(),
                given: "sweep.toml".into(),
                file: "sweep".into(),
                text,
                folder: PathBuf::new(),
            })
        }
    }
}

/// How far a sweep is.
#[derive(Default)]
struct Done {
    done: AtomicUsize,
    of: AtomicUsize,
    failed: AtomicUsize,
}

impl Done {
    fn now(&self) -> (usize, usize, usize) {
        let load = |number: &AtomicUsize| number.load(Ordering::Relaxed);
        (load(&self.done), load(&self.of), load(&self.failed))
    }
}

struct Watch<'a> {
    stop: &'a AtomicBool,
    done: &'a Done,
}

impl Progress for Watch<'_> {
    fn done(&self, done: usize, of: usize, failed: usize) {
        self.done.done.store(done, Ordering::Relaxed);
        self.done.of.store(of, Ordering::Relaxed);
        self.done.failed.store(failed, Ordering::Relaxed);
    }

    fn stop_requested(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

#[pymethods]
impl Sweep {
    /// A row per point: `point` (from 0), the parameters that vary, the recorded figures (None
    /// where a point has none), and `failed` (why there are no figures; None otherwise).
    #[getter]
    fn table(&self, py: Python<'_>) -> PyResult<Py<Table>> {
        let table = || Py::new(py, Table::new(columns(&self.sweep, &self.rows))?);
        Ok(self.table.get_or_try_init(py, table)?.clone_ref(py))
    }

    /// Write the page of the sweep, one HTML file that needs nothing else, and return its path.
    ///
    /// An existing file is not replaced. Raises Error if it cannot be written.
    fn page(&self, py: Python<'_>, path: PathBuf) -> Result<PathBuf> {
        py.detach(|| {
            let page = html(&PageData::new(&self.sweep, &self.rows));
            let page = page.map_err(SweepError::Page)?;
            write_new(&page, &path).map_err(not_written)?;
            Ok(path)
        })
    }

    fn __repr__(&self) -> String {
        format!(
            "<Sweep '{}' of {} points>",
            self.sweep.name,
            self.rows.len()
        )
    }
}

/// Names of the sweeps that are part of the package.
#[pyfunction]
pub fn sweeps() -> Vec<String> {
    sweep_names()
}
