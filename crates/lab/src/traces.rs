//! A trace of the user's, as the library has those of the catalogue.

use crate::error::LabError;
use crate::review::Watcher;
use fourcorners_bench::record::UserTrace;
use fourcorners_bench::{Extent, Library, Pace, PhaseDef, TestDef, Trace};
use fourcorners_trace::{InOrder, OpenOptions, Records, open};
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
    let Some(user) = user else {
        return Ok(library);
    };
    let replay = &user.replay;
    if replay.trace == "-" {
        return Err(LabError::Refused(
            "a trace that is replayed is read twice, before the drive is touched and then: name a file, not standard input".into(),
        ));
    }
    if let Some(problem) = replay.contradiction() {
        return Err(LabError::Refused(problem.into()));
    }
    let FileTrace {
        trace,
        skipped,
        moved,
        volumes,
    } = of_file(&replay.trace, &user.reading, user.overlay)?;
    if skipped > 0 {
        watcher.say(&format!(
            "{}: {skipped} broken lines or files are passed over",
            replay.trace
        ));
    }
    if moved > 0 {
        watcher.say(&format!(
            "{}: {moved} records stand behind one that was issued later, and are replayed in order of issue",
            replay.trace
        ));
    }
    if let Some(volumes) = volumes {
        watcher.say(&format!(
            "{}: its {} streams (volumes, files) lie one behind the other on the drive; --overlay lays them over each other",
            replay.trace,
            volumes
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

/// What a user should know of a trace of theirs: that keeping its dependencies is keeping its times.
pub(crate) fn note(library: &Library, user: Option<&UserTrace>) -> Option<String> {
    let replay = &user?.replay;
    let extent = &library.trace(&replay.trace).ok()?.extent;
    (replay.pace == Pace::Dependencies && !extent.has_dependencies).then(|| {
        let cut = match replay.idle_limit_ms {
            Some(_) => ", gaps cut",
            None => "",
        };
        format!(
            "{}: it names no I/O that another waited for: each is issued at its time, as with --pace timestamps{cut}",
            replay.trace
        )
    })
}
/// A trace in a file, which is looked through for what a plan has to know of it, and how many lines and files
/// were passed over.
///
/// # Errors
/// The file cannot be read, is no trace, or holds no I/O.
pub(crate) fn of_file(
    file: &str,
    reading: &OpenOptions,
    overlay: bool,
) -> Result<FileTrace, LabError> {
    let (path, reading) = (PathBuf::from(file), *reading);
    let opened = move || open(&path, &reading).map(InOrder::new);
    let mut records = opened()?;
    let (extent, volumes) = match overlay {
        true => (Extent::of(&mut records)?, None),
        false => Extent::with_volumes(&mut records)?,
    };
    if extent.records == 0 {
        let why = match records.skipped() {
            0 => String::new(),
            skipped => format!(": all of it is broken ({skipped} lines or files)"),
        };
        return Err(LabError::Refused(format!("{file}: it holds no I/O{why}")));
    }
    let (skipped, moved) = (records.skipped(), records.moved());
    let count = volumes.as_ref().map(|volumes| volumes.count());
    let trace = Trace::new(file, "", extent, move |_| {
        let records: Box<dyn Records> = Box::new(opened()?);
        Ok(match &volumes {
            Some(volumes) => volumes.lay(records),
            None => records,
        })
    });
    Ok(FileTrace {
        trace,
        skipped,
        moved,
        volumes: count,
    })
}

/// A trace of a file, and what had to be done to it.
pub(crate) struct FileTrace {
    /// Itself.
    pub trace: Trace,
    /// Broken lines or files that are passed over.
    pub skipped: u64,
    /// Records that stand behind one that was issued later.
    pub moved: u64,
    /// Its streams, where they lie one behind the other.
    pub volumes: Option<u64>,
}
