//! Latencies of writes as the page draws them.

use crate::wording::{charts, label};
use fourcorners_findings::distribution::Distribution;
use fourcorners_findings::latency as found;
use fourcorners_findings::spread::Spread;
use schemars::JsonSchema;
use serde::Serialize;

/// Latencies of one phase of writes, the shortest maximum first.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct LatencyChart {
    /// Unique on the page; evidence links to it.
    pub id: &'static str,
    /// Caption.
    pub title: String,
    /// One per drive.
    pub entries: Vec<Latency>,
}

/// One drive's latencies in a phase of writes: of repeated runs the median of each figure; curve
/// and instant are those of the run whose longest latency is the median.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Latency {
    /// Index of the drive.
    pub drive: usize,
    /// What distinguishes it from other entries; may be empty.
    pub label: String,
    pub test: String,
    pub phase: String,
    /// Its variant; empty: the test's own way.
    pub variant: String,
    /// Mean, in microseconds.
    pub mean_us: f64,
    /// 99th percentile, in microseconds.
    pub p99_us: f64,
    /// 99.9th percentile, in microseconds.
    pub p999_us: f64,
    /// The longest, in microseconds.
    pub max_us: f64,
    /// Second of the phase in which the longest ended.
    pub max_at_s: f64,
    /// Mean, 99th percentile and longest with the intervals of repeated runs, for tables of text.
    #[serde(skip)]
    pub(crate) told: [Spread; 3],
    /// Pairs of microseconds and the number of I/Os that took at least so long, from all of them to
    /// the longest; empty: no histogram was kept.
    pub distribution: Distribution,
}

impl LatencyChart {
    pub(crate) fn of(chart: &found::LatencyChart) -> Self {
        Self {
            id: chart.id,
            title: charts::latencies(chart),
            entries: chart.entries.iter().map(Latency::of).collect(),
        }
    }
}

impl Latency {
    fn of(found: &found::Latency) -> Self {
        Self {
            drive: found.drive,
            label: label::text(&found.label),
            test: found.test.clone(),
            phase: found.phase.clone(),
            variant: found.variant.clone(),
            mean_us: found.mean_us,
            p99_us: found.p99_us,
            p999_us: found.p999_us,
            max_us: found.max_us,
            max_at_s: found.max_at_s,
            told: found.told,
            distribution: found.distribution.clone(),
        }
    }
}
