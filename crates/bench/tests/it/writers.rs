//! A run's `run.json` when it is taken up again: one writer at a time, and nothing changes but what
//! was to.

use crate::bed;

use bed::{NotingDrive, header};
use fourcorners_bench::record::{Disturbance, Run};
use fourcorners_bench::{FolderError, FolderWriter, KeptRun, is_being_written};
use fourcorners_block::{Bytes, Drive, DriveKind};
use serde_json::{Value, json};
use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

/// A run's folder that nobody writes.
fn begun(place: &tempfile::TempDir) -> PathBuf {
    let folder = place.path().join("run");
    let drive = NotingDrive::new(DriveKind::Simulated, Bytes::mib(64));
    drop(FolderWriter::create(&folder, &header(drive.identity())).expect("a folder"));
    folder
}

fn disturbance(about: &str) -> Disturbance {
    Disturbance {
        about: about.into(),
        found: "busy".into(),
        remedy: String::new(),
        when_resumed: false,
    }
}

/// The story: `run.json` was written anew from what this program understood of it, so what a newer
/// one had written was lost, and what no drive can have became what stands for it.
#[test]
fn does_a_disturbance_leave_all_else_of_run_json_as_it_stands() {
    let place = tempfile::tempdir().expect("a temporary folder");
    let folder = begun(&place);
    let path = folder.join("run.json");
    let mut newer: Value =
        serde_json::from_slice(&fs::read(&path).expect("run.json")).expect("JSON");
    newer["mood"] = json!({"of the drive": ["calm", null]});
    newer["identity"]["colour"] = json!("blue");
    newer["identity"]["capacity"] = json!(1_u64 << 60);
    newer["prices"] =
        json!([{"currency": "EUR", "price": 1e308, "price_per_usable_gib": 1.0, "tax": 19}]);
    newer["seed"] = json!(u64::MAX);
    let known = json!({"about": "Moon", "found": "full", "remedy": "wait", "phase": 0.5});
    for before in [Some(known), None] {
        newer["disturbances"] = before.clone().into_iter().collect();
        if before.is_none() {
            let object = newer.as_object_mut().expect("an object");
            object.remove("disturbances");
        }
        // No number of a computer: as text it stays.
        let text = format!("{newer:#}").replacen('{', "{\"atoms\": 1234567890123456789012.50,", 1);
        fs::write(&path, &text).expect("written");
        let mut kept = KeptRun::open(&folder).expect("a run");
        assert_eq!(kept.run().damage.len(), 2, "{:?}", kept.run().damage);
        for about in ["CPU use", "Disk use"] {
            kept.disturbed_by(vec![disturbance(about)])
                .expect("written");
        }
        let text = fs::read_to_string(&path).expect("run.json");
        assert!(
            text.contains("\"atoms\": 1234567890123456789012.50,"),
            "{text}"
        );
        let mut after: Value = serde_json::from_str(&text).expect("JSON");
        let all = after["disturbances"].take();
        let all = all.as_array().expect("a list");
        let added = ["CPU use", "Disk use"].map(|about| json!(disturbance(about)));
        let expected: Vec<Value> = before.into_iter().chain(added).collect();
        assert_eq!(*all, expected);
        let mut rest = newer.clone();
        rest["disturbances"] = Value::Null;
        after.as_object_mut().expect("an object").remove("atoms");
        assert_eq!(after, rest);
        drop(kept);
        let read = Run::open(&folder).expect("a run").header.disturbances;
        assert_eq!(read.len(), expected.len());
    }
}

/// The story: who waited for a folder whose `run.json` was replaced meanwhile got the lock of the
/// file that was no more, and wrote beside the first.
#[test]
fn can_no_second_writer_come_in_while_run_json_is_replaced() {
    let place = tempfile::tempdir().expect("a temporary folder");
    let folder = begun(&place);
    let mut kept = KeptRun::open(&folder).expect("a run");
    let over = AtomicBool::new(false);
    let (refused, let_in) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let goes_on = || !over.load(Ordering::Acquire);
    let tell = |is_refused: bool| {
        let count = if is_refused { &refused } else { &let_in };
        count.fetch_add(1, Ordering::AcqRel);
    };
    let written = thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                while goes_on() {
                    let second = KeptRun::open(&folder);
                    tell(matches!(second, Err(FolderError::InUse(_))));
                }
            });
        }
        scope.spawn(|| {
            while goes_on() {
                tell(is_being_written(&folder));
            }
        });
        let written = (0..200).try_for_each(|_| {
            thread::sleep(Duration::from_millis(2));
            kept.disturbed_by(vec![disturbance("CPU use")])
        });
        over.store(true, Ordering::Release);
        written
    });
    written.expect("written");
    assert_eq!(let_in.into_inner(), 0, "while it was written");
    assert!(refused.into_inner() > 10);
}

/// Set in the process that is another writer: the folder, and its number.
const WRITER: &str = "FOURCORNERS_TEST_WRITER";
const NUMBER: &str = "FOURCORNERS_TEST_NUMBER";
/// How often each takes the run up again.
const TIMES: usize = 5;

#[test]
fn is_nothing_lost_of_what_several_processes_add_in_turn() {
    if let (Some(folder), Ok(number)) = (std::env::var_os(WRITER), std::env::var(NUMBER)) {
        for time in 0..TIMES {
            let mut kept = loop {
                match KeptRun::open(folder.as_ref()) {
                    Ok(kept) => break kept,
                    Err(FolderError::InUse(_)) => {}
                    Err(error) => panic!("{error}"),
                }
            };
            for part in 0..2 {
                let about = format!("{number} {time} {part}");
                kept.disturbed_by(vec![disturbance(&about)])
                    .expect("written");
            }
        }
        return;
    }
    let place = tempfile::tempdir().expect("a temporary folder");
    let folder = begun(&place);
    let itself = std::env::current_exe().expect("this program");
    let writers: Vec<_> = (0..4)
        .map(|number| {
            let mut command = std::process::Command::new(&itself);
            command
                .args([
                    "--exact",
                    "writers::is_nothing_lost_of_what_several_processes_add_in_turn",
                ])
                .env(WRITER, &folder)
                .env(NUMBER, number.to_string());
            command
                .stdout(std::process::Stdio::piped())
                .spawn()
                .expect("begun")
        })
        .collect();
    for writer in writers {
        let ended = writer.wait_with_output().expect("its end");
        let said = String::from_utf8_lossy(&ended.stdout);
        assert!(ended.status.success(), "{said}");
    }
    let header = Run::open(&folder).expect("a run").header;
    let mut all: Vec<_> = header
        .disturbances
        .into_iter()
        .map(|one| one.about)
        .collect();
    // The two of one turn stand together.
    for turn in all.chunks(2) {
        let of = |part: &str| part.rsplit_once(' ').map(|(turn, _)| turn.to_string());
        assert_eq!(of(&turn[0]), of(&turn[1]), "{all:?}");
    }
    all.sort();
    let expected: Vec<String> = (0..4)
        .flat_map(|number| {
            (0..TIMES).flat_map(move |time| (0..2).map(move |part| (number, time, part)))
        })
        .map(|(number, time, part)| format!("{number} {time} {part}"))
        .collect();
    assert_eq!(all, expected);
}
