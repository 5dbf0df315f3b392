//! `qualify`: samples of the small drive, each with a drive file of its own, under two firmware
//! versions and against limits.

use crate::program::{Desk, Ended, fourcorners, small_drive_text, with};
use serde_json::Value;
use std::fs;

const TEST: &str = "random-read-4k-qd3";

/// Latency of a command, in microseconds, of three samples.
const SAMPLES: [f64; 3] = [20.0, 20.5, 19.5];

/// Measures a sample of the model with each seed, into the folder `out`.
fn measure(desk: &Desk, out: &str, (name, firmware, latency_us): (&str, &str, f64), seeds: &[u32]) {
    let text = [
        ("name", format!("\"{name}\"")),
        ("firmware", format!("\"{firmware}\"")),
        ("command_latency_us", latency_us.to_string()),
    ]
    .into_iter()
    .fold(small_drive_text(), |text, (key, value)| {
        with(&text, key, &value)
    });
    let drive = desk.write(&format!("{name}-{firmware}.toml"), &text);
    let out = desk.text(out);
    for seed in seeds {
        let seed = seed.to_string();
        let run = ["run", TEST, &drive, "--duration", "1s", "--quiet"];
        fourcorners(&[&run[..], &["--out", &out, "--seed", &seed]].concat()).done();
    }
}

/// Three samples with one firmware, each with seeds of its own; commands take `more` microseconds
/// longer.
fn three(desk: &Desk, out: &str, firmware: &str, more: f64, seeds: &[u32]) {
    for (place, latency_us) in SAMPLES.into_iter().enumerate() {
        let name = format!("s{}", place + 1);
        let seeds: Vec<u32> = seeds.iter().map(|seed| seed + 10 * place as u32).collect();
        measure(desk, out, (&name, firmware, latency_us + more), &seeds);
    }
}

fn qualify(desk: &Desk, options: &[&str]) -> Ended {
    fourcorners(&[&["qualify", &desk.text("runs")], options].concat())
}

/// The test's throughput.
fn throughput(document: &Value) -> &Value {
    let mut metrics = document["metrics"].as_array().expect("metrics").iter();
    let found = metrics.find(|one| one["test"] == TEST && one["unit"] == "MB/s");
    found.expect("its throughput")
}

#[test]
fn slower_firmware_is_found_and_the_same_is_not() {
    let desk = Desk::new();
    three(&desk, "runs", "1.0", 0.0, &[1, 2]);
    three(&desk, "runs", "2.0", 20.0, &[1, 2]);
    let found = qualify(&desk, &["--json"]).done().json();
    assert_eq!(found["judged"]["firmware"], "2.0", "{found}");
    assert_eq!(found["base"]["firmware"], "1.0");
    let metric = throughput(&found);
    let change = &metric["change"];
    assert_eq!(change["verdict"], "worse", "{change}");
    assert!(
        change["percent"].as_f64().expect("a share") < -5.0,
        "{change}"
    );
    assert!(
        change["interval_percent"]["high"].as_f64().expect("an end") < 0.0,
        "{change}"
    );
    assert_eq!(
        (&metric["judged"]["samples"], &metric["judged"]["runs"]),
        (&3.into(), &6.into())
    );
    let printed = qualify(&desk, &[]);
    printed.done();
    for word in [
        "Changes from firmware 1.0 to firmware 2.0",
        "WORSE",
        "SIMULATED",
    ] {
        assert!(printed.stdout.contains(word), "{word}: {}", printed.stdout);
    }
    assert!(
        !printed.stdout.contains("drive to drive"),
        "{}",
        printed.stdout
    );
    let all = qualify(&desk, &["--verbose"]);
    assert!(
        all.done().stdout.contains("drive to drive"),
        "{}",
        all.stdout
    );
    // The same drives again with other seeds: the same firmware under another name.
    three(&desk, "again", "1.1", 0.0, &[3, 4]);
    three(&desk, "older", "1.0", 0.0, &[1, 2]);
    let same = [
        "qualify",
        &desk.text("again"),
        "--against",
        &desk.text("older"),
        "--json",
    ];
    let same = fourcorners(&same).done().json();
    for metric in same["metrics"].as_array().expect("metrics") {
        assert_eq!(
            metric["change"]["verdict"], "no-difference-shown",
            "{metric}"
        );
    }
}

#[test]
fn limits_are_judged_on_samples_and_population() {
    let desk = Desk::new();
    three(&desk, "runs", "1.0", 0.0, &[1, 2]);
    let all = qualify(&desk, &["--json"]).done().json();
    let metric = throughput(&all);
    let spread = &metric["judged"]["spread"];
    assert_eq!(spread["of"], "drives-and-runs", "{metric}");
    assert!(
        spread["drive_to_drive"]["value"].as_f64() > spread["run_to_run"]["value"].as_f64(),
        "{spread}"
    );
    let means: Vec<f64> = metric["sample_means"]
        .as_array()
        .expect("means")
        .iter()
        .map(|mean| mean.as_f64().expect("a mean"))
        .collect();
    let lowest = means.iter().copied().fold(f64::INFINITY, f64::min);
    let low = metric["judged"]["interval"]["low"]
        .as_f64()
        .expect("an end");
    let limit = |value: f64, on: &str| {
        let expect = format!("{TEST}.throughput_mb_per_s >= {value}");
        format!("[[limit]]\nexpect = \"{expect}\"\n{on}\n")
    };
    let population = "on = \"population\"";
    let file = |texts: &[String]| desk.write("limits.toml", &texts.concat());
    let passing = [limit(lowest * 0.99, ""), limit(low * 0.99, population)];
    let limits = file(&passing);
    let passed = qualify(&desk, &["--limits", &limits]);
    assert_eq!(
        passed.done().stdout.matches("pass").count(),
        2,
        "{}",
        passed.stdout
    );
    let failing = [
        limit(lowest * 1.001, ""),
        limit(lowest, population),
        limit(1e6, population),
    ];
    let limits = file(&[&passing[..], &failing].concat());
    let junit = desk.text("limits.xml");
    let markdown = desk.text("limits.md");
    let files = [
        "--limits",
        &limits,
        "--junit",
        &junit,
        "--markdown",
        &markdown,
        "--json",
    ];
    let failed = qualify(&desk, &files);
    assert_eq!(failed.code, 3, "{}", failed.stderr);
    let answers = &failed.json()["limits"];
    let verdicts: Vec<&Value> = (0..5).map(|place| &answers[place]["verdict"]).collect();
    assert_eq!(
        verdicts,
        ["pass", "pass", "fail", "undecided", "fail"],
        "{answers}"
    );
    let sample = means
        .iter()
        .position(|mean| *mean == lowest)
        .expect("the lowest");
    let name = &all["judged"]["samples"][sample]["name"];
    assert_eq!(answers[2]["failed"], Value::from(vec![name.clone()]));
    assert_eq!(answers[3]["because"], "straddled");
    let junit = fs::read_to_string(junit).expect("JUnit");
    for part in ["tests=\"5\"", "failures=\"2\"", "skipped=\"1\""] {
        assert!(junit.contains(part), "{part}: {junit}");
    }
    let markdown = fs::read_to_string(markdown).expect("Markdown");
    for heading in ["## Limits", "## Spread"] {
        assert!(markdown.contains(heading), "{heading}: {markdown}");
    }
}

/// A seed changes the requests and not the drive.
#[test]
fn seeds_of_one_simulated_drive_are_runs_of_one_sample() {
    let desk = Desk::new();
    measure(&desk, "runs", ("s1", "1.0", 20.0), &[1, 2, 3]);
    let one = qualify(&desk, &["--json"]).done().json();
    let metric = &throughput(&one)["judged"];
    assert_eq!(
        (&metric["samples"], &metric["runs"]),
        (&1.into(), &3.into()),
        "{metric}"
    );
    assert_eq!(
        (&metric["spread"]["of"], &metric["interval"]),
        (&"runs".into(), &Value::Null)
    );
    let text = qualify(&desk, &[]);
    assert!(
        text.done()
            .stdout
            .contains("One sample: run-to-run spread only"),
        "{}",
        text.stdout
    );
    // Another file of that name with another number is another sample; the same run is a copy.
    measure(&desk, "runs", ("s1", "1.0", 25.0), &[1]);
    measure(&desk, "runs", ("s1", "1.0", 20.0), &[1]);
    let two = qualify(&desk, &["--json"]).done().json();
    let samples = &two["judged"]["samples"];
    assert_eq!(
        (&samples[0]["name"], &samples[1]["name"]),
        (&"s1".into(), &"s1 #2".into())
    );
    let notes = two["notes"].to_string();
    for note in ["the same seed", "1 run is a copy"] {
        assert!(notes.contains(note), "{note}: {notes}");
    }
}

#[test]
fn one_run_of_each_sample_says_that_spread_cannot_be_separated() {
    let desk = Desk::new();
    three(&desk, "runs", "1.0", 0.0, &[1]);
    let text = qualify(&desk, &[]);
    assert!(
        text.done().stdout.contains("cannot be separated"),
        "{}",
        text.stdout
    );
    let one = qualify(&desk, &["--json"]).done().json();
    assert_eq!(throughput(&one)["judged"]["spread"]["of"], "together");
}

#[test]
fn runs_that_cannot_be_judged_together_are_refused() {
    let desk = Desk::new();
    measure(&desk, "runs", ("s1", "1.0", 20.0), &[1]);
    let runs = desk.text("runs");
    // Another model.
    let other = desk.text("other");
    let run = [
        "run",
        TEST,
        &desk.drive(),
        "--duration",
        "1s",
        "--quiet",
        "--out",
        &other,
    ];
    fourcorners(&[&run[..], &["--set", "controller.read_command_us=30"]].concat()).done();
    fourcorners(&["qualify", &runs, &other]).refused(&["of the model Tiny 12MB", "one model"]);
    // Another length.
    let long = desk.text("long");
    let drive = desk.text("s1-1.0.toml");
    let run = [
        "run",
        TEST,
        &drive,
        "--duration",
        "2s",
        "--quiet",
        "--out",
        &long,
    ];
    fourcorners(&run).done();
    fourcorners(&["qualify", &runs, &long]).refused(&["1 s per phase", "same options"]);
    // More firmware than two.
    for firmware in ["2.0", "3.0"] {
        measure(&desk, "versions", ("s1", firmware, 20.0), &[1]);
    }
    let versions = desk.text("versions");
    fourcorners(&["qualify", &runs, &versions]).refused(&["3 firmware versions", "--against"]);
    fourcorners(&["qualify", &runs, "--against", &versions])
        .refused(&["--against: these runs", "2 firmware versions"]);
    fourcorners(&["qualify", &desk.text("nowhere")]).refused(&["no such run"]);
    fourcorners(&["qualify", &runs, "--against", &runs]).refused(&["names every RUN"]);
}

#[test]
fn older_runs_are_left_out_of_a_folder_of_all() {
    let desk = Desk::new();
    measure(&desk, "runs/older", ("s1", "1.0", 20.0), &[1, 2]);
    measure(&desk, "runs", ("s1", "1.0", 30.0), &[3]);
    let older = desk.text("runs/older");
    let newer = desk.text("runs");
    let both = ["qualify", &newer, &older, "--against", &older, "--json"];
    let found = fourcorners(&both).done().json();
    let runs = |side: &str| found[side]["samples"][0]["runs"].as_array().map(Vec::len);
    assert_eq!(
        (runs("judged"), runs("base")),
        (Some(1), Some(2)),
        "{found}"
    );
    let verdict = &throughput(&found)["change"]["verdict"];
    assert_eq!(verdict, "too-few-samples");
}

#[test]
fn wrong_limits_are_refused() {
    let desk = Desk::new();
    measure(&desk, "runs", ("s1", "1.0", 20.0), &[1]);
    for (text, words) in [
        ("limit = 3", &["limits.toml:1"][..]),
        (
            "[[limit]]\nexpect = \"x.iops_mean > 1\"\nof = 1",
            &["limits.toml:3", "of"],
        ),
        ("[[limit]]\nexpect = \"nothing\"", &["the limit 'nothing'"]),
        (
            "[[limit]]\nexpect = \"random-read-4k-qd4.iops_mean > 1\"",
            &["not part of these runs", "available"],
        ),
        (
            "[[limit]]\nexpect = \"random-read-4k-qd3/probe.iops_mean > 1\"",
            &["no phase 'probe'"],
        ),
    ] {
        let limits = desk.write("limits.toml", text);
        qualify(&desk, &["--limits", &limits]).refused(words);
    }
    qualify(&desk, &["--junit", &desk.text("limits.xml")]).misused(&["--limits"]);
    let missing = desk.text("missing.toml");
    qualify(&desk, &["--limits", &missing]).refused(&["missing.toml"]);
}
