//! Where the write cache ends, in words.

use super::numbers::speed;
use fourcorners_findings::fills::{Fill, SHORTEST_S};
use fourcorners_findings::write_cache::WriteCache;

/// `114 GB`, `7.6 GB`, `0.42 GB`.
pub fn gb(gb: f64) -> String {
    match gb {
        0.0 => "0 GB".into(),
        small if small < 1.0 => format!("{small:.2} GB"),
        middle if middle < 10.0 => format!("{middle:.1} GB"),
        large => format!("{large:.0} GB"),
    }
}

/// What a fill is called; its test calls an erased drive by many names.
pub fn label(fill: &Fill) -> String {
    match fill.is_fresh {
        true => "fresh".into(),
        false => fill.label.clone(),
    }
}

/// Of one fill.
pub fn verdict(fill: &Fill) -> String {
    let Some(cache) = fill.cache else {
        return match fill.seconds {
            short if short < SHORTEST_S => {
                format!("too short to judge ({short} s; needs {SHORTEST_S} s)")
            }
            _ => "not judged without the fill of a fresh drive".into(),
        };
    };
    match cache {
        WriteCache {
            bytes,
            cache_mb_per_s: Some(of_cache),
            after_mb_per_s: Some(after),
            second_drop,
            returned_bytes,
            ..
        } => {
            let first = format!("{} at {} MB/s", gb(bytes as f64 / 1e9), speed(of_cache));
            let then = match (second_drop, returned_bytes) {
                (Some(drop), _) => format!(
                    "{} MB/s up to {}, then {} MB/s",
                    speed(drop.before_mb_per_s),
                    gb(drop.bytes as f64 / 1e9),
                    speed(drop.after_mb_per_s)
                ),
                (None, Some(returned)) => format!(
                    "then {} MB/s, with up to {} at cache speed again",
                    speed(after),
                    gb(returned as f64 / 1e9)
                ),
                (None, None) => format!("then {} MB/s", speed(after)),
            };
            format!("{first}, {then}")
        }
        WriteCache {
            cache_mb_per_s: None,
            after_mb_per_s: Some(after),
            ..
        } => format!("{} MB/s, the cache is still full", speed(after)),
        WriteCache { bytes, .. } if fill.stopped_early => format!(
            "at least {} at {} MB/s; its writes stop after {} s, before the cache is full",
            gb(bytes as f64 / 1e9),
            speed(fill.mean_mb_per_s),
            fill.seconds
        ),
        _ => format!("{} MB/s to the end", speed(fill.mean_mb_per_s)),
    }
}
