//! Sweeps: a figure over what differs between the phases of a test, a line per drive.

use crate::charts::main_variant;
use crate::pages::Pages;
use crate::select::DriveRuns;
use crate::spread::interval;
use fourcorners_bench::record::{Measured, MeasuredOp, Run};
use fourcorners_bench::{ChartKind, SweepBy, SweepFigure};
use schemars::JsonSchema;
use serde::Serialize;

/// A drive keeps up with a rate if it serves this share of it.
pub const KEEPS_UP: f64 = 0.98;
/// Ranges that differ by less than this share are one: 1 GiB, and a quarter of a 4.2 GB drive.
const ALIKE: f64 = 0.1;

/// A figure over what differs between the phases of a test.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct SweepChart {
    /// Unique on the page; evidence links to it.
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
    /// Variant of the test; empty: the test's own way.
    pub variant: String,
    /// Queue depth, percent of reads or TRIM commands, bytes, I/Os per second, or microseconds
    /// between them.
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

/// All sweeps, in the order of the page.
pub fn sweeps(groups: &[DriveRuns<'_>], pages: &Pages) -> Vec<SweepChart> {
    let mut all = Vec::new();
    for (test, page) in pages.drawn_as(ChartKind::Sweep) {
        let Some(by) = page.by else { continue };
        for figure in &page.shows {
            let lines = groups.iter().enumerate().filter_map(|(drive, group)| {
                let points = points(group, test, by, *figure);
                (!points.is_empty()).then_some(SweepLine { drive, points })
            });
            let sweep = SweepChart {
                id: format!("sweep-{}", all.len() + 1),
                test: test.into(),
                title: page.title.clone(),
                by,
                figure: *figure,
                lines: lines.collect(),
            };
            all.extend((!sweep.lines.is_empty()).then_some(sweep));
        }
    }
    all
}

/// A drive that takes no deeper queue, or no larger range, has one point for all beyond.
fn points(group: &DriveRuns<'_>, test: &str, by: SweepBy, figure: SweepFigure) -> Vec<SweepPoint> {
    let mut phases: Vec<&str> = Vec::new();
    for entry in group.runs.iter().flat_map(|run| &run.entries) {
        if entry.test == test && !phases.contains(&entry.phase.as_str()) {
            phases.push(&entry.phase);
        }
    }
    let mut points: Vec<SweepPoint> = Vec::new();
    for phase in phases {
        let Some(variant) = main_variant(group, test, phase) else {
            continue;
        };
        let names = (test, variant.as_str(), phase);
        let finished = group.finished(test, &variant, phase).into_iter();
        let mut all: Vec<(f64, &Measured)> = finished
            .filter_map(|(run, measured)| Some((value(run, names, measured, figure)?, measured)))
            .collect();
        all.sort_by(|a, b| a.0.total_cmp(&b.0));
        let values: Vec<f64> = all.iter().map(|(value, _)| *value).collect();
        let middle = all.get(all.len().wrapping_sub(1) / 2);
        let (Some((value, measured)), Some((low, high))) = (middle, interval(&values)) else {
            continue;
        };
        let at = place(measured, by);
        if measured.op == "idle" || points.iter().any(|point| is_same(by, point.at, at)) {
            continue;
        }
        points.push(SweepPoint {
            phase: phase.into(),
            variant: variant.clone(),
            at,
            value: keeps_up(measured).then_some(*value),
            low,
            high,
            iops: measured.iops_mean,
        });
    }
    points.sort_by_key(|point| point.at);
    points
}

/// Whether two points are in one place.
fn is_same(by: SweepBy, a: u64, b: u64) -> bool {
    match by {
        SweepBy::Span => (a.abs_diff(b) as f64) < ALIKE * a.max(b) as f64,
        _ => a == b,
    }
}

/// Whether I/Os were served as fast as they were due. The last is due when the phase ends.
fn keeps_up(measured: &Measured) -> bool {
    let due = |rate: u64| rate as f64 * measured.duration_s;
    let kept = |rate: u64| (measured.ios + 1) as f64 >= KEEPS_UP * due(rate);
    measured.rate_iops.is_none_or(kept)
}

fn place(measured: &Measured, by: SweepBy) -> u64 {
    match by {
        SweepBy::QueueDepth => measured.queue_depth.into(),
        SweepBy::Span => measured.span_bytes,
        SweepBy::Rate => measured.rate_iops.unwrap_or(0),
        SweepBy::Interval => measured.rate_iops.map_or(0, |rate| 1_000_000 / rate.max(1)),
        SweepBy::TrimPercent => measured
            .mixed
            .as_ref()
            .and_then(|mixed| mixed.trim_percent)
            .unwrap_or(0)
            .into(),
        SweepBy::ReadPercent => match &measured.mixed {
            Some(mixed) => mixed.read_percent.into(),
            None if measured.op == "read" => 100,
            None => 0,
        },
    }
}

fn value(
    run: &Run,
    names: (&str, &str, &str),
    measured: &Measured,
    figure: SweepFigure,
) -> Option<f64> {
    let of_reads = |of_mixed: fn(&MeasuredOp) -> f64, quantile: f64| match &measured.mixed {
        Some(mixed) => mixed.reads.as_ref().map(of_mixed),
        None if measured.op == "read" => quantile_us(run, names, quantile),
        None => None,
    };
    match figure {
        SweepFigure::Iops => Some(measured.iops_mean),
        SweepFigure::MbPerS => Some(measured.throughput_mb_per_s),
        SweepFigure::Mean => Some(measured.latency_mean_us),
        SweepFigure::P99 => Some(measured.latency_p99_us),
        SweepFigure::P999 => Some(measured.latency_p999_us),
        SweepFigure::ReadP999 => of_reads(|reads| reads.latency_p999_us, 0.999),
        SweepFigure::ReadP9999 => of_reads(|reads| reads.latency_p9999_us, 0.9999),
    }
}

/// A quantile of all latencies of a phase, to three digits, in microseconds.
fn quantile_us(
    run: &Run,
    (test, variant, phase): (&str, &str, &str),
    quantile: f64,
) -> Option<f64> {
    let mut lines = run.histograms.iter();
    let line =
        lines.find(|line| line.test == test && line.variant == variant && line.phase == phase)?;
    let counts = line.counts().ok()?;
    let ios: u64 = counts.iter().map(|(_, count)| count).sum();
    let rank = ((quantile * ios as f64).ceil() as u64).max(1);
    let mut counted = 0;
    let found = counts.iter().find(|(_, count)| {
        counted += count;
        counted >= rank
    });
    found.map(|(ns, _)| *ns as f64 / 1000.0)
}
