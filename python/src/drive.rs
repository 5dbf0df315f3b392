//! Simulated drives.

use crate::error::{Error, Result};
use crate::settings::{flat, parsed, python, table};
use crate::table::Table;
use fourcorners_bench::{near, nearest};
use fourcorners_block::BLOCK_BYTES;
use fourcorners_lab::{self as lab, Change, Message, Target};
use fourcorners_sim::DriveSpec;
use fourcorners_sweep::Column;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::path::PathBuf;

/// A simulated drive: a name of the catalog (`fourcorners.drives()`), or the path of a drive file
/// (`.toml`).
///
/// Drives do not change: `set` returns another one. `drive["gc.low_watermark"]` is the value of a
/// parameter; docs/formats.md lists the parameters, whose names end in their units.
///
/// Raises Error if there is no such drive, or its file is wrong.
#[pyclass(frozen, module = "fourcorners")]
pub struct Drive {
    given: String,
    changes: Vec<Change>,
    pub spec: DriveSpec,
}

impl Drive {
    fn of(given: String, changes: Vec<Change>) -> Result<Self> {
        match lab::resolve_set(&given, false, &changes)? {
            Target::Simulated { spec, .. } => Ok(Self {
                given,
                changes,
                spec: *spec,
            }),
            Target::Real(path) => {
                let error = format!("{} is a real drive", path.display());
                let hint = "real drives are tested on the command line: fourcorners review";
                Err(Message::new(error).hint(hint).into())
            }
        }
    }
}

#[pymethods]
impl Drive {
    #[new]
    fn new(drive: PathBuf) -> Result<Self> {
        Self::of(drive.to_string_lossy().into_owned(), Vec::new())
    }

    /// The same drive with other values: `drive.set({"gc.high_watermark": 8})`.
    ///
    /// Raises Error if the drive has no such parameter or cannot have the value.
    fn set(&self, changes: &Bound<'_, PyDict>) -> PyResult<Self> {
        let mut all = self.changes.clone();
        for (key, value) in flat(table(changes)?) {
            all.retain(|change| change.key != key);
            let value = value.to_string();
            all.push(Change { key, value });
        }
        Ok(Self::of(self.given.clone(), all)?)
    }

    /// The value of a parameter; Error if there is none of this name.
    fn __getitem__<'py>(&self, py: Python<'py>, key: &str) -> PyResult<Bound<'py, PyAny>> {
        let facts = self.spec.facts();
        let Some(fact) = facts.iter().find(|fact| fact.name == key) else {
            let hint = near(&nearest(key, facts.iter().map(|fact| fact.name.as_str())));
            let error = format!("{} has no parameter '{key}'", self.spec.name());
            return Err(Error(Message::new(error).maybe(hint)).into());
        };
        python(py, &parsed(&fact.value))
    }

    /// Whether the drive has a parameter of this name.
    fn __contains__(&self, key: &str) -> bool {
        self.spec.facts().iter().any(|fact| fact.name == key)
    }

    /// Every parameter with its source: columns `key`, `value` (text) and `source` (`published`,
    /// `measured`, `fitted` or `assumed`, and where it is from).
    #[getter]
    fn facts(&self) -> PyResult<Table> {
        let facts = self.spec.facts();
        let column = |of: fn(&fourcorners_sim::SpecFact) -> &String| {
            Column::Texts(facts.iter().map(|fact| Some(of(fact).clone())).collect())
        };
        Table::new(vec![
            ("key".into(), column(|fact| &fact.name)),
            ("value".into(), column(|fact| &fact.value)),
            ("source".into(), column(|fact| &fact.source)),
        ])
    }

    /// Its name, as in `crucial-m4-64`.
    #[getter]
    fn name(&self) -> &str {
        self.spec.name()
    }

    /// Addressable size in bytes.
    #[getter]
    fn capacity_bytes(&self) -> u64 {
        self.spec.capacity().0 * BLOCK_BYTES
    }

    /// All NAND in bytes; None if it has none.
    #[getter]
    fn raw_nand_bytes(&self) -> Option<u64> {
        self.spec.raw_nand().map(|nand| nand.0)
    }

    fn __repr__(&self) -> String {
        let changes = self.changes.iter();
        let changes = changes.map(|Change { key, value }| format!("'{key}': {value}"));
        let changes: Vec<String> = changes.collect();
        match changes.is_empty() {
            true => format!("Drive('{}')", self.given),
            false => format!("Drive('{}').set({{{}}})", self.given, changes.join(", ")),
        }
    }
}

/// Names of the catalog's drives.
#[pyfunction]
pub fn drives() -> Vec<String> {
    lab::drive_names()
}
