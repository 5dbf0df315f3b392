//! The same tests under other conditions: from another state, with other data, aligned to less.

use crate::bed;
use fourcorners_bench::record::NotRun;

use bed::{NotingDrive, carry_out, is_write, planned};
use fourcorners_bench::{Action, Conditions, Options, Plan, Silent, Work};
use fourcorners_block::{Bytes, DataClass, DriveKind, Nanos, Op};

fn drive() -> NotingDrive {
    NotingDrive::new(DriveKind::Simulated, Bytes::gib(16)).with_raw_nand(Bytes::gib(17))
}

fn under(conditions: Conditions) -> Options {
    Options {
        duration_s: Some(2),
        conditions,
        ..Options::default()
    }
}

fn measured(plan: &Plan) -> Vec<(String, &Work)> {
    let measured = plan.actions.iter().filter_map(|action| match action {
        Action::Measure { key, work } => Some((
            format!("{}/{} from {}", key.variant, key.phase, key.state),
            work,
        )),
        _ => None,
    });
    measured.collect()
}

#[test]
fn does_a_test_begin_from_the_state_that_was_asked_for() {
    let options = under(Conditions {
        state: Some("used".into()),
        data: Some(DataClass::Repeating),
        ..Conditions::default()
    });
    let plan = planned("random-write-4k-qd3", &drive(), &options, 1);
    let [(name, work)] = measured(&plan).try_into().expect("one phase");
    assert_eq!(name, "from-used+data-repeating/measure from used");
    assert_eq!(work.data, DataClass::Repeating);
    let prepared: Vec<(&str, DataClass)> = plan
        .actions
        .iter()
        .filter_map(|action| match action {
            Action::Prepare { state, work } => Some((state.as_str(), work.data)),
            _ => None,
        })
        .collect();
    let repeating = DataClass::Repeating;
    assert_eq!(prepared, [("filled", repeating), ("used", repeating)]);
}

/// The Summit does 200 random writes per second: the state `used` took it 88 hours, and nine minutes
/// of simulation ended without a result.
#[test]
fn used_state_takes_four_hours_at_most() {
    let options = under(Conditions {
        state: Some("used".into()),
        ..Conditions::default()
    });
    let writes = |latency| {
        let mut drive = NotingDrive::taking(latency, DriveKind::Simulated, Bytes::mib(64));
        let test = "random-write-4k-qd3";
        let (end, ..) = carry_out(test, &mut drive, &options, 1, &mut Silent);
        end.expect("a run");
        let of_used = |(op, _, blocks, depth): &(Op, u64, u64, usize)| {
            is_write(op) && (*blocks, *depth) == (8, 32)
        };
        drive.ios().filter(of_used).count()
    };
    assert_eq!(writes(Nanos::micros(100)), 64 << 8, "as much as it holds");
    // 32 each minute, and those in flight at the end.
    let slow = writes(Nanos::secs(60));
    assert!((240 * 32..=241 * 32).contains(&slow), "{slow}");
}

#[test]
fn is_what_a_test_does_anyway_no_condition() {
    let options = under(Conditions {
        state: Some("new".into()),
        data: Some(DataClass::FullRandom),
        align: Some(Bytes::kib(4)),
        span: None,
    });
    for test in ["random-write-4k-qd3", "sequential-write-128k"] {
        let plan = planned(test, &drive(), &options, 1);
        assert_eq!(measured(&plan)[0].0, "/measure from new", "{test}");
    }
    // HD Tach writes repeating bytes: that says nothing of what lies there.
    let options = under(Conditions {
        data: Some(DataClass::Repeating),
        ..Conditions::default()
    });
    let plan = planned("hd-tach", &drive(), &options, 1);
    assert_eq!(measured(&plan)[0].0, "/read from filled");
}

#[test]
fn passes_write_the_data_that_was_asked_for() {
    let options = under(Conditions {
        data: Some(DataClass::FullRandom),
        ..Conditions::default()
    });
    for (test, phases) in [("hd-tach", 2), ("torture", 4), ("trim", 2), ("idle-gc", 4)] {
        let plan = planned(test, &drive(), &options, 1);
        let all = measured(&plan);
        assert_eq!(all.len(), phases, "{test}");
        for (name, work) in all {
            assert!(name.starts_with("data-full-random/"), "{test}: {name}");
            assert_eq!(work.data, DataClass::FullRandom, "{test}: {name}");
        }
    }
    // Their own data is no condition, and what lies there is random as ever.
    let plan = planned("torture", &drive(), &under(Conditions::default()), 1);
    let data: Vec<DataClass> = works(&plan).map(|work| work.data).collect();
    let (random, repeating) = (DataClass::FullRandom, DataClass::Repeating);
    assert_eq!(data, [random, random, random, repeating]);
}

#[test]
fn zeros_are_written_by_states_and_passes_alike() {
    let options = under(Conditions {
        data: Some(DataClass::Zero),
        ..Conditions::default()
    });
    let plan = planned("trim", &drive(), &options, 1);
    let all = plan.actions.iter().filter_map(Action::work);
    assert!(all.into_iter().all(|work| work.data == DataClass::Zero));
    assert_eq!(measured(&plan)[1].0, "data-zero/write from trimmed");
}

#[test]
fn is_a_condition_that_contradicts_the_test_a_skip_with_its_reason() {
    for (test, conditions, words) in [
        (
            "torture",
            Conditions {
                state: Some("new".into()),
                ..Conditions::default()
            },
            "prepares its own state",
        ),
        (
            "random-read-4k-qd3",
            Conditions {
                state: Some("new".into()),
                ..Conditions::default()
            },
            "a fresh drive holds no data",
        ),
        (
            "random-write-4k-qd3",
            Conditions {
                align: Some(Bytes(1536)),
                ..Conditions::default()
            },
            "does not divide",
        ),
    ] {
        let plan = planned(test, &drive(), &under(conditions), 1);
        let [Action::Skip { because, .. }] = plan.actions.as_slice() else {
            panic!("{test}: {:?}", plan.actions)
        };
        let NotRun::Contradiction(contradiction) = because else {
            panic!("{test}: {because:?}")
        };
        let sentence = contradiction.to_string();
        assert!(sentence.contains(words), "{test}: {sentence}");
    }
}

#[test]
fn do_writes_aligned_to_sectors_begin_anywhere_and_end_within_their_span() {
    let mut drive = drive();
    let options = under(Conditions {
        align: Some(Bytes(512)),
        ..Conditions::default()
    });
    carry_out("random-write-4k-qd3", &mut drive, &options, 1, &mut Silent)
        .0
        .expect("a run");
    let writes: Vec<(u64, u64)> = drive
        .ios()
        .filter(|(op, ..)| is_write(op))
        .map(|(_, first, blocks, _)| (first, blocks))
        .collect();
    let end = (8_u64 << 30) / 512;
    assert!(
        writes
            .iter()
            .all(|(first, blocks)| *blocks == 8 && first + 8 <= end)
    );
    for offset in 0..8 {
        let share = writes
            .iter()
            .filter(|(first, _)| first % 8 == offset)
            .count() as f64
            / writes.len() as f64;
        assert!((share - 0.125).abs() < 0.05, "offset {offset}: {share}");
    }
}

#[test]
fn does_a_pass_aligned_to_sectors_begin_at_the_second_one() {
    let mut drive = drive();
    let options = under(Conditions::default());
    carry_out("sequential-write-2m", &mut drive, &options, 1, &mut Silent)
        .0
        .expect("a run");
    let starts: Vec<u64> = drive
        .ios()
        .filter(|(op, ..)| is_write(op))
        .map(|(_, first, ..)| first)
        .take(3)
        .collect();
    assert_eq!(starts, [1, 1 + 4096, 1 + 2 * 4096]);
}

#[test]
fn does_an_idle_phase_last_its_time_without_any_io() {
    let mut drive = drive();
    let options = under(Conditions::default());
    let (_, run, _folder) = carry_out("power", &mut drive, &options, 1, &mut Silent);
    let idle = run.entries.iter().find(|entry| entry.phase == "idle");
    let measured = idle
        .and_then(|entry| entry.measured.as_ref())
        .expect("figures");
    assert_eq!((measured.op.as_str(), measured.ios), ("idle", 0));
    assert_eq!(measured.duration_s, 2.0, "shortened as all timed work is");
    let seconds = run.samples.iter().filter(|sample| sample.phase == "idle");
    assert_eq!(seconds.count(), 2, "every second is there");
    let plan = planned("power", &drive, &Options::default(), 1);
    let seconds: Vec<u64> = works(&plan).map(|work| work.duration_s).collect();
    assert_eq!(seconds, [60; 3]);
}

fn works(plan: &Plan) -> impl Iterator<Item = &Work> {
    let measured = plan.actions.iter();
    measured.filter_map(|action| match action {
        Action::Measure { work, .. } => Some(work),
        _ => None,
    })
}

#[test]
fn is_a_drive_four_fifths_full_and_rested_before_the_second_pass() {
    let plan = planned("idle-gc", &drive(), &Options::default(), 1);
    let idle: Vec<u64> = plan
        .actions
        .iter()
        .filter_map(|action| match action {
            Action::Prepare { state, work } if state == "rested" => Some(work.duration_s),
            _ => None,
        })
        .collect();
    assert_eq!(idle, [3 * 3600]);
    let spans = plan.actions.iter().filter_map(|action| match action {
        Action::Prepare { work, .. } if work.span.0 > 0 => Some(work.span),
        _ => None,
    });
    for span in spans {
        let share = span.0 as f64 / Bytes::gib(16).0 as f64;
        assert!((share - 0.8).abs() < 1e-4, "{share}");
    }
}
