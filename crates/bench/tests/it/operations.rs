//! What a person waits for: response times of operations, computing of another length, and a trace
//! that runs beside another one.

use crate::bed;

use bed::{NotingDrive, folder, header, io, lasting, suite_files, trace};
use fourcorners_bench::record::{Measured, NotRun, Replayed, ResponseTime, Run, Status};
use fourcorners_bench::{
    Action, Extent, FolderWriter, Library, Options, Silent, TestDef, Trace, plan,
};
use fourcorners_block::{Bytes, Drive, DriveKind, Nanos, Seed};
use fourcorners_run::run;
use fourcorners_trace::{About, Op, Operation, Predecessor, Record, Records, TraceError};
use std::num::NonZeroU32;

/// Bytes that the trace in question touches; what runs beside it lies behind.
const FOOTPRINT: u64 = 1 << 20;

/// A read of a stream, at the place of its number.
fn read(number: u64, stream: u32, after: Option<(u32, u64)>) -> Record {
    let after = after.map(|(back, think_us)| Predecessor {
        back: NonZeroU32::new(back).expect("at least one back"),
        think: Nanos::micros(think_us),
    });
    Record {
        stream,
        after,
        ..io(
            Op::Read,
            Nanos::secs(number),
            Bytes(number * 4096),
            Bytes(4096),
        )
    }
}

/// A person who opens and saves: records of two operations, their names as they come.
struct Acted {
    about: About,
    names: Vec<String>,
    operations: Vec<Operation>,
    left: Vec<Record>,
}

impl Records for Acted {
    fn about(&self) -> &About {
        &self.about
    }
    fn streams(&self) -> &[String] {
        &self.names
    }
    fn operations(&self) -> &[Operation] {
        &self.operations
    }
    fn read(&mut self, most: usize, into: &mut Vec<Record>) -> Result<(), TraceError> {
        for record in self.left.drain(..most.min(self.left.len())) {
            if self.names.len() <= record.stream as usize {
                let (name, before_us, after_us) =
                    [("open", 200, 400), ("save", 300, 100)][self.names.len()];
                self.names.push(name.into());
                self.operations.push(Operation {
                    before: Nanos::micros(before_us),
                    after: Nanos::micros(after_us),
                });
            }
            into.push(record);
        }
        Ok(())
    }
}

/// `open` with two I/Os, 300 us of computing between them; a pause of 5 s; `save` with one.
fn acted() -> Trace {
    let records = vec![
        read(0, 0, None),
        read(1, 0, Some((1, 300))),
        read(2, 1, Some((1, 400 + 5_000_000 + 300))),
    ];
    let extent = Extent {
        records: 3,
        read_bytes: Bytes(3 * 4096),
        end: Bytes(FOOTPRINT),
        duration: Nanos::secs(2),
        ..Extent::default()
    };
    Trace::new("it", "", extent, move |_| {
        Ok(Box::new(Acted {
            about: About::default(),
            names: Vec::new(),
            operations: Vec::new(),
            left: records.clone(),
        }))
    })
}

/// Three reads, none of which waited for another.
fn load() -> Trace {
    trace("load", (0..3).map(|number| read(number, 0, None)).collect())
}

fn test_file(replay: &str) -> String {
    format!(
        "id = \"replayed\"\ntitle = \"\"\nwhy = \"\"\nsource = \"\"\n[[phase]]\nname = \
         \"measure\"\nfrom = \"written\"\nreplay = {{ trace = \"it\"{replay} }}"
    )
}

fn library(replay: &str) -> Library {
    let files = suite_files();
    let states = files.iter().find(|(path, _)| path == "states.toml");
    let (_, states) = states.expect("states.toml");
    let test = test_file(replay);
    let files = [
        ("states.toml", states.as_str()),
        ("tests/replayed.toml", &test),
    ];
    let mut library = Library::new(files.into_iter()).expect("a library");
    library.add_trace(acted());
    library.add_trace(load());
    library
}

/// A drive whose I/Os take so long.
fn taking(us: u64) -> NotingDrive {
    NotingDrive::taking(Nanos::micros(us), DriveKind::Simulated, Bytes::mib(64))
}

fn replayed_on(drive: &mut NotingDrive, replay: &str, options: &Options) -> (Measured, Replayed) {
    let plan = plan(
        &library(replay),
        "replayed",
        drive.identity(),
        options,
        Seed(1),
    );
    let folder = folder();
    let mut writer =
        FolderWriter::create(&folder.path, &header(drive.identity())).expect("a folder");
    run(&plan.expect("a plan"), drive, &mut writer, &mut Silent).expect("a run");
    let run = Run::open(&folder.path).expect("a readable folder");
    let entry = &run.entries[0];
    assert_eq!(entry.status, Status::Finished);
    let measured = entry.measured.clone().expect("figures");
    let replay = measured.replay.clone().expect("a replay");
    (measured, replay)
}

fn replayed(replay: &str) -> (Measured, Replayed) {
    replayed_on(&mut taking(100), replay, &Options::default())
}

fn us(seconds: f64) -> u64 {
    (seconds * 1e6).round() as u64
}

fn times(replay: &Replayed) -> Vec<(&str, u64)> {
    let of = |time: &'_ ResponseTime| us(time.seconds);
    let operations = replay.operations.iter().flatten();
    operations
        .map(|time| (time.operation.as_str(), of(time)))
        .collect()
}

#[test]
fn is_a_response_time_the_computing_and_the_ios_of_an_operation() {
    let (measured, replay) = replayed("");
    let open = 200 + 100 + 300 + 100 + 400;
    let save = 300 + 100 + 100;
    assert_eq!(times(&replay), [("open", open), ("save", save)]);
    let mean = replay.response_geomean_s.expect("a mean");
    assert!((mean - ((open * save) as f64).sqrt() / 1e6).abs() < 1e-12);
    assert_eq!((replay.think_percent, &replay.beside), (None, &None));
    // The clock starts with the first I/O.
    assert_eq!(us(measured.duration_s), 100 + 300 + 100 + 5_000_700 + 100);
}

#[test]
fn does_computing_of_another_length_leave_the_ios_as_they_are() {
    for (percent, open, save) in [
        (400, 4 * 900 + 200, 4 * 400 + 100),
        (25, 225 + 200, 100 + 100),
    ] {
        let (measured, replay) = replayed(&format!(", think_percent = {percent}"));
        assert_eq!(times(&replay), [("open", open), ("save", save)]);
        assert_eq!(replay.think_percent, Some(percent));
        assert_eq!(us(replay.busy_s), 300);
        let thought = 5_001_000 * u64::from(percent) / 100;
        assert_eq!(us(measured.duration_s), 300 + thought);
    }
}

#[test]
fn are_no_response_times_told_where_computing_was_cut_or_left_out() {
    for how in [
        ", idle_limit_ms = 25",
        ", pace = \"as-fast-as-possible\"",
        ", pace = \"timestamps\"",
    ] {
        let (_, replay) = replayed(how);
        assert_eq!(
            (replay.operations, replay.response_geomean_s),
            (None, None),
            "{how}"
        );
    }
}

#[test]
fn is_an_operation_that_was_cut_short_left_out() {
    let (_, replay) = replayed_on(&mut taking(100), "", &lasting(1));
    assert_eq!(replay.records, 1);
    assert_eq!(
        (replay.operations, replay.response_geomean_s),
        (Some(vec![]), None)
    );
}

const BESIDE: &str = ", beside = { trace = \"load\", lead_s = 1 }";

#[test]
fn does_a_load_that_takes_nothing_from_it_change_nothing() {
    let (measured, replay) = replayed(BESIDE);
    let (_, alone) = replayed("");
    assert_eq!(replay.operations, alone.operations);
    assert_eq!((replay.busy_s, replay.records), (alone.busy_s, 3));
    assert_eq!((&replay.reads, &replay.slowest.len()), (&alone.reads, &3));
    let beside = replay.beside.expect("a load");
    assert_eq!(
        (beside.trace.as_str(), beside.bytes),
        ("load", beside.ios * 4096)
    );
    assert_eq!(measured.ios, 3 + beside.ios);
    // 32 at once, 100 us each, for 6.0013 s: 32 in each of 60,013 rounds and what was under way.
    assert!(
        (1_920_000..=1_920_500).contains(&beside.ios),
        "{}",
        beside.ios
    );
}

#[test]
fn does_an_operation_wait_for_the_load_and_for_nothing_else() {
    let mut drive = taking(1000).one_at_a_time();
    let (_, replay) = replayed_on(&mut drive, BESIDE, &Options::default());
    // Of the load an I/O begins every millisecond. The first I/O is due as one of them would be,
    // and goes first. The second is due 300 us after the next of them has begun.
    let open = 200 + 1000 + 1000 + 1000 + 400;
    // The last is due 700 us after such a beginning.
    let save = 300 + 300 + 1000 + 100;
    assert_eq!(times(&replay), [("open", open), ("save", save)]);
}

#[test]
fn does_the_load_lie_behind_the_trace_and_end_with_it() {
    let mut drive = taking(1000).one_at_a_time();
    let (measured, _) = replayed_on(&mut drive, BESIDE, &Options::default());
    let places: Vec<u64> = drive
        .ios()
        .filter(|(op, ..)| !bed::is_write(op))
        .map(|(_, first, ..)| first * 512)
        .collect();
    let own: Vec<u64> = places
        .iter()
        .copied()
        .filter(|place| *place < FOOTPRINT)
        .collect();
    assert_eq!(own, [0, 4096, 8192], "in their order");
    assert!(places.iter().all(|place| *place < FOOTPRINT + 3 * 4096));
    let after = places.iter().rev().take_while(|place| **place != 8192);
    assert_eq!(
        after.count(),
        1,
        "what was queued while the last was under way"
    );
    assert_eq!(places.len() as u64, measured.ios);
}

#[test]
fn is_what_lies_under_trace_and_load_written_before_and_its_writing_foretold() {
    let drive = taking(100);
    let planned = plan(
        &library(BESIDE),
        "replayed",
        drive.identity(),
        &Options::default(),
        Seed(1),
    );
    let planned = planned.expect("a plan");
    let measured = planned.actions.iter().find_map(|action| match action {
        Action::Measure { work, .. } => Some(work.span),
        _ => None,
    });
    assert_eq!(measured, Some(Bytes(FOOTPRINT + 3 * 4096)));
    let small = NotingDrive::new(DriveKind::Simulated, Bytes(FOOTPRINT));
    let refused = plan(
        &library(BESIDE),
        "replayed",
        small.identity(),
        &Options::default(),
        Seed(1),
    );
    let refused = refused.expect("a plan").actions;
    assert!(
        matches!(
            &refused[0],
            Action::Skip {
                because: NotRun::TraceTooLarge { beside: Some(load), .. },
                ..
            } if load == "load"
        ),
        "{refused:?}"
    );
}

#[test]
fn is_computing_refused_to_a_pace_that_has_none() {
    for wrong in [
        ", pace = \"timestamps\", think_percent = 25",
        ", pace = \"as-fast-as-possible\", beside = { trace = \"load\" }",
        ", think_percent = 0",
        ", beside = { trace = \"load\", pace = \"timestamps\" }",
    ] {
        assert!(
            TestDef::parse("tests/replayed.toml", &test_file(wrong)).is_err(),
            "{wrong}"
        );
    }
}
