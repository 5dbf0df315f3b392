//! `cargo xtask test`: every step, in the order of how soon it can fail.

use crate::browser::Look;
use crate::loop_device::LoopDevice;
use crate::run::{self, Failure, cargo, command, output, show};
use crate::{benchmark, browser, install, soak, theory};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// A step's question and the function that answers it.
type Step = (&'static str, fn() -> Result<(), Failure>);

const STEPS: &[Step] = &[
    ("is what the tests need installed", install::install),
    ("is everything formatted", || {
        show(command(&cargo(), &["fmt", "--all", "--check"]))
    }),
    ("has clippy anything to say", || {
        show(command(
            &cargo(),
            &[
                "clippy",
                "--quiet",
                "--workspace",
                "--all-targets",
                "--",
                "-D",
                "warnings",
            ],
        ))
    }),
    ("do the Rust tests pass", || {
        show(command(&cargo(), &["test", "--quiet", "--workspace"]))
    }),
    ("is the page's bundle fresh", browser::is_fresh),
    ("have the simulator's results changed", benchmark::smoke),
    ("is write amplification what theory says", theory::quick),
    (
        "does a minute of any mechanisms and of any bytes find anything",
        soak::minute,
    ),
    (
        "does the review of five drives work, and its page show it",
        review_and_look,
    ),
    (
        "do the pages about many runs work, served and as files",
        many_runs,
    ),
    (
        "are results the same with one thread and two, in debug and release",
        repeatable,
    ),
    ("does quick work on a real drive", quick_on_a_real_drive),
    (
        "does a suite of the reviews work, shortened, on a real drive and on three simulated ones",
        a_suite_of_the_reviews,
    ),
];

/// Runs every step, also after one has failed; says what failed at the end.
pub fn test() -> Result<(), Failure> {
    let begin = Instant::now();
    let mut failed = Vec::new();
    for (question, step) in STEPS {
        println!("== {question}?");
        let start = Instant::now();
        if let Err(message) = step() {
            println!("{message}");
            failed.push(*question);
        }
        println!("   {:.0} s", start.elapsed().as_secs_f64());
    }
    println!("all steps: {:.0} s", begin.elapsed().as_secs_f64());
    for question in &failed {
        println!("FAILED: {question}?");
    }
    println!(
        "{} passed, {} failed",
        STEPS.len() - failed.len(),
        failed.len()
    );
    if failed.is_empty() {
        Ok(())
    } else {
        Err("not all steps passed".into())
    }
}

/// A new folder under target/, empty.
pub fn scratch(name: &str) -> Result<PathBuf, Failure> {
    let folder = run::target().join("xtask").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    std::fs::canonicalize(&folder).map_err(|error| format!("{}: {error}", folder.display()))
}

/// The folders of the runs in an output folder, and the page.
fn runs_and_page(out: &Path) -> Result<(Vec<PathBuf>, PathBuf), Failure> {
    let entries = std::fs::read_dir(out).map_err(|error| format!("{}: {error}", out.display()))?;
    let (mut runs, mut page) = (Vec::new(), None);
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.join("run.json").exists() {
            runs.push(path);
        } else if path
            .extension()
            .is_some_and(|extension| extension == "html")
        {
            page = Some(path);
        }
    }
    runs.sort();
    let page = page.ok_or_else(|| format!("{}: no page was written", out.display()))?;
    Ok((runs, page))
}

fn review_and_look() -> Result<(), Failure> {
    let out = scratch("review")?;
    let binary = run::binary()?.to_string_lossy().into_owned();
    let start = Instant::now();
    let printed = output(command(
        &binary,
        &["review", "--quiet", "--out", &out.to_string_lossy()],
    ))?;
    println!("   the review took {:.0} s", start.elapsed().as_secs_f64());
    let (runs, page) = runs_and_page(&out)?;
    let last = printed.trim_end().lines().last().unwrap_or("").trim();
    if std::fs::canonicalize(last).ok().as_deref() != Some(page.as_path()) {
        return Err(format!(
            "the last line printed is '{last}', not the page's path {}",
            page.display()
        ));
    }
    if runs.len() != 5 {
        return Err(format!(
            "{} runs instead of 5 in {}",
            runs.len(),
            out.display()
        ));
    }
    browser::is_light(&page)?;
    browser::look(&page, &runs, Look::Everything)
}

/// Two drives, each run twice, looked at through `browse` and `site`.
fn many_runs() -> Result<(), Failure> {
    let out = scratch("browse")?;
    let folder = out.to_string_lossy().into_owned();
    let binary = run::binary()?;
    let words = [
        "review",
        "crucial-m4-256",
        "corsair-neutron-240",
        "--duration",
        "3s",
        "--repeat",
        "2",
        "--quiet",
        "--out",
        &folder,
    ];
    output(command(&binary.to_string_lossy(), &words))?;
    browser::look_at_many(&binary, &out, &scratch("browse-pictures")?)
}

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

fn repeatable() -> Result<(), Failure> {
    let release = run::binary()?.to_string_lossy().into_owned();
    show(command(
        &cargo(),
        &["build", "--quiet", "--package", "fourcorners"],
    ))?;
    let debug = run::target()
        .join("debug/fourcorners")
        .to_string_lossy()
        .into_owned();
    let first = digests(&release, "release-one-thread", "1")?;
    for (binary, name, threads) in [
        (&release, "release-again", "1"),
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

fn quick_on_a_real_drive() -> Result<(), Failure> {
    on_a_real_drive("quick", &["--suite", "quick"])
}

/// The suite with most kinds of charts, shortened: on a real drive, and twice on each of three simulated ones.
fn a_suite_of_the_reviews() -> Result<(), Failure> {
    let suite = ["--suite", "anandtech-2011", "--duration", "2s"];
    on_a_real_drive("reviews-real", &suite)?;
    let out = scratch("reviews-simulated")?;
    let folder = out.to_string_lossy().into_owned();
    let binary = run::binary()?.to_string_lossy().into_owned();
    let drives = ["crucial-m4-256", "intel-x25-m-g2-160", "ocz-vertex-2-120"];
    let words = [
        &["review"],
        drives.as_slice(),
        &suite,
        &["--repeat", "2", "--quiet", "--out", &folder],
    ]
    .concat();
    output(command(&binary, &words))?;
    let (runs, page) = runs_and_page(&out)?;
    browser::look(&page, &runs, Look::WhatItShows)
}

/// As root on a loop device, else on a regular file that the command makes itself.
fn on_a_real_drive(name: &str, more: &[&str]) -> Result<(), Failure> {
    let out = scratch(name)?;
    let folder = out.to_string_lossy().into_owned();
    let binary = run::binary()?.to_string_lossy().into_owned();
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
    let [run] = runs.as_slice() else {
        return Err(format!("{} runs instead of one", runs.len()));
    };
    sums_agree(run)?;
    browser::look(&page, &runs, Look::WhatItShows)
}

/// The seconds of every finished phase add up to its totals, to the I/O.
fn sums_agree(run: &Path) -> Result<(), Failure> {
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
            if total != Some(sum(key)) || total == Some(0) {
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
    if compared < 8 {
        Err(format!("only {compared} phases finished"))
    } else {
        Ok(())
    }
}
