//! The command that a run records: run again by a shell, it is the same run.

use crate::program;

use program::{Desk, Ended, ended, lines, program};
use serde_json::Value;
use std::path::Path;
use std::process::Command;

/// `run.json` of a run that `--json` told of.
fn header(ended: &Ended, run: usize) -> Value {
    let folder = ended.done().json()["runs"][run]["folder"].clone();
    let file = Path::new(folder.as_str().expect("a folder")).join("run.json");
    serde_json::from_slice(&std::fs::read(file).expect("run.json")).expect("JSON")
}

/// Runs a recorded command as a user would who copies it from the page.
fn again(recorded: &str, out: &str) -> Ended {
    let words = recorded.strip_prefix("fourcorners ").expect("the program");
    let script = format!(
        "'{}' {words} --json --quiet --out '{out}'",
        env!("CARGO_BIN_EXE_fourcorners")
    );
    ended(
        Command::new("sh")
            .args(["-c", &script])
            .output()
            .expect("a shell"),
    )
}

#[test]
fn does_the_recorded_command_repeat_a_repetition_of_a_users_own_drive() {
    let desk = Desk::new();
    // A name that is not in the catalogue, in a folder that a shell would split.
    let own = desk.at("my drives");
    std::fs::create_dir(&own).expect("a folder");
    std::fs::rename(desk.at("nand"), own.join("nand")).expect("moved");
    std::fs::rename(desk.at("tiny.toml"), own.join("it's mine.toml")).expect("moved");
    let drive = own.join("it's mine.toml").display().to_string();
    let first = desk.run(&["run", "consistency", &drive, "--repeat", "3", "--json"]);
    let digest = |ended: &Ended, run: usize| ended.done().json()["runs"][run]["digest"].clone();
    for (repeat, index) in [(1, 0), (3, 2)] {
        let command = header(&first, index)["command"].clone();
        let second = again(command.as_str().expect("text"), &desk.text("again"));
        let runs = second.done().json()["runs"].as_array().map_or(0, Vec::len);
        assert_eq!(runs, repeat, "{command}");
        assert_eq!(digest(&second, index), digest(&first, index), "{command}");
    }
}

#[test]
fn does_the_recorded_command_name_what_a_real_drive_was_driven_with() {
    let desk = Desk::new();
    let file = desk.text("a disk.img");
    let options = ["--size", "16MiB", "--engine", "synchronous", "--json"];
    let drive = ["run", "consistency", &file];
    let ended = desk.run(&[&drive[..], &options].concat());
    let said = &ended.stderr;
    assert!(
        said.contains("This overwrites ") && said.contains(" MB (about "),
        "said before it starts: {said}"
    );
    assert_eq!(
        header(&ended, 0)["command"],
        format!(
            "fourcorners run consistency '{file}' --seed 1 --duration 2s --size 16MiB --engine \
             synchronous"
        )
    );
}

#[test]
fn is_the_host_of_a_simulated_run_kept_outside_of_what_is_compared() {
    let desk = Desk::new();
    let ended = desk.run(&["run", "hd-tach", &desk.drive(), "--json"]);
    let bench = header(&ended, 0)["bench"].to_string();
    assert!(!bench.contains("kernel"), "{bench}");
    let wall = lines(&desk.runs()[0].join("wall.jsonl"));
    let host = |line: &Value| {
        let machine = line["machine"].to_string();
        line["event"] == "host" && machine.contains("cores") && machine.contains("kernel")
    };
    assert!(wall.iter().any(host), "{wall:?}");
}

#[test]
fn is_every_json_document_in_the_schema() {
    let desk = Desk::new();
    desk.run(&["run", "hd-tach", &desk.drive()]).done();
    let (out, run) = (desk.text("runs"), desk.runs()[0].display().to_string());
    let json = |arguments: &[&str]| {
        let output = program(&[arguments, &["--json"]].concat()).output();
        ended(output.expect("the program starts")).done().json()
    };
    let schema = json(&["schema"]);
    for (name, arguments) in [
        ("list drives --json", &["list", "drives"][..]),
        ("list suites --json", &["list", "suites"]),
        ("list articles --json", &["list", "articles"]),
        ("list tests --json", &["list", "tests"]),
        ("list runs --json", &["list", "runs", "--out", &out]),
        ("show DRIVE --json", &["show", "crucial-m4-256"]),
        ("show SUITE --json", &["show", "quick"]),
        ("show ARTICLE --json", &["show", "002"]),
        ("show TEST --json", &["show", "consistency"]),
        ("show RUN --json", &["show", &run]),
    ] {
        let mut schema = &schema[name];
        let mut document = json(arguments);
        if let Value::Array(rows) = document {
            let line = schema["items"]["$ref"].as_str().expect("a line's type");
            schema = &schema["$defs"][line.rsplit('/').next().expect("a name")];
            document = rows.into_iter().next().expect("a row");
        }
        let known = schema["properties"].as_object().expect("properties");
        for key in document.as_object().expect("an object").keys() {
            assert!(known.contains_key(key), "{name}: {key} is not described");
        }
        for key in schema["required"].as_array().expect("required") {
            let key = key.as_str().expect("text");
            assert!(document.get(key).is_some(), "{name}: {key} is absent");
        }
    }
}
