//! Reads of LBAs that hold no data are marked, on simulated drives and files, however that came
//! about; reads of written ones are not.
//!
//! The story: random reads of a drive that was never written came to 869,561 IOPS, and on a filled
//! one to 328,628; on a file just made it was 936,144 and 76,922. Nothing was said of it.

use crate::drives;

use fourcorners_bench::record::{NotComparable, Remark, Run, RunHeader, Status};
use fourcorners_bench::{
    Action, Direction, Disk, FolderWriter, Pattern, PhaseKey, Plan, Silent, Until, Work,
};
use fourcorners_block::{Bytes, DataClass, Drive, QueueDepth, Seed};
use fourcorners_lab::{Target, drive_names, drive_spec, resolve};
use fourcorners_real::{OpenRequest, RealDrive, open};
use fourcorners_run::run;
use std::fs::{self, File};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

/// MiB from and to.
type Span = [u64; 2];
const ALL: Span = [0, 8];

/// Something done to a drive before it is read.
#[derive(Clone, Copy, Debug)]
enum Step {
    Write(Span),
    Trim(Span),
    Erase,
}
use Step::{Erase, Trim, Write};

/// What is done, what is read then, and which share of it holds no data, in percent.
const HISTORIES: [(&[Step], Span, Option<u32>); 11] = [
    (&[], ALL, Some(100)),
    (&[Write(ALL)], ALL, None),
    (&[Write([0, 4])], ALL, Some(50)),
    (&[Write([0, 4])], [4, 8], Some(100)),
    (&[Write([4, 8])], [4, 8], None),
    (&[Write([4, 8])], [0, 8], Some(50)),
    (&[Write(ALL), Trim([0, 2])], ALL, Some(25)),
    (&[Write(ALL), Trim(ALL)], ALL, Some(100)),
    (&[Write(ALL), Trim(ALL), Write([2, 4])], [2, 4], None),
    (&[Write(ALL), Erase], ALL, Some(100)),
    (&[Write(ALL), Erase, Write(ALL)], ALL, None),
];

fn work(op: Direction, pattern: Pattern, until: Until, [from, to]: Span) -> Work {
    Work {
        op,
        read_percent: if op == Direction::Mixed { 50 } else { 0 },
        pattern,
        block: Bytes(65_536),
        queue_depth: QueueDepth::new(4).expect("a depth"),
        start: Bytes::mib(from),
        span: Bytes::mib(to - from),
        data: DataClass::FullRandom,
        align: Bytes(65_536),
        until,
        ..Work::idle(1)
    }
}

fn measure(work: Work) -> Action {
    let key = PhaseKey {
        test: "unwritten".into(),
        variant: String::new(),
        phase: "read".into(),
        state: "as-left".into(),
        positions: false,
        spare_per_mille: None,
    };
    Action::Measure { key, work }
}

fn action(step: Step) -> Action {
    match step {
        Write(span) => Action::Prepare {
            state: "some".into(),
            work: work(Direction::Write, Pattern::Sequential, Until::Pass, span),
        },
        Trim([from, to]) => Action::Trim {
            from: Bytes::mib(from),
            span: Bytes::mib(to - from),
        },
        Erase => Action::Purge,
    }
}

/// What is said of each measured phase.
fn remarks(drive: &mut dyn Drive, actions: Vec<Action>) -> Vec<Vec<Remark>> {
    let plan = Plan {
        pages: Default::default(),
        suite: "unwritten".into(),
        actions,
        not_comparable: vec![NotComparable::Alone],
        seed: Seed(1),
        written_bytes: 0,
        estimated_s: 0.0,
        goes_on: false,
        budget: None,
    };
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("run");
    let header = RunHeader::of(&plan, drive.identity().clone());
    let mut writer = FolderWriter::create_on(&Disk::hurried(), &path, &header).expect("a folder");
    run(&plan, drive, &mut writer, &mut Silent).expect("a run");
    let entries = Run::open(&path).expect("the folder").entries;
    let of = |entry: &fourcorners_bench::record::Entry| {
        assert_eq!(entry.status, Status::Finished, "{entry:?}");
        let remarks = entry.measured.as_ref().expect("figures").remarks.clone();
        remarks.into_iter().filter(|one| !one.is_of_the_host()).collect()
    };
    entries.iter().map(of).collect()
}

fn expected(percent: Option<u32>) -> Vec<Remark> {
    let of = |percent| Remark::UnwrittenReads { percent };
    percent.map(of).into_iter().collect()
}

/// A pass of reads after a history.
fn read_after(drive: &mut dyn Drive, steps: &[Step], span: Span) -> Vec<Remark> {
    let reads = work(Direction::Read, Pattern::Sequential, Until::Pass, span);
    let actions = steps.iter().copied().map(action).chain([measure(reads)]);
    remarks(drive, actions.collect()).remove(0)
}

fn simulated() -> Box<dyn Drive> {
    let desk = tempfile::tempdir().expect("a folder");
    let file = drives::put(desk.path(), &drives::small_drive_text());
    match resolve(&file.display().to_string(), false) {
        Ok(Target::Simulated { spec, .. }) => spec.drive(),
        _ => panic!("a simulated drive"),
    }
}

/// On a disk: memory file systems differ in what they can.
fn on_disk() -> tempfile::TempDir {
    tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder")
}

fn opened(path: PathBuf, create_size: Option<Bytes>) -> RealDrive {
    let request = OpenRequest {
        destroy: vec![path.clone()],
        path,
        create_size,
        write: true,
        ..OpenRequest::default()
    };
    open(&request).unwrap_or_else(|error| panic!("{error}"))
}

fn made(folder: &Path) -> RealDrive {
    opened(folder.join("made.img"), Some(Bytes::mib(16)))
}

#[test]
fn reads_of_unwritten_space_are_marked_on_a_simulated_drive() {
    for (steps, span, percent) in HISTORIES {
        let found = read_after(simulated().as_mut(), steps, span);
        assert_eq!(found, expected(percent), "{steps:?}, {span:?}");
    }
}

/// Each kind of map tells what it does not hold, whatever its drive reads ahead.
#[test]
fn reads_of_unwritten_space_are_marked_on_every_ssd_of_the_catalog() {
    let mut ssds = 0;
    for name in drive_names() {
        let spec = drive_spec(&name).expect("of the catalog");
        if spec.drive().counters().is_none() {
            continue; // a hard disk or a RAM disk
        }
        ssds += 1;
        for (steps, span, percent) in [HISTORIES[0], HISTORIES[1], HISTORIES[2], HISTORIES[9]] {
            let found = read_after(spec.drive().as_mut(), steps, span);
            assert_eq!(found, expected(percent), "{name}: {steps:?}, {span:?}");
        }
    }
    assert!(ssds > 20, "{ssds}");
}

#[test]
fn reads_of_unwritten_space_are_marked_on_a_made_file() {
    for (steps, span, percent) in HISTORIES {
        let folder = on_disk();
        let found = read_after(&mut made(folder.path()), steps, span);
        assert_eq!(found, expected(percent), "{steps:?}, {span:?}");
    }
}

/// A later run finds what an earlier one left of the file, and so does one that names a file of the
/// user's: its holes are known, its data is not questioned.
#[test]
fn holes_of_an_existing_file_are_known() {
    let folder = on_disk();
    let first = read_after(&mut made(folder.path()), &[Write([0, 4])], [0, 4]);
    assert_eq!(first, []);
    let again = |span| read_after(&mut opened(folder.path().join("made.img"), None), &[], span);
    assert_eq!(again(ALL), expected(Some(50)));
    assert_eq!(again([0, 4]), []);

    let own = folder.path().join("own.img");
    fs::write(&own, vec![7; 16 << 20]).expect("a file");
    assert_eq!(read_after(&mut opened(own, None), &[], ALL), []);

    let sparse = folder.path().join("sparse.img");
    let file = File::create(&sparse).expect("a file");
    file.set_len(16 << 20).expect("a length");
    file.write_all_at(&[7; 2 << 20], 0).expect("data");
    file.sync_all().expect("on the disk");
    let found = read_after(&mut opened(sparse, None), &[], ALL);
    assert_eq!(found, expected(Some(75)));
}

/// A state that is returned to holds what it held.
#[test]
fn restored_state_is_judged_by_its_own_data() {
    let read = || measure(work(Direction::Read, Pattern::Sequential, Until::Pass, ALL));
    let actions = vec![
        action(Write(ALL)),
        Action::Save(0),
        Action::Purge,
        read(),
        Action::Restore(0),
        read(),
    ];
    let found = remarks(simulated().as_mut(), actions);
    assert_eq!(found, [expected(Some(100)), expected(None)]);
}

/// Random reads are marked by their share; of mixed work the reads count alone, and what it wrote
/// itself is data.
#[test]
fn random_and_mixed_reads_are_marked_by_their_share() {
    let timed = |op, span| work(op, Pattern::Random, Until::Duration, span).lasting(1);
    let half = || vec![action(Write([0, 4])), measure(timed(Direction::Read, ALL))];
    let folder = on_disk();
    let drives: [Box<dyn Drive>; 2] = [simulated(), Box::new(made(folder.path()))];
    for mut drive in drives {
        let percent = match remarks(drive.as_mut(), half()).remove(0).as_slice() {
            [Remark::UnwrittenReads { percent }] => *percent,
            other => panic!("{other:?}"),
        };
        assert!((35..=65).contains(&percent), "{percent}");
    }
    let span = work(Direction::Mixed, Pattern::Random, Until::SpanBytes, ALL);
    let found = remarks(simulated().as_mut(), vec![measure(span.clone())]).remove(0);
    let is_part = |one: &Remark| matches!(one, Remark::UnwrittenReads { percent: 1..100 });
    assert!(found.iter().all(is_part) && found.len() == 1, "{found:?}");
    let after = vec![action(Write(ALL)), measure(span)];
    assert_eq!(remarks(simulated().as_mut(), after), [[]]);
}

/// A hard disk moves its arm for LBAs without data as for any other: nothing is to be said.
#[test]
fn simulated_hard_disk_has_no_unwritten_space() {
    let desk = tempfile::tempdir().expect("a folder");
    let file = desk.path().join("disk.toml");
    fs::write(&file, drives::small_hard_disk_text()).expect("a file");
    let Ok(Target::Simulated { spec, .. }) = resolve(&file.display().to_string(), false) else {
        panic!("a simulated drive");
    };
    assert_eq!(read_after(spec.drive().as_mut(), &[], ALL), []);
}
