//! The Python package: drives, tests, runs and sweeps as objects, results as Arrow tables.
//!
//! `fourcorners/_fourcorners.pyi` has the types of all this; a test compares the two.

mod columns;
mod drive;
mod error;
mod points;
mod policy;
mod run;
mod settings;
mod sweep;
mod table;
mod test;
mod views;
mod watched;
mod work;

use pyo3::prelude::*;

/// The compiled part of fourcorners.
#[pymodule]
mod _fourcorners {
    #[pymodule_export]
    use super::cli;
    #[pymodule_export]
    use super::drive::{Drive, drives};
    #[pymodule_export]
    use super::points::{Kept, Points};
    #[pymodule_export]
    use super::run::{Run, run};
    #[pymodule_export]
    use super::sweep::{Sweep, sweep, sweeps};
    #[pymodule_export]
    use super::table::Table;
    #[pymodule_export]
    use super::test::{Test, tests};
    #[pymodule_export]
    use super::views::{GcState, Superblocks};

    #[pymodule_export]
    #[expect(non_upper_case_globals, reason = "Python's name")]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}

/// Carry out a command line, whose first word is the program, and return the exit code.
///
/// Wrong command lines and `--help` end the process.
#[pyfunction]
fn cli(py: Python<'_>, arguments: Vec<std::ffi::OsString>) -> u8 {
    py.detach(|| fourcorners_cli::run(&arguments))
}
