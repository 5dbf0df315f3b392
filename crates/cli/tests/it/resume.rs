//! `review --resume`: what it goes on with, and what it refuses, with the difference named.

use crate::program;

use program::{Desk, Ended, fourcorners, lines, small_drive_text, with};
use std::fs;
use std::path::{Path, PathBuf};

fn resume(run: &Path, more: &[&str]) -> Ended {
    let run = run.display().to_string();
    fourcorners(&[&["review", "--resume", &run], more].concat())
}

/// The folder of a run that was killed in its last phase: that has no result.
fn killed(desk: &Desk, asked: &[&str]) -> PathBuf {
    desk.run(asked).done();
    let run = desk.runs().remove(0);
    let path = run.join("results.jsonl");
    let text = fs::read_to_string(&path).expect("results");
    let kept = text.trim_end().rfind('\n').map_or(0, |end| end + 1);
    fs::write(&path, &text[..kept]).expect("written");
    run
}

/// Changes a word of `run.json`.
fn change(run: &Path, from: &str, to: &str) {
    let path = run.join("run.json");
    let text = fs::read_to_string(&path).expect("run.json");
    assert!(text.contains(from), "{from} in {text}");
    fs::write(&path, text.replace(from, to)).expect("written");
}

#[test]
fn is_a_finished_run_left_as_it_is() {
    let desk = Desk::new();
    desk.run(&["review", &desk.drive(), "--suite", "quick"])
        .done();
    let run = desk.runs().remove(0);
    let before = fs::read(run.join("wall.jsonl")).expect("wall.jsonl");
    let ended = resume(&run, &[]);
    ended.done();
    assert!(
        ended.stderr.contains("nothing to resume"),
        "{}",
        ended.stderr
    );
    assert!(
        ended.stdout.trim_end().ends_with(".html"),
        "{}",
        ended.stdout
    );
    assert_eq!(
        fs::read(run.join("wall.jsonl")).expect("wall.jsonl"),
        before
    );
}

#[test]
fn is_the_part_of_an_interrupted_phase_kept_apart_and_said() {
    let desk = Desk::new();
    let run = killed(&desk, &["review", &desk.drive(), "--suite", "quick"]);
    let whole = fs::read_to_string(run.join("samples.jsonl")).expect("samples");
    // And a line was torn.
    fs::write(
        run.join("samples.jsonl"),
        whole.clone() + "{\"test\":\"consi",
    )
    .expect("written");
    let ended = resume(&run, &[]);
    ended.done();
    assert_eq!(
        fs::read_to_string(run.join("samples.jsonl")).expect("samples"),
        whole
    );
    let part = run.join("interrupted/1");
    let kept = lines(&part.join("results.jsonl"));
    assert_eq!(kept.len(), 1, "{kept:?}");
    assert_eq!(
        (&kept[0]["status"], &kept[0]["variant"]),
        (&"interrupted".into(), &"spare-25".into())
    );
    assert_eq!(kept[0]["state"], "filled");
    let samples = fs::read_to_string(part.join("samples.jsonl")).expect("its part");
    assert!(samples.ends_with("{\"test\":\"consi"), "{samples}");
    assert!(
        ended
            .stdout
            .replace('\n', " ")
            .contains("was repeated from its start"),
        "said: {}",
        ended.stdout
    );
    let events = fs::read_to_string(run.join("wall.jsonl")).expect("wall.jsonl");
    assert!(
        events.contains("taken-up")
            && events.contains("interrupted/1")
            && events.contains("resumed"),
        "{events}"
    );
}

#[test]
fn is_a_run_in_progress_left_alone() {
    let desk = Desk::new();
    let (mut running, _messages, _) = desk.running();
    let run = desk.runs().remove(0);
    let ended = resume(&run, &[]);
    running.kill().expect("killed");
    running.wait().expect("its end");
    ended.refused(&[&run.display().to_string(), "in progress"]);
    assert!(!run.join("interrupted").exists(), "nothing was put aside");
}

#[test]
fn is_a_drive_file_that_has_changed_since_named() {
    let desk = Desk::new();
    let run = killed(&desk, &["run", "consistency", &desk.drive()]);
    let text = small_drive_text();
    desk.write("tiny.toml", &with(&text, "write_unit_us", "9"));
    resume(&run, &[]).refused(&["cannot be resumed", "write_unit_us was 7.5 and is now 9"]);
    fs::remove_file(desk.at("tiny.toml")).expect("removed");
    resume(&run, &[]).refused(&["tiny.toml"]);
    desk.write("tiny.toml", &text);
    resume(&run, &[]).done();
}

/// The story: a run was begun before keys of drive files were renamed. Its facts have former names,
/// and so does the user's file until they are changed.
#[test]
fn run_begun_with_former_keys_is_resumed_once_its_file_is_renamed() {
    let desk = Desk::new();
    let run = killed(&desk, &["run", "consistency", &desk.drive()]);
    change(&run, "\"gc.low_watermark\"", "\"collection.start_free\"");
    let text = small_drive_text();
    let former = text.replace("low_watermark = ", "start_free = ");
    desk.write("tiny.toml", &former);
    let last = "gc.start_free is now gc.low_watermark\nhint: rename it and keep its value\n";
    resume(&run, &[]).refused(&["cannot be resumed", last]);
    desk.write("tiny.toml", &with(&text, "low_watermark", "4"));
    resume(&run, &[]).refused(&["gc.low_watermark was 5 and is now 4"]);
    desk.write("tiny.toml", &text);
    resume(&run, &[]).done();
}

#[test]
fn is_a_run_of_another_program_refused() {
    let desk = Desk::new();
    let run = killed(&desk, &["run", "consistency", &desk.drive()]);
    let version = concat!("\"version\": \"", env!("CARGO_PKG_VERSION"), "\"");
    change(&run, version, "\"version\": \"0.0.9\"");
    resume(&run, &[]).refused(&["fourcorners 0.0.9", env!("CARGO_PKG_VERSION")]);
    change(&run, "\"version\": \"0.0.9\"", version);
    change(&run, "\"schema_version\": 2", "\"schema_version\": 99");
    resume(&run, &[]).refused(&["newer", "99"]);
    change(&run, "\"schema_version\": 99", "\"schema_version\": 2");
    change(&run, "\"capacity\": ", "\"capacity\": 99999999999");
    resume(&run, &[]).refused(&["an impossible capacity"]);
    change(&run, "\"capacity\": 99999999999", "\"capacity\": ");
    change(&run, "\"request\"", "\"nothing\"");
    resume(&run, &[]).refused(&["run.json does not record"]);
    resume(&desk.at("nand"), &[]).refused(&["run.json"]);
}

#[test]
fn is_what_a_run_was_run_with_not_given_again() {
    let desk = Desk::new();
    for option in [
        ["--suite", "quick"],
        ["--seed", "2"],
        ["--duration", "2s"],
        ["--erase", "none"],
        ["--power", "nvme"],
    ] {
        let ended = fourcorners(&["review", "--resume", "runs/x", option[0], option[1]]);
        assert_eq!(ended.code, 2, "{}", ended.stderr);
        assert!(ended.stderr.contains(option[0]), "{}", ended.stderr);
    }
    let ended = fourcorners(&["review", &desk.drive(), "--resume", "runs/x"]);
    assert_eq!(ended.code, 2, "{}", ended.stderr);
}

#[test]
fn is_a_real_drive_written_only_if_it_is_named_again_and_the_same() {
    let desk = Desk::new();
    let file = desk.text("scratch.img");
    let run = killed(
        &desk,
        &["run", "sequential-write-128k", &file, "--size", "8MiB"],
    );
    resume(&run, &[]).refused(&["scratch.img", "--destroy"]);
    // As long as another drive is.
    fs::write(&file, vec![7; 16 << 20]).expect("another file");
    resume(&run, &["--destroy", &file])
        .refused(&["cannot be resumed", "capacity was 16384 and is now 32768"]);
    let bytes = fs::read(&file).expect("the file");
    assert!(
        bytes.len() == 16 << 20 && bytes.iter().all(|byte| *byte == 7),
        "untouched"
    );
    fs::write(&file, vec![7; 8 << 20]).expect("the file");
    let ended = resume(&run, &["--destroy", &file]);
    ended.done();
    assert!(ended.stderr.contains("This overwrites"), "{}", ended.stderr);
    assert_eq!(lines(&run.join("results.jsonl")).len(), 1);
}

/// The story: `review --resume` of a real drive did not look at the host again.
#[test]
fn is_the_host_looked_at_again_before_a_real_run_goes_on() {
    let desk = Desk::new();
    let file = desk.text("scratch.img");
    let run = killed(
        &desk,
        &["run", "sequential-write-128k", &file, "--size", "8MiB"],
    );
    let path = run.join("run.json");
    let read = || -> serde_json::Value {
        serde_json::from_str(&fs::read_to_string(&path).expect("run.json")).expect("JSON")
    };
    let mut header = read();
    // What does not come and go: of a virtual machine, its disks, a file.
    let lasting = |header: &serde_json::Value| -> Vec<String> {
        let all = header["disturbances"]
            .as_array()
            .cloned()
            .unwrap_or_default();
        let about = all.iter().filter_map(|one| one["about"].as_str());
        about
            .filter(|about| ["machine", "kind"].contains(about))
            .map(String::from)
            .collect()
    };
    let expected = lasting(&header);
    let before = serde_json::json!({"about": "Moon", "found": "full", "remedy": ""});
    header["disturbances"] = vec![before.clone()].into();
    fs::write(&path, header.to_string()).expect("written");
    resume(&run, &["--destroy", &file]).done();
    let after = read();
    assert_eq!(after["disturbances"][0], before);
    assert_eq!(lasting(&after), expected);
    for one in &after["disturbances"].as_array().expect("a list")[1..] {
        assert_eq!(one["when_resumed"], true, "{one}");
    }
}
