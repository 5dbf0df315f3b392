//! Where the write cache of an erased drive ends, and what idle time gives back of it.

use super::{Finding, Says};
use crate::cache_table::{CacheSize, Rests, rests};
use crate::figures::{Figures, of_drive};
use crate::fills::{Fill, SHORTEST_S};
use serde::Serialize;

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
        /// GB at cache speed in all, if the cache comes back within the fill.
        in_all: Option<f64>,
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
    pub size: CacheSize,
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
            in_all: cache.returned_bytes.map(|_| cache.fast_bytes as f64 / 1e9),
        })
        .in_headline(),
        _ => finding(WriteCache::Level {
            mb_per_s: fill.mean_mb_per_s,
            gb,
        })
        .in_headline(),
    }
}

fn recovery(drive: usize, own: &[&Fill]) -> Option<Finding> {
    let Rests { first, each } = rests(own)?;
    let rests = each.into_iter();
    let rests = rests
        .map(|(seconds, size)| Rest { seconds, size })
        .collect();
    let says = Says::CacheRecovery(CacheRecovery { rests });
    Some(Finding::new(drive, evidence(drive, first), says))
}
