//! Phases that failed: said above all figures, with what to do about the reason that they name.

use crate::select::DriveRuns;
use crate::warnings::Warning;
use fourcorners_bench::record::Status;

/// Phases that are told by name.
const NAMED: usize = 3;
const REMEDY: &str = "Put right what the reason names, and measure again";

/// What failed for one reason.
struct Failure<'a> {
    titles: Vec<String>,
    /// Of the first of them.
    what: &'a str,
    remedy: &'a str,
}

/// A warning for each reason.
pub(crate) fn warnings_of(model: &str, group: &DriveRuns<'_>) -> Vec<Warning> {
    let mut failures: Vec<Failure<'_>> = Vec::new();
    for entry in group.runs.iter().flat_map(|run| &run.entries) {
        let Status::Failed { reason } = &entry.status else {
            continue;
        };
        // Its last sentence is what to do.
        let (what, remedy) = reason.rsplit_once(". ").unwrap_or((reason, REMEDY));
        let same = |one: &&mut Failure<'_>| one.remedy == remedy && cause(one.what) == cause(what);
        match failures.iter_mut().find(same) {
            Some(known) => known.titles.push(entry.title()),
            None => failures.push(Failure {
                titles: vec![entry.title()],
                what,
                remedy,
            }),
        }
    }
    let warning = |failure: Failure<'_>| {
        let phases = match failure.titles.len() {
            1 => "a phase failed".into(),
            many => format!("{many} phases failed"),
        };
        let named = failure.titles.iter().take(NAMED);
        let mut named: Vec<String> = named.cloned().collect();
        let more = failure.titles.len() - named.len();
        if more > 0 {
            named.push(format!("and {more} more"));
        }
        let text = format!(
            "{phases}: {}: {}.",
            named.join(", "),
            failure.what.trim_end_matches('.')
        );
        let remedy = format!("{}.", failure.remedy.trim_end_matches('.'));
        Warning::new(model, text, remedy)
    };
    failures.into_iter().map(warning).collect()
}

/// A reason without the I/O that it befell.
fn cause(reason: &str) -> &str {
    reason
        .split_once("(512-byte blocks) ")
        .map_or(reason, |(_, cause)| cause)
}
