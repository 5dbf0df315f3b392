//! Simulated drives.

use crate::error::{Error, Result};
use crate::policy::{Failure, Function, Policy};
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
use std::sync::Arc;

/// A simulated drive: a name of the catalog (`fourcorners.drives()`), or the path of a drive file
/// (`.toml`).
///
/// Drives do not change: `set` and `policy` return another one. `drive["gc.low_watermark"]` is the
/// value of a parameter; docs/formats.md lists the parameters, whose names end in their units.
///
/// Raises Error if there is no such drive, or its file is wrong.
#[pyclass(frozen, module = "fourcorners")]
pub struct Drive {
    given: String,
    changes: Vec<Change>,
    /// As its file and the changes describe it.
    plain: DriveSpec,
    pub policy: Policy,
    /// With the policy.
    spec: DriveSpec,
}

impl Drive {
    fn of(given: String, changes: Vec<Change>, policy: Policy) -> Result<Self> {
        match lab::resolve_set(&given, false, &changes)? {
            Target::Simulated { spec, .. } => Ok(Self {
                given,
                changes,
                spec: with(&policy, &spec, &Arc::default())?,
                plain: *spec,
                policy,
            }),
            Target::Real(path) => {
                let error = format!("{} is a real drive", path.display());
                let hint = "real drives are tested on the command line: fourcorners review";
                Err(Message::new(error).hint(hint).into())
            }
        }
    }

    /// The drive of one run, which fails as its policy does.
    pub fn of_run(&self, failure: &Arc<Failure>) -> Result<DriveSpec> {
        with(&self.policy, &self.plain, failure)
    }
}

/// A drive with a policy.
fn with(policy: &Policy, plain: &DriveSpec, failure: &Arc<Failure>) -> Result<DriveSpec> {
    let plain = plain.clone();
    if policy.is_empty() {
        return Ok(plain);
    }
    let name = plain.name().to_string();
    let own = plain.with_own_policy(policy.of_run(failure));
    own.ok_or_else(|| {
        let error = format!("{name} has no garbage collection that asks a policy");
        let hint = "policies are for SSDs with page mapping";
        Message::new(error).hint(hint).into()
    })
}

#[pymethods]
impl Drive {
    #[new]
    fn new(drive: PathBuf) -> Result<Self> {
        Self::of(
            drive.to_string_lossy().into_owned(),
            Vec::new(),
            Policy::default(),
        )
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
        Ok(Self::of(self.given.clone(), all, self.policy.clone())?)
    }

    /// The same drive with GC policies of your own: `drive.policy(victim=fewest_valid)`.
    ///
    /// `victim`: gets the full superblocks of a pool (`Superblocks`) and returns the index of the
    /// one to collect. `begin`: gets the pool's `GcState` when a host write needs a new superblock
    /// and GC does not run; returns whether it begins. GC ends after a victim that leaves
    /// `gc.high_watermark` superblocks free or more: raise it to keep more free. GC also begins
    /// when no superblock is left that host writes may take. What is left out stays as it is.
    ///
    /// A policy must depend on nothing but its argument: the first decisions are asked for twice.
    /// Its exceptions end the run and are raised by `run`. Raises Error if the drive is no SSD
    /// with page mapping.
    #[pyo3(signature = (*, victim = None, begin = None))]
    fn policy(
        &self,
        victim: Option<Bound<'_, PyAny>>,
        begin: Option<Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let given = |function: Option<Bound<'_, PyAny>>, before: &Option<Arc<Function>>| {
            let function = function.map(Function::new).transpose()?;
            PyResult::Ok(function.map(Arc::new).or_else(|| before.clone()))
        };
        let policy = Policy {
            victim: given(victim, &self.policy.victim)?,
            begin: given(begin, &self.policy.begin)?,
        };
        Ok(Self::of(self.given.clone(), self.changes.clone(), policy)?)
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
    pub fn name(&self) -> &str {
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
        let mut text = format!("Drive('{}')", self.given);
        if !changes.is_empty() {
            text.push_str(&format!(".set({{{}}})", changes.join(", ")));
        }
        let Policy { victim, begin } = &self.policy;
        let functions = [("victim", victim), ("begin", begin)];
        let functions = functions.iter().filter_map(|(role, function)| {
            let function = function.as_ref()?;
            Some(format!("{role}={}", function.name))
        });
        let functions: Vec<String> = functions.collect();
        if !functions.is_empty() {
            text.push_str(&format!(".policy({})", functions.join(", ")));
        }
        text
    }
}

/// Names of the catalog's drives.
#[pyfunction]
pub fn drives() -> Vec<String> {
    lab::drive_names()
}
