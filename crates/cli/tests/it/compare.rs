//! `compare`: what it prints, writes and refuses.

use crate::program;

use program::{Desk, ended, fourcorners, program};
use std::fs;
use std::process::Command;

/// Two runs of the small drive that differ in their seed, and one of a hundredth of its tests.
fn runs(desk: &Desk) -> Vec<String> {
    let drive = desk.drive();
    let out = desk.text("runs");
    for seed in ["1", "2"] {
        let arguments = [
            "review",
            &drive,
            "--suite",
            "quick",
            "--duration",
            "1s",
            "--quiet",
            "--out",
            &out,
            "--seed",
            seed,
        ];
        fourcorners(&arguments).done();
    }
    let folders = fs::read_dir(&out).expect("runs").flatten();
    let folders = folders.filter(|entry| entry.path().is_dir());
    let mut folders: Vec<String> = folders
        .map(|entry| entry.path().display().to_string())
        .collect();
    folders.sort_by_key(|folder| !folder.contains("seed1"));
    folders
}

#[test]
fn are_two_runs_set_side_by_side_and_their_page_written() {
    let desk = Desk::new();
    let runs = runs(&desk);
    let [first, second] = runs.as_slice() else {
        panic!("{runs:?}")
    };
    let compared = fourcorners(&["compare", second, first]);
    compared.done();
    for word in [
        "A  Tiny", "B  Tiny", "(seed 2)", "(seed 1)", "MB/s", "TRIM", "best",
    ] {
        assert!(
            compared.stdout.contains(word),
            "{word}: {}",
            compared.stdout
        );
    }
    let page = compared.stdout.lines().last().expect("a page");
    let html = fs::read_to_string(page).expect("the page");
    assert!(html.contains("Tiny 12MB in 2 configurations"), "{page}");
    // Nothing is replaced.
    let again = fourcorners(&["compare", second, first]);
    assert_ne!(again.done().stdout.lines().last(), Some(page));
}

#[test]
fn does_a_folder_of_runs_stand_for_the_runs_in_it() {
    let desk = Desk::new();
    let names = runs(&desk);
    fs::create_dir(desk.text("runs/broken")).expect("a folder");
    fs::write(desk.text("runs/broken/run.json"), "{").expect("a file");
    let markdown = desk.text("comparison.md");
    let junit = desk.text("comparison.xml");
    let pages = desk.text("pages");
    fs::create_dir(&pages).expect("a folder");
    let arguments = [
        "compare",
        &desk.text("runs"),
        "--json",
        "--out",
        &pages,
        "--markdown",
        &markdown,
        "--junit",
        &junit,
    ];
    let compared = fourcorners(&arguments);
    let json = compared.done().json();
    assert_eq!(json["drives"].as_array().map(Vec::len), Some(2), "{json}");
    let mut figures = json["figures"].as_array().expect("figures").iter();
    let random = figures
        .find(|figure| figure["test"] == "random-write-4k-qd3")
        .expect("a figure");
    assert_eq!(
        random["values"].as_array().map(Vec::len),
        Some(2),
        "{random}"
    );
    assert!(
        compared.stderr.contains("broken: skipped"),
        "{}",
        compared.stderr
    );
    let page = json["page"].as_str().expect("a page");
    assert!(page.starts_with(&pages), "{page}");
    assert!(
        fs::read_to_string(markdown)
            .expect("Markdown")
            .contains("## Findings")
    );
    assert!(
        fs::read_to_string(junit)
            .expect("JUnit")
            .contains("<testsuite ")
    );
    assert_eq!(names.len(), 2);
}

#[test]
fn is_what_cannot_be_compared_refused() {
    let desk = Desk::new();
    let runs = runs(&desk);
    fourcorners(&["compare", &runs[0]]).refused(&["single run", "two or more runs"]);
    fourcorners(&["compare", &runs[0], &runs[0]]).refused(&["single run"]);
    fourcorners(&["compare", &runs[0], "no-such-run"]).refused(&["no-such-run", "no such run"]);
    let empty = desk.text("empty");
    fs::create_dir(&empty).expect("a folder");
    fourcorners(&["compare", &runs[0], &empty]).refused(&["no readable run"]);
    let missing = desk.text("nowhere/file.md");
    fourcorners(&["compare", &runs[0], &runs[1], "--markdown", &missing])
        .refused(&["--markdown", "folder does not exist"]);
}

/// The story: `mkfifo RUN/samples.jsonl`, and `compare` and `show` waited for ever.
#[test]
fn does_a_pipe_in_a_runs_folder_hold_no_verb_up() {
    let desk = Desk::new();
    let runs = runs(&desk);
    let pipe = format!("{}/samples.jsonl", runs[1]);
    fs::remove_file(&pipe).expect("removed");
    let made = Command::new("mkfifo").arg(&pipe).status();
    assert!(made.expect("mkfifo").success());
    let words = ["samples.jsonl", "is not a regular file"];
    fourcorners(&["compare", &runs[0], &runs[1]]).refused(&words);
    fourcorners(&["show", &runs[1]]).refused(&words);
    fourcorners(&["review", "--resume", &runs[1]]).refused(&words);
    let list = fourcorners(&["list", "runs", "--out", &desk.text("runs")]);
    assert!(
        list.done().stdout.contains("cannot be read"),
        "{}",
        list.stdout
    );
}

/// The story: review and compare put their pages beside the runs, and `compare runs/*` was refused
/// because of them.
#[test]
fn are_pages_among_the_runs_passed_over_and_a_page_alone_refused() {
    let desk = Desk::new();
    let runs = runs(&desk);
    let page = desk.text("runs/20261122-comparison.html");
    fs::write(&page, "<!doctype html>").expect("a page");
    let compared = fourcorners(&["compare", &page, &runs[0], &runs[1]]);
    compared.done();
    let said = "20261122-comparison.html: not a folder, so not a run";
    assert!(compared.stderr.contains(said), "{}", compared.stderr);
    fourcorners(&["compare", &page]).refused(&["not a folder"]);
    fourcorners(&["compare", &runs[0], &page]).refused(&["not a folder"]);
}

/// The story: `--out NEWDIR` printed the comparison, and then failed for want of the folder.
#[test]
fn is_the_folder_for_the_page_made() {
    let desk = Desk::new();
    let runs = runs(&desk);
    let out = desk.text("new/pages");
    let compared = fourcorners(&["compare", &runs[0], &runs[1], "--out", &out]);
    let page = compared
        .done()
        .stdout
        .lines()
        .last()
        .expect("a page")
        .to_string();
    assert!(
        page.starts_with(&out) && fs::exists(&page).expect("a path"),
        "{page}"
    );
    fourcorners(&["compare", &runs[0], &runs[1], "--out", &page]).refused(&["--out"]);
}

/// The story: a drive called `\x1b[2J` wiped the terminal of whoever compared it.
#[test]
fn does_no_terminal_obey_what_a_drive_is_called() {
    let desk = Desk::new();
    let runs = runs(&desk);
    let json = format!("{}/run.json", runs[1]);
    let text = fs::read_to_string(&json).expect("run.json");
    let evil = r#"Evil\u001b[2J\u202e\nname"#;
    let text = text.replace("\"Tiny 12MB\"", &format!("\"{evil}\""));
    fs::write(
        &json,
        text.replace("\"suite\": \"quick\"", &format!("\"suite\": \"{evil}\"")),
    )
    .expect("written");
    let broken = "{\"schema_version\": \"\\u001b[2J\"}\n";
    fs::write(format!("{}/positions.jsonl", runs[1]), broken).expect("written");
    for arguments in [
        &["compare", &runs[0], &runs[1]][..],
        &["show", &runs[1]],
        &["list", "runs", "--out", &desk.text("runs")],
    ] {
        let ended = fourcorners(arguments);
        let all = format!("{}{}", ended.done().stdout, ended.stderr);
        assert!(
            all.contains("Evil\u{fffd}[2J") || arguments[0] == "list",
            "{all}"
        );
        for obeyed in ['\u{1b}', '\u{202e}'] {
            assert!(!all.contains(obeyed), "{arguments:?}: {all}");
        }
    }
}

/// The story: a run that had just begun was compared as if it were all there.
#[test]
fn is_a_run_that_ended_early_called_that() {
    let desk = Desk::new();
    let runs = runs(&desk);
    let results = format!("{}/results.jsonl", runs[1]);
    let text = fs::read_to_string(&results).expect("results");
    let half: Vec<&str> = text.split_inclusive('\n').collect();
    fs::write(&results, half[..half.len() - 2].concat()).expect("written");
    let compared = fourcorners(&["compare", &runs[0], &runs[1]]);
    let name = runs[1].rsplit('/').next().expect("a name");
    let note = format!("Note: The run {name} ended early (2 of its ");
    assert!(
        compared.done().stdout.contains(&note),
        "{}",
        compared.stdout
    );
    // As long as somebody writes it.
    let lock = fs::File::open(format!("{}/run.json", runs[1])).expect("run.json");
    lock.lock().expect("locked");
    let compared = fourcorners(&["compare", &runs[0], &runs[1], "--json"]);
    let notes = compared.done().json()["notes"].to_string();
    assert!(notes.contains("is in progress (2 of its "), "{notes}");
}

/// The story: in `compare a/run b/run --junit` both runs had the findings of the first: their
/// folders' names are the same.
#[test]
fn are_findings_those_of_the_run_and_not_of_its_folders_name() {
    let desk = Desk::new();
    let runs = runs(&desk);
    for (run, place) in runs.iter().zip(["a", "b"]) {
        fs::create_dir(desk.text(place)).expect("a folder");
        fs::rename(run, desk.text(&format!("{place}/run"))).expect("moved");
    }
    fs::write(desk.text("b/run/samples.jsonl"), "{}\n").expect("written");
    let junit = desk.text("both.xml");
    let [a, b] = ["a/run", "b/run"].map(|run| desk.text(run));
    fourcorners(&["compare", &a, &b, "--junit", &junit]).done();
    let text = fs::read_to_string(junit).expect("JUnit");
    let [_, first, second] = text.split("<testsuite ").collect::<Vec<_>>()[..] else {
        panic!("{text}")
    };
    let damage = "samples.jsonl, line 1";
    assert!(second.contains(damage) && !first.contains(damage), "{text}");
}

/// The story: a run that was stopped in its last phase has a result of each, and the JUnit of
/// `compare` called it finished.
#[test]
fn is_a_run_that_was_stopped_in_its_last_phase_no_finished_one() {
    let desk = Desk::new();
    let runs = runs(&desk);
    let results = format!("{}/results.jsonl", runs[1]);
    let text = fs::read_to_string(&results).expect("results");
    let lines: Vec<&str> = text.lines().collect();
    let (last, others) = lines.split_last().expect("a result");
    let mut last: serde_json::Value = serde_json::from_str(last).expect("JSON");
    last["status"] = "interrupted".into();
    let stopped = format!("{}\n{last}\n", others.join("\n"));
    fs::write(&results, stopped).expect("written");
    let junit = desk.text("both.xml");
    fourcorners(&["compare", &runs[0], &runs[1], "--junit", &junit]).done();
    let text = fs::read_to_string(junit).expect("JUnit");
    let said = r#"<testcase name="the run""#;
    assert_eq!(text.matches(said).count(), 1, "{text}");
    assert!(text.contains("a phase was stopped"), "{text}");
}

/// The story: a run and its copy stood in the JUnit under one name, and the copy had no findings
/// without a reason.
#[test]
fn is_a_copy_of_a_run_called_that_in_junit() {
    let desk = Desk::new();
    let runs = runs(&desk);
    let copy = desk.text("runs/copy");
    let copied = Command::new("cp").args(["-a", &runs[0], &copy]).status();
    assert!(copied.expect("cp").success());
    let junit = desk.text("all.xml");
    fourcorners(&["compare", &runs[0], &copy, &runs[1], "--junit", &junit]).done();
    let text = fs::read_to_string(junit).expect("JUnit");
    let suites: Vec<&str> = text.split("<testsuite ").skip(1).collect();
    assert_eq!(suites.len(), 3, "{text}");
    let said = |suite: &str| suite.contains("note: a copy of ");
    let copies: Vec<bool> = suites.iter().map(|suite| said(suite)).collect();
    assert_eq!(copies, [false, true, false], "{text}");
    assert!(suites[1].contains("seed1,"), "of which: {text}");
    let mut names: Vec<&str> = suites
        .iter()
        .filter_map(|suite| suite.split('"').nth(1))
        .collect();
    names.dedup();
    assert_eq!(names.len(), 3, "{names:?}");
}

/// The story: `--markdown -` wrote a file named "-", and `--out -` made a folder of that name.
#[test]
fn is_a_hyphen_stdout_where_that_is_free_and_no_files_name() {
    let desk = Desk::new();
    let runs = runs(&desk);
    let [a, b] = [&runs[0], &runs[1]];
    let compared = |more: &[&str]| {
        let mut command = program(&[&["compare", a, b], more].concat());
        ended(
            command
                .current_dir(desk.text(""))
                .output()
                .expect("started"),
        )
    };
    let markdown = compared(&["--markdown", "-"]);
    markdown.done();
    assert!(
        markdown.stdout.starts_with("# Four Corners"),
        "{}",
        markdown.stdout
    );
    assert!(markdown.stdout.contains("## Side by side"));
    assert!(!markdown.stdout.contains(".html"), "{}", markdown.stdout);
    assert!(
        markdown.stderr.contains("-comparison.html"),
        "{}",
        markdown.stderr
    );
    let junit = compared(&["--junit", "-"]);
    assert!(junit.done().stdout.starts_with("<?xml"), "{}", junit.stdout);
    let both = ["--markdown", "-", "--junit", "-"];
    compared(&both).misused(&["both print to stdout", "name a file"]);
    compared(&["--markdown", "-", "--json"]).misused(&["--json", "stdout"]);
    compared(&["--out", "-"]).misused(&["--out -", "is not a folder", "./-"]);
    assert!(!fs::exists(desk.text("-")).expect("a path"));
}

/// The story: `compare A B --out A` put its page among the files of a run.
#[test]
fn is_no_page_put_into_a_runs_own_folder() {
    let desk = Desk::new();
    let runs = runs(&desk);
    let [a, b] = [&runs[0], &runs[1]];
    let before = fs::read_dir(a).expect("a run").count();
    for out in [
        a.clone(),
        format!("{b}/pages/new"),
        format!("{a}/../{}", b.rsplit('/').next().expect("a name")),
    ] {
        let words = ["--out", "the folder of a run", "outside it"];
        fourcorners(&["compare", a, b, "--out", &out]).refused(&words);
        let drive = desk.drive();
        let review = [
            "review", &drive, "--suite", "quick", "--quiet", "--out", &out,
        ];
        fourcorners(&review).refused(&words);
    }
    assert_eq!(fs::read_dir(a).expect("a run").count(), before);
    fourcorners(&["compare", a, b, "--out", &desk.text("runs")]).done();
}

/// The story: of `compare A B`, where only A is there, B was said to be nearest to A, or to a page
/// beside it.
#[test]
fn is_what_was_named_already_no_suggestion() {
    let desk = Desk::new();
    let runs = runs(&desk);
    let name = |run: &String| run.rsplit('/').next().expect("a name").to_string();
    let (a, b) = (name(&runs[0]), name(&runs[1]));
    let wrong = format!("{b}x");
    let refused = || {
        let mut command = program(&["compare", &a, &wrong]);
        ended(
            command
                .current_dir(desk.text(""))
                .output()
                .expect("started"),
        )
    };
    refused().refused(&[&format!("did you mean {b}, in the folder runs?")]);
    fs::remove_dir_all(&runs[1]).expect("removed");
    refused().refused(&["no such run\nhint: `fourcorners list runs` lists"]);
}

#[test]
fn compare_begins_with_what_is_simulated_and_uses_readable_units() {
    let desk = Desk::new();
    let seeds = ["1", "2"].map(|seed| {
        let arguments = ["run", "consistency", &desk.drive(), "--seed", seed];
        let out = desk.text("runs");
        let options = ["--duration", "20s", "--out", &out];
        fourcorners(&[&arguments[..], &options].concat()).done();
    });
    assert_eq!(seeds.len(), 2);
    let runs: Vec<String> = desk
        .runs()
        .iter()
        .map(|run| run.display().to_string())
        .collect();
    let arguments = ["compare", &runs[0], &runs[1]];
    let text = fourcorners(&arguments).done().stdout.clone();
    let first = text.lines().next().expect("a line");
    assert_eq!(first, "SIMULATED drives: models, not measurements");
    assert!(!text.contains("µs"), "{text}");
    // The page's seconds: of a short run the last three tenths.
    assert!(text.contains("write amplification from 14 s on"), "{text}");
}
