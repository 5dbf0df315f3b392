//! `--json`: one document on stdout for every verb, messages on stderr, units in the keys.

use crate::program;

use program::{Desk, fourcorners};
use serde_json::Value;

/// Every `(key, value)` of a document, however deep.
fn keys(value: &Value, found: &mut Vec<(String, Value)>) {
    match value {
        Value::Object(object) => {
            for (key, value) in object {
                found.push((key.clone(), value.clone()));
                keys(value, found);
            }
        }
        Value::Array(all) => all.iter().for_each(|value| keys(value, found)),
        _ => {}
    }
}

#[test]
fn is_every_list_one_document() {
    let desk = Desk::new();
    desk.run(&["run", "hd-tach", &desk.drive()]).done();
    let out = desk.text("runs");
    for (what, name) in [
        (
            &["list", "drives", "--json"][..],
            ("name", "crucial-m4-256"),
        ),
        (&["list", "suites", "--json"], ("name", "quick")),
        (&["list", "tests", "--json"], ("id", "consistency")),
        (
            &["--json", "list", "runs", "--out", &out],
            ("drive", "tiny"),
        ),
    ] {
        let ended = fourcorners(what);
        let document = ended.done().json();
        assert_eq!(ended.stderr, "", "{what:?}");
        let rows = document.as_array().expect("an array");
        assert!(
            rows.iter().any(|row| row[name.0] == name.1),
            "{what:?}: {document}"
        );
    }
}

#[test]
fn does_show_tell_everything_as_one_document() {
    let desk = Desk::new();
    desk.run(&["run", "hd-tach", &desk.drive()]).done();
    let (drive, run) = (desk.drive(), desk.runs()[0].display().to_string());
    for (name, key, expected) in [
        ("crucial-m500-960", "name", "crucial-m500-960"),
        (drive.as_str(), "model", "Tiny 12MB"),
        ("quick", "name", "quick"),
        ("hd-tach", "id", "hd-tach"),
    ] {
        let ended = fourcorners(&["show", name, "--json"]);
        assert_eq!(ended.done().json()[key], expected);
        assert_eq!(ended.stderr, "");
    }
    let document = fourcorners(&["show", &run, "--json"]).done().json();
    assert_eq!(document["header"]["suite"], "hd-tach");
    assert_eq!(document["results"].as_array().map(Vec::len), Some(2));
}

#[test]
fn does_a_review_print_one_document_and_its_messages_elsewhere() {
    let desk = Desk::new();
    let ended = desk.run(&["review", &desk.drive(), "--suite", "quick", "--json"]);
    let document = ended.done().json();
    assert!(
        ended.stderr.contains("tiny") && ended.stderr.contains("finished"),
        "progress is on stderr: {}",
        ended.stderr
    );
    let run = &document["runs"][0];
    assert_eq!(run["status"], "finished");
    assert_eq!(run["digest"].as_str().map(str::len), Some(64));
    assert!(
        document["page"]
            .as_str()
            .is_some_and(|page| std::path::Path::new(page).is_file())
    );
    let quiet = desk.run(&[
        "review",
        &desk.drive(),
        "--suite",
        "quick",
        "--json",
        "--quiet",
    ]);
    assert_eq!(quiet.done().stderr, "");
    assert_eq!(
        quiet.json()["runs"][0]["digest"],
        run["digest"],
        "the same seed, the same run"
    );
}

#[test]
fn does_a_run_print_one_document_without_a_page() {
    let desk = Desk::new();
    let document = desk
        .run(&["run", "consistency", &desk.drive(), "--json"])
        .done()
        .json();
    assert!(document.get("page").is_none(), "{document}");
    assert_eq!(document["runs"][0]["suite"], "consistency");
}

#[test]
fn do_the_figures_carry_their_units() {
    let desk = Desk::new();
    let document = desk
        .run(&["review", &desk.drive(), "--suite", "quick", "--json"])
        .done()
        .json();
    let mut all = Vec::new();
    keys(&document, &mut all);
    for needed in [
        "iops_mean",
        "throughput_mib_per_s",
        "throughput_mb_per_s",
        "latency_mean_us",
        "latency_p99_us",
        "latency_max_us",
        "write_amplification",
        "duration_s",
        "span_bytes",
    ] {
        assert!(
            all.iter().any(
                |(key, value)| key == needed && value.as_f64().is_some_and(|value| value > 0.0)
            ),
            "{needed}"
        );
    }
    let units = ["_us", "_ns", "_s", "_mib_per_s", "_mb_per_s", "_bytes"];
    for (key, _) in &all {
        assert!(
            key.chars()
                .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_'),
            "{key} is snake case"
        );
        for quantity in ["latency", "throughput", "duration", "capacity", "span"] {
            assert!(
                !key.starts_with(quantity) || units.iter().any(|unit| key.ends_with(unit)),
                "{key} has no unit"
            );
        }
    }
    // The two throughputs are one rate in two units.
    for entry in document["runs"][0]["results"].as_array().expect("results") {
        if let Some(measured) = entry.get("measured") {
            let figure = |key: &str| measured[key].as_f64().expect("a number");
            let (mib, mb) = (
                figure("throughput_mib_per_s"),
                figure("throughput_mb_per_s"),
            );
            assert!(
                (mib * 1.048576 - mb).abs() <= 1e-6 * mb,
                "{mib} MiB/s, {mb} MB/s"
            );
        }
    }
}

#[test]
fn is_an_error_no_document() {
    let ended = fourcorners(&["show", "nothing-like-it", "--json"]);
    ended.misused(&["nothing-like-it"]);
}
