//! Write caches of all drives: their size at each fill level, their speed, and what idle time gives
//! back.

use crate::figures::Figures;
use crate::fills::Fill;
use crate::select::DriveRuns;
use schemars::JsonSchema;
use serde::Serialize;

/// Rests that differ by less than this share are the same.
const ALIKE: f64 = 0.05;
/// A fill of less of the drive's capacity leaves some of it unwritten.
const EVERY: f64 = 0.99;
/// Of a cache, as much counts as all of it.
const WHOLE: f64 = 0.95;

/// A row per drive.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct CacheTable {
    /// Percent of the drive that held data when a fill began, lowest first.
    pub levels: Vec<u32>,
    /// Idle times after which a drive whose cache was full was written again, in seconds.
    pub rests_s: Vec<f64>,
    pub rows: Vec<CacheRow>,
}

/// The write cache of a drive.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct CacheRow {
    /// Index of the drive.
    pub drive: usize,
    /// At each level; null: not measured.
    pub levels: Vec<Option<CacheSize>>,
    /// Speed of the first fill in the cache, in MB/s.
    pub cache_mb_per_s: Option<f64>,
    /// Speed behind it, up to a second drop; null: no drop.
    pub after_mb_per_s: Option<f64>,
    /// Speed behind a second drop; null: there is none.
    pub second_mb_per_s: Option<f64>,
    /// Mean of the first fill, in MB/s; null: it did not write the whole drive.
    pub whole_mb_per_s: Option<f64>,
    /// After each rest; null: not measured, or the cache was never full.
    pub rests: Vec<Option<CacheSize>>,
}

/// How much was written at cache speed.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct CacheSize {
    pub gb: f64,
    pub end: CacheEnd,
}

/// What ended the writes at cache speed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CacheEnd {
    /// The cache was full.
    Full,
    /// The cache was full, and had taken all that it takes on a fresh drive.
    Whole,
    /// The writes ended before the cache.
    Writes,
    /// Nothing was written at cache speed: the data of earlier fills occupies the cache.
    Occupied,
}

impl CacheSize {
    fn of(fill: &Fill) -> Option<Self> {
        let cache = fill.cache?;
        let end = match cache.after_mb_per_s {
            Some(_) => CacheEnd::Full,
            None => CacheEnd::Writes,
        };
        let gb = cache.bytes as f64 / 1e9;
        Some(Self { gb, end })
    }

    /// On a drive that holds this share of data, in percent.
    fn at_level(self, percent: u32) -> Self {
        let end = match (percent > 0 && self.gb == 0.0, self.end) {
            (true, CacheEnd::Full) => CacheEnd::Occupied,
            (_, end) => end,
        };
        Self { end, ..self }
    }

    /// After a rest, of a cache of this size.
    fn of_whole(self, whole_gb: f64) -> Self {
        let end = match self.gb >= WHOLE * whole_gb {
            true => CacheEnd::Whole,
            false => self.end,
        };
        Self { end, ..self }
    }
}

/// A cache that was full, and what each rest gave back of it, shortest first.
pub struct Rests<'a> {
    /// The fill that exhausted it.
    pub first: &'a Fill,
    /// Seconds, and what was written at cache speed after them.
    pub each: Vec<(f64, CacheSize)>,
}

/// Of the chart of a drive whose fills follow rests; `None`: the cache was never full.
pub fn rests<'a>(own: &[&'a Fill]) -> Option<Rests<'a>> {
    let chart = resting_chart(own)?;
    let fills = || own.iter().filter(|fill| fill.chart == chart);
    let first = *fills().next()?;
    let whole = CacheSize::of(first).filter(|size| size.end == CacheEnd::Full)?;
    let each = fills().filter_map(|fill| {
        let size = CacheSize::of(fill)?;
        Some((fill.rest_s?, size.of_whole(whole.gb)))
    });
    let mut each: Vec<(f64, CacheSize)> = each.collect();
    each.sort_by(|a, b| a.0.total_cmp(&b.0));
    (each.len() > 1).then_some(Rests { first, each })
}

/// The first chart whose fills follow rests of different length.
fn resting_chart<'a>(own: &[&'a Fill]) -> Option<&'a str> {
    charts(own).into_iter().find(|chart| {
        let fills = own.iter().filter(|fill| fill.chart == *chart);
        let mut rests: Vec<f64> = fills.filter_map(|fill| fill.rest_s).collect();
        rests.sort_by(f64::total_cmp);
        let differ = |pair: &[f64]| !are_alike(pair[0], pair[1]);
        rests.len() > 1 && rests.windows(2).all(differ)
    })
}

fn charts<'a>(own: &[&'a Fill]) -> Vec<&'a str> {
    let mut charts: Vec<&str> = own.iter().map(|fill| fill.chart.as_str()).collect();
    charts.dedup();
    charts
}

fn are_alike(a: f64, b: f64) -> bool {
    (a - b).abs() <= ALIKE * a.max(b)
}

/// Sizes by percent of the drive that held data, of the chart with most of them.
fn levels(own: &[&Fill], capacity: u64) -> Vec<(u32, CacheSize)> {
    let resting = resting_chart(own);
    let of_chart = |chart: &str| {
        let fills = own.iter().filter(|fill| fill.chart == chart);
        let begins_fresh = fills.clone().next().is_some_and(|fill| fill.is_fresh);
        // After rests the same LBAs are written again.
        let most = match (begins_fresh, resting == Some(chart)) {
            (false, _) => 0,
            (true, true) => 1,
            (true, false) => usize::MAX,
        };
        let levels = fills.take(most).filter_map(|fill| {
            let percent = fill.before_bytes? as f64 * 100.0 / capacity as f64;
            let percent = percent.round().min(100.0) as u32;
            Some((percent, CacheSize::of(fill)?.at_level(percent)))
        });
        levels.collect::<Vec<(u32, CacheSize)>>()
    };
    let mut most = Vec::new();
    for found in charts(own).into_iter().map(of_chart) {
        if found.len() > most.len() {
            most = found;
        }
    }
    most
}

/// Of all drives; `None`: the fills of none show a cache.
pub fn cache_table(groups: &[DriveRuns<'_>], figures: &Figures) -> Option<CacheTable> {
    let found: Vec<Found> = groups
        .iter()
        .enumerate()
        .filter_map(|(drive, group)| found(drive, group, figures))
        .collect();
    let mut percents: Vec<u32> = Vec::new();
    let mut rests_s: Vec<f64> = Vec::new();
    for one in &found {
        percents.extend(one.levels.iter().map(|(percent, _)| *percent));
        for (seconds, _) in &one.rests {
            if !rests_s.iter().any(|known| are_alike(*known, *seconds)) {
                rests_s.push(*seconds);
            }
        }
    }
    percents.sort_unstable();
    percents.dedup();
    rests_s.sort_by(f64::total_cmp);
    let rows: Vec<CacheRow> = found
        .iter()
        .map(|one| one.row(&percents, &rests_s))
        .collect();
    (!rows.is_empty() && !percents.is_empty()).then_some(CacheTable {
        levels: percents,
        rests_s,
        rows,
    })
}

/// What was found of one drive.
struct Found<'a> {
    drive: usize,
    first: &'a Fill,
    capacity: u64,
    levels: Vec<(u32, CacheSize)>,
    rests: Vec<(f64, CacheSize)>,
}

/// Phases that the user cut hold less than their names say.
fn found<'a>(drive: usize, group: &DriveRuns<'_>, figures: &'a Figures) -> Option<Found<'a>> {
    let own = figures.fills.iter().filter(|fill| fill.drive == drive);
    let own: Vec<&Fill> = own.collect();
    let first = own.iter().find(|fill| fill.cache.is_some())?;
    let is_cut = figures.drives.get(drive)?.cut_to_s.is_some();
    let capacity = group.first()?.header.capacity()?.0;
    let mut levels = levels(&own, capacity);
    levels.retain(|(percent, _)| *percent == 0 || !is_cut);
    Some(Found {
        drive,
        first,
        capacity,
        levels,
        rests: rests(&own).map_or(Vec::new(), |rests| rests.each),
    })
}

impl Found<'_> {
    fn row(&self, percents: &[u32], rests_s: &[f64]) -> CacheRow {
        let level = |percent: &u32| {
            let mut own = self.levels.iter();
            own.find(|(of, _)| of == percent).map(|(_, size)| *size)
        };
        let rest = |seconds: &f64| {
            let mut own = self.rests.iter();
            own.find(|(of, _)| are_alike(*of, *seconds))
                .map(|(_, size)| *size)
        };
        let cache = self.first.cache;
        let is_whole = self.first.bytes as f64 >= EVERY * self.capacity as f64;
        CacheRow {
            drive: self.drive,
            levels: percents.iter().map(level).collect(),
            cache_mb_per_s: cache.and_then(|cache| cache.cache_mb_per_s),
            after_mb_per_s: cache.and_then(|cache| cache.behind_mb_per_s()),
            second_mb_per_s: cache
                .and_then(|cache| cache.second_drop)
                .map(|drop| drop.after_mb_per_s),
            whole_mb_per_s: is_whole.then_some(self.first.mean_mb_per_s),
            rests: rests_s.iter().map(rest).collect(),
        }
    }
}
