//! Fills of a drive: speed by how much was written, and what the write cache takes.

use crate::charts::{main_variant, mb_per_s};
use crate::pages::Pages;
use crate::seconds::{each_whole_second, round};
use crate::select::DriveRuns;
use crate::write_cache::{CacheSpeed, WriteCache, cache_speed, of_first, of_later};
use fourcorners_bench::record::{Entry, Run};
use fourcorners_bench::{ChartKind, NEW, PageDef};
use serde::Serialize;

/// A fill shorter than this is too short to show the cache, in whole seconds.
pub const SHORTEST_S: usize = 10;
/// Points of a curve at most; more cannot be seen.
const POINTS: u64 = 300;

/// A sequential fill, of repeated runs the one with the median mean.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Fill {
    pub drive: usize,
    /// Test in whose chart it is.
    pub chart: String,
    pub test: String,
    pub variant: String,
    pub phase: String,
    /// As its test's file names it.
    pub label: String,
    /// Whether the drive was erased before.
    pub is_fresh: bool,
    /// Bytes that the chart's earlier fills wrote; `None`: one of them is not there.
    pub before_bytes: Option<u64>,
    /// Seconds that the host did nothing right before; `None`: it did something.
    pub rest_s: Option<f64>,
    /// Bytes written.
    pub bytes: u64,
    pub mean_mb_per_s: f64,
    /// Whole seconds.
    pub seconds: usize,
    /// `None`: too short, or the chart's first fill is not there or too short.
    pub cache: Option<WriteCache>,
    /// Whether its writes stopped in the cache, which ended in the chart's first fill.
    pub stopped_early: bool,
    /// GB written so far, in the middle of each point.
    pub gb: Vec<f64>,
    /// MB/s of each.
    pub mb_per_s: Vec<f64>,
    /// Highest temperature of each in °C; empty: not known.
    pub temperature_c: Vec<f64>,
}

/// A whole second of a fill.
#[derive(Clone, Copy)]
struct FillSecond {
    bytes: u64,
    temperature_mc: Option<i64>,
}

/// What is drawn of a fill.
#[derive(Default)]
struct Points {
    gb: Vec<f64>,
    mb_per_s: Vec<f64>,
    temperature_c: Vec<f64>,
}

/// Tests of a fill chart, with the one that gives the chart its name first.
fn members<'a>(pages: &'a Pages, chart: &'a str) -> Vec<(&'a str, &'a PageDef)> {
    let all = pages.drawn_as(ChartKind::Fill).into_iter();
    let mut own: Vec<(&str, &PageDef)> = all
        .filter(|(test, page)| chart_of(test, page) == chart)
        .collect();
    own.sort_by_key(|(test, _)| *test != chart);
    own
}

fn chart_of<'a>(test: &'a str, page: &'a PageDef) -> &'a str {
    page.joins.as_deref().unwrap_or(test)
}

/// The charts' names, which are their tests, in the order of the page.
pub fn charts(pages: &Pages) -> Vec<&str> {
    let mut names: Vec<&str> = Vec::new();
    for (test, page) in pages.drawn_as(ChartKind::Fill) {
        let name = chart_of(test, page);
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// All fills of a drive, chart by chart.
pub fn fills(drive: usize, group: &DriveRuns<'_>, pages: &Pages) -> Vec<Fill> {
    let mut all = Vec::new();
    for chart in charts(pages) {
        let mut speed: Option<CacheSpeed> = None;
        let mut is_first = true;
        let mut ends = false;
        let mut before_bytes = Some(0);
        for (test, page) in members(pages, chart) {
            for (phase, label) in &page.phases {
                let found = main_variant(group, test, phase).and_then(|variant| {
                    group
                        .median(test, &variant, phase, mb_per_s)
                        .map(|(run, measured, ..)| (variant, run, measured))
                });
                let Some((variant, run, measured)) = found else {
                    is_first = false;
                    before_bytes = None;
                    continue;
                };
                let names = (test, variant.as_str(), phase.as_str());
                let own = each_whole_second(run, names, measured, |sample| FillSecond {
                    bytes: sample.bytes,
                    temperature_mc: sample.temperature_mc,
                });
                let own: Vec<FillSecond> = own.into_iter().flatten().collect();
                let seconds: Vec<u64> = own.iter().map(|second| second.bytes).collect();
                let is_long = seconds.len() >= SHORTEST_S;
                let cache = if is_first {
                    speed = cache_speed(&seconds).filter(|_| is_long);
                    speed.map(|speed| of_first(&seconds, speed))
                } else {
                    speed
                        .filter(|_| is_long)
                        .map(|speed| of_later(&seconds, speed))
                };
                let is_full = cache.is_some_and(|cache| cache.after_mb_per_s.is_some());
                ends |= is_first && is_full;
                is_first = false;
                let points = points(&own);
                all.push(Fill {
                    drive,
                    chart: chart.into(),
                    test: test.into(),
                    phase: phase.clone(),
                    label: label.clone(),
                    is_fresh: before_bytes == Some(0) && is_from_new(run, names),
                    before_bytes,
                    rest_s: rest_before(run, names),
                    bytes: measured.bytes,
                    mean_mb_per_s: measured.throughput_mb_per_s,
                    seconds: seconds.len(),
                    cache,
                    stopped_early: ends && cache.is_some() && !is_full,
                    gb: points.gb,
                    mb_per_s: points.mb_per_s,
                    temperature_c: points.temperature_c,
                    variant,
                });
                before_bytes = before_bytes.map(|before| before + measured.bytes);
            }
        }
    }
    all
}

fn is_from_new(run: &Run, names: (&str, &str, &str)) -> bool {
    let mut entries = run.entries.iter();
    let is_its = |entry: &&Entry| entry.names() == [names.0, names.1, names.2];
    entries.find(is_its).is_some_and(|entry| entry.state == NEW)
}

/// How long the host did nothing between the phase before and this one.
fn rest_before(run: &Run, (test, variant, phase): (&str, &str, &str)) -> Option<f64> {
    let is_its = |names: [&str; 3]| names == [test, variant, phase];
    let place = run.entries.iter().position(|entry| is_its(entry.names()))?;
    let before = run.entries.get(place.checked_sub(1)?)?;
    let measured = before.result().filter(|measured| measured.op == "idle")?;
    (before.test == test).then_some(measured.duration_s)
}

/// Points of about equal bytes, so that what is fast is as fine as what is slow. Temperatures only
/// if every point has one.
fn points(seconds: &[FillSecond]) -> Points {
    let all: u64 = seconds.iter().map(|second| second.bytes).sum();
    let step = all / POINTS;
    let (mut written, mut bytes, mut count) = (0, 0, 0_u32);
    let mut warmest = None;
    let mut points = Points::default();
    for (place, second) in seconds.iter().enumerate() {
        bytes += second.bytes;
        count += 1;
        warmest = warmest.max(second.temperature_mc);
        if bytes > step || place + 1 == seconds.len() {
            let middle = (written as f64 + bytes as f64 / 2.0) / 1e9;
            let speed = bytes as f64 / f64::from(count) / 1e6;
            points.gb.push(round(middle, 3));
            points.mb_per_s.push(round(speed, 1));
            let celsius = warmest.map(|mc: i64| round(mc as f64 / 1000.0, 1));
            points.temperature_c.extend(celsius);
            written += bytes;
            (bytes, count, warmest) = (0, 0, None);
        }
    }
    if points.temperature_c.len() < points.gb.len() {
        points.temperature_c.clear();
    }
    points
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(bytes: &[u64], temperature_mc: impl Fn(usize) -> Option<i64>) -> Points {
        let seconds = bytes.iter().enumerate().map(|(second, bytes)| FillSecond {
            bytes: *bytes,
            temperature_mc: temperature_mc(second),
        });
        points(&seconds.collect::<Vec<_>>())
    }

    #[test]
    fn fast_part_of_a_long_fill_keeps_its_points() {
        let series = [vec![5_000_000_000; 20], vec![100_000_000; 9000]].concat();
        let Points { gb, mb_per_s, .. } = of(&series, |_| None);
        assert!(gb.len() <= 301, "{}", gb.len());
        assert_eq!(
            mb_per_s.iter().filter(|speed| **speed == 5000.0).count(),
            20
        );
        assert_eq!(gb[0], 2.5);
        assert!(gb.windows(2).all(|pair| pair[0] < pair[1]));
        assert!(of(&[], |_| None).gb.is_empty());
    }

    #[test]
    fn point_has_the_highest_temperature_of_its_seconds() {
        let series = vec![100_000_000; 900];
        let hottest = of(&series, |second| {
            Some(if second == 450 { 77_040 } else { 30_000 })
        });
        assert_eq!(hottest.temperature_c.len(), hottest.gb.len());
        let highest = hottest.temperature_c.iter().copied().fold(0.0, f64::max);
        assert_eq!(highest, 77.0);
        let partly = of(&series, |second| (second < 400).then_some(30_000));
        assert!(partly.temperature_c.is_empty(), "a sensor that fell silent");
    }
}
