//! What a replayed trace shows, besides what every phase does.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The replay of a trace. The service time of an I/O lasts from the instant at which it was due to
/// its completion: it holds the wait for a slot of the drive's queue.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Replayed {
    /// Name of the trace, or its file.
    pub trace: String,
    /// `dependencies`, `as-fast-as-possible` or `timestamps`.
    pub pace: String,
    /// Limit of think times and gaps in ms; absent: as recorded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub idle_limit_ms: Option<u64>,
    /// Think times and gaps that were cut, in seconds.
    pub idle_cut_s: f64,
    /// Percent of the recorded think and computing times; absent: all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub think_percent: Option<u32>,
    /// Records replayed or skipped.
    pub records: u64,
    /// Recorded time from the first issue to the last, in seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recorded_s: Option<f64>,
    /// Seconds with at least one I/O outstanding.
    pub busy_s: f64,
    /// Average data rate: MB read and written per busy second.
    pub data_rate_mb_per_s: f64,
    /// Mean service time of all I/Os, in us.
    pub service_mean_us: f64,
    /// Mean I/Os outstanding over the busy time.
    pub queue_depth_mean: f64,
    /// Reads: `ios`, `bytes`, and service times `service_mean_us`, `service_p50_us`,
    /// `service_p99_us`, `service_p999_us`, `service_max_us`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reads: Option<ReplayedOp>,
    /// Writes, likewise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub writes: Option<ReplayedOp>,
    /// TRIMs executed.
    pub trims: u64,
    /// Flushes executed.
    pub flushes: u64,
    /// Records not executed: TRIMs on a drive without TRIM, and I/Os smaller than a block.
    pub skipped: u64,
    /// Broken lines and truncated files skipped by `--skip-broken`.
    #[serde(default, skip_serializing_if = "is_none")]
    pub broken: u64,
    /// Events that a recording by blktrace lost: I/Os are missing, or when they finished.
    #[serde(default, skip_serializing_if = "is_none")]
    pub lost_events: u64,
    /// Records that were out of order in the file.
    #[serde(default, skip_serializing_if = "is_none")]
    pub moved: u64,
    /// Streams placed one after the other on the drive; absent: all had the same addresses.
    #[serde(default, skip_serializing_if = "is_none")]
    pub volumes: u64,
    /// I/Os of partial blocks: reads and writes were widened to whole blocks, TRIMs narrowed.
    pub widened: u64,
    /// I/Os moved because they ended beyond the drive; larger ones were cut to its size.
    pub wrapped: u64,
    /// I/Os admitted more than 1 ms late: the queue was full or the host was busy.
    pub late: u64,
    /// The latest of them, with its delay.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub latest: Option<ReplayedIo>,
    /// The ten with the longest service times, longest first.
    pub slowest: Vec<ReplayedIo>,
    /// Response times of whole operations, in order: `operation`, `seconds`; absent if the trace is
    /// not a scenario, or think times were cut.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub operations: Option<Vec<ResponseTime>>,
    /// Their geometric mean, in seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub response_geomean_s: Option<f64>,
    /// Other trace replayed at the same time: `trace`, `ios`, `bytes`; no other field here includes
    /// it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub beside: Option<ReplayedBeside>,
}

fn is_none(count: &u64) -> bool {
    *count == 0
}

/// How long an operation of a scenario took.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ResponseTime {
    /// Name of the operation.
    pub operation: String,
    /// From the computing before its first I/O to that after its last.
    pub seconds: f64,
}

/// A trace that ran beside another one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ReplayedBeside {
    /// Its name.
    pub trace: String,
    /// I/Os completed by the end.
    pub ios: u64,
    /// Their bytes.
    pub bytes: u64,
}

/// All reads or all writes of a replay.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ReplayedOp {
    /// Number of I/Os.
    pub ios: u64,
    /// Their bytes.
    pub bytes: u64,
    /// Mean service time in us.
    pub service_mean_us: f64,
    /// Median, in us.
    pub service_p50_us: f64,
    /// 99th percentile, in us.
    pub service_p99_us: f64,
    /// 99.9th percentile, in us.
    pub service_p999_us: f64,
    /// Longest, exact, in us.
    pub service_max_us: f64,
}

/// One I/O of a replay.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ReplayedIo {
    /// Number of the record in the trace, from 1.
    pub record: u64,
    /// When it was due, in seconds from the start.
    pub due_s: f64,
    /// `read`, `write`, `trim` or `flush`.
    pub op: String,
    /// First byte on the drive.
    pub offset_bytes: u64,
    /// Length in bytes.
    pub bytes: u64,
    /// Service time, or delay, in us.
    pub took_us: f64,
}
