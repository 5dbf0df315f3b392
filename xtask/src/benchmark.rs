//! The speed of the simulator and of our own form of traces by kind of work, and the digests that
//! must not change with it.

use crate::limit;
use crate::run::{self, Failure};
use crate::tests_build;
use serde_json::Value;
use std::process::Command;

/// The examples that have rows, behind their packages.
const EXAMPLES: [(&str, &str); 2] = [
    ("fourcorners-sim", "speed"),
    ("fourcorners-trace", "own_speed"),
];
const DIGESTS: &str = "records/speed-smoke-digests.txt";

/// Runs every row of the benchmark, each in a process of its own; with `--smoke` compares the
/// digests of small ones with the kept.
pub fn speed(options: &[&str]) -> Result<(), Failure> {
    if let Some(place) = options.iter().position(|option| *option == "--limit") {
        return limit::limit(&[&options[..place], &options[place + 1..]].concat());
    }
    let (mut json, mut chosen) = (false, Vec::new());
    for option in options {
        match *option {
            "--smoke" => return smoke(),
            "--json" => json = true,
            row if !row.starts_with('-') => chosen.push(row.to_string()),
            other => {
                return Err(format!(
                    "unknown option {other}; usage: cargo xtask speed [--smoke] [--limit] \
                     [--json] [ROW...]"
                ));
            }
        }
    }
    let mut rows = Vec::new();
    for (package, name) in EXAMPLES {
        let printed = run::output(example(package, name, ""))?;
        rows.extend(printed.lines().map(|row| (package, name, row.to_string())));
    }
    if let Some(unknown) = chosen
        .iter()
        .find(|name| rows.iter().all(|(.., row)| row != *name))
    {
        let all: Vec<&str> = rows.iter().map(|(.., row)| row.as_str()).collect();
        return Err(format!(
            "there is no row {unknown}; there are {}",
            all.join(", ")
        ));
    }
    if !json {
        println!(
            "{:58} {:>12} {:>8} {:>6} {:>10} {:>8}  digest",
            "work", "I/Os/CPU s", "CPU s", "WA", "peak bytes", "a unit"
        );
    }
    for (package, name, row) in rows
        .iter()
        .filter(|(.., row)| chosen.is_empty() || chosen.contains(row))
    {
        let printed = run::output(example(package, name, row))?;
        if json {
            print!("{printed}");
        } else {
            println!("{}", line(&parsed(&printed)?));
        }
    }
    Ok(())
}

fn line(row: &Value) -> String {
    let number = |key: &str| row[key].as_f64().unwrap_or(f64::NAN);
    format!(
        "{:58} {:12.0} {:8.2} {:>6} {:10} {:8.2}  {}",
        row["work"].as_str().unwrap_or(""),
        number("host_ios_per_cpu_s"),
        number("cpu_s"),
        row["write_amplification"]
            .as_f64()
            .map_or("-".into(), |factor| format!("{factor:.2}")),
        row["peak_rss_bytes"],
        number("peak_rss_bytes_per_unit"),
        row["digest"].as_str().unwrap_or("")
    )
}

pub fn parsed(printed: &str) -> Result<Value, Failure> {
    serde_json::from_str(printed)
        .map_err(|error| format!("the benchmark printed {printed}: {error}"))
}

/// An example as people build it; without a row it prints the names of all.
pub fn example(package: &str, name: &str, row: &str) -> Command {
    let words = ["run", "--quiet", "--release", "--package", package];
    let mut command = run::command(&run::cargo(), &words);
    command.args(["--example", name, "--"]);
    command.args((!row.is_empty()).then_some(row));
    command
}

/// The small benchmark: its digests say whether any simulated result, or what a trace file gives
/// back, has changed. By the examples that the tests' build made: no result depends on the build.
pub fn smoke() -> Result<(), Failure> {
    let mut digests = String::new();
    for (_, name) in EXAMPLES {
        let program = tests_build::program(&format!("examples/{name}"))?;
        let program = program.to_string_lossy();
        for row in run::output(run::command(&program, &[]))?.lines() {
            let printed = run::output(run::command(&program, &[row, "--smoke"]))?;
            let row_digest = parsed(&printed)?["digest"].clone();
            digests += &format!("{row}  {}\n", row_digest.as_str().unwrap_or(""));
        }
    }
    let kept = std::fs::read_to_string(run::root().join(DIGESTS)).unwrap_or_default();
    if digests != kept {
        return Err(format!(
            "the results have changed.\nkept in {DIGESTS}:\n{kept}\nnow:\n{digests}\n\
             If that is meant, put the new lines there and say why in the commit"
        ));
    }
    Ok(())
}
