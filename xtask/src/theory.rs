//! Write amplification of simulated drives beside the theory's.

use crate::run::{self, Failure};

/// Simulates a point, or every row of the table; the options are the example's.
pub fn theory(options: &[&str]) -> Result<(), Failure> {
    run::show(example(options))
}

/// A dozen rows in a few seconds.
pub fn quick() -> Result<(), Failure> {
    theory(&["--quick"])
}

fn example(options: &[&str]) -> std::process::Command {
    let mut words = vec![
        "run",
        "--quiet",
        "--release",
        "--package",
        "fourcorners-sim",
        "--example",
        "theory",
        "--",
    ];
    words.extend(options);
    run::command(&run::cargo(), &words)
}
