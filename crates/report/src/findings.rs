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

/// One per drive; drives of which no effect was found have none, unless none was found of any.
pub(crate) fn headlines(drives: usize, review: &Review, judgements: &[Judgement]) -> Vec<Headline> {
    let own = |drive| {
        let all = review.findings.iter().zip(judgements);
        all.filter(move |(finding, _)| finding.drive == drive)
    };
    let worth = (0..drives).filter_map(|drive| {
        let parts = worth_telling(own(drive));
        (!parts.is_empty()).then_some(Headline { drive, parts })
    });
    let worth: Vec<Headline> = worth.collect();
    if !worth.is_empty() {
        return worth;
    }
    let any = (0..drives).map(|drive| Headline {
        drive,
        parts: vec![first(own(drive))],
    });
    any.collect()
}

/// What has words for a headline; else the first effect, or why nothing was judged.
fn worth_telling<'a>(own: impl Iterator<Item = (&'a Finding, &'a Judgement)> + Clone) -> Vec<Part> {
    let with_words = own.clone();
    let found = with_words.filter_map(|(_, one)| Some(part(one.headline.as_deref()?, one)));
    let found: Vec<Part> = found.take(MOST).collect();
    if !found.is_empty() {
        return found;
    }
    let mut judged = own.clone().filter(|(finding, _)| finding.judged).peekable();
    if judged.peek().is_none() {
        return vec![first(own)];
    }
    let effect = judged.find(|(finding, _)| finding.says.is_an_effect());
    effect
        .map(|(_, one)| part(&one.text, one))
        .into_iter()
        .collect()
}

/// The first finding, judged if there is one.
fn first<'a>(own: impl Iterator<Item = (&'a Finding, &'a Judgement)> + Clone) -> Part {
    let judged = own.clone().filter(|(finding, _)| finding.judged);
    let nothing = || Part {
        text: NOTHING.into(),
        evidence: "not-measured".into(),
    };
    let found = judged.chain(own).next();
    found.map_or_else(nothing, |(_, one)| part(&one.text, one))
}

fn part(text: &str, judgement: &Judgement) -> Part {
    Part {
        text: text.into(),
        evidence: judgement.evidence.clone(),
    }
}

impl Headline {
    /// As one sentence without its end.
    pub fn sentence(&self) -> String {
        let parts: Vec<&str> = self.parts.iter().map(|part| part.text.as_str()).collect();
        parts.join("; ")
    }
}
