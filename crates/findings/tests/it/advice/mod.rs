//! Whom a drive suits, and which of several suits best.

pub mod alone;
pub mod between;
mod left_out;
pub mod rankings;

use crate::case::review;
use fourcorners_bench::record::Run;
use fourcorners_findings::advice::Advice;

/// A statement about what is recommended of some runs.
pub struct Case {
    pub what: &'static str,
    pub runs: Vec<Run>,
    pub advice: Vec<Advice>,
}

pub fn case(
    what: &'static str,
    runs: impl Into<Vec<Run>>,
    advice: impl IntoIterator<Item = Advice>,
) -> Case {
    Case {
        what,
        runs: runs.into(),
        advice: advice.into_iter().collect(),
    }
}

/// Every case holds: this is all advice that it is about.
pub fn hold(cases: Vec<Case>, is_about: impl Fn(&Advice) -> bool) {
    for case in cases {
        let advice = review(&case.runs).advice.into_iter();
        let advice: Vec<Advice> = advice.filter(|one| is_about(one)).collect();
        assert_eq!(advice, case.advice, "{}", case.what);
    }
}
