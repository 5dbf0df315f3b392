//! Simulated drives whose run is stopped again and again, and goes on each time: is it the same run
//! to the bit?

use crate::drives;

use fourcorners_bench::record::{Run, Status};
use fourcorners_bench::{Observer, Options, Progress, digest};
use fourcorners_lab::{
    LabError, ResumeOptions, ReviewOptions, RunStatus, Target, Watcher, resolve, resume, review,
};
use std::cell::Cell;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// Stops a run after so many seconds of work.
struct StopsAfter(AtomicU32);

struct Seconds<'a>(&'a AtomicU32, Cell<bool>);

impl Watcher for StopsAfter {
    fn observer(&self, _: &str, _: u32) -> Box<dyn Observer + '_> {
        Box::new(Seconds(&self.0, Cell::new(false)))
    }
    fn say(&self, _: &str) {}
    fn stop_requested(&self) -> bool {
        false
    }
}

impl Observer for Seconds<'_> {
    fn progress(&mut self, _: &Progress<'_>) {
        let left = self.0.load(Ordering::Relaxed);
        self.1.set(left == 0);
        self.0.store(left.saturating_sub(1), Ordering::Relaxed);
    }
    fn stop_requested(&self) -> bool {
        self.1.get()
    }
}

fn asked(out: &Path, suite: &str, threads: usize) -> ReviewOptions {
    ReviewOptions {
        seed: 3,
        threads,
        tests: Options {
            duration_s: Some(3),
            ..Options::default()
        },
        // Then its parts are carried out in order.
        log_ios: threads == 1,
        ..ReviewOptions::of_simulated(suite, out)
    }
}

fn the_run(out: &Path) -> PathBuf {
    let mut folders = fs::read_dir(out).expect("runs").flatten();
    folders.next().expect("a run").path()
}

/// Seconds of work in the whole run of a drive, and its digest.
fn undisturbed(target: &Target, suite: &str, threads: usize) -> (u32, String, Run) {
    let out = tempfile::tempdir().expect("a folder");
    let watcher = StopsAfter(AtomicU32::new(u32::MAX));
    review(
        std::slice::from_ref(target),
        &asked(out.path(), suite, threads),
        &watcher,
        &fourcorners_report::NothingPrinted,
    )
    .expect("a review");
    let folder = the_run(out.path());
    let run = Run::open(&folder).expect("a run");
    let seconds = u32::MAX - watcher.0.load(Ordering::Relaxed);
    (seconds, digest(&folder).expect("a digest"), run)
}

fn goes_on(folder: &Path, watcher: &StopsAfter) -> Result<RunStatus, LabError> {
    let options = ResumeOptions {
        run: folder.into(),
        threads: 1,
        destroy: Vec::new(),
        serial: None,
        timeout_s: None,
        power_command: None,
        expectations: Vec::new(),
        files: Vec::new(),
    };
    let outcome = resume(&options, watcher, &fourcorners_report::NothingPrinted)?;
    Ok(outcome.runs[0].status)
}

/// Stops a drive's run in `stops` places, in each of them once; then twice in each.
fn is_the_same(text: &str, suite: &str, stops: u32) {
    is_the_same_with(1, text, suite, stops);
}

fn is_the_same_with(threads: usize, text: &str, suite: &str, stops: u32) {
    let desk = tempfile::tempdir().expect("a folder");
    let file = drives::put(desk.path(), text);
    let target = resolve(&file.display().to_string(), false).expect("a drive");
    let (seconds, wanted, whole) = undisturbed(&target, suite, threads);
    let mut parts = 0;
    for stop in 0..stops {
        let out = tempfile::tempdir().expect("a folder");
        let after = 1 + stop * seconds / stops;
        let watcher = StopsAfter(AtomicU32::new(after));
        review(
            std::slice::from_ref(&target),
            &asked(out.path(), suite, threads),
            &watcher,
            &fourcorners_report::NothingPrinted,
        )
        .expect("a review");
        let folder = the_run(out.path());
        // Stopped early once more, a little later.
        goes_on(&folder, &StopsAfter(AtomicU32::new(after / 2 + 2))).expect("goes on");
        let mut status = RunStatus::Interrupted;
        for _ in 0..2 {
            let nobody = StopsAfter(AtomicU32::new(u32::MAX));
            status = goes_on(&folder, &nobody).expect("goes on");
        }
        assert_eq!(status, RunStatus::Finished);
        let run = Run::open(&folder).expect("a run");
        assert_eq!(run.entries, whole.entries, "stopped after {after} s");
        assert_eq!(run.samples, whole.samples, "stopped after {after} s");
        let digest = digest(&folder).expect("a digest");
        assert_eq!(digest, wanted, "stopped after {after} of {seconds} s");
        let interrupted = run.interrupted.iter();
        parts += interrupted
            .filter(|entry| entry.status == Status::Interrupted)
            .count();
    }
    assert!(parts > 0, "no part of anything was kept");
}

#[test]
fn is_a_stopped_run_of_an_ssd_the_same() {
    is_the_same(&drives::small_drive_text(), "quick", 12);
}

#[test]
fn is_a_stopped_run_the_same_where_phases_follow_each_other() {
    // At 20 ms a command, a pass takes seconds.
    let slow = drives::with(&drives::small_drive_text(), "command_latency_us", "20000");
    is_the_same(&slow, "trim", 12);
}

#[test]
fn is_a_stopped_run_of_a_drive_that_wears_and_draws_power_the_same() {
    let worn = drives::small_drive_text() + drives::WEAR_AND_POWER;
    is_the_same(&worn, "quick", 6);
}

#[test]
fn is_a_stopped_run_of_a_hard_disk_the_same() {
    is_the_same(&drives::small_hard_disk_text(), "quick", 6);
}

/// Who watches sees only some of its seconds, more or fewer as threads share them.
#[test]
fn stopped_run_of_several_threads_is_the_same() {
    let worn = drives::small_drive_text() + drives::WEAR_AND_POWER;
    for (threads, text) in [(2, drives::small_drive_text()), (3, worn)] {
        is_the_same_with(threads, &text, "four-corners", 8);
    }
}
