//! The digests of the same runs: with one thread and two, in debug and release.

use crate::run::{self, Failure, command, output, scratch};
use serde_json::Value;

/// The digests of a short review of two drives, one per run, by drive.
fn digests(binary: &str, name: &str, threads: &str) -> Result<Vec<(String, String)>, Failure> {
    let out = scratch(name)?;
    let drives = ["crucial-m4-256", "corsair-neutron-240"];
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

/// They are the same.
pub fn repeatable() -> Result<(), Failure> {
    let release = run::binary()?.to_string_lossy().into_owned();
    let debug = run::of_the_tests("fourcorners")?;
    let debug = debug.to_string_lossy().into_owned();
    let first = digests(&release, "release-one-thread", "1")?;
    for (binary, name, threads) in [
        (&release, "release-two-threads", "2"),
        (&debug, "debug", "2"),
    ] {
        let again = digests(binary, name, threads)?;
        if again != first {
            return Err(format!("{name} differs: {again:?} instead of {first:?}"));
        }
    }
    println!("   {first:?}");
    Ok(())
}
