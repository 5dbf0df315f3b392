//! Reviews of several drives that are stopped in many places, and resumed by the folder of any of
//! their runs: is every run the same to the bit as in an uninterrupted review?

use crate::drives;

use fourcorners_bench::{Observer, Options, Progress, digest};
use fourcorners_lab::{
    LabError, Outcome, ResumeOptions, ReviewOptions, RunOutcome, RunStatus, Target, Watcher,
    resolve, resume, review,
};
use fourcorners_report::NothingPrinted;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};

/// A user who stops everything after so many seconds of work.
struct Stops {
    left: AtomicU32,
    said: Mutex<Vec<String>>,
}

impl Stops {
    fn after(seconds: u32) -> Self {
        Self {
            left: AtomicU32::new(seconds),
            said: Mutex::default(),
        }
    }

    fn never() -> Self {
        Self::after(u32::MAX)
    }

    /// What it was told.
    fn said(&self) -> String {
        self.said.lock().expect("not poisoned").join("\n")
    }
}

struct Seconds<'a>(&'a Stops);

impl Watcher for Stops {
    fn observer(&self, _: &str, _: u32) -> Box<dyn Observer + '_> {
        Box::new(Seconds(self))
    }
    fn say(&self, sentence: &str) {
        let mut said = self.said.lock().expect("not poisoned");
        said.push(sentence.into());
    }
    fn stop_requested(&self) -> bool {
        self.left.load(Ordering::Relaxed) == 0
    }
}

impl Observer for Seconds<'_> {
    fn progress(&mut self, _: &Progress<'_>) {
        let less = |left: u32| Some(left.saturating_sub(1));
        let _ = self
            .0
            .left
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, less);
    }
    fn stop_requested(&self) -> bool {
        Watcher::stop_requested(self.0)
    }
}

/// Three drives that differ, in a folder.
fn three_drives(desk: &Path) -> Vec<Target> {
    let text = drives::small_drive_text();
    let first = drives::put(desk, &text);
    let mut files = vec![first];
    for (name, value) in [("second", "9"), ("third", "11")] {
        let text = drives::with(&text, "name", &format!("\"{name}\""));
        let file = desk.join(format!("{name}.toml"));
        fs::write(&file, drives::with(&text, "write_unit_us", value)).expect("a file");
        files.push(file);
    }
    let drive = |file: &PathBuf| resolve(&file.display().to_string(), false).expect("a drive");
    files.iter().map(drive).collect()
}

fn asked(out: &Path, threads: usize, repeat: u32) -> ReviewOptions {
    ReviewOptions {
        seed: 3,
        threads,
        repeat,
        tests: Options {
            duration_s: Some(2),
            ..Options::default()
        },
        page: true,
        ..ReviewOptions::of_simulated("quick", out)
    }
}

/// A whole review, two drives at a time.
fn reviewed(drives: &[Target], out: &Path) -> Outcome {
    let options = asked(out, 2, 1);
    review(drives, &options, &Stops::never(), &NothingPrinted).expect("a review")
}

fn folder(outcome: &Outcome, run: usize) -> PathBuf {
    PathBuf::from(outcome.runs[run].folder.as_ref().expect("one"))
}

fn resumed(run: &Path, threads: usize, watcher: &Stops) -> Result<Outcome, LabError> {
    let options = ResumeOptions {
        run: run.into(),
        threads,
        destroy: Vec::new(),
        serial: None,
        timeout_s: None,
        power_command: None,
        expectations: Vec::new(),
        files: Vec::new(),
    };
    resume(&options, watcher, &NothingPrinted)
}

/// The folders of the runs, sorted.
fn runs(out: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(out).into_iter().flatten().flatten();
    let folders = entries.map(|entry| entry.path());
    let mut folders: Vec<PathBuf> = folders.filter(|path| path.is_dir()).collect();
    folders.sort();
    folders
}

/// Each run's drive, repetition and digest, in order.
fn digests(outcome: &Outcome) -> Vec<(String, u32, Option<String>)> {
    let runs = outcome.runs.iter();
    runs.map(|run| (run.drive.clone(), run.repeat, run.digest.clone()))
        .collect()
}

/// Stops a review in many places, resumes and stops it once more, and lets it finish.
fn is_the_same(threads: usize, repeat: u32, stops: u32) {
    let desk = tempfile::tempdir().expect("a folder");
    let drives = three_drives(desk.path());
    let out = tempfile::tempdir().expect("a folder");
    let watcher = Stops::never();
    let options = asked(out.path(), threads, repeat);
    let whole = review(&drives, &options, &watcher, &NothingPrinted).expect("a review");
    let seconds = u32::MAX - watcher.left.load(Ordering::Relaxed);
    let wanted = digests(&whole);
    assert_eq!(wanted.len(), 3 * repeat as usize);
    let (mut interrupted, mut never_begun) = (0, 0);
    for stop in 0..stops {
        let after = 1 + stop * seconds / stops;
        let out = tempfile::tempdir().expect("a folder");
        let options = asked(out.path(), threads, repeat);
        let stopped = Stops::after(after);
        let first = review(&drives, &options, &stopped, &NothingPrinted).expect("a review");
        let is_stopped = |run: &RunOutcome| run.status == RunStatus::Interrupted;
        interrupted += usize::from(first.runs.iter().any(is_stopped));
        let folders = runs(out.path());
        never_begun += wanted.len() - folders.len();
        // Any run will do.
        let any = &folders[stop as usize % folders.len()];
        let again = resumed(any, threads, &Stops::after(after / 2 + 2)).expect("goes on");
        assert_eq!(again.runs.len(), wanted.len());
        let any = &folders[(stop as usize + 1) % folders.len()];
        let last = resumed(any, threads, &Stops::never()).expect("goes on");
        assert_eq!(
            digests(&last),
            wanted,
            "stopped after {after} of {seconds} s"
        );
        let is_finished = |run: &RunOutcome| run.status == RunStatus::Finished;
        assert!(last.runs.iter().all(is_finished));
        let page = fs::read_to_string(last.page.expect("a page")).expect("the page");
        for drive in ["tiny", "second", "third"] {
            assert!(page.contains(drive), "{drive} is not on the page");
        }
        assert_eq!(last.read_back.len(), wanted.len());
        assert_eq!(runs(out.path()).len(), wanted.len());
    }
    // Seconds of drives side by side are not the same each time: late stops may find none.
    assert!(interrupted > 1, "stopped too late");
    assert!(never_begun > 0 || threads > 1, "all had begun, each time");
}

#[test]
fn stopped_review_is_the_same_drive_by_drive() {
    is_the_same(1, 1, 6);
}

#[test]
fn stopped_review_is_the_same_with_drives_side_by_side() {
    is_the_same(3, 1, 6);
}

#[test]
fn stopped_repetitions_are_the_same() {
    is_the_same(2, 2, 4);
}

/// Which review a run belongs to is no part of the run.
#[test]
fn run_of_a_review_has_the_digest_of_its_drive_alone() {
    let desk = tempfile::tempdir().expect("a folder");
    let drives = three_drives(desk.path());
    let reviewed = |drives: &[Target]| {
        let out = tempfile::tempdir().expect("a folder");
        digests(&self::reviewed(drives, out.path()))
    };
    let together = reviewed(&drives);
    for (drive, run) in drives.iter().zip(&together) {
        assert_eq!(
            &reviewed(std::slice::from_ref(drive)),
            std::slice::from_ref(run)
        );
    }
}

#[test]
fn finished_runs_stay_and_deleted_ones_begin() {
    let desk = tempfile::tempdir().expect("a folder");
    let drives = three_drives(desk.path());
    let out = tempfile::tempdir().expect("a folder");
    let whole = reviewed(&drives, out.path());
    let folder = |number: usize| folder(&whole, number);
    let before = fs::read(folder(2).join("wall.jsonl")).expect("wall.jsonl");
    fs::remove_dir_all(folder(1)).expect("removed");
    // The file of a drive that is finished may be gone.
    fs::remove_file(desk.path().join("third.toml")).expect("removed");
    let watcher = Stops::never();
    let again = resumed(&folder(0), 2, &watcher).expect("goes on");
    assert_eq!(digests(&again), digests(&whole));
    let note = "review of 3 drives: 2 finished, 1 not started before";
    assert!(watcher.said().contains(note), "{}", watcher.said());
    let after = fs::read(folder(2).join("wall.jsonl")).expect("wall.jsonl");
    assert_eq!(before, after);
    let digest = digest(&folder(1)).expect("under its former name");
    assert_eq!(Some(digest), whole.runs[1].digest);
}

#[test]
fn drive_that_changed_before_it_began_is_refused() {
    let desk = tempfile::tempdir().expect("a folder");
    let drives = three_drives(desk.path());
    let out = tempfile::tempdir().expect("a folder");
    let whole = reviewed(&drives, out.path());
    let second = folder(&whole, 1);
    fs::remove_dir_all(&second).expect("removed");
    let file = desk.path().join("second.toml");
    let text = fs::read_to_string(&file).expect("the drive");
    fs::write(&file, drives::with(&text, "write_unit_us", "12")).expect("written");
    let refused = resumed(&folder(&whole, 0), 2, &Stops::never()).expect_err("another drive");
    let error = refused.message().error;
    assert!(
        error.contains("second.toml has changed since the review began"),
        "{error}"
    );
    assert!(!second.exists(), "nothing was done");
}

#[test]
fn copied_run_is_not_taken_for_another() {
    let desk = tempfile::tempdir().expect("a folder");
    let drives = three_drives(desk.path());
    let out = tempfile::tempdir().expect("a folder");
    let whole = reviewed(&drives, out.path());
    let folder = |number: usize| folder(&whole, number);
    let copy = out.path().join("copy");
    let copied = std::process::Command::new("cp")
        .arg("-r")
        .args([&folder(1), &copy])
        .status();
    assert!(copied.expect("cp").success());
    for run in [copy, folder(0), folder(1)] {
        let refused = resumed(&run, 2, &Stops::never()).expect_err("two are one run");
        let message = refused.message();
        assert!(
            message.error.contains("are the same run of this review"),
            "{message}"
        );
    }
}

/// The story: a review was killed after the folder of its next run had been made, and before that
/// run's `run.json` was there. No run of it could be resumed.
#[test]
fn folder_without_run_json_does_not_keep_a_review_from_being_resumed() {
    let desk = tempfile::tempdir().expect("a folder");
    let drives = three_drives(desk.path());
    let out = tempfile::tempdir().expect("a folder");
    let whole = reviewed(&drives, out.path());
    let folder = |number: usize| folder(&whole, number);
    fs::remove_file(folder(1).join("run.json")).expect("removed");
    let again = resumed(&folder(0), 2, &Stops::never()).expect("goes on");
    assert_eq!(digests(&again), digests(&whole));
}
