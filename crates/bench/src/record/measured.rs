//! The figures of a phase.

use super::{PowerUnknown, Replayed, Seconds};
use crate::steady_state::Verdict;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The figures of one phase.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Measured {
    /// `read`, `write`, `idle` or `replay`.
    pub op: String,
    /// `random` or `sequential`; of a replay `trace`.
    pub pattern: String,
    /// Bytes of one I/O; of a replay, on average.
    pub block_bytes: u64,
    /// Queue depth; of a replay, I/Os that the drive was given at once at most.
    pub queue_depth: u32,
    /// Bytes from LBA 0 over which the I/Os went.
    pub span_bytes: u64,
    /// Data class written, as in `full-random`; empty for reads. Of a replay, what is written where
    /// the trace does not say it.
    pub data: String,
    /// Share of the raw NAND that the span leaves spare, parity included, in per mille; absent
    /// where raw NAND is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spare_per_mille: Option<u32>,
    /// Measured time in seconds, from the first submission: to the last completion, or to the
    /// end of a timed phase. I/Os under way at that end are not counted.
    pub duration_s: f64,
    /// I/Os finished.
    pub ios: u64,
    /// Bytes of those.
    pub bytes: u64,
    /// I/Os a second over the whole duration.
    pub iops_mean: f64,
    /// I/Os of the worst whole second; absent if there was none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub iops_min: Option<u64>,
    /// I/Os of the best whole second.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub iops_max: Option<u64>,
    /// Its whole seconds; absent if there was none, and in folders of schema 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<Seconds>,
    /// 2^20 bytes a second.
    pub throughput_mib_per_s: f64,
    /// 10^6 bytes a second.
    pub throughput_mb_per_s: f64,
    /// Mean latency, admission to completion; of a replay, here and in all that follows and in
    /// samples and histograms, the service time: from the instant at which an I/O was due to its
    /// completion.
    pub latency_mean_us: f64,
    /// Median.
    pub latency_p50_us: f64,
    /// 99th percentile.
    pub latency_p99_us: f64,
    /// 99.9th percentile.
    pub latency_p999_us: f64,
    /// Worst, exact; of the I/Os that were admitted after the first had finished: those before it
    /// are given to the drive all at once. Of all, if there are no others.
    pub latency_max_us: f64,
    /// When the worst I/O finished, in seconds from the phase's start.
    pub latency_max_at_s: f64,
    /// Mean time between the instant at which an I/O was due and its admission, which is no part
    /// of its latency (but of its service time); absent where I/Os are due as soon as there is a
    /// slot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wait_mean_us: Option<f64>,
    /// The longest such time, exact.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wait_max_us: Option<f64>,
    /// NAND units programmed over host units, of this phase; simulated drives only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub write_amplification: Option<f64>,
    /// Erase blocks that were erased in this phase; simulated drives only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub block_erases: Option<u64>,
    /// Times that a host write had to wait for garbage collection; simulated drives only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stalls: Option<u64>,
    /// Power drawn on average, in watts, integrated over the phase; where the drive's power is
    /// known or was measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub power_mean_w: Option<f64>,
    /// Highest single reading of the meter, in watts; real drives with a meter only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub power_max_w: Option<f64>,
    /// Readings of the meter in the phase; real drives with a meter only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub power_readings: Option<u64>,
    /// Why the meter did not tell the power of this phase.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub power_unknown: Option<PowerUnknown>,
    /// Highest temperature of the drive in the phase, in degrees Celsius; real drives whose
    /// sensor the host reads.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub temperature_max_c: Option<f64>,
    /// Seconds of the phase in which the measuring program itself stood still (Ctrl-Z, a host that
    /// paused): latencies and seconds then tell nothing of the drive. Absent: it did not, for half
    /// a second or more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stood_still_s: Option<f64>,
    /// Whether it became steady; only of work that goes on until it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub steady_state: Option<SteadyState>,
    /// How fast each pass was; only of passes that go on until the drive has recovered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recovery: Option<Recovery>,
    /// What only a replayed trace shows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub replay: Option<Replayed>,
}

/// Passes over the span until one is nearly as fast as a clean one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Recovery {
    /// The phase that did the clean pass.
    pub clean_phase: String,
    /// Mean speed of the clean pass, in 10^6 bytes a second.
    pub clean_mb_per_s: f64,
    /// Per cent of it that are enough.
    pub percent: u32,
    /// Passes at most.
    pub passes_max: u32,
    /// Mean speed of each whole pass, in order, in 10^6 bytes a second.
    pub passes_mb_per_s: Vec<f64>,
    /// The pass, from 1, that was fast enough; absent: none was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recovered_at_pass: Option<u32>,
}

impl Recovery {
    /// Speed of the last pass as a share of the clean one; `None`: there was no whole pass.
    pub fn share(&self) -> Option<f64> {
        let last = self.passes_mb_per_s.last()?;
        (self.clean_mb_per_s > 0.0).then(|| last / self.clean_mb_per_s)
    }
}

/// Whether a phase that goes on until it is steady by SNIA's rule became so.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SteadyState {
    /// Length of a round in seconds.
    pub round_s: u64,
    /// I/Os of each whole round, from the first on.
    pub round_ios: Vec<u64>,
    /// The round, from 1, with which it was reached; absent: it was not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reached_at_round: Option<u32>,
    /// I/Os a second over the last five rounds; this and the next two are absent if there were
    /// fewer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub iops_mean: Option<f64>,
    /// Highest less lowest of those rounds, in per cent of their average; absent if nothing
    /// finished.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range_percent: Option<f64>,
    /// By how many per cent of the average the line fitted through them rises from the first to the
    /// last; below zero: falls.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slope_percent: Option<f64>,
}

impl SteadyState {
    /// The verdict on these rounds, in the units of a run's folder.
    pub(crate) fn new(verdict: &Verdict, round_s: u64, round_ios: Vec<u64>) -> Self {
        let window = verdict.window;
        Self {
            round_s,
            round_ios,
            reached_at_round: verdict.reached_at_round,
            iops_mean: window.map(|window| window.average() / round_s.max(1) as f64),
            range_percent: window.and_then(|window| window.range_percent()),
            slope_percent: window.and_then(|window| window.slope_percent()),
        }
    }
}
