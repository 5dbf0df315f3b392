//! The figures of a phase.

use super::{PowerUnknown, Remark, Replayed, Rounds, Seconds};
use crate::steady_state::Verdict;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The figures of one phase.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Measured {
    /// `read`, `write`, `mixed`, `idle` or `replay`.
    pub op: String,
    /// `random`, `sequential` or `trace`.
    pub pattern: String,
    /// Bytes of one I/O; of a replay, the mean.
    pub block_bytes: u64,
    /// Queue depth; of a replay, the most I/Os in flight.
    pub queue_depth: u32,
    /// I/Os due per second; absent: each was due as soon as there was a slot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rate_iops: Option<u64>,
    /// Tested span from LBA 0, in bytes.
    pub span_bytes: u64,
    /// Data class, as in `full-random`; empty for reads; of a replay, that of writes whose class
    /// the trace does not give.
    pub data: String,
    /// Raw NAND outside the span, parity included, in thousandths of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spare_per_mille: Option<u32>,
    /// Seconds from the first submission to the end of a timed phase, else to the last completion.
    /// I/Os in flight at the end do not count.
    pub duration_s: f64,
    /// Completed I/Os.
    pub ios: u64,
    /// Completed bytes; TRIM moves none.
    pub bytes: u64,
    /// I/Os per second over the whole duration.
    pub iops_mean: f64,
    /// I/Os of the worst whole second.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub iops_min: Option<u64>,
    /// I/Os of the best whole second.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub iops_max: Option<u64>,
    /// Whole seconds: their number (`whole`), I/Os of the median second (`ios_median`) and at the
    /// 1st percentile (`ios_p1`), and seconds below 40 % of the mean (`slow`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<Seconds>,
    /// MiB/s over the whole duration.
    pub throughput_mib_per_s: f64,
    /// MB/s over the whole duration.
    pub throughput_mb_per_s: f64,
    /// Mean latency from admission to completion, exact. Latencies of a replay, and at
    /// a fixed rate, start when an I/O is due.
    pub latency_mean_us: f64,
    /// Median, to three digits.
    pub latency_p50_us: f64,
    /// 99th percentile, to three digits.
    pub latency_p99_us: f64,
    /// 99.9th percentile, to three digits.
    pub latency_p999_us: f64,
    /// Longest, exact, without the I/Os that filled the queue at the start.
    pub latency_max_us: f64,
    /// When that I/O completed, in seconds from the start.
    pub latency_max_at_s: f64,
    /// Mean time between due and admission; absent where an I/O is due as soon as there is a slot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wait_mean_us: Option<f64>,
    /// Longest such time, exact.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wait_max_us: Option<f64>,
    /// Units programmed, including those that GC moved, per host unit; simulated drives only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub write_amplification: Option<f64>,
    /// Erase blocks erased; simulated drives only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub block_erases: Option<u64>,
    /// Host writes that waited for GC; simulated drives only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stalls: Option<u64>,
    /// Mean power in watts, integrated over the phase.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub power_mean_w: Option<f64>,
    /// Highest reading of the meter in watts; real drives only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub power_max_w: Option<f64>,
    /// Number of readings; real drives only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub power_readings: Option<u64>,
    /// Why there is no power: `because` is `silent`, `too-short` (both with `ms`) or `failed`
    /// (`error`) of a `meter`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub power_unknown: Option<PowerUnknown>,
    /// Highest temperature in degrees Celsius; real drives with a sensor, simulated ones with
    /// `[heat]`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub temperature_max_c: Option<f64>,
    /// Seconds for which fourcorners itself was stopped (Ctrl-Z, a paused host), if at least 0.5;
    /// they distort per-second values and latencies. Real drives only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stood_still_s: Option<f64>,
    /// What makes these figures say less than they seem to, `about` one of `unwritten-reads` (reads
    /// of LBAs without data), `cpu-use`, `cpu-stolen` and `disk-use` (by other programs, or other
    /// virtual machines, meanwhile), each with `percent`.
    #[serde(
        default,
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "super::known::known"
    )]
    pub remarks: Vec<Remark>,
    /// Whether it ended early because `--max-writes` was used up: `status` is `skipped`, and the
    /// figures are of what it did.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub stopped_at_max_writes: bool,
    /// For work with `op = "mixed"`; fields below.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mixed: Option<Mixed>,
    /// For work with `until = "steady-state"`; fields below.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub steady_state: Option<SteadyState>,
    /// For work with `until = "recovered"`; fields below.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recovery: Option<Recovery>,
    /// For replays; fields below.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub replay: Option<Replayed>,
    /// For rounds of cells, whose other figures are those of the tracked cell in the last five
    /// rounds, or of the first cell in all rounds where none is tracked; fields below.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rounds: Option<Rounds>,
}

/// Reads, writes and TRIM commands of mixed work, each by themselves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Mixed {
    /// Percent of I/Os that were to be reads.
    pub read_percent: u32,
    /// Percent of I/Os that were to be TRIM commands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trim_percent: Option<u32>,
    /// Reads: `ios`, `bytes`, and latencies `latency_mean_us`, `latency_p50_us`, `latency_p99_us`,
    /// `latency_p999_us`, `latency_p9999_us`, `latency_max_us`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reads: Option<MeasuredOp>,
    /// Writes, likewise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub writes: Option<MeasuredOp>,
    /// TRIM commands, likewise; `bytes` is what they trimmed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trims: Option<MeasuredOp>,
}

/// All I/Os of one kind of a mixed phase.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MeasuredOp {
    /// Number of I/Os.
    pub ios: u64,
    /// Their bytes.
    pub bytes: u64,
    /// Mean latency in us.
    pub latency_mean_us: f64,
    /// Median, in us.
    pub latency_p50_us: f64,
    /// 99th percentile, in us.
    pub latency_p99_us: f64,
    /// 99.9th percentile, in us.
    pub latency_p999_us: f64,
    /// 99.99th percentile, in us.
    pub latency_p9999_us: f64,
    /// Longest, exact, in us.
    pub latency_max_us: f64,
}

/// Passes over the span until one is nearly as fast as a clean one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Recovery {
    /// Phase of the clean pass.
    pub clean_phase: String,
    /// Mean speed of the clean pass in MB/s.
    pub clean_mb_per_s: f64,
    /// Percent of `clean_mb_per_s` that counts as recovered.
    pub percent: u32,
    /// Maximum number of passes.
    pub passes_max: u32,
    /// Mean speed of each whole pass in MB/s, in order.
    pub passes_mb_per_s: Vec<f64>,
    /// Pass that reached it, from 1; absent: none did.
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
    /// I/Os of each whole round, in order.
    pub round_ios: Vec<u64>,
    /// Round of the steady state, from 1; absent: not reached.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reached_at_round: Option<u32>,
    /// I/Os per second over the last five rounds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub iops_mean: Option<f64>,
    /// Highest minus lowest of these rounds, in percent of their average.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range_percent: Option<f64>,
    /// Rise of the line fitted through them, from the first to the last, in percent of their
    /// average.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slope_percent: Option<f64>,
}

impl SteadyState {
    /// The verdict on these rounds, in the units of a run's folder.
    pub fn new(verdict: &Verdict, round_s: u64, round_ios: Vec<u64>) -> Self {
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
