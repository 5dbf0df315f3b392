//! What a phase did second by second, zone by zone, and all of its latencies.

use super::title;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One line of `samples.jsonl`: second `second` of a phase holds the completions in
/// [second, second + 1) after the first submission. Every second is there, also one with none.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Sample {
    /// Test id.
    #[serde(deserialize_with = "crate::former::read_test")]
    pub test: String,
    /// Variant of the test; see `results.jsonl`.
    pub variant: String,
    /// Phase of the test.
    pub phase: String,
    /// From 0; none is missing, and the last may be partial.
    pub second: u32,
    /// I/Os completed in it.
    pub ios: u64,
    /// Their bytes.
    pub bytes: u64,
    /// Mean latency in ns; 0 without I/Os.
    pub latency_mean_ns: u64,
    /// 99th percentile in ns, to two digits.
    pub latency_p99_ns: u64,
    /// Longest latency in ns.
    pub latency_max_ns: u64,
    /// NAND activity; simulated drives only, and not of a partial second.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nand: Option<NandSample>,
    /// Temperature in thousandths of a degree Celsius: of real drives with a sensor the highest in
    /// this second, of simulated drives with `[heat]` that at its end. Not of a partial second.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub temperature_mc: Option<i64>,
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
    /// Mapping units programmed for the host.
    pub host_units: u64,
    /// Mapping units that GC moved.
    pub moved_units: u64,
    /// Erase blocks erased.
    pub erases: u64,
    /// Free superblocks at the end of the second.
    pub free_superblocks: u64,
    /// Host writes that waited for GC.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stalls: Option<u64>,
    /// Time that host writes waited for GC in ns, counted in the second when the wait ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stall_ns: Option<u64>,
}

/// One line of `positions.jsonl`: throughput by position, of HD Tach passes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Position {
    /// Test id.
    #[serde(deserialize_with = "crate::former::read_test")]
    pub test: String,
    /// Variant of the test; see `results.jsonl`.
    pub variant: String,
    /// Phase of the test.
    pub phase: String,
    /// First byte of the zone.
    pub offset_bytes: u64,
    /// Bytes read or written in it.
    pub bytes: u64,
    /// Time it took, in ns.
    pub duration_ns: u64,
}

/// One line of `histograms.jsonl`: all latencies of a phase, in nanoseconds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct HistogramLine {
    /// Test id.
    #[serde(deserialize_with = "crate::former::read_test")]
    pub test: String,
    /// Variant of the test; see `results.jsonl`.
    pub variant: String,
    /// Phase of the test.
    pub phase: String,
    /// HdrHistogram V2 (not deflated) of all latencies, 1 ns to 1 h with three digits, in base64.
    pub hdr_v2_base64: String,
}
