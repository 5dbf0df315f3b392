//! `show`: is all told of a synthetic trace that its file says, and of the tests that replay it?

use crate::program;

use program::{Desk, fourcorners, lines};
use serde_json::Value;
use std::fs;

fn facts(shown: &Value) -> &Vec<Value> {
    shown["facts"].as_array().expect("facts")
}

#[test]
fn does_show_tell_what_was_printed_of_a_trace_and_what_is_ours() {
    let name = "storage-bench-2010-light";
    let test = fourcorners(&["show", name, "--json"]).done().json();
    let shown = &test["traces"][0];
    assert_eq!(shown["name"], name);
    let source = |fact: &Value| fact["source"].as_str().expect("a source").to_string();
    let (printed, ours): (Vec<&Value>, Vec<&Value>) = facts(shown)
        .iter()
        .partition(|fact| source(fact).starts_with("published: "));
    assert!(!printed.is_empty() && !ours.is_empty(), "{shown}");
    let text = fourcorners(&["show", name]);
    let text = &text.done().stdout;
    let (_, both) = text
        .split_once("Published for the original")
        .expect("printed");
    let (first, second) = both.split_once("Ours").expect("ours");
    for (facts, section) in [(printed, first), (ours, second)] {
        for fact in facts {
            let what = fact["name"].as_str().expect("a name");
            assert!(section.contains(what), "{what} in: {section}");
        }
    }
}

#[test]
fn does_show_tell_every_operation_of_a_scenario() {
    let shown = fourcorners(&["show", "launch-applications", "--json"]);
    let shown = shown.done().json();
    let of_operations = |fact: &&Value| {
        let name = fact["name"].as_str().expect("a name");
        name.starts_with("operation ") && name.ends_with(" computing_ms")
    };
    assert_eq!(facts(&shown).iter().filter(of_operations).count(), 4);
    assert_eq!(
        shown["records"],
        shown["records"].as_u64().expect("a count")
    );
}

#[test]
fn does_a_test_that_replays_show_its_traces() {
    for (test, traces) in [
        ("vantage-hdd", 8),
        ("destroyer", 1),
        ("application-launch", 2),
    ] {
        let shown = fourcorners(&["show", test, "--json"]).done().json();
        let of_test = shown["traces"].as_array().expect("traces");
        assert_eq!(of_test.len(), traces, "{test}");
        let text = fourcorners(&["show", test]);
        for trace in of_test {
            let name = trace["name"].as_str().expect("a name");
            assert!(!facts(trace).is_empty(), "{name}");
            assert!(
                text.done().stdout.contains(&format!("\n{name}: ")),
                "{name}"
            );
        }
    }
    let shown = fourcorners(&["show", "consistency", "--json"])
        .done()
        .json();
    assert_eq!(shown["traces"], serde_json::json!([]), "{shown}");
}

#[test]
fn is_a_trace_of_the_users_told_from_a_drive() {
    let desk = Desk::new();
    let here = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    for (file, name) in [
        ("scenarios/launch-applications.toml", "launch-applications"),
        ("traces/destroyer.toml", "destroyer"),
    ] {
        let text = fs::read_to_string(format!("{here}/{file}")).expect("the file");
        let own = desk.write(
            "own.toml",
            &text.replace(&format!("name = \"{name}\""), "name = \"own\""),
        );
        let shown = fourcorners(&["show", &own, "--json"]).done().json();
        assert_eq!(shown["name"], "own");
        let wrong = desk.write("wrong.toml", &text.replace("[time]", "[tme]"));
        fourcorners(&["show", &wrong]).refused(&["wrong.toml", "tme"]);
    }
    let drive = fourcorners(&["show", &desk.drive(), "--json"]);
    assert!(drive.done().json()["capacity_bytes"].is_u64());
}

#[test]
fn csv_holds_every_second_of_a_run() {
    let desk = Desk::new();
    desk.run(&["run", "consistency", &desk.drive()]).done();
    let run = &desk.runs()[0];
    let folder = run.display().to_string();
    let csv = fourcorners(&["show", &folder, "--csv"]);
    let mut rows = csv
        .done()
        .stdout
        .lines()
        .map(|line| line.split(',').collect::<Vec<_>>());
    let columns = rows.next().expect("names of the columns");
    let place = |name: &str| columns.iter().position(|it| *it == name).expect(name);
    let samples = lines(&run.join("samples.jsonl"));
    let rows: Vec<Vec<&str>> = rows.collect();
    assert_eq!(rows.len(), samples.len());
    for (row, sample) in rows.iter().zip(&samples) {
        assert_eq!(row.len(), columns.len());
        assert_eq!(row[place("test")], "consistency");
        assert_eq!(row[place("second")], sample["second"].to_string());
        assert_eq!(row[place("ios")], sample["ios"].to_string());
        let mb: f64 = row[place("mb_per_s")].parse().expect("a rate");
        let bytes = sample["bytes"].as_f64().expect("bytes");
        assert!((mb - bytes / 1e6).abs() < 0.001, "{row:?}");
    }
}

#[test]
fn csv_is_of_runs_only() {
    fourcorners(&["show", "crucial-m4-256", "--csv"])
        .misused(&["crucial-m4-256 is not the folder of a run", "hint: "]);
}
