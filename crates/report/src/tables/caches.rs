//! The write caches of all drives.

use super::{NO_FIGURE, Section, model};
use crate::data::PageData;
use crate::wording::caches as words;
use crate::wording::numbers::speed;
use fourcorners_findings::cache_table::{CacheRow, CacheSize};

/// A row per drive.
pub(super) fn table(data: &PageData) -> Option<Section> {
    let table = data.caches.as_ref()?;
    let known = |of: Option<String>| of.unwrap_or(NO_FIGURE.into());
    let has_second = table.rows.iter().any(|row| row.second_mb_per_s.is_some());
    let row = |row: &CacheRow| {
        let size = |size: &Option<CacheSize>| known(size.map(words::size));
        let mut cells = vec![model(data, row.drive)];
        let level = |of: &Option<CacheSize>| known(of.map(|of| words::of_level(of, row)));
        cells.extend(row.levels.iter().map(level));
        cells.push(known(row.cache_mb_per_s.map(speed)));
        cells.push(known(row.after_mb_per_s.map(speed)));
        if has_second {
            cells.push(known(row.second_mb_per_s.map(speed)));
        }
        cells.push(known(row.whole_mb_per_s.map(speed)));
        cells.extend(row.rests.iter().map(size));
        cells
    };
    Section::new(
        words::head(table, has_second),
        table.rows.iter().map(row).collect(),
    )
}
