//! What was not measured, and why, where a reason of its own says no more.

use fourcorners_findings::names::MissingStatus;

/// How a phase or a test ended.
pub fn status(status: MissingStatus) -> &'static str {
    match status {
        MissingStatus::Cut => "cut",
        MissingStatus::Skipped => "skipped",
        MissingStatus::Interrupted => "interrupted",
        MissingStatus::Failed => "failed",
        MissingStatus::NotBegun => "not started",
    }
}

/// The run was stopped in it.
pub const INTERRUPTED: &str = "the run was interrupted; this part is kept in its folder";

/// The run ended before it.
pub const NOT_BEGUN: &str = "the run ended before it; `review --resume` resumes the run";

/// A replay was cut to the length that was asked for, before what it was to show.
pub fn cut(asked_s: u64) -> String {
    format!("--duration cut the replay after {asked_s} s, before any response time was measured")
}
