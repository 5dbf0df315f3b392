//! A trace of the user's, as the library has those of the catalogue.

use crate::error::LabError;
use crate::message::Message;
use crate::watcher::Watcher;
use fourcorners_bench::record::UserTrace;
use fourcorners_bench::{FileTrace, Library, Pace, PhaseDef, TestDef};
use std::borrow::Cow;

/// Id of the test in which a trace of the user's is replayed.
pub const REPLAY: &str = "replay";

/// With the test [`REPLAY`] of a trace of the user's, if there is one. It is looked through for
/// what a plan has to know of it.
///
/// # Errors
/// The file cannot be read, or is no trace.
pub(crate) fn with(
    library: &'static Library,
    user: Option<&UserTrace>,
    watcher: &dyn Watcher,
) -> Result<Cow<'static, Library>, LabError> {
    let Some(user) = user else {
        return Ok(Cow::Borrowed(library));
    };
    let mut library = library.clone();
    let replay = &user.replay;
    if replay.trace == "-" {
        let error = "a replay reads its trace twice, so the trace cannot be standard input";
        return Err(LabError::Refused(Message::new(error).hint("name a file")));
    }
    if let Some(problem) = replay.contradiction() {
        return Err(LabError::Refused(problem.into()));
    }
    let FileTrace {
        trace,
        skipped,
        missing,
        moved,
        volumes,
    } = FileTrace::open(&replay.trace, &user.reading, user.overlay)?;
    if skipped > 0 {
        watcher.say(&format!(
            "{}: skipping {skipped} broken lines or files",
            replay.trace
        ));
    }
    if missing.lost > 0 {
        watcher.say(&format!(
            "warning: {}: the recording lost {} events, and with them I/Os",
            replay.trace, missing.lost
        ));
    }
    if moved > 0 {
        watcher.say(&format!(
            "{}: {moved} records are out of order; they are replayed in order of issue",
            replay.trace
        ));
    }
    if let Some(volumes) = volumes {
        watcher.say(&format!(
            "{}: its {} streams (volumes, files) are placed one after another on the drive; with \
             --overlay, all start at LBA 0",
            replay.trace, volumes
        ));
    }
    library.add_trace(trace);
    let phase = PhaseDef {
        name: "measure".into(),
        from: Some("written".into()),
        makes: None,
        positions: false,
        work: None,
        idle_s: None,
        replay: Some(replay.clone()),
        rounds: None,
    };
    let test = TestDef {
        page: None,
        id: REPLAY.into(),
        title: format!("Replay of {}", replay.trace),
        why: "Replay of a user-supplied trace.".into(),
        source: "the user's".into(),
        of_power: false,
        phases: vec![phase],
    };
    library.tests.insert(test.id.clone(), test);
    Ok(Cow::Owned(library))
}

/// What a user should know of a trace of theirs: that keeping its dependencies is keeping its
/// times.
pub(crate) fn note(library: &Library, user: Option<&UserTrace>) -> Option<String> {
    let replay = &user?.replay;
    let extent = &library.trace(&replay.trace).ok()?.extent;
    (replay.pace == Pace::Dependencies && !extent.has_dependencies).then(|| {
        let cut = match replay.idle_limit_ms {
            Some(_) => ", gaps limited",
            None => "",
        };
        format!(
            "{}: it records no dependencies, so each I/O is issued at its timestamp, as with \
             --pace timestamps{cut}",
            replay.trace
        )
    })
}
