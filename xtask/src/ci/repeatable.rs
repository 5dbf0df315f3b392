//! The digests of the same runs: with one thread and two, of one program or of two.

use super::review;
use crate::run::{self, Failure, command, output, scratch};
use crate::tests_build;
use serde_json::Value;
use std::path::Path;

/// The digests of a short review of two drives, one per run, by drive.
fn digests(binary: &str, name: &str, threads: &str) -> Result<Vec<(String, String)>, Failure> {
    let out = scratch(name)?;
    let drives = ["crucial-m4-64", "crucial-c300-64"];
    let arguments = [
        "--suite",
        "four-corners",
        "--duration",
        "3s",
        "--threads",
        threads,
        "--quiet",
        "--json",
        "--out",
    ];
    let folder = out.to_string_lossy();
    let words = [
        &["review"],
        drives.as_slice(),
        arguments.as_slice(),
        &[&folder],
    ]
    .concat();
    let printed = output(command(binary, &words))?;
    let value: Value =
        serde_json::from_str(&printed).map_err(|error| format!("{name}: not JSON: {error}"))?;
    let runs = value["runs"]
        .as_array()
        .ok_or_else(|| format!("{name}: the JSON has no runs: {value}"))?;
    let mut digests: Vec<(String, String)> = runs
        .iter()
        .map(|run| {
            (
                run["drive"].as_str().unwrap_or("").into(),
                run["digest"].as_str().unwrap_or("").into(),
            )
        })
        .collect();
    digests.sort();
    if digests.len() != drives.len() || digests.iter().any(|(_, digest)| digest.len() != 64) {
        return Err(format!(
            "{name}: expected two runs with a sha-256 digest each, got {digests:?}"
        ));
    }
    Ok(digests)
}

/// The tests' build makes the same runs with one thread and with two.
pub fn threads() -> Result<(), Failure> {
    let program = tests_build::fourcorners()?;
    agree(&program, &program)
}

/// The release build makes the same runs as the tests' build, and the default review in full.
pub fn release() -> Result<(), Failure> {
    let release = run::binary()?;
    agree(&release, &tests_build::fourcorners()?)?;
    review::default_review(&release, &[])
}

/// The runs that one program makes with one thread, the other makes with two.
fn agree(one: &Path, other: &Path) -> Result<(), Failure> {
    let first = digests(&one.to_string_lossy(), "one-thread", "1")?;
    let second = digests(&other.to_string_lossy(), "two-threads", "2")?;
    if second != first {
        return Err(format!("digests differ: {second:?} instead of {first:?}"));
    }
    println!("   {first:?}");
    Ok(())
}
