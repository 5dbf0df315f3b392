//! Results for CI servers, as JUnit XML: a run is a suite, a phase is a test case.

use crate::expect::Answer;
use crate::visible::visible;
use fourcorners_bench::record::{Entry, Status};
use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesText, Event};
use std::io;

/// A run as a suite.
#[derive(Clone, Copy, Debug)]
pub struct JunitSuite<'a> {
    /// The drive, and which repetition if there are several.
    pub name: &'a str,
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
}

enum End {
    Passed,
    Skipped(String),
    /// Measured, and not as expected; or failed.
    Failed(Vec<String>),
    /// Not the test's doing: the run was stopped, or lost its drive.
    Error(String),
}

/// The XML of these runs.
pub fn junit(suites: &[JunitSuite<'_>]) -> io::Result<String> {
    let all: Vec<(&str, Vec<Case>, &[String])> = suites
        .iter()
        .map(|suite| (suite.name, cases(suite), suite.findings))
        .collect();
    let mut writer = Writer::new_with_indent(Vec::new(), b' ', 2);
    writer.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    let counted = counts(all.iter().flat_map(|(_, cases, _)| cases));
    writer
        .create_element("testsuites")
        .with_attribute(("name", "fourcorners"))
        .with_attributes(attributes(&counted))
        .write_inner_content(|writer| {
            all.iter().try_for_each(|(name, cases, findings)| {
                let counted = counts(cases.iter());
                let name = allowed(name);
                writer
                    .create_element("testsuite")
                    .with_attribute(("name", name.as_str()))
                    .with_attributes(attributes(&counted))
                    .write_inner_content(|writer| {
                        cases
                            .iter()
                            .try_for_each(|case| write(writer, &name, case))?;
                        said(writer, findings)
                    })?;
                Ok(())
            })
        })?;
    let mut text = String::from_utf8(writer.into_inner()).map_err(io::Error::other)?;
    text.push('\n');
    Ok(text)
}

fn cases(suite: &JunitSuite<'_>) -> Vec<Case> {
    let unmet = |of: &dyn Fn(&&Answer) -> bool| -> Vec<String> {
        let unmet = suite.answers.iter().filter(|answer| !answer.met).filter(of);
        let sentence = |answer: &Answer| {
            let but = if answer.value.is_some() {
                "measured"
            } else {
                "but"
            };
            format!(
                "expected {}; {but} {}",
                answer.expectation,
                answer.measured()
            )
        };
        unmet.map(sentence).collect()
    };
    let is_of = |answer: &Answer, entry: &Entry| {
        answer.test == entry.test
            && answer.variant == entry.variant
            && (answer.phase == entry.phase || entry.phase.is_empty())
    };
    let entries = suite.entries.iter();
    let mut cases: Vec<Case> = entries
        .map(|entry| {
            let mut problems = unmet(&|answer| is_of(answer, entry));
            let end = match &entry.status {
                Status::Failed { reason } => {
                    problems.insert(0, format!("failed: {reason}"));
                    End::Failed(problems)
                }
                Status::Interrupted => End::Error("interrupted".into()),
                _ if !problems.is_empty() => End::Failed(problems),
                Status::Skipped { reason } => End::Skipped(reason.clone()),
                Status::Finished => End::Passed,
            };
            let parts = entry.names().into_iter().filter(|part| !part.is_empty());
            Case {
                name: parts.collect::<Vec<_>>().join(" "),
                time_s: entry.measured.as_ref().map_or(0.0, |m| m.duration_s),
                end,
            }
        })
        .collect();
    let nowhere = |answer: &&Answer| !suite.entries.iter().any(|entry| is_of(answer, entry));
    let missed = Some(unmet(&nowhere)).filter(|missed| !missed.is_empty());
    let missed = missed.map(|missed| ("expected, and not run", End::Failed(missed)));
    let problem = suite
        .problem
        .map(|problem| ("the run", End::Error(problem.into())));
    cases.extend(missed.into_iter().chain(problem).map(|(name, end)| Case {
        name: name.into(),
        time_s: 0.0,
        end,
    }));
    cases
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

fn attributes(counted: &[String; 5]) -> impl Iterator<Item = (&str, &str)> {
    let names = ["tests", "failures", "errors", "skipped", "time"];
    names.into_iter().zip(counted.iter().map(String::as_str))
}

fn write(writer: &mut Writer<Vec<u8>>, suite: &str, case: &Case) -> io::Result<()> {
    let (name, time) = (allowed(&case.name), format!("{:.3}", case.time_s));
    let element = writer
        .create_element("testcase")
        .with_attribute(("name", name.as_str()))
        .with_attribute(("classname", suite))
        .with_attribute(("time", time.as_str()));
    let (tag, lines) = match &case.end {
        End::Passed => return element.write_empty().map(drop),
        End::Skipped(reason) => ("skipped", std::slice::from_ref(reason)),
        End::Error(reason) => ("error", std::slice::from_ref(reason)),
        End::Failed(problems) => ("failure", problems.as_slice()),
    };
    let text = joined(lines);
    let first = allowed(lines.first().map_or("", String::as_str));
    element
        .write_inner_content(|writer| {
            let element = writer
                .create_element(tag)
                .with_attribute(("message", first.as_str()));
            element.write_text_content(BytesText::new(&text)).map(drop)
        })
        .map(drop)
}

/// What was found, behind the cases, where CI servers show what a suite printed.
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
