//! A trace issued again: when each I/O is issued, where it goes, and what is told of it.

#[path = "../bed/mod.rs"]
mod bed;
mod content;
mod reading;
mod timing;

use bed::{Fault, NotingDrive, StopAfter, folder, header, io, lasting, suite_files, trace};
use fourcorners_bench::record::{Measured, Replayed, Run, Status};
use fourcorners_bench::{
    Action, Extent, FolderWriter, KeptRun, Library, Observer, Options, Past, PhaseKey, Plan,
    RunEnd, Silent, Trace, digest, plan, run,
};
use fourcorners_block::{Bytes, DataClass, Drive, DriveKind, Nanos, Seed};
use fourcorners_trace::{About, Op, Predecessor, Record, Records, TraceError};
use std::num::NonZeroU32;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

const KIB4: Bytes = Bytes(4096);
/// What the noting drive takes for an I/O.
const SERVICE_US: u64 = 100;

fn read(issued_us: u64) -> Record {
    io(Op::Read, Nanos::micros(issued_us), Bytes(0), KIB4)
}

fn after(back: u32, think_us: u64) -> Record {
    Record {
        after: Some(Predecessor {
            back: NonZeroU32::new(back).expect("at least one back"),
            think: Nanos::micros(think_us),
        }),
        ..read(0)
    }
}

/// The shipped states, and a test `replayed` of the trace `it`.
fn library(replay: &str, trace: Trace) -> Library {
    let files = suite_files();
    let states = files.iter().find(|(path, _)| path == "states.toml");
    let (_, states) = states.expect("states.toml");
    let test = format!(
        "id = \"replayed\"\ntitle = \"\"\nwhy = \"\"\nsource = \"\"\n[[phase]]\nname = \"measure\"\nfrom = \"written\"\nreplay = {{ trace = \"it\"{replay} }}"
    );
    let files = [
        ("states.toml", states.as_str()),
        ("tests/replayed.toml", &test),
    ];
    let mut library = Library::new(files.into_iter()).expect("a library");
    library.add_trace(trace);
    library
}

fn simulated() -> NotingDrive {
    NotingDrive::new(DriveKind::Simulated, Bytes::mib(64))
}

fn planned(library: &Library, drive: &NotingDrive, options: &Options) -> Plan {
    plan(library, "replayed", drive.identity(), options, Seed(1)).expect("a plan")
}

fn carry_out(replay: &str, trace: Trace, drive: &mut NotingDrive, options: &Options) -> Run {
    let plan = planned(&library(replay, trace), drive, options);
    let folder = folder();
    let mut writer =
        FolderWriter::create(&folder.path, &header(drive.identity())).expect("a folder");
    run(&plan, drive, &mut writer, &mut Silent).expect("a run");
    Run::open(&folder.path).expect("a readable folder")
}

fn figures(run: &Run) -> (&Measured, &Replayed) {
    let entry = &run.entries[0];
    assert_eq!(entry.status, Status::Finished);
    let measured = entry.measured.as_ref().expect("figures");
    (measured, measured.replay.as_ref().expect("a replay"))
}

fn replayed(replay: &str, records: Vec<Record>) -> (Measured, Replayed) {
    let run = carry_out(
        replay,
        trace("it", records),
        &mut simulated(),
        &Options::default(),
    );
    let (measured, replay) = figures(&run);
    (measured.clone(), replay.clone())
}

fn us(seconds: f64) -> u64 {
    (seconds * 1e6).round() as u64
}
