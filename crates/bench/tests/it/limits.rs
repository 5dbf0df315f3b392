//! What a drive cannot do: said, never hidden in a figure.

use crate::bed;

use bed::{NotingDrive, StopAfter, carry_out, folder, header, is_write, lasting, library};
use fourcorners_bench::record::{Failure, NotComparable, NotRun, Run, Status};
use fourcorners_bench::{Action, FolderWriter, Silent, plan};
use fourcorners_block::{Blocks, Bytes, DiscardLimits, Drive, DriveKind, Nanos, NullDrive, Seed};
use fourcorners_run::{RunEnd, run};
use std::fs;

fn real() -> NotingDrive {
    NotingDrive::new(DriveKind::BlockDevice, Bytes::gib(8))
}

#[test]
fn is_it_said_that_the_old_content_stays() {
    let said = |drive: &mut NotingDrive| {
        let (end, _, folder) =
            carry_out("sequential-write-128k", drive, &lasting(1), 1, &mut Silent);
        assert_eq!(end.expect("a run"), RunEnd::Finished);
        fs::read_to_string(folder.path.join("wall.jsonl"))
            .expect("wall.jsonl")
            .contains(r#""event":"purged","by":"nothing""#)
    };
    assert!(said(&mut real().without_trim()));
    assert!(!said(&mut real()), "a drive that was made new");
}

#[test]
fn does_a_drive_without_trim_skip_the_test_of_it_and_no_other() {
    let mut drive = NotingDrive::new(DriveKind::BlockDevice, Bytes::mib(64)).without_trim();
    let (end, run, _folder) = carry_out("quick", &mut drive, &lasting(1), 1, &mut Silent);
    assert_eq!(end.expect("a run"), RunEnd::Finished);
    let trims: Vec<_> = run.entries.iter().filter(|e| e.test == "trim").collect();
    assert_eq!(trims.len(), 1, "the test as a whole");
    for entry in trims {
        let because = NotRun::NoTrim;
        assert_eq!(entry.status, Status::Skipped { because });
        assert!(entry.measured.is_none(), "never a figure: {entry:?}");
    }
    let others: Vec<_> = run.entries.iter().filter(|e| e.test != "trim").collect();
    for entry in &others {
        // Its raw NAND is not known.
        let skipped = matches!(entry.status, Status::Skipped { .. });
        assert_eq!(skipped, entry.variant == "spare-25", "{entry:?}");
        assert!(skipped || entry.status == Status::Finished, "{entry:?}");
    }
    assert_eq!(others.len(), 13, "all the others");
}

#[test]
fn trim_under_load_needs_a_real_drive_that_queues_trim() {
    let skipped = |kind, queued| -> Vec<NotRun> {
        let mut identity = NotingDrive::new(kind, Bytes::gib(1)).identity().clone();
        identity.discard = identity
            .discard
            .map(|limits| DiscardLimits { queued, ..limits });
        let options = lasting(1);
        let plan = plan(&library(), "trim-under-load", &identity, &options, Seed(1));
        let actions = plan.expect("a plan").actions;
        let skips = actions.into_iter().filter_map(|action| match action {
            Action::Skip { because, .. } => Some(because),
            _ => None,
        });
        skips.collect()
    };
    assert!(skipped(DriveKind::BlockDevice, true).is_empty());
    assert_eq!(skipped(DriveKind::BlockDevice, false), [NotRun::TrimWaits]);
    let former = skipped(DriveKind::Simulated, false);
    assert!(
        former.is_empty(),
        "folders of simulated drives do not say it"
    );
}

#[test]
fn is_a_phase_without_an_io_a_failure_and_not_a_zero() {
    let capacity = Blocks::from_bytes(Bytes::mib(64));
    let mut drive = NullDrive::new(capacity, Nanos::millis(2500));
    let library = library();
    let options = lasting(2);
    let plan = plan(
        &library,
        "sequential-write-128k",
        drive.identity(),
        &options,
        Seed(1),
    );
    let folder = folder();
    let mut writer =
        FolderWriter::create(&folder.path, &header(drive.identity())).expect("a folder");
    run(&plan.expect("a plan"), &mut drive, &mut writer, &mut Silent).expect("a run");
    let run = Run::open(&folder.path).expect("a folder");
    let [entry] = run.entries.as_slice() else {
        panic!("{:?}", run.entries)
    };
    let failure = Failure::NothingFinished;
    assert_eq!(entry.status, Status::Failed { failure });
    assert!(entry.measured.is_none());
    let seconds: Vec<u64> = run.samples.iter().map(|sample| sample.ios).collect();
    assert_eq!(seconds, [0, 0], "the seconds are there all the same");
}

#[test]
fn is_the_depth_told_that_was_used() {
    let mut drive = real().one_at_a_time();
    let (_, run, _folder) = carry_out(
        "random-write-4k-qd32",
        &mut drive,
        &lasting(1),
        1,
        &mut Silent,
    );
    let measured = run.entries[0].measured.as_ref().expect("figures");
    assert_eq!(measured.queue_depth, 1);
    let because = |test: &str, drive: &NotingDrive| {
        bed::planned(test, drive, &Default::default(), 1).not_comparable
    };
    let (asked, reached) = (32, 1);
    let too_shallow = [NotComparable::QueueDepth { asked, reached }];
    assert_eq!(because("random-write-4k-qd32", &drive), too_shallow);
    assert_eq!(because("torture", &drive), too_shallow);
    assert_eq!(because("hd-tach", &drive), [], "it asks for no more");
    assert_eq!(because("random-write-4k-qd32", &real()), []);
    assert!(drive.ios().all(|(.., depth)| depth == 1));
}

#[test]
fn does_stopping_a_preparation_leave_no_result() {
    // One second of filling 64 GiB: nothing has been measured yet.
    let mut drive = NotingDrive::new(DriveKind::BlockDevice, Bytes::gib(64));
    let (end, run, _folder) = carry_out("hd-tach", &mut drive, &lasting(1), 1, &mut StopAfter(1));
    assert_eq!(end.expect("a run"), RunEnd::Interrupted);
    assert!(run.entries.is_empty() && run.samples.is_empty() && run.damage.is_empty());
    assert!(drive.ios().count() > 0 && drive.ios().all(|(op, ..)| is_write(&op)));
}
