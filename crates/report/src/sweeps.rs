//! Sweeps as page and tables show them.

use fourcorners_bench::{SweepBy, SweepFigure};
use fourcorners_findings::sweeps as found;
use schemars::JsonSchema;
use serde::Serialize;

/// A figure over what differs between the phases of a test.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct SweepChart {
    /// Unique on the page.
    pub id: String,
    pub test: String,
    pub title: String,
    pub by: SweepBy,
    pub figure: SweepFigure,
    /// One per drive.
    pub lines: Vec<SweepLine>,
}

/// A drive's points, lowest first.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct SweepLine {
    /// Index of the drive.
    pub drive: usize,
    pub points: Vec<SweepPoint>,
}

/// A phase: the median of repeated runs.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct SweepPoint {
    pub phase: String,
    /// Queue depth, percent of reads, bytes, or I/Os per second.
    pub at: u64,
    /// IOPS, MB/s or microseconds; null: the drive did not keep up with the rate.
    pub value: Option<f64>,
    /// Lower end of the interval of repeated runs.
    pub low: f64,
    /// Upper end of it.
    pub high: f64,
    /// I/Os per second.
    pub iops: f64,
}

impl SweepChart {
    /// The `number`-th of the page.
    pub(crate) fn of((number, sweep): (usize, &found::Sweep)) -> Self {
        Self {
            id: format!("sweep-{}", number + 1),
            test: sweep.test.clone(),
            title: sweep.title.clone(),
            by: sweep.by,
            figure: sweep.figure,
            lines: sweep.lines.iter().map(SweepLine::of).collect(),
        }
    }
}

impl SweepLine {
    fn of(line: &found::Line) -> Self {
        let points = line.points.iter().map(|point| SweepPoint {
            phase: point.phase.clone(),
            at: point.at,
            value: point.value,
            low: point.low,
            high: point.high,
            iops: point.iops,
        });
        Self {
            drive: line.drive,
            points: points.collect(),
        }
    }
}
