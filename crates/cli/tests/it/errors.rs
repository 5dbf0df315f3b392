//! What is wrong stands in a line `error:`, what to do in a line `hint:`.

use crate::program::{Desk, fourcorners};
use std::fs;

/// The two lines that all of stderr is.
fn lines(said: &str) -> (&str, &str) {
    let [error, hint] = *said.lines().collect::<Vec<_>>() else {
        panic!("two lines: {said}");
    };
    let error = error.strip_prefix("error: ").expect(said);
    (error, hint.strip_prefix("hint: ").expect(said))
}

#[test]
fn unknown_drive_gets_the_nearest_as_hint() {
    let said = fourcorners(&["review", "crucial-m4-265"]).stderr;
    let (error, hint) = lines(&said);
    assert_eq!(error, "no drive is called 'crucial-m4-265'");
    assert!(hint.contains("crucial-m4-256"), "{hint}");
    assert!(hint.ends_with("for a list: `fourcorners list drives`"));
}

#[test]
fn unknown_suite_and_test_get_the_nearest_as_hint() {
    let desk = Desk::new();
    for (arguments, error, near) in [
        (
            &["review", "--suite", "quikc"][..],
            "no suite is called 'quikc'",
            "did you mean 'quick'?",
        ),
        (
            &["run", "hd-tech"],
            "no suite or test is called 'hd-tech'",
            "hd-tach",
        ),
    ] {
        let said = desk.run(&[arguments, &[&desk.drive()]].concat()).stderr;
        assert_eq!(lines(&said).0, error);
        assert!(lines(&said).1.contains(near), "{said}");
    }
}

#[test]
fn missing_destroy_is_the_hint_for_an_existing_file() {
    let desk = Desk::new();
    let file = desk.text("disk.img");
    fs::write(&file, vec![0; 8 << 20]).expect("a file");
    let said = desk
        .run(&["run", "random-write-4k-qd3", &file, "--quiet"])
        .stderr;
    let said = said.lines().filter(|line| !line.starts_with("note: "));
    let said = said.collect::<Vec<_>>().join("\n");
    let (error, hint) = lines(&said);
    assert_eq!(error, format!("{file} exists and would be overwritten"));
    assert_eq!(
        hint,
        format!(
            "to only read it, add --read-only; to destroy all data on it, add --destroy {file}"
        )
    );
}

#[test]
fn existing_file_with_size_is_told_to_use_destroy() {
    let desk = Desk::new();
    let file = desk.write("disk.img", "kept");
    let said = desk.run(&["review", &file, "--size", "8MiB"]).stderr;
    let said = said.lines().filter(|line| !line.starts_with("note: "));
    let said = said.collect::<Vec<_>>().join("\n");
    let (error, hint) = lines(&said);
    assert_eq!(error, format!("{file} exists"));
    assert!(hint.contains(&format!("--destroy {file}")), "{hint}");
}

#[test]
fn errors_of_the_command_line_begin_alike() {
    for arguments in [&["review", "--sweet", "quick"][..], &["reveiw"], &["run"]] {
        let ended = fourcorners(arguments);
        assert_eq!(ended.code, 2);
        assert!(ended.stderr.starts_with("error: "), "{}", ended.stderr);
    }
}

#[test]
fn number_without_a_unit_gets_it_as_hint() {
    for (option, value, hint) in [
        ("--duration", "5", "\nhint: 5s\n"),
        ("--timeout", "60", "\nhint: 60s\n"),
        ("--spare", "25", "\nhint: 25%\n"),
    ] {
        let ended = fourcorners(&["review", "x", option, value]);
        assert_eq!(ended.code, 2);
        assert!(ended.stderr.starts_with("error: "), "{}", ended.stderr);
        assert!(ended.stderr.contains(hint), "{}", ended.stderr);
    }
}
