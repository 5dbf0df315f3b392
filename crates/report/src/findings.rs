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

/// One a drive, without drives of which no effect was found, unless none was found of any.
pub(crate) fn headlines(drives: usize, judgements: &[Judgement]) -> Vec<Headline> {
    let headlines: Vec<Headline> = (0..drives)
        .map(|drive| Headline {
            drive,
            parts: effects(drive, judgements),
        })
        .collect();
    let any = headlines.iter().any(|headline| !headline.parts.is_empty());
    let filled = headlines.into_iter().filter_map(|mut headline| {
        if headline.parts.is_empty() {
            let (part, judged) = first(headline.drive, judgements);
            if judged && any {
                return None;
            }
            headline.parts.push(part);
        }
        Some(headline)
    });
    filled.collect()
}

fn effects(drive: usize, judgements: &[Judgement]) -> Vec<Part> {
    let own = judgements.iter().filter(|one| one.drive == drive);
    own.filter_map(|one| Some(part(one.headline.as_deref()?, one)))
        .take(MOST)
        .collect()
}

/// What was found without words for a headline, which is judged, or why nothing was.
fn first(drive: usize, judgements: &[Judgement]) -> (Part, bool) {
    let own = || judgements.iter().filter(|one| one.drive == drive);
    let any = own().filter(|one| one.judged).chain(own()).next();
    let nothing = Part {
        text: NOTHING.into(),
        evidence: "not-measured".into(),
    };
    any.map_or((nothing, false), |one| (part(&one.text, one), one.judged))
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
