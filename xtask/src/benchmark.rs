//! The simulator's speed, and the digests that must not change with it.

use crate::run::{self, Failure};

const DIGESTS: &str = "records/speed-smoke-digests.txt";

/// Runs the benchmark; with `--smoke` compares its digests with the kept ones.
pub fn speed(options: &[&str]) -> Result<(), Failure> {
    match options {
        [] => run::show(example(&[])),
        ["--smoke"] => smoke(),
        _ => Err("usage: cargo xtask speed [--smoke]".into()),
    }
}

fn example(arguments: &[&str]) -> std::process::Command {
    let mut all = vec![
        "run",
        "--quiet",
        "--release",
        "--package",
        "fourcorners-sim",
        "--example",
        "speed",
        "--",
    ];
    all.extend(arguments);
    run::command(&run::cargo(), &all)
}

/// The small benchmark: its digests say whether any simulated result has changed.
pub fn smoke() -> Result<(), Failure> {
    let printed = run::output(example(&["--smoke"]))?;
    let digests: String = printed
        .lines()
        .filter(|line| line.contains("units") || line.contains("KiB"))
        .skip(1)
        .filter_map(|line| {
            Some(format!(
                "{}  {}\n",
                line.get(..44)?.trim_end(),
                line.split_whitespace().last()?
            ))
        })
        .collect();
    let kept = std::fs::read_to_string(run::root().join(DIGESTS)).unwrap_or_default();
    if digests != kept {
        return Err(format!(
            "the simulator's results have changed.\nkept in {DIGESTS}:\n{kept}\nnow:\n{digests}\nIf that is meant, put the new lines there and say why in the commit"
        ));
    }
    Ok(())
}
