//! Whether a drive goes on for an hour as it began.

use super::contrast::{TooShort, worst};
use super::{Judgement, Rule};
use crate::data::PageData;
use crate::names::Section;
use crate::spread::Difference;
use crate::words::speed;

const RULE: Rule = Rule {
    name: "length",
    says: "mean of the same test over a longer time against that over its own, of the tests that were run for both the one that loses most; a difference below 10 % is called none, one that repeated runs do not tell apart noise. Timed tests count from a minute on",
};

/// Of one drive.
pub(super) fn finding(drive: usize, data: &PageData) -> Option<Judgement> {
    let found = match worst(data, Section::Length, drive)? {
        Err(TooShort { chart, why }) => {
            let text = format!("not judged by how long it is written: {why}");
            return Some(Judgement::not_judged(drive, text, chart, RULE));
        }
        Ok(found) => found,
    };
    let (own, long) = (found.base.label, found.other.label);
    let figures = format!(
        "({} and {} MB/s, {})",
        speed(found.base.figure.value),
        speed(found.other.figure.value),
        found.what()
    );
    let text = match found.change() {
        Difference::Noise => found.noise(),
        Difference::Lower => {
            let lost = (1.0 - found.share()) * 100.0;
            format!("{lost:.0} % slower over {long} than over {own} {figures}")
        }
        Difference::Higher => format!("faster over {long} than over {own} {figures}"),
        Difference::None => format!("as fast over {long} as over {own} {figures}"),
    };
    Some(Judgement::new(drive, text, found.chart, RULE))
}
