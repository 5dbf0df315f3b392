//! The suites of the reviews: what each of them does to a drive, simulated or real, in the
//! documents' order.

use crate::bed;
use fourcorners_bench::record::NotComparable;

use bed::{NotingDrive, lasting, library, planned};
use fourcorners_bench::{Action, Options, Plan, Variant};
use fourcorners_block::{Bytes, DriveKind};

/// 256 GB as Crucial counts: 238.5 GiB of 256 GiB NAND.
fn large(kind: DriveKind) -> NotingDrive {
    NotingDrive::new(kind, Bytes(256_060_514_304)).with_raw_nand(Bytes::gib(256))
}

/// Every measured phase as `test variant/phase from state`, and every skip as `skipped: test`.
fn steps(plan: &Plan) -> Vec<String> {
    let steps = plan.actions.iter().filter_map(|action| match action {
        Action::Measure { key, .. } => {
            let phase = match key.phase.as_str() {
                "measure" => String::new(),
                phase => format!("/{phase}"),
            };
            let name = format!("{} {}", key.test, key.variant);
            Some(format!("{}{phase} from {}", name.trim_end(), key.state))
        }
        Action::Skip { key, because } => Some(format!("skipped: {}: {because:?}", key.test)),
        _ => None,
    });
    steps.collect()
}

const SUITES: [(&str, &[&str]); 4] = [
    (
        "anandtech-2009",
        &[
            "random-write-4k-qd3 align-512B+data-repeating from new",
            "random-read-4k-qd3 from written",
            "sequential-read-2m data-repeating from filled",
            "sequential-write-2m data-repeating from new",
            "random-write-4k-qd3 from-used+align-512B+data-repeating from used",
            "sequential-read-2m from-used+data-repeating from used",
            "sequential-write-2m from-used+data-repeating from used",
            "vantage-hdd/defender from written",
            "vantage-hdd/gaming from written",
            "vantage-hdd/pictures from written",
            "vantage-hdd/startup from written",
            "vantage-hdd/movie-maker from written",
            "vantage-hdd/media-center from written",
            "vantage-hdd/music from written",
            "vantage-hdd/applications from written",
            "vantage-hdd from-filled/defender from filled",
            "vantage-hdd from-filled/gaming from filled",
            "vantage-hdd from-filled/pictures from filled",
            "vantage-hdd from-filled/startup from filled",
            "vantage-hdd from-filled/movie-maker from filled",
            "vantage-hdd from-filled/media-center from filled",
            "vantage-hdd from-filled/music from filled",
            "vantage-hdd from-filled/applications from filled",
            "vantage-hdd from-used/defender from used",
            "vantage-hdd from-used/gaming from used",
            "vantage-hdd from-used/pictures from used",
            "vantage-hdd from-used/startup from used",
            "vantage-hdd from-used/movie-maker from used",
            "vantage-hdd from-used/media-center from used",
            "vantage-hdd from-used/music from used",
            "vantage-hdd from-used/applications from used",
            "random-write-4k-qd3 data-repeating from new",
            "application-launch/alone from written",
            "application-launch/alone-25 from written",
            "application-launch/alone-400 from written",
            "application-launch/loaded from written",
            "application-launch/loaded-25 from written",
            "application-launch/loaded-400 from written",
        ],
    ),
    (
        "anandtech-2010",
        &[
            "random-write-4k-qd3 data-repeating from new",
            "random-write-4k-qd3 from new",
            "random-write-4k-qd32 data-repeating from new",
            "random-write-4k-qd32 from new",
            "random-read-4k-qd3 from written",
            "sequential-read-128k data-repeating from filled",
            "sequential-read-2m data-repeating from filled",
            "sequential-read-128k from filled",
            "sequential-read-2m from filled",
            "sequential-write-128k data-repeating from new",
            "sequential-write-128k from new",
            "sequential-write-2m data-repeating from new",
            "sequential-write-2m from new",
            "vantage-memories/import from written",
            "vantage-memories/edit from written",
            "vantage-tv/transcode from written",
            "vantage-tv/media-center from written",
            "vantage-gaming/textures from written",
            "vantage-gaming/level from written",
            "vantage-music from written",
            "vantage-communications/mail from written",
            "vantage-communications/web from written",
            "vantage-productivity from written",
            "vantage-hdd/defender from written",
            "vantage-hdd/gaming from written",
            "vantage-hdd/pictures from written",
            "vantage-hdd/startup from written",
            "vantage-hdd/movie-maker from written",
            "vantage-hdd/media-center from written",
            "vantage-hdd/music from written",
            "vantage-hdd/applications from written",
            "sysmark/e-learning from written",
            "sysmark/e-learning-25 from written",
            "sysmark/e-learning-400 from written",
            "sysmark/office-productivity from written",
            "sysmark/office-productivity-25 from written",
            "sysmark/office-productivity-400 from written",
            "sysmark/video-creation from written",
            "sysmark/video-creation-25 from written",
            "sysmark/video-creation-400 from written",
            "sysmark/3d-modeling from written",
            "sysmark/3d-modeling-25 from written",
            "sysmark/3d-modeling-400 from written",
            "storage-bench-2010-light from written",
            "storage-bench-2010-heavy from written",
            "storage-bench-2010-gaming from written",
            "power/idle from filled",
            "power/sequential-write from new",
            "power/random-write from new",
            "hd-tach/read from filled",
            "hd-tach/write from filled",
            "hd-tach data-full-random/read from filled",
            "hd-tach data-full-random/write from filled",
            "torture/torture from filled",
            "torture/probe from tortured",
            "torture/read from tortured",
            "torture/write from tortured",
            "torture data-full-random/torture from filled",
            "torture data-full-random/probe from tortured",
            "torture data-full-random/read from tortured",
            "torture data-full-random/write from tortured",
            "trim/read from trimmed",
            "trim/write from trimmed",
            "trim data-full-random/read from trimmed",
            "trim data-full-random/write from trimmed",
            "recovery/clean from filled",
            "recovery/passes from tortured",
            "idle-gc/at-once-read from churned",
            "idle-gc/at-once-write from churned",
            "idle-gc/after-read from rested",
            "idle-gc/after-write from rested",
        ],
    ),
    (
        "anandtech-2011",
        &[
            "random-write-4k-qd3 data-repeating from new",
            "random-write-4k-qd3 from new",
            "random-write-4k-qd3 long from new",
            "random-write-4k-qd32 data-repeating from new",
            "random-write-4k-qd32 from new",
            "random-read-4k-qd3 from written",
            "sequential-read-128k from filled",
            "sequential-write-128k from new",
            "hd-tach/read from filled",
            "hd-tach/write from filled",
            "hd-tach data-full-random/read from filled",
            "hd-tach data-full-random/write from filled",
            "torture/torture from filled",
            "torture/probe from tortured",
            "torture/read from tortured",
            "torture/write from tortured",
            "torture data-full-random/torture from filled",
            "torture data-full-random/probe from tortured",
            "torture data-full-random/read from tortured",
            "torture data-full-random/write from tortured",
            "recovery/clean from filled",
            "recovery/passes from tortured",
            "trim/read from trimmed",
            "trim/write from trimmed",
            "trim data-full-random/read from trimmed",
            "trim data-full-random/write from trimmed",
            "storage-bench-2011-heavy from written",
            "storage-bench-2011-light from written",
        ],
    ),
    (
        "anandtech-2013",
        &[
            "consistency from filled",
            "consistency spare-25 from filled",
            "consistency spare-25-late from filled",
            "destroyer from written",
            "destroyer from-filled from filled",
        ],
    ),
];

/// Somebody measures what the drive draws; else the test of power is skipped.
fn metered(options: Options) -> Options {
    Options {
        power_is_measured: true,
        ..options
    }
}

#[test]
fn does_each_suite_do_what_its_reviews_did_in_their_order() {
    for (suite, expected) in SUITES {
        for kind in [DriveKind::Simulated, DriveKind::BlockDevice] {
            let plan = planned(suite, &large(kind), &metered(Options::default()), 1);
            assert_eq!(steps(&plan), expected, "{suite}, {kind:?}");
            assert_eq!(plan.not_comparable, [], "{suite}");
        }
    }
}

#[test]
fn does_every_step_of_a_suite_say_where_it_is_from() {
    for suite in library().suites.values() {
        for test in &suite.tests {
            assert!(!test.source.is_empty(), "{}: {}", suite.name, test.id);
        }
    }
}

#[test]
fn is_an_hour_of_random_writes_kept_beside_three_minutes() {
    let drive = large(DriveKind::Simulated);
    let lasts = |options: &Options| -> Vec<(String, u64)> {
        let plan = planned("anandtech-2011", &drive, options, 1);
        let measured = plan.actions.iter().filter_map(|action| match action {
            Action::Measure { key, work } if key.test == "random-write-4k-qd3" => {
                Some((key.variant.clone(), work.duration_s))
            }
            _ => None,
        });
        measured.collect()
    };
    let of = |seconds: [u64; 3]| -> Vec<(String, u64)> {
        let names = ["data-repeating", "", "long"].map(String::from);
        names.into_iter().zip(seconds).collect()
    };
    assert_eq!(lasts(&Options::default()), of([180, 180, 3600]));
    assert_eq!(lasts(&lasting(3)), of([3; 3]), "also in a shortened run");
}

#[test]
fn does_a_shortened_suite_run_whole_on_a_small_drive() {
    for (suite, expected) in SUITES {
        let small = NotingDrive::new(DriveKind::BlockDevice, Bytes::gib(1))
            .with_raw_nand(Bytes(1100 << 20));
        let plan = planned(suite, &small, &metered(lasting(3)), 1);
        let steps = steps(&plan);
        let skipped = steps.iter().filter(|step| step.starts_with("skipped"));
        assert_eq!(skipped.count(), 0, "{steps:?}");
        assert_eq!(steps.len(), expected.len());
        let cut = plan.not_comparable.contains(&NotComparable::HalvedSpans);
        assert_eq!(cut, suite != "anandtech-2013", "{suite}");
        for action in &plan.actions {
            let (Action::Measure { work, .. } | Action::Prepare { work, .. }) = action else {
                continue;
            };
            assert!(work.duration_s <= 3, "{suite}: {work:?}");
            assert!(work.span <= Bytes::gib(1), "{suite}: {work:?}");
        }
        // In its full length it wants a larger drive for its spans of 8 GiB or its traces, and says
        // so.
        let plan = planned(suite, &small, &Options::default(), 1);
        let refusals = self::steps(&plan);
        let is_small = |step: &&String| step.contains("TooSmall") || step.contains("TraceToo");
        assert!(refusals.iter().any(|step| is_small(&step)), "{suite}");
    }
}

#[test]
fn is_a_fixed_span_that_fits_left_as_it_is_in_a_shortened_run() {
    let drive = NotingDrive::new(DriveKind::BlockDevice, Bytes::gib(12));
    let plan = planned("random-write-4k-qd3", &drive, &lasting(3), 1);
    assert!(plan.actions.iter().any(
        |action| matches!(action, Action::Measure { work, .. } if work.span == Bytes::gib(8))
    ));
}

#[test]
fn is_the_name_of_every_variant_read_back() {
    for (suite, _) in SUITES {
        let plan = planned(suite, &large(DriveKind::Simulated), &Options::default(), 1);
        for action in &plan.actions {
            if let Action::Measure { key, .. } = action {
                let variant = Variant::parse(&key.variant).expect("a variant");
                assert_eq!(variant.to_string(), key.variant);
            }
        }
    }
    for name in [
        "span-80%",
        "span-8GiB",
        "span-all",
        "spare-25+data-ratio-460",
        "spare-25-late+from-used",
    ] {
        let variant = Variant::parse(name).expect("a variant");
        assert_eq!(variant.to_string(), name);
    }
    let wrong = [
        "short",
        "spare-many",
        "spare-late",
        "data-blue",
        "align-",
        "from",
    ];
    for name in wrong {
        assert_eq!(Variant::parse(name), None, "{name}");
    }
}
