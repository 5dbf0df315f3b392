//! Is a program that stood still told from a drive that did?

use crate::program;

use program::{Desk, ended, lines, program};
use rustix::process::{Pid, Signal, kill_process};
use std::fs;
use std::process::Stdio;
use std::thread;
use std::time::Duration;

/// Whether a second was measured.
fn measures(desk: &Desk) -> bool {
    let samples = desk.runs().into_iter().map(|run| run.join("samples.jsonl"));
    samples
        .filter_map(|path| fs::metadata(path).ok())
        .any(|file| file.len() > 0)
}

/// The story: four seconds of `kill -STOP` became a write that took 4.00 s, three seconds without
/// an I/O and a threshold that was not met, and nothing said that it was not the drive.
#[test]
fn is_it_told_that_the_program_was_stopped_while_it_measured() {
    let desk = Desk::new();
    let [out, file] = ["runs", "drive.img"].map(|name| desk.text(name));
    let words = [
        "run",
        "random-write-4k-qd3",
        &file,
        "--size",
        "64MiB",
        "--duration",
        "4s",
        "--out",
        &out,
    ];
    let mut command = program(&words);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.spawn().expect("it begins");
    let pid = Pid::from_child(&child);
    // It is stopped in the middle of these four seconds, whenever they begin: its folder is there
    // before them.
    for _ in 0..3000 {
        if desk.at("runs").exists() && measures(&desk) {
            break;
        }
        thread::sleep(Duration::from_millis(20));
    }
    kill_process(pid, Signal::STOP).expect("stopped");
    thread::sleep(Duration::from_millis(1500));
    kill_process(pid, Signal::CONT).expect("goes on");
    let ended = ended(child.wait_with_output().expect("it ends"));
    ended.done();
    let results = lines(&desk.runs()[0].join("results.jsonl"));
    let stood_still: Vec<f64> = results
        .iter()
        .filter_map(|line| line["measured"]["stood_still_s"].as_f64())
        .collect();
    assert!(
        matches!(stood_still.as_slice(), [seconds] if (1.0..30.0).contains(seconds)),
        "{results:?}"
    );
    assert!(ended.stdout.contains("was stopped for"), "{}", ended.stdout);
}
