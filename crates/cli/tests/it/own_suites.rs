//! Several tests by name, and suite files of the user's.

use crate::program::{Desk, fourcorners, interrupt, lines};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

const MINE: &str = "name = \"mine\"\n\n[[test]]\nid = \"random-write-4k-qd3\"\n\n[[test]]\nid = \
    \"own-read\"\n";

const OWN_READ: &str = r#"
id = "own-read"
title = "My reads"
why = "Mine."
source = "me"

[[phase]]
name = "measure"
from = "written"
work = { op = "read", pattern = "random", block = "8KiB", queue_depth = 4, span = "4MiB", until = "duration", duration_s = 5 }
"#;

fn with_suite() -> (Desk, String) {
    let desk = Desk::new();
    let suite = desk.write("mine.toml", MINE);
    fs::create_dir(desk.at("tests")).expect("a folder");
    desk.write("tests/own-read.toml", OWN_READ);
    (desk, suite)
}

fn header(run: &Path) -> Value {
    let text = fs::read_to_string(run.join("run.json")).expect("run.json");
    serde_json::from_str(&text).expect("JSON")
}

fn measured(run: &Path) -> Vec<String> {
    let results = lines(&run.join("results.jsonl"));
    let mut tests: Vec<String> = results
        .iter()
        .map(|line| line["test"].as_str().expect("a test").into())
        .collect();
    tests.dedup();
    tests
}

#[test]
fn review_runs_the_named_tests() {
    let desk = Desk::new();
    let tests = [
        "--test",
        "trim,random-write-4k-qd3",
        "--test",
        "idle-collection",
    ];
    desk.run(&[&["review", &desk.drive()], &tests[..]].concat())
        .done();
    let run = &desk.runs()[0];
    assert_eq!(measured(run), ["trim", "random-write-4k-qd3", "idle-gc"]);
    let header = header(run);
    assert_eq!(header["suite"], "trim,random-write-4k-qd3,idle-gc");
    let command = header["command"].as_str().expect("a command");
    assert!(
        command.contains("--test trim,random-write-4k-qd3,idle-gc"),
        "{command}"
    );
}

#[test]
fn unknown_test_among_several_is_refused() {
    let desk = Desk::new();
    desk.run(&["review", &desk.drive(), "--test", "trim,hd-tahc"])
        .misused(&["no test is called 'hd-tahc'", "hint: ", "hd-tach"]);
    let ended = fourcorners(&["review", "--test", "trim", "--suite", "quick"]);
    assert_eq!(ended.code, 2, "{}", ended.stderr);
    assert!(!desk.at("runs").exists(), "nothing is begun");
}

#[test]
fn suite_file_runs_its_tests_and_those_beside_it() {
    let (desk, suite) = with_suite();
    desk.run(&["review", &desk.drive(), "--suite", &suite])
        .done();
    let run = &desk.runs()[0];
    assert_eq!(measured(run), ["random-write-4k-qd3", "own-read"]);
    let header = header(run);
    assert_eq!(header["suite"], "mine");
    let because = header["not_comparable"].as_array().expect("reasons");
    assert!(
        because.iter().any(|one| one["because"] == "own-suite"),
        "{because:?}"
    );
    let command = header["command"].as_str().expect("a command");
    assert!(command.contains(&format!("--suite {suite}")), "{command}");
}

#[test]
fn suite_file_with_a_built_in_name_is_refused() {
    let (desk, _) = with_suite();
    for name in ["quick", "hd-tach"] {
        let own = MINE.replace("\"mine\"", &format!("\"{name}\""));
        let file = desk.write(&format!("{name}.toml"), &own);
        desk.run(&["review", &desk.drive(), "--suite", &file])
            .refused(&[&format!("{file}: '{name}' is built in"), "another name"]);
    }
}

#[test]
fn suite_file_chooses_the_ports() {
    let (desk, _) = with_suite();
    let ports = "ports = [\"sata-1.5\", \"sata-3gbps\"]\n";
    let suite = desk.write("mine.toml", &format!("{ports}{MINE}"));
    let asked = ["review", &desk.drive(), "--suite", &suite];
    desk.run(&asked).done();
    let header_port = |run: &PathBuf| header(run)["conditions"]["port"].clone();
    let ports: Vec<Value> = desk.runs().iter().map(header_port).collect();
    assert_eq!(ports, ["sata-1.5gbps", "sata-3gbps"]);
    let command = header(&desk.runs()[0])["command"].clone();
    let command = command.as_str().expect("a command");
    assert!(command.contains("--port sata-1.5gbps"), "{command}");
    // The command line comes first.
    desk.run(&[&asked[..], &["--port", "sata-6gbps"]].concat())
        .done();
    let last = desk.runs().iter().map(header_port).collect::<Vec<_>>();
    assert_eq!(last.len(), 3);
    assert!(last.contains(&"sata-6gbps".into()), "{last:?}");
}

#[test]
fn unknown_port_of_a_suite_file_is_refused_with_its_line() {
    let (desk, _) = with_suite();
    let ports = "# mine\nports = [\n  \"sata-3gbps\",\n  \"sata-4\"]\n";
    let suite = desk.write("mine.toml", &format!("{ports}{MINE}"));
    desk.run(&["review", &desk.drive(), "--suite", &suite])
        .refused(&[
            "mine.toml:4: no such port: 'sata-4'\n",
            "hint: the ports are amd-sb850, ",
        ]);
    assert!(!desk.at("runs").exists(), "nothing is begun");
}

#[test]
fn broken_suite_file_is_refused_with_its_line() {
    let (desk, _) = with_suite();
    for (from, to, words) in [
        (
            "own-read",
            "own-raed",
            &["wrong.toml:7: 'own-raed' is neither a built-in test"][..],
        ),
        (
            "[[test]]",
            "[[tests]]",
            &["wrong.toml", "line 3", "unknown field `tests`, expected"],
        ),
        (
            "name = \"mine\"",
            "name = mine",
            &["wrong.toml", "line 1, column 8"],
        ),
    ] {
        let file = desk.write("wrong.toml", &MINE.replacen(from, to, 1));
        desk.run(&["review", &desk.drive(), "--suite", &file])
            .refused(words);
    }
    let missing = desk.text("none.toml");
    desk.run(&["review", &desk.drive(), "--suite", &missing])
        .refused(&[&missing, "is missing"]);
    assert!(!desk.at("runs").exists(), "nothing is begun");
}

/// The files may be gone by then: the run keeps them.
#[test]
fn run_of_a_suite_file_is_resumed() {
    let (desk, suite) = with_suite();
    let own = fs::read_to_string(&suite).expect("the suite");
    let longer = own + "duration_s = 3000000\n";
    fs::write(&suite, longer).expect("the suite");
    let (drive, out) = (desk.drive(), desk.text("runs"));
    let arguments = ["review", &drive, "--suite", &suite, "--out", &out];
    let (mut running, _messages, _said) =
        crate::program::started(&arguments, |said| said.contains(": own-read"));
    interrupt(&running);
    assert_eq!(running.wait().expect("an end").code(), Some(130));
    fs::remove_file(&suite).expect("gone");
    fs::remove_dir_all(desk.at("tests")).expect("gone");
    let run = desk.runs()[0].display().to_string();
    let (mut again, _messages, _said) =
        crate::program::started(&["review", "--resume", &run], |said| {
            said.contains(": own-read")
        });
    interrupt(&again);
    assert_eq!(again.wait().expect("an end").code(), Some(130));
}
