//! How long writes take.

use crate::charts::main_variant;
use crate::distribution::{Distribution, distribution};
use crate::select::DriveRuns;
use crate::spread::Spread;
use crate::words;
use fourcorners_bench::Variant;
use fourcorners_bench::record::Measured;
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

/// One drive's latencies in a phase of writes: of repeated runs the median of each figure; curve and
/// instant are those of the run whose longest latency is the median.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Latency {
    /// Index of the drive.
    pub drive: usize,
    /// What distinguishes it from other entries; may be empty.
    pub label: String,
    /// Test id.
    pub test: &'static str,
    /// Its phase.
    pub phase: &'static str,
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

/// The test whose latencies are T5.
const RANDOM: &str = "random-write-4k-qd3";

/// All charts that there is anything for, the shortest maximum first in each.
pub(crate) fn latencies(groups: &[DriveRuns<'_>]) -> Vec<LatencyChart> {
    let is_long = |name: &&String| name.split('+').any(|part| part == "long");
    let variants = |group: &DriveRuns<'_>| group.variants(RANDOM, "measure");
    let long = |group: &DriveRuns<'_>| variants(group).iter().find(is_long).cloned();
    let charts = [
        chart("latency-new", "4 KiB random writes, QD3", groups, |group| {
            Some((RANDOM, main_variant(group, RANDOM, "measure")?, "measure"))
        }),
        chart(
            "latency-long",
            "4 KiB random writes, QD3",
            groups,
            |group| Some((RANDOM, long(group)?, "measure")),
        ),
        chart(
            "latency-tortured",
            "4 KiB random writes, QD3, tortured drive, all LBAs",
            groups,
            |_| Some(("torture", String::new(), "probe")),
        ),
    ];
    let charts = charts.into_iter();
    charts.filter(|chart| !chart.entries.is_empty()).collect()
}

fn chart(
    id: &'static str,
    title: &str,
    groups: &[DriveRuns<'_>],
    of: impl Fn(&DriveRuns<'_>) -> Option<(&'static str, String, &'static str)>,
) -> LatencyChart {
    let entry = |(drive, group): (usize, &DriveRuns<'_>)| {
        let (test, variant, phase) = of(group)?;
        // Each figure has its own median: the run with the median of one may be odd in the others. A run in which no
        // I/O finished has 0 in place of latencies, and is no better than the others.
        let median = |figure: fn(&Measured) -> f64| {
            group.median(test, &variant, phase, |m| match m.ios {
                0 => f64::INFINITY,
                _ => figure(m),
            })
        };
        let spread = |figure: fn(&Measured) -> f64| {
            let (_, m, low, high) = median(figure)?;
            Some(Spread::new(figure(m), low, high))
        };
        let (run, m, _, _) = median(|m| m.latency_max_us)?;
        if m.ios == 0 {
            return None;
        }
        let mean = spread(|m| m.latency_mean_us)?;
        let p99 = spread(|m| m.latency_p99_us)?;
        let max = spread(|m| m.latency_max_us)?;
        Some(Latency {
            drive,
            label: words::variant(&variant, m),
            test,
            phase,
            distribution: distribution(run, test, &variant, phase),
            variant: variant.clone(),
            mean_us: mean.value,
            p99_us: p99.value,
            p999_us: spread(|m| m.latency_p999_us)?.value,
            max_us: max.value,
            max_at_s: m.latency_max_at_s,
            told: [mean, p99, max],
        })
    };
    let mut entries: Vec<Latency> = groups.iter().enumerate().filter_map(entry).collect();
    entries.sort_by(|a, b| a.max_us.total_cmp(&b.max_us));
    let mut title = title.to_string();
    let is_new = |entry: &Latency| entry.test == RANDOM && is_from_new(&entry.variant);
    if entries.iter().all(is_new) {
        title = format!("{title}, new drive");
    } else {
        for entry in entries.iter_mut().filter(|entry| is_new(entry)) {
            let label = std::mem::take(&mut entry.label);
            entry.label = match label.as_str() {
                "" => "new drive".into(),
                label => format!("new drive, {label}"),
            };
        }
    }
    if let Some(common) = words::common(entries.iter_mut().map(|entry| &mut entry.label)) {
        title = format!("{title}, {common}");
    }
    LatencyChart { id, title, entries }
}

/// Whether the test begins from a new drive, as it does unless another state was asked for.
fn is_from_new(variant: &str) -> bool {
    let parsed = Variant::parse(variant);
    parsed.is_some_and(|variant| {
        let state = variant.conditions.state;
        state.is_none_or(|state| state == "new")
    })
}
