//! Reviews of a small simulated drive: what is printed, repeated, skipped, and kept when stopped.

use crate::program;

use program::{
    Desk, Ended, ended, fourcorners, interrupt, lines, program, small_drive_text, started, with,
};
use serde_json::Value;
use std::io::Read as _;
use std::path::Path;

fn digests(ended: &Ended) -> Vec<String> {
    let document = ended.done().json();
    let runs = document["runs"].as_array().expect("runs");
    runs.iter()
        .map(|run| run["digest"].as_str().expect("a digest").to_string())
        .collect()
}

#[test]
fn is_the_pages_path_the_last_line() {
    let desk = Desk::new();
    let ended = desk.run(&["review", &desk.drive(), "--suite", "quick"]);
    let last = ended
        .done()
        .stdout
        .lines()
        .last()
        .expect("a line")
        .to_string();
    assert!(last.ends_with(".html"), "{last}");
    let page = std::fs::read_to_string(&last).expect("the page");
    assert!(page.contains("Tiny 12MB"), "names the drive");
    assert!(
        ended.stdout.starts_with("Four Corners: SIMULATED"),
        "the table comes before: {}",
        ended.stdout
    );
}

#[test]
fn is_a_second_review_kept_beside_the_first() {
    let desk = Desk::new();
    let drive = desk.drive();
    let arguments = ["review", &drive, "--suite", "quick", "--quiet"];
    let pages: Vec<String> = (0..2)
        .map(|_| desk.run(&arguments).done().stdout.clone())
        .map(|text| text.lines().last().expect("a line").to_string())
        .collect();
    assert_ne!(pages[0], pages[1]);
    assert!(pages.iter().all(|page| Path::new(page).is_file()));
    assert_eq!(desk.runs().len(), 2);
}

#[test]
fn is_a_test_larger_than_the_drive_skipped_with_the_reason() {
    let desk = Desk::new();
    // Without --duration, which would cut the test's span to what there is.
    let test = ["run", "random-write-4k-qd3", &desk.drive()];
    let ended = fourcorners(&[&test[..], &["--out", &desk.text("runs")]].concat());
    assert_eq!(ended.code, 1, "{}", ended.stderr);
    assert!(
        ended.stdout.contains("Not measured")
            && ended.stdout.contains("random-write-4k-qd3")
            && ended.stdout.contains("skipped"),
        "{}",
        ended.stdout
    );
    let results = lines(&desk.runs()[0].join("results.jsonl"));
    assert_eq!(results.len(), 1);
    assert_eq!(results[0]["status"], "skipped");
    let because = &results[0]["because"];
    assert_eq!(because["because"], "too-small", "{because}");
    assert_eq!(because["needed_bytes"], 8_u64 << 30, "{because}");
    assert!(
        results[0].get("measured").is_none(),
        "no zero for a result: {}",
        results[0]
    );
}

#[test]
fn are_spans_cut_to_half_of_a_small_drive_in_a_shortened_review() {
    let desk = Desk::new();
    let document = desk
        .run(&[
            "review",
            &desk.drive(),
            "--suite",
            "four-corners",
            "--json",
            "--quiet",
        ])
        .done()
        .json();
    let run = &document["runs"][0];
    let results = run["results"].as_array().expect("results");
    assert!(
        results.len() >= 8 && results.iter().all(|r| r["status"] == "finished"),
        "{document}"
    );
    let header = std::fs::read_to_string(desk.runs()[0].join("run.json")).expect("run.json");
    assert!(header.contains("halved-spans"), "{header}");
}

#[test]
fn is_a_test_that_failed_said_and_an_error() {
    let desk = Desk::new();
    // Every command takes 1000 s: none ends within the two seconds of the test.
    let slow = with(&small_drive_text(), "command_latency_us", "1000000000");
    let drive = desk.write("slow.toml", &slow);
    for json in [&[][..], &["--json"]] {
        let ended =
            desk.run(&[&["run", "sequential-write-128k", &drive, "--quiet"], json].concat());
        assert_eq!(ended.code, 1, "{}", ended.stderr);
        for word in [
            "tiny",
            "sequential-write-128k",
            "no I/O finished",
            "--duration",
        ] {
            assert!(ended.stderr.contains(word), "'{word}': {}", ended.stderr);
        }
    }
    let results = lines(&desk.runs()[0].join("results.jsonl"));
    assert_eq!(results[0]["status"], "failed");
    assert!(results[0].get("measured").is_none(), "{}", results[0]);
}

#[test]
fn are_repeats_runs_of_their_own_with_an_interval() {
    let desk = Desk::new();
    let drive = desk.drive();
    let ended = desk.run(&["review", &drive, "--suite", "quick", "--repeat", "2", "-v"]);
    assert_eq!(desk.runs().len(), 2);
    assert!(
        ended
            .done()
            .stdout
            .lines()
            .any(|line| line.contains("Tiny 12MB") && line.contains(" to ")),
        "an interval: {}",
        ended.stdout
    );
    let both = digests(&desk.run(&[
        "review", &drive, "--suite", "quick", "--repeat", "2", "--json",
    ]));
    assert_eq!(both.len(), 2);
    assert_ne!(both[0], both[1], "a repeat has a seed of its own");
}

#[test]
fn do_threads_leave_the_results_as_they_are() {
    let digests: Vec<Vec<String>> = ["1", "2"]
        .iter()
        .map(|threads| {
            let desk = Desk::new();
            // Paths are part of a run's record: go to the folder, so that they are the same.
            let output = program(&[
                "review",
                "tiny.toml",
                "--suite",
                "quick",
                "--duration",
                "2s",
                "--repeat",
                "3",
                "--json",
                "--threads",
                threads,
            ])
            .current_dir(desk.folder.path())
            .output()
            .expect("the program starts");
            self::digests(&ended(output))
        })
        .collect();
    assert_eq!(digests[0].len(), 3);
    assert_eq!(digests[0], digests[1]);
}

#[test]
fn do_two_threads_run_two_drives_at_once() {
    let desk = Desk::new();
    let (drive, out) = (desk.drive(), desk.text("runs"));
    let words = [
        "run",
        "consistency",
        &drive,
        "--repeat",
        "2",
        "--threads",
        "2",
        "--duration",
        "1h",
        "--out",
        &out,
    ];
    // The second begins while the first is still at it.
    let (running, mut messages, mut said) = started(&words, |said| {
        said.matches(": started").count() >= 2 || said.contains(": finished")
    });
    interrupt(&running);
    messages.read_to_string(&mut said).expect("the rest");
    running.wait_with_output().expect("its end");
    let second = said.rfind(": started").expect("started");
    let first_end = said.find(": finished").unwrap_or(said.len());
    assert!(second < first_end, "one after the other: {said}");
}

#[test]
fn does_the_seed_make_the_run() {
    let desk = Desk::new();
    let drive = desk.drive();
    let digest = |seed: &str| {
        digests(&desk.run(&["run", "consistency", &drive, "--seed", seed, "--json"])).remove(0)
    };
    assert_eq!(digest("7"), digest("7"));
    assert_ne!(digest("7"), digest("8"));
}

#[test]
fn does_ctrl_c_leave_a_readable_partial_run() {
    let desk = Desk::new();
    let (running, mut messages, mut said) = desk.running();
    interrupt(&running);
    messages.read_to_string(&mut said).expect("the rest");
    let output = running.wait_with_output().expect("its end");
    assert_eq!(output.status.code(), Some(130), "{said}");
    assert!(said.contains("stopping"), "{said}");
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(printed.contains("interrupted"), "{printed}");

    let run = desk.runs().remove(0);
    let results = lines(&run.join("results.jsonl"));
    assert_eq!(results.len(), 1);
    assert_eq!(results[0]["status"], "interrupted");
    let samples = lines(&run.join("samples.jsonl"));
    assert!(!samples.is_empty(), "the seconds before are kept");
    let events: Vec<Value> = lines(&run.join("wall.jsonl"));
    assert_eq!(events.last().expect("an event")["event"], "interrupted");
    let shown = fourcorners(&["show", &run.display().to_string()]);
    assert!(
        shown.done().stdout.contains("interrupted"),
        "{}",
        shown.stdout
    );
}

#[test]
fn is_too_little_spare_area_refused_before_anything_begins() {
    let desk = Desk::new();
    desk.run(&["run", "consistency", &desk.drive(), "--spare", "5%"])
        .refused(&["5 % spare area", "25.0 %"]);
    assert!(!desk.at("runs").exists());
}
