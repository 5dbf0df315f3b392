//! Is the rule SNIA's, and does a run until steady end with it?

use crate::bed;

use bed::{Fault, NotingDrive, StopAfter, carry_out, folder, header, lasting, library, planned};
use fourcorners_bench::record::{Measured, Run, Status};
use fourcorners_bench::steady_state::{Window, judge};
use fourcorners_bench::{FolderWriter, Observer, Options, Plan, Silent, TestDef, Until, plan};
use fourcorners_block::{
    Blocks, Bytes, Completion, Counters, Drive, DriveError, DriveKind, Identity, Nanos, NullDrive,
    Purge, QueueDepth, Request, Seed, Snapshot, Stop,
};
use fourcorners_run::{RunEnd, run};
use proptest::prelude::*;

/// The rules as the specification has them: range, and excursion of the fitted line, over the
/// average.
fn model(window: &[u64]) -> (f64, f64) {
    let y: Vec<f64> = window.iter().map(|ios| *ios as f64).collect();
    let count = y.len() as f64;
    let average = y.iter().sum::<f64>() / count;
    let x_average = (0..y.len()).map(|x| x as f64).sum::<f64>() / count;
    let (mut xy, mut xx) = (0.0, 0.0);
    for (x, y) in y.iter().enumerate() {
        let x = x as f64 - x_average;
        xy += x * (y - average);
        xx += x * x;
    }
    let highest = y.iter().copied().fold(f64::MIN, f64::max);
    let lowest = y.iter().copied().fold(f64::MAX, f64::min);
    (
        (highest - lowest) / average,
        xy / xx * (count - 1.0) / average,
    )
}

fn rounds() -> impl Strategy<Value = Vec<u64>> {
    // Around a level, so that about half of them are steady; and anything at all.
    let level =
        (1_u64..1_000_000, 0_u64..40, 0..12_usize).prop_flat_map(|(level, percent, count)| {
            proptest::collection::vec(level..=level + level * percent / 100, count)
        });
    prop_oneof![level, proptest::collection::vec(any::<u64>(), 0..12)]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]
    #[test]
    fn is_a_window_judged_as_by_a_plain_calculation(rounds in rounds()) {
        let Some(window) = Window::last(&rounds) else {
            prop_assert!(rounds.len() < 5);
            return Ok(());
        };
        let last = &rounds[rounds.len() - 5..];
        if last.iter().all(|ios| *ios == 0) {
            prop_assert!(!window.is_steady());
            return Ok(());
        }
        let (range, slope) = model(last);
        let near = |a: f64, b: f64| (a - b).abs() < 1e-9;
        prop_assert!(near(window.range_percent().expect("I/Os") / 100.0, range));
        prop_assert!(near(window.slope_percent().expect("I/Os") / 100.0, slope));
        if !near(range, 0.2) && !near(slope.abs(), 0.1) {
            prop_assert_eq!(window.is_steady(), range <= 0.2 && slope.abs() <= 0.1);
        }
        let (from, to) = window.fitted();
        prop_assert!(near((to - from) / window.average(), slope));
    }

    #[test]
    fn is_what_was_reached_the_first_of_all_windows_that_stayed_steady(rounds in rounds()) {
        let steady = |end: usize| Window::last(&rounds[..end]).is_some_and(|w| w.is_steady());
        let expected = (5..=rounds.len()).find(|first| (*first..=rounds.len()).all(steady));
        let verdict = judge(&rounds);
        prop_assert_eq!(verdict.reached_at_round.map(|round| round as usize), expected);
    }
}

#[test]
fn are_both_limits_themselves_allowed() {
    // Average 100: 20 apart is allowed, 21 is not.
    assert_eq!(judge(&[110, 90, 100, 90, 110]).reached_at_round, Some(5));
    assert_eq!(judge(&[111, 90, 98, 90, 111]).reached_at_round, None);
    // Average 1000; 4 times a slope of 25 is 100, the tenth part.
    assert_eq!(
        judge(&[950, 975, 1000, 1025, 1050]).reached_at_round,
        Some(5)
    );
    assert_eq!(judge(&[949, 975, 1000, 1025, 1051]).reached_at_round, None);
}

#[test]
fn is_a_stretch_that_was_steady_before_the_cliff_no_steady_state() {
    let cliff = [900, 900, 900, 900, 900, 900, 300, 120, 100, 100];
    assert_eq!(judge(&cliff).reached_at_round, None);
    let later = [&cliff[..], &[100, 100, 100]].concat();
    assert_eq!(judge(&later).reached_at_round, Some(13));
}

fn large() -> NotingDrive {
    NotingDrive::new(DriveKind::Simulated, Bytes::mib(64))
}

fn only(run: &Run) -> &Measured {
    let [entry] = run.entries.as_slice() else {
        panic!("{:?}", run.entries)
    };
    entry.measured.as_ref().expect("figures")
}

#[test]
fn does_an_even_drive_end_after_five_rounds() {
    let (end, run, _folder) = carry_out("steady-state", &mut large(), &lasting(1), 1, &mut Silent);
    assert_eq!(end.expect("a run"), RunEnd::Finished);
    assert_eq!(run.entries[0].status, Status::Finished);
    let measured = only(&run);
    let steady = measured.steady_state.as_ref().expect("a verdict");
    assert_eq!(steady.reached_at_round, Some(5));
    assert_eq!(steady.round_s, 1);
    assert_eq!(steady.round_ios.iter().sum::<u64>(), measured.ios);
    assert_eq!((measured.duration_s, run.samples.len()), (5.0, 5));
    assert_eq!(run.samples.iter().map(|s| s.ios).sum::<u64>(), measured.ios);
}

/// A null drive that takes one more I/O at a time with every second of a minute: its rounds never
/// end to rise. What was asked for as depth is not looked at.
struct Rising(NullDrive);

impl Drive for Rising {
    fn identity(&self) -> &Identity {
        self.0.identity()
    }
    fn now(&self) -> Nanos {
        self.0.now()
    }
    fn set_queue_depth(&mut self, depth: QueueDepth) {
        self.0.set_queue_depth(depth);
    }
    fn submit(&mut self, requests: &[Request]) {
        self.0.submit(requests);
    }
    fn wait(
        &mut self,
        until: Nanos,
        stop: Stop,
        done: &mut Vec<Completion>,
    ) -> Result<(), DriveError> {
        let second = self.0.now().0 / 1_000_000_000;
        let depth = QueueDepth::new(1 + second as u16).expect("a depth");
        self.0.set_queue_depth(depth);
        self.0.wait(until, stop, done)
    }
    fn waiting(&self) -> usize {
        self.0.waiting()
    }
    fn in_flight(&self) -> usize {
        self.0.in_flight()
    }
    fn withdraw(&mut self) -> usize {
        self.0.withdraw()
    }
    fn purge(&mut self) -> Result<Purge, DriveError> {
        self.0.purge()
    }
    fn snapshot(&self) -> Option<Snapshot> {
        self.0.snapshot()
    }
    fn restore(&mut self, snapshot: &Snapshot) -> Result<(), DriveError> {
        self.0.restore(snapshot)
    }
    fn counters(&self) -> Option<Counters> {
        self.0.counters()
    }
}

fn on_a_rising_drive(
    plan: &Plan,
    drive: &mut Rising,
    observer: &mut dyn Observer,
) -> (RunEnd, Run) {
    let folder = folder();
    let mut writer =
        FolderWriter::create(&folder.path, &header(drive.identity())).expect("a folder");
    let end = run(plan, drive, &mut writer, observer).expect("a run");
    let read = Run::open(&folder.path).expect("a readable folder");
    (end, read)
}

fn rising() -> Rising {
    Rising(NullDrive::new(
        Blocks::from_bytes(Bytes::mib(1)),
        Nanos::micros(1000),
    ))
}

#[test]
fn is_a_drive_that_never_is_given_up_after_the_last_round_and_told_why() {
    let mut drive = rising();
    let plan = plan(
        &library(),
        "steady-state",
        drive.identity(),
        &lasting(1),
        Seed(1),
    )
    .expect("a plan");
    let (end, read) = on_a_rising_drive(&plan, &mut drive, &mut Silent);
    assert_eq!(end, RunEnd::Finished);
    let measured = only(&read);
    let steady = measured.steady_state.as_ref().expect("a verdict");
    assert_eq!(
        (steady.reached_at_round, steady.round_ios.len()),
        (None, 25)
    );
    assert_eq!(measured.duration_s, 25.0);
}

#[test]
fn does_a_run_that_is_stopped_keep_its_rounds() {
    let mut drive = rising();
    let plan = plan(
        &library(),
        "steady-state",
        drive.identity(),
        &lasting(2),
        Seed(1),
    )
    .expect("a plan");
    // The filling takes less than a second of this drive's clock.
    let (end, read) = on_a_rising_drive(&plan, &mut drive, &mut StopAfter(6));
    assert_eq!(end, RunEnd::Interrupted);
    assert_eq!(read.entries[0].status, Status::Interrupted);
    let steady = only(&read).steady_state.as_ref().expect("a verdict");
    assert_eq!((steady.reached_at_round, steady.round_ios.len()), (None, 2));
}

#[test]
fn is_a_failed_write_a_failure_and_no_verdict() {
    let mut drive = large();
    drive.fault = Fault::FailsAt(100_000);
    let (_, run, _folder) = carry_out("steady-state", &mut drive, &lasting(1), 1, &mut Silent);
    assert!(matches!(run.entries[0].status, Status::Failed { .. }));
    assert_eq!(run.entries[0].measured, None);
}

#[test]
fn does_the_plan_say_how_long_it_takes_at_most() {
    let measured = |options: &Options| {
        let plan = planned("steady-state", &large(), options, 1);
        let work = plan.actions.iter().find_map(|action| match action {
            fourcorners_bench::Action::Measure { work, .. } => Some(work.clone()),
            _ => None,
        });
        let work = work.expect("a measured phase");
        assert_eq!(work.until, Until::SteadyState);
        assert!(plan.estimated_s >= work.duration_s as f64);
        (work.round_s, work.duration_s)
    };
    assert_eq!(measured(&Options::default()), (60, 25 * 60));
    assert_eq!(measured(&lasting(2)), (2, 25 * 2));
}

#[test]
fn are_rounds_refused_that_could_never_tell() {
    let text = include_str!("../../../../suites/tests/steady-state.toml");
    let parse = |from: &str, to: &str| {
        assert!(text.contains(from), "{from}");
        TestDef::parse("tests/steady-state.toml", &text.replace(from, to)).map(drop)
    };
    parse(", round_s = 60, rounds_max = 25", "").expect("a minute and 25 are what is meant");
    for (from, to, expected) in [
        ("rounds_max = 25", "rounds_max = 4", "at least 5"),
        ("round_s = 60", "round_s = 0", "nonzero"),
        ("round_s = 60", "duration_s = 60", "instead of duration_s"),
        (
            "\"steady-state\", round_s",
            "\"span-bytes\", round_s",
            "valid only with until",
        ),
    ] {
        let refusal = parse(from, to).expect_err(to).to_string();
        assert!(refusal.contains(expected), "{to}: {refusal}");
    }
}
