//! Is the XML for CI servers well-formed whatever the names are, and does it say how each phase
//! ended?

use crate::bed;

use bed::{consistency, entry, measured};
use fourcorners_bench::record::{Damage, Entry, Failure, Harm, NotRun, Status};
use fourcorners_report::{Answer, JunitSuite, NothingPrinted, PageData, junit};
use proptest::prelude::*;
use quick_xml::events::Event;
use quick_xml::reader::Reader;
use std::collections::BTreeMap;

/// An element: its name and attributes, unescaped; and its text.
type Element = (String, BTreeMap<String, String>, String);

/// All elements in order of their beginnings; every one is closed.
fn elements(xml: &str) -> Vec<Element> {
    let mut reader = Reader::from_str(xml);
    reader.config_mut().check_end_names = true;
    let (mut found, mut open): (Vec<Element>, Vec<usize>) = (Vec::new(), Vec::new());
    loop {
        let event = reader.read_event().expect("well-formed");
        match &event {
            Event::Start(start) | Event::Empty(start) => {
                let name = start.name().as_ref().to_string();
                let attributes = start.attributes().map(|attribute| {
                    let attribute = attribute.expect("an attribute");
                    let value = quick_xml::escape::unescape(&attribute.value).expect("escaped");
                    (attribute.key.as_ref().to_string(), value.into_owned())
                });
                found.push((name, attributes.collect(), String::new()));
                if matches!(event, Event::Start(_)) {
                    open.push(found.len() - 1);
                }
            }
            Event::End(_) => drop(open.pop().expect("an open element")),
            Event::Text(text) => {
                if let Some(index) = open.last() {
                    found[*index].2 += text;
                }
            }
            Event::GeneralRef(reference) => {
                if let Some(index) = open.last() {
                    let escaped = format!("&{};", &**reference);
                    found[*index].2 += &quick_xml::escape::unescape(&escaped).expect("known");
                }
            }
            Event::Eof => break,
            _ => {}
        }
    }
    assert!(open.is_empty());
    found
}

fn unmet(test: &str, phase: &str, value: Option<f64>) -> Answer {
    Answer {
        expectation: format!("{test}.ios > 9"),
        test: test.into(),
        variant: String::new(),
        phase: phase.into(),
        met: false,
        value,
        unit: String::new(),
        reason: value.is_none().then(|| "skipped: too small".into()),
    }
}

fn suite<'a>(name: &'a str, entries: &'a [Entry], answers: &'a [Answer]) -> JunitSuite<'a> {
    JunitSuite {
        name,
        entries,
        answers,
        ..JunitSuite::default()
    }
}

fn written(suites: &[JunitSuite<'_>]) -> Vec<Element> {
    elements(&junit(suites).expect("XML"))
}

/// Names of test cases with what is in them.
fn cases(elements: &[Element]) -> Vec<(String, String)> {
    let mut cases: Vec<(String, String)> = Vec::new();
    for (name, attributes, _) in elements {
        match name.as_str() {
            "testcase" => cases.push((attributes["name"].clone(), "passed".into())),
            "failure" | "skipped" | "error" => {
                cases.last_mut().expect("a case").1 = format!("{name}: {}", attributes["message"]);
            }
            _ => {}
        }
    }
    cases
}

/// Phases that ended in every way, three of them well.
fn each_end() -> [Entry; 6] {
    let text = || "too small".to_string();
    let because = || NotRun::Earlier { text: text() };
    let failure = || Failure::Earlier { text: text() };
    let good = || Some(measured(5, 2.5));
    [
        entry("a", "measure", Status::Finished, good()),
        entry("b", "read", Status::Failed { failure: failure() }, None),
        entry("c", "", Status::Skipped { because: because() }, None),
        entry("d", "measure", Status::Finished, good()),
        entry("e", "measure", Status::Finished, good()),
        entry("f", "measure", Status::Interrupted, good()),
    ]
}

#[test]
fn is_each_phase_a_case_that_ended_as_it_did() {
    let entries = each_end();
    let answers = [
        unmet("c", "measure", None),
        unmet("e", "measure", Some(5.0)),
        unmet("g", "measure", None),
    ];
    let suite = JunitSuite {
        problem: Some("the cable is out"),
        ..suite("drive", &entries, &answers)
    };
    let elements = written(&[suite]);
    let expected = [
        ("a measure", "passed"),
        ("b read", "failure: failed: too small"),
        ("c", "skipped: too small"),
        ("d measure", "passed"),
        ("e measure", "passed"),
        ("f measure", "error: interrupted"),
        (
            "expected c.ios > 9",
            "failure: expected c.ios > 9; but skipped: too small",
        ),
        (
            "expected e.ios > 9",
            "failure: expected e.ios > 9; measured 5",
        ),
        (
            "expected g.ios > 9",
            "failure: expected g.ios > 9; but skipped: too small",
        ),
        ("the run", "error: the cable is out"),
    ];
    let expected = expected.map(|(name, end)| (name.to_string(), end.to_string()));
    assert_eq!(cases(&elements), expected);
    let counted = |name: &str| {
        let found = elements
            .iter()
            .find(|(element, ..)| element == name)
            .expect("there");
        ["tests", "failures", "errors", "time"].map(|key| found.1[key].clone())
    };
    assert_eq!(counted("testsuite"), ["10", "4", "2", "10.000"]);
    assert_eq!(counted("testsuites"), counted("testsuite"));
    assert_eq!(elements[1].1["skipped"], "1");
}

#[test]
fn is_a_skipped_test_of_which_nothing_was_expected_skipped() {
    let because = NotRun::NoTrim;
    let entries = [entry("trim", "", Status::Skipped { because }, None)];
    let elements = written(&[suite("drive", &entries, &[])]);
    let case = (
        "trim".into(),
        "skipped: the drive does not support TRIM".into(),
    );
    assert_eq!(cases(&elements), [case]);
}

/// The story: who looked for the limit that a drive had kept found nothing of it.
#[test]
fn is_each_expectation_a_case_with_its_limit_and_what_was_measured() {
    let figures = Some(measured(5, 1.0));
    let entries = [entry("a", "measure", Status::Finished, figures)];
    let met = Answer {
        expectation: "a.ios > 3".into(),
        met: true,
        ..unmet("a", "measure", Some(5.0))
    };
    let answers = [met, unmet("a", "measure", Some(5.0))];
    let elements = written(&[suite("drive", &entries, &answers)]);
    let ends = [
        ("a measure", "passed"),
        ("expected a.ios > 3", "passed"),
        (
            "expected a.ios > 9",
            "failure: expected a.ios > 9; measured 5",
        ),
    ];
    assert_eq!(
        cases(&elements),
        ends.map(|(name, end)| (name.into(), end.into()))
    );
    let printed = elements.iter().filter(|(name, ..)| name == "system-out");
    let printed: Vec<&str> = printed.map(|(.., text)| text.as_str()).collect();
    assert_eq!(printed, ["expected a.ios > 3; measured 5"]);
}

/// What may stand in an element, in this order, and its attributes; the first of each are those
/// that must be there. As in `junit-10.xsd` of the xUnit plugin for Jenkins, with the order of
/// Apache Ant's.
const SCHEMA: [(&str, &[&str], &[&str], usize); 9] = [
    (
        "testsuites",
        &["testsuite"],
        &["name", "time", "tests", "failures", "errors"],
        0,
    ),
    (
        "testsuite",
        &["properties", "testcase", "system-out", "system-err"],
        &[
            "name",
            "tests",
            "failures",
            "errors",
            "skipped",
            "time",
            "timestamp",
            "hostname",
        ],
        4,
    ),
    ("properties", &["property"], &[], 0),
    ("property", &[], &["name", "value"], 2),
    (
        "testcase",
        &["skipped", "error", "failure", "system-out", "system-err"],
        &["name", "time", "classname", "group"],
        1,
    ),
    ("skipped", &[], &["type", "message"], 0),
    ("error", &[], &["type", "message"], 0),
    ("failure", &[], &["type", "message"], 0),
    ("system-out", &[], &[], 0),
];

/// Every element with those in it, in order.
fn keeps_to_the_schema(xml: &str) {
    let mut reader = Reader::from_str(xml);
    // Of each open element its rule, and the last place among what may stand in it.
    let mut open: Vec<(usize, usize)> = Vec::new();
    let rule = |name: &str| {
        let rules = SCHEMA.iter();
        let mut named = rules.enumerate().filter(|(_, rule)| rule.0 == name);
        named.next().unwrap_or_else(|| panic!("no {name}: {xml}"))
    };
    loop {
        let event = reader.read_event().expect("well-formed");
        match &event {
            Event::Start(start) | Event::Empty(start) => {
                let name = start.name().as_ref().to_string();
                let (place, (_, _, attributes, required)) = rule(&name);
                match open.last_mut() {
                    None => assert_eq!(name, "testsuites"),
                    Some((parent, last)) => {
                        let (parent, allowed, ..) = SCHEMA[*parent];
                        let own = allowed.iter().position(|one| *one == name);
                        let own = own.unwrap_or_else(|| panic!("{name} in {parent}: {xml}"));
                        assert!(own >= *last, "{name} is too late in {parent}: {xml}");
                        *last = own;
                    }
                }
                let given = start.attributes();
                let given = given.map(|one| one.expect("one").key.as_ref().to_string());
                let given: Vec<String> = given.collect();
                let known = |one: &String| attributes.contains(&one.as_str());
                assert!(given.iter().all(known), "{name} has {given:?}");
                let has = |one: &&str| given.iter().any(|given| given == one);
                assert!(attributes[..*required].iter().all(has), "{name}");
                if matches!(event, Event::Start(_)) {
                    open.push((place, 0));
                }
            }
            Event::End(_) => drop(open.pop().expect("an open element")),
            Event::Eof => break,
            _ => {}
        }
    }
    assert!(open.is_empty());
}

#[test]
fn does_it_keep_to_the_schema_of_ci_servers() {
    let entries = each_end();
    let answers = [unmet("a", "measure", Some(5.0))];
    let full = JunitSuite {
        timestamp: Some("2013-04-09T12:00:00"),
        properties: &[("model", "a <drive>".into()), ("seed", "1".into())],
        problem: Some("the cable is out"),
        findings: &["found".into()],
        ..suite("drive", &entries, &answers)
    };
    let bare = suite("nothing", &[], &[]);
    for suites in [&[full, bare][..], &[bare], &[]] {
        keeps_to_the_schema(&junit(suites).expect("XML"));
    }
    let xml = junit(&[full]).expect("XML");
    for part in [
        "timestamp=\"2013-04-09T12:00:00\"",
        "<property name=\"model\" value=\"a &lt;drive&gt;\"/>",
    ] {
        assert!(xml.contains(part), "{part}: {xml}");
    }
}

proptest! {
    #[test]
    fn does_any_name_and_reason_stay_text(name in any::<String>(),
    reason in ".*|[\\x00-\\x1f<>&\"']{0,9}") {
        let entries = [entry(&name, "measure",
        Status::Failed { failure: Failure::Earlier { text: reason.clone() } }, None)];
        let elements = written(&[suite(&name, &entries, &[])]);
        let names: Vec<&str> = elements.iter().map(|(name, ..)| name.as_str()).collect();
        prop_assert_eq!(names, ["testsuites", "testsuite", "testcase", "failure"]);
        let unseen = "\u{fffe}\u{ffff}\u{61c}\u{200e}\u{200f}\u{2028}\u{2029}\u{202a}\u{202b}\
         \u{202c}\u{202d}\u{202e}\u{2066}\u{2067}\u{2068}\u{2069}";
        let seen = |c: char| match c {
            '\n' => '↵',
            c if c.is_control() || unseen.contains(c) => '\u{fffd}',
            c => c,
        };
        let kept = |text: &str| text.chars().map(seen).collect::<String>();
        prop_assert_eq!(&elements[1].1["name"], &kept(&name));
        prop_assert_eq!(&elements[3].1["message"], &kept(&format!("failed: {reason}")));
        prop_assert_eq!(&elements[3].2, &kept(&format!("failed: {reason}")));
    }
}

#[test]
fn does_it_say_what_was_found_without_deciding_by_it() {
    let entries = [entry(
        "trim",
        "write",
        Status::Finished,
        Some(measured(1, 1.0)),
    )];
    let findings = [
        "loses <93> % & more".to_string(),
        "TRIM restores full speed".to_string(),
    ];
    let suite = JunitSuite {
        findings: &findings,
        ..suite("a drive", &entries, &[])
    };
    let found = elements(&junit(&[suite]).expect("XML"));
    let said: Vec<&Element> = found
        .iter()
        .filter(|(name, _, _)| name == "system-out")
        .collect();
    assert_eq!(said.len(), 1);
    assert_eq!(said[0].2, findings.join("\n"));
    assert_eq!(found[0].1["failures"], "0");
}

/// The story: `compare a/run b/run --junit` put the first run's findings into both suites: folders
/// were told apart by their names only; and what was wrong with a folder's files stood in neither.
#[test]
fn are_findings_and_damage_those_of_the_run() {
    let mut steady = consistency("steady", (0..2000).map(|_| 9000));
    let mut slow = consistency("slow", (0..2000).map(|second| 9000 - second * 4));
    (steady.path, slow.path) = ("a/run".into(), "b/run".into());
    slow.damage = vec![Damage {
        file: "samples.jsonl".into(),
        what: Harm::Line {
            number: 7,
            why: None,
        },
    }];
    let runs = [steady, slow];
    let data = PageData::new(&runs, &NothingPrinted);
    let [first, second] = [&runs[0], &runs[1]].map(|run| data.findings_of(run).join("\n"));
    assert_ne!(first, second);
    assert!(
        second.contains("note: b/run: samples.jsonl, line 7"),
        "{second}"
    );
    assert!(!first.contains("samples.jsonl"), "{first}");
    let own = |drive: usize| {
        let mut all = data.judgements.iter().filter(move |one| one.drive == drive);
        all.all(|one| [&first, &second][drive].contains(&one.text))
    };
    assert!(own(0) && own(1));
}

/// The story: findings stood in the file for CI servers, the final words did not.
#[test]
fn are_final_words_those_that_concern_the_drive_of_the_run() {
    let runs = [("fast", 9000), ("slow", 3000)]
        .map(|(name, ios)| consistency(name, (0..2000).map(|_| ios)));
    let data = PageData::new(&runs, &NothingPrinted);
    let [fast, slow] = [&runs[0], &runs[1]].map(|run| data.final_words_of(run));
    let heavy = &fast[0];
    assert!(heavy.starts_with("Heavy writing (server, database): fast (9,000 IOPS"));
    assert!(heavy.contains("(rule: Highest median second"), "{heavy}");
    assert!(slow.is_empty(), "{slow:?}");
    let alone = PageData::new(&runs[1..], &NothingPrinted);
    assert_eq!(
        alone.final_words_of(&runs[1]).len(),
        alone.final_words.len()
    );
}
