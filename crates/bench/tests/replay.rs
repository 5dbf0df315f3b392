//! A trace issued again: when each I/O is issued, where it goes, and what is told of it.

mod bed;

use bed::replays::{carry_out, figures, library, planned, simulated};
use bed::{Fault, NotingDrive, StopAfter, folder, header, io, lasting, trace};
use fourcorners_bench::record::{Measured, Replayed, Status};
use fourcorners_bench::{
    Action, Extent, FolderWriter, KeptRun, Observer, Options, Past, PhaseKey, RunEnd, Silent,
    Trace, digest, run,
};
use fourcorners_block::{Bytes, DataClass, Drive, DriveKind, Nanos};
use fourcorners_trace::{About, Op, Predecessor, Record, Records, TraceError};
use proptest::prelude::*;
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

#[test]
fn is_an_io_issued_its_think_time_after_the_one_that_it_waited_for() {
    let (measured, replay) = replayed("", vec![read(0), after(1, 50), after(1, 1_000_000)]);
    assert_eq!(us(measured.duration_s), 100 + 50 + 100 + 1_000_000 + 100);
    assert_eq!(us(replay.busy_s), 300);
    assert_eq!(replay.data_rate_mb_per_s, 3.0 * 4096.0 / 300.0);
    assert_eq!(
        (replay.service_mean_us, replay.queue_depth_mean),
        (100.0, 1.0)
    );
    assert_eq!(
        (replay.records, measured.ios, measured.bytes),
        (3, 3, 3 * 4096)
    );
    assert_eq!(replay.idle_cut_s, 0.0);
}

#[test]
fn is_a_think_time_cut_at_the_limit() {
    let records = vec![read(0), after(1, 50), after(1, 1_000_000)];
    let (measured, replay) = replayed(", idle_limit_ms = 25", records);
    assert_eq!(us(measured.duration_s), 100 + 50 + 100 + 25_000 + 100);
    assert_eq!(us(replay.idle_cut_s), 975_000);
    assert_eq!((us(replay.busy_s), replay.idle_limit_ms), (300, Some(25)));
}

#[test]
fn does_an_io_that_waited_for_none_follow_the_issue_of_the_one_before() {
    let (measured, replay) = replayed("", vec![read(1_000_000), read(1_000_030), read(1_000_400)]);
    // From 0 to 130 us, and from 400 to 500.
    assert_eq!(us(replay.busy_s), 230);
    assert!((replay.queue_depth_mean - 300.0 / 230.0).abs() < 1e-9);
    assert_eq!(us(measured.duration_s), 500);
}

#[test]
fn is_what_is_due_first_issued_first() {
    let at = |record: Record, place: u64| Record {
        offset: Bytes(4096 * place),
        ..record
    };
    let records = vec![
        at(read(0), 0),
        at(after(1, 10_000), 1),
        at(read(10_000), 2), // 10 ms after the one before it was issued
        at(after(3, 1_000), 3),
        at(after(1, 2_000), 4),
    ];
    let mut drive = simulated();
    carry_out("", trace("it", records), &mut drive, &Options::default());
    let places: Vec<u64> = drive.ios().map(|(_, first, ..)| first / 8).collect();
    // The footprint was written before, in one piece.
    assert_eq!(places, [0, 0, 3, 4, 1, 2]);
}

#[test]
fn is_as_fast_as_possible_a_closed_loop_where_nothing_waited() {
    let records = (0..1000).map(|number| read(number * 1_000_000)).collect();
    let pace = ", pace = \"as-fast-as-possible\", queue_depth = 4";
    let (measured, replay) = replayed(pace, records);
    assert_eq!(us(measured.duration_s), 1000 / 4 * SERVICE_US);
    assert_eq!(
        (replay.service_mean_us, replay.queue_depth_mean),
        (100.0, 4.0)
    );
    assert_eq!(measured.queue_depth, 4);
    let (_, replay) = replayed(
        ", pace = \"as-fast-as-possible\"",
        vec![read(0), after(1, 900)],
    );
    assert_eq!(us(replay.busy_s), 200, "dependencies are kept");
}

#[test]
fn does_an_hour_by_timestamps_end_on_time() {
    let records = (0..360_000).map(|number| read(number * 10_000)).collect();
    let (measured, replay) = replayed(", pace = \"timestamps\"", records);
    assert_eq!(us(measured.duration_s), 3_600_000_000 - 10_000 + SERVICE_US);
    assert_eq!((replay.late, replay.latest.is_none()), (0, true));
    assert_eq!(us(replay.busy_s), 360_000 * SERVICE_US);
}

#[test]
fn are_ios_that_come_late_counted_and_the_latest_named() {
    // Four at once every 100 ms, each of which takes 20 ms of a drive that does one at a time.
    let at_once = |number: u64| read(number / 4 * 100_000);
    let records = (0..40).map(at_once).collect();
    let slow = NotingDrive::taking(Nanos::millis(20), DriveKind::Simulated, Bytes::mib(64));
    let pace = ", pace = \"timestamps\"";
    let run = carry_out(
        pace,
        trace("it", records),
        &mut slow.one_at_a_time(),
        &Options::default(),
    );
    let (measured, replay) = figures(&run);
    assert_eq!(replay.late, 30, "all but the first of each four");
    let latest = replay.latest.as_ref().expect("one of them");
    assert_eq!(
        (latest.record, latest.took_us, latest.due_s),
        (4, 60_000.0, 0.0)
    );
    assert_eq!(measured.latency_mean_us, 50_000.0, "the wait is part of it");
    assert_eq!(measured.wait_max_us, Some(60_000.0));
    assert_eq!(us(replay.busy_s), 800_000);
    let slowest: Vec<u64> = replay.slowest.iter().map(|io| io.record).collect();
    assert_eq!(slowest, [4, 8, 12, 16, 20, 24, 28, 32, 36, 40]);
}

#[test]
fn are_reads_writes_trims_and_flushes_told_apart() {
    let of = |op: Op, bytes: u64| Record {
        op,
        bytes: Bytes(bytes),
        data: (op == Op::Write).then_some(DataClass::Zero),
        ..after(1, 0)
    };
    let mut records = vec![read(0)];
    records.extend([
        of(Op::Write, 8192),
        of(Op::Trim, 4096),
        of(Op::Flush, 0),
        of(Op::Write, 100),
    ]);
    let (measured, replay) = replayed("", records.clone());
    let (reads, writes) = (replay.reads.expect("reads"), replay.writes.expect("writes"));
    assert_eq!(
        (reads.ios, reads.bytes, writes.ios, writes.bytes),
        (1, 4096, 2, 8192 + 512)
    );
    assert_eq!(
        (replay.trims, replay.flushes, replay.widened, replay.skipped),
        (1, 1, 1, 0)
    );
    assert_eq!((measured.ios, measured.bytes), (5, 4096 + 8192 + 512));
    assert_eq!(replay.data_rate_mb_per_s, measured.bytes as f64 / 500.0);
    // A drive that takes no TRIM does the others, each after the one before.
    let mut drive = simulated().without_trim();
    let run = carry_out("", trace("it", records), &mut drive, &Options::default());
    let (measured, replay) = figures(&run);
    assert_eq!((replay.trims, replay.skipped, replay.records), (0, 1, 5));
    assert_eq!((measured.ios, us(measured.duration_s)), (4, 400));
}

#[test]
fn is_what_is_read_written_before_and_what_will_be_written_said() {
    let write = Record {
        data: Some(DataClass::Ratio(460)),
        ..io(Op::Write, Nanos(0), Bytes::mib(3), Bytes::mib(1))
    };
    let library = library("", trace("it", vec![read(0), write]));
    let plan = planned(&library, &simulated(), &Options::default());
    let prepared = plan.actions.iter().find_map(|action| match action {
        Action::Prepare { state, work } => Some((state.as_str(), work.span, work.data)),
        _ => None,
    });
    assert_eq!(
        prepared,
        Some(("written", Bytes::mib(4), DataClass::Ratio(460)))
    );
    assert_eq!(plan.written_bytes, (4 + 1) << 20);
    let depths: Vec<usize> = plan
        .queue_depths()
        .iter()
        .map(|depth| depth.get())
        .collect();
    assert_eq!(
        depths,
        [32, 1024],
        "prepared at 32, replayed at the drive's deepest"
    );
    assert!(plan.comparable, "{}", plan.not_comparable_because);
    let mut full = Options::default();
    full.conditions.state = Some("filled".into());
    let plan = planned(&library, &simulated(), &full);
    let on = plan
        .phases()
        .next()
        .map(|key| (key.variant.as_str(), key.state.as_str()));
    assert_eq!(on, Some(("from-filled", "filled")));
    full.conditions.state = Some("new".into());
    let plan = planned(&library, &simulated(), &full);
    let [Action::Skip { reason, .. }] = plan.actions.as_slice() else {
        panic!("{:?}", plan.actions);
    };
    assert!(reason.contains("nothing to be read"), "{reason}");
}

#[test]
fn is_a_trace_larger_than_the_drive_refused_unless_it_is_to_be_wrapped() {
    let large = || {
        trace(
            "it",
            vec![read(0), io(Op::Read, Nanos(0), Bytes::gib(1), KIB4)],
        )
    };
    let refused = planned(&library("", large()), &simulated(), &Options::default());
    let [Action::Skip { reason, .. }] = refused.actions.as_slice() else {
        panic!("{:?}", refused.actions);
    };
    assert!(
        reason.contains("1.1 GB") && reason.contains("0.1 GB"),
        "{reason}"
    );
    let run = carry_out(
        ", fit = \"wrap\"",
        large(),
        &mut simulated(),
        &Options::default(),
    );
    let (measured, replay) = figures(&run);
    assert_eq!((replay.wrapped, measured.span_bytes), (1, 64 << 20));
    let shortened = planned(&library("", large()), &simulated(), &lasting(5));
    assert!(shortened.not_comparable_because.contains("wrapped"));
}

#[test]
fn does_a_duration_cut_the_recording() {
    let records = (0..100).map(|number| read(number * 100_000)).collect();
    let run = carry_out("", trace("it", records), &mut simulated(), &lasting(3));
    let (measured, replay) = figures(&run);
    assert_eq!(
        replay.records, 30,
        "those that were issued in its first 3 s"
    );
    assert_eq!(us(measured.duration_s), 2_900_000 + SERVICE_US);
    assert_eq!(run.samples.len(), 3);
    let ios: u64 = run.samples.iter().map(|second| second.ios).sum();
    assert_eq!(ios, measured.ios);
}

#[test]
fn is_an_io_that_fails_named() {
    let records = (0..10).map(|number| io(Op::Read, Nanos(number), Bytes(4096 * number), KIB4));
    let mut drive = simulated();
    drive.fault = Fault::FailsAt(1 + 3); // one writes the footprint
    let run = carry_out(
        "",
        trace("it", records.collect()),
        &mut drive,
        &Options::default(),
    );
    let Status::Failed { reason } = &run.entries[0].status else {
        panic!("{:?}", run.entries[0]);
    };
    assert!(reason.contains("the read of 4KiB at LBA 24 "), "{reason}");
}

#[test]
fn is_a_trace_that_breaks_off_a_failed_phase() {
    let records = vec![read(0); 5000];
    let extent = Extent {
        records: 9000,
        end: KIB4,
        ..Extent::default()
    };
    let broken = Trace::new("it", "", extent, move |_| {
        Ok(Box::new(BreaksOff {
            left: records.clone().into_iter(),
        }))
    });
    let run = carry_out("", broken, &mut simulated(), &Options::default());
    let Status::Failed { reason } = &run.entries[0].status else {
        panic!("{:?}", run.entries[0]);
    };
    assert!(reason.contains("it.trace:5001: no number"), "{reason}");
}

struct BreaksOff {
    left: std::vec::IntoIter<Record>,
}

impl Records for BreaksOff {
    fn about(&self) -> &About {
        unimplemented!("nobody asks")
    }
    fn streams(&self) -> &[String] {
        &[]
    }
    fn read(&mut self, most: usize, into: &mut Vec<Record>) -> Result<(), TraceError> {
        let before = into.len();
        into.extend(self.left.by_ref().take(most));
        if into.len() > before {
            return Ok(());
        }
        Err(TraceError::Broken {
            file: "it.trace".into(),
            place: "5001".into(),
            reason: "no number".into(),
        })
    }
}

/// Endless in effect, and says how many were asked for.
struct Counted {
    read: Arc<AtomicU64>,
    left: u64,
}

impl Records for Counted {
    fn about(&self) -> &About {
        unimplemented!("nobody asks")
    }
    fn streams(&self) -> &[String] {
        &[]
    }
    fn read(&mut self, most: usize, into: &mut Vec<Record>) -> Result<(), TraceError> {
        let count = self.left.min(most as u64);
        self.left -= count;
        self.read.fetch_add(count, Ordering::Relaxed);
        into.extend((0..count).map(|_| after(1, 1_000)));
        Ok(())
    }
}

#[test]
fn is_a_long_trace_read_as_it_is_needed() {
    let read = Arc::new(AtomicU64::new(0));
    let counter = Arc::clone(&read);
    let extent = Extent {
        records: 1_000_000,
        end: KIB4,
        duration: Nanos::secs(1100),
        ..Extent::default()
    };
    let trace = Trace::new("it", "", extent, move |_| {
        let read = Arc::clone(&counter);
        Ok(Box::new(Counted {
            read,
            left: 1_000_000,
        }))
    });
    let mut drive = simulated();
    let plan = planned(&library("", trace), &drive, &Options::default());
    let folder = folder();
    let mut writer =
        FolderWriter::create(&folder.path, &header(drive.identity())).expect("a folder");
    // The footprint's second, and ten of 909 I/Os each.
    let end = run(&plan, &mut drive, &mut writer, &mut StopAfter(11)).expect("a run");
    assert_eq!(end, RunEnd::Interrupted);
    let (done, read) = (drive.ios().count() as u64, read.load(Ordering::Relaxed));
    assert!((9_000..10_000).contains(&done), "{done}");
    assert!(
        (done..done + 10_000).contains(&read),
        "{read} read, {done} done"
    );
}

#[test]
fn does_a_replay_that_was_interrupted_end_as_one_that_was_not() {
    let one = |number: u64| Record {
        offset: Bytes(number % 100 * 4096),
        op: if number.is_multiple_of(3) {
            Op::Write
        } else {
            Op::Read
        },
        ..after(1 + number as u32 % 3, 10_000)
    };
    let library = library("", trace("it", (0..2_000).map(one).collect()));
    let whole = |observer: &mut dyn Observer| {
        let mut drive = simulated();
        let plan = planned(&library, &drive, &Options::default());
        let folder = folder();
        let mut writer =
            FolderWriter::create(&folder.path, &header(drive.identity())).expect("a folder");
        run(&plan, &mut drive, &mut writer, observer).expect("a run");
        (plan, folder)
    };
    let (_, undisturbed) = whole(&mut Silent);
    let (plan, stopped) = whole(&mut StopAfter(4));
    let kept = KeptRun::open(&stopped.path).expect("a kept run");
    let done: Vec<[String; 3]> = kept
        .results()
        .iter()
        .map(|entry| entry.names().map(String::from))
        .collect();
    assert!(done.is_empty(), "it was stopped within its only phase");
    let is_done = |key: &PhaseKey| done.contains(&key.names().map(String::from));
    let rest = plan.rest(&is_done, Past::EndsWithPurge);
    let (mut writer, _) = kept.go_on(&plan).expect("a folder that goes on");
    run(&rest, &mut simulated(), &mut writer, &mut Silent).expect("the rest");
    drop(writer);
    let digest = |path| digest(path).expect("a digest");
    assert_eq!(digest(&stopped.path), digest(&undisturbed.path));
}

/// Due and finish of each record on a drive with slots for all, by the words of the rules.
fn model(records: &[Record], limit: Option<u64>) -> Vec<(u64, u64)> {
    let cut = |think: u64| limit.map_or(think, |limit| think.min(limit));
    let mut known: Vec<(u64, u64)> = Vec::new();
    for (number, record) in records.iter().enumerate() {
        let before = |back: usize| number.checked_sub(back);
        let predecessor = record.after.and_then(|after| {
            let number = before(after.back.get() as usize)?;
            Some(known[number].1 + cut(after.think.0))
        });
        let due = predecessor.unwrap_or_else(|| match before(1) {
            None => 0,
            Some(number) => known[number].0 + cut(record.issued.0 - records[number].issued.0),
        });
        known.push((due, due + SERVICE_US * 1000));
    }
    known
}

/// Time in which one of these is under way.
fn union(mut spans: Vec<(u64, u64)>) -> u64 {
    spans.sort_unstable();
    let (mut total, mut end) = (0, 0);
    for (from, until) in spans {
        total += until.max(end) - from.max(end);
        end = end.max(until);
    }
    total
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn are_instants_what_the_rules_say(
        steps in prop::collection::vec((0_u64..400, prop::option::of((1_u32..20, 0_u64..3_000))), 1..300),
        limit in prop::option::of(1_u64..3),
    ) {
        let mut issued_us = 0;
        let records: Vec<Record> = steps
            .iter()
            .map(|(gap_us, waited)| {
                issued_us += gap_us;
                let issued = Nanos::micros(issued_us);
                match waited {
                    Some((back, think_us)) => Record { issued, ..after(*back, *think_us) },
                    None => read(issued_us),
                }
            })
            .collect();
        let replay = limit.map_or(String::new(), |limit| format!(", idle_limit_ms = {limit}"));
        let expected = model(&records, limit.map(|ms| ms * 1_000_000));
        let ios = expected.len() as f64;
        let end = expected.iter().map(|(_, finish)| *finish).max().expect("records");
        let busy = union(expected);
        let (measured, replay) = replayed(&replay, records);
        prop_assert_eq!(us(measured.duration_s), end / 1000);
        prop_assert_eq!(us(replay.busy_s), busy / 1000);
        let depth = ios * SERVICE_US as f64 * 1000.0 / busy as f64;
        prop_assert!((replay.queue_depth_mean - depth).abs() < 1e-9);
        prop_assert_eq!(replay.late, 0);
    }
}
