//! Runs that were never run.
#![allow(dead_code)] // no test file uses all of it

use fourcorners_bench::record::{Entry, Measured, Run, RunHeader, SCHEMA_VERSION, Sample, Status};
use fourcorners_block::{Blocks, Bytes, DriveKind, Identity, QueueDepth};

/// A run of a drive with nothing in it.
pub fn run(name: &str, kind: DriveKind) -> Run {
    Run {
        path: "runs/one".into(),
        header: RunHeader {
            phases: Vec::new(),
            schema_version: SCHEMA_VERSION,
            suite: "four-corners".into(),
            comparable: true,
            not_comparable_because: String::new(),
            identity: Identity {
                kind,
                name: name.into(),
                model: name.into(),
                serial: String::new(),
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
            },
            facts: Vec::new(),
            bench: Vec::new(),
            disturbances: Vec::new(),
            prices: Vec::new(),
            seed: 1,
            repeat: 1,
            command: String::new(),
            version: "0".into(),
            request: None,
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

/// A finished phase of which no figure is asked.
pub fn entry(test: &str, variant: &str) -> Entry {
    Entry {
        schema_version: SCHEMA_VERSION,
        test: test.into(),
        variant: variant.into(),
        phase: "measure".into(),
        state: String::new(),
        status: Status::Finished,
        measured: None,
    }
}

/// Two seconds of I/Os of 4 KiB.
pub fn measured() -> Measured {
    let (ios, duration_s) = (20_000, 2.0);
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
        spare_per_mille: None,
        duration_s,
        ios,
        bytes,
        iops_mean: ios as f64 / duration_s,
        iops_min: Some(0),
        iops_max: Some(ios),
        throughput_mib_per_s: bytes as f64 / duration_s / 1_048_576.0,
        throughput_mb_per_s: bytes as f64 / duration_s / 1e6,
        latency_mean_us: 10.0,
        latency_p50_us: 9.0,
        latency_p99_us: 20.0,
        latency_p999_us: 30.0,
        latency_max_us: 40_000.0,
        latency_max_at_s: 1.0,
        write_amplification: None,
        stalls: None,
        power_mean_w: Some(2.0),
        power_max_w: None,
        power_readings: None,
        power_unknown: None,
        temperature_max_c: None,
        steady_state: None,
        replay: None,
    }
}

/// A finished phase with its seconds, as part of a run.
pub fn measure(run: &mut Run, test: &str, variant: &str, phase: &str) {
    let figures = measured();
    run.entries.push(Entry {
        phase: phase.into(),
        measured: Some(figures.clone()),
        ..entry(test, variant)
    });
    for second in 0..2 {
        run.samples.push(Sample {
            test: test.into(),
            variant: variant.into(),
            phase: phase.into(),
            second,
            ios: figures.ios / 2,
            bytes: figures.bytes / 2,
            latency_mean_ns: 0,
            latency_p99_ns: 0,
            latency_max_ns: 0,
            nand: None,
        });
    }
}
