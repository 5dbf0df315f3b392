//! The log of a test of power loss: whole after any power cut of the host, and nothing that was
//! not flushed is ever said to be.

use fourcorners_bench::power_loss::{
    POWER_LOSS, PowerLossHeader, PowerLossLine, PowerLossLog, TestedDrive,
};
use fourcorners_bench::{Disk, FolderError, Operation};
use std::fs;
use std::path::Path;

fn header() -> PowerLossHeader {
    PowerLossHeader {
        schema_version: 1,
        fourcorners: "0.1.0".into(),
        at: "2026-01-01T00:00:00Z".into(),
        drive: TestedDrive {
            path: "/dev/sdz".into(),
            model: "A drive".into(),
            serial: String::new(),
            firmware: String::new(),
            capacity_bytes: 1 << 30,
        },
        span_bytes: 1 << 30,
        block_bytes: 4096,
        round: 256,
        seed: 1,
        key: "7f".into(),
    }
}

fn written(folder: &Path) -> Disk {
    let disk = Disk::logged();
    let mut log = PowerLossLog::create_on(&disk, folder, &header()).expect("a log");
    for line in [
        PowerLossLine::Began(1),
        PowerLossLine::Flushed(256),
        PowerLossLine::Flushed(512),
        PowerLossLine::Began(769),
        PowerLossLine::Flushed(1024),
    ] {
        log.push(&line).expect("a line");
    }
    disk
}

#[test]
fn every_line_is_on_the_medium_before_the_next_is_begun() {
    let desk = tempfile::tempdir().expect("a folder");
    let log = written(&desk.path().join("run")).log();
    let mut waiting = false;
    for operation in &log {
        match operation {
            Operation::Append(..) => {
                assert!(!waiting, "{log:?}");
                waiting = true;
            }
            Operation::Sync(_) => waiting = false,
            _ => {}
        }
    }
    assert!(!waiting, "{log:?}");
    let named = |one: &&Operation| matches!(one, Operation::SyncFolder(_));
    assert_eq!(log.iter().filter(named).count(), 2, "folder and parent");
}

#[test]
fn log_cut_anywhere_says_only_what_was_flushed() {
    let desk = tempfile::tempdir().expect("a folder");
    let run = desk.path().join("run");
    written(&run);
    let path = run.join(POWER_LOSS);
    let whole = fs::read(&path).expect("a log");
    let first = whole.iter().position(|byte| *byte == b'\n').expect("lines") + 1;
    let truth = [(1, 512), (769, 1024)];
    for length in first..=whole.len() {
        for tail in [&b""[..], &[0; 40]] {
            fs::write(&path, [&whole[..length], tail].concat()).expect("a file");
            let (mut log, recorded) = PowerLossLog::open(&run).expect("a log");
            assert_eq!(recorded.header, header());
            for ((first, last), (from, to)) in recorded.flushed.iter().zip(truth) {
                assert!(*first == from && *last <= to, "{length}: {recorded:?}");
            }
            let last = recorded.flushed.last().map_or(0, |(_, last)| *last);
            log.push(&PowerLossLine::Began(last + 300)).expect("a line");
            drop(log);
            let again = PowerLossLog::open(&run).expect("whole lines").1.flushed;
            assert_eq!(again.len(), recorded.flushed.len() + 1, "{length}");
        }
    }
}

#[test]
fn damaged_log_is_refused_with_the_line() {
    let desk = tempfile::tempdir().expect("a folder");
    let run = desk.path().join("run");
    written(&run);
    let path = run.join(POWER_LOSS);
    let whole = fs::read_to_string(&path).expect("a log");
    for (from, to, words) in [
        ("{\"flushed\":512}", "{\"flushed\":", "line 4 is damaged"),
        ("{\"flushed\":512}", "{\"flushed\":12}", "line 4 is damaged"),
        ("{\"began\":769}", "{\"began\":500}", "line 5 is damaged"),
        ("{\"began\":1}\n", "", "line 2 is damaged"),
        // Sums of such numbers would overflow.
        (
            "{\"flushed\":512}",
            "{\"flushed\":18446744073709551615}",
            "line 4 is damaged",
        ),
        (
            "{\"began\":769}",
            "{\"began\":4611686018427387905}",
            "line 5 is damaged",
        ),
        ("\"schema_version\":1", "\"schema_version\":9", "version 9"),
        ("\"round\":256,", "", "round"),
    ] {
        fs::write(&path, whole.replace(from, to)).expect("a file");
        let error = PowerLossLog::open(&run).map(drop).expect_err("damaged");
        assert!(error.to_string().contains(words), "{error}");
    }
}

#[test]
fn log_tells_stopped_writes_from_lost_power() {
    let desk = tempfile::tempdir().expect("a folder");
    let run = desk.path().join("run");
    written(&run);
    let at = || "2026-01-01T00:01:00Z".to_string();
    let lost = PowerLossLine::Lost {
        at: at(),
        failed: None,
    };
    let stopped = PowerLossLine::Stopped { at: at() };
    for (line, is_stopped) in [(stopped.clone(), true), (lost, false), (stopped, true)] {
        let (mut log, _) = PowerLossLog::open(&run).expect("a log");
        log.push(&line).expect("a line");
        drop(log);
        let recorded = PowerLossLog::open(&run).expect("a log").1;
        assert_eq!(recorded.stopped, is_stopped, "{line:?}");
    }
}

#[test]
fn log_in_use_is_not_opened() {
    let desk = tempfile::tempdir().expect("a folder");
    let run = desk.path().join("run");
    let log = PowerLossLog::create(&run, &header()).expect("a log");
    let error = PowerLossLog::open(&run).map(drop).expect_err("in use");
    assert!(matches!(error, FolderError::InUse(_)), "{error}");
    drop(log);
    PowerLossLog::open(&run).expect("free");
    let error = PowerLossLog::create(&run, &header()).map(drop);
    assert!(matches!(error, Err(FolderError::Exists(_))));
}
