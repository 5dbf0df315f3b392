//! Writes to a drive stay within `--max-writes`: by plan, when carried out, and when resumed.

use crate::bed;

use bed::{NotingDrive, carry_out, folder, header, lasting, library, planned};
use fourcorners_bench::record::{Entry, NotComparable, NotRun, RoundsEnd, Run, Status};
use fourcorners_bench::{
    FolderWriter, KeptRun, Observer, Options, Past, PhaseKey, Plan, Progress, Silent, Suite,
    SuiteTest, Writes, plan_suite,
};
use fourcorners_block::{Bytes, Drive, DriveKind, Nanos, Seed};
use fourcorners_run::{RunEnd, run};
use proptest::prelude::*;
use std::path::{Path, PathBuf};

const CAPACITY: Bytes = Bytes::mib(12);

fn drive(kind: DriveKind) -> NotingDrive {
    NotingDrive::taking(Nanos::millis(4), kind, CAPACITY).with_raw_nand(Bytes::mib(16))
}

fn limited(max: Bytes) -> Options {
    Options {
        max_writes: Some(max),
        ..lasting(2)
    }
}

/// A plan of these tests, as far as they are fit to be planned.
fn plan_of(tests: &[&str], drive: &NotingDrive, options: &Options) -> Option<Plan> {
    let tests = tests.iter().map(|id| SuiteTest::plain(id)).collect();
    let suite = Suite::of("mine", tests);
    plan_suite(&library(), &suite, drive.identity(), options, Seed(7)).ok()
}

fn carried_out(plan: &Plan, drive: &mut NotingDrive) -> Run {
    let folder = folder();
    let mut writer = FolderWriter::create(&folder.path, &header(drive.identity())).expect("made");
    let end = run(plan, drive, &mut writer, &mut Silent).expect("carried out");
    assert_eq!(end, RunEnd::Finished);
    Run::open(&folder.path).expect("a readable folder")
}

fn is_left_out(entry: &Entry) -> bool {
    matches!(
        &entry.status,
        Status::Skipped {
            because: NotRun::MaxWrites { .. }
        }
    )
}

/// Stops at a second of work, and copies the folder as a killed process would leave it.
struct Killer {
    seconds: u32,
    folder: PathBuf,
    copy: PathBuf,
}

impl Observer for Killer {
    fn progress(&mut self, _: &Progress<'_>) {
        self.seconds = self.seconds.saturating_sub(1);
        if self.seconds == 0 && !self.copy.exists() {
            copy(&self.folder, &self.copy);
        }
    }
    fn stop_requested(&self) -> bool {
        self.seconds == 0
    }
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir(to).expect("made");
    for file in std::fs::read_dir(from).expect("listed").flatten() {
        if file.path().is_file() {
            std::fs::copy(file.path(), to.join(file.file_name())).expect("copied");
        }
    }
}

/// Carries a plan out, kills it at a second, and resumes it on the same drive.
fn killed_at(seconds: u32, plan: &Plan, drive: &mut NotingDrive, past: Past) -> Option<Run> {
    let folder = folder();
    let copy = folder.path.with_file_name("killed");
    let mut writer = FolderWriter::create(&folder.path, &header(drive.identity())).expect("made");
    let mut killer = Killer {
        seconds,
        folder: folder.path.clone(),
        copy: copy.clone(),
    };
    let end = run(plan, drive, &mut writer, &mut killer).expect("carried out");
    if end == RunEnd::Finished || !copy.exists() {
        return None;
    }
    let kept = KeptRun::open(&copy).expect("a run");
    let done = kept.results().to_vec();
    let is_done = |key: &PhaseKey| done.iter().any(|entry| entry.names() == key.names());
    let mut rest = plan.rest(&is_done, past);
    if let (Some(budget), Past::Real) = (&plan.budget, past) {
        rest = rest.within(
            budget.max,
            Writes::of(&copy).expect("readable").expect("told"),
        );
    }
    let (mut writer, _) = kept.go_on(plan).expect("resumed");
    run(&rest, drive, &mut writer, &mut Silent).expect("carried out");
    drop(writer);
    Some(Run::open(&copy).expect("a readable folder"))
}

#[test]
fn test_that_would_exceed_the_budget_is_left_out_before_the_start() {
    let mut drive = drive(DriveKind::BlockDevice);
    // A pass writes 12 MiB, and the reads need one too.
    let options = limited(Bytes::mib(20));
    let plan = planned("sequential-write-128k", &drive, &options, 1);
    assert_eq!(plan.left_out().count(), 0);
    let plan = plan_of(&["sequential-read-128k", "hd-tach"], &drive, &options).expect("a plan");
    let left_out: Vec<_> = plan.left_out().collect();
    assert_eq!(left_out.len(), 1, "{left_out:?}");
    let (key, because) = left_out[0];
    assert_eq!((&*key.test, &*key.phase), ("hd-tach", ""));
    let NotRun::MaxWrites {
        needed_bytes,
        left_bytes,
        max_bytes,
    } = because
    else {
        panic!("{because:?}");
    };
    assert!(needed_bytes > left_bytes, "{because:?}");
    assert_eq!(*max_bytes, Bytes::mib(20).0);
    let run = carried_out(&plan, &mut drive);
    assert_eq!(run.entries.iter().filter(|it| is_left_out(it)).count(), 1);
    assert!(drive.written() <= Bytes::mib(20).0, "{}", drive.written());
}

#[test]
fn timed_phase_stops_at_the_budget_and_keeps_its_results() {
    let mut drive = drive(DriveKind::BlockDevice);
    let max = Bytes::mib(1);
    let options = limited(max);
    let (end, run, folder) = carry_out("random-write-4k-qd3", &mut drive, &options, 1, &mut Silent);
    assert!(end.is_ok());
    let measured = run.entries[0].measured.as_ref().expect("figures");
    assert!(measured.stopped_at_max_writes);
    assert_eq!(measured.bytes, max.0, "used up to the last I/O");
    assert_eq!(drive.written(), max.0);
    assert_eq!(Writes::of(&folder.path).expect("readable"), Some(max));
}

/// The story: a phase that the budget had cut to a part of a second met `--expect`, passed in the
/// JUnit report and was compared with whole ones.
#[test]
fn phase_cut_short_by_the_budget_is_no_result() {
    let mut drive = drive(DriveKind::BlockDevice);
    let options = limited(Bytes::mib(1));
    let (_, run, _) = carry_out("random-write-4k-qd3", &mut drive, &options, 1, &mut Silent);
    let because = NotRun::MaxWritesUsedUp { in_it: true };
    assert_eq!(run.entries[0].status, Status::Skipped { because });
    assert_eq!(run.entries[0].result(), None);
}

/// The story: runs were marked as not comparable because their timed phases might have stopped
/// early, by an estimate of 300 MB/s, and those of faster drives that did were not.
#[test]
fn run_is_not_comparable_if_the_budget_cut_it() {
    let reasons = |max| {
        let mut drive = drive(DriveKind::BlockDevice);
        let test = "random-write-4k-qd3";
        let (_, run, _) = carry_out(test, &mut drive, &limited(max), 1, &mut Silent);
        let reasons = run.header.not_comparable.into_iter();
        reasons
            .filter(|one| *one == NotComparable::MaxWrites)
            .count()
    };
    // The phase is estimated to write 600 MB, and writes some 6.
    assert_eq!(reasons(Bytes::mib(16)), 0, "all was measured");
    assert_eq!(reasons(Bytes::mib(1)), 1, "cut");
    assert_eq!(reasons(Bytes(0)), 1, "left out");
}

/// The story: `writes.jsonl` was made with the first write, in a folder that was not synced. A
/// power cut took it away, and the resumed run had the whole budget again.
#[test]
fn writes_are_in_the_folder_from_its_start() {
    let folder = folder();
    let drive = drive(DriveKind::BlockDevice);
    let header = header(drive.identity());
    let already = Some(Bytes::mib(1));
    let writer = FolderWriter::create_telling(&folder.path, &header, &[], already).expect("made");
    assert_eq!(Writes::of(&folder.path).expect("readable"), already);
    drop(writer);
    let path = folder.path.join("writes.jsonl");
    std::fs::remove_file(&path).expect("removed");
    let nothing_yet = Some(Bytes(0));
    assert_eq!(Writes::of(&folder.path).expect("readable"), nothing_yet);
    std::fs::write(&path, "{\"at_most_").expect("a torn line");
    assert_eq!(Writes::of(&folder.path).expect("readable"), nothing_yet);
}

#[test]
fn run_that_began_without_its_writes_does_not_tell_them() {
    let mut drive = drive(DriveKind::BlockDevice);
    let options = limited(Bytes::mib(1));
    let test = "random-write-4k-qd3";
    let (_, _, folder) = carry_out(test, &mut drive, &options, 1, &mut Silent);
    for left in ["", "{\"at_most_"] {
        std::fs::write(folder.path.join("writes.jsonl"), left).expect("damaged");
        assert_eq!(Writes::of(&folder.path).expect("readable"), None);
    }
    std::fs::remove_file(folder.path.join("writes.jsonl")).expect("removed");
    assert_eq!(Writes::of(&folder.path).expect("readable"), None);
}

/// The story: rounds that were cut before the tracked cell had ended were thrown away, and points
/// that were cut looked as if all had been measured.
#[test]
fn rounds_ended_by_the_budget_keep_what_they_have() {
    let kind = DriveKind::BlockDevice;
    let rounds = |test: &str, mib: u64| {
        let mut drive = NotingDrive::taking(Nanos::millis(400), kind, CAPACITY);
        let options = limited(Bytes::mib(mib));
        let (_, run, _) = carry_out(test, &mut drive, &options, 1, &mut Silent);
        let because = NotRun::MaxWritesUsedUp { in_it: true };
        let last = run.entries.last().expect("an entry");
        assert_eq!(last.status, Status::Skipped { because }, "{mib}");
        let rounds = last.with_rounds();
        rounds.and_then(|measured| measured.rounds.clone())
    };
    assert_eq!(rounds("snia-iops", 100), None, "not even one");
    let iops = rounds("snia-iops", 2000).expect("rounds");
    assert_eq!(iops.ended, RoundsEnd::MaxWrites);
    assert!((1..5).contains(&iops.whole()), "{}", iops.whole());
    let demand = rounds("snia-demand-intensity", 800).expect("rounds");
    // All rounds were carried out: that points are missing tells the entry's status.
    assert_eq!(demand.ended, RoundsEnd::Steady);
    assert!(demand.points.len() < 3);
    assert!(demand.tracked.expect("a cell").reached_at_round.is_some());
}

#[test]
fn ample_budget_changes_nothing() {
    let with = |options: &Options| {
        let mut drive = drive(DriveKind::Simulated);
        carry_out("quick", &mut drive, options, 1, &mut Silent).1
    };
    let (limited, free) = (with(&limited(Bytes::gib(1 << 20))), with(&lasting(2)));
    assert_eq!(limited.entries, free.entries);
    assert_eq!(limited.samples, free.samples);
}

#[test]
fn refused_reads_need_no_budget() {
    let mut drive = drive(DriveKind::BlockDevice);
    let options = Options {
        read_only: true,
        ..limited(Bytes(0))
    };
    let (_, run, _) = carry_out("desktop", &mut drive, &options, 1, &mut Silent);
    assert!(run.entries.iter().any(|entry| entry.result().is_some()));
    assert_eq!(drive.written(), 0);
}

#[test]
fn resumed_simulated_run_has_the_results_of_a_whole_one() {
    // Both are faster than estimated, so that each is cut where the other's share begins.
    let tests = ["sequential-write-128k", "random-write-4k-qd3"];
    let fast = || NotingDrive::new(DriveKind::Simulated, CAPACITY);
    let max = limited(Bytes(700_000_000));
    let plan = plan_of(&tests, &fast(), &max).expect("a plan");
    let expected = carried_out(&plan, &mut fast()).entries;
    let cut = expected.iter().filter_map(|entry| entry.measured.as_ref());
    let cut = cut.filter(|measured| measured.stopped_at_max_writes);
    assert_eq!(cut.count(), 2, "{expected:?}");
    for seconds in [1, 2] {
        let run = killed_at(seconds, &plan, &mut fast(), Past::EndsWithPurge);
        let entries = run.map(|run| run.entries);
        assert!(
            entries.is_none_or(|entries| entries == expected),
            "killed after {seconds} s"
        );
    }
    assert!(killed_at(1, &plan, &mut fast(), Past::EndsWithPurge).is_some());
}

/// What may be in a random suite.
fn tests() -> Vec<String> {
    let library = library();
    let is_short = |id: &&String| !id.starts_with("snia-");
    library.tests.keys().filter(is_short).cloned().collect()
}

fn few() -> ProptestConfig {
    ProptestConfig {
        cases: 24,
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(few())]

    #[test]
    fn writes_never_exceed_the_budget(
        chosen in prop::collection::vec(prop::sample::select(tests()), 1..5),
        max_kib in 0_u64..60_000,
        seconds in 1_u32..12,
        simulated in any::<bool>(),
    ) {
        let kind = match simulated {
            true => DriveKind::Simulated,
            false => DriveKind::BlockDevice,
        };
        let max = Bytes::kib(max_kib);
        let chosen: Vec<&str> = chosen.iter().map(String::as_str).collect();
        let mut whole = drive(kind);
        let Some(plan) = plan_of(&chosen, &whole, &limited(max)) else {
            return Ok(());
        };
        prop_assert!(plan.writes().0 <= max.0, "planned {:?} of {max}", plan.writes());
        let whole_tests = plan.left_out().all(|(key, _)| key.phase.is_empty());
        prop_assert!(whole_tests, "a plan leaves out tests, not phases");
        let run = carried_out(&plan, &mut whole);
        prop_assert!(whole.written() <= max.0, "{} of {max}: {chosen:?}", whole.written());
        let failed = run.entries.iter().find(|it| matches!(it.status, Status::Failed { .. }));
        prop_assert!(failed.is_none(), "{failed:?}");
        if kind == DriveKind::BlockDevice {
            let mut killed = drive(kind);
            if killed_at(seconds, &plan, &mut killed, Past::Real).is_some() {
                prop_assert!(killed.written() <= max.0, "{} of {max}", killed.written());
            }
        }
    }
}
