//! Figures of a phase that are told of a drive and its twin.

use fourcorners_bench::record::{Measured, Seconds};

/// A figure of a phase, by its name in `results.jsonl`.
pub type Figure = (&'static str, fn(&Measured) -> Option<f64>);

/// Of every phase.
pub const RATE: Figure = ("throughput_mb_per_s", |it| Some(it.throughput_mb_per_s));
pub const SLOW_SHARE: &str = "slow_share";
pub const IOPS_MEAN: &str = "iops_mean";
pub const IOPS_MEDIAN: &str = "iops_median";
/// Of random writes to the whole drive.
pub const ENDURANCE: [Figure; 6] = [
    (IOPS_MEAN, |it| Some(it.iops_mean)),
    (IOPS_MEDIAN, |it| {
        Some(it.seconds.as_ref()?.ios_median as f64)
    }),
    ("iops_p1", |it| Some(it.seconds.as_ref()?.ios_p1 as f64)),
    (SLOW_SHARE, |it| {
        it.seconds.as_ref().map(Seconds::slow_share)
    }),
    ("latency_p999_us", |it| Some(it.latency_p999_us)),
    ("latency_max_us", |it| Some(it.latency_max_us)),
];
