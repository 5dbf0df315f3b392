//! Fills as a table.

use super::{NO_FIGURE, Section, model, named};
use crate::data::PageData;
use crate::fills::Fill;
use crate::wording::numbers::speed;
use crate::wording::tables as words;

/// A row per fill.
pub(super) fn table(data: &PageData) -> Option<Section> {
    let row = |fill: &Fill| {
        let known = |of: Option<String>| of.unwrap_or(NO_FIGURE.into());
        let cache = fill.cache;
        let ends = cache.filter(|cache| cache.after_mb_per_s.is_some());
        let names = [&*fill.test, &*fill.variant, &*fill.phase];
        let row = vec![
            named(&model(data, fill.drive), &fill.label),
            format!("{:.0}", fill.written_gb),
            known(ends.map(|cache| format!("{:.1}", cache.bytes as f64 / 1e9))),
            known(cache.and_then(|cache| cache.cache_mb_per_s.map(speed))),
            known(cache.and_then(|cache| cache.behind_mb_per_s().map(speed))),
            known(cache.and_then(|cache| cache.second_drop.map(|drop| speed(drop.after_mb_per_s)))),
            speed(fill.mean_mb_per_s),
        ];
        (row, data.remark_on(fill.drive, names))
    };
    let fills = data.fills.iter().flat_map(|chart| &chart.fills);
    Section::remarked(words::fills(), fills.map(row).collect())
}
