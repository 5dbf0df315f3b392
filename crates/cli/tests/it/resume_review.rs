//! `review --resume` of a review of several drives: one command for all of them, from any run.

use crate::program;

use program::{Desk, Ended, fourcorners, interrupt, lines, small_drive_text, started, with};
use serde_json::Value;
use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};

fn resume(run: &Path, more: &[&str]) -> Ended {
    let run = run.display().to_string();
    fourcorners(&[&["review", "--resume", &run], more].concat())
}

/// Makes a finished run one that was killed in its last phase.
fn kill(run: &Path) {
    let path = run.join("results.jsonl");
    let text = fs::read_to_string(&path).expect("results");
    let kept = text.trim_end().rfind('\n').map_or(0, |end| end + 1);
    fs::write(&path, &text[..kept]).expect("written");
}

/// Two more drives beside the small one.
fn two_more(desk: &Desk) -> [String; 2] {
    ["second", "third"].map(|name| {
        let text = with(&small_drive_text(), "name", &format!("\"{name}\""));
        desk.write(&format!("{name}.toml"), &text)
    })
}

/// Of each run its folder.
fn folders(document: &Value) -> Vec<PathBuf> {
    let runs = document["runs"].as_array().expect("runs");
    let folder = |run: &Value| PathBuf::from(run["folder"].as_str().expect("a folder"));
    runs.iter().map(folder).collect()
}

/// Of each run what an interruption must not change.
fn runs(document: &Value) -> Vec<[Value; 4]> {
    let runs = document["runs"].as_array().expect("runs").iter();
    let of = |run: &Value| ["drive", "repeat", "status", "digest"].map(|key| run[key].clone());
    runs.map(of).collect()
}

/// The command after these words.
fn command_after(said: &str, words: &str) -> Vec<String> {
    let line = said.lines().find_map(|line| line.split_once(words));
    let (_, command) = line.unwrap_or_else(|| panic!("no '{words}' in {said}"));
    let mut words = command.split(' ').map(String::from);
    assert_eq!(words.next().as_deref(), Some("fourcorners"), "{command}");
    words.collect()
}

#[test]
fn killed_review_is_finished_by_one_command() {
    let desk = Desk::new();
    let [second, third] = two_more(&desk);
    let review = ["review", &desk.drive(), &second, &third, "--suite", "quick"];
    let expected = ["--expect", "consistency.ios > 1", "--json", "--quiet"];
    let whole = desk.run(&[&review[..], &expected].concat()).done().json();
    let all = folders(&whole);
    let (junit, markdown) = (desk.text("r.xml"), desk.text("r.md"));
    for (killed, deleted, note) in [
        (0, &[1, 2][..], "1 resumed, 2 not started before"),
        (1, &[2], "1 finished, 1 resumed, 1 not started before"),
        (2, &[], "2 finished, 1 resumed"),
        (1, &[0], "1 finished, 1 resumed, 1 not started before"),
    ] {
        kill(&all[killed]);
        for run in deleted {
            fs::remove_dir_all(&all[*run]).expect("removed");
        }
        let files = ["--json", "--junit", &junit, "--markdown", &markdown];
        let ended = resume(&all[killed], &files);
        let document = ended.done().json();
        assert_eq!(runs(&document), runs(&whole));
        let note = format!("review of 3 drives: {note}");
        assert!(ended.stderr.contains(&note), "{note}: {}", ended.stderr);
        for run in document["runs"].as_array().expect("runs") {
            assert_eq!(run["expectations"][0]["met"], true, "{run}");
        }
        let page = fs::read_to_string(document["page"].as_str().expect("a page"));
        let (page, xml) = (page.expect("the page"), fs::read_to_string(&junit));
        let xml = xml.expect("the file");
        for drive in ["tiny", "second", "third"] {
            assert!(page.contains(drive) && xml.contains(drive), "{drive}");
        }
    }
    let again = resume(&all[0], &[]);
    assert!(
        again
            .done()
            .stderr
            .contains("review of 3 drives: 3 finished"),
        "{}",
        again.stderr
    );
}

#[test]
fn repetitions_are_finished_by_one_command() {
    let desk = Desk::new();
    let [second, _] = two_more(&desk);
    let review = [
        "review",
        &desk.drive(),
        &second,
        "--suite",
        "quick",
        "--repeat",
        "2",
    ];
    let options = ["--json", "--quiet", "--threads", "1"];
    let whole = desk.run(&[&review[..], &options].concat()).done().json();
    let all = folders(&whole);
    kill(&all[2]);
    fs::remove_dir_all(&all[1]).expect("removed");
    let ended = resume(&all[3], &["--json", "--threads", "2"]);
    assert_eq!(runs(&ended.done().json()), runs(&whole));
    let note = "review of 4 runs: 2 finished, 1 resumed, 1 not started before";
    assert!(ended.stderr.contains(note), "{}", ended.stderr);
    assert!(all[1].is_dir(), "under its former name");
}

/// The story: after Ctrl-C, each run had a command of its own, and those that were not begun had
/// to be started one by one.
#[test]
fn interrupted_review_is_resumed_and_interrupted_again() {
    let desk = Desk::new();
    let [second, third] = two_more(&desk);
    let junit = desk.text("r.xml");
    let options = [&second, &third, "--threads", "1", "--junit", &junit].map(|word: &str| word);
    let (mut running, mut messages, mut said) = desk.reviewing(&options);
    for _ in 0..2 {
        interrupt(&running);
        messages.read_to_string(&mut said).expect("the rest");
        let output = running.wait_with_output().expect("its end");
        assert_eq!(output.status.code(), Some(130), "{said}");
        let run = desk.runs();
        assert_eq!(run.len(), 1, "{run:?}");
        let command = command_after(&said, "note: resume the review with: ");
        let run = run[0].display().to_string();
        assert_eq!(
            command,
            ["review", "--resume", &run, "--junit", &junit],
            "{said}"
        );
        assert_eq!(said.matches("--resume").count(), 1, "{said}");
        let unfinished = said
            .lines()
            .find(|line| line.starts_with("note: unfinished: "));
        let not_started = said
            .lines()
            .find(|line| line.starts_with("note: not started: "));
        let (unfinished, not_started) = (unfinished.expect("one"), not_started.expect("two"));
        for drive in ["tiny", "second", "third"] {
            assert!(
                unfinished.contains(drive) != not_started.contains(drive),
                "{said}"
            );
        }
        let command: Vec<&str> = command.iter().map(String::as_str).collect();
        let again = [&command[..], &["--threads", "1"]].concat();
        let is_measuring = |said: &str| said.contains(": consistency") || said.contains("-write-");
        (running, messages, said) = started(&again, is_measuring);
    }
    running.kill().expect("killed");
    running.wait().expect("its end");
}

/// Of two phases that write.
const TWO_TESTS: &str = "sequential-write-128k,random-write-4k-qd3";

/// Two files of 8 MiB.
fn two_files(desk: &Desk) -> [String; 2] {
    ["one.img", "two.img"].map(|name| {
        fs::write(desk.at(name), vec![7; 8 << 20]).expect("a file");
        desk.text(name)
    })
}

#[test]
fn real_drives_are_all_named_again_before_one_is_written() {
    let desk = Desk::new();
    let [one, two] = two_files(&desk);
    let drive = desk.drive();
    let both = ["--destroy", &one, "--destroy", &two];
    let review = [
        "review", &drive, &one, &two, "--test", TWO_TESTS, "--json", "--quiet",
    ];
    let whole = desk.run(&[&review[..], &both].concat()).done().json();
    let all = folders(&whole);
    kill(&all[0]);
    kill(&all[1]);
    fs::remove_dir_all(&all[2]).expect("removed");
    for file in [&one, &two] {
        fs::write(file, vec![7; 8 << 20]).expect("a file");
    }
    let run = all[0].display().to_string();
    let command = format!("fourcorners review --resume {run} --destroy {one} --destroy {two}");
    let hint = format!("hint: {command}\n");
    resume(&all[0], &[]).refused(&[&format!("overwrites {one}, {two}; "), &hint]);
    resume(&all[0], &["--destroy", &two]).refused(&[&format!("overwrites {one}; "), &hint]);
    let other = desk.write("other.img", "something");
    let more = [&both[..], &["--destroy", &other]].concat();
    resume(&all[0], &more).refused(&["other.img is not a drive of this review", &hint]);
    // A drive that was never begun is looked at before any is written.
    fs::write(&two, vec![7; 16 << 20]).expect("a file");
    resume(&all[0], &both).refused(&["cannot be resumed", "capacity was 16384 and is now 32768"]);
    fs::write(&two, vec![7; 8 << 20]).expect("a file");
    for file in [&one, &two] {
        let bytes = fs::read(file).expect("the file");
        assert!(bytes.iter().all(|byte| *byte == 7), "{file} is untouched");
    }
    assert!(
        !all[0].join("interrupted").exists(),
        "nothing was put aside"
    );
    let ended = resume(&all[1], &[&both[..], &["--json"]].concat());
    let document = ended.done().json();
    let finished = |run: &Value| run["status"] == "finished" && !run["results"].is_null();
    let again = document["runs"].as_array().expect("runs");
    assert!(again.len() == 3 && again.iter().all(finished), "{document}");
    assert_eq!(runs(&document)[0], runs(&whole)[0]);
    assert!(all[2].is_dir(), "under its former name");
    assert!(document["page"].is_string());
    // All are finished: nothing has to be named, not even there.
    fs::remove_file(&one).expect("removed");
    resume(&all[1], &[]).done();
}

/// A file that the review was to create, and its repetitions.
#[test]
fn created_file_is_resumed_with_the_simulated_drives_of_its_review() {
    let desk = Desk::new();
    let (drive, file) = (desk.drive(), desk.text("new.img"));
    let options = ["--size", "8MiB", "--repeat", "2", "--engine", "synchronous"];
    let review = [
        "review", &drive, &file, "--test", TWO_TESTS, "--json", "--quiet",
    ];
    let whole = desk.run(&[&review[..], &options].concat()).done().json();
    let all = folders(&whole);
    // Killed before the file was created: a folder alone must not choose what is created.
    fs::remove_dir_all(&all[2]).expect("removed");
    fs::remove_dir_all(&all[3]).expect("removed");
    fs::remove_file(&file).expect("removed");
    kill(&all[1]);
    resume(&all[0], &[]).refused(&["new.img; name each with --destroy"]);
    assert!(!Path::new(&file).exists());
    let document = resume(&all[0], &["--json", "--destroy", &file])
        .done()
        .json();
    assert_eq!(runs(&document)[..2], runs(&whole)[..2]);
    let engine = |run: &Path| {
        let text = fs::read_to_string(run.join("run.json")).expect("run.json");
        let header: Value = serde_json::from_str(&text).expect("JSON");
        header["request"]["engine"].clone()
    };
    assert_eq!(engine(&all[2]), "synchronous");
    // Killed in the first repetition.
    fs::remove_dir_all(&all[3]).expect("removed");
    kill(&all[2]);
    resume(&all[0], &[]).refused(&["new.img; name each with --destroy"]);
    resume(&all[0], &["--destroy", &file]).done();
    assert_eq!(
        lines(&all[3].join("results.jsonl")).len(),
        lines(&all[2].join("results.jsonl")).len()
    );
}

#[test]
fn run_in_progress_is_left_alone_with_its_review() {
    let desk = Desk::new();
    let [second, _] = two_more(&desk);
    let (mut running, _messages, _) = desk.reviewing(&[&second, "--threads", "1"]);
    let run = desk.runs().remove(0);
    resume(&run, &[]).refused(&["in progress"]);
    running.kill().expect("killed");
    running.wait().expect("its end");
}
