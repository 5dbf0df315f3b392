//! The table of write caches in words.

use super::numbers::{short, time};
use super::tables::Head;
use fourcorners_findings::cache_table::{CacheEnd, CacheRow, CacheSize, CacheTable};

/// `111`, `111 (all)`, `256 or more`: GB written at cache speed.
pub fn size(size: CacheSize) -> String {
    let gb = match size.gb {
        0.0 => "0".into(),
        gb => short(gb),
    };
    match size.end {
        CacheEnd::Full => gb,
        CacheEnd::Whole => format!("{gb} (all)"),
        CacheEnd::Writes => format!("{gb} or more"),
        CacheEnd::Occupied => "occupied".into(),
    }
}

/// The same of a fill level: a drive that never slows down has no cache whose size could be told.
pub fn of_level(of: CacheSize, row: &CacheRow) -> String {
    match (of.end, row.after_mb_per_s) {
        (CacheEnd::Writes, None) => "no drop".into(),
        _ => size(of),
    }
}

/// `fresh`, `50 % full`.
fn level(percent: u32) -> String {
    match percent {
        0 => "fresh".into(),
        100.. => "full".into(),
        part => format!("{part} % full"),
    }
}

pub fn head(table: &CacheTable, has_second: bool) -> Head {
    let mut header = vec!["".into()];
    let levels = table.levels.iter();
    header.extend(levels.map(|percent| format!("GB, {}", level(*percent))));
    header.extend(["MB/s in cache".into(), "MB/s after it".into()]);
    if has_second {
        header.push("MB/s later".into());
    }
    header.push("MB/s, whole drive".into());
    let rests = table.rests_s.iter();
    header.extend(rests.map(|seconds| format!("GB back, {}", time(*seconds))));
    Head {
        title: "Write cache".into(),
        header,
    }
}
