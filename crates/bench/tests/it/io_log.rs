//! The record of every I/O (docs/formats.md).

use crate::bed;

use bed::{NotingDrive, folder, header, io, lasting, library, replays, trace};
use fourcorners_bench::record::Run;
use fourcorners_bench::{FolderWriter, Options, Silent, plan};
use fourcorners_block::{Bytes, Drive, DriveKind, Nanos, Seed};
use fourcorners_run::run;
use std::sync::LazyLock;

struct Record {
    phase: usize,
    op: u8,
    bytes: u64,
    offset: u64,
    wait: u64,
    admitted: u64,
    finished: u64,
}

fn records(bytes: &[u8]) -> Vec<Record> {
    assert!(bytes.len().is_multiple_of(40), "whole records");
    let number = |bytes: &[u8]| {
        bytes
            .iter()
            .rev()
            .fold(0, |sum, byte| sum << 8 | u64::from(*byte))
    };
    let record = |record: &[u8]| Record {
        phase: number(&record[0..2]) as usize,
        op: record[2],
        bytes: number(&record[4..8]) + (number(&record[3..4]) << 32),
        offset: number(&record[8..16]),
        wait: number(&record[16..24]),
        admitted: number(&record[24..32]),
        finished: number(&record[32..40]),
    };
    bytes.chunks(40).map(record).collect()
}

/// A replayed read of 8 GiB was one of 2^32 - 1 bytes in the log, and its sums were not the totals.
#[test]
fn are_all_bytes_of_an_io_of_gigabytes_recorded() {
    let bytes = Bytes::gib(8);
    let large = io(fourcorners_trace::Op::Read, Nanos(0), Bytes(0), bytes);
    let library = replays::library("", trace("it", vec![large]));
    let mut drive = NotingDrive::new(DriveKind::Simulated, Bytes::gib(16));
    let plan = replays::planned(&library, &drive, &Options::default());
    let folder = folder();
    let mut writer =
        FolderWriter::create(&folder.path, &header(drive.identity())).expect("a run's folder");
    writer.log_ios().expect("a log");
    run(&plan, &mut drive, &mut writer, &mut Silent).expect("a run");
    let log = std::fs::read(folder.path.join("ios.bin")).expect("ios.bin");
    let sizes: Vec<u64> = records(&log).iter().map(|record| record.bytes).collect();
    assert_eq!(sizes, [bytes.0]);
}

type Recorded = (Run, Option<Vec<Record>>, NotingDrive);

static LOGGED: LazyLock<Recorded> = LazyLock::new(|| recorded(true));
static PLAIN: LazyLock<Recorded> = LazyLock::new(|| recorded(false));

fn recorded(log: bool) -> Recorded {
    let mut drive = NotingDrive::new(DriveKind::Simulated, Bytes::mib(64));
    let plan = plan(&library(), "quick", drive.identity(), &lasting(2), Seed(1)).expect("a plan");
    let out = tempfile::tempdir().expect("a folder");
    let path = out.path().join("run");
    let mut folder =
        FolderWriter::create(&path, &header(drive.identity())).expect("a run's folder");
    if log {
        folder.log_ios().expect("a log");
    }
    run(&plan, &mut drive, &mut folder, &mut Silent).expect("a run");
    let log = std::fs::read(path.join("ios.bin")).ok();
    let run = Run::open(&path).expect("the folder");
    (run, log.map(|bytes| records(&bytes)), drive)
}

#[test]
fn are_the_sums_of_the_log_the_totals() {
    let (run, records, drive) = &*LOGGED;
    let records = records.as_ref().expect("ios.bin");
    let mut measured_ios = 0;
    for (phase, entry) in run.entries.iter().enumerate() {
        let Some(measured) = &entry.measured else {
            continue;
        };
        let own: Vec<&Record> = records
            .iter()
            .filter(|record| record.phase == phase)
            .collect();
        assert_eq!(own.len() as u64, measured.ios, "{entry:?}");
        assert_eq!(
            own.iter().map(|record| record.bytes).sum::<u64>(),
            measured.bytes
        );
        let latencies = own.iter().map(|record| record.finished - record.admitted);
        let mean_us = latencies.clone().sum::<u64>() as f64 / 1000.0 / own.len() as f64;
        assert!((mean_us - measured.latency_mean_us).abs() < 1e-6);
        assert_eq!(
            latencies.max().expect("I/Os") as f64 / 1000.0,
            measured.latency_max_us
        );
        let op = u8::from(measured.op == "write");
        assert!(own.iter().all(|record| record.op == op && record.wait == 0));
        let end = measured.span_bytes;
        assert!(own.iter().all(|record| record.offset + record.bytes <= end));
        let of_samples = run.samples.iter().filter(|sample| {
            (&sample.test, &sample.variant, &sample.phase)
                == (&entry.test, &entry.variant, &entry.phase)
        });
        for sample in of_samples {
            let second =
                |record: &&&Record| record.finished / 1_000_000_000 == u64::from(sample.second);
            assert_eq!(
                own.iter().filter(second).count() as u64,
                sample.ios,
                "{sample:?}"
            );
        }
        measured_ios += measured.ios;
    }
    assert_eq!(
        records.len() as u64,
        measured_ios,
        "nothing of a preparation"
    );
    let places: std::collections::HashSet<u64> =
        drive.ios().map(|(_, first, ..)| first * 512).collect();
    assert!(records.iter().all(|record| places.contains(&record.offset)));
}

#[test]
fn is_there_no_log_unless_it_is_asked_for() {
    assert!(PLAIN.1.is_none());
}

#[test]
fn does_logging_change_no_result() {
    let (with, without) = (&LOGGED.0, &PLAIN.0);
    assert_eq!(with.entries, without.entries);
    assert_eq!(with.samples, without.samples);
}
