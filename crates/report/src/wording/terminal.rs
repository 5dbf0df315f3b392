//! What stands between tables and sentences on the terminal.

/// Above the recommendations.
pub const FINAL_WORDS: &str = "Final words";

/// A warning, or what makes a comparison say less than it seems to.
pub fn note(text: &str) -> String {
    format!("Note: {text}")
}
