//! A statement about what is found of some runs, with the values that are found.

use fourcorners_bench::record::Run;
use fourcorners_findings::Review;
use fourcorners_findings::judges::{Finding, Says};
use fourcorners_findings::select::by_drive;

/// What is found of the first drive of some runs.
pub struct Case {
    /// A statement.
    pub what: &'static str,
    pub runs: Vec<Run>,
    pub found: Vec<Finding>,
}

pub fn case(
    what: &'static str,
    runs: impl Into<Vec<Run>>,
    found: impl IntoIterator<Item = Finding>,
) -> Case {
    Case {
        what,
        runs: runs.into(),
        found: found.into_iter().collect(),
    }
}

pub fn review(runs: &[Run]) -> Review {
    Review::of(&by_drive(runs))
}

/// Every case holds: these are all findings of a subject.
pub fn hold(cases: Vec<Case>, is_of: fn(&Says) -> bool) {
    for case in cases {
        let all = review(&case.runs).findings.into_iter();
        let found = all.filter(|one| one.drive == 0 && is_of(&one.says));
        let found: Vec<Finding> = found.collect();
        assert_eq!(found, case.found, "{}", case.what);
    }
}

/// A finding about the first drive that has a place in a headline.
pub fn told(evidence: &str, says: Says) -> Finding {
    Finding {
        in_headline: true,
        ..kept(evidence, says)
    }
}

/// One that has none.
pub fn kept(evidence: &str, says: Says) -> Finding {
    Finding {
        drive: 0,
        says,
        in_headline: false,
        judged: true,
        evidence: evidence.into(),
    }
}

/// Why nothing is judged.
pub fn unjudged(evidence: &str, says: Says) -> Finding {
    Finding {
        judged: false,
        ..kept(evidence, says)
    }
}
