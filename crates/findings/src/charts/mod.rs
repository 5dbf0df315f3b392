//! Bar charts: the corners, and one test under several conditions side by side.

pub mod better;
pub mod contrasts;
pub mod replays;
pub mod responses;
pub mod vantage;

use crate::label::{Label, Part, common};
use crate::names::{Section, Unit};
use crate::pages::{Bars, Pages, Place, TestName};
use crate::select::{DriveRuns, is_the_same_drive};
use crate::spread::Spread;
use contrasts::{Kind, contrasts};
use fourcorners_bench::record::{Measured, RunHeader};
use fourcorners_bench::{Better, ChartKind, Feeds, Role};
use replays::replays;
use responses::responses;
use serde::Serialize;
use vantage::vantage;

/// A bar chart, best drive first; the bars of one drive stand together.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Chart {
    /// Unique among all charts; evidence links to it.
    pub id: String,
    pub section: Section,
    pub title: Title,
    pub unit: Unit,
    pub bars: Vec<Bar>,
}

/// What a chart is of.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Title {
    /// One test, and what all its bars have in common.
    Test {
        test: TestName,
        common: Label,
    },
    /// One test under conditions that differ in one thing.
    Contrast {
        test: TestName,
        common: Label,
        by: Kind,
    },
    /// One test behind several ports.
    Ports {
        test: TestName,
    },
    /// Write passes at once and after a rest.
    Rest,
    /// The phases of a test.
    Phases {
        test: TestName,
    },
    Responses(responses::Acted),
    Replay(replays::Replay, replays::Quantity),
    Vantage(vantage::Shown),
}

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

/// All charts, in the order of the page.
pub fn charts(groups: &[DriveRuns<'_>], pages: &Pages) -> Vec<Chart> {
    let mut charts: Vec<Chart> = Vec::new();
    let bars = pages.drawn_as(ChartKind::Bars).into_iter();
    let bars: Vec<Bars<'_>> = bars.map(|(test, page)| Bars { test, page }).collect();
    let feeding = |of: Feeds| {
        let bars = bars.iter();
        bars.filter(move |bars| bars.page.feeds(of))
    };
    charts.extend(bars.iter().filter_map(|bars| corner(bars, groups)));
    for kind in Kind::ALL {
        charts.extend(feeding(kind.feeds()).flat_map(|bars| contrasts(kind, bars, groups)));
    }
    charts.extend(feeding(Feeds::Ports).filter_map(|bars| ports(bars, groups)));
    charts.extend(rest(groups, pages));
    charts.extend(responses(groups, pages));
    charts.extend(replays(groups, pages));
    charts.extend(vantage(groups, pages));
    let phases = pages.drawn_as(ChartKind::Phases).into_iter();
    charts.extend(phases.filter_map(|(test, page)| in_phases(&Bars { test, page }, groups)));
    charts
}

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

/// One bar a drive. What all bars have in common stands in the title, the data that was written
/// too.
fn corner(bars: &Bars<'_>, groups: &[DriveRuns<'_>]) -> Option<Chart> {
    let (test, figure) = (bars.test, bars.figure());
    let of = |(drive, group): (usize, &DriveRuns<'_>)| {
        let variant = main_variant(group, test, MEASURE)?;
        let (_, measured) = group.entry(test, &variant, MEASURE)?;
        let bar = bar(drive, group, (test, &variant, MEASURE), figure)?;
        Some((bar, Label::of_written_data(&variant, measured)))
    };
    let mut found: Vec<(Bar, Label)> = groups.iter().enumerate().filter_map(of).collect();
    found.sort_by(|(a, _), (b, _)| bars.best_first(a.value, b.value));
    let conditions = common(found.iter_mut().map(|(bar, _)| &mut bar.label));
    let data = common(found.iter_mut().map(|(_, data)| data));
    let title = Title::Test {
        test: bars.name(),
        common: conditions.unwrap_or_default().and(data.unwrap_or_default()),
    };
    let all = found.into_iter().map(|(bar, data)| Bar {
        label: bar.label.and(data),
        ..bar
    });
    let id = format!("corner-{test}");
    chart(id, Section::Corners, title, bars.unit(), all.collect())
}

pub fn chart(
    id: String,
    section: Section,
    title: Title,
    unit: Unit,
    bars: Vec<Bar>,
) -> Option<Chart> {
    (!bars.is_empty()).then_some(Chart {
        id,
        section,
        title,
        unit,
        bars,
    })
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

/// A drive's bars behind each port, best first, and the drive that is best behind its best port
/// first; of drives that were tested behind several.
fn ports(of: &Bars<'_>, groups: &[DriveRuns<'_>]) -> Option<Chart> {
    let (test, figure) = (of.test, of.figure());
    let mut models: Vec<(&RunHeader, Vec<Bar>)> = Vec::new();
    for (drive, group) in groups.iter().enumerate() {
        let Some(run) = group.first().filter(|_| group.port().is_some()) else {
            continue;
        };
        let Some(variant) = main_variant(group, test, MEASURE) else {
            continue;
        };
        let Some(bar) = bar(drive, group, (test, &variant, MEASURE), figure) else {
            continue;
        };
        let same = |(other, _): &&mut (&RunHeader, _)| is_the_same_drive(other, &run.header);
        match models.iter_mut().find(same) {
            Some((_, bars)) => bars.push(bar),
            None => models.push((&run.header, vec![bar])),
        }
    }
    let best_first = |a: &Bar, b: &Bar| of.best_first(a.value, b.value);
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
        Title::Ports { test: of.name() },
        of.unit(),
        bars,
    )
}

/// Idle collection: the mean of the write pass at once, and after the rest.
fn rest(groups: &[DriveRuns<'_>], pages: &Pages) -> Option<Chart> {
    let passes = [
        (Role::PassAtOnce, Part::AtOnce),
        (Role::RestedPass, Part::AfterRest),
    ];
    let of = |drive: usize, group: &DriveRuns<'_>| {
        let write = |(role, label): &(Role, Part)| {
            let passes = pages.all_with(*role).into_iter();
            let mut bars = passes
                .filter_map(|Place { test, phase }| bar(drive, group, (test, "", phase), mb_per_s));
            let bar = bars.find(|bar| !bar.reads)?;
            Some(Bar {
                label: Label::one(label.clone()),
                ..bar
            })
        };
        let bars: Option<Vec<Bar>> = passes.iter().map(write).collect();
        bars.map_or(Vec::new(), compared)
    };
    let bars = ranked(groups, true, of);
    let id = "idle-bars".into();
    chart(id, Section::Idle, Title::Rest, Unit::MbPerS, bars)
}

/// A test's phases side by side, as its file names them; the drive with the best first one first.
fn in_phases(of: &Bars<'_>, groups: &[DriveRuns<'_>]) -> Option<Chart> {
    let all = |drive: usize, group: &DriveRuns<'_>| {
        let phases = of.page.phases.iter();
        let bars = phases.filter_map(|(phase, title)| {
            let mut bar = bar(drive, group, (of.test, "", phase), of.figure())?;
            bar.label = Label::one(Part::Phase(title.clone()));
            bar.value.is_finite().then_some(bar)
        });
        bars.collect::<Vec<Bar>>()
    };
    let bars = ranked(groups, of.page.better != Some(Better::Lower), all);
    let section = match of.unit() {
        Unit::Watts => Section::Power,
        _ => Section::Corners,
    };
    let title = Title::Phases { test: of.name() };
    chart(
        format!("phases-{}", of.test),
        section,
        title,
        of.unit(),
        bars,
    )
}
