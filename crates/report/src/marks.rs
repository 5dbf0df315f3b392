//! Figures that were printed about a drive, beside what was measured of it. Who makes them knows
//! where they are from; here they are plain values, in the page's own units.

use crate::charts::{Bar, Chart};
use crate::consistency::Consistency;
use crate::data::PageData;
use crate::latency::Latency;
use fourcorners_findings::curves::Curve;
use fourcorners_findings::names::Unit;
use schemars::JsonSchema;
use serde::Serialize;

/// What of a bar a mark stands beside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum MarkQuantity {
    /// 10^6 bytes a second, over the whole phase.
    Throughput,
    /// Microseconds.
    LatencyMean,
    /// Microseconds.
    LatencyMax,
    /// IOPS of the worst second of all, of a consistency run.
    WorstSecond,
    /// 10^6 bytes a second in the slowest second of a pass over the drive.
    SlowestSecond,
    /// IOPS of the worst second from 1400 s on.
    SteadyFloor,
    /// IOPS on average from 1400 s on.
    SteadyMean,
    /// Watts, over the whole phase.
    Power,
}

impl MarkQuantity {
    /// Which of them bars of a unit have, if any.
    pub(crate) fn of_bars(unit: Unit) -> Option<Self> {
        match unit {
            Unit::MbPerS => Some(Self::Throughput),
            Unit::Watts => Some(Self::Power),
            _ => None,
        }
    }
}

/// How far a printed figure holds. Its names in JSON are the words that were printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub enum MarkBound {
    /// As it is, or from one figure to another.
    #[default]
    #[serde(rename = "")]
    None,
    /// Around it.
    #[serde(rename = "about")]
    About,
    /// From it on, and not far.
    #[serde(rename = "over")]
    Over,
    /// Below it, and not far.
    #[serde(rename = "up to")]
    UpTo,
    /// A bound from above.
    #[serde(rename = "at most")]
    AtMost,
    /// A bound from below.
    #[serde(rename = "more than")]
    MoreThan,
    /// A bound from above.
    #[serde(rename = "less than")]
    LessThan,
}

/// A figure that was printed about a drive.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Mark {
    /// Test, as in a run's folder.
    pub test: String,
    pub phase: String,
    /// Its variant, as in `spare-25`.
    pub variant: String,
    /// What it is, and so its unit.
    pub quantity: MarkQuantity,
    /// From here.
    pub low: f64,
    /// To here; equal to `low` where one figure was printed in a known unit.
    pub high: f64,
    /// The word that was printed with it; empty for a plain figure.
    pub word: MarkBound,
    /// Whether the drive's model was fitted to it.
    pub fitted: bool,
    pub text: String,
    /// Who printed it, under which title and when, as far as that is known; else the host of an
    /// address, or a data sheet's name.
    pub source: String,
    /// Its address; empty: none is known.
    pub address: String,
    /// Under which conditions, and in which of them this run differs.
    pub conditions: String,
    /// The names of the conditions in which the bar's run differs, as in `alignment`; empty: in
    /// none.
    pub differs: Vec<String>,
}

/// A mark and the drive on whose bar it stands.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct DriveMark {
    /// Number of the drive on the page.
    pub drive: usize,
    /// The mark.
    #[serde(flatten)]
    pub mark: Mark,
}

impl Mark {
    /// Whether it was printed under the conditions of the bar's run.
    pub fn same_conditions(&self) -> bool {
        self.differs.is_empty()
    }
}

impl PageData {
    /// The marks beside one phase of one drive.
    pub fn marks_of<'a>(
        &'a self,
        drive: usize,
        test: &'a str,
        phase: &'a str,
        variant: &'a str,
    ) -> impl Iterator<Item = &'a Mark> {
        let of = move |mark: &&DriveMark| {
            mark.drive == drive
                && mark.mark.test == test
                && mark.mark.phase == phase
                && mark.mark.variant == variant
        };
        self.marks.iter().filter(of).map(|marked| &marked.mark)
    }

    /// Whether the page shows what a mark stands beside.
    pub(crate) fn has_a_place_for(&self, drive: usize, mark: &Mark) -> bool {
        let (test, phase) = (mark.test.as_str(), mark.phase.as_str());
        let is_curve = |curve: &Curve| {
            let of_test = curve.test == test && curve.phase == phase;
            curve.drive == drive && of_test && curve.variant == mark.variant
        };
        match mark.quantity {
            MarkQuantity::Throughput | MarkQuantity::Power => {
                let on = |bar: &Bar| {
                    bar.drive == drive
                        && bar.test == test
                        && bar.phase == phase
                        && (bar.variant == mark.variant
                            || bar.ends.iter().any(|end| end.variant == mark.variant))
                };
                let is_of =
                    |chart: &&Chart| MarkQuantity::of_bars(chart.unit) == Some(mark.quantity);
                let charts = self.charts.iter().filter(is_of);
                let bar = charts.flat_map(|chart| &chart.bars).any(on);
                let is_mean = mark.quantity == MarkQuantity::Throughput;
                bar || (is_mean && self.curves.iter().any(is_curve))
            }
            MarkQuantity::SlowestSecond => {
                let has_seconds =
                    |curve: &Curve| is_curve(curve) && curve.slowest_second_mb_per_s.is_some();
                self.curves.iter().any(has_seconds)
            }
            MarkQuantity::LatencyMean | MarkQuantity::LatencyMax => {
                let of = |latency: &Latency| {
                    latency.drive == drive
                        && latency.test == test
                        && latency.phase == phase
                        && latency.variant == mark.variant
                };
                self.latencies
                    .iter()
                    .flat_map(|chart| &chart.entries)
                    .any(of)
            }
            MarkQuantity::WorstSecond | MarkQuantity::SteadyFloor | MarkQuantity::SteadyMean => {
                let is_its = |run: &Consistency| {
                    let of_test = run.test == test && run.phase == phase;
                    of_test && run.drive == drive && run.variant == mark.variant
                };
                self.consistency.iter().any(is_its)
            }
        }
    }
}
