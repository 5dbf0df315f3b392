//! A job whose I/Os stand in a log: a trace that is replayed.

use crate::depth::queue_depth;
use crate::settings::Settings;
use crate::work::is_direct;
use fourcorners_bench::{FileTrace, Fit, Pace, ReplayDef, Trace};
use fourcorners_trace::OpenOptions;

/// Names of logs are parted so; one is read.
const MORE: char = ':';

/// The log's I/Os, and how they are issued. None if something that decides it is wrong. `is_drive`:
/// whether a name is the drive's.
pub(crate) fn replay(
    settings: &mut Settings<'_>,
    is_drive: &dyn Fn(&str) -> bool,
) -> Option<(ReplayDef, Trace)> {
    for name in [
        "rw",
        "bs",
        "bssplit",
        "size",
        "io_size",
        "offset",
        "runtime",
        "time_based",
        "thinktime",
        "rate_iops",
    ] {
        if settings.text(name).is_some() {
            settings.note(&format!("{name}: the log determines the I/Os"));
        }
    }
    if settings
        .text("replay_redirect")
        .is_some_and(|name| !is_drive(name))
    {
        settings.wrong(
            "replay_redirect",
            "this is not the DRIVE of the command line, and only DRIVE is tested; remove it, or \
             name this one as DRIVE",
        );
    }
    let depth = queue_depth(settings);
    is_direct(settings);
    let is_fast = settings.flag("replay_no_stall", false);
    let file = settings.text("read_iolog")?;
    if file.contains(MORE) || file == "-" {
        settings.wrong(
            "read_iolog",
            "only one file can be read here; use one job per file, with stonewall",
        );
        return None;
    }
    // fio's own replay_redirect lays all files of a log over each other, too.
    let log = settings.read("read_iolog", |file| {
        FileTrace::open(file, &OpenOptions::default(), true).map_err(|error| error.to_string())
    })?;
    if !is_fast && depth.is_some_and(|depth| depth.get() > 1) {
        settings.note(
            "read_iolog: I/Os in flight follow from the log's timestamps and the drive's queue, \
             not from iodepth",
        );
    }
    let replay = ReplayDef {
        trace: file.into(),
        pace: match is_fast {
            true => Pace::AsFastAsPossible,
            false => Pace::Timestamps,
        },
        idle_limit_ms: None,
        queue_depth: depth.filter(|_| is_fast),
        fit: Fit::Refuse,
        think_percent: None,
        at_most_s: None,
        beside: None,
    };
    Some((replay, log.trace))
}
