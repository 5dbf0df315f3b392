//! What a statement takes of a measured phase, and the units in which it is printed.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// What is taken of a measured phase.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum StatementQuantity {
    /// Bytes a second over the whole phase.
    Throughput,
    /// I/Os a second over the whole phase.
    Iops,
    /// Mean latency.
    LatencyMean,
    /// Median latency.
    LatencyP50,
    /// 99th percentile.
    LatencyP99,
    /// 99.999th percentile.
    LatencyP99999,
    /// The worst I/O.
    LatencyMax,
    /// The least of all whole seconds.
    WorstSecond,
    /// The least second from 1400 s on, where the reviews' second plot begins.
    SteadyFloor,
    /// The mean from 1400 s on.
    SteadyMean,
    /// Standard deviation over mean of the seconds from 1400 s on.
    SteadySpread,
    /// Mean speed of the last quarter of a pass over that of its first quarter.
    Rise,
    /// Of a fill: bytes written when the SLC cache ends.
    CacheEnd,
    /// Of a fill: speed until then.
    CacheSpeed,
    /// Of a fill: speed from then until the next change.
    AfterCacheSpeed,
    /// Of a fill: mean speed from then on.
    AfterCacheMean,
    /// Of a fill: bytes written at cache speed again, in the longest such stretch.
    CacheReturn,
    /// Of a fill: all bytes written at cache speed.
    CacheTotal,
    /// Of a fill: bytes written when speed drops for a second time.
    SecondDrop,
    /// Of a fill: speed of its last tenth.
    LastSpeed,
    /// Speed of the last of the passes after torture over that of the clean one: they end with the
    /// first that has recovered, or after as many as the test has at most.
    RecoveredShare,
    /// Mean power.
    PowerMean,
    /// Bytes programmed over bytes written.
    WriteAmplification,
    /// Of all phases of a test, the geometric mean of their bytes a second; of several tests, that
    /// of theirs.
    GeometricMean,
}

/// A unit as it is printed.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub enum StatementUnit {
    /// 2^20 bytes a second.
    #[serde(rename = "MiB/s")]
    MibPerS,
    /// 10^6 bytes a second.
    #[serde(rename = "MB/s")]
    MbPerS,
    /// Printed as MB/s by a tool whose basis is not known: the nearer counts.
    #[serde(rename = "MB/s or MiB/s")]
    MbOrMibPerS,
    /// I/Os a second.
    #[serde(rename = "IOPS")]
    Iops,
    /// Microseconds.
    #[serde(rename = "us")]
    Us,
    /// Milliseconds.
    #[serde(rename = "ms")]
    Ms,
    /// Seconds.
    #[serde(rename = "s")]
    S,
    /// 10^9 bytes.
    #[serde(rename = "GB")]
    Gb,
    /// Watts.
    #[serde(rename = "W")]
    W,
    /// A ratio, or a comparison.
    #[serde(rename = "times")]
    Times,
    /// Of a comparison, by how many per cent the first is less. None is printed so: what was
    /// printed is a ratio.
    #[serde(rename = "% less", skip_deserializing)]
    PercentLess,
}

impl fmt::Display for StatementUnit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::MibPerS => "MiB/s",
            Self::MbPerS => "MB/s",
            Self::MbOrMibPerS => "MB/s or MiB/s",
            Self::Iops => "IOPS",
            Self::Us => "us",
            Self::Ms => "ms",
            Self::S => "s",
            Self::Gb => "GB",
            Self::W => "W",
            Self::Times => "times",
            Self::PercentLess => "% less",
        })
    }
}

impl fmt::Display for StatementQuantity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Throughput => "throughput",
            Self::Iops => "iops",
            Self::LatencyMean => "latency-mean",
            Self::LatencyP50 => "latency-p50",
            Self::LatencyP99 => "latency-p99",
            Self::LatencyP99999 => "latency-p99999",
            Self::LatencyMax => "latency-max",
            Self::WorstSecond => "worst-second",
            Self::SteadyFloor => "steady-floor",
            Self::SteadyMean => "steady-mean",
            Self::SteadySpread => "steady-spread",
            Self::Rise => "rise",
            Self::CacheEnd => "cache-end",
            Self::CacheSpeed => "cache-speed",
            Self::AfterCacheSpeed => "after-cache-speed",
            Self::AfterCacheMean => "after-cache-mean",
            Self::CacheReturn => "cache-return",
            Self::CacheTotal => "cache-total",
            Self::SecondDrop => "second-drop",
            Self::LastSpeed => "last-speed",
            Self::RecoveredShare => "recovered-share",
            Self::PowerMean => "power-mean",
            Self::WriteAmplification => "write-amplification",
            Self::GeometricMean => "geometric-mean",
        })
    }
}

impl StatementQuantity {
    /// The units in which it can be printed, and that of a bare comparison.
    pub fn units(self) -> &'static [StatementUnit] {
        use StatementUnit::{Gb, Iops, MbOrMibPerS, MbPerS, MibPerS, Ms, S, Times, Us, W};
        match self {
            Self::Throughput
            | Self::GeometricMean
            | Self::CacheSpeed
            | Self::AfterCacheSpeed
            | Self::AfterCacheMean
            | Self::LastSpeed => &[MibPerS, MbPerS, MbOrMibPerS],
            Self::CacheEnd | Self::CacheReturn | Self::CacheTotal | Self::SecondDrop => &[Gb],
            Self::Iops | Self::SteadyFloor | Self::SteadyMean => &[Iops],
            Self::LatencyMean
            | Self::LatencyP50
            | Self::LatencyP99
            | Self::LatencyP99999
            | Self::LatencyMax => &[Us, Ms, S],
            Self::WorstSecond => &[Iops, MbPerS, MibPerS, MbOrMibPerS],
            Self::PowerMean => &[W],
            Self::SteadySpread | Self::Rise | Self::RecoveredShare | Self::WriteAmplification => {
                &[Times]
            }
        }
    }
}
