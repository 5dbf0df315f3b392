//! What is done of each I/O, where, and on what?

use super::*;
use fourcorners_bench::record::{FailedOp, Failure, NotComparable, NotRun};

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
    assert_eq!(plan.not_comparable, []);
    let mut full = Options::default();
    full.conditions.state = Some("filled".into());
    let plan = planned(&library, &simulated(), &full);
    let on = plan
        .phases()
        .next()
        .map(|key| (key.variant.as_str(), key.state.as_str()));
    assert_eq!(on, Some(("from-filled", "filled")));
    // As a trace of a served drive that was new.
    full.conditions.state = Some("new".into());
    let plan = planned(&library, &simulated(), &full);
    let on = plan.phases().next().map(|key| key.state.as_str());
    assert_eq!(on, Some("new"));
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
    let [Action::Skip { because, .. }] = refused.actions.as_slice() else {
        panic!("{:?}", refused.actions);
    };
    let too_large = NotRun::TraceTooLarge {
        trace: "it".into(),
        beside: None,
        end_bytes: (1 << 30) + 4096,
        drive_bytes: 64 << 20,
    };
    assert_eq!(because, &too_large);
    let run = carry_out(
        ", fit = \"wrap\"",
        large(),
        &mut simulated(),
        &Options::default(),
    );
    let (measured, replay) = figures(&run);
    assert_eq!((replay.wrapped, measured.span_bytes), (1, 64 << 20));
    let shortened = planned(&library("", large()), &simulated(), &lasting(5));
    assert!(
        shortened
            .not_comparable
            .contains(&NotComparable::WrappedTraces)
    );
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
    let Status::Failed { failure } = &run.entries[0].status else {
        panic!("{:?}", run.entries[0]);
    };
    let Failure::Io { op, lba, bytes, .. } = failure else {
        panic!("{failure:?}")
    };
    assert_eq!((*op, *lba, *bytes), (FailedOp::Read, 24, 4096));
}
