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

/// Programs that took so long to start, alone or (`loaded`) beside a trace.
pub fn started(phase: &str, seconds: f64) -> Entry {
    let mut started = replayed("application-launch", "", "dependencies", 1.0, 1.0);
    started.phase = phase.into();
    let figures = started.measured.as_mut().expect("figures");
    let replay = figures.replay.as_mut().expect("a replay");
    replay.trace = "launch-applications".into();
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
    started
}
