//! Headings and notes between tables on the terminal.

/// Above the recommendations.
pub const FINAL_WORDS: &str = "Recommendations";

/// A warning, or a limit of a comparison.
pub fn note(text: &str) -> String {
    format!("Note: {text}")
}
