//! What a replayed trace shows, besides what every phase does.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The replay of a trace. The service time of an I/O lasts from the instant at which it was due to
/// its completion: it holds the wait for a slot of the drive's queue.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Replayed {
    /// The trace's name, or its file's.
    pub trace: String,
    /// `dependencies`, `as-fast-as-possible` or `timestamps`.
    pub pace: String,
    /// Milliseconds to which think times and gaps were cut; absent: they were as recorded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub idle_limit_ms: Option<u64>,
    /// What was cut, all think times and gaps together, in seconds.
    pub idle_cut_s: f64,
    /// Of the recorded think times and computing, so many per cent; absent: all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub think_percent: Option<u32>,
    /// Records of the trace that were replayed, with those that were skipped.
    pub records: u64,
    /// From the first issue to the last of those, as recorded, in seconds; absent: written by an
    /// earlier version.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recorded_s: Option<f64>,
    /// Time in which at least one I/O was outstanding, in seconds.
    pub busy_s: f64,
    /// 10^6 bytes read and written a second of that time: the reviews' average data rate.
    pub data_rate_mb_per_s: f64,
    /// Mean service time of all I/Os, in microseconds.
    pub service_mean_us: f64,
    /// I/Os outstanding on average over the busy time.
    pub queue_depth_mean: f64,
    /// The reads; absent if there were none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reads: Option<ReplayedOp>,
    /// The writes; absent if there were none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub writes: Option<ReplayedOp>,
    /// TRIMs that were carried out.
    pub trims: u64,
    /// Flushes that were carried out.
    pub flushes: u64,
    /// Records that were not carried out: TRIMs of a drive that takes none, and I/Os without a
    /// whole block.
    pub skipped: u64,
    /// Lines of the trace's file that could not be understood and were passed over, and cut files,
    /// as was asked for.
    #[serde(default, skip_serializing_if = "is_none")]
    pub broken: u64,
    /// Records that stood in the trace's file behind one that was issued later, and were put in
    /// order.
    #[serde(default, skip_serializing_if = "is_none")]
    pub moved: u64,
    /// Its streams (volumes, files) that lay one behind the other on the drive; absent: all had the
    /// same addresses.
    #[serde(default, skip_serializing_if = "is_none")]
    pub volumes: u64,
    /// I/Os that were not of whole blocks: reads and writes were carried out on all blocks that
    /// they touch, TRIMs on those that they cover.
    pub widened: u64,
    /// I/Os that were moved because they ended beyond the drive's end; one larger than the drive
    /// was cut to its size.
    pub wrapped: u64,
    /// I/Os that the drive took more than 1 ms after the instant at which they were due: its queue
    /// was full, or the host was late.
    pub late: u64,
    /// The latest of them, with its delay.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub latest: Option<ReplayedIo>,
    /// The ten with the longest service times, longest first.
    pub slowest: Vec<ReplayedIo>,
    /// What a person waited for, in order; absent if the trace is no scenario, or its think times
    /// were cut.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub operations: Option<Vec<ResponseTime>>,
    /// Geometric mean of those times, in seconds; absent if there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub response_geomean_s: Option<f64>,
    /// What ran beside it, if anything did: none of the other figures here is of it, those of the
    /// phase are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub beside: Option<ReplayedBeside>,
}

fn is_none(count: &u64) -> bool {
    *count == 0
}

/// How long an operation of a scenario took.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ResponseTime {
    pub operation: String,
    /// From the beginning of the computing before its first I/O to the end of that after its last.
    pub seconds: f64,
}

/// A trace that ran beside another one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ReplayedBeside {
    pub trace: String,
    /// I/Os that it had carried out by the end.
    pub ios: u64,
    /// Bytes of those.
    pub bytes: u64,
}

/// All reads or all writes of a replay.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ReplayedOp {
    pub ios: u64,
    /// Bytes of those.
    pub bytes: u64,
    /// Mean service time, in microseconds, as the following are.
    pub service_mean_us: f64,
    /// Median.
    pub service_p50_us: f64,
    /// 99th percentile.
    pub service_p99_us: f64,
    /// 99.9th percentile.
    pub service_p999_us: f64,
    /// Longest, exact.
    pub service_max_us: f64,
}

/// One I/O of a replay.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ReplayedIo {
    /// Its place in the trace, from 1.
    pub record: u64,
    /// When it was due, in seconds from the start of the replay.
    pub due_s: f64,
    /// `read`, `write`, `trim` or `flush`.
    pub op: String,
    /// First byte on the drive.
    pub offset_bytes: u64,
    /// Bytes.
    pub bytes: u64,
    /// Its service time, or its delay, in microseconds.
    pub took_us: f64,
}
