//! Results for CI servers, as JUnit XML: a run is a suite, a phase is a test case, and so is each
//! expectation. Elements and attributes are those that both common schemas know, in the order of
//! the stricter one.

use crate::expect::Answer;
use crate::qualify::{LimitAnswer, LimitVerdict, Qualification};
use crate::visible::visible;
use crate::wording::{junit as words, not_run, qualify, qualify_table, remarks};
use fourcorners_bench::record::{Entry, Measured, Status};
use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesText, Event};
use std::io;

/// A run as a suite.
#[derive(Clone, Copy, Debug, Default)]
pub struct JunitSuite<'a> {
    /// The drive with its serial number, and which repetition if there are several.
    pub name: &'a str,
    /// When the run began, UTC, as in `2013-04-09T12:00:00`; `None`: not known.
    pub timestamp: Option<&'a str>,
    /// What else is known of drive and run, by name.
    pub properties: &'a [(&'static str, String)],
    /// Why the run as a whole did not end as it should; `None`: it did.
    pub problem: Option<&'a str>,
    /// Its results.
    pub entries: &'a [Entry],
    /// What was expected of it.
    pub answers: &'a [Answer],
    /// What was found of its drive, a sentence each; they decide nothing.
    pub findings: &'a [String],
}

/// A test case.
struct Case {
    name: String,
    time_s: f64,
    end: End,
    /// What it printed.
    said: Vec<String>,
}

enum End {
    Passed,
    Skipped(String),
    /// Failed; or not as expected.
    Failed(String),
    /// Not the test's doing: the run was stopped, or lost its drive.
    Error(String),
}

/// The XML of these runs.
pub fn junit(suites: &[JunitSuite<'_>]) -> io::Result<String> {
    written(suites.iter().map(|suite| (*suite, cases(suite))).collect())
}

/// The XML of a qualification: a suite, with a test case per limit.
pub fn junit_of_qualification(
    of: &Qualification,
    properties: &[(&'static str, String)],
) -> io::Result<String> {
    let name = qualify::title(of);
    let case = |answer: &LimitAnswer| {
        let told = qualify_table::measured(answer);
        Case {
            name: qualify_table::case(answer),
            time_s: 0.0,
            said: [&told]
                .into_iter()
                .filter(|text| !text.is_empty())
                .cloned()
                .collect(),
            end: match answer.verdict {
                LimitVerdict::Pass => End::Passed,
                LimitVerdict::Fail { .. } => End::Failed(told),
                LimitVerdict::Undecided { .. } => End::Skipped(told),
            },
        }
    };
    let suite = JunitSuite {
        name: &name,
        properties,
        findings: &of.notes,
        ..JunitSuite::default()
    };
    written(vec![(suite, of.limits.iter().map(case).collect())])
}

fn written(all: Vec<(JunitSuite<'_>, Vec<Case>)>) -> io::Result<String> {
    let mut writer = Writer::new_with_indent(Vec::new(), b' ', 2);
    writer.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    let counted = counts(all.iter().flat_map(|(_, cases)| cases));
    // The element of all suites has no count of what was skipped.
    let of_all = attributes(&counted).filter(|(name, _)| *name != SKIPPED);
    writer
        .create_element("testsuites")
        .with_attribute(("name", "fourcorners"))
        .with_attributes(of_all)
        .write_inner_content(|writer| {
            let mut all = all.iter();
            all.try_for_each(|(suite, cases)| write_suite(writer, suite, cases))
        })?;
    let mut text = String::from_utf8(writer.into_inner()).map_err(io::Error::other)?;
    text.push('\n');
    Ok(text)
}

fn cases(suite: &JunitSuite<'_>) -> Vec<Case> {
    let phase = |entry: &Entry| {
        let parts = entry.names().into_iter().filter(|part| !part.is_empty());
        Case {
            name: parts.collect::<Vec<_>>().join(" "),
            time_s: entry.measured.as_ref().map_or(0.0, |m| m.duration_s),
            end: match &entry.status {
                Status::Failed { failure } => End::Failed(words::failed(failure)),
                Status::Interrupted => End::Error(words::INTERRUPTED.into()),
                Status::Skipped { because } => End::Skipped(not_run::sentence(because)),
                Status::Finished => End::Passed,
            },
            said: entry.measured.iter().flat_map(remarks_on).collect(),
        }
    };
    let problem = suite.problem.map(|problem| Case {
        name: words::RUN.into(),
        time_s: 0.0,
        end: End::Error(problem.into()),
        said: Vec::new(),
    });
    let phases = suite.entries.iter().map(phase);
    let expected = suite.answers.iter().map(expected);
    phases.chain(expected).chain(problem).collect()
}

/// Remarks on figures.
fn remarks_on(measured: &Measured) -> impl Iterator<Item = String> {
    remarks::clauses(&measured.remarks)
}

/// An expectation, met or not, with its limit in its name and what was measured beside it.
fn expected(answer: &Answer) -> Case {
    let told = words::answered(answer);
    Case {
        name: words::expected(answer),
        time_s: 0.0,
        said: answer.met.then(|| told.clone()).into_iter().collect(),
        end: match answer.met {
            true => End::Passed,
            false => End::Failed(told),
        },
    }
}

/// Test cases, failures, errors, skipped, seconds.
fn counts<'a>(cases: impl Iterator<Item = &'a Case>) -> [String; 5] {
    let (mut numbers, mut seconds) = ([0_usize; 4], 0.0);
    for case in cases {
        numbers[0] += 1;
        seconds += case.time_s;
        match case.end {
            End::Passed => {}
            End::Failed(_) => numbers[1] += 1,
            End::Error(_) => numbers[2] += 1,
            End::Skipped(_) => numbers[3] += 1,
        }
    }
    let [tests, failures, errors, skipped] = numbers.map(|number| number.to_string());
    [tests, failures, errors, skipped, format!("{seconds:.3}")]
}

const SKIPPED: &str = "skipped";

fn attributes(counted: &[String; 5]) -> impl Iterator<Item = (&str, &str)> {
    let names = ["tests", "failures", "errors", SKIPPED, "time"];
    names.into_iter().zip(counted.iter().map(String::as_str))
}

fn write_suite(
    writer: &mut Writer<Vec<u8>>,
    suite: &JunitSuite<'_>,
    cases: &[Case],
) -> io::Result<()> {
    let counted = counts(cases.iter());
    let name = allowed(suite.name);
    let timestamp = suite.timestamp.map(allowed);
    let timestamp = timestamp.iter().map(|at| ("timestamp", at.as_str()));
    let element = writer
        .create_element("testsuite")
        .with_attribute(("name", name.as_str()))
        .with_attributes(timestamp)
        .with_attributes(attributes(&counted));
    let written = element.write_inner_content(|writer| {
        properties(writer, suite.properties)?;
        for case in cases {
            write(writer, &name, case)?;
        }
        said(writer, suite.findings)
    });
    written.map(drop)
}

fn properties(
    writer: &mut Writer<Vec<u8>>,
    properties: &[(&'static str, String)],
) -> io::Result<()> {
    if properties.is_empty() {
        return Ok(());
    }
    let element = writer.create_element("properties");
    let written = element.write_inner_content(|writer| {
        for (name, value) in properties {
            let value = allowed(value);
            let element = writer.create_element("property");
            let element = element.with_attributes([("name", *name), ("value", value.as_str())]);
            element.write_empty()?;
        }
        Ok(())
    });
    written.map(drop)
}

fn write(writer: &mut Writer<Vec<u8>>, suite: &str, case: &Case) -> io::Result<()> {
    let (name, time) = (allowed(&case.name), format!("{:.3}", case.time_s));
    let element = writer
        .create_element("testcase")
        .with_attribute(("name", name.as_str()))
        .with_attribute(("classname", suite))
        .with_attribute(("time", time.as_str()));
    let end = match &case.end {
        End::Passed => None,
        End::Skipped(reason) => Some((SKIPPED, reason)),
        End::Error(reason) => Some(("error", reason)),
        End::Failed(problem) => Some(("failure", problem)),
    };
    if end.is_none() && case.said.is_empty() {
        return element.write_empty().map(drop);
    }
    let written = element.write_inner_content(|writer| {
        if let Some((tag, reason)) = end {
            let text = allowed(reason);
            let element = writer.create_element(tag);
            let element = element.with_attribute(("message", text.as_str()));
            element.write_text_content(BytesText::new(&text))?;
        }
        said(writer, &case.said)
    });
    written.map(drop)
}

/// What a CI server shows as printed by a case, or by a suite behind its cases.
fn said(writer: &mut Writer<Vec<u8>>, findings: &[String]) -> io::Result<()> {
    if findings.is_empty() {
        return Ok(());
    }
    let text = joined(findings);
    let element = writer.create_element("system-out");
    element.write_text_content(BytesText::new(&text)).map(drop)
}

/// A sentence a line.
fn joined(sentences: &[String]) -> String {
    let lines: Vec<String> = sentences.iter().map(|line| allowed(line)).collect();
    lines.join("\n")
}

/// XML 1.0 has no way to write most control characters, not even escaped, nor these two.
fn allowed(text: &str) -> String {
    let is_allowed = |c: char| !matches!(c, '\u{fffe}' | '\u{ffff}');
    visible(text)
        .chars()
        .map(|c| if is_allowed(c) { c } else { '\u{fffd}' })
        .collect()
}
