//! Power of a real drive: by a meter outside of it, or not at all.

use crate::bed;

use bed::{
    NotingDrive, StopAfter, carry_out, folder, header, io, lasting, planned, replays, trace,
};
use fourcorners_bench::record::{Measured, NotRun, Run, Status};
use fourcorners_bench::{Action, FolderWriter, Options};
use fourcorners_block::{Bytes, Drawn, Drive, DriveKind, Nanos, NoReading, NotDrawn};
use fourcorners_run::{RunEnd, run};
use fourcorners_trace::Op;

fn drive(kind: DriveKind) -> NotingDrive {
    NotingDrive::new(kind, Bytes::gib(16))
}

fn metered() -> Options {
    Options {
        power_is_measured: true,
        ..lasting(2)
    }
}

#[test]
fn is_the_power_test_skipped_on_a_real_drive_without_a_meter() {
    for kind in [DriveKind::BlockDevice, DriveKind::RegularFile] {
        let plan = planned("power", &drive(kind), &lasting(2), 1);
        let [Action::Skip { because, .. }] = plan.actions.as_slice() else {
            panic!("{:?}", plan.actions)
        };
        assert_eq!(because, &NotRun::NoMeter);
    }
}

#[test]
fn is_it_run_with_a_meter_and_always_on_a_simulated_drive() {
    for (kind, options) in [
        (DriveKind::BlockDevice, metered()),
        (DriveKind::Simulated, lasting(2)),
    ] {
        let plan = planned("power", &drive(kind), &options, 1);
        let measured = |action: &&Action| matches!(action, Action::Measure { .. });
        assert_eq!(plan.actions.iter().filter(measured).count(), 3);
    }
}

fn measured(meter: Option<Result<Drawn, NotDrawn>>) -> Vec<Measured> {
    let mut drive = drive(DriveKind::BlockDevice);
    drive.meter = meter;
    let (end, run, _folder) =
        carry_out("power", &mut drive, &metered(), 1, &mut StopAfter(u32::MAX));
    assert_eq!(end.expect("an end"), RunEnd::Finished);
    let figures = run.entries.into_iter().map(|entry| {
        assert_eq!(entry.status, Status::Finished);
        entry.measured.expect("figures")
    });
    figures.collect()
}

#[test]
fn is_what_the_meter_says_in_every_phase() {
    let all = measured(Some(Ok(Drawn {
        mean_uw: 2_500_000,
        max_uw: 4_000_000,
        readings: 60,
    })));
    assert_eq!(all.len(), 3);
    for phase in all {
        assert_eq!(phase.power_mean_w, Some(2.5));
        assert_eq!(
            (phase.power_max_w, phase.power_readings),
            (Some(4.0), Some(60))
        );
        assert_eq!(phase.power_unknown, None);
    }
}

#[test]
fn is_a_meter_that_does_not_tell_a_sentence_and_no_number() {
    let silent = NotDrawn {
        meter: "a meter".into(),
        why: NoReading::TooShort { ms: 500 },
    };
    for phase in measured(Some(Err(silent.clone()))) {
        assert_eq!(phase.power_unknown, Some(silent.clone().into()));
        assert_eq!(phase.power_mean_w, None);
        assert_eq!((phase.power_max_w, phase.power_readings), (None, None));
    }
}

/// A replay with a long pause was stopped in it: the energy of the whole pause, divided by the time
/// until the last I/O, was 177,955,663,965.94 W.
#[test]
fn is_the_power_of_a_stopped_phase_that_of_the_time_until_then() {
    let at = |issued: Nanos| io(Op::Read, issued, Bytes(0), Bytes(4096));
    let records = vec![at(Nanos(0)), at(Nanos::secs(3600))];
    let library = replays::library("", trace("it", records));
    let mut drive = replays::simulated();
    drive.watts = 3;
    let plan = replays::planned(&library, &drive, &Options::default());
    let folder = folder();
    let mut writer =
        FolderWriter::create(&folder.path, &header(drive.identity())).expect("a folder");
    let end = run(&plan, &mut drive, &mut writer, &mut StopAfter(10)).expect("a run");
    assert_eq!(end, RunEnd::Interrupted);
    let stopped = Run::open(&folder.path).expect("a readable folder");
    let entry = &stopped.entries[0];
    assert_eq!(entry.status, Status::Interrupted);
    let measured = entry.measured.as_ref().expect("figures");
    let power_w = measured.power_mean_w.expect("it is known");
    assert!((power_w - 3.0).abs() < 1e-3, "{power_w}");
    assert_eq!((measured.ios, measured.duration_s), (1, 9.0));
}
