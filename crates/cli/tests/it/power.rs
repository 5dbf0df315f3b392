//! Power of a real drive (here a file), by a program that prints watts.

use crate::program;

use program::{Desk, lines, program};
use serde_json::Value;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

const TEST: &str = "sequential-write-128k";
/// In the environment of fourcorners, and so of all that it starts: tells them from other tests'.
const MARK: &str = "FOURCORNERS_TEST_DESK";

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
    let printed = "mean 2.50 W, max 2.50 W";
    assert!(ended.done().stdout.contains(printed), "{}", ended.stdout);
    let measured = measured(&desk);
    assert_eq!(measured["power_mean_w"], 2.5, "{measured}");
    assert_eq!(measured["power_max_w"], 2.5, "{measured}");
    assert!(measured["power_readings"].as_u64() > Some(0), "{measured}");
    let header = std::fs::read_to_string(desk.runs()[0].join("run.json")).expect("run.json");
    let header: Value = serde_json::from_str(&header).expect("JSON");
    let fact = |name: &str| {
        let facts = header["bench"].as_array().expect("facts");
        let fact = facts.iter().find(|fact| fact["fact"] == name);
        fact.map(|fact| fact["meter"].as_str().expect("text").to_string())
    };
    let power = fact("power").expect("the source");
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
    assert_eq!(measured["power_unknown"]["because"], "failed");
    let reason = measured["power_unknown"]["error"].as_str().expect("a text");
    assert!(reason.contains("exit status 1"), "{reason}");
    assert!(ended.done().stdout.contains(reason), "{}", ended.stdout);
}

#[test]
fn is_a_source_that_does_not_work_refused_before_a_file_is_made() {
    for (options, word) in [
        (&["--power-command", "echo much"][..], "'much'"),
        (&["--power-command", "exit 3"], "exit status 3"),
        (&["--power", "hwmon:none/power1"], "no such power sensor"),
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
        .misused(&["real drives", "comes from its file"]);
    for name in ["one.img", "two.img"] {
        desk.write(name, "not empty");
    }
    let (one, two) = (desk.text("one.img"), desk.text("two.img"));
    desk.run(&["review", &one, &two, "--power", "hwmon"])
        .misused(&["one real DRIVE"]);
}

#[test]
fn is_the_power_test_of_a_real_drive_without_a_meter_skipped_with_the_options() {
    let desk = Desk::new();
    let drive = desk.text("scratch.img");
    let ended = desk.run(&["run", "power", &drive, "--size", "16MiB"]);
    assert_eq!(ended.code, 1, "{}", ended.stderr);
    for word in [
        "skipped",
        "--power hwmon",
        "--power nvme",
        "--power-command",
    ] {
        let printed: String = ended
            .stdout
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ");
        assert!(printed.contains(word), "'{word}' in: {printed}");
    }
}

/// A run of `duration` with this power command, which all that it starts can be found by.
fn metered(desk: &Desk, command: &str, duration: &str) -> Child {
    let (drive, out) = (desk.text("scratch.img"), desk.text("runs"));
    let test = ["run", TEST, &drive, "--size", "16MiB"];
    let options = ["--power-command", command, "--duration", duration];
    program(&[&test[..], &options, &["--out", &out]].concat())
        .env(MARK, desk.text(""))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts")
}

/// The processes with this desk's mark, as `PID COMMAND`; those that have ended have none.
fn marked(desk: &Desk) -> Vec<String> {
    let mark = format!("{MARK}={}", desk.text(""));
    let processes = std::fs::read_dir("/proc").expect("/proc").flatten();
    let command = |process: std::fs::DirEntry| {
        let environment = std::fs::read(process.path().join("environ")).ok()?;
        let mut variables = environment.split(|byte| *byte == 0);
        variables.find(|variable| *variable == mark.as_bytes())?;
        let words = std::fs::read(process.path().join("cmdline")).ok()?;
        let words = String::from_utf8_lossy(&words).replace('\0', " ");
        Some(format!("{} {words}", process.file_name().display()))
    };
    processes.filter_map(command).collect()
}

/// Waits for a process of this desk with this command line.
fn wait_for(desk: &Desk, words: &str) {
    let patience = Instant::now() + Duration::from_secs(60);
    let it_is = |process: &String| {
        process
            .split_once(' ')
            .is_some_and(|it| it.1.trim() == words)
    };
    while !marked(desk).iter().any(it_is) {
        assert!(Instant::now() < patience, "'{words}' never ran");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Everything that the run started ends within a few seconds of it.
fn nothing_is_left(desk: &Desk) {
    let patience = Instant::now() + Duration::from_secs(30);
    loop {
        let left = marked(desk);
        if left.is_empty() {
            return;
        }
        assert!(Instant::now() < patience, "still running: {left:?}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// The story: `sh` and `sleep` of a power command ran on after fourcorners had ended, as nobody
/// waited for the thread that was to kill them.
#[test]
fn power_command_ends_with_the_run() {
    for command in [
        "echo 5; sleep 302",
        "while :; do echo 5; sleep 303; done",
        "trap '' TERM HUP INT; echo 5; sleep 304 & sleep 305",
    ] {
        let desk = Desk::new();
        let ended = metered(&desk, command, "2s").wait().expect("its end");
        assert!(ended.success(), "{command}: {ended}");
        nothing_is_left(&desk);
    }
}

/// The story: the same after a refusal, here of a command that prints nothing for 10 s.
#[test]
fn power_command_ends_with_a_refusal() {
    let desk = Desk::new();
    let ended = metered(&desk, "sleep 301", "2s").wait().expect("its end");
    assert_eq!(ended.code(), Some(1));
    nothing_is_left(&desk);
}

/// The story: the same after Ctrl-C, pressed once (what is measured is kept) and twice (quit).
#[test]
fn power_command_ends_with_ctrl_c() {
    for presses in [1, 2] {
        let desk = Desk::new();
        let mut running = metered(&desk, "echo 5; sleep 306", "1000h");
        wait_for(&desk, "sleep 306");
        while !desk.at("runs").exists() {
            std::thread::sleep(Duration::from_millis(20));
        }
        for _ in 0..presses {
            program::interrupt(&running);
        }
        assert_eq!(running.wait().expect("its end").code(), Some(130));
        nothing_is_left(&desk);
    }
}

/// The story: nothing that fourcorners does at its end is done when it is killed.
#[test]
fn power_command_ends_with_a_killed_run() {
    let desk = Desk::new();
    let mut running = metered(&desk, "echo 5; sleep 307 & wait", "1000h");
    wait_for(&desk, "sleep 307");
    running.kill().expect("killed");
    running.wait().expect("its end");
    nothing_is_left(&desk);
}
