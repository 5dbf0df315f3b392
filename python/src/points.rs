//! The points of a sweep, to be simulated by any process, and the folder that keeps their rows.

use crate::error::{Error, Result};
use crate::sweep::{Given, Sweep, source};
use crate::watched::watched;
use fourcorners_lab::Message;
use fourcorners_sweep::{Folder, Points as File, Progress, Row, Source, finish};
use pyo3::prelude::*;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use tempfile::TempDir;

/// The points of a sweep. A copy (it can be pickled) simulates the same points anywhere; drive and
/// test files that the sweep names must be there, too.
#[pyclass(frozen, module = "fourcorners._fourcorners")]
pub struct Points {
    source: Source,
    sweep: Arc<fourcorners_sweep::Sweep>,
}

impl Points {
    fn new(source: Source) -> Result<Self> {
        let sweep = fourcorners_sweep::Sweep::new(&source)?;
        Ok(Self {
            source,
            sweep: Arc::new(sweep),
        })
    }
}

#[pymethods]
impl Points {
    /// Of the parts that `__getnewargs__` gives.
    #[new]
    fn of_parts(
        name: String,
        given: String,
        file: String,
        text: String,
        folder: PathBuf,
    ) -> Result<Self> {
        Self::new(Source {
            name,
            given,
            file,
            text,
            folder,
        })
    }

    fn __getnewargs__(&self) -> (String, String, String, String, PathBuf) {
        let Source {
            name,
            given,
            file,
            text,
            folder,
        } = self.source.clone();
        (name, given, file, text, folder)
    }

    /// Of a sweep as `fourcorners.sweep` takes it.
    #[staticmethod]
    fn of(sweep: Given<'_>) -> PyResult<Self> {
        let points = Self::new(source(sweep)?)?;
        points.sweep.has_known_names().map_err(Error::from)?;
        Ok(points)
    }

    fn __len__(&self) -> usize {
        self.sweep.points.len()
    }

    /// Simulate points, one after the other, and return a row each, as a line of `points.jsonl`.
    ///
    /// Releases the GIL.
    fn simulate(&self, py: Python<'_>, numbers: Vec<u64>) -> PyResult<Vec<String>> {
        let stop = &AtomicBool::new(false);
        let rows = watched(
            py,
            stop,
            |_| Ok(()),
            || {
                let stop = Stop(stop);
                let rows = numbers
                    .iter()
                    .map_while(|one| self.sweep.simulate(*one, &stop).transpose());
                let lines =
                    rows.map(|row| serde_json::to_string(&row?).map_err(|error| not_a_row(&error)));
                lines.collect::<Result<Vec<String>>>()
            },
        )?;
        Ok(rows?)
    }

    /// Open the folder that keeps their rows. Without one, nothing is kept.
    #[pyo3(signature = (out = None))]
    fn keep(&self, out: Option<PathBuf>) -> PyResult<Kept> {
        let temporary = tempfile::tempdir()?;
        let path = out.as_deref().unwrap_or(temporary.path());
        let folder = Folder::open(path, &self.sweep).map_err(Error::from)?;
        let file = folder.points(None).map_err(Error::from)?;
        Ok(Kept {
            sweep: Arc::clone(&self.sweep),
            folder,
            file: Mutex::new(file),
            _temporary: temporary,
        })
    }
}

struct Stop<'a>(&'a AtomicBool);

impl Progress for Stop<'_> {
    fn done(&self, _: usize, _: usize, _: usize) {}

    fn stop_requested(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

fn not_a_row(error: &serde_json::Error) -> Error {
    Error(Message::new(format!("not a point of a sweep: {error}")))
}

/// The rows of a sweep, kept in its folder.
#[pyclass(frozen, module = "fourcorners._fourcorners")]
pub struct Kept {
    sweep: Arc<fourcorners_sweep::Sweep>,
    folder: Folder,
    file: Mutex<File>,
    /// Where nothing is kept; deleted in the end.
    _temporary: TempDir,
}

#[pymethods]
impl Kept {
    /// Numbers of the points that are not done.
    fn missing(&self) -> Result<Vec<u64>> {
        Ok(self.folder.missing()?)
    }

    /// Keep rows, and return how many of them failed.
    fn put(&self, lines: Vec<String>) -> Result<usize> {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let mut failed = 0;
        for line in lines {
            let row: Row = serde_json::from_str(&line).map_err(|error| not_a_row(&error))?;
            failed += usize::from(row.failed.is_some());
            file.put(&row)?;
        }
        Ok(failed)
    }

    /// The results, once no point is missing.
    fn result(&self) -> Result<Sweep> {
        let rows: Vec<Row> = self.folder.rows()?.into_values().collect();
        if rows.len() == self.sweep.points.len() {
            finish(&self.sweep, &self.folder, &rows)?;
        }
        Ok(Sweep::new((*self.sweep).clone(), rows))
    }
}
