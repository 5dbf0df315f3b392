//! Completions, man pages, the schema, and a reader that goes away.

use crate::program;

use program::{Desk, ended, fourcorners, program};
use std::fs;
use std::process::{Command, Stdio};

#[test]
fn do_completions_know_every_verb() {
    for shell in ["bash", "zsh", "fish"] {
        let script = fourcorners(&["completions", shell]).done().stdout.clone();
        for word in ["review", "--destroy", "completions"] {
            let word = if shell == "fish" {
                word.trim_start_matches('-')
            } else {
                word
            };
            assert!(script.contains(word), "{shell}: {word}");
        }
        // The shell itself reads it, where it is installed.
        let desk = Desk::new();
        let file = desk.write("script", &script);
        if let Ok(output) = Command::new(shell).args(["-n", &file]).output() {
            assert!(
                output.status.success(),
                "{shell}: {}",
                String::from_utf8_lossy(&output.stderr)
            );
        }
    }
}

#[test]
fn does_bash_complete_a_verb_and_an_option() {
    let script = fourcorners(&["completions", "bash"]).done().stdout.clone();
    let desk = Desk::new();
    let file = desk.write("script", &script);
    for (words, expected) in [
        ("fourcorners rev", "review"),
        ("fourcorners review --des", "--destroy"),
    ] {
        let complete = format!(
            "source {file}; COMP_WORDS=({words}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); \
             _fourcorners fourcorners \"${{COMP_WORDS[COMP_CWORD]}}\" \"\"; echo \
             \"${{COMPREPLY[*]}}\""
        );
        let output = Command::new("bash")
            .args(["--norc", "-c", &complete])
            .output()
            .expect("bash");
        let reply = String::from_utf8_lossy(&output.stdout).trim().to_string();
        assert_eq!(
            reply,
            expected,
            "{words}: {}",
            String::from_utf8_lossy(&output.stderr)
        );
    }
}

#[test]
fn do_the_man_pages_describe_every_verb() {
    let desk = Desk::new();
    let folder = desk.text("man/man1");
    let printed = fourcorners(&["man", &folder]).done().stdout.clone();
    assert_eq!(printed.trim_end(), format!("{folder}/fourcorners.1"));
    let page = fs::read_to_string(printed.trim_end()).expect("the page");
    assert!(page.contains(".TH fourcorners 1"), "{page}");
    let review = fs::read_to_string(format!("{folder}/fourcorners-review.1")).expect("review's");
    assert!(review.contains("destroy"), "{review}");
    fourcorners(&["man", "/proc/no-such-place"]).refused(&["/proc/no-such-place"]);
}

#[test]
fn is_the_kept_schema_the_one_that_is_printed() {
    let printed = fourcorners(&["schema"]).done().stdout.clone();
    let kept = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/json-schema.json");
    let kept = fs::read_to_string(kept).unwrap_or_default();
    assert!(
        kept == printed,
        "docs/json-schema.json is not what the program prints; if the change is meant, renew \
         it:\n    \
         cargo run -- schema > docs/json-schema.json"
    );
}

#[test]
fn is_a_reader_that_goes_away_no_error() {
    let desk = Desk::new();
    let (drive, out) = (desk.drive(), desk.text("runs"));
    let run = [
        "run",
        "consistency",
        &drive,
        "--out",
        &out,
        "--duration",
        "2s",
    ];
    for arguments in [
        &["list", "drives"][..],
        &["list", "tests", "--json"],
        &["show", "crucial-m4-256"],
        &["completions", "bash"],
        &["schema"],
        &["--help"],
        &run,
    ] {
        // As after `| head -1` has read its line: nobody reads.
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let output = program(arguments)
            .stdout(writer)
            .stderr(Stdio::piped())
            .output()
            .expect("the program starts");
        let ended = ended(output);
        assert_eq!(ended.code, 0, "{arguments:?}: {}", ended.stderr);
        assert!(
            !ended.stderr.contains("pipe"),
            "{arguments:?}: {}",
            ended.stderr
        );
    }
}

#[test]
fn does_a_run_survive_that_nobody_reads_its_messages() {
    let desk = Desk::new();
    let (drive, out) = (desk.drive(), desk.text("runs"));
    let run = [
        "run",
        "consistency",
        &drive,
        "--out",
        &out,
        "--duration",
        "2s",
        "--json",
    ];
    // As in `2>&1 | head -1`: the messages' reader goes away, the run goes on.
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let output = program(&run)
        .stderr(writer)
        .stdout(Stdio::piped())
        .output()
        .expect("the program starts");
    let ended = ended(output);
    assert_eq!(ended.code, 0);
    assert_eq!(ended.json()["runs"][0]["status"], "finished");
}
