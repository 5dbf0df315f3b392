//! What is done to a drive, and what is told about it.

use crate::bed;

use bed::{Fault, Note, NotingDrive, StopAfter, carry_out, is_write, lasting};
use fourcorners_bench::record::{Entry, FailedOp, Failure, Sample, Status};
use fourcorners_bench::{Options, Silent, digest};
use fourcorners_block::{BLOCK_BYTES, Bytes, Drive, DriveKind, Nanos, Op};
use fourcorners_run::{RunEnd, RunError};

/// Whole sectors, but no whole number of 64 KiB requests.
const ODD: Bytes = Bytes((64 << 20) + (24 << 10));

fn simulated() -> NotingDrive {
    NotingDrive::new(DriveKind::Simulated, ODD).with_raw_nand(Bytes::mib(80))
}

fn samples<'a>(all: &'a [Sample], entry: &Entry) -> Vec<&'a Sample> {
    let is_of = |sample: &&Sample| {
        (&sample.test, &sample.variant, &sample.phase)
            == (&entry.test, &entry.variant, &entry.phase)
    };
    all.iter().filter(is_of).collect()
}

#[test]
fn are_the_samples_sums_the_totals() {
    let (end, run, _folder) = carry_out("quick", &mut simulated(), &lasting(3), 1, &mut Silent);
    assert_eq!(end.expect("a run"), RunEnd::Finished);
    assert!(run.damage.is_empty(), "{:?}", run.damage);
    assert_eq!(run.entries.len(), 15);
    for entry in &run.entries {
        assert_eq!(entry.status, Status::Finished, "{entry:?}");
        let measured = entry.measured.as_ref().expect("figures");
        let seconds = samples(&run.samples, entry);
        assert_eq!(
            seconds.iter().map(|second| second.ios).sum::<u64>(),
            measured.ios,
            "{entry:?}"
        );
        assert_eq!(
            seconds.iter().map(|second| second.bytes).sum::<u64>(),
            measured.bytes
        );
        assert_eq!(
            measured.bytes,
            measured.ios * measured.block_bytes - tail(measured.op.as_str(), entry)
        );
        assert!(
            seconds
                .iter()
                .enumerate()
                .all(|(index, second)| second.second as usize == index),
            "every second"
        );
        let worst = seconds
            .iter()
            .map(|second| second.latency_max_ns)
            .max()
            .expect("seconds");
        assert_eq!(worst as f64 / 1000.0, measured.latency_max_us);
        assert!(
            (measured.latency_max_us - 100.0).abs() < 1e-9,
            "each I/O takes 100 us"
        );
        assert!((measured.iops_mean - measured.ios as f64 / measured.duration_s).abs() < 1e-6);
        let histogram = run
            .histograms
            .iter()
            .filter(|line| line.phase == entry.phase && line.test == entry.test);
        assert!(histogram.count() >= 1);
    }
}

/// What a whole pass over the odd drive lacks to a whole number of requests.
fn tail(op: &str, entry: &Entry) -> u64 {
    let pass = entry.test == "hd-tach" || ["read", "write"].contains(&entry.phase.as_str());
    if pass && !op.is_empty() {
        (64 << 10) - ODD.0 % (64 << 10)
    } else {
        0
    }
}

#[test]
fn does_a_timed_phase_last_its_time_at_its_depth() {
    let (_, run, _folder) = carry_out(
        "random-write-4k-qd32",
        &mut large(),
        &lasting(2),
        1,
        &mut Silent,
    );
    let measured = run.entries[0].measured.as_ref().expect("figures");
    assert_eq!(measured.duration_s, 2.0);
    // 32 at a time, each 100 us; those that finish at the end of second 2 are not in it.
    assert_eq!(measured.ios, 2 * 320_000 - 32);
    assert_eq!(
        (measured.iops_min, measured.iops_max),
        (Some(320_000 - 32), Some(320_000))
    );
    assert_eq!(
        run.samples
            .iter()
            .map(|sample| sample.ios)
            .collect::<Vec<_>>(),
        [320_000 - 32, 320_000]
    );
    assert_eq!(run.samples[0].latency_mean_ns, 100_000);
    assert_eq!(run.samples[1].latency_p99_ns, 100_000);
}

/// The state `filled` once left the write buffer full: the first reads after it waited for 155 ms.
#[test]
fn state_is_reached_when_the_write_buffer_is_empty() {
    let wait = Nanos::millis(155);
    let ends = |kind, buffered| {
        let mut drive = NotingDrive::new(kind, Bytes::gib(16));
        drive.buffered = buffered;
        let test = "random-read-4k-qd32";
        let (end, ..) = carry_out(test, &mut drive, &lasting(1), 1, &mut Silent);
        end.expect("a run");
        drive.now()
    };
    for (kind, waits) in [
        (DriveKind::Simulated, wait),
        (DriveKind::BlockDevice, Nanos(0)),
    ] {
        assert_eq!(ends(kind, wait), ends(kind, Nanos(0)) + waits);
    }
}

fn large() -> NotingDrive {
    NotingDrive::new(DriveKind::Simulated, Bytes::gib(16))
}

#[test]
fn are_nand_counters_those_of_their_second() {
    let (_, run, _folder) = carry_out(
        "random-write-4k-qd32",
        &mut large(),
        &lasting(3),
        1,
        &mut Silent,
    );
    for sample in &run.samples {
        let nand = sample.nand.as_ref().expect("a simulated drive's account");
        // The drive's account at a boundary includes what finishes just then.
        assert_eq!(nand.host_units, 320_000, "second {}", sample.second);
        assert_eq!(nand.moved_units, nand.host_units);
    }
    let measured = run.entries[0].measured.as_ref().expect("figures");
    assert_eq!(measured.write_amplification, Some(2.0));
}

#[test]
fn are_seconds_without_an_io_there() {
    // An I/O takes 2.5 s: seconds 0, 1, 3, 4 ... are empty.
    let mut drive = SlowDrive::new();
    let plan = fourcorners_bench::plan(
        &bed::library(),
        "sequential-write-128k",
        fourcorners_block::Drive::identity(&drive.0),
        &lasting(9),
        fourcorners_block::Seed(1),
    );
    let folder = bed::folder();
    let header = bed::header(fourcorners_block::Drive::identity(&drive.0));
    let mut writer =
        fourcorners_bench::FolderWriter::create(&folder.path, &header).expect("a folder");
    fourcorners_run::run(
        &plan.expect("a plan"),
        &mut drive.0,
        &mut writer,
        &mut Silent,
    )
    .expect("a run");
    let run = fourcorners_bench::record::Run::open(&folder.path).expect("a folder");
    let ios: Vec<u64> = run.samples.iter().map(|sample| sample.ios).collect();
    assert_eq!(ios, [0, 0, 1, 0, 0, 1, 0, 1, 0]);
    let empty = &run.samples[0];
    assert_eq!(
        (
            empty.bytes,
            empty.latency_mean_ns,
            empty.latency_p99_ns,
            empty.latency_max_ns
        ),
        (0, 0, 0, 0)
    );
    assert_eq!(
        run.entries[0].measured.as_ref().expect("figures").iops_min,
        Some(0)
    );
}

struct SlowDrive(fourcorners_block::NullDrive);

impl SlowDrive {
    fn new() -> Self {
        let capacity = fourcorners_block::Blocks::from_bytes(Bytes::mib(64));
        Self(fourcorners_block::NullDrive::new(
            capacity,
            fourcorners_block::Nanos::millis(2500),
        ))
    }
}

#[test]
fn does_hd_tach_touch_every_lba_exactly_once() {
    let mut drive = simulated();
    let (_, run, _folder) = carry_out("hd-tach", &mut drive, &Options::default(), 1, &mut Silent);
    let blocks = ODD.0 / BLOCK_BYTES;
    // Filled at QD32, then read and written at QD1.
    for (is_pass, what) in [(false, "filling"), (true, "reading"), (true, "writing")] {
        let mut next = 0;
        let pass = drive.ios().filter(|(op, .., depth)| match what {
            "filling" => *depth == 32,
            "reading" => *op == Op::Read && *depth == 1,
            _ => is_write(op) && *depth == 1,
        });
        for (_, first, count, _) in pass {
            assert_eq!(first, next, "{what} in order, without a hole");
            assert!(
                !is_pass || count == 128 || first + count == blocks,
                "64 KiB at a time, but for the last"
            );
            next = first + count;
        }
        assert_eq!(next, blocks, "{what} ends with the last LBA");
    }
    for phase in ["read", "write"] {
        let zones: Vec<_> = run
            .positions
            .iter()
            .filter(|position| position.phase == phase)
            .collect();
        assert_eq!(zones.len(), 256);
        let mut next = 0;
        for zone in &zones {
            assert_eq!(zone.offset_bytes, next);
            next += zone.bytes;
            assert!(zone.duration_ns > 0);
        }
        assert_eq!(next, ODD.0);
        let entry = run
            .entries
            .iter()
            .find(|entry| entry.phase == phase)
            .expect("a result");
        let lasted: u64 = zones.iter().map(|zone| zone.duration_ns).sum();
        assert_eq!(
            lasted as f64 / 1e9,
            entry.measured.as_ref().expect("figures").duration_s,
            "no time is lost"
        );
    }
}

#[test]
fn are_sampled_zones_spread_over_the_drive() {
    let mut drive = NotingDrive::new(DriveKind::Simulated, Bytes::mib(640));
    let options = Options {
        zones: Some(4),
        ..Options::default()
    };
    let (_, run, _folder) = carry_out("hd-tach", &mut drive, &options, 1, &mut Silent);
    let read: Vec<u64> = drive
        .ios()
        .filter(|(op, ..)| *op == Op::Read)
        .map(|(_, first, ..)| first * 512)
        .collect();
    assert_eq!(read.len() * (64 << 10), 4 * (8 << 20));
    let starts: Vec<u64> = read.chunks(128).map(|zone| zone[0] >> 20).collect();
    assert_eq!(starts, [0, 160, 320, 480]);
    let bytes: u64 = run
        .positions
        .iter()
        .filter(|zone| zone.phase == "read")
        .map(|zone| zone.bytes)
        .sum();
    assert_eq!(bytes, 4 * (8 << 20));
}

#[test]
fn do_random_writes_stay_aligned_within_their_span_and_reach_all_of_it() {
    let mut drive = large();
    carry_out(
        "random-write-4k-qd3",
        &mut drive,
        &lasting(4),
        1,
        &mut Silent,
    )
    .0
    .expect("a run");
    let span = Bytes::gib(8).0 / BLOCK_BYTES;
    let mut eighths = [0_u32; 8];
    for (op, first, blocks, depth) in drive.ios() {
        assert!(is_write(&op) && blocks == 8 && first % 8 == 0 && first < span && depth == 3);
        eighths[(first * 8 / span) as usize] += 1;
    }
    let (least, most) = (
        eighths.iter().min().expect("8"),
        eighths.iter().max().expect("8"),
    );
    assert!(least * 100 > most * 95, "uniform: {eighths:?}");
}

#[test]
fn are_reads_of_what_was_written() {
    let mut drive = large();
    carry_out(
        "random-read-4k-qd3",
        &mut drive,
        &lasting(1),
        1,
        &mut Silent,
    )
    .0
    .expect("a run");
    let written = drive
        .ios()
        .filter(|(op, ..)| is_write(op))
        .map(|(_, first, blocks, _)| first + blocks)
        .max();
    let read = drive
        .ios()
        .filter(|(op, ..)| *op == Op::Read)
        .map(|(_, first, blocks, _)| first + blocks)
        .max();
    assert_eq!(written, Some(Bytes::gib(8).0 / BLOCK_BYTES));
    assert!(read <= written);
}

#[test]
fn are_states_forked_and_not_prepared_again() {
    let mut forked = simulated();
    let (_, run, _folder) = carry_out("torture", &mut forked, &lasting(1), 1, &mut Silent);
    assert_eq!(
        forked
            .notes
            .iter()
            .filter(|note| **note == Note::Restored)
            .count(),
        1
    );
    let figures = |phase: &str| {
        run.entries
            .iter()
            .find(|entry| entry.phase == phase)
            .and_then(|e| e.measured.as_ref())
    };
    let measured: u64 = ["torture", "probe", "write"]
        .iter()
        .map(|phase| figures(phase).expect("figures").bytes)
        .sum();
    // What finishes when a phase's time is up, and what was admitted for it, is done and not
    // counted.
    let uncounted = 2 * (32 + 3) * 4096;
    assert!(
        forked.written() - measured - ODD.0 <= uncounted,
        "filled once, and nothing but the phases written"
    );
    let mut prepared = NotingDrive::new(DriveKind::BlockDevice, ODD);
    carry_out("torture", &mut prepared, &lasting(1), 1, &mut Silent)
        .0
        .expect("a run");
    assert_eq!(
        prepared
            .notes
            .iter()
            .filter(|note| **note == Note::Purged)
            .count(),
        2
    );
    assert!(
        prepared.written() > forked.written() + ODD.0,
        "a real drive is filled and tortured again"
    );
}

#[test]
fn is_every_lba_of_a_tortured_drive_trimmed() {
    let mut drive = simulated();
    carry_out("trim", &mut drive, &lasting(1), 1, &mut Silent)
        .0
        .expect("a run");
    let mut next = 0;
    for (_, first, blocks, _) in drive.ios().filter(|(op, ..)| *op == Op::Discard) {
        assert_eq!(first, next);
        next = first + blocks;
    }
    assert_eq!(next, ODD.0 / BLOCK_BYTES);
    let discarded = drive
        .ios()
        .position(|(op, ..)| op == Op::Discard)
        .expect("TRIM");
    let read = drive
        .ios()
        .position(|(op, ..)| op == Op::Read)
        .expect("the pass after it");
    assert!(discarded < read);
}

#[test]
fn tail_alone_is_trimmed_for_late_spare_area() {
    let mut drive = NotingDrive::new(DriveKind::BlockDevice, ODD).with_raw_nand(Bytes::mib(80));
    carry_out("anandtech-2013", &mut drive, &lasting(1), 1, &mut Silent)
        .0
        .expect("a run");
    // 25 % of 80 MiB leave 60.
    let tested = Bytes::mib(60).0 / BLOCK_BYTES;
    let mut next = tested;
    for (_, first, blocks, _) in drive.ios().filter(|(op, ..)| *op == Op::Discard) {
        assert_eq!(first, next);
        next = first + blocks;
    }
    assert_eq!(next, ODD.0 / BLOCK_BYTES);
    let from_trim = drive.ios().skip_while(|(op, ..)| *op != Op::Discard);
    let writes = from_trim.filter(|(op, ..)| is_write(op)).take(100_000);
    let last = writes.map(|(_, first, blocks, _)| first + blocks).max();
    assert_eq!(last, Some(tested), "random writes over the rest");
}

#[test]
fn does_a_seed_repeat_a_run_to_the_bit() {
    let digest_of = |seed: u64| {
        let mut drive = simulated();
        let (_, _, folder) = carry_out("torture", &mut drive, &lasting(1), seed, &mut Silent);
        (digest(&folder.path).expect("a digest"), drive.notes)
    };
    let (first, second, other) = (digest_of(1), digest_of(1), digest_of(2));
    assert_eq!(first.0, second.0);
    assert!(first.1 == second.1, "the same I/Os");
    assert!(first.1 != other.1, "another seed, other addresses");
}

#[test]
fn is_an_interrupted_phase_kept_and_marked() {
    let (end, run, _folder) = carry_out(
        "random-write-4k-qd3",
        &mut large(),
        &lasting(60),
        1,
        &mut StopAfter(5),
    );
    assert_eq!(end.expect("a run"), RunEnd::Interrupted);
    assert!(run.damage.is_empty());
    let [entry] = run.entries.as_slice() else {
        panic!("{:?}", run.entries)
    };
    assert_eq!(entry.status, Status::Interrupted);
    let measured = entry.measured.as_ref().expect("what was measured is kept");
    assert_eq!(run.samples.len(), 5);
    assert_eq!(
        run.samples.iter().map(|sample| sample.ios).sum::<u64>(),
        measured.ios
    );
}

#[test]
fn is_a_failed_io_a_failure_and_not_a_figure() {
    let mut drive = simulated();
    // In the middle of hd-tach's read, after the filling.
    drive.fault = Fault::FailsAt(ODD.0.div_ceil(128 << 10) + 10);
    let (end, run, _folder) = carry_out("quick", &mut drive, &lasting(1), 1, &mut Silent);
    assert_eq!(end.expect("the run goes on"), RunEnd::Finished);
    let failed: Vec<_> = run
        .entries
        .iter()
        .filter(|entry| entry.status != Status::Finished)
        .collect();
    assert!(!failed.is_empty());
    for entry in &failed {
        assert!(matches!(entry.status, Status::Failed { .. }), "{entry:?}");
        assert!(entry.measured.is_none(), "never a figure: {entry:?}");
    }
    let Status::Failed { failure } = &failed[0].status else {
        panic!("{failed:?}")
    };
    assert!(
        matches!(failure, Failure::Preparing { failure, .. }
            if matches!(**failure, Failure::Io { bytes: 4096, .. }))
            || matches!(failure, Failure::Io { bytes: 4096, .. }),
        "{failure:?}"
    );
    let last = run.entries.last().expect("entries");
    assert_eq!(
        (last.test.as_str(), &last.status),
        ("consistency", &Status::Finished),
        "later tests still run"
    );
}

#[test]
fn is_the_address_of_a_failed_random_io_told() {
    let mut drive = large();
    drive.fault = Fault::FailsAt(1234);
    let (_, run, _folder) = carry_out(
        "random-write-4k-qd3",
        &mut drive,
        &lasting(1),
        1,
        &mut Silent,
    );
    let (_, first, ..) = drive.ios().nth(1234).expect("the I/O that failed");
    let Status::Failed { failure } = &run.entries[0].status else {
        panic!("{:?}", run.entries)
    };
    let Failure::Io { op, lba, bytes, .. } = failure else {
        panic!("{failure:?}")
    };
    assert_eq!((*op, *lba, *bytes), (FailedOp::Write, first, 4096));
}

#[test]
fn does_a_lost_drive_end_the_run_and_keep_what_was_measured() {
    let mut drive = NotingDrive::new(DriveKind::BlockDevice, Bytes::gib(16));
    drive.fault = Fault::LostAt(100_000);
    let (end, run, folder) = carry_out("four-corners", &mut drive, &lasting(1), 1, &mut Silent);
    let Err(RunError::Drive {
        error,
        folder: kept,
        ..
    }) = &end
    else {
        panic!("{end:?}")
    };
    assert!(error.to_string().contains("cable"));
    assert_eq!(kept, &folder.path.display().to_string());
    assert_eq!(run.entries[0].status, Status::Finished);
    let last = &run.entries.last().expect("entries").status;
    let Status::Failed {
        failure: Failure::Drive { error },
    } = last
    else {
        panic!("{last:?}")
    };
    assert!(error.contains("cable"), "{error}");
}
