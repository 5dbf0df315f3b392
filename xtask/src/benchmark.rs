//! The speed of the simulator and of our own form of traces by kind of work, and the digests that
//! must not change with it.

use crate::run::{self, Failure};
use serde_json::Value;

/// Those whose example `speed` has rows.
const PACKAGES: [&str; 2] = ["fourcorners-sim", "fourcorners-trace"];
const DIGESTS: &str = "records/speed-smoke-digests.txt";

/// Runs every row of the benchmark, each in a process of its own; with `--smoke` compares the
/// digests of small ones with the kept.
pub fn speed(options: &[&str]) -> Result<(), Failure> {
    let (mut json, mut chosen) = (false, Vec::new());
    for option in options {
        match *option {
            "--smoke" => return smoke(),
            "--json" => json = true,
            row if !row.starts_with('-') => chosen.push(row.to_string()),
            other => {
                return Err(format!(
                    "unknown option {other}; usage: cargo xtask speed [--smoke] [--json] [ROW...]"
                ));
            }
        }
    }
    let rows = rows()?;
    let names: Vec<&String> = rows.iter().map(|(_, row)| row).collect();
    if let Some(unknown) = chosen.iter().find(|row| !names.contains(row)) {
        let all: Vec<&str> = names.into_iter().map(String::as_str).collect();
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
    for (package, row) in rows
        .iter()
        .filter(|(_, row)| chosen.is_empty() || chosen.contains(row))
    {
        let printed = run::output(example(package, &[row]))?;
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

/// Every row, behind the package that has it.
fn rows() -> Result<Vec<(&'static str, String)>, Failure> {
    let mut rows = Vec::new();
    for package in PACKAGES {
        let printed = run::output(example(package, &[]))?;
        rows.extend(printed.lines().map(|row| (package, row.to_string())));
    }
    Ok(rows)
}

fn parsed(printed: &str) -> Result<Value, Failure> {
    serde_json::from_str(printed)
        .map_err(|error| format!("the benchmark printed {printed}: {error}"))
}

fn example(package: &str, arguments: &[&str]) -> std::process::Command {
    let mut all = vec![
        "run",
        "--quiet",
        "--release",
        "--package",
        package,
        "--example",
        "speed",
        "--",
    ];
    all.extend(arguments);
    run::command(&run::cargo(), &all)
}

/// The small benchmark: its digests say whether any simulated result, or what a trace file gives
/// back, has changed.
pub fn smoke() -> Result<(), Failure> {
    let mut digests = String::new();
    for (package, row) in rows()? {
        let printed = run::output(example(package, &[&row, "--smoke"]))?;
        let digest = parsed(&printed)?["digest"]
            .as_str()
            .unwrap_or("")
            .to_string();
        digests.push_str(&format!("{row}  {digest}\n"));
    }
    let kept = std::fs::read_to_string(run::root().join(DIGESTS)).unwrap_or_default();
    if digests != kept {
        return Err(format!(
            "the results have changed.\nkept in {DIGESTS}:\n{kept}\nnow:\n{digests}\nIf that is meant, put the new lines there and say why in the commit"
        ));
    }
    Ok(())
}
