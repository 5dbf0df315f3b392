//! Reviews of devices that fail: carried through as far as that makes sense, said with the
//! address, and nothing of what was measured lost.

use crate::program;

use fourcorners_report::wording::failure;
use fourcorners_testkit::faulty::{Fault, FaultyDevice, Kind, Medium, On};
use program::{Desk, Ended, interrupt, lines, program};
use serde_json::Value;
use std::io::{BufRead as _, BufReader, Read as _};
use std::process::{Child, ChildStderr, Stdio};
use std::time::{Duration, Instant};

const MIB: u64 = 1 << 20;
/// Where no signature would lie: LBA 10240 of 512 bytes.
const BAD: std::ops::Range<u64> = 5 * MIB..5 * MIB + 4096;

pub fn is_root(test: &str) -> bool {
    let id = std::process::Command::new("id").arg("-u").output();
    let root = id.is_ok_and(|id| id.stdout.starts_with(b"0\n"));
    if !root {
        println!("{test}: skipped, it needs root");
    }
    root
}

/// A short review or run of the device, to its end.
fn run(desk: &Desk, what: &[&str], device: &FaultyDevice, more: &[&str]) -> Ended {
    Working::start(desk, what, device, &[&["--duration", "1s"], more].concat()).end()
}

/// `results.jsonl` of the only run.
fn results(desk: &Desk) -> Vec<Value> {
    lines(&desk.runs()[0].join("results.jsonl"))
}

fn count(results: &[Value], status: &str) -> usize {
    results.iter().filter(|r| r["status"] == status).count()
}

/// Failed tests have a reason, and no figures.
fn reasons(results: &[Value]) -> Vec<String> {
    let failed = results.iter().filter(|r| r["status"] == "failed");
    failed
        .map(|result| {
            assert!(result.get("measured").is_none(), "{result}");
            let failure = serde_json::from_value(result["failure"].clone());
            failure::sentence(&failure.expect("a failure"))
        })
        .collect()
}

/// The reason of the last test, the only one that failed; those before it are kept.
fn the_last_failed(results: &[Value]) -> String {
    let reasons = reasons(results);
    assert_eq!(reasons.len(), 1, "{results:?}");
    assert!(count(results, "finished") >= 2, "{results:?}");
    assert_eq!(results[results.len() - 1]["status"], "failed");
    reasons[0].clone()
}

/// The warnings of the page, which are the notes below the tables: its own are compressed.
fn warned(ended: &Ended) -> String {
    let page = ended.stdout.lines().last().expect("the page's path");
    assert!(page.ends_with(".html"), "{}{}", ended.stdout, ended.stderr);
    // Notes are wrapped to the width of a screen.
    let notes = ended
        .stdout
        .lines()
        .skip_while(|line| !line.starts_with("Note: "));
    notes.collect::<Vec<_>>().join(" ")
}

/// The program at work; killed if the test fails.
struct Working {
    child: Child,
    messages: BufReader<ChildStderr>,
    said: String,
}

impl Working {
    fn start(desk: &Desk, what: &[&str], device: &FaultyDevice, more: &[&str]) -> Self {
        let mut command = program(what);
        let name = device.name();
        command.args([&name, "--destroy", &name, "--out", &desk.text("runs")]);
        command.args(more).stdout(Stdio::piped());
        let mut child = command
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let messages = BufReader::new(child.stderr.take().expect("stderr"));
        Self {
            child,
            messages,
            said: String::new(),
        }
    }

    /// Reads on until this was said.
    fn until(&mut self, words: &str) {
        while !self.said.contains(words) {
            let read = self.messages.read_line(&mut self.said).expect("a message");
            assert!(read > 0, "ended without '{words}': {}", self.said);
        }
    }

    fn end(mut self) -> Ended {
        self.messages.read_to_string(&mut self.said).expect("text");
        let mut stdout = String::new();
        let mut pipe = self.child.stdout.take().expect("stdout");
        pipe.read_to_string(&mut stdout).expect("text");
        let code = self.child.wait().expect("its end").code().unwrap_or(-1);
        let stderr = std::mem::take(&mut self.said);
        assert!(!stderr.contains("a bug in"), "{stderr}");
        Ended {
            code,
            stdout,
            stderr,
        }
    }
}

impl Drop for Working {
    fn drop(&mut self) {
        let _ = self.child.kill();
    }
}

#[test]
fn is_a_drive_with_an_unreadable_block_reviewed_to_the_end() {
    if !is_root("an unreadable block") {
        return;
    }
    let desk = Desk::new();
    let device = FaultyDevice::new(Medium::new(64 * MIB));
    let sector = BAD.start + 11 * 512..BAD.start + 12 * 512;
    device.inject(Fault::new(Kind::Fail(libc::EIO), sector).on(On::Reads));
    let ended = run(&desk, &["review", "--suite", "quick"], &device, &[]);
    assert_eq!(ended.code, 1, "{}", ended.stderr);
    let results = results(&desk);
    let reasons = reasons(&results);
    assert!(!reasons.is_empty() && count(&results, "finished") >= 5);
    for reason in &reasons {
        assert!(
            reason.starts_with("the read of ") && reason.contains("; LBA 10251 cannot be read."),
            "{reason}"
        );
    }
    assert!(warned(&ended).contains("LBA 10251"), "with the address");
}

#[test]
fn does_a_review_go_on_where_a_block_cannot_be_written() {
    if !is_root("an unwritable block") {
        return;
    }
    let desk = Desk::new();
    let device = FaultyDevice::new(Medium::new(64 * MIB));
    device.inject(Fault::new(Kind::Fail(libc::EIO), BAD).on(On::Writes));
    let ended = run(&desk, &["review", "--suite", "quick"], &device, &[]);
    assert_eq!(ended.code, 1, "{}", ended.stderr);
    let results = results(&desk);
    let reasons = reasons(&results);
    assert!(reasons.len() >= 5, "{results:?}");
    for reason in &reasons {
        assert!(
            reason.contains("the write of ") && reason.contains("LBA 10240"),
            "{reason}"
        );
    }
    assert!(warned(&ended).contains("LBA 10240"));
}

#[test]
fn does_a_review_end_by_itself_when_the_drive_answers_no_more() {
    if !is_root("a silent drive") {
        return;
    }
    let desk = Desk::new();
    let device = FaultyDevice::new(Medium::new(64 * MIB));
    // By itself it could choose plain calls for queue depth 1, which cannot be given up.
    let short = ["--duration", "1s", "--timeout", "1s", "--repeat", "2"];
    let more = [&short[..], &["--engine", "io-uring"]].concat();
    let mut working = Working::start(&desk, &["review", "--suite", "quick"], &device, &more);
    working.until("random-read-4k-qd3");
    device.inject(Fault::everywhere(Kind::Hold));
    let ended = working.end();
    assert!(device.held() > 0, "it ended without waiting for the drive");
    assert_eq!(ended.code, 1, "{}", ended.stderr);
    assert_eq!(desk.runs().len(), 1);
    assert!(ended.stderr.contains("not started"), "{}", ended.stderr);
    let results = results(&desk);
    let reason = the_last_failed(&results);
    for words in ["does not answer: the ", " at LBA ", "--timeout"] {
        assert!(reason.contains(words), "{words}: {reason}");
    }
    assert!(warned(&ended).contains("does not answer"));
}

#[test]
fn does_the_synchronous_engine_say_where_it_hangs() {
    if !is_root("a hanging call") {
        return;
    }
    let desk = Desk::new();
    let device = FaultyDevice::new(Medium::new(64 * MIB));
    let test = ["run", "sequential-read-128k"];
    let more = [
        "--duration",
        "1s",
        "--timeout",
        "1s",
        "--engine",
        "synchronous",
    ];
    let mut working = Working::start(&desk, &test, &device, &more);
    working.until(": started");
    device.inject(Fault::everywhere(Kind::Hold));
    working.until("has not responded for ");
    assert!(working.said.contains("at LBA "), "{}", working.said);
    device.heal();
    let ended = working.end();
    assert_eq!(ended.code, 0, "{}", ended.stderr);
}

/// The story: three Ctrl-C during an erase got no answer for nine seconds. The kernel gave the
/// signal to the thread that waited for the drive.
#[test]
fn ctrl_c_is_answered_and_ends_an_erase_while_the_drive_hangs() {
    if !is_root("a hanging erase") {
        return;
    }
    let desk = Desk::new();
    let device = FaultyDevice::new(Medium::new(64 * MIB));
    device.inject(Fault::everywhere(Kind::Hold).on(On::Trims));
    let test = ["run", "random-write-4k-qd3"];
    let mut working = Working::start(&desk, &test, &device, &["--duration", "1s"]);
    working.until(": erasing");
    while device.held() == 0 {
        std::thread::sleep(Duration::from_millis(5));
    }
    let pressed = Instant::now();
    interrupt(&working.child);
    working.until("stopping: ");
    let answered = pressed.elapsed();
    assert!(answered < Duration::from_secs(5), "{answered:?}");
    // The drive's thread is told to stop before its call returns.
    std::thread::sleep(Duration::from_millis(500));
    device.heal();
    let ended = working.end();
    assert_eq!(ended.code, 130, "{}", ended.stderr);
    let wall = lines(&desk.runs()[0].join("wall.jsonl"));
    let events: Vec<&str> = wall
        .iter()
        .filter_map(|line| line["event"].as_str())
        .collect();
    assert!(events.ends_with(&["purging", "interrupted"]), "{events:?}");
}

#[test]
fn does_a_review_end_at_once_when_the_drive_vanishes() {
    if !is_root("a vanishing drive") {
        return;
    }
    let desk = Desk::new();
    let device = FaultyDevice::new(Medium::new(64 * MIB));
    let more = ["--duration", "1s"];
    let mut working = Working::start(&desk, &["review", "--suite", "quick"], &device, &more);
    working.until("random-read-4k-qd3");
    device.inject(Fault::everywhere(Kind::Fail(libc::ENXIO)));
    let ended = working.end();
    assert_eq!(ended.code, 1, "{}", ended.stderr);
    assert!(ended.stderr.contains("Finished results are kept in"));
    let results = results(&desk);
    let reason = the_last_failed(&results);
    for words in ["is gone: the ", " at LBA "] {
        assert!(reason.contains(words), "{words}: {reason}");
    }
    assert!(warned(&ended).contains("is gone"));
}

#[test]
fn is_wrong_data_found_only_if_asked_for_and_the_stamps_named() {
    if !is_root("wrong data") {
        return;
    }
    let device = FaultyDevice::new(Medium::new(64 * MIB));
    device.inject(Fault::new(Kind::From(0), BAD).on(On::Reads));
    let test = ["run", "sequential-read-128k"];
    let desk = Desk::new();
    assert_eq!(
        run(&desk, &test, &device, &[]).code,
        0,
        "nothing is checked"
    );

    let desk = Desk::new();
    let ended = run(&desk, &test, &device, &["--verify"]);
    assert_eq!(ended.code, 1, "{}", ended.stderr);
    let reasons = reasons(&results(&desk));
    assert!(
        reasons[0].contains("returned wrong data: LBA 10240 holds the data of LBA 0"),
        "{}",
        reasons[0]
    );
    let header = std::fs::read_to_string(desk.runs()[0].join("run.json")).expect("run.json");
    let header: Value = serde_json::from_str(&header).expect("JSON");
    assert_ne!(header["not_comparable"], serde_json::json!([]));
    let bench = header["bench"].as_array().expect("facts");
    let said = bench.iter().any(|fact| fact["fact"] == "verified");
    assert!(said, "the stamps are named: {bench:?}");
    let command = header["command"].as_str().expect("the command");
    assert!(command.contains("--verify"), "{command}");
}

#[test]
fn is_a_drive_smaller_than_it_says_refused() {
    if !is_root("a drive smaller than it reports") {
        return;
    }
    let desk = Desk::new();
    let device = FaultyDevice::new(Medium::wrapping(64 << 30, 8 * MIB));
    let ended = run(
        &desk,
        &["run", "hd-tach"],
        &device,
        &["--verify", "--quiet"],
    );
    assert_eq!((ended.code, &*ended.stdout), (1, ""), "{}", ended.stderr);
    for words in ["smaller than it reports", "68.719 GB", "at most 0.008 GB"] {
        assert!(ended.stderr.contains(words), "{words}: {}", ended.stderr);
    }
}

#[test]
fn is_a_simulated_drive_not_verified() {
    let desk = Desk::new();
    desk.run(&["run", "hd-tach", &desk.drive(), "--verify"])
        .misused(&["--verify", "simulated"]);
}
