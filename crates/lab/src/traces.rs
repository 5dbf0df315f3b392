//! A trace of the user's, as the library has those of the catalogue.

use crate::error::LabError;
use crate::review::Watcher;
use fourcorners_bench::record::UserTrace;
use fourcorners_bench::{Extent, Library, PhaseDef, TestDef, Trace};
use fourcorners_trace::{OpenOptions, open};
use std::path::PathBuf;

/// Id of the test in which a trace of the user's is replayed.
pub const REPLAY: &str = "replay";

/// With the test [`REPLAY`] of a trace of the user's, if there is one. It is looked through for what a plan
/// has to know of it.
///
/// # Errors
/// The file cannot be read, or is no trace.
pub(crate) fn with(
    mut library: Library,
    user: Option<&UserTrace>,
    watcher: &dyn Watcher,
) -> Result<Library, LabError> {
    let Some(UserTrace { replay, reading }) = user else {
        return Ok(library);
    };
    if replay.trace == "-" {
        return Err(LabError::Refused(
            "a trace that is replayed is read twice, before the drive is touched and then: name a file, not standard input".into(),
        ));
    }
    if let Some(problem) = replay.contradiction() {
        return Err(LabError::Refused(problem.into()));
    }
    let (trace, skipped) = of_file(&replay.trace, reading)?;
    if skipped > 0 {
        watcher.say(&format!(
            "{}: {skipped} broken lines or files are passed over",
            replay.trace
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
    };
    let test = TestDef {
        id: REPLAY.into(),
        title: format!("Replay of {}", replay.trace),
        why: "A trace of the user's, issued again.".into(),
        source: "the user's".into(),
        of_power: false,
        phases: vec![phase],
    };
    library.tests.insert(test.id.clone(), test);
    Ok(library)
}

/// A trace in a file, which is looked through for what a plan has to know of it, and how many lines and files
/// were passed over.
///
/// # Errors
/// The file cannot be read, is no trace, or holds no I/O.
pub(crate) fn of_file(file: &str, reading: &OpenOptions) -> Result<(Trace, u64), LabError> {
    let (path, reading) = (PathBuf::from(file), *reading);
    let opened = move || open(&path, &reading);
    let mut records = opened()?;
    let extent = Extent::of(&mut *records)?;
    if extent.records == 0 {
        return Err(LabError::Refused(format!("{file}: it holds no I/O")));
    }
    let skipped = records.skipped();
    Ok((Trace::new(file, "", extent, move |_| opened()), skipped))
}
