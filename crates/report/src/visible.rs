//! Characters that are not seen, and those that turn the text around them, made visible. What a
//! drive, a file or a folder is called passes through here on its way to the page, Markdown, JUnit
//! and the terminal.

use serde_json::Value;

/// What stands in their place, as in the results browser; and in that of a line's end, which
/// messages of tools have.
const REPLACEMENT: char = '\u{fffd}';
const LINE_END: char = '↵';

/// Controls (C0, DEL, C1, a line's end among them), separators of lines and paragraphs, and all
/// characters that override, embed or isolate a direction of writing (Unicode Standard Annex 9).
pub(crate) fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{2028}' | '\u{2029}' | '\u{61c}' | '\u{200e}' | '\u{200f}'
                | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
        )
}

/// A text in one line in which everything is seen.
pub fn visible(text: &str) -> String {
    let shown = |c| match c {
        '\n' => LINE_END,
        c if is_hidden(c) => REPLACEMENT,
        c => c,
    };
    text.chars().map(shown).collect()
}

/// The same of every text in a value, names of fields aside: those are ours.
pub(crate) fn all_visible(value: &mut Value) {
    match value {
        Value::String(text) if text.chars().any(is_hidden) => *text = visible(text),
        Value::Array(values) => values.iter_mut().for_each(all_visible),
        Value::Object(fields) => fields.values_mut().for_each(all_visible),
        _ => {}
    }
}
