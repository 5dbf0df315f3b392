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
    /// Mean IOPS from the page's `late_from_s` on; null, as are the next three: the run ended
    /// before it.
    pub mean_late: Option<f64>,
    /// The worst second of those.
    pub min_late: Option<u64>,
    /// Lower end of the interval of such means of repeated runs.
    pub late_low: Option<f64>,
    /// Upper end of it.
    pub late_high: Option<f64>,
    /// Null: not known.
    pub write_amplification: Option<WriteAmplification>,
    /// P/E cycles that the run took of each block on average, and the share of the rated ones, for
    /// people; null: not known.
    pub pe_cycles: Option<String>,
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
            mean_late: run.mean_late,
            min_late: run.min_late,
            late_low: run.late_low,
            late_high: run.late_high,
            write_amplification: run.write_amplification,
            pe_cycles: run.wear.as_ref().map(charts::pe_cycles),
        }
    }
}
