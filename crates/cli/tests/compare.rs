//! `compare`: what it prints, writes and refuses.

mod program;

use program::{Desk, fourcorners};
use std::fs;

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
    assert!(html.contains("2 drives compared"), "{page}");
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
        compared.stderr.contains("broken: left out"),
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
    fourcorners(&["compare", &runs[0]]).refused(&["one run", "two runs or more"]);
    fourcorners(&["compare", &runs[0], &runs[0]]).refused(&["one run"]);
    fourcorners(&["compare", &runs[0], "no-such-run"])
        .refused(&["no-such-run", "there is no such run"]);
    let empty = desk.text("empty");
    fs::create_dir(&empty).expect("a folder");
    fourcorners(&["compare", &runs[0], &empty]).refused(&["no run that can be read"]);
    let missing = desk.text("nowhere/file.md");
    fourcorners(&["compare", &runs[0], &runs[1], "--markdown", &missing])
        .refused(&["--markdown", "no such folder"]);
}
