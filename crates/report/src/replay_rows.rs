//! What each replay did, for the terminal: its pace, what was cut of it, and its late and slowest I/Os.

use crate::wording::drive;
use crate::wording::numbers::duration as time;
use fourcorners_bench::record::{Entry, Replayed, ReplayedOp, Run, Status};
use fourcorners_findings::charts::replays::name;
use fourcorners_findings::charts::vantage;
use fourcorners_findings::pages::Pages;
use fourcorners_findings::select::by_drive;

/// Titles of the columns.
pub const HEADER: [&str; 9] = [
    "",
    "trace",
    "pace",
    "I/Os",
    "recorded",
    "idle cut",
    "late",
    "99 % (read, write)",
    "worst",
];

/// A row a replay, PCMark's many left out.
pub fn rows(runs: &[Run]) -> Vec<Vec<String>> {
    let mut rows = Vec::new();
    let groups = by_drive(runs);
    let pages = Pages::of(&groups);
    for group in &groups {
        for entry in group.runs.iter().flat_map(|run| &run.entries) {
            let replay = entry.result().and_then(|measured| measured.replay.as_ref());
            if let Some(replay) = replay.filter(|_| !vantage::is_suite(&entry.test, &pages)) {
                rows.push(row(drive::name_of(group), entry, replay));
            }
        }
    }
    rows
}

fn row(model: String, entry: &Entry, replay: &Replayed) -> Vec<String> {
    let of = |ops: &Option<ReplayedOp>| match ops {
        Some(ops) => time(ops.service_p99_us),
        None => "-".into(),
    };
    let worst = replay
        .slowest
        .first()
        .map(|io| format!("{} ({} at {:.1} s)", time(io.took_us), io.op, io.due_s));
    let parts = [name(&replay.trace).as_ref(), &entry.variant, &entry.phase].map(String::from);
    let told = parts
        .into_iter()
        .filter(|part| !part.is_empty() && part != "measure");
    let pace = match replay.think_percent {
        Some(percent) => format!("{}, {percent} % of the computing", replay.pace),
        None => replay.pace.clone(),
    };
    let limit = replay
        .idle_limit_ms
        .map(|limit| format!(" (to {limit} ms)"));
    vec![
        model,
        told.collect::<Vec<_>>().join(" "),
        pace,
        replay.records.to_string(),
        replay.recorded_s.map_or("-".into(), |s| time(s * 1e6)),
        time(replay.idle_cut_s * 1e6) + &limit.unwrap_or_default(),
        replay.late.to_string(),
        format!("{}, {}", of(&replay.reads), of(&replay.writes)),
        worst.unwrap_or_else(|| "-".into()),
    ]
}

/// Why a finished replay has no figures of what it was to show: it was cut by the length that was asked for.
pub fn cut(run: &Run, entry: &Entry) -> Option<String> {
    let asked_s = run.header.request.as_ref()?.tests.duration_s?;
    let measured = entry.measured.as_ref()?;
    let replay = measured.replay.as_ref()?;
    let scenes = ["sysmark", "application-launch"];
    let waited_for = scenes.iter().any(|scene| entry.test.starts_with(scene));
    let lost =
        waited_for && replay.response_geomean_s.is_none() && entry.status == Status::Finished;
    lost.then(|| {
        format!(
            "cut after {asked_s} s of its recording (--duration), so nothing can be said of what a person waits for"
        )
    })
}
