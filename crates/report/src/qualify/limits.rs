//! Limits of a model, judged on its samples.

use crate::expect::{Answer, ExpectError, Expectation};
use fourcorners_bench::record::{Entry, Run};
use fourcorners_findings::qualify::{Interval, OneWay, Sample, mean};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a limit is judged on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum JudgedOn {
    /// The mean of every sample's runs.
    #[default]
    Samples,
    /// Both ends of the 95 % confidence interval of the mean of all drives.
    Population,
}

/// A limit, with its phase.
#[derive(Clone, Debug, PartialEq)]
pub struct Limit {
    expectation: Expectation,
    on: JudgedOn,
}

/// A limit, and how it was judged.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct LimitAnswer {
    /// As in the file.
    pub limit: String,
    pub on: JudgedOn,
    /// Test of the limit, as in the results; so are the next two.
    pub test: String,
    pub variant: String,
    pub phase: String,
    /// Unit of the values, as in `IOPS`, `us`; empty if they have none.
    pub unit: String,
    #[serde(flatten)]
    pub verdict: LimitVerdict,
    pub samples: Vec<JudgedSample>,
    /// 95 % confidence interval of the mean of all drives; null: fewer than two samples.
    pub interval: Option<Interval>,
}

/// How a limit was judged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "verdict", rename_all = "kebab-case")]
pub enum LimitVerdict {
    Pass,
    Fail {
        /// Names of the samples that do not meet it, or were not measured in a run. Empty: the
        /// whole interval lies beyond the limit.
        failed: Vec<String>,
    },
    Undecided {
        because: Undecided,
    },
}

/// Why a limit is undecided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Undecided {
    /// The limit lies within the interval.
    Straddled,
    /// One sample has no interval.
    OneSample,
}

/// A sample beside a limit.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct JudgedSample {
    pub name: String,
    /// Mean of its runs; null: a run did not measure it.
    pub mean: Option<f64>,
    pub meets: bool,
    /// Why a run did not measure it, a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl Limit {
    /// With the phase that these runs tell, if the limit names none.
    ///
    /// # Errors
    /// No run has the test, its variant or its phase.
    pub fn new(expectation: Expectation, on: JudgedOn, runs: &[Run]) -> Result<Self, ExpectError> {
        let entries = runs.iter().flat_map(|run| &run.entries);
        let entries: Vec<&Entry> = entries.collect();
        let expectation = expectation.complete_by(&entries)?;
        Ok(Self { expectation, on })
    }

    pub(super) fn answer(&self, samples: &[Sample<'_>]) -> LimitAnswer {
        let of_runs: Vec<Vec<Answer>> = samples
            .iter()
            .map(|sample| {
                let runs = sample.runs.iter();
                let answers = runs.map(|run| self.expectation.answer(&run.entries));
                answers.collect()
            })
            .collect();
        let judged = samples.iter().zip(&of_runs);
        let judged = judged.map(|(sample, answers)| self.judge(&sample.name, answers));
        let judged: Vec<JudgedSample> = judged.collect();
        let values = of_runs.iter().map(|answers| {
            let values = answers.iter().filter_map(|answer| answer.value);
            values.collect()
        });
        let all = OneWay::of(&values.collect::<Vec<_>>());
        let interval = all.and_then(|all| all.interval);
        let first = of_runs.iter().flatten().next();
        let text = |of: fn(&Answer) -> &String| first.map_or(String::new(), |one| of(one).clone());
        LimitAnswer {
            limit: self.expectation.text().into(),
            on: self.on,
            test: text(|answer| &answer.test),
            variant: text(|answer| &answer.variant),
            phase: text(|answer| &answer.phase),
            unit: text(|answer| &answer.unit),
            verdict: self.verdict(&judged, interval),
            samples: judged,
            interval,
        }
    }

    /// A run that did not measure it is no run that met it.
    fn judge(&self, name: &str, answers: &[Answer]) -> JudgedSample {
        let values: Option<Vec<f64>> = answers.iter().map(|answer| answer.value).collect();
        let mean = values.and_then(|values| mean(&values));
        JudgedSample {
            name: name.into(),
            mean,
            meets: mean.is_some_and(|mean| self.expectation.holds(mean)),
            reason: answers.iter().find_map(|answer| answer.reason.clone()),
        }
    }

    fn verdict(&self, samples: &[JudgedSample], interval: Option<Interval>) -> LimitVerdict {
        let named = |of: fn(&JudgedSample) -> bool| {
            let failed = samples.iter().filter(|sample| of(sample));
            failed.map(|sample| sample.name.clone()).collect::<Vec<_>>()
        };
        let failed = match self.on {
            JudgedOn::Samples => named(|sample| !sample.meets),
            JudgedOn::Population => named(|sample| sample.mean.is_none()),
        };
        let ends = interval.map(|of| [of.low, of.high]);
        match (self.on, ends) {
            _ if !failed.is_empty() => LimitVerdict::Fail { failed },
            (JudgedOn::Samples, _) => LimitVerdict::Pass,
            (JudgedOn::Population, None) => LimitVerdict::Undecided {
                because: Undecided::OneSample,
            },
            (JudgedOn::Population, Some(ends)) => {
                match ends.map(|end| self.expectation.holds(end)) {
                    [true, true] => LimitVerdict::Pass,
                    [false, false] if !self.expectation.lies_within(ends) => {
                        LimitVerdict::Fail { failed }
                    }
                    _ => LimitVerdict::Undecided {
                        because: Undecided::Straddled,
                    },
                }
            }
        }
    }
}
