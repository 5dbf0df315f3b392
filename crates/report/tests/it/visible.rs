//! Is everything that a run says seen, in every output, and does nothing of it turn or break what
//! stands around it?

use crate::bed;
use crate::embedded;
use fourcorners_bench::record::{Failure, NotComparable, NotRun};

use bed::{consistency, entry, measured};
use fourcorners_bench::record::*;
use fourcorners_report::{JunitSuite, NothingPrinted, PageData, html, junit, markdown, tables};

/// Right-to-left override, isolate, C0, C1, line ends.
const HOSTILE: &str =
    "SSD\u{202e}drows\u{2067}\u{200f}\u{7}\u{1b}[2J\u{7f}\u{85}\u{2028}\r\nnext line";
const SEEN: &str =
    "SSD\u{fffd}drows\u{fffd}\u{fffd}\u{fffd}\u{fffd}[2J\u{fffd}\u{fffd}\u{fffd}\u{fffd}↵next line";

/// A run that says it in every field that is not ours.
fn run() -> Run {
    let mut run = consistency(HOSTILE, (0..2000).map(|_| 9000));
    let text = || HOSTILE.to_string();
    let header = &mut run.header;
    header.identity.model = text();
    header.identity.serial = text();
    header.identity.firmware = text();
    header.not_comparable = vec![NotComparable::Earlier { text: text() }];
    header.command = text();
    header.version = text();
    header.suite = text();
    header.phases = vec![text()];
    let fact = || Fact {
        name: text(),
        value: text(),
        source: text(),
    };
    header.facts.push(fact());
    header.bench.push(BenchFact::Earlier(fact()));
    for status in [
        Status::Finished,
        Status::Skipped {
            because: NotRun::Earlier { text: text() },
        },
        Status::Failed {
            failure: Failure::Earlier { text: text() },
        },
        Status::Interrupted,
    ] {
        let mut one = entry(
            "random-write-4k-qd3",
            "measure",
            status,
            Some(measured(10, 180.0)),
        );
        one.variant = text();
        run.entries.push(one);
    }
    run.entries.push(entry(
        HOSTILE,
        HOSTILE,
        Status::Finished,
        Some(measured(10, 180.0)),
    ));
    run
}

/// What no output may hold; lines of its own it may.
fn hidden(text: &str) -> Vec<char> {
    let is_hidden =
        |c: &char| c.is_control() && *c != '\n' || "\u{202e}\u{2067}\u{200f}\u{2028}".contains(*c);
    text.chars().filter(is_hidden).collect()
}

#[test]
fn is_every_hidden_character_of_a_name_seen_on_the_page() {
    let data = PageData::new(&[run()], &NothingPrinted);
    let page = html(&data).expect("a page");
    let own = embedded::json(&page);
    assert_eq!(hidden(&own), []);
    assert!(
        !own.contains('\n') && !own.contains("\\n"),
        "a line of its own"
    );
    assert!(!own.contains("\\u00"));
    let parsed: serde_json::Value = serde_json::from_str(&own).expect("the data is whole");
    for field in ["model", "name", "command", "version"] {
        assert_eq!(parsed["drives"][0][field], SEEN, "{field}");
    }
    assert_eq!(parsed["drives"][0]["facts"][0]["source"], SEEN);
    assert_eq!(parsed["title"], SEEN);
    let head = page.split("<style>").next().expect("a head");
    assert!(head.contains(&format!("<title>{SEEN}")) && hidden(head).is_empty());
}

#[test]
fn is_every_hidden_character_of_a_name_seen_in_the_tables_and_in_markdown() {
    let runs = [run()];
    let terminal = tables(&runs, &NothingPrinted, Some(2000));
    let text = markdown(&runs, &NothingPrinted);
    assert_eq!((hidden(&terminal), hidden(&text)), (vec![], vec![]));
    assert!(terminal.contains(SEEN), "{terminal}");
    assert!(text.contains(&format!("`{SEEN}`")), "the command: {text}");
    for (output, lines) in [("terminal", &terminal), ("Markdown", &text)] {
        let broken = lines.lines().any(|line| line.starts_with("next line"));
        assert!(!broken, "{output}: {lines}");
    }
}

#[test]
fn is_every_hidden_character_of_a_name_seen_in_junit() {
    let run = run();
    let findings = PageData::new(std::slice::from_ref(&run), &NothingPrinted).findings_of(&run);
    let text = junit(&[JunitSuite {
        name: HOSTILE,
        problem: Some(HOSTILE),
        entries: &run.entries,
        answers: &[],
        findings: &findings,
        ..JunitSuite::default()
    }])
    .expect("XML");
    assert_eq!(hidden(&text), []);
    assert!(
        text.contains(&format!("<testsuite name=\"{SEEN}\"")),
        "{text}"
    );
    assert!(
        text.contains(&format!("<skipped message=\"{SEEN}\">{SEEN}</skipped>")),
        "{text}"
    );
}
