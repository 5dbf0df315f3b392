//! Write amplification of simulated drives versus theory.

use crate::run::{self, Failure};
use crate::tests_build;

/// Simulates a point, or every row of the table; the options are the example's.
pub fn theory(options: &[&str]) -> Result<(), Failure> {
    let words = [
        "run",
        "--quiet",
        "--release",
        "--package",
        "fourcorners-sim",
    ];
    let mut command = run::command(&run::cargo(), &words);
    command.args(["--example", "theory", "--"]).args(options);
    run::show(command)
}

/// A dozen rows in a few seconds, by the example that the tests' build made.
pub fn quick() -> Result<(), Failure> {
    let program = tests_build::program("examples/theory")?;
    run::show(run::command(&program.to_string_lossy(), &["--quick"]))
}
