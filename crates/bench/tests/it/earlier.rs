//! Folders of earlier versions are read.

use crate::bed::{NotingDrive, carry_out, lasting};
use fourcorners_bench::record::{BenchFact, Event, NotComparable, PowerUnknown, Run, Wall};
use fourcorners_bench::{Silent, file_names};
use fourcorners_block::{Bytes, DriveKind};
use serde_json::{Value, json};
use std::fs;

#[test]
fn run_json_of_schema_1_is_read() {
    let mut drive = NotingDrive::new(DriveKind::Simulated, Bytes::mib(64));
    let (_, run, folder) = carry_out("hd-tach", &mut drive, &lasting(1), 1, &mut Silent);
    let path = folder.path.join(file_names::RUN_JSON);
    let text = fs::read_to_string(&path).expect("run.json");
    let mut header: Value = serde_json::from_str(&text).expect("JSON");
    let members = header.as_object_mut().expect("an object");
    let row = |name: &str, value: &str| json!({"name": name, "value": value, "source": ""});
    for (name, value) in [
        ("schema_version", json!(1)),
        ("comparable", json!(false)),
        (
            "not_comparable_because",
            json!("passes were sampled by zones; why not"),
        ),
        (
            "facts",
            json!([row("about.year", "2012"), row("host port", "sata-3")]),
        ),
        ("bench", json!([row("Link, as negotiated", "6.0 Gbps")])),
        (
            "disturbances",
            json!([{"about": "CPU use", "found": "90 %", "remedy": ""}]),
        ),
    ] {
        members.insert(name.into(), value);
    }
    for name in ["not_comparable", "conditions", "year"] {
        members.remove(name);
    }
    fs::write(&path, header.to_string()).expect("written");
    let read = Run::open(&folder.path).expect("a run");
    let header = &read.header;
    assert_eq!(read.entries, run.entries);
    let text = "passes were sampled by zones; why not".into();
    assert_eq!(header.not_comparable, [NotComparable::Earlier { text }]);
    assert_eq!(header.year, Some(2012));
    assert_eq!(header.port(), Some("sata-3gbps"));
    assert_eq!(header.conditions.link.as_deref(), Some("6.0 Gbps"));
    let [BenchFact::Earlier(fact)] = header.bench.as_slice() else {
        panic!("{:?}", header.bench)
    };
    assert_eq!(fact.value, "6.0 Gbps");
    assert!(!header.disturbances[0].when_resumed);
}

#[test]
fn power_that_a_sentence_calls_unknown_is_read() {
    let text = String::from("power (hwmon): it fell silent");
    let read: PowerUnknown = serde_json::from_value(json!(text)).expect("a reason");
    assert_eq!(read, PowerUnknown::Earlier(text));
}

#[test]
fn events_that_were_sentences_are_read() {
    let event = |text: &str| {
        let line = json!({"schema_version": 1, "at": "2026-11-20T21:35:33Z", "event": text});
        let wall: Wall = serde_json::from_value(line).expect("a line");
        wall.event
    };
    assert_eq!(event("finished"), Event::Finished);
    assert_eq!(event("the drive is lost"), Event::DriveLost);
    let machine = Vec::new();
    assert_eq!(event("host: CPU x, Kernel 6.1"), Event::Host { machine });
    let text = String::from("preparing filled");
    assert_eq!(event(&text), Event::Earlier { event: text });
}
