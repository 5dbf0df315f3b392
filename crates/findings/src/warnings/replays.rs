//! Replays that were not what was recorded.

use super::as_printed;
use crate::trace_name::trace_name;
use fourcorners_bench::Pace;
use fourcorners_bench::record::{Entry, Replayed, Run};
use serde::Serialize;

/// What was otherwise.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Replay {
    /// Streams (volumes, files) lay one behind the other on the drive.
    Laid { streams: u64, trace: String },
    /// The recording lost events: I/Os are missing, or when they finished.
    Lost { events: u64, trace: String },
    /// Records stood in the trace's file behind one that was issued later.
    Moved {
        moved: u64,
        records: u64,
        trace: String,
    },
    /// By timestamps, I/Os that the drive took too late: what it did then is not what was recorded.
    Late {
        late: u64,
        records: u64,
        trace: String,
        /// Of the latest, in tenths of a millisecond.
        latest_ms: f64,
    },
}

/// In one run, because of its trace.
pub(super) fn of_trace(run: &Run) -> impl Iterator<Item = Replay> {
    run.entries.iter().filter_map(replayed).flat_map(|replay| {
        let trace = || trace_name(&replay.trace).into_owned();
        let laid = (replay.volumes > 0).then(|| Replay::Laid {
            streams: replay.volumes,
            trace: trace(),
        });
        let moved = (replay.moved > 0).then(|| Replay::Moved {
            moved: replay.moved,
            records: replay.records,
            trace: trace(),
        });
        let lost = (replay.lost_events > 0).then(|| Replay::Lost {
            events: replay.lost_events,
            trace: trace(),
        });
        laid.into_iter().chain(lost).chain(moved)
    })
}

/// In one run.
pub(super) fn late(run: &Run) -> impl Iterator<Item = Replay> {
    run.entries
        .iter()
        .filter_map(replayed)
        .filter_map(|replay| {
            let latest = replay.latest.as_ref()?;
            (replay.pace == Pace::Timestamps.name()).then(|| Replay::Late {
                late: replay.late,
                records: replay.records,
                trace: trace_name(&replay.trace).into_owned(),
                latest_ms: as_printed(latest.took_us / 1000.0, 1),
            })
        })
}

fn replayed(entry: &Entry) -> Option<&Replayed> {
    entry.measured.as_ref()?.replay.as_ref()
}
