//! What the seconds of a fill show of the SLC cache, by the page's own rule for where it ends
//! (`fourcorners_findings::write_cache`).

use crate::published::Quantity;
use fourcorners_findings::write_cache::{cache_speed, of_first};

/// Of what is written, so much is the end.
const LAST_SHARE: f64 = 0.1;

/// In bytes, or bytes a second.
pub(super) fn value(seconds: &[u64], quantity: Quantity) -> Result<f64, String> {
    let all = seconds.iter().sum::<u64>();
    if quantity == Quantity::LastSpeed {
        let last = (all as f64 * (1.0 - LAST_SHARE)) as u64;
        return Ok(mean(after(seconds, last)));
    }
    let speed = cache_speed(seconds).ok_or("it is too short to see a cache")?;
    if quantity == Quantity::CacheTotal {
        return Ok(seconds
            .iter()
            .filter(|bytes| speed.is_reached_by(**bytes))
            .sum::<u64>() as f64);
    }
    let cache = of_first(seconds, speed);
    let rest = after(seconds, cache.bytes);
    let (Some(fast), Some(direct)) = (cache.cache_mb_per_s, cache.after_mb_per_s) else {
        return Err("its cache does not end".into());
    };
    let second = cache.second_drop;
    Ok(match quantity {
        Quantity::CacheSpeed => fast * 1e6,
        // Also if cache speed comes back. The first second is of both speeds.
        Quantity::AfterCacheMean => mean(&rest[1..]),
        Quantity::AfterCacheSpeed => second.map_or(direct, |drop| drop.before_mb_per_s) * 1e6,
        Quantity::CacheReturn => {
            let returned = cache.returned_bytes;
            returned.ok_or("its cache does not come back")? as f64
        }
        Quantity::SecondDrop => second.ok_or("its speed drops only once")?.bytes as f64,
        _ => cache.bytes as f64,
    })
}

/// The seconds after so many bytes.
fn after(seconds: &[u64], bytes: u64) -> &[u64] {
    let mut written = 0;
    let until = seconds.iter().take_while(|second| {
        written += **second;
        written <= bytes
    });
    &seconds[until.count()..]
}

fn mean(seconds: &[u64]) -> f64 {
    seconds.iter().sum::<u64>() as f64 / seconds.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use Quantity::{
        AfterCacheMean, AfterCacheSpeed, CacheEnd, CacheReturn, CacheSpeed, CacheTotal, LastSpeed,
        SecondDrop,
    };

    fn at(mb_per_s: u64, seconds: usize) -> Vec<u64> {
        vec![mb_per_s * 1_000_000; seconds]
    }

    fn found(seconds: &[u64], quantity: Quantity) -> f64 {
        value(seconds, quantity).expect("it is there") / 1e6
    }

    /// As TechPowerUp describes the HP FX900: SLC, then TLC, then SLC moved to TLC.
    #[test]
    fn fill_with_two_drops_has_three_speeds() {
        let series = [at(4500, 62), at(2000, 110), at(500, 1000)].concat();
        assert_eq!(found(&series, CacheEnd), 279_000.0);
        assert_eq!(found(&series, CacheSpeed), 4500.0);
        assert_eq!(found(&series, AfterCacheSpeed), 2000.0);
        assert_eq!(found(&series, SecondDrop), 499_000.0);
        assert_eq!(found(&series, LastSpeed), 500.0);
        assert_eq!(found(&series, AfterCacheMean).round(), 647.0);
        assert_eq!(found(&series, CacheTotal), 279_000.0);
        assert!(value(&series, CacheReturn).is_err());
    }

    /// As AnandTech describes the 980 PRO: a second period at SLC speed in mid-fill.
    #[test]
    fn cache_that_comes_back_counts_in_its_longest_stretch_and_in_all() {
        let series = [at(5000, 34), at(2000, 100), at(5000, 30), at(2000, 240)].concat();
        assert_eq!(found(&series, CacheEnd), 170_000.0);
        assert_eq!(found(&series, CacheReturn), 150_000.0);
        assert_eq!(found(&series, CacheTotal), 320_000.0);
        assert!(value(&series, SecondDrop).is_err());
    }

    #[test]
    fn level_fill_has_no_cache_that_ends() {
        let series = at(500, 2000);
        for quantity in [
            CacheEnd,
            CacheSpeed,
            AfterCacheSpeed,
            CacheReturn,
            SecondDrop,
        ] {
            let error = value(&series, quantity).expect_err("there is no cache");
            assert_eq!(error, "its cache does not end", "{quantity}");
        }
        assert_eq!(found(&series, LastSpeed), 500.0);
        assert!(value(&at(500, 3), CacheEnd).is_err());
    }
}
