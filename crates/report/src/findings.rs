//! Findings and headlines in words.

use crate::rule::Rule;
use crate::wording::findings::{NOTHING, Words, rules, words};
use fourcorners_findings::judges::Finding;
use fourcorners_findings::review::Review;
use schemars::JsonSchema;
use serde::Serialize;

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

/// All findings.
pub(crate) fn judgements(review: &Review) -> Vec<Judgement> {
    review.findings.iter().map(Judgement::of).collect()
}

impl Judgement {
    fn of(finding: &Finding) -> Self {
        let Words { text, headline } = words(finding);
        Self {
            drive: finding.drive,
            text,
            headline: finding.in_headline.then_some(headline),
            judged: finding.judged,
            evidence: finding.evidence.clone(),
            rule: rules::rule(&finding.says),
        }
    }
}

/// The sentence about one drive, in parts that link to their charts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Headline {
    /// Number of the drive on the page.
    pub drive: usize,
    /// In order; there is at least one.
    pub parts: Vec<Part>,
}

/// A part of a headline.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Part {
    /// Its words.
    pub text: String,
    /// Link to a chart, as of a judgement.
    pub evidence: String,
}

/// Findings that fit into a sentence.
const MOST: usize = 4;

/// One a drive.
pub(crate) fn headlines(drives: usize, judgements: &[Judgement]) -> Vec<Headline> {
    (0..drives)
        .map(|drive| Headline {
            drive,
            parts: parts(drive, judgements),
        })
        .collect()
}

fn parts(drive: usize, judgements: &[Judgement]) -> Vec<Part> {
    let own = || judgements.iter().filter(|one| one.drive == drive);
    let part = |text: &str, judgement: &Judgement| Part {
        text: text.into(),
        evidence: judgement.evidence.clone(),
    };
    let found = own().filter_map(|one| Some(part(one.headline.as_deref()?, one)));
    let found: Vec<Part> = found.take(MOST).collect();
    if !found.is_empty() {
        return found;
    }
    // What was found without words for a headline, or why nothing was.
    let any = own().filter(|one| one.judged).chain(own()).next();
    vec![any.map_or_else(
        || Part {
            text: NOTHING.into(),
            evidence: "not-measured".into(),
        },
        |one| part(&one.text, one),
    )]
}

impl Headline {
    /// As one sentence without its end.
    pub fn sentence(&self) -> String {
        let parts: Vec<&str> = self.parts.iter().map(|part| part.text.as_str()).collect();
        parts.join("; ")
    }
}
