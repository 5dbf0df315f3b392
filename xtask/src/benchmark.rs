//! The simulator's speed by kind of work, and the digests that must not change with it.

use crate::run::{self, Failure};
use serde_json::Value;

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
    if let Some(unknown) = chosen.iter().find(|row| !rows.contains(row)) {
        return Err(format!(
            "there is no row {unknown}; there are {}",
            rows.join(", ")
        ));
    }
    if !json {
        println!(
            "{:58} {:>12} {:>8} {:>6} {:>10} {:>8}  digest",
            "work", "I/Os/CPU s", "CPU s", "WA", "peak bytes", "a unit"
        );
    }
    for row in rows
        .iter()
        .filter(|row| chosen.is_empty() || chosen.contains(row))
    {
        let printed = run::output(example(&[row]))?;
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

fn rows() -> Result<Vec<String>, Failure> {
    let printed = run::output(example(&[]))?;
    Ok(printed.lines().map(String::from).collect())
}

fn parsed(printed: &str) -> Result<Value, Failure> {
    serde_json::from_str(printed)
        .map_err(|error| format!("the benchmark printed {printed}: {error}"))
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
    let mut digests = String::new();
    for row in rows()? {
        let printed = run::output(example(&[&row, "--smoke"]))?;
        let digest = parsed(&printed)?["digest"]
            .as_str()
            .unwrap_or("")
            .to_string();
        digests.push_str(&format!("{row}  {digest}\n"));
    }
    let kept = std::fs::read_to_string(run::root().join(DIGESTS)).unwrap_or_default();
    if digests != kept {
        return Err(format!(
            "the simulator's results have changed.\nkept in {DIGESTS}:\n{kept}\nnow:\n{digests}\nIf that is meant, put the new lines there and say why in the commit"
        ));
    }
    Ok(())
}
