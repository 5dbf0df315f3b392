//! Power of a real drive (here a file), by a program that prints watts.

mod program;

use program::{Desk, lines};
use serde_json::Value;

const TEST: &str = "sequential-write-128k";

fn measured(desk: &Desk) -> Value {
    let results = lines(&desk.runs()[0].join("results.jsonl"));
    results[0]["measured"].clone()
}

/// A test of two seconds on a new file.
fn run(desk: &Desk, command: &str) -> program::Ended {
    let drive = desk.text("scratch.img");
    let arguments = [
        "run",
        TEST,
        &drive,
        "--size",
        "16MiB",
        "--power-command",
        command,
    ];
    desk.run(&arguments)
}

#[test]
fn is_the_power_of_a_real_drive_recorded_with_its_source() {
    let desk = Desk::new();
    let ended = run(&desk, "while :; do echo 2.5; sleep 0.1; done");
    let printed = "2.50 W, at most 2.50 W";
    assert!(ended.done().stdout.contains(printed), "{}", ended.stdout);
    let measured = measured(&desk);
    assert_eq!(measured["power_mean_w"], 2.5, "{measured}");
    assert_eq!(measured["power_max_w"], 2.5, "{measured}");
    assert!(measured["power_readings"].as_u64() > Some(0), "{measured}");
    let header = std::fs::read_to_string(desk.runs()[0].join("run.json")).expect("run.json");
    let header: Value = serde_json::from_str(&header).expect("JSON");
    let fact = |name: &str| {
        let facts = header["bench"].as_array().expect("facts");
        let fact = facts.iter().find(|fact| fact["name"] == name);
        fact.map(|fact| fact["value"].as_str().expect("text").to_string())
    };
    let power = fact("Power").expect("the source");
    assert!(
        power.contains("echo 2.5") && power.contains("as often as it prints"),
        "{power}"
    );
    let command = header["command"].as_str().expect("a command");
    assert!(command.contains("--power-command 'while"), "{command}");
}

#[test]
fn does_a_source_that_stops_telling_leave_a_sentence_and_no_number() {
    let desk = Desk::new();
    // Tells once, and then fails again and again.
    let flag = desk.text("told");
    let ended = run(
        &desk,
        &format!("test -e {flag} && exit 1; touch {flag}; echo 2.5"),
    );
    let measured = measured(&desk);
    assert!(measured.get("power_mean_w").is_none(), "{measured}");
    let reason = measured["power_unknown"].as_str().expect("a sentence");
    assert!(reason.contains("exit status 1"), "{reason}");
    assert!(ended.done().stdout.contains(reason), "{}", ended.stdout);
}

#[test]
fn is_a_source_that_does_not_work_refused_before_a_file_is_made() {
    for (options, word) in [
        (&["--power-command", "echo much"][..], "'much'"),
        (&["--power-command", "exit 3"], "exit status 3"),
        (&["--power", "hwmon:none/power1"], "no such sensor"),
    ] {
        let desk = Desk::new();
        let drive = desk.text("scratch.img");
        desk.run(&[&["run", TEST, &drive, "--size", "16MiB"], options].concat())
            .refused(&[word]);
        assert!(!desk.at("scratch.img").exists());
    }
}

#[test]
fn is_a_meter_for_anything_but_one_real_drive_refused() {
    let desk = Desk::new();
    desk.run(&["run", TEST, &desk.drive(), "--power-command", "echo 1"])
        .refused(&["real drives", "in its own file"]);
    for name in ["one.img", "two.img"] {
        desk.write(name, "not empty");
    }
    let (one, two) = (desk.text("one.img"), desk.text("two.img"));
    desk.run(&["review", &one, &two, "--power", "hwmon"])
        .refused(&["one real DRIVE at a time"]);
}

#[test]
fn is_the_power_test_of_a_real_drive_without_a_meter_skipped_with_the_options() {
    let desk = Desk::new();
    let drive = desk.text("scratch.img");
    let ended = desk.run(&["run", "power", &drive, "--size", "16MiB"]);
    for word in [
        "skipped",
        "--power hwmon",
        "--power nvme",
        "--power-command",
    ] {
        let printed: String = ended
            .done()
            .stdout
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ");
        assert!(printed.contains(word), "'{word}' in: {printed}");
    }
}
