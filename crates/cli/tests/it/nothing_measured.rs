//! Does a run of which nothing was measured end like one that went well?

use crate::program;

use program::{Desk, Ended, fourcorners, small_hard_disk_text};

/// A trace that reaches far beyond the small drive.
const FAR: &str = "fio version 3 iolog
0 /dev/sdx add
0 /dev/sdx open
0 /dev/sdx write 1099511627776 4096
";

/// A job that reads what a new drive does not hold.
const READS: &str = "[a]\nrw=randread\nbs=4k\nsize=1m\ndirect=1\n";

fn nothing(ended: &Ended, drives: &[&str]) {
    assert_eq!(ended.code, 1, "{}", ended.stderr);
    let errors = ended
        .stderr
        .lines()
        .filter(|line| line.starts_with("error: "));
    let errors: Vec<String> = errors.map(String::from).collect();
    let wanted = drives.iter();
    let wanted = wanted.map(|drive| format!("error: {drive}: nothing was measured"));
    assert_eq!(errors, wanted.collect::<Vec<_>>(), "{}", ended.stderr);
    let hint = "hint: every test was skipped; the results list the reasons";
    assert_eq!(ended.stderr.matches(hint).count(), drives.len());
}

/// The story: a replay, and the job of a file, were skipped whole; a script took exit code 0 for
/// results.
#[test]
fn skipped_replay_and_job_end_with_code_1() {
    let desk = Desk::new();
    let out = desk.text("runs");
    let (trace, drive) = (desk.write("far.log", FAR), desk.drive());
    nothing(
        &fourcorners(&["trace", "replay", &trace, &drive, "--out", &out]),
        &["tiny"],
    );
    let job = desk.write("reads.fio", READS);
    let words = [
        "run", &job, &drive, "--state", "new", "--out", &out, "--json",
    ];
    let ended = fourcorners(&words);
    nothing(&ended, &["tiny"]);
    let results = &ended.json()["runs"][0]["results"];
    assert_eq!(results[0]["status"], "skipped", "{results}");
}

/// A drive of a review has to be measured, whatever the others are; and a resumed review tells the
/// same.
#[test]
fn each_drive_of_a_review_has_to_be_measured() {
    let desk = Desk::new();
    // Spare area is a part of NAND, which a disk does not have.
    let disk = desk.write("disk.toml", &small_hard_disk_text());
    let review = ["review", &desk.drive(), &disk, "--test", "consistency"];
    let ended = desk.run(&[&review[..], &["--spare", "25"]].concat());
    nothing(&ended, &["tiny-disk"]);
    let run = desk.runs().remove(0).display().to_string();
    let resumed = fourcorners(&["review", "--resume", &run]);
    nothing(&resumed, &["tiny-disk"]);
}
