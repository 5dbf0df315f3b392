//! Runs that were never run.
#![allow(dead_code)] // no test file uses all of it

pub mod replays;
pub mod variants;

use fourcorners_bench::record::*;
use fourcorners_bench::{Options, shipped};
use fourcorners_block::{Blocks, Bytes, DriveKind, Identity, QueueDepth};
use fourcorners_report::{Mark, Printed, Statement};

pub use fourcorners_report::NothingPrinted;

/// Marks of a run, and no statements.
pub struct Marked<F>(pub F);

impl<F: Fn(&Run) -> Vec<Mark>> Printed for Marked<F> {
    fn marks(&self, run: &Run) -> Vec<Mark> {
        (self.0)(run)
    }

    fn statements(&self, _: &[Run]) -> Vec<Statement> {
        Vec::new()
    }
}

/// A run of a drive of 256 GB with nothing in it.
pub fn run(name: &str) -> Run {
    Run {
        path: format!("runs/{name}").into(),
        header: RunHeader {
            command: "fourcorners review".into(),
            version: "0".into(),
            ..RunHeader::new("four-corners", identity(name))
        },
        entries: Vec::new(),
        samples: Vec::new(),
        positions: Vec::new(),
        histograms: Vec::new(),
        health: None,
        interrupted: Vec::new(),
        damage: Vec::new(),
    }
}

fn identity(name: &str) -> Identity {
    Identity {
        kind: DriveKind::Simulated,
        name: name.into(),
        model: name.into(),
        serial: String::new(),
        wwid: None,
        firmware: String::new(),
        capacity: Blocks(500_000_000),
        logical_block: Bytes(512),
        physical_block: Bytes(4096),
        rotational: Some(false),
        discard: None,
        raw_nand: Some(Bytes::gib(256)),
        max_queue_depth: QueueDepth::new(32).expect("a depth"),
        scheduler: None,
        engine: "simulated".into(),
        read_only: false,
    }
}

/// Nothing but a drive was asked for.
pub fn asked_for() -> Request {
    Request {
        max_writes_bytes: None,
        tbw_bytes: None,
        drive: "drive".into(),
        behaviour_sha256: None,
        port: None,
        made_bytes: None,
        engine: None,
        erase: None,
        power: None,
        power_command: None,
        log_ios: false,
        replay: None,
        tests: Options::default(),
        job: None,
        suite_file: None,
        set: Vec::new(),
        expectations: Vec::new(),
    }
}

/// 4 KiB random writes at QD32: so many in so many seconds.
pub fn measured(ios: u64, duration_s: f64) -> Measured {
    let bytes = ios * 4096;
    Measured {
        wait_mean_us: None,
        wait_max_us: None,
        op: "write".into(),
        pattern: "random".into(),
        block_bytes: 4096,
        queue_depth: 32,
        span_bytes: 256_000_000_000,
        data: "full-random".into(),
        spare_per_mille: Some(68),
        duration_s,
        ios,
        bytes,
        iops_mean: ios as f64 / duration_s,
        iops_min: Some(0),
        iops_max: Some(ios),
        seconds: None,
        throughput_mib_per_s: bytes as f64 / duration_s / 1_048_576.0,
        throughput_mb_per_s: bytes as f64 / duration_s / 1e6,
        latency_mean_us: 10.0,
        latency_p50_us: 9.0,
        latency_p99_us: 20.0,
        latency_p999_us: 30.0,
        latency_max_us: 40_000.0,
        latency_max_at_s: 1.0,
        write_amplification: None,
        block_erases: None,
        stalls: None,
        power_mean_w: None,
        power_max_w: None,
        power_readings: None,
        power_unknown: None,
        temperature_max_c: None,
        stood_still_s: None,
        remarks: Vec::new(),
        stopped_at_max_writes: false,
        steady_state: None,
        recovery: None,
        rate_iops: None,
        mixed: None,
        replay: None,
        rounds: None,
    }
}

/// A line of `results.jsonl`, of the plain variant; a test of the program does what its file says.
pub fn entry(test: &str, phase: &str, status: Status, mut measured: Option<Measured>) -> Entry {
    let tests = &shipped().expect("tests").tests;
    let phases = tests.get(test).map_or(&[][..], |test| &test.phases);
    let its = phases.iter().find(|one| one.name == phase);
    if let (Some(work), Some(measured)) = (its.and_then(|one| one.work.as_ref()), &mut measured) {
        measured.op = format!("{:?}", work.op).to_lowercase();
        measured.pattern = format!("{:?}", work.pattern).to_lowercase();
    }
    Entry {
        schema_version: SCHEMA_VERSION,
        test: test.into(),
        variant: String::new(),
        phase: phase.into(),
        state: "filled".into(),
        status,
        measured,
    }
}

/// Its phases wrote more than the LBAs they went over hold.
pub fn everywhere(run: &mut Run) {
    for measured in run
        .entries
        .iter_mut()
        .filter_map(|one| one.measured.as_mut())
    {
        measured.span_bytes = measured.bytes * 9 / 10;
    }
}

/// The seconds of a phase of 4 KiB writes with so many I/Os in each; what was measured over all of
/// them.
pub fn seconds(
    run: &mut Run,
    test: &str,
    phase: &str,
    ios: impl IntoIterator<Item = u64>,
) -> Measured {
    let before = run.samples.len();
    let of_second = |(second, ios)| Sample {
        test: test.into(),
        variant: String::new(),
        phase: phase.into(),
        second,
        ios,
        bytes: ios * 4096,
        latency_mean_ns: 0,
        latency_p99_ns: 0,
        latency_max_ns: 0,
        nand: None,
        temperature_mc: None,
    };
    run.samples.extend((0..).zip(ios).map(of_second));
    let own = &run.samples[before..];
    measured(own.iter().map(|one| one.ios).sum(), own.len() as f64)
}

/// A finished consistency run with these IOPS in its seconds.
pub fn consistency(name: &str, ios: impl Iterator<Item = u64>) -> Run {
    let mut run = run(name);
    let figures = seconds(&mut run, "consistency", "measure", ios);
    run.entries.push(entry(
        "consistency",
        "measure",
        Status::Finished,
        Some(figures),
    ));
    run
}
