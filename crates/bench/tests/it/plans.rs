//! What is going to be done to a drive: spans, states, skips.

use crate::bed;
use fourcorners_bench::record::{NotComparable, NotRun};

use bed::{NotingDrive, lasting, library, planned, planned_suite};
use fourcorners_bench::{
    Action, Options, Plan, PlanError, SpareMade, Suite, SuiteTest, plan, plan_suite,
};
use fourcorners_block::{Bytes, Drive, DriveKind, Seed};

/// 256 GB as Crucial counts: 238.5 GiB of 256 GiB NAND.
fn large(kind: DriveKind) -> NotingDrive {
    NotingDrive::new(kind, Bytes(256_060_514_304)).with_raw_nand(Bytes::gib(256))
}

fn skipped(plan: &Plan) -> Vec<(String, NotRun)> {
    let skips = plan.actions.iter().filter_map(|action| match action {
        Action::Skip { key, because } => {
            Some((format!("{} {}", key.test, key.variant), because.clone()))
        }
        _ => None,
    });
    skips.collect()
}

fn prepared(plan: &Plan) -> Vec<&str> {
    let prepared = plan.actions.iter().filter_map(|action| match action {
        Action::Prepare { state, .. } => Some(state.as_str()),
        _ => None,
    });
    prepared.collect()
}

#[test]
fn are_phases_measured_under_their_names_and_from_their_states() {
    let plan = planned(
        "four-corners",
        &large(DriveKind::Simulated),
        &Options::default(),
        1,
    );
    let measured: Vec<String> = plan
        .actions
        .iter()
        .filter_map(|action| match action {
            Action::Measure { key, .. } => Some(format!(
                "{}/{}/{} from {}",
                key.test, key.variant, key.phase, key.state
            )),
            _ => None,
        })
        .collect();
    let expected = [
        "random-write-4k-qd3//measure from new",
        "random-write-4k-qd32//measure from new",
        "random-read-4k-qd3//measure from written",
        "sequential-write-128k//measure from new",
        "sequential-read-128k//measure from filled",
        "hd-tach//read from filled",
        "hd-tach//write from filled",
        "torture//torture from filled",
        "torture//probe from tortured",
        "torture//read from tortured",
        "torture//write from tortured",
        "trim//read from trimmed",
        "trim//write from trimmed",
        "consistency//measure from filled",
        "consistency/spare-25/measure from filled",
    ];
    assert_eq!(measured, expected);
    assert_eq!(plan.not_comparable, []);
}

#[test]
fn does_a_quarter_of_256_gib_leave_192_gib() {
    let plan = planned(
        "four-corners",
        &large(DriveKind::Simulated),
        &Options::default(),
        1,
    );
    let spare = plan.actions.iter().rev().find_map(|action| match action {
        Action::Measure { key, work } if key.variant == "spare-25" => {
            Some((work.span, key.spare_per_mille))
        }
        _ => None,
    });
    assert_eq!(spare, Some((Bytes::gib(192), Some(250))));
    let filled: Vec<Bytes> = plan
        .actions
        .iter()
        .filter_map(|action| match action {
            Action::Prepare { state, work } if state == "filled" => Some(work.span),
            _ => None,
        })
        .collect();
    assert_eq!(
        filled,
        [Bytes(256_060_514_304), Bytes::gib(192)],
        "the span filled is the span tested"
    );
}

#[test]
fn is_less_spare_area_than_the_factorys_refused_with_the_figure() {
    let drive = large(DriveKind::Simulated);
    let options = Options {
        spare_percent: Some(5),
        ..Options::default()
    };
    let refused = plan(
        &library(),
        "consistency",
        drive.identity(),
        &options,
        Seed(1),
    );
    let Err(PlanError::TooLittleSpare(refused)) = refused else {
        panic!("{refused:?}")
    };
    let sentence = refused.to_string();
    assert!(
        sentence.contains("6.8 %") && sentence.contains("256GiB"),
        "{sentence}"
    );
    // A suite goes on without the test: other drives have less spare area than this one.
    let generous =
        NotingDrive::new(DriveKind::Simulated, Bytes::gib(186)).with_raw_nand(Bytes::gib(264));
    let plan = planned("four-corners", &generous, &Options::default(), 1);
    let [(test, because)] = skipped(&plan).try_into().expect("one skip");
    assert_eq!(test, "consistency spare-25");
    let NotRun::TooLittleSpare(too_little) = because else {
        panic!("{because:?}")
    };
    let sentence = too_little.to_string();
    assert!(sentence.contains("29.5 %"), "{sentence}");
}

#[test]
fn unknown_raw_nand_is_a_skip() {
    let unknown = NotingDrive::new(DriveKind::BlockDevice, Bytes::gib(64));
    let plan = planned("four-corners", &unknown, &Options::default(), 1);
    let [(test, because)] = skipped(&plan).try_into().expect("one skip");
    assert_eq!(test, "consistency spare-25");
    assert_eq!(because, NotRun::NandNotKnown { percent: 25 });
    let told = Options {
        raw_nand: Some(Bytes::gib(80)),
        ..Options::default()
    };
    let plan = planned("four-corners", &unknown, &told, 1);
    assert!(skipped(&plan).is_empty());
    assert!(plan.actions.iter().any(
        |action| matches!(action, Action::Measure { key, work } if key.variant == "spare-25"
            && work.span == Bytes::gib(60))
    ));
}

/// The story: a disk of 2008 was said not to tell its NAND.
#[test]
fn is_a_drive_without_nand_told_from_one_that_does_not_tell_it() {
    let disk = NotingDrive::new(DriveKind::Simulated, Bytes::gib(64));
    let [(test, because)] = skipped(&planned("four-corners", &disk, &Options::default(), 1))
        .try_into()
        .expect("one skip");
    assert_eq!(test, "consistency spare-25");
    assert_eq!(because, NotRun::NoNand { percent: 25 });
}

/// The story: 480 GB of 512 GiB leave 12.67 %, which was 12.6.
#[test]
fn is_the_factorys_spare_area_rounded() {
    let m500 = NotingDrive::new(DriveKind::Simulated, Bytes(480_103_981_056))
        .with_raw_nand(Bytes::gib(512));
    let plan = planned("four-corners", &m500, &Options::default(), 1);
    let of_consistency = plan.actions.iter().find_map(|action| match action {
        Action::Measure { key, .. } if key.test == "consistency" && key.variant.is_empty() => {
            key.spare_per_mille
        }
        _ => None,
    });
    assert_eq!(of_consistency, Some(127));
}

#[test]
fn does_spare_area_by_option_touch_only_tests_of_the_whole_drive() {
    let options = Options {
        spare_percent: Some(25),
        ..Options::default()
    };
    let plan = planned("four-corners", &large(DriveKind::Simulated), &options, 1);
    let variant = |test: &str| -> Vec<String> {
        let keys = plan.actions.iter().filter_map(|action| match action {
            Action::Measure { key, .. } if key.test == test => Some(key.variant.clone()),
            _ => None,
        });
        keys.collect()
    };
    assert_eq!(variant("random-write-4k-qd3"), [""]);
    assert_eq!(variant("hd-tach"), ["spare-25", "spare-25"]);
    assert_eq!(variant("consistency"), ["spare-25"], "once, not twice");
    assert_eq!(plan.not_comparable, [NotComparable::SpareArea]);
}

/// The suite of consistency alone, its spare area made by TRIM of a prepared drive.
fn late(percent: u32) -> Suite {
    let test = SuiteTest {
        spare_percent: Some(percent),
        spare_made: SpareMade::Late,
        ..SuiteTest::plain("consistency")
    };
    let of_2013 = library().suites["anandtech-2013"].clone();
    Suite {
        tests: vec![test],
        ..of_2013
    }
}

#[test]
fn late_spare_area_is_trimmed_off_a_filled_drive() {
    for kind in [DriveKind::Simulated, DriveKind::BlockDevice] {
        let mut plan = planned_suite(&late(25), &large(kind));
        plan.actions.retain(|action| *action != Action::Drain);
        let [
            Action::Purge,
            Action::Prepare { state, work },
            trim,
            measure,
        ] = plan.actions.as_slice()
        else {
            panic!("{:?}", plan.actions)
        };
        let (all, tested) = (Bytes(256_060_514_304), Bytes::gib(192));
        assert_eq!((state.as_str(), work.span), ("filled", all));
        let span = Bytes(all.0 - tested.0);
        assert_eq!(*trim, Action::Trim { from: tested, span });
        let Action::Measure { key, work } = measure else {
            panic!("{measure:?}")
        };
        assert_eq!((key.variant.as_str(), work.span), ("spare-25-late", tested));
        assert_eq!(key.spare_per_mille, Some(250));
    }
}

#[test]
fn late_spare_area_starts_from_the_kept_fill_of_a_simulated_drive() {
    let plan = planned(
        "anandtech-2013",
        &large(DriveKind::Simulated),
        &Options::default(),
        1,
    );
    let trim = |action: &Action| matches!(action, Action::Trim { .. });
    let trim = plan.actions.iter().position(trim).expect("a TRIM");
    assert!(matches!(plan.actions[trim - 1], Action::Restore(_)));
}

#[test]
fn late_spare_area_needs_trim_and_a_state_to_start_from() {
    let skips = |suite, drive| skipped(&planned_suite(suite, drive));
    let without = large(DriveKind::BlockDevice).without_trim();
    let name = "consistency spare-25-late".to_string();
    assert_eq!(skips(&late(25), &without), [(name, NotRun::NoTrim)]);
    // No more than the factory's: nothing to be trimmed.
    let all = NotingDrive::new(DriveKind::BlockDevice, Bytes::gib(48));
    let plan = planned_suite(&late(25), &all.with_raw_nand(Bytes::gib(64)));
    let mut actions = plan.actions.iter();
    assert!(!actions.any(|it| matches!(it, Action::Trim { .. })));
    let mut torture = late(25);
    torture.tests[0].id = "torture".into();
    let drive = large(DriveKind::Simulated);
    let options = Options::default();
    let refused = plan_suite(&library(), &torture, drive.identity(), &options, Seed(1));
    let refused = refused.expect_err("it makes its own state").to_string();
    assert!(
        refused.contains("torture prepares its own state"),
        "{refused}"
    );
}

#[test]
fn is_a_drive_that_is_too_small_skipped_or_halved() {
    let small = NotingDrive::new(DriveKind::BlockDevice, Bytes::gib(4));
    let four_corners = planned("four-corners", &small, &Options::default(), 1);
    let skips = skipped(&four_corners);
    assert_eq!(skips.len(), 4, "{skips:?}");
    let too_small = NotRun::TooSmall {
        needed_bytes: 8 << 30,
        drive_bytes: 4 << 30,
        half_would_do: true,
    };
    assert_eq!(skips[0].1, too_small);
    let quick = planned("quick", &small, &Options::default(), 1);
    assert_eq!(
        skipped(&quick).len(),
        1,
        "spare area alone: its raw NAND is not known"
    );
    assert!(
        quick
            .actions
            .iter()
            .any(|action| matches!(action, Action::Measure { key, work }
            if key.test == "random-write-4k-qd3" && work.span == Bytes::gib(2)))
    );
    let suite = "quick".into();
    assert_eq!(quick.not_comparable, [NotComparable::QuickLook { suite }]);
}

#[test]
fn are_states_prepared_once_where_they_can_be_forked() {
    let plan = planned(
        "four-corners",
        &large(DriveKind::Simulated),
        &Options::default(),
        1,
    );
    assert_eq!(
        prepared(&plan),
        ["written", "filled", "filled"],
        "the second one is over less of the drive"
    );
    let real = planned(
        "four-corners",
        &large(DriveKind::BlockDevice),
        &Options::default(),
        1,
    );
    let prepared = prepared(&real);
    assert_eq!(
        prepared
            .iter()
            .filter(|state| **state == "tortured")
            .count(),
        2,
        "{prepared:?}"
    );
    assert!(
        !real
            .actions
            .iter()
            .any(|action| matches!(action, Action::Save(_) | Action::Restore(_)))
    );
}

#[test]
fn is_nothing_kept_that_nothing_returns_to() {
    for (suite, kept) in [
        ("four-corners", 2),
        ("consistency", 0),
        ("hd-tach", 0),
        ("torture", 1),
    ] {
        let plan = planned(suite, &large(DriveKind::Simulated), &Options::default(), 1);
        let (mut saves, mut restored) = (Vec::new(), Vec::new());
        for action in &plan.actions {
            match action {
                Action::Save(slot) => saves.push(*slot),
                Action::Restore(slot) => {
                    assert!(
                        saves.contains(slot),
                        "{suite}: nothing is kept in slot {slot}"
                    );
                    restored.push(*slot);
                }
                _ => {}
            }
        }
        assert!(
            saves.iter().all(|slot| restored.contains(slot)),
            "{suite}: {saves:?} are kept, {restored:?} are returned to"
        );
        assert_eq!(saves.len(), kept, "{suite}");
    }
}

#[test]
fn is_what_the_user_changed_said() {
    let drive = large(DriveKind::Simulated);
    let plan = planned("four-corners", &drive, &lasting(3), 1);
    assert_eq!(plan.not_comparable, [NotComparable::Durations]);
    let zones = Options {
        zones: Some(16),
        ..Options::default()
    };
    let plan = planned("four-corners", &drive, &zones, 1);
    assert_eq!(plan.not_comparable, [NotComparable::Zones]);
    // A state is reached whole, however the passes are sampled.
    assert!(
        plan.actions
            .iter()
            .all(|action| !matches!(action, Action::Prepare { work, .. } if work.zones.is_some()))
    );
}

#[test]
fn is_an_unknown_suite_answered_with_the_nearest() {
    let drive = large(DriveKind::Simulated);
    let refused = plan(
        &library(),
        "four-croners",
        drive.identity(),
        &Options::default(),
        Seed(1),
    );
    let error = refused.expect_err("no such suite");
    let PlanError::Unknown(unknown) = &error else {
        panic!("{error}");
    };
    assert_eq!(unknown.nearest[0], "four-corners");
}

#[test]
fn are_bytes_and_time_said_beforehand() {
    let plan = planned(
        "hd-tach",
        &large(DriveKind::BlockDevice),
        &Options::default(),
        1,
    );
    // Filled once, written once.
    assert_eq!(plan.written_bytes, 2 * 256_060_514_304);
    // And read once, all at the assumed 300 MB/s.
    assert!(
        (plan.estimated_s - 3.0 * 256_060_514_304.0 / 300e6).abs() < 1.0,
        "{}",
        plan.estimated_s
    );
}

/// The first phase of `mixed` only waits: its state was once prepared over that phase's range,
/// which is empty, and the reads after it found nothing.
#[test]
fn rest_before_reads_starts_from_all_that_they_read() {
    let drive = NotingDrive::new(DriveKind::Simulated, Bytes::gib(238));
    for test in [
        "mixed",
        "fixed-rate",
        "trim-under-load",
        "rare-reads",
        "efficiency",
        "queue-depth-sweep-write",
        "fill-level",
    ] {
        let plan = planned(test, &drive, &Options::default(), 1);
        let prepared = plan.actions.iter().find_map(|action| match action {
            Action::Prepare { work, .. } => Some(work.span),
            _ => None,
        });
        assert_eq!(prepared, Some(Bytes::gib(32)), "{test}");
    }
}
