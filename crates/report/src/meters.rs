//! What meters could not tell.

use fourcorners_bench::record::Run;

/// A sentence where a meter did not tell the power of a phase, or of several.
pub fn warning(run: &Run) -> Option<String> {
    let unknown = run.entries.iter().filter_map(|entry| {
        let reason = entry.measured.as_ref()?.power_unknown.as_ref()?;
        Some((entry, reason))
    });
    let unknown: Vec<_> = unknown.collect();
    let (entry, reason) = unknown.first()?;
    let more = match unknown.len() - 1 {
        0 => String::new(),
        1 => " (and one more phase)".into(),
        more => format!(" (and {more} more phases)"),
    };
    Some(format!(
        "{}: the power of {} {}{more} is not known: {reason}.",
        run.header.identity.model, entry.test, entry.phase
    ))
}
