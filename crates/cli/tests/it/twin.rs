//! `twin` as a user meets it.

use crate::program::{Desk, fourcorners};

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
}
