//! Thresholds for CI: `random-write-4k-qd32.iops_mean >= 10000` is an expectation of every run.
//!
//! Parsed, completed and found planned before anything is measured; answered afterwards.

mod answer;
mod metric;

pub use answer::Answer;
pub(crate) use answer::NotMeasured;
use fourcorners_bench::record::Entry;
use fourcorners_bench::{Action, Library, PhaseKey, Plan, former, nearest};
use metric::Metric;
use std::str::FromStr;

/// The phase that is meant where none is said and the test has it.
const MEASURE: &str = "measure";

/// `TEST[+VARIANT][/PHASE].METRIC OP VALUE [UNIT]`; `:` may stand for the first `+`.
#[derive(Clone, Debug, PartialEq)]
pub struct Expectation {
    text: String,
    test: String,
    variant: String,
    /// Known once the expectation is complete.
    phase: Option<String>,
    metric: Metric,
    comparison: Comparison,
    /// In the metric's own unit.
    value: f64,
}

/// Why an expectation cannot be met by any run: what is wrong, and what there is.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the expectation '{expectation}': {problem}")]
pub struct ExpectError {
    pub expectation: String,
    pub problem: String,
    /// What there is.
    pub hint: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Comparison {
    AtLeast,
    Above,
    AtMost,
    Below,
    Equal,
}

/// The longer spellings first.
const COMPARISONS: [(&str, Comparison); 5] = [
    (">=", Comparison::AtLeast),
    ("<=", Comparison::AtMost),
    ("==", Comparison::Equal),
    (">", Comparison::Above),
    ("<", Comparison::Below),
];

impl Comparison {
    fn holds(self, measured: f64, value: f64) -> bool {
        match self {
            Self::AtLeast => measured >= value,
            Self::Above => measured > value,
            Self::AtMost => measured <= value,
            Self::Below => measured < value,
            Self::Equal => measured == value,
        }
    }
}

impl FromStr for Expectation {
    type Err = String;

    /// A sentence with what is allowed, if it is none.
    fn from_str(text: &str) -> Result<Self, String> {
        let found = text.find(['>', '<', '=']).and_then(|place| {
            let (what, rest) = text.split_at(place);
            let of = |(sign, comparison): &(&str, Comparison)| {
                Some((what.trim(), *comparison, rest.strip_prefix(sign)?.trim()))
            };
            COMPARISONS.iter().find_map(of)
        });
        let Some((what, comparison, value)) = found else {
            return Err(
                "expected TEST.METRIC, one of >= > <= < == and a value, as in \
                 'random-write-4k-qd32.iops_mean >= 10000'"
                    .into(),
            );
        };
        let (phase, metric) = Metric::at_the_end_of(what)?;
        let (test, phase) = match phase.split_once('/') {
            Some((test, phase)) => (test, Some(phase.to_string())),
            None => (phase, None),
        };
        let (test, variant) = test.split_once(['+', ':']).unwrap_or((test, ""));
        if test.is_empty() {
            return Err(format!(
                "missing test before '.{}'; expected TEST.METRIC",
                metric.name
            ));
        }
        if comparison == Comparison::Equal && !metric.whole {
            return Err(format!(
                "{} is not a whole number, so == would never hold; use >= and <=",
                metric.name
            ));
        }
        Ok(Self {
            text: text.trim().into(),
            test: former::test(test).into(),
            variant: variant.into(),
            phase,
            value: metric.value(value)?,
            metric,
            comparison,
        })
    }
}

impl Expectation {
    pub fn text(&self) -> &str {
        &self.text
    }

    fn wrong(&self, problem: String) -> ExpectError {
        ExpectError {
            expectation: self.text.clone(),
            problem,
            hint: None,
        }
    }

    fn wrong_among(&self, problem: String, there: &str) -> ExpectError {
        ExpectError {
            hint: Some(format!("available: {there}")),
            ..self.wrong(problem)
        }
    }

    /// With its phase, as the library tells it.
    pub fn complete(mut self, library: &Library) -> Result<Self, ExpectError> {
        let test = library.test(&self.test).map_err(|unknown| ExpectError {
            hint: unknown.hint(),
            ..self.wrong(unknown.to_string())
        })?;
        let names: Vec<&str> = test.phases.iter().map(|phase| &*phase.name).collect();
        self.phase = Some(self.phase_among(&names)?);
        Ok(self)
    }

    /// The same by the results of runs, which may be of tests that no library has.
    pub fn complete_by(mut self, results: &[&Entry]) -> Result<Self, ExpectError> {
        let mut tests: Vec<&str> = Vec::new();
        for entry in results {
            if !tests.contains(&entry.test.as_str()) {
                tests.push(&entry.test);
            }
        }
        let of_test = || results.iter().filter(|entry| entry.test == self.test);
        if of_test().next().is_none() {
            let near = nearest(&self.test, tests.iter().copied());
            let choices = match near.is_empty() {
                true => listed(tests.into_iter().map(String::from)),
                false => listed(near.into_iter()),
            };
            let problem = format!("{} is not part of these runs", self.test);
            return Err(self.wrong_among(problem, &choices));
        }
        let of_variant = || of_test().filter(|entry| entry.variant == self.variant);
        if of_variant().next().is_none() {
            let as_given = |entry: &&Entry| match entry.variant.as_str() {
                "" => entry.test.clone(),
                variant => format!("{}+{variant}", entry.test),
            };
            let problem = format!("this variant of {} is not in these runs", self.test);
            return Err(self.wrong_among(problem, &listed(of_test().map(as_given))));
        }
        // A test that was skipped as a whole has no phase.
        let of_phase = of_variant().map(|entry| entry.phase.as_str());
        let mut names: Vec<&str> = of_phase.filter(|phase| !phase.is_empty()).collect();
        names.sort_unstable();
        names.dedup();
        self.phase = match names.is_empty() {
            true => Some(self.phase.take().unwrap_or_else(|| MEASURE.into())),
            false => Some(self.phase_among(&names)?),
        };
        Ok(self)
    }

    /// The phase that was named, else `measure`, else the only one.
    fn phase_among(&self, names: &[&str]) -> Result<String, ExpectError> {
        let wanted = self.phase.as_deref().unwrap_or(MEASURE);
        match (names, &self.phase) {
            (names, _) if names.contains(&wanted) => Ok(wanted.into()),
            ([only], None) => Ok((*only).into()),
            (names, asked) => {
                let problem = match asked {
                    Some(phase) => format!("{} has no phase '{phase}'", self.test),
                    None => format!("{} has several phases; name one", self.test),
                };
                let choices = names.iter().map(|phase| format!("{}/{phase}", self.test));
                Err(self.wrong_among(problem, &listed(choices)))
            }
        }
    }

    /// Whether a value meets it.
    pub(crate) fn holds(&self, value: f64) -> bool {
        self.comparison.holds(value, self.value)
    }

    /// Whether its own value lies between two others.
    pub(crate) fn lies_within(&self, [low, high]: [f64; 2]) -> bool {
        (low..=high).contains(&self.value)
    }

    /// Whether the plan has the test and its variant; skipped ones count, and will not be met.
    pub fn is_planned(&self, plan: &Plan) -> Result<(), ExpectError> {
        let keys: Vec<&PhaseKey> = plan
            .actions
            .iter()
            .filter_map(|action| match action {
                Action::Measure { key, .. } | Action::Skip { key, .. } => Some(key),
                _ => None,
            })
            .collect();
        let of_test = || keys.iter().filter(|key| key.test == self.test);
        if of_test().any(|key| key.variant == self.variant) {
            return Ok(());
        }
        if of_test().next().is_some() {
            let as_given = |key: &&PhaseKey| match key.variant.as_str() {
                "" => key.test.clone(),
                variant => format!("{}+{variant}", key.test),
            };
            let problem = format!("this variant of {} is not in this run", self.test);
            return Err(self.wrong_among(problem, &listed(of_test().map(as_given))));
        }
        let tests = || keys.iter().map(|key| key.test.as_str());
        let near = nearest(&self.test, tests());
        let choices = match near.is_empty() {
            true => listed(tests().map(String::from)),
            false => listed(near.into_iter()),
        };
        let problem = format!("{} is not part of {}", self.test, plan.suite);
        Err(self.wrong_among(problem, &choices))
    }
}

/// Each once: `'a', 'b'`.
fn listed(names: impl Iterator<Item = String>) -> String {
    let mut quoted: Vec<String> = Vec::new();
    for name in names.map(|name| format!("'{name}'")) {
        if !quoted.contains(&name) {
            quoted.push(name);
        }
    }
    quoted.join(", ")
}
