//! A bar, and how those of a chart are made, compared and ranked.

use crate::label::Label;
use crate::select::DriveRuns;
use crate::spread::Spread;
use fourcorners_bench::record::Measured;
use serde::Serialize;

/// A bar: the median of repeated runs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Bar {
    pub drive: usize,
    /// What distinguishes it from the test's own way, or from the drive's other bars.
    pub label: Label,
    pub test: String,
    pub phase: String,
    pub variant: String,
    /// Whether the test reads.
    pub reads: bool,
    /// Whether its I/Os go to random places.
    pub random: bool,
    /// In the chart's unit.
    pub value: f64,
    pub iops: f64,
    pub low: f64,
    pub high: f64,
    /// Runs that finished it: fewer than the drive has where one ended early.
    pub runs: usize,
    /// How long was measured, in seconds.
    pub duration_s: f64,
    /// As a share of the drive's first bar; `None` of that one.
    pub share_of_first: Option<f64>,
    /// Of a band, worst first; the bar ends at the last. Else empty.
    pub ends: Vec<End>,
}

/// An end of a band, or something between.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct End {
    pub label: Label,
    pub variant: String,
    pub value: f64,
    pub low: f64,
    pub high: f64,
    pub runs: usize,
}

impl Bar {
    /// The median, and what lies around it.
    pub fn spread(&self) -> Spread {
        Spread::new(self.value, self.low, self.high)
    }
}

/// The one phase of those tests.
pub const MEASURE: &str = "measure";

/// The variant in which a drive's runs show a test: its own way, else the first that was run.
pub fn main_variant(group: &DriveRuns<'_>, test: &str, phase: &str) -> Option<String> {
    let variants = group.variants(test, phase);
    let plain = variants.iter().find(|variant| variant.is_empty());
    plain.or(variants.first()).cloned()
}

pub fn bar(
    drive: usize,
    group: &DriveRuns<'_>,
    (test, variant, phase): (&str, &str, &str),
    figure: impl Fn(&Measured) -> f64 + Copy,
) -> Option<Bar> {
    let (_, measured, low, high) = group.median(test, variant, phase, figure)?;
    Some(Bar {
        drive,
        label: Label::of_variant(variant, measured),
        test: test.into(),
        phase: phase.into(),
        variant: variant.into(),
        reads: reads(measured),
        random: is_random(measured),
        value: figure(measured),
        iops: measured.iops_mean,
        low,
        high,
        runs: group.finished(test, variant, phase).len(),
        duration_s: measured.duration_s,
        share_of_first: None,
        ends: Vec::new(),
    })
}

pub fn mb_per_s(measured: &Measured) -> f64 {
    measured.throughput_mb_per_s
}

/// Whether a phase read; else it wrote, or did nothing.
pub fn reads(measured: &Measured) -> bool {
    measured.op == "read"
}

fn is_random(measured: &Measured) -> bool {
    measured.pattern == "random"
}

/// Every drive's bars, the drive whose first bar is the best first.
pub fn ranked(
    groups: &[DriveRuns<'_>],
    more_is_better: bool,
    bars: impl Fn(usize, &DriveRuns<'_>) -> Vec<Bar>,
) -> Vec<Bar> {
    let of = |(drive, group): (usize, &DriveRuns<'_>)| bars(drive, group);
    let mut drives: Vec<Vec<Bar>> = groups.iter().enumerate().map(of).collect();
    drives.retain(|bars| !bars.is_empty());
    drives.sort_by(|a, b| {
        let order = a[0].value.total_cmp(&b[0].value);
        if more_is_better {
            order.reverse()
        } else {
            order
        }
    });
    drives.into_iter().flatten().collect()
}

/// Of all values; `None` if one of them is missing.
pub fn geometric_mean(values: impl Iterator<Item = Option<f64>>) -> Option<f64> {
    let all: Vec<f64> = values.collect::<Option<_>>()?;
    fourcorners_bench::geometric_mean(all)
}

/// Each bar after the first with its difference from that.
pub fn compared(mut bars: Vec<Bar>) -> Vec<Bar> {
    let first = bars.first().map_or(0.0, |bar| bar.value);
    for bar in bars.iter_mut().skip(1).filter(|_| first > 0.0) {
        bar.share_of_first = Some(bar.value / first);
    }
    bars
}
