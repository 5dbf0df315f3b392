//! What the page opens with: a sentence a drive, made of judgements.

use super::Judgement;
use crate::data::PageData;
use schemars::JsonSchema;
use serde::Serialize;

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
pub fn headlines(data: &PageData) -> Vec<Headline> {
    (0..data.drives.len())
        .map(|drive| Headline {
            drive,
            parts: parts(drive, data),
        })
        .collect()
}

fn parts(drive: usize, data: &PageData) -> Vec<Part> {
    let own = || data.judgements.iter().filter(|one| one.drive == drive);
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
            text: "nothing to judge: no test in which drives fall was run to its end".into(),
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
