//! What a server reports while it serves, and when it ends.

use crate::lag::{Delays, Lag};
use crate::stat::Stat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::num::NonZeroU32;

/// How a drive was served, and how punctual the replies were.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Report {
    #[serde(flatten)]
    pub stat: Stat,
    /// Times slower than the drive itself; more than 1: IOPS and latencies that clients measured
    /// are those of a slower drive.
    pub dilation: NonZeroU32,
    /// Whether the server woke up 60 us before every reply, to poll; else as early as this host is
    /// usually late.
    pub spin: bool,
    /// Time from the simulated completion to the reply, by commands in flight. Without commands
    /// that waited for the disk of the store.
    pub lag: Vec<LagAtDepth>,
}

/// Lag at a queue depth.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
pub struct LagAtDepth {
    /// More than half of it, and at most that many; 128: more than 64.
    pub queue_depth: usize,
    #[serde(flatten)]
    pub lag: DelaysUs,
    /// How late the host woke up the server.
    pub wake_ups: DelaysUs,
}

/// Delays in microseconds.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
pub struct DelaysUs {
    pub count: u64,
    pub p50_us: f64,
    pub p99_us: f64,
    pub max_us: f64,
}

impl Report {
    pub(crate) fn new(stat: Stat, dilation: NonZeroU32, spin: bool, lag: &Lag) -> Self {
        Self {
            stat,
            dilation,
            spin,
            lag: lag
                .by_depth()
                .map(|(queue_depth, [lag, wake_ups])| LagAtDepth {
                    queue_depth,
                    lag: lag.into(),
                    wake_ups: wake_ups.into(),
                })
                .collect(),
        }
    }
}

impl From<Delays> for DelaysUs {
    fn from(delays: Delays) -> Self {
        let us = |delay: std::time::Duration| delay.as_nanos() as f64 / 1e3;
        Self {
            count: delays.count,
            p50_us: us(delays.p50),
            p99_us: us(delays.p99),
            max_us: us(delays.max),
        }
    }
}
