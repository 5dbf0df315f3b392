//! Where the write cache of an erased drive ends, and what idle time gives back of it.

use super::{Finding, Says};
use crate::figures::{Figures, of_drive};
use crate::fills::{Fill, SHORTEST_S};
use serde::Serialize;

/// Rests that differ by less than this share are the same.
const ALIKE: f64 = 0.05;
/// Of a cache, as much counts as all of it.
const WHOLE: f64 = 0.95;

/// What was found of a fill from an erased drive. Speeds are MB/s.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum WriteCache {
    TooShort {
        seconds: usize,
    },
    /// No speed was lost until its end.
    Level {
        mb_per_s: f64,
        gb: f64,
    },
    Ends {
        gb: f64,
        cache: f64,
        /// Up to the second drop, if there is one.
        after: f64,
        second: Option<Second>,
    },
}

/// A second drop: GB written before it, and MB/s behind it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Second {
    pub gb: f64,
    pub after: f64,
}

/// What rests gave back of a cache that was full, shortest first.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CacheRecovery {
    pub rests: Vec<Rest>,
}

/// What one rest gave back.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Rest {
    pub seconds: f64,
    /// Written at the speed of the cache.
    pub gb: f64,
    /// Whether that is as much as on an erased drive, or no less than was written.
    pub is_all: bool,
}

pub(super) fn findings(drive: usize, figures: &Figures) -> Vec<Finding> {
    let own: Vec<&Fill> = figures
        .fills
        .iter()
        .filter(|fill| fill.drive == drive)
        .collect();
    let first = own.first().map(|fill| cache(drive, fill));
    first.into_iter().chain(recovery(drive, &own)).collect()
}

fn evidence(drive: usize, fill: &Fill) -> String {
    of_drive(&format!("fill-{}", fill.chart), drive)
}

fn cache(drive: usize, fill: &Fill) -> Finding {
    let finding = |says| Finding::new(drive, evidence(drive, fill), Says::WriteCache(says));
    let seconds = fill.seconds;
    let Some(cache) = fill.cache.filter(|_| seconds >= SHORTEST_S) else {
        return finding(WriteCache::TooShort { seconds }).not_judged();
    };
    let gb = cache.bytes as f64 / 1e9;
    match (cache.cache_mb_per_s, cache.after_mb_per_s) {
        (Some(of_cache), Some(after)) => finding(WriteCache::Ends {
            gb,
            cache: of_cache,
            after: cache.second_drop.map_or(after, |drop| drop.before_mb_per_s),
            second: cache.second_drop.map(|drop| Second {
                gb: drop.bytes as f64 / 1e9,
                after: drop.after_mb_per_s,
            }),
        })
        .in_headline(),
        _ => finding(WriteCache::Level {
            mb_per_s: fill.mean_mb_per_s,
            gb,
        })
        .in_headline(),
    }
}

/// Of the first chart whose fills follow rests of different length.
fn recovery(drive: usize, own: &[&Fill]) -> Option<Finding> {
    let mut charts: Vec<&str> = own.iter().map(|fill| fill.chart.as_str()).collect();
    charts.dedup();
    charts.into_iter().find_map(|chart| {
        let fills = own.iter().filter(|fill| fill.chart == chart);
        let first = fills.clone().next()?;
        let whole = first.cache.filter(|cache| cache.after_mb_per_s.is_some())?;
        let mut rests: Vec<Rest> = fills
            .filter_map(|fill| {
                let (cache, seconds) = (fill.cache?, fill.rest_s?);
                let is_all = cache.bytes as f64 >= WHOLE * whole.bytes as f64;
                Some(Rest {
                    seconds,
                    gb: cache.bytes as f64 / 1e9,
                    is_all: is_all || cache.after_mb_per_s.is_none(),
                })
            })
            .collect();
        rests.sort_by(|a, b| a.seconds.total_cmp(&b.seconds));
        let differ = |pair: &[Rest]| pair[1].seconds > pair[0].seconds * (1.0 + ALIKE);
        let is_recovery = rests.len() > 1 && rests.windows(2).all(differ);
        let says = Says::CacheRecovery(CacheRecovery { rests });
        is_recovery.then(|| Finding::new(drive, evidence(drive, first), says))
    })
}
