//! Runs of which another thread carries out parts: is the folder that of one thread?

use crate::bed;

use bed::{Fault, Folder, NotingDrive, folder, header, lasting, planned};
use fourcorners_bench::record::{Entry, Run, Status};
use fourcorners_bench::{FolderWriter, KeptRun, Observer, Past, PhaseKey, Plan, Silent, digest};
use fourcorners_block::{BLOCK_BYTES, Bytes, Drive, DriveKind, Nanos};
use fourcorners_run::{NewDrive, RunEnd, RunError, SharedRun, run};
use std::cell::Cell;
use std::sync::Arc;

/// Few I/Os, many seconds.
fn slow(kind: DriveKind) -> NotingDrive {
    NotingDrive::taking(Nanos::millis(50), kind, Bytes::mib(4)).with_raw_nand(Bytes::mib(5))
}

fn simulated() -> NotingDrive {
    slow(DriveKind::Simulated)
}

fn new() -> Box<dyn Drive> {
    Box::new(simulated())
}

fn whole() -> Plan {
    planned("four-corners", &simulated(), &lasting(2), 1)
}

fn written_by(
    drive: &NotingDrive,
    work: impl FnOnce(&mut FolderWriter) -> Result<RunEnd, RunError>,
) -> (Result<RunEnd, RunError>, Run, String, Folder) {
    let folder = folder();
    let mut writer = FolderWriter::create(&folder.path, &header(drive.identity()));
    let end = work(writer.as_mut().expect("a folder"));
    let run = Run::open(&folder.path).expect("a readable folder");
    let digest = digest(&folder.path).expect("a digest");
    (end, run, digest, folder)
}

fn shared(plan: &Plan, past: Past) -> SharedRun<'_> {
    SharedRun::new(plan, past, Arc::default(), || "then".into())
}

/// Helps as long as there is anything to do; says how many drives it took.
fn helped(run: &SharedRun<'_>, fault: Fault) -> u32 {
    let drives = Cell::new(0);
    run.help(&|| {
        drives.set(drives.get() + 1);
        let mut drive = simulated();
        drive.fault = fault;
        Box::new(drive)
    });
    drives.get()
}

/// Helps at every second that the leader measures.
struct Helped<'r>(&'r SharedRun<'r>, u32);

impl Observer for Helped<'_> {
    fn progress(&mut self, _: &fourcorners_bench::Progress<'_>) {
        self.1 += helped(self.0, Fault::None);
    }
}

#[test]
fn parts_done_before_their_turn_give_the_same_folder() {
    let plan = whole();
    let mut alone = simulated();
    let (end, wanted, digest, _folder) = written_by(&simulated(), |folder| {
        run(&plan, &mut alone, folder, &mut Silent)
    });
    assert_eq!(end.expect("a run"), RunEnd::Finished);
    for past in [Past::EndsWithPurge, Past::Whole] {
        let run = shared(&plan, past);
        let mut observer = Helped(&run, 0);
        let (end, read, its_digest, _folder) =
            written_by(&simulated(), |folder| run.lead(&new, folder, &mut observer));
        assert_eq!(end.expect("a run"), RunEnd::Finished);
        assert_eq!(read.entries, wanted.entries, "{past:?}");
        assert_eq!(its_digest, digest, "{past:?}");
        assert!(observer.1 > 0, "{past:?}: nobody helped");
        assert_eq!(run.ready(), 0, "over");
    }
}

/// The same, and notes every result.
struct Told<'r>(Helped<'r>, Vec<Entry>);

impl Observer for Told<'_> {
    fn progress(&mut self, progress: &fourcorners_bench::Progress<'_>) {
        self.0.progress(progress);
    }
    fn result(&mut self, entry: &Entry) {
        self.1.push(entry.clone());
    }
}

#[test]
fn observer_hears_of_each_result_in_order_of_the_folder() {
    let plan = whole();
    for past in [Past::EndsWithPurge, Past::Real] {
        let run = shared(&plan, past);
        let mut observer = Told(Helped(&run, 0), Vec::new());
        let (end, read, ..) =
            written_by(&simulated(), |folder| run.lead(&new, folder, &mut observer));
        assert_eq!(end.expect("a run"), RunEnd::Finished);
        assert_eq!(observer.1, read.entries, "{past:?}");
        assert_eq!(observer.0.1 > 0, past == Past::EndsWithPurge);
    }
}

#[test]
fn only_a_purge_that_leaves_nothing_begins_a_part() {
    let plan = whole();
    let run = shared(&plan, Past::EndsWithPurge);
    assert!(
        run.ready() > 4,
        "every test of a new drive: {}",
        run.ready()
    );
    // What outlasts a purge leaves only saved states, of which there is none yet.
    assert_eq!(shared(&plan, Past::Whole).ready(), 0);
}

#[test]
fn first_part_waits_for_who_leads() {
    let plan = planned("consistency", &simulated(), &lasting(1), 1);
    let run = shared(&plan, Past::EndsWithPurge);
    assert_eq!(helped(&run, Fault::None), 0, "nobody would see its seconds");
    // The one after it does not, whoever is at the first.
    let plan = planned("torture", &simulated(), &lasting(1), 1);
    let run = shared(&plan, Past::EndsWithPurge);
    let mut observer = Helped(&run, 0);
    let (end, ..) = written_by(&simulated(), |folder| run.lead(&new, folder, &mut observer));
    assert_eq!(end.expect("a run"), RunEnd::Finished);
    assert_eq!(
        observer.1, 1,
        "the passes of a tortured drive, once there is one"
    );
}

#[test]
fn real_drive_is_never_forked() {
    let drive = slow(DriveKind::BlockDevice);
    let plan = planned("four-corners", &drive, &lasting(1), 1);
    let run = shared(&plan, Past::Real);
    assert_eq!(run.ready(), 0);
    let mut observer = Helped(&run, 0);
    let drives = Cell::new(0);
    let new: NewDrive<'_> = &|| {
        drives.set(drives.get() + 1);
        Box::new(slow(DriveKind::BlockDevice))
    };
    let (end, read, ..) = written_by(&drive, |folder| run.lead(new, folder, &mut observer));
    assert_eq!(end.expect("a run"), RunEnd::Finished);
    assert_eq!(
        (drives.get(), observer.1),
        (1, 0),
        "another drive was opened"
    );
    assert_eq!(read.entries.len(), plan.phases().count());
}

#[test]
fn failures_are_those_of_one_thread() {
    let plan = whole();
    // Everything fails; all but what stays in half of the drive; all but what leaves the last I/O
    // of a fill out. No state is kept then.
    let capacity = Bytes::mib(4).0 / BLOCK_BYTES;
    for (bad, failing) in [(0, 15), (capacity / 2, 12), (capacity - 256, 11)] {
        let fault = Fault::BadFrom(bad);
        let failing_drive = || {
            let mut drive = simulated();
            drive.fault = fault;
            drive
        };
        let mut alone = failing_drive();
        let (_, wanted, digest, _folder) = written_by(&simulated(), |folder| {
            run(&plan, &mut alone, folder, &mut Silent)
        });
        let failed = |entry: &&Entry| matches!(entry.status, Status::Failed { .. });
        assert_eq!(
            wanted.entries.iter().filter(failed).count(),
            failing,
            "{fault:?}"
        );
        let run = shared(&plan, Past::EndsWithPurge);
        helped(&run, fault);
        let new: NewDrive<'_> = &|| Box::new(failing_drive());
        let (_, read, its_digest, _folder) =
            written_by(&simulated(), |folder| run.lead(new, folder, &mut Silent));
        assert_eq!(read.entries, wanted.entries, "{fault:?}");
        assert_eq!(its_digest, digest, "{fault:?}");
    }
}

/// Who helps loses the drive of the last part that can begin, and takes a new one for the others.
#[test]
fn lost_drive_of_a_helper_ends_the_run_in_its_turn() {
    let plan = whole();
    let mut alone = simulated();
    let (_, wanted, ..) = written_by(&simulated(), |folder| {
        run(&plan, &mut alone, folder, &mut Silent)
    });
    let run = shared(&plan, Past::EndsWithPurge);
    let drives = Cell::new(0);
    run.help(&|| {
        drives.set(drives.get() + 1);
        let mut drive = simulated();
        if drives.get() == 1 {
            drive.fault = Fault::LostAt(0);
        }
        Box::new(drive)
    });
    assert_eq!(drives.get(), 2);
    let (end, read, _, folder) =
        written_by(&simulated(), |folder| run.lead(&new, folder, &mut Silent));
    let error = end.expect_err("a lost drive").to_string();
    assert!(error.contains("the cable is out"), "{error}");
    // It was lost while it was filled, for which there is no result.
    let all_but_the_last = &wanted.entries[..wanted.entries.len() - 1];
    assert!(
        read.entries == all_but_the_last,
        "{} results",
        read.entries.len()
    );
    let wall = std::fs::read_to_string(folder.path.join("wall.jsonl")).expect("wall.jsonl");
    assert!(
        wall.contains("then") && wall.contains("drive-lost"),
        "{wall}"
    );
}

/// Helps at every second, and stops after a number of them.
struct HelpedUntil<'r>(Helped<'r>, u32);

impl Observer for HelpedUntil<'_> {
    fn progress(&mut self, progress: &fourcorners_bench::Progress<'_>) {
        self.0.progress(progress);
        self.1 = self.1.saturating_sub(1);
    }
    fn stop_requested(&self) -> bool {
        self.1 == 0
    }
}

#[test]
fn stopped_run_holds_the_first_phases_and_goes_on() {
    let plan = whole();
    let mut alone = simulated();
    let (_, wanted, digest_of_all, _folder) = written_by(&simulated(), |folder| {
        run(&plan, &mut alone, folder, &mut Silent)
    });
    for (past, seconds) in [
        (Past::EndsWithPurge, 1),
        (Past::Whole, 1),
        (Past::Whole, 4),
        (Past::Whole, 9),
        (Past::Whole, 14),
    ] {
        let run = shared(&plan, past);
        let mut observer = HelpedUntil(Helped(&run, 0), seconds);
        let (end, read, _, folder) =
            written_by(&simulated(), |folder| run.lead(&new, folder, &mut observer));
        assert_eq!(
            end.expect("a run"),
            RunEnd::Interrupted,
            "{past:?} {seconds}"
        );
        let finished = |entry: &&Entry| matches!(entry.status, Status::Finished);
        let finished = read.entries.iter().filter(finished).count();
        assert_eq!(
            read.entries[..finished],
            wanted.entries[..finished],
            "{seconds}"
        );
        assert!(read.entries.len() <= finished + 1);
        let kept = KeptRun::open(&folder.path).expect("a run to resume");
        let has = |key: &PhaseKey| {
            let mut results = kept.results().iter();
            results.any(|entry| entry.names() == key.names())
        };
        let rest = plan.rest(&has, past);
        let (mut writer, _) = kept.go_on(&plan).expect("writable");
        let rest_of_it = shared(&rest, past);
        let end = rest_of_it.lead(&new, &mut writer, &mut Helped(&rest_of_it, 0));
        assert_eq!(end.expect("a run"), RunEnd::Finished);
        assert_eq!(
            digest(&folder.path).expect("a digest"),
            digest_of_all,
            "{past:?} {seconds}"
        );
    }
}
