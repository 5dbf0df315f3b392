//! `power-loss`: writes that are flushed, power that goes, and every kind of missing data found
//! with its address.

mod devices;

use crate::program;

use program::{Desk, Ended, fourcorners, interrupt, lines, started};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

const MIB: u64 = 1 << 20;
const BLOCK: usize = 4096;

/// The folder of the only run.
fn run_of(desk: &Desk) -> PathBuf {
    let mut runs = desk.runs();
    assert_eq!(runs.len(), 1, "{runs:?}");
    runs.remove(0)
}

/// The folder of runs is there a moment before the run in it.
fn wait_for_run(desk: &Desk) {
    let begun = || desk.at("runs").exists() && !desk.runs().is_empty();
    wait_until("a run", begun);
}

/// The last number that its log says was flushed.
fn flushed(run: &Path) -> u64 {
    // A line may be torn at this moment.
    let text = fs::read_to_string(run.join("power-loss.jsonl")).unwrap_or_default();
    let values = text.lines().rev().flat_map(serde_json::from_str::<Value>);
    let mut numbers = values.filter_map(|line| line.get("flushed").and_then(Value::as_u64));
    numbers.next().unwrap_or(0)
}

fn wait_until(what: &str, mut holds: impl FnMut() -> bool) {
    let patience = Instant::now() + Duration::from_secs(60);
    while !holds() {
        assert!(Instant::now() < patience, "{what}");
        thread::sleep(Duration::from_millis(10));
    }
}

fn check(run: &Path) -> Ended {
    fourcorners(&["power-loss", "--check", &run.display().to_string()])
}

/// A file of 1 MiB that was written several times over: its bytes in the middle of that, and those
/// at the end.
fn written_file(desk: &Desk) -> (PathBuf, Vec<u8>, Vec<u8>) {
    let file = desk.at("disk.img");
    fs::write(&file, vec![0; MIB as usize]).expect("a file");
    let name = file.display().to_string();
    let (out, destroy) = (desk.text("runs"), &name);
    let arguments = ["power-loss", &name, "--destroy", destroy, "--out", &out];
    let (mut running, _messages, said) = started(&arguments, |said| said.contains("Ctrl-C"));
    assert!(said.contains("the first 1MiB of "), "{said}");
    let run = run_of(desk);
    wait_until("a pass", || flushed(&run) >= 512);
    let early = fs::read(&file).expect("the file");
    let then = flushed(&run);
    wait_until("more passes", || flushed(&run) >= then + 1024);
    interrupt(&running);
    assert_eq!(running.wait().expect("its end").code(), Some(130));
    let late = fs::read(&file).expect("the file");
    (file, early, late)
}

#[test]
fn what_a_file_lost_is_named_with_its_lba() {
    let desk = Desk::new();
    let (file, early, late) = written_file(&desk);
    let run = run_of(&desk);
    check(&run).done();
    let block = |number: usize| number * BLOCK..(number + 1) * BLOCK;
    type Damage<'a> = (&'a str, &'a dyn Fn(&mut Vec<u8>), &'a str);
    let damages: [Damage<'_>; 6] = [
        (
            "LBA 24 (512-byte blocks): stale: write ",
            &|bytes| {
                bytes[block(3)].copy_from_slice(&early[block(3)]);
            },
            "1 stale, 0 lost",
        ),
        (
            "LBA 40 (512-byte blocks): lost: zeros ",
            &|bytes| {
                bytes[block(5)].fill(0);
            },
            "0 stale, 1 lost",
        ),
        (
            "LBA 48 (512-byte blocks): lost: foreign ",
            &|bytes| {
                bytes[block(6)].fill(0xee);
            },
            "0 stale, 1 lost",
        ),
        (
            "LBA 57 (512-byte blocks): torn: partly write ",
            &|bytes| {
                let sector = block(7).start + 512..block(7).start + 1024;
                bytes[sector.clone()].copy_from_slice(&early[sector]);
            },
            "1 torn",
        ),
        (
            "LBA 66 (512-byte blocks): corrupt",
            &|bytes| {
                bytes[block(8).start + 2 * 512 + 300] ^= 1;
            },
            "1 corrupt",
        ),
        (
            "LBA 72 (512-byte blocks): misplaced: data of LBA 800",
            &|bytes| {
                bytes.copy_within(block(100), block(9).start);
            },
            "1 misplaced",
        ),
    ];
    for (named, damage, counted) in damages {
        let mut bytes = late.clone();
        damage(&mut bytes);
        fs::write(&file, &bytes).expect("the file");
        check(&run).refused(&["disk.img lost flushed data: ", named, counted]);
    }
    fs::write(&file, &late).expect("the file");
    let intact = check(&run);
    let words = "flushed writes checked after the run was stopped: all intact";
    assert!(intact.done().stdout.contains(words), "{}", intact.stdout);
    // All of that is in the log.
    let log = lines(&run.join("power-loss.jsonl"));
    let checks = log.iter().filter(|line| line.get("checked").is_some());
    assert_eq!(checks.count(), 8);
}

#[test]
fn killed_host_loses_nothing_that_its_log_says() {
    let desk = Desk::new();
    let file = desk.at("disk.img");
    fs::write(&file, vec![0; 2 * MIB as usize]).expect("a file");
    let (name, out) = (file.display().to_string(), desk.text("runs"));
    let arguments = ["power-loss", &name, "--destroy", &name, "--out", &out];
    let (mut running, ..) = started(&arguments, |said| said.contains("Ctrl-C"));
    let run = run_of(&desk);
    wait_until("a pass", || flushed(&run) >= 700);
    check(&run).refused(&["is being written by a run in progress"]);
    running.kill().expect("killed");
    running.wait().expect("its end");
    // What a power cut may leave of the last line.
    let log = run.join("power-loss.jsonl");
    let torn = [fs::read(&log).expect("a log"), b"{\"flu".to_vec()].concat();
    fs::write(&log, torn).expect("a log");
    let document = [
        "power-loss",
        "--json",
        "--check",
        &run.display().to_string(),
    ];
    let checked = fourcorners(&document).done().json();
    assert_eq!(checked["end"], "intact");
    assert_eq!(checked["flushed"], flushed(&run));
    assert_eq!(checked["checks"][0]["blocks"], 512);
}

#[test]
fn drive_that_keeps_answering_after_the_cut_is_an_error() {
    let desk = Desk::new();
    let file = desk.at("disk.img");
    fs::write(&file, vec![0; MIB as usize]).expect("a file");
    let (name, out, on) = (file.display().to_string(), desk.text("runs"), desk.at("on"));
    let restore = format!("touch {}", on.display());
    let run = |cut: &str| {
        fourcorners(&[
            "power-loss",
            &name,
            "--destroy",
            &name,
            "--out",
            &out,
            "--cut",
            cut,
            "--restore",
            &restore,
            "--after",
            "1s",
            "--timeout",
            "2s",
        ])
    };
    run("true").refused(&[
        "still answers 2 s after the cut command",
        "hint: check that",
    ]);
    assert!(on.exists(), "the power is restored");
    run("echo no relay >&2; exit 3").refused(&["the cut command: ", "no relay"]);
}

#[test]
fn what_cannot_be_tested_is_refused_with_its_reason() {
    let desk = Desk::new();
    let file = desk.write("disk.img", &"x".repeat(2 * MIB as usize));
    let small = desk.write("small.img", &"x".repeat(8192));
    let out = desk.text("runs");
    let begin = |drive: &str, more: &[&str]| {
        let own = ["power-loss", drive, "--out", &out];
        fourcorners(&[&own, more].concat())
    };
    begin(&file, &[]).misused(&["--destroy"]);
    begin(&file, &["--destroy", &small]).misused(&["does not name a drive of this run"]);
    begin(&small, &["--destroy", &small]).refused(&["too small", "at least 1MiB", "--span"]);
    begin(&file, &["--destroy", &file, "--span", "3MiB"]).refused(&["has only 2MiB"]);
    begin("crucial-m4-256", &["--destroy", "crucial-m4-256"]).misused(&["is simulated"]);
    begin(&file, &["--destroy", &file, "--cut", "true"]).misused(&["--restore"]);
    begin(&file, &["--destroy", &file, "--cycles", "2"]).misused(&["--cut"]);
    let absent = desk.text("absent.img");
    begin(&absent, &["--destroy", &absent]).refused(&["does not exist", "hint: name a block"]);
    assert!(!desk.at("runs").exists(), "nothing was begun");
    fourcorners(&["power-loss", "--check", &out]).refused(&["no power-loss.jsonl"]);
    fourcorners(&["power-loss", "--check", &out, "--seed", "2"]).misused(&["--check"]);
}

#[test]
fn another_drive_is_not_checked_and_a_moved_one_is() {
    let desk = Desk::new();
    let (file, ..) = written_file(&desk);
    let run = run_of(&desk);
    let other = desk.write("other.img", &"x".repeat(2 * MIB as usize));
    let moved = desk.at("moved.img");
    fs::rename(&file, &moved).expect("moved");
    check(&run).refused(&["disk.img", "hint: "]);
    let at = |path: &str| {
        let run = run.display().to_string();
        fourcorners(&["power-loss", "--check", &run, "--drive", path])
    };
    at(&other).refused(&["is not the drive of this run", "2097152 bytes", "--drive"]);
    let checked = at(&moved.display().to_string());
    assert!(
        checked.done().stdout.contains("moved.img"),
        "{}",
        checked.stdout
    );
}

/// A file of 2^60-byte blocks overflowed sums, and one with a long span took all memory.
#[test]
fn header_with_impossible_numbers_is_refused() {
    let desk = Desk::new();
    written_file(&desk);
    let run = run_of(&desk);
    let log = run.join("power-loss.jsonl");
    let whole = fs::read_to_string(&log).expect("a log");
    for (from, to, words) in [
        (
            "\"block_bytes\":4096",
            "\"block_bytes\":1152921504606846976",
            "block_bytes is 1152921504606846976, not 4096",
        ),
        (
            "\"span_bytes\":1048576",
            "\"span_bytes\":18446744073709551615",
            "span_bytes is 18446744073709551615, more than 1048576",
        ),
    ] {
        fs::write(&log, whole.replace(from, to)).expect("a log");
        check(&run).refused(&["the first line is damaged", words, "hint: "]);
    }
}

#[test]
fn commands_to_paste_quote_the_folder() {
    let desk = Desk::new();
    let file = desk.write("disk.img", &"x".repeat(MIB as usize));
    let out = desk.text("my runs");
    let arguments = ["power-loss", &file, "--destroy", &file, "--out", &out];
    let (mut running, _messages, said) = started(&arguments, |said| said.contains("note: --out"));
    assert!(said.contains("--out is on the disk of the file"), "{said}");
    interrupt(&running);
    assert_eq!(running.wait().expect("its end").code(), Some(130));
    let run = fs::read_dir(&out).expect("runs").flatten().next();
    let run = run.expect("a run").path().display().to_string();
    fourcorners(&["show", &run]).refused(&[&format!("power-loss --check '{run}'")]);
}

#[test]
fn folder_of_a_power_loss_run_is_told_apart_from_other_runs() {
    let desk = Desk::new();
    written_file(&desk);
    let run = run_of(&desk).display().to_string();
    let listed = fourcorners(&["list", "runs", "--out", &desk.text("runs")]);
    let words = "the folder of a power-loss run";
    assert!(listed.done().stderr.contains(words), "{}", listed.stderr);
    for verb in [&["show", &run][..], &["review", "--resume", &run]] {
        fourcorners(verb).refused(&[words, "power-loss --check"]);
    }
    fourcorners(&["compare", &run]).refused(&["contains no readable run"]);
}
