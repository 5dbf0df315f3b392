//! The end of the advice: uses of which these runs say nothing, what measures them, and what is
//! never recommended.

use super::uses::{USES, Use};
use super::{Advice, Says, is_memory};
use crate::pages::Pages;
use crate::select::DriveRuns;
use serde::Serialize;

/// What no other advice says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LeftOut {
    pub uses: Vec<Unasked>,
    /// Drives that are memory.
    pub memory: Vec<usize>,
}

/// A use, and what would measure it: any of these.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Unasked {
    pub of: Use,
    pub by: Vec<MeasuredBy>,
}

/// Tests, and suites that have all of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MeasuredBy {
    pub tests: Vec<String>,
    pub suites: &'static [&'static str],
}

/// `None` where nothing is left out, or a single test was run, of which nobody expects advice, or
/// tests of which nothing is judged.
pub fn advise(
    advice: &[Advice],
    candidates: usize,
    groups: &[DriveRuns<'_>],
    pages: &Pages,
) -> Option<Advice> {
    if !pages.are_judged(groups) {
        return None;
    }
    let is_told = |of: Use| advice.iter().any(|one| one.of == Some(of));
    let mut uses: Vec<Unasked> = Vec::new();
    for judged in USES.iter().filter(|judged| !judged.needs.is_empty()) {
        let is_asked = match candidates {
            0 => false,
            1 => judged.alone,
            _ => judged.ranking.is_some(),
        };
        let is_expected = !advice.is_empty() || has_several_tests(groups);
        if !is_asked || !is_expected || is_told(judged.of) {
            continue;
        }
        let by = MeasuredBy {
            tests: judged.tests(pages).map(String::from).collect(),
            suites: judged.suites,
        };
        match uses.last_mut().filter(|last| last.of == judged.of) {
            Some(same) => same.by.push(by),
            None => uses.push(Unasked {
                of: judged.of,
                by: vec![by],
            }),
        }
    }
    let is_of_memory = |group: &DriveRuns<'_>| {
        let run = group.first();
        run.is_some_and(|run| is_memory(&run.header.identity))
    };
    let memory: Vec<usize> = (0..groups.len())
        .filter(|&drive| is_of_memory(&groups[drive]))
        .collect();
    (!uses.is_empty() || !memory.is_empty()).then(|| Advice {
        of: None,
        drives: Vec::new(),
        says: Says::LeftOut(LeftOut { uses, memory }),
        evidence: "bench".into(),
    })
}

/// Whether any run is of more than one test.
fn has_several_tests(groups: &[DriveRuns<'_>]) -> bool {
    let mut runs = groups.iter().flat_map(|group| &group.runs);
    runs.any(|run| {
        let mut tests = run.entries.iter().map(|entry| &entry.test);
        let first = tests.next();
        tests.any(|test| Some(test) != first)
    })
}
