//! `trace replay`: a trace of the user's issued to drives again.

use super::options::Replay;
use crate::end::End;
use crate::refusal::Refusal;
use crate::review;
use fourcorners_bench::record::UserTrace;
use fourcorners_bench::{Fit, ReplayDef};
use std::path::Path;

pub fn replay(replay: Replay, json: bool) -> Result<End, Refusal> {
    // A run is gone on with from any folder.
    let file = Path::new(&replay.file).canonicalize();
    let trace = file.map_or(replay.file, |file| file.display().to_string());
    let definition = UserTrace {
        reading: replay.reading.options(),
        overlay: replay.overlay,
        replay: ReplayDef {
            trace,
            pace: replay.pace,
            idle_limit_ms: replay.idle_limit,
            queue_depth: replay.queue_depth,
            fit: if replay.wrap { Fit::Wrap } else { Fit::Refuse },
            think_percent: None,
            at_most_s: None,
            beside: None,
        },
    };
    review::replay(&replay.drives, definition, replay.common, json)
}
