//! Passes until a drive has recovered: how many, and how fast each was.

use crate::bed;

use bed::{NotingDrive, StopAfter, carry_out, folder, header, lasting, library, planned};
use fourcorners_bench::record::{Entry, Failure, Recovery, Run, Status};
use fourcorners_bench::{
    Action, FolderWriter, KeptRun, Observer, Past, PhaseKey, Plan, Silent, TestDef, plan,
};
use fourcorners_block::{
    Blocks, Bytes, Completion, Counters, Drive, DriveError, DriveKind, Identity, Nanos, NullDrive,
    Purge, QueueDepth, Request, Seed, Snapshot, Stop,
};
use fourcorners_run::{Bell, RunEnd, SharedRun, run};
use std::sync::Arc;

const CAPACITY: u64 = (4 << 20) - 4096;

/// A drive of this host that small writes tire: so many passes are slow then.
struct Tiring {
    inner: NullDrive,
    identity: Identity,
    slow_passes: u32,
    tired: u32,
}

impl Tiring {
    fn new(slow_passes: u32) -> Self {
        // A pass has an I/O that is shorter at its end.
        let capacity = Blocks::from_bytes(Bytes(CAPACITY));
        let inner = NullDrive::new(capacity, Nanos::millis(10));
        Self {
            identity: Identity {
                kind: DriveKind::BlockDevice,
                ..inner.identity().clone()
            },
            inner,
            slow_passes,
            tired: 0,
        }
    }

    fn plan(&self) -> Plan {
        let library = library();
        plan(&library, "recovery", &self.identity, &lasting(1), Seed(1)).expect("a plan")
    }
}

impl Drive for Tiring {
    fn identity(&self) -> &Identity {
        &self.identity
    }
    fn now(&self) -> Nanos {
        self.inner.now()
    }
    fn set_queue_depth(&mut self, depth: QueueDepth) {
        self.inner.set_queue_depth(depth);
    }
    fn submit(&mut self, requests: &[Request]) {
        if requests.iter().any(|request| request.blocks.0 == 8) {
            self.tired = self.slow_passes + 1;
        }
        let begins_a_pass = |one: &Request| one.lba.0 == 0 && one.blocks.0 == 128;
        if requests.iter().any(begins_a_pass) {
            self.tired = self.tired.saturating_sub(1);
            let depth = if self.tired > 0 { 1 } else { 4 };
            let depth = QueueDepth::new(depth).expect("a depth");
            self.inner.set_queue_depth(depth);
        }
        self.inner.submit(requests);
    }
    fn wait(
        &mut self,
        until: Nanos,
        stop: Stop,
        done: &mut Vec<Completion>,
    ) -> Result<(), DriveError> {
        self.inner.wait(until, stop, done)
    }
    fn waiting(&self) -> usize {
        self.inner.waiting()
    }
    fn in_flight(&self) -> usize {
        self.inner.in_flight()
    }
    fn withdraw(&mut self) -> usize {
        self.inner.withdraw()
    }
    fn purge(&mut self) -> Result<Purge, DriveError> {
        self.tired = 0;
        self.inner.purge()
    }
    fn snapshot(&self) -> Option<Snapshot> {
        None
    }
    fn restore(&mut self, snapshot: &Snapshot) -> Result<(), DriveError> {
        self.inner.restore(snapshot)
    }
    fn counters(&self) -> Option<Counters> {
        None
    }
}

fn carried_out(slow_passes: u32) -> Run {
    let mut drive = Tiring::new(slow_passes);
    let plan = drive.plan();
    carried_out_as(&plan, &mut drive)
}

fn carried_out_as(plan: &Plan, drive: &mut Tiring) -> Run {
    let folder = folder();
    let mut writer = FolderWriter::create(&folder.path, &header(&drive.identity));
    let writer = writer.as_mut().expect("a folder");
    let end = run(plan, drive, writer, &mut Silent);
    assert_eq!(end.expect("a run"), RunEnd::Finished);
    Run::open(&folder.path).expect("a readable folder")
}

fn entry<'a>(run: &'a Run, phase: &str) -> &'a Entry {
    let mut entries = run.entries.iter();
    entries.find(|entry| entry.phase == phase).expect("a phase")
}

fn recovery(run: &Run) -> &Recovery {
    let measured = entry(run, "passes").result().expect("figures");
    measured.recovery.as_ref().expect("passes")
}

#[test]
fn passes_end_with_the_first_that_is_fast_enough() {
    let run = carried_out(2);
    let found = recovery(&run);
    assert_eq!(
        (found.recovered_at_pass, found.passes_mb_per_s.len()),
        (Some(3), 3)
    );
    let clean = entry(&run, "clean").result().expect("figures");
    assert_eq!(found.clean_mb_per_s, clean.throughput_mb_per_s);
    assert_eq!(found.clean_phase, "clean");
    let [first, second, last] = found.passes_mb_per_s[..] else {
        panic!("{found:?}")
    };
    assert!(
        first < 0.3 * last && (first - second).abs() < 1e-6,
        "{found:?}"
    );
    // Each pass is whole, its shorter last I/O too.
    let measured = entry(&run, "passes").result().expect("figures");
    assert_eq!(
        (measured.ios, measured.bytes),
        (3 * clean.ios, 3 * clean.bytes)
    );
    assert_eq!(clean.bytes, CAPACITY);
}

#[test]
fn drive_that_never_recovers_is_given_up_once_passes_are_alike() {
    let run = carried_out(99);
    let found = recovery(&run);
    assert_eq!(
        (found.recovered_at_pass, found.passes_mb_per_s.len()),
        (None, 3)
    );
    assert!(found.share().expect("passes") < 0.3, "{found:?}");
    let run = carried_out(0);
    assert_eq!(recovery(&run).recovered_at_pass, Some(1));
}

/// Stops when the phase begins that is compared with the clean pass.
struct StopBefore(bool);

impl Observer for StopBefore {
    fn progress(&mut self, progress: &fourcorners_bench::Progress<'_>) {
        let is_there = |key: &PhaseKey| key.phase == "passes";
        self.0 |= progress.phase.is_some_and(is_there);
    }
    fn stop_requested(&self) -> bool {
        self.0
    }
}

#[test]
fn resumed_run_compares_with_the_clean_pass_that_it_has() {
    let mut drive = Tiring::new(20);
    let (plan, folder) = (drive.plan(), folder());
    let mut writer = FolderWriter::create(&folder.path, &header(&drive.identity));
    let mut observer = StopBefore(false);
    let end = run(
        &plan,
        &mut drive,
        writer.as_mut().expect("a folder"),
        &mut observer,
    );
    assert_eq!(end.expect("a run"), RunEnd::Interrupted);
    drop(writer);
    let kept = KeptRun::open(&folder.path).expect("a run to resume");
    let has = |key: &PhaseKey| {
        let mut results = kept.results().iter();
        results.any(|entry| entry.names() == key.names())
    };
    let rest = plan.rest(&has, Past::Real).knowing(kept.results());
    let (mut writer, _) = kept.go_on(&plan).expect("writable");
    let mut drive = Tiring::new(1);
    let end = run(&rest, &mut drive, &mut writer, &mut Silent);
    assert_eq!(end.expect("a run"), RunEnd::Finished);
    let run = Run::open(&folder.path).expect("a readable folder");
    assert_eq!(recovery(&run).recovered_at_pass, Some(2));
}

#[test]
fn passes_fail_without_a_clean_pass() {
    let mut drive = Tiring::new(1);
    let mut plan = drive.plan();
    let is_clean =
        |action: &Action| matches!(action, Action::Measure { key, .. } if key.phase == "clean");
    plan.actions.retain(|action| !is_clean(action));
    let run = carried_out_as(&plan, &mut drive);
    let phase = "clean".into();
    let failure = Failure::NoCleanPass { phase };
    assert_eq!(entry(&run, "passes").status, Status::Failed { failure });
}

fn simulated() -> NotingDrive {
    NotingDrive::taking(Nanos::millis(50), DriveKind::Simulated, Bytes::mib(4))
}

/// Helps at every second that the leader measures.
struct Helped<'r>(&'r SharedRun<'r>);

impl Observer for Helped<'_> {
    fn progress(&mut self, _: &fourcorners_bench::Progress<'_>) {
        self.0.help(&|| Box::new(simulated()));
    }
}

#[test]
fn helper_waits_for_the_clean_pass() {
    let plan = planned("recovery", &simulated(), &lasting(1), 1);
    let shared = SharedRun::new(
        &plan,
        Past::EndsWithPurge,
        Arc::new(Bell::default()),
        || "then".into(),
    );
    let folder = folder();
    let mut writer = FolderWriter::create(&folder.path, &header(simulated().identity()));
    let writer = writer.as_mut().expect("a folder");
    let end = shared.lead(&|| Box::new(simulated()), writer, &mut Helped(&shared));
    assert_eq!(end.expect("a run"), RunEnd::Finished);
    let run = Run::open(&folder.path).expect("a readable folder");
    assert_eq!(recovery(&run).recovered_at_pass, Some(1));
}

#[test]
fn stopped_passes_are_kept_and_no_result() {
    let mut drive = simulated();
    // Filled in 2 s, clean after 4 more, tortured for 1.
    let (_, run, _folder) = carry_out("recovery", &mut drive, &lasting(1), 1, &mut StopAfter(8));
    let last = run.entries.last().expect("an entry");
    assert_eq!(
        (last.phase.as_str(), &last.status),
        ("passes", &Status::Interrupted)
    );
    let measured = last.measured.as_ref().expect("figures");
    assert_eq!(
        measured
            .recovery
            .as_ref()
            .map(|it| it.passes_mb_per_s.len()),
        Some(0)
    );
}

#[test]
fn recovery_that_could_tell_nothing_is_refused() {
    let text = include_str!("../../../../suites/tests/recovery.toml");
    for (from, to, expected) in [
        ("clean_phase = \"clean\", ", "", "needs clean_phase"),
        (
            "clean_phase = \"clean\"",
            "clean_phase = \"dirty\"",
            "must name an earlier phase",
        ),
        ("clean_percent = 90", "clean_percent = 101", "at most 100"),
        ("\"recovered\", clean_phase = \"clean\"", "\"pass\"", "only"),
        ("passes_max = 10", "passes_max = 0", "nonzero"),
        (
            "passes_max = 10",
            "duration_s = 10",
            "instead of duration_s",
        ),
        (
            "from = \"tortured\"",
            "from = \"tortured\"\npositions = true",
            "valid only with until = \"pass\"",
        ),
    ] {
        assert!(text.contains(from), "{from}");
        let refusal = TestDef::parse("tests/recovery.toml", &text.replace(from, to));
        let refusal = refusal.expect_err(to).to_string();
        assert!(refusal.contains(expected), "{to}: {refusal}");
    }
}
