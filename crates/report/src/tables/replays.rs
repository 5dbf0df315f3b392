//! What each replay did, as a table: its pace, what was cut of it, and its late and slowest I/Os.

use super::{NO_FIGURE, Section};
use crate::wording::numbers::duration;
use crate::wording::{drive, remarks, tables as words};
use fourcorners_bench::record::{Entry, Replayed, ReplayedOp, Run};
use fourcorners_findings::charts::MEASURE;
use fourcorners_findings::charts::vantage;
use fourcorners_findings::pages::Pages;
use fourcorners_findings::select::by_drive;
use fourcorners_findings::trace_name::trace_name;

/// A row per replay, PCMark's many left out.
pub(super) fn table(runs: &[Run], pages: &Pages) -> Option<Section> {
    let mut rows = Vec::new();
    let groups = by_drive(runs);
    for group in &groups {
        for entry in group.runs.iter().flat_map(|run| &run.entries) {
            let Some(measured) = entry.result() else {
                continue;
            };
            let replay = measured.replay.as_ref();
            if let Some(replay) = replay.filter(|_| !vantage::is_suite(&entry.test, pages)) {
                let remarks = remarks::line(&measured.remarks);
                rows.push((row(drive::name_of(group), entry, replay), remarks));
            }
        }
    }
    Section::remarked(words::replays(), rows)
}

fn row(model: String, entry: &Entry, replay: &Replayed) -> Vec<String> {
    let of = |ops: &Option<ReplayedOp>| match ops {
        Some(ops) => duration(ops.service_p99_us),
        None => NO_FIGURE.into(),
    };
    let parts = [
        trace_name(&replay.trace).as_ref(),
        &entry.variant,
        &entry.phase,
    ]
    .map(String::from);
    let told = parts
        .into_iter()
        .filter(|part| !part.is_empty() && part != MEASURE);
    let recorded = replay.recorded_s.map(|seconds| duration(seconds * 1e6));
    let cut = duration(replay.idle_cut_s * 1e6);
    vec![
        model,
        told.collect::<Vec<_>>().join(" "),
        words::pace(&replay.pace, replay.think_percent),
        replay.records.to_string(),
        recorded.unwrap_or(NO_FIGURE.into()),
        words::idle_cut(&cut, replay.idle_limit_ms),
        replay.late.to_string(),
        format!("{}, {}", of(&replay.reads), of(&replay.writes)),
        match replay.slowest.first() {
            Some(io) => words::slowest(io),
            None => NO_FIGURE.into(),
        },
    ]
}
