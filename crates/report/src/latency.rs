//! How long writes take.

use crate::charts::main_variant;
use crate::distribution::{Distribution, distribution};
use crate::select::DriveRuns;
use crate::words;
use serde::Serialize;

/// Latencies of one phase of writes, a chart each, drive by drive.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs)] // described once, in web/src/data.ts
pub struct LatencyChart {
    pub id: &'static str,
    pub title: String,
    pub entries: Vec<Latency>,
}

/// Latencies of a phase of writes.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs)]
pub struct Latency {
    pub drive: usize,
    pub label: String,
    pub test: &'static str,
    pub phase: &'static str,
    pub variant: String,
    pub mean_us: f64,
    pub p99_us: f64,
    pub p999_us: f64,
    pub max_us: f64,
    pub max_at_s: f64,
    /// Microseconds, and how many I/Os took at least so long; empty: no histogram was kept.
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
        chart(
            "latency-new",
            "4 KiB random writes, QD3, new drive",
            groups,
            |group| Some((RANDOM, main_variant(group, RANDOM, "measure")?, "measure")),
        ),
        chart(
            "latency-long",
            "4 KiB random writes, QD3, new drive",
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
        let (run, m, _, _) = group.median(test, &variant, phase, |m| m.latency_max_us)?;
        Some(Latency {
            drive,
            label: words::variant(&variant, m),
            test,
            phase,
            distribution: distribution(run, test, &variant, phase),
            variant,
            mean_us: m.latency_mean_us,
            p99_us: m.latency_p99_us,
            p999_us: m.latency_p999_us,
            max_us: m.latency_max_us,
            max_at_s: m.latency_max_at_s,
        })
    };
    let mut entries: Vec<Latency> = groups.iter().enumerate().filter_map(entry).collect();
    entries.sort_by(|a, b| a.max_us.total_cmp(&b.max_us));
    let mut title = title.to_string();
    if let Some(common) = words::common(entries.iter_mut().map(|entry| &mut entry.label)) {
        title = format!("{title}, {common}");
    }
    LatencyChart { id, title, entries }
}
