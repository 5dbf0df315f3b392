//! What was found of one drive, a line each, for documents that list it by run.

/// A finding or a recommendation, with how it was decided.
pub fn with_rule(text: &str, rule: &str) -> String {
    format!("{text} (rule: {rule})")
}

/// What spoils figures.
pub fn note(warning: &str) -> String {
    format!("note: {warning}")
}
