//! Headings and notes around sentences and tables in Markdown.

use super::tables::Head;
use crate::expect::Answer;

/// Of a document with results.
pub fn title(of: &str) -> String {
    format!("Four Corners: {of}")
}

/// Of one without any.
pub const NO_RESULTS: &str = "Four Corners: no results";

/// Above the recommendations.
pub const FINAL_WORDS: &str = "Recommendations";

/// Above what was found.
pub const FINDINGS: &str = "Findings";

/// Above a comparison.
pub const SIDE_BY_SIDE: &str = "Side by side";

/// Above the command lines.
pub const TO_REPEAT_IT: &str = "Commands";

/// The table of expectations.
pub fn expected() -> Head {
    Head {
        title: "Expectations".into(),
        header: ["", "expected", "of", "measured"]
            .map(String::from)
            .to_vec(),
    }
}

/// Whether an expectation was met.
pub fn verdict(answer: &Answer) -> &'static str {
    match answer.met {
        true => "met",
        false => "NOT MET",
    }
}

/// After a recommendation: its rule, and the drives that are not ranked.
pub fn rule_and_silence(rule: &str, not_measured: &str) -> String {
    match not_measured {
        "" => format!("(Rule: {rule}.)"),
        some => format!("(Rule: {rule}.) Not ranked: {some}."),
    }
}

/// What made the results of a drive.
pub fn made_by(version: &str, seed: &str) -> String {
    format!("(fourcorners {version}, seed {seed})")
}
