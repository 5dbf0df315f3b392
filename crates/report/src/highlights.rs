//! What stands out among all drives of a page.

use crate::wording::highlights as words;
use fourcorners_findings::highlights as found;
use fourcorners_findings::review::Review;
use schemars::JsonSchema;
use serde::Serialize;

/// One line about all drives.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Highlight {
    /// What it is about.
    pub subject: String,
    pub text: String,
    /// Link to a chart, as of a judgement.
    pub evidence: String,
}

/// Lines that open a page at most, headlines included.
const MOST: usize = 7;

/// As many as have room after the headlines, the most useful first.
pub(crate) fn highlights(review: &Review, names: &[String], headlines: usize) -> Vec<Highlight> {
    let of = |found: &found::Highlight| Highlight {
        subject: words::subject(&found.says),
        text: words::text(&found.says, names),
        evidence: found.evidence.clone(),
    };
    let room = MOST.saturating_sub(headlines);
    review.highlights.iter().take(room).map(of).collect()
}
