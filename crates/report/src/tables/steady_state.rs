//! Steady states as a table.

use super::{NO_FIGURE, Section, model};
use crate::data::PageData;
use crate::steady_state::Steady;
use crate::wording::tables as words;

/// A row per phase: drive, test, in a word, and both figures.
pub(super) fn table(data: &PageData) -> Option<Section> {
    let row = |steady: &Steady| {
        let window = steady.window.as_ref();
        let figure = |figure: Option<String>| figure.unwrap_or(NO_FIGURE.into());
        vec![
            model(data, steady.drive),
            steady.label.clone(),
            steady.verdict.clone(),
            figure(window.map(|window| format!("{:.1} %", window.range_percent))),
            figure(window.map(|window| format!("{:+.1} %", window.slope_percent))),
        ]
    };
    let rows = data.steady.iter().map(row).collect();
    Section::new(words::steady_state(), rows)
}
