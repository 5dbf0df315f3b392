//! A run that is followed while it is written.

use crate::bed::runs::{entry, measured};
use crate::bed::{Events, Served, finished, header, second, serve};
use fourcorners_bench::FolderWriter;
use fourcorners_bench::record::*;
use serde_json::json;
use std::collections::BTreeSet;
use std::io::Write as _;
use std::path::Path;

fn begun(root: &Path) -> FolderWriter {
    FolderWriter::create(&root.join("run"), &header("drive")).expect("a new folder")
}

fn follow(root: &Path) -> (Served, Events) {
    let served = serve(&[root]);
    let events = served.live(&served.id("run"), None);
    (served, events)
}

/// The numbers of the seconds in the next event that has any.
fn seconds(events: &mut Events) -> (Vec<u64>, Option<String>) {
    let event = events.next_of("seconds");
    let seconds = event.data["seconds"].as_array().expect("seconds");
    let numbers = seconds
        .iter()
        .map(|second| second[0].as_u64().expect("a number"));
    (numbers.collect(), event.id)
}

#[test]
fn do_seconds_arrive_as_they_are_written_and_the_end_is_told() {
    let root = tempfile::tempdir().expect("a folder");
    let mut writer = begun(root.path());
    writer
        .sample(&second("consistency", 0, 500))
        .expect("written");
    let (_served, mut events) = follow(root.path());
    let run = events.next_of("run").data;
    assert_eq!(run["run"]["model"], "drive");
    assert_eq!(
        run["phases"],
        json!([
            "random-read-4k-qd3 measure",
            "random-write-4k-qd3 measure",
            "consistency measure"
        ])
    );
    let first = events.next_of("seconds").data;
    assert_eq!(
        first,
        json!({"phase": "consistency measure", "seconds": [[0, 500, 2_048_000, 1.0, 3.0]]})
    );
    for number in 1..4 {
        writer
            .sample(&second("consistency", number, 0))
            .expect("written");
        assert_eq!(seconds(&mut events).0, [u64::from(number)]);
    }
    let done = entry(
        "consistency",
        "measure",
        Status::Finished,
        Some(measured(500, 4.0)),
    );
    writer.entry(&done).expect("written");
    let phase = events.next_of("phase").data;
    assert_eq!(
        (&phase["phase"], &phase["status"]),
        (&json!("consistency measure"), &json!("finished"))
    );
    assert_eq!(phase["iops_mean"], 125.0);
    drop(writer);
    assert_eq!(events.next_of("end").data, json!({"finished": false}));
    assert!(events.next().is_none(), "nothing comes after the end");
}

#[test]
fn is_nothing_lost_when_the_connection_is() {
    let root = tempfile::tempdir().expect("a folder");
    let mut writer = begun(root.path());
    let served = serve(&[root.path()]);
    let id = served.id("run");
    let (mut place, mut seen) = (None, Vec::new());
    for number in 0..6 {
        writer
            .sample(&second("consistency", number, 1))
            .expect("written");
        let mut events = served.live(&id, place.as_deref());
        let (numbers, next) = seconds(&mut events);
        seen.extend(numbers);
        place = next;
        assert!(place.is_some());
    }
    assert_eq!(seen, [0, 1, 2, 3, 4, 5]);
}

#[test]
fn do_many_viewers_see_the_same() {
    let root = tempfile::tempdir().expect("a folder");
    let mut writer = begun(root.path());
    let served = serve(&[root.path()]);
    let id = served.id("run");
    let mut viewers: Vec<Events> = (0..40).map(|_| served.live(&id, None)).collect();
    for number in 0..5 {
        writer
            .sample(&second("consistency", number, 1))
            .expect("written");
    }
    for viewer in &mut viewers {
        let mut seen = BTreeSet::new();
        while seen.len() < 5 {
            seen.extend(seconds(viewer).0);
        }
        assert_eq!(seen, (0..5).collect());
    }
}

#[test]
fn is_a_long_run_told_whole_in_portions() {
    let root = tempfile::tempdir().expect("a folder");
    let mut writer = begun(root.path());
    for number in 0..20_000 {
        writer
            .sample(&second("consistency", number, 1))
            .expect("written");
    }
    let (_served, mut events) = follow(root.path());
    let mut next = 0;
    let mut told = 0;
    while next < 20_000 {
        let (numbers, _) = seconds(&mut events);
        assert!(numbers.len() < 5000, "a portion is bounded");
        for number in numbers {
            assert_eq!(number, next);
            next += 1;
        }
        told += 1;
    }
    assert!(told > 3);
}

#[test]
fn does_a_torn_or_hostile_line_end_nothing() {
    let root = tempfile::tempdir().expect("a folder");
    let mut writer = begun(root.path());
    let (served, mut events) = follow(root.path());
    let path = root.path().join("run/samples.jsonl");
    let mut file = std::fs::OpenOptions::new()
        .append(true)
        .open(path)
        .expect("the file");
    file.write_all(b"not json\n\xff\xfe\n{\"second\": -1}\n\n")
        .expect("written");
    file.write_all(&[b"[".repeat(200_000).as_slice(), b"\n"].concat())
        .expect("written");
    writer
        .sample(&second("consistency", 7, 1))
        .expect("written");
    assert_eq!(seconds(&mut events).0, [7]);
    // A place that was never given is no place, or one in the middle of a line.
    for place in [
        "9999999-0-0",
        "3-3-3",
        "x",
        "",
        "1-2",
        "-1-0-0",
        "18446744073709551615-0-0",
    ] {
        let mut events = served.live(&served.id("run"), Some(place));
        assert_eq!(seconds(&mut events).0, [7], "{place}");
    }
}

#[test]
fn is_a_run_that_was_taken_up_again_told_anew() {
    let root = tempfile::tempdir().expect("a folder");
    let mut writer = begun(root.path());
    for number in 0..3 {
        writer
            .sample(&second("consistency", number, 1))
            .expect("written");
    }
    let (_served, mut events) = follow(root.path());
    assert_eq!(seconds(&mut events).0, [0, 1, 2]);
    let file = std::fs::OpenOptions::new()
        .write(true)
        .open(root.path().join("run/samples.jsonl"));
    file.expect("the file").set_len(0).expect("cut");
    events.next_of("again");
    writer
        .sample(&second("consistency", 0, 9))
        .expect("written");
    assert_eq!(seconds(&mut events).0, [0]);
}

#[test]
fn does_a_finished_run_end_at_once_and_one_that_vanishes_with_a_reason() {
    let root = tempfile::tempdir().expect("a folder");
    finished(root.path(), "run", &header("drive"));
    let (served, mut events) = follow(root.path());
    assert_eq!(events.next_of("end").data, json!({"finished": true}));

    let other = tempfile::tempdir().expect("a folder");
    let _writer = begun(other.path());
    let (_served, mut events) = follow(other.path());
    events.next_of("run");
    std::fs::remove_dir_all(other.path().join("run")).expect("removed");
    let end = events.next_of("end").data;
    assert_eq!(end, json!({"finished": false, "reason": "is missing"}));

    let answer = served.get("/live/0123456789abcdef");
    assert_eq!(answer.status, 404);
}
