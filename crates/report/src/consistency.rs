//! Consistency runs as the page draws them.

use crate::wording::charts;
use fourcorners_findings::amplification::WriteAmplification;
use fourcorners_findings::consistency as found;
use schemars::JsonSchema;
use serde::Serialize;

/// A consistency run: random writes second by second.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Consistency {
    /// Index of the drive.
    pub drive: usize,
    /// Test id.
    pub test: String,
    /// Its phase.
    pub phase: String,
    /// Variant of the test, as in `spare-25`.
    pub variant: String,
    /// Its spare area or conditions, for people.
    pub label: String,
    /// IOPS of every second; null: the line of that second is lost.
    pub iops: Vec<Option<u64>>,
    /// From the page's `late_from_s` on; null: the run ended before it.
    pub end: Option<EndOfRun>,
    /// Null: not known.
    pub write_amplification: Option<WriteAmplification>,
    /// P/E cycles that the run took of each block on average, and the share of the rated ones, for
    /// people; null: not known.
    pub pe_cycles: Option<String>,
}

/// The end of a consistency run, in IOPS.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct EndOfRun {
    /// Of the median second.
    pub median: f64,
    /// Lower end of the interval of such medians of repeated runs.
    pub low: f64,
    /// Upper end of it.
    pub high: f64,
    /// Of the second at the 1st percentile: 99 of 100 have more.
    pub p1: u64,
    /// Of the worst second.
    pub worst: u64,
    /// On average.
    pub mean: f64,
    /// Share of the seconds with less than 40 % of the mean, in per cent.
    pub slow_percent: f64,
}

impl EndOfRun {
    fn of(end: &found::End) -> Self {
        Self {
            median: end.median.value,
            low: end.median.low,
            high: end.median.high,
            p1: end.p1,
            worst: end.worst,
            mean: end.mean,
            slow_percent: end.slow_share() * 100.0,
        }
    }
}

impl Consistency {
    pub(crate) fn of(run: &found::Consistency) -> Self {
        Self {
            drive: run.drive,
            test: run.test.clone(),
            phase: run.phase.clone(),
            variant: run.variant.clone(),
            label: charts::consistency(run),
            iops: run.iops.clone(),
            end: run.end.as_ref().map(EndOfRun::of),
            write_amplification: run.write_amplification,
            pe_cycles: run.wear.as_ref().map(charts::pe_cycles),
        }
    }
}
