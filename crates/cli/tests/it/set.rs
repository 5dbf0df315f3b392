//! `--set KEY=VALUE`: a simulated drive with another parameter, which is no longer that drive.

use crate::program::{Desk, fourcorners, interrupt, lines, started};
use fourcorners_accuracy::PrintedFigures;
use fourcorners_bench::record::{Run, RunHeader};
use fourcorners_report::Printed as _;
use serde_json::Value;
use std::fs;
use std::path::Path;

fn header(run: &Path) -> Value {
    let text = fs::read_to_string(run.join("run.json")).expect("run.json");
    serde_json::from_str(&text).expect("JSON")
}

/// A run of random writes.
fn written(desk: &Desk, drive: &str, more: &[&str]) -> Run {
    let run = ["run", "random-write-4k-qd3", drive, "--json"];
    let document = desk.run(&[&run[..], more].concat()).done().json();
    let folder = document["runs"][0]["folder"].as_str().expect("a folder");
    Run::open(Path::new(folder)).expect("the run")
}

#[test]
fn changed_drive_says_so_and_behaves_otherwise() {
    let desk = Desk::new();
    let run = |more: &[&str]| {
        let drive = desk.drive();
        desk.run(&[&["run", "random-write-4k-qd3", &drive, "--json"], more].concat())
            .done()
            .json()
    };
    let plain = run(&[]);
    let set = ["--set", "controller.write_command_us=5000"];
    let slow = run(&set);
    let iops = |of: &Value| of["runs"][0]["results"][0]["measured"]["iops_mean"].as_f64();
    assert!(iops(&slow).expect("IOPS") < iops(&plain).expect("IOPS") / 2.0);
    assert_eq!(
        slow["runs"][0]["drive"],
        "tiny+controller.write_command_us=5000"
    );
    let folder = slow["runs"][0]["folder"].as_str().expect("a folder");
    let header = header(Path::new(folder));
    assert_eq!(
        header["identity"]["model"],
        "Tiny 12MB, controller.write_command_us = 5000"
    );
    let command = header["command"].as_str().expect("a command");
    assert!(
        command.contains("--set controller.write_command_us=5000"),
        "{command}"
    );
    let facts = header["facts"].as_array().expect("facts");
    let is_it = |fact: &&Value| fact["name"] == "controller.write_command_us";
    let fact = facts.iter().find(is_it).expect("the fact");
    assert_eq!(
        (&fact["value"], &fact["source"]),
        (&"5000".into(), &"--set".into())
    );
}

#[test]
fn sibling_and_words_can_be_set() {
    let desk = Desk::new();
    for set in ["gc.victim=fifo", "gc.low_watermark=3"] {
        let run = ["run", "random-write-4k-qd3", "crucial-m4-128", "--set", set];
        desk.run(&run).done();
    }
}

/// They were once refused as unknown, though `show` lists them.
#[test]
fn values_of_the_nand_part_can_be_set() {
    let desk = Desk::new();
    let run = |more: &[&str]| written(&desk, "crucial-m4-128", more);
    let iops = |run: &Run| run.entries[0].result().expect("measured").iops_mean;
    let slow = run(&["--set", "nand.t_prog_us=30000", "--set", "nand.channels=8"]);
    assert!(iops(&slow) < iops(&run(&[])) / 2.0);
    for (key, value) in [("nand.t_prog_us", "30000"), ("nand.channels", "8")] {
        let facts = slow.header.facts.iter();
        let of_key: Vec<_> = facts.filter(|fact| fact.name == key).collect();
        let [fact] = &of_key[..] else {
            panic!("{key}: {of_key:?}");
        };
        assert_eq!((&*fact.value, &*fact.source), (value, "--set"));
    }
    let disk = ["run", "random-read-4k-qd3", "wd-velociraptor-300"];
    let set = ["--set", "nand.t_prog_us=30000"];
    desk.run(&[&disk[..], &set].concat())
        .misused(&["nand.t_prog_us=30000: ", "`nand`"]);
}

#[test]
fn published_figures_are_not_of_a_changed_drive() {
    let desk = Desk::new();
    let run = |more: &[&str]| written(&desk, "crucial-m4-256", more);
    let printed = PrintedFigures::read(&[]).expect("published figures");
    let [plain, changed] = [run(&[]), run(&["--set", "gc.low_watermark=3"])];
    assert!(!printed.marks(&plain).is_empty());
    assert!(printed.marks(&changed).is_empty());
    assert!(printed.statements(&[changed]).is_empty());
}

#[test]
fn published_price_is_not_of_a_changed_drive() {
    let desk = Desk::new();
    let run = |more: &[&str]| written(&desk, "crucial-m4-256", more).header;
    let price = |header: &RunHeader| {
        let facts = header.facts.iter().map(|fact| fact.name.as_str());
        let facts = facts.filter(|name| name.starts_with("price.")).count();
        let prices = header.prices.iter().map(|price| price.price);
        (facts, prices.collect::<Vec<f64>>())
    };
    let changed = ["--set", "gc.low_watermark=3"];
    let (facts, prices) = price(&run(&[]));
    assert!(facts > 0 && !prices.is_empty(), "one to be dropped");
    assert_eq!(price(&run(&changed)), (0, Vec::new()));
    let own = run(&[&changed[..], &["--set", "price.usd=99.5"]].concat());
    assert_eq!(price(&own), (1, vec![99.5]), "the user's stays");
}

#[test]
fn wrong_key_or_value_is_refused_with_what_is_allowed() {
    let desk = Desk::new();
    let drive = desk.drive();
    for (set, words) in [
        (
            "gc.low_watermrak=8",
            &["gc.low_watermrak=8: ", "gc.low_watermark"][..],
        ),
        (
            "gc.low_watermark=0",
            &["gc.low_watermark=0: low_watermark is 0; expected"],
        ),
        ("gc.low_watermark=many", &["gc.low_watermark=many: ", "u32"]),
        ("gc.pacing=fast", &["gc.pacing=fast: ", "`throttle`"]),
        (
            "nand.t_prog_us=-1",
            &["nand.t_prog_us=-1: t_prog_us is -1; expected 0"],
        ),
        (
            "nand.t_porg_us=900",
            &["nand.t_porg_us=900: ", "nand.t_prog_us"],
        ),
        (
            "name=crucial-m4-256",
            &["'name' is not a key of a drive file"],
        ),
        (
            "gc.low_watermark=nan",
            &["low_watermark is nan; expected a finite number"],
        ),
    ] {
        desk.run(&["review", &drive, "--set", set]).misused(words);
    }
    let ended = fourcorners(&["review", &drive, "--set", "gc.low_watermark"]);
    assert_eq!(ended.code, 2);
    assert!(
        ended.stderr.contains("expected KEY=VALUE"),
        "{}",
        ended.stderr
    );
    let file = desk.write("disk.img", "x");
    desk.run(&["review", &file, "--set", "gc.low_watermark=3"])
        .misused(&["--set changes simulated drives, but "]);
    assert!(!desk.at("runs").exists(), "nothing is begun");
}

#[test]
fn run_of_a_changed_drive_is_resumed() {
    let desk = Desk::new();
    let (mut running, _messages, _said) = desk.running_with(&["--set", "gc.low_watermark=3"]);
    interrupt(&running);
    assert_eq!(running.wait().expect("an end").code(), Some(130));
    let run = desk.runs()[0].clone();
    assert_eq!(
        header(&run)["request"]["set"],
        serde_json::json!(["gc.low_watermark=3"])
    );
    let folder = run.display().to_string();
    let (mut again, _messages, _said) = started(&["review", "--resume", &folder], |said| {
        said.contains("consistency")
    });
    interrupt(&again);
    assert_eq!(again.wait().expect("an end").code(), Some(130));
    assert!(lines(&run.join("wall.jsonl")).len() > 1);
}
