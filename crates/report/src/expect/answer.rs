//! What a run says to an expectation.

use super::Expectation;
use crate::wording::{failure, not_run};
use fourcorners_bench::record::{Entry, Measured, Status};
use schemars::JsonSchema;
use serde::Serialize;

/// An expectation of one run, and whether it was met.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Answer {
    /// As it was given.
    pub expectation: String,
    /// Test of which it was expected, as in the results; so are the next two.
    pub test: String,
    /// Variant.
    pub variant: String,
    /// Phase.
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

impl Expectation {
    /// The answer of a run with these results. What failed, was skipped or stopped was not measured.
    pub fn answer(&self, results: &[Entry]) -> Answer {
        let phase = self.phase.as_deref().unwrap_or_default();
        let entry = results.iter().find(|entry| {
            entry.test == self.test
                && entry.variant == self.variant
                && (entry.phase == phase || entry.phase.is_empty())
        });
        let measured = match entry {
            None => Err("the run ended before it".into()),
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
            reason: measured.err(),
        }
    }

    fn figure(&self, entry: &Entry) -> Result<f64, String> {
        match (&entry.status, &entry.measured) {
            (Status::Finished, Some(measured))
                if measured.ios == 0 && self.metric.is_a_latency() =>
            {
                Err("no I/O finished, so there is no latency".into())
            }
            (Status::Finished, Some(measured)) => self
                .value_of(measured)
                .ok_or_else(|| format!("its results have no {}", self.metric.name)),
            (Status::Finished, None) => Err("nothing was measured".into()),
            (Status::Skipped { because }, _) => {
                Err(format!("skipped: {}", not_run::sentence(because)))
            }
            (Status::Failed { failure }, _) => {
                Err(format!("failed: {}", failure::sentence(failure)))
            }
            (Status::Interrupted, _) => Err("interrupted".into()),
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
