//! Runs that were never run.

#[path = "../../../../report/tests/bed/mod.rs"]
mod runs;

use fourcorners_bench::record::{Entry, Measured, Run, Sample, Status};
use fourcorners_block::DriveKind;

/// A run of a drive with nothing in it.
pub fn run(name: &str, kind: DriveKind) -> Run {
    let mut run = runs::run(name);
    run.header.identity.kind = kind;
    run
}

/// A finished phase of which no figure is asked.
pub fn entry(test: &str, variant: &str) -> Entry {
    Entry {
        variant: variant.into(),
        state: String::new(),
        ..runs::entry(test, "measure", Status::Finished, None)
    }
}

/// Two seconds of I/Os of 4 KiB.
pub fn measured() -> Measured {
    Measured {
        spare_per_mille: None,
        power_mean_w: Some(2.0),
        ..runs::measured(20_000, 2.0)
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
            temperature_mc: None,
        });
    }
}
