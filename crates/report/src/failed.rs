//! Phases that failed, those of one cause together.

use crate::warnings::Warning;
use crate::wording::failure;
use fourcorners_bench::record::{Failure, Status};
use fourcorners_findings::select::DriveRuns;

/// Phases that are told by name.
const NAMED: usize = 3;
const REMEDY: &str = "Put right what the reason names, and measure again";

/// A warning for each cause.
pub(crate) fn warnings_of(model: &str, group: &DriveRuns<'_>) -> Vec<Warning> {
    // The first failure of each cause, and the phases that it befell.
    let mut failures: Vec<(&Failure, Vec<String>)> = Vec::new();
    for entry in group.runs.iter().flat_map(|run| &run.entries) {
        let Status::Failed { failure } = &entry.status else {
            continue;
        };
        match failures
            .iter_mut()
            .find(|(first, _)| first.is_like(failure))
        {
            Some((_, titles)) => titles.push(entry.title()),
            None => failures.push((failure, vec![entry.title()])),
        }
    }
    let warning = |(first, titles): (&Failure, Vec<String>)| {
        let phases = match titles.len() {
            1 => "a phase failed".into(),
            many => format!("{many} phases failed"),
        };
        let mut named: Vec<String> = titles.iter().take(NAMED).cloned().collect();
        let more = titles.len() - named.len();
        if more > 0 {
            named.push(format!("and {more} more"));
        }
        let text = format!("{phases}: {}: {}.", named.join(", "), failure::what(first));
        let remedy = failure::remedy(first).unwrap_or(REMEDY);
        Warning::new(model, text, format!("{remedy}."))
    };
    failures.into_iter().map(warning).collect()
}
