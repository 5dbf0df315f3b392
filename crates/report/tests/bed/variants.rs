//! Tests that were run as variants, and what is said of them.

use super::{NothingPrinted, entry, measured, run};
use fourcorners_bench::record::*;
use fourcorners_report::PageData;

pub const T1: &str = "random-write-4k-qd3";

/// A finished phase of a test in its own way, and its speed at the drive's start.
pub fn add(run: &mut Run, test: &str, phase: &str, mb_per_s: f64) {
    add_as(run, (test, "", phase), "new", mb_per_s);
}

/// The same as a variant, from a state.
pub fn add_as(
    run: &mut Run,
    (test, variant, phase): (&str, &str, &str),
    state: &str,
    mb_per_s: f64,
) {
    let mut figures = measured(1000, 10.0);
    figures.throughput_mb_per_s = mb_per_s;
    let mut entry = entry(test, phase, Status::Finished, Some(figures));
    entry.variant = variant.into();
    entry.state = state.into();
    run.entries.push(entry);
    run.positions.push(Position {
        test: test.into(),
        variant: variant.into(),
        phase: phase.into(),
        offset_bytes: 0,
        bytes: 1_000_000,
        duration_ns: (1e9 / mb_per_s) as u64,
    });
}

/// The figures of the phase that was added last.
pub fn last(run: &mut Run) -> &mut Measured {
    let entry = run.entries.last_mut();
    let figures = entry.and_then(|entry| entry.measured.as_mut());
    figures.expect("figures")
}

/// A run in which T1 was measured as these variants, from these states, at these speeds.
pub fn random_writes(name: &str, speeds: &[(&str, &str, f64)]) -> Run {
    let mut run = run(name);
    for (variant, state, mb_per_s) in speeds {
        add_as(&mut run, (T1, variant, "measure"), state, *mb_per_s);
    }
    for entry in &mut run.entries {
        if let Some(measured) = &mut entry.measured {
            measured.duration_s = if entry.variant == "long" {
                3600.0
            } else {
                180.0
            };
            if entry.variant.contains("data-repeating") {
                measured.data = "repeating".into();
            } else {
                measured.data = "full-random".into();
            }
        }
    }
    run
}

/// A finished minute of a test as variants, at these speeds.
pub fn minutes(run: &mut Run, test: &str, speeds: &[(&str, &str, f64)]) {
    for (variant, data, mb_per_s) in speeds {
        add_as(run, (test, variant, "measure"), "new", *mb_per_s);
        let figures = last(run);
        figures.duration_s = 60.0;
        figures.data = (*data).into();
    }
}

pub fn found(run: Run) -> Vec<String> {
    let data = PageData::new(&[run], &NothingPrinted);
    data.judgements
        .into_iter()
        .map(|found| found.text)
        .collect()
}
