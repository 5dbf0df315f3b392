//! Latencies of writes as a table.

use super::{Section, model, named, published};
use crate::data::PageData;
use crate::latency::{Latency, LatencyChart};
use crate::marks::MarkQuantity;
use crate::wording::numbers::duration;
use crate::wording::{marks, tables as words};
use fourcorners_findings::spread::Spread;

const PRINTED: [MarkQuantity; 2] = [MarkQuantity::LatencyMean, MarkQuantity::LatencyMax];

/// A row per drive.
pub(super) fn table(chart: &LatencyChart, data: &PageData) -> Option<Section> {
    let row = |latency: &Latency| {
        let [mean, p99, max] = latency.told.map(with_interval);
        let of = data.marks_of(
            latency.drive,
            &latency.test,
            &latency.phase,
            &latency.variant,
        );
        let names = [&*latency.test, &*latency.variant, &*latency.phase];
        let row = vec![
            named(&model(data, latency.drive), &latency.label),
            mean,
            p99,
            max,
            format!("{:.0} s", latency.max_at_s),
            published(of, &PRINTED, |of| marks::name(of).into(), duration),
        ];
        (row, data.remark_on(latency.drive, names))
    };
    let rows = chart.entries.iter().map(row).collect();
    Section::remarked(words::latencies(&chart.title), rows)
}

/// A time with the interval of repeated runs: `40.0 ms [38.1 ms to 44.0 ms]`.
fn with_interval(us: Spread) -> String {
    let (low, high) = (duration(us.low), duration(us.high));
    match low == high || !us.high.is_finite() {
        true => duration(us.value),
        false => words::with_interval(&duration(us.value), &low, &high),
    }
}
