//! `--read-only`: a drive in use is measured, and nothing of it changes.

use crate::host::{Loop, Mounted, is_root, make_ext4};
use crate::program::{Desk, fourcorners, lines};
use std::fs::{self, File};
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::path::Path;

/// A file of 32 MiB in which every byte is said.
fn in_use(desk: &Desk) -> String {
    let bytes: Vec<u8> = (0..32_u32 << 20).map(|at| (at / 4096) as u8).collect();
    fs::write(desk.at("disk.img"), bytes).expect("a file");
    let file = File::open(desk.at("disk.img")).expect("the file");
    file.sync_all().expect("on disk");
    desk.text("disk.img")
}

/// All that a write would change.
fn state(path: &str) -> (Vec<u8>, i64, i64, i64) {
    let there = fs::metadata(path).expect("the file");
    let bytes = fs::read(path).expect("its bytes");
    (bytes, there.mtime(), there.mtime_nsec(), there.ctime())
}

#[test]
fn review_reads_the_quartet_of_an_existing_file_and_changes_nothing() {
    let desk = Desk::new();
    let file = in_use(&desk);
    // Nobody may write it, not even by mistake.
    fs::set_permissions(&file, fs::Permissions::from_mode(0o444)).expect("mode");
    let before = state(&file);
    let ended = desk.run(&["review", "--read-only", &file]);
    let text = &ended.done().stdout;
    assert!(state(&file) == before, "the file changed");
    for said in [
        "SEQ1M Q8T1",
        "RND4K Q1T1",
        "Reads existing data; unwritten or trimmed areas read faster.",
        "MB/s read",
    ] {
        assert!(text.contains(said), "'{said}' in {text}");
    }
    for said in [
        "This writes nothing to",
        "skipped, because they write: quartet sequential-write-q8",
    ] {
        assert!(ended.stderr.contains(said), "'{said}' in {}", ended.stderr);
    }
    let run = &desk.runs()[0];
    let results = lines(&run.join("results.jsonl"));
    let measured = results.iter().filter(|line| line["status"] == "finished");
    assert!(
        measured
            .clone()
            .all(|line| line["measured"]["op"] == "read")
    );
    assert_eq!(measured.count(), 4);
    let skipped = results.iter().filter(|line| line["status"] == "skipped");
    let because = |line: &serde_json::Value| line["because"]["because"] == "would-write";
    assert!(skipped.clone().all(because), "{results:?}");
    assert_eq!(skipped.count(), 4);
    let header = fs::read_to_string(run.join("run.json")).expect("run.json");
    let header: serde_json::Value = serde_json::from_str(&header).expect("JSON");
    assert_eq!(header["identity"]["read_only"], true);
    let because = header["not_comparable"].as_array().expect("reasons");
    let is_it = |one: &serde_json::Value| one["because"] == "existing-data";
    assert!(because.iter().any(is_it), "{because:?}");
    let command = header["command"].as_str().expect("a command");
    assert!(command.contains("--read-only") && !command.contains("--destroy"));
    let shown = fourcorners(&["show", &run.display().to_string()]);
    let warned = "reads existing data; unwritten or trimmed areas read faster";
    assert!(shown.done().stdout.contains(warned), "{}", shown.stdout);
}

#[test]
fn run_reads_one_test() {
    let desk = Desk::new();
    let file = in_use(&desk);
    let before = state(&file);
    let ended = desk.run(&["run", "random-read-4k-qd3", &file, "--read-only"]);
    ended.done();
    assert!(state(&file) == before, "the file changed");
}

#[test]
fn test_that_only_writes_is_refused() {
    let desk = Desk::new();
    let file = in_use(&desk);
    for test in ["random-write-4k-qd3", "torture", "trim", "consistency"] {
        desk.run(&["run", test, &file, "--read-only"]).refused(&[
            &format!("error: {test} writes, but writing is not allowed\n"),
            "hint: choose a test that only reads",
        ]);
    }
    assert!(!desk.at("runs").exists(), "nothing is begun");
}

#[test]
fn suite_leaves_out_what_writes() {
    let desk = Desk::new();
    let file = in_use(&desk);
    let before = state(&file);
    let quick = desk.run(&["review", "--read-only", &file, "--suite", "quick"]);
    quick.done();
    assert!(state(&file) == before, "the file changed");
    let results = lines(&desk.runs()[0].join("results.jsonl"));
    for line in &results {
        let is_read = line["measured"]["op"] == "read";
        assert!(is_read || line["status"] == "skipped", "{line}");
    }
    assert!(results.iter().any(|line| line["status"] == "finished"));
}

#[test]
fn options_that_write_contradict_read_only() {
    let desk = Desk::new();
    let file = in_use(&desk);
    for options in [
        &["--destroy", &file][..],
        &["--size", "8MiB"],
        &["--verify"],
        &["--erase", "blkdiscard"],
        &["--state", "tortured"],
    ] {
        let review = [&["review", "--read-only", &file], options].concat();
        let ended = fourcorners(&review);
        assert_eq!(ended.code, 2, "{}", ended.stderr);
        assert!(
            ended.stderr.contains("cannot be used with"),
            "{}",
            ended.stderr
        );
    }
    desk.run(&["review", "--read-only", &desk.drive()])
        .misused(&["is simulated and holds no data", "leave --read-only out"]);
}

#[test]
fn mounted_device_is_reviewed() {
    if !is_root("a mounted device") {
        return;
    }
    let desk = Desk::new();
    let device = Loop::over(Path::new(&in_use(&desk)), &[]);
    make_ext4(&device.name());
    let _mounted = Mounted::new(&device.name(), &desk.at("mnt"));
    let ended = desk.run(&["review", "--read-only", &device.name()]);
    assert!(ended.done().stdout.contains("Reads existing data"));
}
