//! `cargo xtask vm`: what a test cannot do to its own host, done to virtual machines. The cases
//! are in `crates/testkit/examples/vm`.

use crate::install::{QEMU, install_missing};
use crate::run::{self, Failure};
use crate::tests_build;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Runs the cases of these names; without any, lists them. `--binary PATH` before the names: with
/// that build of fourcorners.
///
/// # Errors
/// One failed, or cannot be run here.
pub fn run(words: &[&str]) -> Result<(), Failure> {
    let (binary, names) = match words {
        ["--binary", path, names @ ..] => (Some(PathBuf::from(path)), names),
        names => (None, names),
    };
    let binary = match (binary, names) {
        (Some(binary), _) => binary,
        // The list of cases needs none.
        (None, []) => PathBuf::new(),
        (None, _) => run::binary()?,
    };
    let build = [
        "build",
        "--quiet",
        "--package",
        "fourcorners-testkit",
        "--example",
        "vm",
    ];
    run::show(run::command(&run::cargo(), &build))?;
    cases(&run::target().join("debug/examples/vm"), &binary, names)
}

/// One guest, with what the tests were built with: part of every test run.
pub fn short() -> Result<(), Failure> {
    with_tests_build("system-disk-through-loop")
}

/// All cases, likewise.
pub fn all() -> Result<(), Failure> {
    with_tests_build("--all")
}

fn with_tests_build(cases: &str) -> Result<(), Failure> {
    let program = tests_build::program("examples/vm")?;
    self::cases(&program, &tests_build::fourcorners()?, &[cases])
}

fn cases(program: &Path, binary: &Path, names: &[&str]) -> Result<(), Failure> {
    install_missing(&[QEMU])?;
    let mut command = Command::new(program);
    command.arg("--binary").arg(binary);
    command.arg("--folder").arg(run::target().join("vm"));
    command.args(names);
    run::show(command)
}
