//! What a binary says about a fixed set of runs: terminal, Markdown and JUnit. Made with the
//! binary from before a change and with the one after it, `diff -r` shows what a user would see.

use crate::loop_device::LoopDevice;
use crate::run::{self, Failure, command};
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const USAGE: &str = "usage: cargo xtask texts make RUNS [--binary PATH]
       cargo xtask texts show RUNS OUT [--binary PATH]";

/// `make`: the runs, in a new folder. `show`: what the binary says of them, in another one.
pub fn texts(options: &[&str]) -> Result<(), Failure> {
    let (words, binary) = match options {
        [words @ .., "--binary", path] => (words, PathBuf::from(path)),
        words => (words, run::binary()?),
    };
    let binary = std::fs::canonicalize(&binary).map_err(|error| at(&binary, &error))?;
    match words {
        ["make", runs] => make(&binary, &created(runs)?),
        ["show", runs, out] => {
            let runs = std::fs::canonicalize(runs).map_err(|error| at(Path::new(runs), &error))?;
            show(&binary, &runs, &created(out)?)
        }
        _ => Err(USAGE.into()),
    }
}

fn at(path: &Path, error: &std::io::Error) -> Failure {
    format!("{}: {error}", path.display())
}

/// A new folder, by its full path.
fn created(folder: &str) -> Result<PathBuf, Failure> {
    let path = Path::new(folder);
    std::fs::create_dir(path).map_err(|error| at(path, &error))?;
    std::fs::canonicalize(path).map_err(|error| at(path, &error))
}

/// Simulated reviews: their group's name and what follows `review`.
const SIMULATED: [(&str, &[&str]); 3] = [
    ("default", &[]),
    (
        "anandtech-2010",
        &[
            "intel-x25-m-g2-160",
            "ocz-vertex-2-120",
            "crucial-m4-256",
            "--suite",
            "anandtech-2010",
        ],
    ),
    (
        "anandtech-2011",
        &[
            "crucial-m4-256",
            "intel-x25-m-g2-160",
            "--suite",
            "anandtech-2011",
            "--duration",
            "2s",
            "--repeat",
            "2",
        ],
    ),
];

fn make(binary: &Path, runs: &Path) -> Result<(), Failure> {
    for (name, words) in SIMULATED {
        review(binary, &runs.join(name), words)?;
    }
    let quick = ["--suite", "quick"];
    let device = LoopDevice::new(Path::new("/dev/shm"), 1 << 30)?;
    let named = [device.path(), "--destroy", device.path()];
    review(binary, &runs.join("loop"), &[&named, &quick[..]].concat())?;
    drop(device);
    failed(binary, &runs.join("failed"))?;
    resumed(binary, &runs.join("resumed"))
}

fn review(binary: &Path, out: &Path, words: &[&str]) -> Result<(), Failure> {
    run::output(reviewing(binary, out, words)).map(drop)
}

fn reviewing(binary: &Path, out: &Path, words: &[&str]) -> Command {
    let mut command = command(&binary.to_string_lossy(), &["review", "--quiet", "--out"]);
    command.arg(out).args(words);
    command
}

/// A device with a bad block; its review ends with results and an error.
fn failed(binary: &Path, out: &Path) -> Result<(), Failure> {
    let example = ["--package", "fourcorners-testkit", "--example", "bad_block"];
    let arguments = [&["run", "--quiet"], example.as_slice()].concat();
    let mut device = command(&run::cargo(), &arguments);
    device.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut device = device.spawn().map_err(|error| format!("cargo: {error}"))?;
    let mut name = String::new();
    let stdout = device.stdout.take();
    let mut lines = BufReader::new(stdout.ok_or("no stdout")?);
    let read = lines.read_line(&mut name);
    read.map_err(|error| format!("the device's name: {error}"))?;
    let name = name.trim();
    let words = [
        name,
        "--destroy",
        name,
        "--suite",
        "quick",
        "--duration",
        "1s",
    ];
    let ended = reviewing(binary, out, &words).stdin(Stdio::null()).output();
    drop(device.stdin.take());
    let gone = device.wait();
    ended
        .and(gone)
        .map(drop)
        .map_err(|error| at(binary, &error))
}

/// A run that was stopped when it had its first results, and resumed.
fn resumed(binary: &Path, out: &Path) -> Result<(), Failure> {
    let mut review = reviewing(binary, out, &["crucial-m4-256"]);
    review.stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = review.spawn().map_err(|error| at(binary, &error))?;
    let start = Instant::now();
    while has_results(out) < 3 && start.elapsed() < Duration::from_secs(120) {
        std::thread::sleep(Duration::from_millis(20));
    }
    let pid = child.id().to_string();
    run::output(command("kill", &["-INT", &pid]))?;
    child.wait().map_err(|error| at(binary, &error))?;
    let [run] = &runs_in(out)?[..] else {
        return Err(format!("{}: not one run", out.display()));
    };
    let words = ["review", "--quiet", "--resume", &run.to_string_lossy()];
    run::output(command(&binary.to_string_lossy(), &words)).map(drop)
}

fn has_results(out: &Path) -> usize {
    let runs = runs_in(out).unwrap_or_default();
    let results = runs.first().map(|run| run.join("results.jsonl"));
    let text = results.and_then(|file| std::fs::read_to_string(file).ok());
    text.map_or(0, |text| text.lines().count())
}

fn runs_in(out: &Path) -> Result<Vec<PathBuf>, Failure> {
    let entries = std::fs::read_dir(out).map_err(|error| at(out, &error))?;
    let paths = entries.flatten().map(|entry| entry.path());
    let mut runs: Vec<PathBuf> = paths
        .filter(|path| path.join("run.json").exists())
        .collect();
    runs.sort();
    Ok(runs)
}

fn show(binary: &Path, runs: &Path, out: &Path) -> Result<(), Failure> {
    let mut all: Vec<PathBuf> = Vec::new();
    let groups = SIMULATED.map(|(name, _)| name);
    for group in groups.into_iter().chain(["loop", "failed", "resumed"]) {
        let of_group = runs_in(&runs.join(group))?;
        for (number, run) in of_group.iter().enumerate() {
            let words = ["show", &run.to_string_lossy()];
            say(binary, &words, &out.join(format!("{group}-{number}.txt")))?;
        }
        if of_group.len() > 1 {
            compare(binary, &of_group, out, group)?;
        }
        all.extend(of_group);
    }
    compare(binary, &all, out, "all")
}

/// Terminal, Markdown and JUnit of some runs together.
fn compare(binary: &Path, runs: &[PathBuf], out: &Path, name: &str) -> Result<(), Failure> {
    let pages = out.join("pages");
    let [pages, markdown, junit] = [
        pages,
        out.join(format!("{name}.md")),
        out.join(format!("{name}.xml")),
    ]
    .map(|path| path.to_string_lossy().into_owned());
    let runs: Vec<String> = runs
        .iter()
        .map(|run| run.to_string_lossy().into_owned())
        .collect();
    let mut words = vec!["compare"];
    words.extend(runs.iter().map(String::as_str));
    words.extend(["--out", &pages, "--markdown", &markdown, "--junit", &junit]);
    say(binary, &words, &out.join(format!("{name}.txt")))
}

/// What it prints on stdout and stderr, in a file; it may fail.
fn say(binary: &Path, words: &[&str], file: &Path) -> Result<(), Failure> {
    let mut command = command(&binary.to_string_lossy(), words);
    command.env("COLUMNS", "100").stdin(Stdio::null());
    let said = command.output().map_err(|error| at(binary, &error))?;
    let text = [said.stdout, b"---- stderr\n".to_vec(), said.stderr].concat();
    std::fs::write(file, text).map_err(|error| at(file, &error))
}
