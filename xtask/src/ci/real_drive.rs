//! Suites on a drive of this host.

use super::review::runs_and_page;
use crate::browser::{self, Look};
use crate::loop_device::LoopDevice;
use crate::run::{self, Failure, command, output, scratch};
use crate::tests_build;
use serde_json::Value;
use std::path::{Path, PathBuf};

/// The suite `quick`.
pub fn quick() -> Result<(), Failure> {
    review("quick", &["--suite", "quick"])
}

/// It with phases of at most two seconds.
pub fn brief() -> Result<(), Failure> {
    review("brief", &["--suite", "quick", "--duration", "2s"])
}

/// A review with these options, and its page.
pub fn review(name: &str, more: &[&str]) -> Result<(), Failure> {
    let (run, page) = reviewed(name, more)?;
    let compared = sums_agree(&run)?;
    if compared < 8 {
        return Err(format!("only {compared} phases finished"));
    }
    browser::look(&page, &[run], Look::WhatItShows)
}

/// Suites that have many phases, most of which need a state prepared.
pub fn suites() -> Result<(), Failure> {
    let suites = ["anandtech-2009", "anandtech-2010", "anandtech-2013"];
    suites.into_iter().try_for_each(finishes)
}

/// A suite, each phase cut to two seconds (in one, a busy host may finish no I/O): every one
/// finishes. Its power comes from a command, and its NAND is given, of which less than 25 % is
/// spare, so that no test is left out.
fn finishes(suite: &str) -> Result<(), Failure> {
    let short = ["--suite", suite, "--duration", "2s", "--nand", "1200MiB"];
    let power = ["--power-command", "while echo 3; do sleep 0.1; done"];
    let (run, _) = reviewed(&format!("real-{suite}"), &[&short[..], &power].concat())?;
    let header = run.join("run.json");
    let text = std::fs::read_to_string(&header).map_err(|error| error.to_string())?;
    let header: Value = serde_json::from_str(&text).map_err(|error| error.to_string())?;
    let planned = header["phases"].as_array().map_or(0, Vec::len);
    let finished = sums_agree(&run)?;
    println!("   {suite}: {finished} of {planned} phases finished");
    match finished == planned {
        true => Ok(()),
        false => Err(format!(
            "{suite}: only {finished} of {planned} phases finished"
        )),
    }
}

/// The folder of a review with these options, and its page. As root on a loop device, else on a
/// regular file that the command makes itself.
fn reviewed(name: &str, more: &[&str]) -> Result<(PathBuf, PathBuf), Failure> {
    let out = scratch(name)?;
    let folder = out.to_string_lossy().into_owned();
    let binary = tests_build::fourcorners()?.to_string_lossy().into_owned();
    let bytes: u64 = 1 << 30;
    let device = if run::is_root() {
        LoopDevice::new(Path::new("/dev/shm"), bytes).ok()
    } else {
        None
    };
    let file = out.join("scratch.img").to_string_lossy().into_owned();
    let words: Vec<&str> = match &device {
        Some(device) => vec!["review", device.path(), "--destroy", device.path()],
        None => vec!["review", &file, "--size", "1GiB"],
    };
    println!(
        "   on {}",
        device
            .as_ref()
            .map_or("a regular file", |device| device.path())
    );
    let words = [words.as_slice(), more, &["--quiet", "--out", &folder]].concat();
    output(command(&binary, &words))?;
    let _ = std::fs::remove_file(&file);
    let (runs, page) = runs_and_page(&out)?;
    match <[PathBuf; 1]>::try_from(runs) {
        Ok([run]) => Ok((run, page)),
        Err(runs) => Err(format!("{} runs instead of one", runs.len())),
    }
}

/// The seconds of every finished phase add up to its totals, to the I/O; how many phases finished.
fn sums_agree(run: &Path) -> Result<usize, Failure> {
    let lines = |name: &str| -> Result<Vec<Value>, Failure> {
        let text =
            std::fs::read_to_string(run.join(name)).map_err(|error| format!("{name}: {error}"))?;
        text.lines()
            .map(|line| serde_json::from_str(line).map_err(|error| format!("{name}: {error}")))
            .collect()
    };
    let samples = lines("samples.jsonl")?;
    let mut compared = 0;
    for entry in lines("results.jsonl")? {
        if entry["status"] == "failed" {
            return Err(format!("failed: {entry}"));
        }
        if entry["status"] != "finished" || entry["measured"].is_null() {
            continue;
        }
        let of_phase = |sample: &&Value| {
            ["test", "variant", "phase"]
                .iter()
                .all(|key| sample[key] == entry[key])
        };
        let sum = |key: &str| {
            samples
                .iter()
                .filter(of_phase)
                .filter_map(|sample| sample[key].as_u64())
                .sum::<u64>()
        };
        for key in ["ios", "bytes"] {
            let total = entry["measured"][key].as_u64();
            let is_idle = entry["measured"]["op"] == "idle";
            if total != Some(sum(key)) || (total == Some(0)) != is_idle {
                return Err(format!(
                    "{} {}: {key} {total:?}, but the seconds add up to {}",
                    entry["test"],
                    entry["phase"],
                    sum(key)
                ));
            }
        }
        compared += 1;
    }
    Ok(compared)
}
