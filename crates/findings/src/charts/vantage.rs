//! Vantage-style suites: MB/s of each trace, the points of each suite, and of all of them.

use super::bar::{Bar, bar, compared, geometric_mean, mb_per_s, ranked};
use super::title::{Chart, Shown, Title};
use crate::label::{Label, Part};
use crate::names::{Section, Unit};
use crate::pages::Pages;
use crate::select::DriveRuns;
use crate::spread::Spread;
use fourcorners_bench::{ChartKind, PageDef};

/// Points are the geometric mean of MB/s times this. PCMark Vantage's own constants were not found.
/// This one is ours, the same for all suites: with it the simulated WD VelociRaptor 300, the fast
/// hard disk of 2009, has about 1,000 points in the HDD suite.
pub const POINTS: f64 = 75.0;

/// A test, and the traces that are its phases.
struct Suite<'a> {
    test: &'a str,
    page: &'a PageDef,
}

impl Suite<'_> {
    /// The geometric mean of its traces' MB/s in one run; `None` unless all of them were finished.
    fn mean(&self, run: &DriveRuns<'_>, variant: &str) -> Option<f64> {
        let of = |(phase, _): &(String, String)| {
            run.entry(self.test, variant, phase)
                .map(|(_, measured)| mb_per_s(measured))
        };
        geometric_mean(self.page.phases.iter().map(of))
    }
}

/// Whether a test is one of these suites.
pub fn is_suite(test: &str, pages: &Pages) -> bool {
    let page = pages.get(test);
    page.is_some_and(|page| page.chart == ChartKind::Points)
}

/// All charts: all suites together, each suite, and each trace.
pub fn vantage(groups: &[DriveRuns<'_>], pages: &Pages) -> Vec<Chart> {
    let suites = pages.drawn_as(ChartKind::Points).into_iter();
    let suites: Vec<Suite<'_>> = suites.map(|(test, page)| Suite { test, page }).collect();
    let Some(last) = suites.last() else {
        return Vec::new();
    };
    let overall = |run: &DriveRuns<'_>, variant: &str| {
        geometric_mean(suites.iter().map(|suite| suite.mean(run, variant)))
    };
    let mut charts = vec![points(groups, last, "vantage", Shown::All, &overall)];
    for suite in &suites {
        let title = || suite.page.title.clone();
        let shown = Shown::Suite { title: title() };
        let mean = |run: &DriveRuns<'_>, variant: &str| suite.mean(run, variant);
        charts.push(points(groups, suite, suite.test, shown, &mean));
        for (phase, trace) in &suite.page.phases {
            let of = |drive, group: &DriveRuns<'_>| {
                let variants = group.variants(suite.test, phase);
                let bars = variants.iter().filter_map(|variant| {
                    bar(drive, group, (suite.test, variant, phase), mb_per_s)
                });
                from_new_first(bars.collect())
            };
            charts.push(Chart {
                id: format!("{}-{phase}", suite.test),
                section: Section::Vantage,
                title: Title::Vantage(Shown::Trace {
                    suite: title(),
                    title: trace.clone(),
                }),
                unit: Unit::MbPerS,
                bars: ranked(groups, true, of),
            });
        }
    }
    charts.retain(|chart| !chart.bars.is_empty());
    charts
}

/// Points of a test's variants: its means times the constant. Of repetitions the median counts.
fn points(
    groups: &[DriveRuns<'_>],
    suite: &Suite<'_>,
    id: &str,
    shown: Shown,
    mean: &dyn Fn(&DriveRuns<'_>, &str) -> Option<f64>,
) -> Chart {
    let first = suite.page.phases.first();
    let first = first.map_or("", |(phase, _)| phase);
    let of = |drive, group: &DriveRuns<'_>| {
        let mut bars = Vec::new();
        for variant in group.variants(suite.test, first) {
            let runs = group.runs.iter().map(|run| DriveRuns::single(run));
            let points = runs.filter_map(|run| Some(mean(&run, &variant)? * POINTS));
            let points: Vec<f64> = points.collect();
            let runs = points.len();
            let Some(points) = Spread::of(points) else {
                continue;
            };
            let Some((_, measured)) = group.entry(suite.test, &variant, first) else {
                continue;
            };
            bars.push(Bar {
                drive,
                label: Label::of_variant(&variant, measured),
                test: suite.test.into(),
                phase: String::new(),
                variant,
                reads: false,
                random: false,
                value: points.value,
                iops: 0.0,
                low: points.low,
                high: points.high,
                runs,
                duration_s: measured.duration_s,
                share_of_first: None,
                ends: Vec::new(),
            });
        }
        from_new_first(bars)
    };
    Chart {
        id: format!("{id}-points"),
        section: Section::Vantage,
        title: Title::Vantage(shown),
        unit: Unit::Points,
        bars: ranked(groups, true, of),
    }
}

/// A drive's bars: what is not from new compared with what is.
fn from_new_first(mut bars: Vec<Bar>) -> Vec<Bar> {
    if let [own, _, ..] = bars.as_mut_slice()
        && own.label.is_empty()
    {
        own.label = Label::one(Part::New);
    }
    compared(bars)
}
