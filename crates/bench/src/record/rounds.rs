//! Rounds of cells: every cell of every round, and what decided.

use crate::definition::TrackedValue;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Rounds of a phase.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Rounds {
    /// Cells of a round, in order.
    pub cells: Vec<RoundCell>,
    /// Cells smaller than a sector of the drive.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<LeftOut>,
    /// Every cell of every round, in order; the last round of an interrupted phase is partial.
    pub results: Vec<CellResult>,
    /// Maximum number of rounds.
    pub rounds_max: u32,
    /// What ended the rounds.
    pub ended: RoundsEnd,
    /// The tracked cell; absent: none decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tracked: Option<Tracked>,
    /// Points of the demand curve.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub points: Vec<DemandPoint>,
}

/// One cell of a round.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RoundCell {
    /// Percent of reads; absent: idle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub read_percent: Option<u32>,
    /// `random` or `sequential`; empty: idle.
    pub pattern: String,
    /// Bytes of one I/O.
    pub block_bytes: u64,
    /// Threads.
    pub threads: u32,
    /// Queue depth per thread.
    pub queue_depth: u32,
    /// I/Os in flight: threads times queue depth, or what the drive takes.
    pub in_flight: u32,
    /// Length in seconds.
    pub duration_s: u64,
}

/// A cell that was left out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LeftOut {
    /// Percent of reads.
    pub read_percent: u32,
    /// Bytes of one I/O.
    pub block_bytes: u64,
    /// `kind` is `smaller-than-sector` (`sector_bytes`).
    pub because: LeftOutBecause,
}

/// Why a cell was left out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum LeftOutBecause {
    /// Its I/Os are smaller than a sector of the drive.
    SmallerThanSector {
        /// Bytes of a sector.
        sector_bytes: u64,
    },
}

/// A cell in one round.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CellResult {
    /// Round, from 1.
    pub round: u32,
    /// Place of the cell in the round, from 0.
    pub cell: u32,
    /// When it began, in seconds from the start of the phase.
    pub start_s: f64,
    /// Seconds that it lasted.
    pub duration_s: f64,
    /// Completed I/Os.
    pub ios: u64,
    /// Completed bytes.
    pub bytes: u64,
    /// Bytes written in the phase until its end.
    pub written_bytes: u64,
    /// Mean latency, exact.
    pub latency_mean_us: f64,
    /// Median, to three digits.
    pub latency_p50_us: f64,
    /// 99th percentile, to three digits.
    pub latency_p99_us: f64,
    /// 99.9th percentile, to three digits.
    pub latency_p999_us: f64,
    /// 99.99th percentile, to three digits.
    pub latency_p9999_us: f64,
    /// 99.999th percentile, to three digits.
    pub latency_p99999_us: f64,
    /// Longest, exact.
    pub latency_max_us: f64,
    /// Mean power in watts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub power_mean_w: Option<f64>,
    /// Write amplification; simulated drives only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub write_amplification: Option<f64>,
}

/// What ended rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RoundsEnd {
    /// The tracked cell was steady.
    Steady,
    /// Enough was written.
    Written,
    /// `--max-writes` was used up.
    MaxWrites,
    /// There were `rounds_max`.
    RoundsMax,
    /// The user, or a failure.
    Interrupted,
}

/// The cell that decided, and SNIA's rule about its last five rounds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Tracked {
    /// Place of the cell in the round, from 0.
    pub cell: u32,
    /// Its value.
    pub value: TrackedValue,
    /// The value in each round: IOPS, MB/s, or mean latency in µs.
    pub rounds: Vec<f64>,
    /// Round of the steady state, from 1; absent: not reached.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reached_at_round: Option<u32>,
    /// Mean of the last five rounds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mean: Option<f64>,
    /// Highest minus lowest of these rounds, in percent of their mean.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range_percent: Option<f64>,
    /// Rise of the line fitted through them, from the first to the last, in percent of their mean.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slope_percent: Option<f64>,
}

/// A point of the demand curve, measured for itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct DemandPoint {
    pub name: PointName,
    /// Threads.
    pub threads: u32,
    /// Queue depth per thread.
    pub queue_depth: u32,
    /// What was measured; its round is 0.
    pub result: CellResult,
    /// Latency histogram: upper bound of each bin in µs, ten bins per decade, and its I/Os.
    pub histogram: Vec<(f64, u64)>,
}

/// Which point it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PointName {
    /// Highest IOPS with a mean latency below the limit.
    Max,
    /// Nearest to the middle of the other two.
    Mid,
    /// One outstanding I/O.
    Min,
}

impl CellResult {
    /// I/Os per second.
    pub fn iops(&self) -> f64 {
        self.ios as f64 / self.duration_s.max(1e-9)
    }

    /// MB/s.
    pub fn mb_per_s(&self) -> f64 {
        self.bytes as f64 / 1e6 / self.duration_s.max(1e-9)
    }
}

impl Rounds {
    /// Results of one cell, round by round.
    pub fn of_cell(&self, cell: usize) -> impl DoubleEndedIterator<Item = &CellResult> {
        let results = self.results.iter();
        results.filter(move |result| result.cell as usize == cell)
    }

    /// Number of whole rounds.
    pub fn whole(&self) -> u32 {
        (self.results.len() / self.cells.len().max(1)) as u32
    }
}
