//! Tests.

use crate::error::{Error, Result};
use crate::settings::{python, table};
use fourcorners_bench::{near, nearest};
use fourcorners_lab::{self as lab, Message};
use fourcorners_sweep::BaseTest;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::path::{Path, PathBuf};
use toml::Value;

/// A test: an id of the catalog (`fourcorners.tests()`), or the path of a test file (`.toml`).
///
/// Tests do not change: `set` returns another one. `test["measure.duration_s"]` is the value of a
/// key of a phase; docs/formats.md lists the keys, whose names end in their units.
///
/// Raises Error if there is no such test, or its file is wrong.
#[pyclass(frozen, module = "fourcorners")]
pub struct Test {
    given: String,
    changes: Vec<(String, Value)>,
    pub definition: fourcorners_bench::TestDef,
    base: BaseTest,
}

impl Test {
    fn of(given: String, base: BaseTest, changes: Vec<(String, Value)>) -> Result<Self> {
        let definition = base.definition()?;
        Ok(Self {
            given,
            changes,
            definition,
            base,
        })
    }

    /// The phase and the key of `PHASE.KEY`.
    fn split<'a>(&self, name: &'a str) -> Result<(&'a str, &'a str)> {
        let id = &self.base.id;
        let Some((phase, key)) = name.split_once('.') else {
            let error = format!("{id}: '{name}' names no key of a phase");
            let hint = "write PHASE.KEY, as in 'measure.duration_s'";
            return Err(Message::new(error).hint(hint).into());
        };
        if self.base.phases().any(|known| known == phase) {
            return Ok((phase, key));
        }
        let error = format!("{id} has no phase '{phase}'");
        let phases: Vec<&str> = self.base.phases().collect();
        let hint = near(&nearest(phase, phases.iter().copied()));
        let hint = hint.unwrap_or_else(|| format!("its phases are {}", phases.join(", ")));
        Err(Message::new(error).hint(hint).into())
    }
}

#[pymethods]
impl Test {
    #[new]
    fn new(test: PathBuf) -> Result<Self> {
        let given = test.to_string_lossy().into_owned();
        let base = BaseTest::read(&given, Path::new(""))?;
        Self::of(given, base, Vec::new())
    }

    /// The same test with other values: `test.set({"measure.duration_s": 600})`.
    ///
    /// A key is `PHASE.KEY`, with KEY of the phase's `work` or `replay`, or `idle_s`. Raises Error
    /// if the test has no such phase, or the phase cannot have the key or value.
    fn set(&self, changes: &Bound<'_, PyDict>) -> PyResult<Self> {
        let (mut base, mut all) = (self.base.clone(), self.changes.clone());
        for (name, value) in table(changes)? {
            let (phase, key) = self.split(&name)?;
            base.set(phase, key, &value);
            all.retain(|(known, _)| *known != name);
            all.push((name, value));
        }
        Ok(Self::of(self.given.clone(), base, all)?)
    }

    /// The value of a phase's key; Error if the test does not give it.
    fn __getitem__<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        let (phase, key) = self.split(name)?;
        match self.base.value(phase, key) {
            Some(value) => python(py, value),
            None => {
                let error = format!("{}: phase '{phase}' does not set '{key}'", self.base.id);
                Err(Error(Message::new(error)).into())
            }
        }
    }

    /// Its id, as in `consistency`.
    #[getter]
    fn id(&self) -> &str {
        &self.definition.id
    }

    /// Title for people.
    #[getter]
    fn title(&self) -> &str {
        &self.definition.title
    }

    /// What it shows.
    #[getter]
    fn why(&self) -> &str {
        &self.definition.why
    }

    /// Names of its phases, in order.
    #[getter]
    fn phases(&self) -> Vec<String> {
        self.base.phases().map(String::from).collect()
    }

    fn __repr__(&self) -> String {
        let changes = self.changes.iter();
        let changes: Vec<String> = changes
            .map(|(name, value)| format!("'{name}': {value}"))
            .collect();
        match changes.is_empty() {
            true => format!("Test('{}')", self.given),
            false => format!("Test('{}').set({{{}}})", self.given, changes.join(", ")),
        }
    }
}

/// Ids of the catalog's tests.
#[pyfunction]
pub fn tests() -> Result<Vec<String>> {
    Ok(lab::library()?.tests.keys().cloned().collect())
}
