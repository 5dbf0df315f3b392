//! How long writes take.

use crate::charts::main_variant;
use crate::distribution::{Distribution, distribution};
use crate::kinds;
use crate::label::{Label, Part, common};
use crate::pages::{Pages, Place};
use crate::select::DriveRuns;
use crate::spread::Spread;
use fourcorners_bench::record::Measured;
use fourcorners_bench::{Role, Variant};
use serde::Serialize;

/// Latencies of one phase of writes, the shortest maximum first.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LatencyChart {
    /// Unique among all charts; evidence links to it.
    pub id: &'static str,
    pub of: Writes,
    /// What all entries have in common.
    pub common: Label,
    pub entries: Vec<Latency>,
}

/// Which writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Writes {
    /// 4 KiB random writes, QD3; whether all drives were new.
    Random { new: bool },
    /// The same to all LBAs of a tortured drive.
    Tortured,
}

/// One drive's latencies in a phase of writes: of repeated runs the median of each figure; curve
/// and instant are those of the run whose longest latency is the median.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Latency {
    pub drive: usize,
    pub label: Label,
    pub test: String,
    pub phase: String,
    pub variant: String,
    pub mean_us: f64,
    pub p99_us: f64,
    pub p999_us: f64,
    pub max_us: f64,
    pub max_at_s: f64,
    /// Mean, 99th percentile and longest with the intervals of repeated runs.
    pub told: [Spread; 3],
    /// Microseconds, and how many I/Os took at least so long; empty: no histogram was kept.
    pub distribution: Distribution,
}

/// All charts that there is anything for, the shortest maximum first in each.
pub fn latencies(groups: &[DriveRuns<'_>], pages: &Pages) -> Vec<LatencyChart> {
    let is_long = |name: &&String| Variant::parse(name).is_some_and(|variant| variant.long);
    let (random, tortured) = (Role::RandomWrites, Role::TorturedWrites);
    let of = |role: Role, id, variant: &dyn Fn(&DriveRuns<'_>, Place<'_>) -> Option<String>| {
        let place = pages.with(role)?;
        let chart = chart(id, role, groups, |group| {
            Some((place, variant(group, place)?))
        });
        (!chart.entries.is_empty()).then_some(chart)
    };
    let charts = [
        of(random, "latency-new", &|group, place| {
            main_variant(group, place.test, place.phase)
        }),
        of(random, "latency-long", &|group, place| {
            let variants = group.variants(place.test, place.phase);
            variants.iter().find(is_long).cloned()
        }),
        of(tortured, "latency-tortured", &|group, place| {
            kinds::first_variant(group, place)
        }),
    ];
    charts.into_iter().flatten().collect()
}

fn chart<'a>(
    id: &'static str,
    role: Role,
    groups: &[DriveRuns<'_>],
    of: impl Fn(&DriveRuns<'_>) -> Option<(Place<'a>, String)>,
) -> LatencyChart {
    let entry = |(drive, group): (usize, &DriveRuns<'_>)| {
        let (Place { test, phase }, variant) = of(group)?;
        // Each figure has its own median: the run with the median of one may be odd in the others.
        // A run in which no I/O finished has 0 in place of latencies, and is no better than the
        // others.
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
            label: Label::of_variant(&variant, m),
            test: test.into(),
            phase: phase.into(),
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
    let is_random = role == Role::RandomWrites;
    let is_new = |entry: &Latency| is_random && is_from_new(&entry.variant);
    let all_new = entries.iter().all(is_new);
    let of = match is_random {
        true => Writes::Random { new: all_new },
        false => Writes::Tortured,
    };
    if !all_new {
        for entry in entries.iter_mut().filter(|entry| is_new(entry)) {
            entry.label.0.insert(0, Part::NewDrive);
        }
    }
    let common = common(entries.iter_mut().map(|entry| &mut entry.label));
    LatencyChart {
        id,
        of,
        common: common.unwrap_or_default(),
        entries,
    }
}

/// Whether the test begins from a new drive, as it does unless another state was asked for.
fn is_from_new(variant: &str) -> bool {
    let parsed = Variant::parse(variant);
    parsed.is_some_and(|variant| {
        let state = variant.conditions.state;
        state.is_none_or(|state| state == "new")
    })
}
