//! What was found, in sentences, each with its evidence and the rule behind it.

mod amplification;
pub(crate) mod conditions;
pub(crate) mod contrast;
mod full_drive;
mod headline;
mod length;
pub(crate) mod passes;
pub(crate) mod seconds;
mod starting;
pub(crate) mod torture;
pub(crate) mod tortured_writes;

use crate::data::PageData;
use crate::select::DriveRuns;
use crate::steady_state;
pub use headline::{Headline, headlines};
use schemars::JsonSchema;
use serde::Serialize;

/// How something was decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Rule {
    /// A word or two; also its id on the page, `rule-` before it.
    pub name: &'static str,
    /// In a sentence.
    pub says: &'static str,
}

/// One finding about one drive.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Judgement {
    /// Number of the drive on the page.
    pub drive: usize,
    /// The finding.
    pub text: String,
    /// The same in the words of a headline; null: no headline says it.
    pub headline: Option<String>,
    /// False where the text says why nothing is said.
    pub judged: bool,
    /// Link to the chart that shows it: its id, and behind a `?` which of its buttons are pressed.
    pub evidence: String,
    /// How it was decided.
    pub rule: Rule,
}

impl Judgement {
    /// A finding.
    pub(crate) fn new(
        drive: usize,
        text: impl Into<String>,
        evidence: impl Into<String>,
        rule: Rule,
    ) -> Self {
        Self {
            drive,
            text: text.into(),
            headline: None,
            judged: true,
            evidence: evidence.into(),
            rule,
        }
    }

    /// Nothing is found, and why.
    pub(crate) fn not_judged(
        drive: usize,
        why: impl Into<String>,
        evidence: impl Into<String>,
        rule: Rule,
    ) -> Self {
        Self {
            judged: false,
            ..Self::new(drive, why, evidence, rule)
        }
    }

    /// The same, in the headline too.
    pub(crate) fn in_headline(self, words: impl Into<String>) -> Self {
        Self {
            headline: Some(words.into()),
            ..self
        }
    }
}

/// The evidence of a drive in a chart whose buttons choose the drive.
pub(crate) fn of_drive(chart: &str, drive: usize) -> String {
    format!("{chart}?drive={}", drive + 1)
}

/// Everything that can be said of a drive from what was measured.
pub(crate) fn judge(drive: usize, group: &DriveRuns<'_>, data: &PageData) -> Vec<Judgement> {
    let mut found = torture::findings(drive, group, data);
    found.extend(conditions::of_rest(drive, group, data));
    found.extend(tortured_writes::finding(drive, data));
    found.extend(seconds::findings(drive, data));
    found.extend(conditions::findings(drive, data));
    found.extend(steady_state::finding(drive, data));
    found.extend(amplification::finding(drive, group, data));
    found.extend(length::finding(drive, data));
    found.extend(starting::finding(drive, data));
    found.extend(full_drive::findings(drive, data));
    found
}
