//! The table of what each mechanism changes: the lines that the ablation tests print.

use crate::run::{self, Failure};
use serde_json::{Value, json};

/// Runs the tests; prints their lines as a table, or as a JSON object each.
pub fn ablations(options: &[&str]) -> Result<(), Failure> {
    let as_json = match options {
        [] => false,
        ["--json"] => true,
        _ => return Err("usage: cargo xtask ablations [--json]".into()),
    };
    let words = [
        "test",
        "--quiet",
        "--release",
        "--package",
        "fourcorners-sim",
        "--test",
        "it",
        "--",
        "ablation::",
        "disk::",
        "--nocapture",
        "--test-threads=1",
    ];
    let printed = run::output(run::command(&run::cargo(), &words))?;
    let mut rows: Vec<Vec<&str>> = printed
        .lines()
        .filter_map(|line| line.split_once("ablation | "))
        .map(|(_, cells)| cells.split(" | ").map(str::trim).collect())
        .collect();
    rows.sort_by_key(|cells| cells.first().map(|name| name.to_lowercase()));
    if !as_json {
        println!("| mechanism | figure | off | on | predicted |\n|---|---|---|---|---|");
    }
    for cells in rows {
        let [mechanism, figure, off, on, predicted] = cells.as_slice() else {
            return Err(format!("not five cells: {}", cells.join(" | ")));
        };
        if as_json {
            let row: Value = json!({
                "mechanism": mechanism, "figure": figure, "off": off, "on": on,
                "predicted": predicted,
            });
            println!("{row}");
        } else {
            println!("| {mechanism} | {figure} | {off} | {on} | {predicted} |");
        }
    }
    Ok(())
}
