//! `twin` as a user meets it.

use crate::program::{Desk, ended, fourcorners, kill_once, program};

#[test]
fn twin_refuses_what_is_no_run_and_never_overwrites_a_file() {
    let desk = Desk::new();
    let (there, nowhere) = (desk.text("there.toml"), desk.text("nowhere"));
    std::fs::write(&there, "mine").expect("a file");
    let (drive, runs) = (desk.drive(), desk.text("runs"));
    let begun = ["run", "random-write-4k-qd32", &drive, "--out", &runs];
    fourcorners(&[&begun[..], &["--duration", "1s"]].concat()).done();
    let run = std::fs::read_dir(&runs).expect("a folder");
    let mut paths = run.flatten().map(|entry| entry.path());
    let run = paths.find(|path| path.is_dir()).expect("a run");
    let run = run.display().to_string();
    let other = desk.text("other.toml");
    for (words, error) in [
        (vec!["twin", &*nowhere], "no such run"),
        (vec!["twin", &run, "--out", &there], "there.toml exists"),
        (vec!["twin", &run, "--out", "x"], "not a .toml file"),
        (
            vec!["twin", &run, "--out", &other],
            "hint: run the test consistency",
        ),
        (
            vec!["predict", &run, &drive, "--spare", "25%"],
            "hint: run the test consistency",
        ),
        (vec!["predict", &run, &drive], "--spare <P%>"),
        (vec!["predict", &run, &there, "--spare", "25"], "hint: 25%"),
    ] {
        let ended = fourcorners(&words);
        assert!(ended.stderr.contains(error), "{words:?}: {}", ended.stderr);
    }
    assert_eq!(std::fs::read_to_string(&there).expect("a file"), "mine");
    assert!(!desk.at("other.search").exists(), "nothing was searched");
}

#[test]
fn search_is_kept_when_it_is_killed_and_never_in_a_foreign_file() {
    let desk = Desk::new();
    let (drive, runs) = (desk.drive(), desk.text("runs"));
    let begun = ["run", "consistency", &drive, "--out", &runs];
    fourcorners(&[&begun[..], &["--duration", "20s"]].concat()).done();
    let run = desk.runs().remove(0).display().to_string();
    let (out, kept) = (desk.text("mine.toml"), desk.at("mine.search"));
    let twin = ["twin", &run, "--out", &out, "--rounds", "4", "--quiet"];
    std::fs::write(&kept, "my own").expect("a file");
    let refused = fourcorners(&twin);
    assert!(
        refused
            .stderr
            .contains("mine.search exists and was not written by a search"),
        "{}",
        refused.stderr
    );
    assert_eq!(std::fs::read_to_string(&kept).expect("a file"), "my own");
    // All that a power cut left of a search that had just begun.
    std::fs::write(&kept, "fourcorners tw").expect("a file");
    // The story: while /tmp was full, drives were noted as those that cannot repeat the run.
    let elsewhere = desk.text("nowhere");
    let unable = program(&twin).env("TMPDIR", &elsewhere).output();
    ended(unable.expect("the program starts")).refused(&[&elsewhere]);
    let text = std::fs::read_to_string(&kept).expect("a file");
    assert_eq!(text, "fourcorners twin search 1\n");
    let searched = || std::fs::read_to_string(&kept).is_ok_and(|text| text.lines().count() > 5);
    kill_once(&twin, searched);
    let kept = std::fs::read_to_string(&kept).expect("a file");
    assert!(kept.starts_with("fourcorners twin search 1\n"), "{kept}");
}
