//! `sweep` as a user meets it.

use crate::program::{Desk, ended, fourcorners, program};
use std::path::Path;

/// Four points of one second on a small drive.
fn small(desk: &Desk) -> String {
    let drive = desk.drive();
    let text = format!(
        r#"
title = "Small"
drive = "{drive}"
tests = ["random-write-4k-qd32"]
[set]
duration_s = 1
span = "1MiB"
[vary]
data = ["zero", "full-random"]
seed = [1, 2]
[record]
iops = "iops_mean"
"#
    );
    let path = desk.text("small.toml");
    std::fs::write(&path, text).expect("a file");
    path
}

#[test]
fn sweep_writes_a_table_and_a_page_and_is_never_run_twice() {
    let desk = Desk::new();
    let (file, out) = (small(&desk), desk.text("out"));
    let sweep = ["sweep", &file, "--out", &out, "--json"];
    // The story: while /tmp was full, points were kept as failed.
    let elsewhere = desk.text("nowhere");
    let unable = program(&sweep).env("TMPDIR", &elsewhere).output();
    ended(unable.expect("the program starts")).refused(&[&elsewhere]);
    // The story: a job of an array that had no points of its own failed.
    let idle = fourcorners(&[&sweep[..], &["--shard", "5/9"]].concat());
    assert_eq!(idle.done().json()["left"], 4);
    let note = "note: this shard has no points: the sweep has 4";
    assert!(idle.stderr.contains(note), "{}", idle.stderr);
    let first = fourcorners(&sweep).done().json();
    assert_eq!(first["simulated"], 4, "{first}");
    assert_eq!((&first["failed"], &first["left"]), (&0.into(), &0.into()));
    for name in [
        "results.parquet",
        "index.html",
        "points.jsonl",
        "sweep.json",
    ] {
        assert!(Path::new(&out).join(name).exists(), "{name}");
    }
    let again = fourcorners(&sweep).done().json();
    assert_eq!(again["simulated"], 0, "{again}");
    let ended = fourcorners(&["sweep", &file, "--out", &out]);
    let text = &ended.done().stdout;
    assert!(
        text.contains("iops") && text.contains("index.html"),
        "{text}"
    );
}

#[test]
fn wrong_sweep_names_what_is_wrong() {
    let desk = Desk::new();
    let file = small(&desk);
    for (words, error) in [
        (
            vec!["sweep", "spare-aera"],
            "no sweep is called 'spare-aera'",
        ),
        (
            vec!["sweep", &file, "--shard", "3/2"],
            "--shard 3/2: expected I/N",
        ),
        (vec!["sweep", &file, "--threads", "0"], "--threads"),
        (vec!["sweep", "/nowhere/x.toml"], "/nowhere/x.toml"),
    ] {
        let ended = fourcorners(&words);
        assert!(ended.stderr.contains(error), "{words:?}: {}", ended.stderr);
        assert!(
            ended.code != 0 && !ended.stderr.contains("panic"),
            "{}",
            ended.stderr
        );
    }
}
