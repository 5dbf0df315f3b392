//! Bar charts as the page draws them: titles and labels in words.

use crate::wording::{charts, label, numbers};
use fourcorners_bench::Better;
use fourcorners_findings::charts as found;
use fourcorners_findings::names::{Section, Unit};
use fourcorners_findings::pages::Pages;
use schemars::JsonSchema;
use serde::Serialize;

/// A bar chart, best drive first; the bars of one drive stand together.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Chart {
    /// Unique on the page; evidence links to it.
    pub id: String,
    /// Where it stands.
    pub section: Section,
    /// Caption, without the unit.
    pub title: String,
    /// Unit of its values.
    pub unit: Unit,
    /// Which of two bars is the better.
    pub better: Better,
    /// In the order in which they are drawn.
    pub bars: Vec<Bar>,
}

/// A bar: the median of repeated runs.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Bar {
    /// Index of the drive.
    pub drive: usize,
    /// What distinguishes it from the test's own way, or from the drive's other bars; may be empty.
    pub label: String,
    pub test: String,
    pub phase: String,
    /// Its variant, as in `spare-25`; empty: the test's own way.
    pub variant: String,
    /// In the chart's unit.
    pub value: f64,
    /// I/Os per second.
    pub iops: f64,
    /// Lower end of the interval of repeated runs; equal to `value` for one run.
    pub low: f64,
    /// Upper end of it.
    pub high: f64,
    /// Runs that finished it: fewer than the drive has where one ended early; absent: one.
    #[serde(skip_serializing_if = "is_one")]
    pub runs: usize,
    /// How long was measured, in seconds.
    pub duration_s: f64,
    /// How it compares with the drive's first bar, as in `-36 %`; empty for that one.
    pub note: String,
    /// The ends of a band, worst first; the bar ends at the last. Else empty.
    pub ends: Vec<End>,
}

/// An end of a band, or something between: the median of repeated runs.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct End {
    /// What distinguishes it from the other ends.
    pub label: String,
    /// Variant of the test.
    pub variant: String,
    /// In the chart's unit.
    pub value: f64,
    /// Lower end of the interval of repeated runs; equal to `value` for one run.
    pub low: f64,
    /// Upper end of it.
    pub high: f64,
    /// Runs that finished it; absent: one.
    #[serde(skip_serializing_if = "is_one")]
    pub runs: usize,
}

/// What most bars are of is not written each time.
fn is_one(runs: &usize) -> bool {
    *runs == 1
}

impl Chart {
    pub(crate) fn of(chart: &found::Chart, pages: &Pages) -> Self {
        Self {
            id: chart.id.clone(),
            section: chart.section,
            title: charts::title(&chart.title),
            unit: chart.unit,
            better: chart.better(pages),
            bars: chart.bars.iter().map(Bar::of).collect(),
        }
    }
}

impl Bar {
    fn of(bar: &found::Bar) -> Self {
        Self {
            drive: bar.drive,
            label: label::text(&bar.label),
            test: bar.test.clone(),
            phase: bar.phase.clone(),
            variant: bar.variant.clone(),
            value: bar.value,
            iops: bar.iops,
            low: bar.low,
            high: bar.high,
            runs: bar.runs,
            duration_s: bar.duration_s,
            note: bar.share_of_first.map_or(String::new(), numbers::change),
            ends: bar.ends.iter().map(End::of).collect(),
        }
    }
}

impl End {
    fn of(end: &found::End) -> Self {
        Self {
            label: label::text(&end.label),
            variant: end.variant.clone(),
            value: end.value,
            low: end.low,
            high: end.high,
            runs: end.runs,
        }
    }
}
