//! Consistency runs as a table.

use super::{NO_FIGURE, Section, model, published};
use crate::consistency::Consistency;
use crate::data::PageData;
use crate::marks::MarkQuantity;
use crate::wording::numbers::percent;
use crate::wording::{marks, tables as words};
use fourcorners_findings::seconds::mean;

/// Seconds at the beginning of a consistency run of which the mean is told.
const FIRST_S: usize = 100;

const PRINTED: [MarkQuantity; 3] = [
    MarkQuantity::SteadyMean,
    MarkQuantity::SteadyFloor,
    MarkQuantity::WorstSecond,
];

/// A row per run.
pub(super) fn table(data: &PageData) -> Option<Section> {
    // A short run has no more seconds than it lasted.
    let lengths = data.consistency.iter().map(|run| run.iops.len());
    let first_s = lengths.max().unwrap_or(0).min(FIRST_S);
    let rows = data.consistency.iter().map(|run| row(data, run, first_s));
    Section::remarked(
        words::consistency(first_s, data.late_from_s),
        rows.collect(),
    )
}

fn row(data: &PageData, run: &Consistency, first_s: usize) -> (Vec<String>, String) {
    let figure = |figure: Option<String>| figure.unwrap_or(NO_FIGURE.into());
    let early = &run.iops[..run.iops.len().min(first_s)];
    let early = mean(early).map(|iops| match early.len() {
        all if all == first_s => format!("{iops:.0}"),
        fewer => words::mean_of_fewer(iops, fewer),
    });
    let of = data.marks_of(run.drive, &run.test, &run.phase, &run.variant);
    let name = |of| marks::name(of).into();
    let row = vec![
        model(data, run.drive),
        run.label.clone(),
        figure(early),
        figure(run.end.map(|end| format!("{:.0}", end.median))),
        figure(run.end.map(|end| end.p1.to_string())),
        figure(run.end.map(|end| end.worst.to_string())),
        figure(run.end.map(|end| format!("{:.0}", end.mean))),
        figure(run.end.map(|end| percent(end.slow_percent))),
        figure(run.write_amplification.map(words::amplification)),
        figure(run.pe_cycles.clone()),
        published(of, &PRINTED, name, |value| format!("{value:.0}")),
    ];
    let names = [&*run.test, &*run.variant, &*run.phase];
    (row, data.remark_on(run.drive, names))
}
