//! What GC policies in Python are asked about.

use fourcorners_sim::spec::{self, FullSuperblock};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyType};

/// The full superblocks of a pool, of which GC collects one next: a column per figure, in an
/// order that is the same in every run. `len(superblocks)` is their number, at least 1.
///
/// Columns are `array.array`s: lists of int to Python, and arrays to numpy without copying.
#[pyclass(frozen, module = "fourcorners")]
pub struct Superblocks {
    full: Vec<FullSuperblock>,
    units_per_superblock: u32,
    valid: PyOnceLock<Py<PyAny>>,
    age: PyOnceLock<Py<PyAny>>,
    erases: PyOnceLock<Py<PyAny>>,
}

impl Superblocks {
    pub fn new(full: Vec<FullSuperblock>, units_per_superblock: u32) -> Self {
        Self {
            full,
            units_per_superblock,
            valid: PyOnceLock::new(),
            age: PyOnceLock::new(),
            erases: PyOnceLock::new(),
        }
    }

    /// A column, made when it is first asked for.
    fn column<const N: usize>(
        &self,
        py: Python<'_>,
        column: &PyOnceLock<Py<PyAny>>,
        letter: &str,
        of: impl Fn(&FullSuperblock) -> [u8; N],
    ) -> PyResult<Py<PyAny>> {
        static ARRAY: PyOnceLock<Py<PyType>> = PyOnceLock::new();
        let make = || {
            let bytes: Vec<u8> = self.full.iter().flat_map(of).collect();
            let class = ARRAY.import(py, "array", "array")?;
            PyResult::Ok(class.call1((letter, PyBytes::new(py, &bytes)))?.unbind())
        };
        Ok(column.get_or_try_init(py, make)?.clone_ref(py))
    }
}

#[pymethods]
impl Superblocks {
    fn __len__(&self) -> usize {
        self.full.len()
    }

    /// Mapping units of each that hold current data, 0 to `units_per_superblock`.
    #[getter]
    fn valid(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.column(py, &self.valid, "I", |full| full.valid.to_ne_bytes())
    }

    /// Superblocks of the pool filled since each was, itself included: 1 is the youngest.
    #[getter]
    fn age(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.column(py, &self.age, "Q", |full| full.age.to_ne_bytes())
    }

    /// How often each has been erased.
    #[getter]
    fn erases(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.column(py, &self.erases, "I", |full| full.erases.to_ne_bytes())
    }

    /// Mapping units that a superblock holds at most.
    #[getter]
    fn units_per_superblock(&self) -> u32 {
        self.units_per_superblock
    }

    fn __repr__(&self) -> String {
        format!("<{} superblocks>", self.full.len())
    }
}

/// How much room a pool has when a host write needs a new superblock.
#[pyclass(frozen, module = "fourcorners")]
pub struct GcState(pub spec::GcState);

#[pymethods]
impl GcState {
    /// Superblocks of the pool that are free.
    #[getter]
    fn free_superblocks(&self) -> u32 {
        self.0.free_superblocks
    }

    /// The drive's `gc.low_watermark`, in superblocks.
    #[getter]
    fn low_watermark(&self) -> u32 {
        self.0.low_watermark
    }

    /// The drive's `gc.high_watermark`, in superblocks.
    #[getter]
    fn high_watermark(&self) -> u32 {
        self.0.high_watermark
    }

    fn __repr__(&self) -> String {
        format!("<{} free superblocks>", self.0.free_superblocks)
    }
}
