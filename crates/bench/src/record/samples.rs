//! What a phase did second by second, zone by zone, and all of its latencies.

use super::title;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One line of `samples.jsonl`: second `second` of a phase holds the completions in
/// [second, second + 1) after the first submission. Every second is there, also one with none.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Sample {
    #[serde(deserialize_with = "crate::former::read_test")]
    pub test: String,
    /// Variant, as in [`Entry`](super::Entry).
    pub variant: String,
    pub phase: String,
    /// Second, from 0.
    pub second: u32,
    /// I/Os finished in it.
    pub ios: u64,
    /// Bytes of those.
    pub bytes: u64,
    /// Mean latency in nanoseconds; 0 if `ios` is 0.
    pub latency_mean_ns: u64,
    /// 99th percentile; 0 if `ios` is 0.
    pub latency_p99_ns: u64,
    /// Worst; 0 if `ios` is 0.
    pub latency_max_ns: u64,
    /// What the NAND did in this second (simulated drives only; not for a last part of a second).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nand: Option<NandSample>,
}

impl Sample {
    /// The names of its phase for people, as [`Entry::title`](super::Entry::title).
    pub fn title(&self) -> String {
        title([&self.test, &self.variant, &self.phase])
    }
}

/// What the NAND did in one second (simulated drives only).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NandSample {
    /// Host units programmed.
    pub host_units: u64,
    /// Units moved by collection.
    pub moved_units: u64,
    /// Erase blocks erased.
    pub erases: u64,
    /// Free superblocks at the end of the second.
    pub free_superblocks: u64,
    /// Times that a host write waited for collection; absent in runs of earlier versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stalls: Option<u64>,
    /// Time that host writes stood still for it, in nanoseconds, counted in the second in which
    /// that ended: one that began earlier may have taken longer than a second.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stall_ns: Option<u64>,
}

/// One line of `positions.jsonl`: throughput by position, of HD Tach passes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Position {
    #[serde(deserialize_with = "crate::former::read_test")]
    pub test: String,
    pub variant: String,
    /// Phase, `read` or `write`.
    pub phase: String,
    /// First byte of the zone.
    pub offset_bytes: u64,
    /// Bytes of the zone that were read or written.
    pub bytes: u64,
    /// Time it took.
    pub duration_ns: u64,
}

/// One line of `histograms.jsonl`: all latencies of a phase, in nanoseconds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct HistogramLine {
    #[serde(deserialize_with = "crate::former::read_test")]
    pub test: String,
    pub variant: String,
    pub phase: String,
    /// HdrHistogram V2 (not deflated), base64; any HdrHistogram library reads it.
    pub hdr_v2_base64: String,
}
