//! Names and messages of test cases in JUnit XML.

use super::failure;
use crate::expect::Answer;
use fourcorners_bench::record::Failure;

/// The case of a run that did not end as it should.
pub const RUN: &str = "the run";

/// Its message for a phase in which the run was stopped.
pub const INTERRUPTED: &str = "interrupted";

/// A phase that failed.
pub fn failed(why: &Failure) -> String {
    format!("failed: {}", failure::sentence(why))
}

/// The case of an expectation: its limit.
pub fn expected(answer: &Answer) -> String {
    format!("expected {}", answer.expectation)
}

/// What was measured beside it.
pub fn answered(answer: &Answer) -> String {
    let but = match answer.value {
        Some(_) => "measured",
        None => "but",
    };
    format!("{}; {but} {}", expected(answer), answer.measured())
}
