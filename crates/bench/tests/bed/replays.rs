//! A test `replayed`, of a trace of any records.

use super::{NotingDrive, folder, header, suite_files};
use fourcorners_bench::record::{Measured, Replayed, Run, Status};
use fourcorners_bench::{FolderWriter, Library, Options, Plan, Silent, Trace, plan};
use fourcorners_block::{Bytes, Drive, DriveKind, Seed};
use fourcorners_run::run;

/// The shipped states, and a test `replayed` of the trace `it`.
pub fn library(replay: &str, trace: Trace) -> Library {
    let files = suite_files();
    let states = files.iter().find(|(path, _)| path == "states.toml");
    let (_, states) = states.expect("states.toml");
    let test = format!(
        "id = \"replayed\"\ntitle = \"\"\nwhy = \"\"\nsource = \"\"\n[[phase]]\nname = \
         \"measure\"\nfrom = \"written\"\nreplay = {{ trace = \"it\"{replay} }}"
    );
    let files = [
        ("states.toml", states.as_str()),
        ("tests/replayed.toml", &test),
    ];
    let mut library = Library::new(files.into_iter()).expect("a library");
    library.add_trace(trace);
    library
}

/// A simulated drive of 64 MiB that notes.
pub fn simulated() -> NotingDrive {
    NotingDrive::new(DriveKind::Simulated, Bytes::mib(64))
}

/// What would be done of a test `replayed`.
pub fn planned(library: &Library, drive: &NotingDrive, options: &Options) -> Plan {
    plan(library, "replayed", drive.identity(), options, Seed(1)).expect("a plan")
}

/// The test `replayed` to its end.
pub fn carry_out(replay: &str, trace: Trace, drive: &mut NotingDrive, options: &Options) -> Run {
    let plan = planned(&library(replay, trace), drive, options);
    let folder = folder();
    let mut writer =
        FolderWriter::create(&folder.path, &header(drive.identity())).expect("a folder");
    run(&plan, drive, &mut writer, &mut Silent).expect("a run");
    Run::open(&folder.path).expect("a readable folder")
}

/// Figures of its only phase.
pub fn figures(run: &Run) -> (&Measured, &Replayed) {
    let entry = &run.entries[0];
    assert_eq!(entry.status, Status::Finished);
    let measured = entry.measured.as_ref().expect("figures");
    (measured, measured.replay.as_ref().expect("a replay"))
}
