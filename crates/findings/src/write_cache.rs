//! Where the write cache of a drive ends: from the bytes of every second of a sequential fill.
//!
//! The rule: cache speed is the fastest mean of five seconds in a row that begin in the first tenth
//! of what is written. The cache ends with the first second from there on that is below 85 % of it
//! and is followed by writes that are below 85 % on average and in most seconds: at least five
//! seconds of them, and at least 1 % of all that is written. One slow second is no end, and neither
//! is a last one. The second in which the cache ends is of both speeds; the speed after it is that
//! of those behind.

use crate::seconds::round;
use schemars::JsonSchema;
use serde::Serialize;

/// Seconds whose mean counts as a speed.
pub const WINDOW_S: usize = 5;
/// A speed below this share of the cache speed is not the cache's.
const CACHE_SHARE: f64 = 0.85;
/// The cache speed is looked for in this share of what is written.
const FIRST_SHARE: f64 = 0.1;
/// What has to be slow behind the end of the cache, as a share of what is written.
const SLOW_SHARE: f64 = 0.01;

/// What a fill wrote at the speed of the cache.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct WriteCache {
    /// Bytes written at the speed of the cache.
    pub bytes: u64,
    /// Mean speed of these in MB/s; null: there were none.
    pub cache_mb_per_s: Option<f64>,
    /// Mean speed of the seconds that followed and were not at cache speed, in MB/s; null: the
    /// cache did not end.
    pub after_mb_per_s: Option<f64>,
    /// Where the speed behind the cache drops again: full of data in SLC mode, the drive moves it.
    pub second_drop: Option<SecondDrop>,
    /// Most bytes in a row at cache speed after the cache ended; null: none worth naming.
    pub returned_bytes: Option<u64>,
    /// All bytes at cache speed, those after the cache ended included.
    pub fast_bytes: u64,
}

/// A lasting drop of what was not the cache's speed any more.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct SecondDrop {
    /// Bytes written before it, from the fill's start.
    pub bytes: u64,
    /// Mean speed from the end of the cache to it, in MB/s.
    pub before_mb_per_s: f64,
    /// Mean speed of all that followed, in MB/s.
    pub after_mb_per_s: f64,
}

/// The speed of the cache and where it is first reached.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CacheSpeed {
    /// Bytes per second.
    pub bytes_per_s: f64,
    from: usize,
}

impl CacheSpeed {
    /// Whether a second that wrote these bytes was at this speed.
    pub fn is_reached_by(self, bytes: u64) -> bool {
        bytes as f64 >= CACHE_SHARE * self.bytes_per_s
    }
}

fn mean(bytes: &[u64]) -> f64 {
    bytes.iter().sum::<u64>() as f64 / bytes.len().max(1) as f64
}

/// Of the whole seconds of a fill; `None`: it is too short.
pub fn cache_speed(seconds: &[u64]) -> Option<CacheSpeed> {
    let all = seconds.iter().sum::<u64>() as f64;
    let mut written = 0.0;
    let mut best: Option<CacheSpeed> = None;
    for (from, window) in seconds.windows(WINDOW_S).enumerate() {
        if from > 0 && written > FIRST_SHARE * all {
            break;
        }
        let bytes_per_s = mean(window);
        if best.is_none_or(|best| bytes_per_s > best.bytes_per_s) {
            best = Some(CacheSpeed { bytes_per_s, from });
        }
        written += seconds[from] as f64;
    }
    best.filter(|best| best.bytes_per_s > 0.0)
}

/// The second with which writes get slower than the cache, and stay so; `None`: they do not.
fn end(seconds: &[u64], speed: CacheSpeed, from: usize) -> Option<usize> {
    let slow = speed.bytes_per_s * CACHE_SHARE;
    let enough = seconds.iter().sum::<u64>() as f64 * SLOW_SHARE;
    let follows = |at: usize| {
        let (mut count, mut sum, mut slower) = (0, 0_u64, 0);
        for bytes in &seconds[at..] {
            count += 1;
            sum += bytes;
            slower += usize::from(!speed.is_reached_by(*bytes));
            if count >= WINDOW_S && sum as f64 >= enough {
                break;
            }
        }
        count >= WINDOW_S && (sum as f64) < slow * count as f64 && 2 * slower > count
    };
    (from..seconds.len()).find(|at| !speed.is_reached_by(seconds[*at]) && follows(*at))
}

impl WriteCache {
    /// Speed behind the cache, in MB/s, up to a second drop; `None`: no drop.
    pub fn behind_mb_per_s(&self) -> Option<f64> {
        let second = self.second_drop.map(|drop| drop.before_mb_per_s);
        second.or(self.after_mb_per_s)
    }
}

fn parts(seconds: &[u64], end: Option<usize>, speed: CacheSpeed) -> WriteCache {
    let (fast, slow) = seconds.split_at(end.unwrap_or(seconds.len()));
    // A cache that is full from the first second on ends in none.
    let slow = &slow[usize::from(!fast.is_empty()).min(slow.len())..];
    let mb_per_s = |part: &[u64]| (!part.is_empty()).then(|| round(mean(part) / 1e6, 1));
    let direct = slow.iter().copied().filter(|it| !speed.is_reached_by(*it));
    let direct: Vec<u64> = direct.collect();
    let before: u64 = seconds[..seconds.len() - slow.len()].iter().sum();
    WriteCache {
        bytes: fast.iter().sum(),
        cache_mb_per_s: mb_per_s(fast),
        after_mb_per_s: mb_per_s(&direct),
        second_drop: second_drop(slow, before),
        returned_bytes: returned(seconds, slow, speed),
        fast_bytes: fast.iter().chain(slow).sum::<u64>() - direct.iter().sum::<u64>(),
    }
}

fn second_drop(slow: &[u64], before: u64) -> Option<SecondDrop> {
    let speed = cache_speed(slow)?;
    let (fast, slower) = slow.split_at(end(slow, speed, speed.from)?);
    let slower = &slower[1.min(slower.len() - 1)..];
    // A cache that comes and goes is no slower at the end.
    (mean(slower) < CACHE_SHARE * mean(fast)).then(|| SecondDrop {
        bytes: before + fast.iter().sum::<u64>(),
        before_mb_per_s: round(mean(fast) / 1e6, 1),
        after_mb_per_s: round(mean(slower) / 1e6, 1),
    })
}

fn returned(seconds: &[u64], slow: &[u64], speed: CacheSpeed) -> Option<u64> {
    let enough = seconds.iter().sum::<u64>() as f64 * SLOW_SHARE;
    let stretches = slow.split(|bytes| !speed.is_reached_by(*bytes));
    let longest = stretches.map(|stretch| stretch.iter().sum::<u64>()).max();
    longest.filter(|bytes| *bytes as f64 >= enough)
}

/// Of a fill from an erased drive.
pub fn of_first(seconds: &[u64], speed: CacheSpeed) -> WriteCache {
    // The drive may be slow to begin with.
    let mut from = seconds[speed.from..].iter();
    let from = from.position(|it| speed.is_reached_by(*it)).unwrap_or(0);
    parts(seconds, end(seconds, speed, speed.from + from), speed)
}

/// Of a later fill, by the cache speed of the first.
pub fn of_later(seconds: &[u64], speed: CacheSpeed) -> WriteCache {
    parts(seconds, end(seconds, speed, 0), speed)
}

#[cfg(test)]
mod tests {
    use super::*;

    const GB: u64 = 1_000_000_000;

    /// Seconds at so many MB/s.
    fn at(mb_per_s: u64, seconds: usize) -> Vec<u64> {
        vec![mb_per_s * 1_000_000; seconds]
    }

    fn found(seconds: &[u64]) -> WriteCache {
        of_first(seconds, cache_speed(seconds).expect("long enough"))
    }

    #[test]
    fn cliff_is_found_where_it_is() {
        // 980 PRO-like: 114 GB at 5 GB/s, the rest at 2 GB/s.
        let series = [at(5000, 23), at(2000, 440)].concat();
        let cache = found(&series);
        assert_eq!(cache.bytes, 115 * GB);
        assert_eq!(
            (cache.cache_mb_per_s, cache.after_mb_per_s),
            (Some(5000.0), Some(2000.0))
        );
    }

    /// Of Crucial's MX500, whose cache is limited by SATA and whose TLC is nearly as fast.
    #[test]
    fn small_drop_ends_the_cache_and_the_second_it_falls_in_counts_for_neither() {
        let cache = found(&[at(553, 115), at(500, 1), at(425, 2000)].concat());
        assert_eq!(cache.after_mb_per_s, Some(425.0));
        assert_eq!(cache.cache_mb_per_s, Some(552.5));
    }

    /// As TechPowerUp describes the HP FX900: SLC, then TLC, then SLC moved to TLC.
    #[test]
    fn second_drop_is_found_behind_the_first() {
        let cache = found(&[at(4500, 62), at(2000, 110), at(500, 1000)].concat());
        assert_eq!(cache.bytes, 279 * GB);
        let drop = SecondDrop {
            bytes: 499 * GB,
            before_mb_per_s: 2000.0,
            after_mb_per_s: 500.0,
        };
        assert_eq!(
            (cache.second_drop, cache.returned_bytes),
            (Some(drop), None)
        );
    }

    #[test]
    fn small_cache_of_four_seconds_is_found() {
        // SN550-like: 7.6 GB at 1,900 MB/s, then 850 MB/s.
        let cache = found(&[at(1900, 4), at(850, 1100)].concat());
        assert_eq!(
            (cache.bytes, cache.after_mb_per_s),
            (7_600_000_000, Some(850.0))
        );
    }

    #[test]
    fn level_and_noisy_fill_has_no_end() {
        let noisy: Vec<u64> = (0..500_u64)
            .map(|at| (450 + at * 37 % 60) * 1_000_000)
            .collect();
        assert_eq!(found(&noisy).after_mb_per_s, None);
        assert_eq!(found(&noisy).bytes, noisy.iter().sum::<u64>());
    }

    #[test]
    fn dips_are_no_end() {
        let mut series = at(500, 500);
        for dip in [50, 51, 200, 499] {
            series[dip] = 10_000_000;
        }
        assert_eq!(found(&series).after_mb_per_s, None);
    }

    #[test]
    fn slow_start_does_not_hide_the_cache() {
        // P41-like: the first 16 GB are slow.
        let cache = found(&[at(2000, 8), at(6000, 40), at(1500, 400)].concat());
        assert_eq!(
            (cache.bytes, cache.after_mb_per_s),
            (256 * GB, Some(1500.0))
        );
        let cache = found(&[at(1500, 1), at(1900, 4), at(900, 4000)].concat());
        assert_eq!(cache.bytes, 9_100_000_000);
    }

    #[test]
    fn cache_that_comes_back_has_ended_all_the_same() {
        let cycle = [at(4000, 4), at(1500, 16)].concat();
        let cache = found(&[at(4000, 20), cycle.repeat(20)].concat());
        assert_eq!(cache.bytes, 96 * GB);
        assert_eq!(cache.after_mb_per_s, Some(1500.0));
        assert_eq!(cache.returned_bytes, Some(16 * GB));
        assert_eq!(cache.fast_bytes, 96 * GB + 19 * 16 * GB);
        assert_eq!(cache.second_drop, None);
        let starts_slow = [at(4000, 20), at(1500, 10), cycle.repeat(20)].concat();
        assert_eq!(found(&starts_slow).second_drop, None);
    }

    #[test]
    fn later_fill_is_judged_by_the_speed_of_the_first() {
        let first = cache_speed(&[at(3000, 40), at(500, 1000)].concat()).expect("a speed");
        let nothing = of_later(&at(480, 60), first);
        assert_eq!((nothing.bytes, nothing.cache_mb_per_s), (0, None));
        let part = of_later(&[at(2900, 10), at(500, 50)].concat(), first);
        assert_eq!(part.bytes, 29 * GB);
        let whole = of_later(&at(2900, 60), first);
        assert_eq!((whole.bytes, whole.after_mb_per_s), (174 * GB, None));
    }

    #[test]
    fn fill_of_less_than_five_seconds_has_no_speed() {
        assert_eq!(cache_speed(&at(500, 4)), None);
        assert_eq!(cache_speed(&at(0, 40)), None);
    }
}
