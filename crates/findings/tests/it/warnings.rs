//! Which warnings there are, whose they are, and which are one.

use crate::made::run;
use fourcorners_bench::health::{Health, HealthChange};
use fourcorners_bench::record::*;
use fourcorners_findings::Review;
use fourcorners_findings::comparison::beside::Beside;
use fourcorners_findings::comparison::notes::{Note, notes};
use fourcorners_findings::select::by_drive;
use fourcorners_findings::warnings::failed::Failed;
use fourcorners_findings::warnings::host::Host;
use fourcorners_findings::warnings::{Says, Warning, Whose, health};
use serde_json::json;

fn entry(test: &str, status: Status, measured: Option<Measured>) -> Entry {
    Entry {
        schema_version: SCHEMA_VERSION,
        test: test.into(),
        variant: String::new(),
        phase: "measure".into(),
        state: "filled".into(),
        status,
        measured,
    }
}

/// A phase in which the measuring program stood still.
fn stalled(test: &str, seconds: f64) -> Entry {
    let measured = json!({
        "op": "read", "pattern": "random", "block_bytes": 4096, "queue_depth": 1,
        "span_bytes": 1_000_000_000, "data": "", "duration_s": 10.0, "ios": 10, "bytes": 40_960,
        "iops_mean": 1.0, "throughput_mib_per_s": 1.0, "throughput_mb_per_s": 1.0,
        "latency_mean_us": 1.0, "latency_p50_us": 1.0, "latency_p99_us": 1.0,
        "latency_p999_us": 1.0, "latency_max_us": 1.0, "latency_max_at_s": 1.0,
        "stood_still_s": seconds
    });
    let measured = serde_json::from_value(measured).expect("figures");
    entry(test, Status::Finished, Some(measured))
}

fn warnings(runs: &[Run]) -> Vec<Warning> {
    Review::of(&by_drive(runs)).warnings
}

fn of(drives: &[usize], says: Says) -> Warning {
    Warning {
        whose: Whose::Drives(drives.to_vec()),
        says,
    }
}

#[test]
fn drives_share_a_warning_only_if_all_its_values_are_equal() {
    let changed = |name: &str, because: &[NotComparable]| {
        let mut run = run(name);
        run.header.not_comparable = because.to_vec();
        run
    };
    let short = [NotComparable::Durations];
    let sampled = [NotComparable::Durations, NotComparable::Zones];
    let runs = [
        changed("a", &short),
        changed("b", &sampled),
        changed("c", &short),
        run("d"),
    ];
    let says = |because: &[NotComparable]| Says::NotComparable(because.to_vec());
    let expected = [of(&[0, 2], says(&short)), of(&[1], says(&sampled))];
    assert_eq!(warnings(&runs), expected);
}

#[test]
fn stalls_that_read_alike_are_one_warning() {
    let stalled_run = |name: &str, stalls: &[(&str, f64)]| {
        let mut run = run(name);
        let stalls = stalls.iter();
        run.entries = stalls.map(|(test, s)| stalled(test, *s)).collect();
        run
    };
    let says = |seconds| {
        Says::Host(Host::StoodStill {
            phase: "trim measure".into(),
            seconds,
        })
    };
    let runs = [
        stalled_run("a", &[("torture", 0.3), ("trim", 1.24)]),
        stalled_run("b", &[("trim", 1.21)]),
        stalled_run("c", &[("trim", 1.26)]),
    ];
    assert_eq!(
        warnings(&runs),
        [of(&[0, 1], says(1.2)), of(&[2], says(1.3))]
    );
}

#[test]
fn damage_is_of_folders() {
    let damage = Damage {
        file: "results.jsonl".into(),
        what: Harm::Torn,
    };
    let damaged = |name: &str| {
        let mut run = run(name);
        run.damage = vec![damage.clone()];
        run
    };
    let expected = Warning {
        whose: Whose::Folders(vec!["runs/a".into(), "runs/b".into()]),
        says: Says::Damaged(damage.clone()),
    };
    assert_eq!(warnings(&[damaged("a"), damaged("b")]), [expected]);
}

#[test]
fn phases_that_failed_from_one_cause_are_one_warning() {
    let read = |lba| Failure::Io {
        op: FailedOp::Read,
        lba,
        bytes: 4096,
        cause: IoFailure::Misaligned,
    };
    let mut run = run("a");
    let mut fail = |test: &str, failure| {
        let status = Status::Failed { failure };
        run.entries.push(entry(test, status, None));
    };
    for (lba, test) in (0..).zip(["one", "two", "three", "four"]) {
        fail(test, read(lba));
    }
    fail("five", Failure::NoTrim);
    let failed = |phases, first: &[&str], failure| {
        let first = first.iter().map(|test| format!("{test} measure"));
        Says::Failed(Failed {
            phases,
            first: first.collect(),
            failure,
        })
    };
    let expected = [
        of(&[0], failed(4, &["one", "two", "three"], read(0))),
        of(&[0], failed(1, &["five"], Failure::NoTrim)),
    ];
    assert_eq!(warnings(&[run]), expected);
}

#[test]
fn slowed_down_drive_is_not_called_too_warm_as_well() {
    let warm = |throttled_s, too_warm_min| {
        let mut run = run("a");
        let mut health = Health::before(None, None, Vec::new());
        health.change = Some(HealthChange {
            throttled_s,
            too_warm_min,
            ..HealthChange::default()
        });
        run.health = Some(health);
        let warnings = warnings(&[run]).into_iter();
        warnings.map(|one| one.says).collect::<Vec<_>>()
    };
    let slowed = Says::Health(health::Health::SlowedDown {
        seconds: 12,
        times: 0,
    });
    let too_warm = Says::Health(health::Health::TooWarm(3));
    assert_eq!(warm(Some(12), Some(3)), [slowed]);
    assert_eq!(warm(Some(0), Some(3)), [too_warm]);
    assert_eq!(warm(Some(0), Some(0)), []);
}

#[test]
fn throttling_too_short_to_be_timed_is_found() {
    let warned = |change: HealthChange| {
        let mut run = run("a");
        let mut health = Health::before(None, None, Vec::new());
        health.change = Some(change);
        run.health = Some(health);
        let warnings = warnings(&[run]).into_iter();
        warnings.map(|one| one.says).collect::<Vec<_>>()
    };
    let short = HealthChange {
        throttled_s: Some(0),
        throttle_events: Some(3),
        critical_min: Some(1),
        ..HealthChange::default()
    };
    let slowed = health::Health::SlowedDown {
        seconds: 0,
        times: 3,
    };
    assert_eq!(warned(short.clone()), [Says::Health(slowed)]);
    let hot = HealthChange {
        throttle_events: Some(0),
        ..short
    };
    let critical = Says::Health(health::Health::Critical(1));
    assert_eq!(warned(hot), [critical]);
}

#[test]
fn only_real_drives_need_repeated_runs() {
    let mut real = run("real");
    real.header.identity.kind = fourcorners_block::DriveKind::BlockDevice;
    real.header.not_comparable = vec![NotComparable::Zones];
    let runs = [run("simulated"), real];
    let expected = [
        Note::Beside(Beside::SimulatedAndReal),
        Note::Beside(Beside::SingleRuns(vec![1])),
        Note::NotComparable {
            whose: Whose::Drives(vec![1]),
            because: vec![NotComparable::Zones],
        },
    ];
    assert_eq!(notes(&by_drive(&runs)), expected);
    assert_eq!(notes(&by_drive(&runs[..1])), [Note::Repetitions]);
    // On the page, too, that is not said of the other drive.
    let single = of(&[1], Says::Beside(Beside::SingleRuns(vec![1])));
    assert!(warnings(&runs).contains(&single));
}
