//! Bar charts: the corners, and one test under several conditions side by side.

use crate::contrasts::{Kind, contrasts};
use crate::names::{Section, Unit};
use crate::replays::replays;
use crate::responses::responses;
use crate::select::{DriveRuns, is_the_same_drive};
use crate::vantage::vantage;
use crate::words;
use fourcorners_bench::record::{Measured, RunHeader};
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
    /// Test id.
    pub test: String,
    /// Its phase.
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

/// Tests of which a bar is drawn, with their titles.
pub(crate) const CORNERS: [(&str, &str); 12] = [
    ("random-read-4k-qd3", "Random read, 4 KiB, QD3"),
    ("random-write-4k-qd3", "Random write, 4 KiB, QD3"),
    ("random-write-4k-qd32", "Random write, 4 KiB, QD32"),
    ("sequential-read-128k", "Sequential read, 128 KiB, QD1"),
    ("sequential-write-128k", "Sequential write, 128 KiB, QD1"),
    ("sequential-read-2m", "Sequential read, 2 MiB, QD1"),
    ("sequential-write-2m", "Sequential write, 2 MiB, QD1"),
    ("random-read-4k-qd1", "Random read, 4 KiB, QD1"),
    ("random-write-4k-qd1", "Random write, 4 KiB, QD1"),
    ("random-read-4k-qd32", "Random read, 4 KiB, QD32"),
    (
        "sequential-read-128k-qd32",
        "Sequential read, 128 KiB, QD32",
    ),
    (
        "sequential-write-128k-qd32",
        "Sequential write, 128 KiB, QD32",
    ),
];

/// The one phase of those tests.
pub(crate) const MEASURE: &str = "measure";

/// All charts, in the order of the page.
pub(crate) fn charts(groups: &[DriveRuns<'_>]) -> Vec<Chart> {
    let mut charts: Vec<Chart> = Vec::new();
    for (test, title) in CORNERS {
        charts.extend(corner(test, title, groups));
    }
    for kind in Kind::ALL {
        for (test, title) in CORNERS {
            charts.extend(contrasts(kind, test, title, groups));
        }
    }
    for (test, title) in CORNERS {
        charts.extend(ports(test, title, groups));
    }
    charts.extend(rest(groups));
    charts.extend(responses(groups));
    charts.extend(replays(groups));
    charts.extend(vantage(groups));
    charts.extend(power(groups));
    charts
}

/// The variant in which a drive's runs show a test: its own way, else the first that was run.
pub(crate) fn main_variant(group: &DriveRuns<'_>, test: &str, phase: &str) -> Option<String> {
    let variants = group.variants(test, phase);
    let plain = variants.iter().find(|variant| variant.is_empty());
    plain.or(variants.first()).cloned()
}

pub(crate) fn bar(
    drive: usize,
    group: &DriveRuns<'_>,
    (test, variant, phase): (&str, &str, &str),
    figure: impl Fn(&Measured) -> f64 + Copy,
) -> Option<Bar> {
    let (_, measured, low, high) = group.median(test, variant, phase, figure)?;
    Some(Bar {
        drive,
        label: words::variant(variant, measured),
        test: test.into(),
        phase: phase.into(),
        variant: variant.into(),
        value: figure(measured),
        iops: measured.iops_mean,
        low,
        high,
        runs: group.finished(test, variant, phase).len(),
        duration_s: measured.duration_s,
        note: String::new(),
        ends: Vec::new(),
    })
}

pub(crate) fn mb_per_s(measured: &Measured) -> f64 {
    measured.throughput_mb_per_s
}

/// One bar a drive. What all bars have in common stands in the title, the data that was written too.
fn corner(test: &str, title: &str, groups: &[DriveRuns<'_>]) -> Option<Chart> {
    let of = |(drive, group): (usize, &DriveRuns<'_>)| {
        let variant = main_variant(group, test, MEASURE)?;
        let (_, measured) = group.entry(test, &variant, MEASURE)?;
        let bar = bar(drive, group, (test, &variant, MEASURE), mb_per_s)?;
        Some((bar, words::written(&variant, measured)))
    };
    let mut found: Vec<(Bar, String)> = groups.iter().enumerate().filter_map(of).collect();
    found.sort_by(|(a, _), (b, _)| b.value.total_cmp(&a.value));
    let conditions = words::common(found.iter_mut().map(|(bar, _)| &mut bar.label));
    let data = words::common(found.iter_mut().map(|(_, data)| data));
    let title = [Some(title.to_string()), conditions, data];
    let title: Vec<String> = title.into_iter().flatten().collect();
    let bars = found.into_iter().map(|(mut bar, data)| {
        bar.label = words::join([bar.label, data]);
        bar
    });
    chart(
        format!("corner-{test}"),
        Section::Corners,
        title.join(", "),
        bars.collect(),
    )
}

pub(crate) fn chart(id: String, section: Section, title: String, bars: Vec<Bar>) -> Option<Chart> {
    let unit = match section {
        Section::Power => Unit::Watts,
        _ => Unit::MbPerS,
    };
    (!bars.is_empty()).then_some(Chart {
        id,
        section,
        title,
        unit,
        bars,
    })
}

/// Every drive's bars, the drive whose first bar is the best first.
pub(crate) fn ranked(
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
pub(crate) fn geometric_mean(values: impl Iterator<Item = Option<f64>>) -> Option<f64> {
    let all: Vec<f64> = values.collect::<Option<_>>()?;
    fourcorners_bench::geometric_mean(all)
}

/// Each bar after the first with its difference from that.
pub(crate) fn compared(mut bars: Vec<Bar>) -> Vec<Bar> {
    let first = bars.first().map_or(0.0, |bar| bar.value);
    for bar in bars.iter_mut().skip(1).filter(|_| first > 0.0) {
        bar.note = words::change(bar.value / first);
    }
    bars
}

/// A drive's bars behind each port, best first, and the drive that is best behind its best port first; of drives that were
/// tested behind several.
fn ports(test: &str, title: &str, groups: &[DriveRuns<'_>]) -> Option<Chart> {
    let mut models: Vec<(&RunHeader, Vec<Bar>)> = Vec::new();
    for (drive, group) in groups.iter().enumerate() {
        let Some(run) = group.first().filter(|_| group.port().is_some()) else {
            continue;
        };
        let Some(variant) = main_variant(group, test, MEASURE) else {
            continue;
        };
        let Some(bar) = bar(drive, group, (test, &variant, MEASURE), mb_per_s) else {
            continue;
        };
        let same = |(other, _): &&mut (&RunHeader, _)| is_the_same_drive(other, &run.header);
        match models.iter_mut().find(same) {
            Some((_, bars)) => bars.push(bar),
            None => models.push((&run.header, vec![bar])),
        }
    }
    let best_first = |a: &Bar, b: &Bar| b.value.total_cmp(&a.value);
    let mut several: Vec<Vec<Bar>> = models
        .into_iter()
        .map(|(_, bars)| bars)
        .filter(|bars| bars.len() > 1)
        .collect();
    several.iter_mut().for_each(|bars| bars.sort_by(best_first));
    several.sort_by(|a, b| best_first(&a[0], &b[0]));
    let bars: Vec<Bar> = several.into_iter().flat_map(compared).collect();
    chart(
        format!("ports-{test}"),
        Section::Ports,
        format!("{title}, by port"),
        bars,
    )
}

/// Idle collection: the mean of the write pass at once, and after the rest.
fn rest(groups: &[DriveRuns<'_>]) -> Option<Chart> {
    let of = |drive: usize, group: &DriveRuns<'_>| {
        let phases = [
            ("at-once-write", "at once"),
            ("after-write", "after the rest"),
        ];
        let bars: Option<Vec<Bar>> = phases
            .iter()
            .map(|(phase, label)| {
                let mut bar = bar(drive, group, ("idle-collection", "", phase), mb_per_s)?;
                bar.label = (*label).into();
                Some(bar)
            })
            .collect();
        bars.map_or(Vec::new(), compared)
    };
    let bars = ranked(groups, true, of);
    let title = "Sequential write of the whole drive, 64 KiB, QD1, mean".into();
    chart("idle-bars".into(), Section::Idle, title, bars)
}

/// What a drive draws in each phase of the power test.
fn power(groups: &[DriveRuns<'_>]) -> Option<Chart> {
    let phases = [
        ("idle", "idle"),
        ("sequential-write", "sequential write"),
        ("random-write", "random write"),
    ];
    let watts = |measured: &Measured| measured.power_mean_w.unwrap_or(f64::NAN);
    let of = |drive: usize, group: &DriveRuns<'_>| {
        let bars = phases.iter().filter_map(|(phase, label)| {
            let mut bar = bar(drive, group, ("power", "", phase), watts)?;
            bar.label = (*label).into();
            bar.value.is_finite().then_some(bar)
        });
        bars.collect::<Vec<Bar>>()
    };
    let bars = ranked(groups, false, of);
    chart(
        "power-watts".into(),
        Section::Power,
        "Power, mean".into(),
        bars,
    )
}
