//! What a run says to an expectation.

use super::Expectation;
use crate::wording::expect as words;
use fourcorners_bench::record::{Entry, Failure, Measured, NotRun, Status};
use schemars::JsonSchema;
use serde::Serialize;

/// An expectation of one run, and whether it was met.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Answer {
    pub expectation: String,
    /// Test of which it was expected, as in the results; so are the next two.
    pub test: String,
    pub variant: String,
    pub phase: String,
    /// Whether it was measured and is as expected.
    pub met: bool,
    /// What was measured, in the unit of the metric's name; absent: nothing was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<f64>,
    /// Unit of `value`, as in `IOPS`, `us`; empty if it has none.
    pub unit: String,
    /// Why nothing was measured, a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// Why there is no figure.
pub(crate) enum NotMeasured<'a> {
    /// The run has no result of the phase.
    NotReached,
    /// No I/O finished, and a latency was expected.
    NoLatency,
    /// The metric of this name is not among the figures.
    NoMetric(&'a str),
    /// It finished, and its figures are lost.
    NoFigures,
    Skipped(&'a NotRun),
    Failed(&'a Failure),
    Interrupted,
}

impl Expectation {
    /// The answer of a run with these results. What failed, was skipped or stopped was not
    /// measured.
    pub fn answer(&self, results: &[Entry]) -> Answer {
        let phase = self.phase.as_deref().unwrap_or_default();
        let entry = results.iter().find(|entry| {
            entry.test == self.test
                && entry.variant == self.variant
                && (entry.phase == phase || entry.phase.is_empty())
        });
        let measured = match entry {
            None => Err(NotMeasured::NotReached),
            Some(entry) => self.figure(entry),
        };
        let value = measured.as_ref().ok().copied();
        Answer {
            expectation: self.text.clone(),
            test: self.test.clone(),
            variant: self.variant.clone(),
            phase: phase.into(),
            met: value.is_some_and(|value| self.comparison.holds(value, self.value)),
            value,
            unit: self.metric.unit().into(),
            reason: measured.err().as_ref().map(words::not_measured),
        }
    }

    fn figure<'a>(&'a self, entry: &'a Entry) -> Result<f64, NotMeasured<'a>> {
        match (&entry.status, &entry.measured) {
            (Status::Finished, Some(measured))
                if measured.ios == 0 && self.metric.is_a_latency() =>
            {
                Err(NotMeasured::NoLatency)
            }
            (Status::Finished, Some(measured)) => self
                .value_of(measured)
                .ok_or(NotMeasured::NoMetric(&self.metric.name)),
            (Status::Finished, None) => Err(NotMeasured::NoFigures),
            (Status::Skipped { because }, _) => Err(NotMeasured::Skipped(because)),
            (Status::Failed { failure }, _) => Err(NotMeasured::Failed(failure)),
            (Status::Interrupted, _) => Err(NotMeasured::Interrupted),
        }
    }

    fn value_of(&self, measured: &Measured) -> Option<f64> {
        let figures = serde_json::to_value(measured).ok()?;
        let place = format!("/{}", self.metric.name.replace('.', "/"));
        figures.pointer(&place)?.as_f64()
    }
}

impl Answer {
    /// What was measured, or why nothing was.
    pub fn measured(&self) -> String {
        match (self.value, &self.reason) {
            (Some(value), _) => format!("{value} {}", self.unit).trim_end().into(),
            (None, reason) => reason.clone().unwrap_or_default(),
        }
    }
}
