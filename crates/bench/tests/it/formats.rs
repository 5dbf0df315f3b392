//! docs/formats.md and docs/fields.md against the program: the examples are read, and every field
//! that is written is named.

use crate::bed;

use bed::{NotingDrive, carry_out, lasting};
use fourcorners_bench::record::{Entry, HistogramLine, Position, RunHeader, Sample, Wall};
use fourcorners_bench::{Library, Silent, Suite, TestDef};
use fourcorners_block::{Bytes, DriveKind};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

fn document(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    fs::read_to_string(path.join(name)).expect(name)
}

/// What stands under a heading, up to the next heading.
fn section(file: &str, heading: &str) -> String {
    let document = document(file);
    let lines = document.lines().skip_while(|line| *line != heading).skip(1);
    let text: Vec<&str> = lines.take_while(|line| !line.starts_with('#')).collect();
    assert!(!text.is_empty(), "no section {heading}");
    text.join("\n")
}

/// The indented lines under a heading.
fn example(heading: &str) -> String {
    let section = section("formats.md", heading);
    let lines = section.lines().filter(|line| {
        line.is_empty() || line.starts_with("    ") // TOML's tables stand apart
    });
    let text: Vec<&str> = lines.map(|line| line.get(4..).unwrap_or("")).collect();
    text.join("\n").trim().into()
}

fn read<T: serde::de::DeserializeOwned>(heading: &str) {
    let example = example(heading);
    assert!(!example.is_empty(), "no example under {heading}");
    serde_json::from_str::<T>(&example)
        .unwrap_or_else(|error| panic!("{heading}: {error}\n{example}"));
}

#[test]
fn are_the_examples_of_a_run_read() {
    read::<RunHeader>("### run.json");
    read::<Entry>("### results.jsonl");
    read::<Sample>("### samples.jsonl");
    read::<Position>("### positions.jsonl");
    read::<HistogramLine>("### histograms.jsonl");
    read::<Wall>("### wall.jsonl");
}

#[test]
fn are_the_examples_of_definitions_read() {
    Suite::parse("short.toml", &example("## suites/NAME.toml")).expect("a suite");
    let test = example("## suites/tests/ID.toml");
    TestDef::parse("t.toml", &test).expect("a test");
    // The example is built on a state that another one describes.
    let states = example("## suites/states.toml")
        + "\n[tortured]\nbase = \"new\"\nwhy = \"\"\n[written]\nbase = \"new\"\nwhy = \"\"\n";
    let files = [
        ("states.toml", states.as_str()),
        ("tests/random-read-4k-qd3.toml", test.as_str()),
    ];
    let library = Library::new(files.into_iter()).expect("a library");
    assert!(library.state("trimmed").expect("the example").trim);
}

fn names(value: &Value, into: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                into.insert(name.clone());
                names(value, into);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| names(item, into)),
        _ => {}
    }
}

#[test]
fn is_every_field_that_a_run_writes_described() {
    let mut drive =
        NotingDrive::new(DriveKind::Simulated, Bytes::mib(64)).with_raw_nand(Bytes::mib(80));
    // Finished and skipped phases: four-corners needs 8 GiB for some of its tests. And a trace.
    for suite in ["four-corners", "storage-bench-2011-heavy"] {
        let (end, _, folder) = carry_out(suite, &mut drive, &lasting(1), 1, &mut Silent);
        end.expect("a run");
        is_every_field_described(&folder.path);
    }
}

fn is_every_field_described(folder: &Path) {
    for file in [
        "run.json",
        "results.jsonl",
        "samples.jsonl",
        "positions.jsonl",
        "histograms.jsonl",
        "wall.jsonl",
    ] {
        let text = fs::read_to_string(folder.join(file)).expect("a file of the folder");
        let mut written = BTreeSet::new();
        for value in serde_json::Deserializer::from_str(&text).into_iter::<Value>() {
            names(&value.expect("JSON"), &mut written);
        }
        assert!(written.len() >= 3 || text.is_empty(), "{file}: {written:?}");
        let described = section("fields.md", &format!("## {file}"));
        for name in &written {
            let anywhere = name == "schema_version"; // said once for all files
            assert!(
                anywhere
                    || described.contains(&format!("`{name}`"))
                    || described.contains(&format!("`nand.{name}`")),
                "{file}: {name} is not in docs/fields.md"
            );
        }
    }
}
