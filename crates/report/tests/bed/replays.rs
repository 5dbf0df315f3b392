//! Traces that were replayed, and programs that were started.

use super::{entry, measured};
use fourcorners_bench::record::*;

/// 1000 I/Os in 10 s, in half of which the drive was busy.
pub fn replayed(test: &str, variant: &str, pace: &str, rate: f64, service_us: f64) -> Entry {
    let replay = Replayed {
        trace: "a trace of one's own".into(),
        pace: pace.into(),
        idle_limit_ms: None,
        idle_cut_s: 0.0,
        think_percent: None,
        records: 1000,
        busy_s: 5.0,
        data_rate_mb_per_s: rate,
        service_mean_us: service_us,
        queue_depth_mean: 1.0,
        reads: None,
        writes: None,
        trims: 0,
        flushes: 0,
        skipped: 0,
        recorded_s: None,
        broken: 0,
        lost_events: 0,
        moved: 0,
        volumes: 0,
        widened: 0,
        wrapped: 0,
        late: 0,
        latest: None,
        slowest: Vec::new(),
        operations: None,
        response_geomean_s: None,
        beside: None,
    };
    let figures = Measured {
        op: "replay".into(),
        replay: Some(replay),
        ..measured(1000, 10.0)
    };
    Entry {
        variant: variant.into(),
        ..entry(test, "measure", Status::Finished, Some(figures))
    }
}

/// One operation of a scenario that took so long, with so much of its computing; alone or
/// (`loaded`) beside a trace.
pub fn acted(test: &str, phase: &str, scenario: &str, percent: u32, seconds: f64) -> Entry {
    let mut acted = replayed(test, "", "dependencies", 1.0, 1.0);
    acted.phase = phase.into();
    let figures = acted.measured.as_mut().expect("figures");
    let replay = figures.replay.as_mut().expect("a replay");
    replay.trace = scenario.into();
    replay.think_percent = (percent != 100).then_some(percent);
    replay.operations = Some(vec![ResponseTime {
        operation: "start".into(),
        seconds,
    }]);
    replay.response_geomean_s = Some(seconds);
    replay.beside = phase.starts_with("loaded").then(|| ReplayedBeside {
        trace: "copying".into(),
        ios: 1,
        bytes: 512,
    });
    acted
}

/// Programs that took so long to start.
pub fn started(phase: &str, seconds: f64) -> Entry {
    acted(
        "application-launch",
        phase,
        "launch-applications",
        100,
        seconds,
    )
}
