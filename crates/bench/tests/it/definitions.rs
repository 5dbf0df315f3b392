//! Suite, test and state files: what is read, and what is refused with which words.

use crate::bed;

use bed::{library, suite_files};
use fourcorners_bench::{Library, Suite, TestDef};

const TEST: &str = r#"
id = "t"
title = "T"
why = "because"
source = "nobody"
[[phase]]
name = "measure"
from = "new"
work = { op = "write", pattern = "random", block = "4KiB", queue_depth = 3, span = "8GiB", until = "duration", duration_s = 180 }
"#;

pub fn with(from: &str, to: &str) -> String {
    assert!(TEST.contains(from), "{from} is not in the test file");
    TEST.replace(from, to)
}

pub fn refusal(text: &str) -> String {
    TestDef::parse("tests/t.toml", text)
        .expect_err("this should be refused")
        .to_string()
}

#[test]
fn does_every_shipped_test_stand_on_states_that_exist() {
    let library = library();
    assert!(library.suites.contains_key("four-corners") && library.suites.contains_key("quick"));
    for suite in library.suites.values() {
        assert!(!suite.tests.is_empty(), "{}", suite.name);
        for test in &suite.tests {
            library.test(&test.id).expect("a test of a suite");
        }
    }
    for test in library.tests.values() {
        for state in test
            .phases
            .iter()
            .filter_map(|phase| phase.from.as_ref().or(phase.makes.as_ref()))
        {
            assert!(
                state == "new" || state == "as-left" || library.state(state).is_ok(),
                "{}: {state}",
                test.id
            );
        }
    }
}

#[test]
fn are_the_tests_in_the_order_of_the_review() {
    let library = library();
    let ids = |suite: &str| -> Vec<(String, Option<u32>)> {
        library.suites[suite]
            .tests
            .iter()
            .map(|test| (test.id.clone(), test.spare_percent))
            .collect()
    };
    let expected = [
        ("random-write-4k-qd3", None),
        ("random-write-4k-qd32", None),
        ("random-read-4k-qd3", None),
        ("sequential-write-128k", None),
        ("sequential-read-128k", None),
        ("hd-tach", None),
        ("torture", None),
        ("trim", None),
        ("consistency", None),
        ("consistency", Some(25)),
    ];
    let expected: Vec<_> = expected
        .iter()
        .map(|(id, spare)| (id.to_string(), *spare))
        .collect();
    assert_eq!(ids("four-corners"), expected);
    assert_eq!(ids("quick"), expected, "quick is the same review, shorter");
    assert!(!library.suites["quick"].comparable);
}

#[test]
fn is_an_unknown_field_named_with_line_and_column() {
    let refusal = refusal(&with("queue_depth = 3", "queue_dept = 3"));
    for part in [
        "tests/t.toml",
        "line 9",
        "column",
        "queue_dept",
        "queue_depth",
    ] {
        assert!(refusal.contains(part), "{part} is missing in: {refusal}");
    }
}

#[test]
fn is_a_wrong_value_named_with_its_place_and_what_is_allowed() {
    for (from, to, expected) in [
        ("4KiB", "4 parsecs", "4KiB"),
        ("4KiB", "100B", "multiple of 512"),
        ("8GiB", "some", "\"all\""),
        ("queue_depth = 3", "queue_depth = 0", "nonzero"),
        ("duration_s = 180", "duration_s = 0", "nonzero"),
        ("\"random\"", "\"zigzag\"", "`random`"),
        ("\"duration\"", "\"bored\"", "`span-bytes`"),
    ] {
        let refusal = refusal(&with(from, to));
        assert!(
            refusal.contains("line 9, column") && refusal.contains(expected),
            "{to}: {refusal}"
        );
    }
    let suite = "name = \"s\"\ntitle = \"\"\nwhy = \"\"\ncomparable = true\n[[test]]\nid = \
        \"t\"\nspare_percent = 95\n";
    let refusal = Suite::parse("s.toml", suite)
        .expect_err("95 % spare")
        .to_string();
    assert!(
        refusal.contains("line 7, column") && refusal.contains("1 to 90"),
        "{refusal}"
    );
    let late = suite.replace("spare_percent = 95", "spare_made = \"late\"");
    let refusal = Suite::parse("s.toml", &late).expect_err("late, but how much");
    let refusal = refusal.to_string();
    assert!(refusal.contains("needs spare_percent"), "{refusal}");
}

#[test]
fn are_contradictions_refused() {
    for (from, to, expected) in [
        (", duration_s = 180", "", "needs duration_s"),
        (
            "until = \"duration\"",
            "until = \"pass\"",
            "valid only with until = \"duration\"",
        ),
        (
            "until = \"duration\", duration_s = 180",
            "until = \"pass\"",
            "sequential",
        ),
        ("from = \"new\"", "from = \"as-left\"", "first phase"),
        ("from = \"new\"", "makes = \"tortured\"", "'makes' alone"),
    ] {
        let refusal = refusal(&with(from, to));
        assert!(
            refusal.contains(expected) && refusal.contains("phase 'measure'"),
            "{to}: {refusal}"
        );
    }
    let twice = format!(
        "{TEST}{}",
        &TEST[TEST.find("[[phase]]").expect("a phase")..]
    );
    assert!(refusal(&twice).contains("two phases are named 'measure'"));
}

#[test]
fn does_every_state_have_to_begin_with_a_new_drive() {
    let states = "[a]\nbase = \"b\"\nwhy = \"\"\n[b]\nbase = \"a\"\nwhy = \"\"\n";
    let refusal = Library::new([("states.toml", states)].into_iter())
        .expect_err("a circle")
        .to_string();
    assert!(refusal.contains("cannot be built on 'new'"), "{refusal}");
}

#[test]
fn can_no_file_hide_another_by_its_name() {
    let files = [("tests/u.toml", TEST)];
    let refusal = Library::new(files.into_iter())
        .expect_err("t in u.toml")
        .to_string();
    assert!(
        refusal.contains("tests/u.toml") && refusal.contains("'t'"),
        "{refusal}"
    );
}

#[test]
fn are_the_nearest_names_told() {
    let unknown = library()
        .suite("four-corner")
        .expect_err("no such suite")
        .hint()
        .expect("a hint");
    assert!(unknown.contains("'four-corners'"), "{unknown}");
    let unknown = library()
        .test("consistancy")
        .expect_err("no such test")
        .hint()
        .expect("a hint");
    assert!(unknown.contains("consistency"), "{unknown}");
}

#[test]
fn does_every_file_say_why_and_whose_method_it_is() {
    let library = library();
    assert_eq!(
        suite_files().len(),
        library.suites.len() + library.tests.len() + 1
    );
    assert!(library.suites.values().all(|suite| suite.why.len() > 20));
    assert!(
        library
            .tests
            .values()
            .all(|test| test.why.len() > 20 && test.source.len() > 20)
    );
    assert!(library.states.values().all(|state| state.why.len() > 20));
}
