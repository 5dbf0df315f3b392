//! Where the write cache ends, and what idle time gives back of it.

use super::Words;
use crate::wording::fills::gb;
use crate::wording::numbers::{speed, time};
use fourcorners_findings::cache_table::{CacheEnd, CacheSize};
use fourcorners_findings::fills::SHORTEST_S;
use fourcorners_findings::judges::write_cache::{CacheRecovery, Rest, WriteCache};

pub fn words(says: &WriteCache) -> Words {
    match says {
        WriteCache::TooShort { seconds } => Words::text(format!(
            "write cache not judged: a fill of {seconds} s (needs {SHORTEST_S} s)"
        )),
        WriteCache::Level {
            mb_per_s,
            gb: written,
        } => Words::both(format!(
            "writes {} at {} MB/s without a drop",
            gb(*written),
            speed(*mb_per_s)
        )),
        WriteCache::Ends {
            gb: size,
            cache,
            after,
            second,
            in_all,
        } => {
            let again = second.map_or(String::new(), |second| {
                format!(", and to {} after {}", speed(second.after), gb(second.gb))
            });
            let back = in_all.map_or(String::new(), |in_all| {
                format!(", but comes back: {} at cache speed in all", gb(in_all))
            });
            Words::both(format!(
                "write cache ends after {}: {} to {} MB/s{again}{back}",
                gb(*size),
                speed(*cache),
                speed(*after)
            ))
        }
    }
}

/// `40 GB (all)`, `at least 256 GB`.
pub fn given_back(size: CacheSize) -> String {
    match size.end {
        CacheEnd::Full | CacheEnd::Occupied => gb(size.gb),
        CacheEnd::Whole => format!("{} (all)", gb(size.gb)),
        CacheEnd::Writes => format!("at least {}", gb(size.gb)),
    }
}

pub fn recovery(says: &CacheRecovery) -> Words {
    let rest = |rest: &Rest| format!("{} after {}", given_back(rest.size), time(rest.seconds));
    let rests: Vec<String> = says.rests.iter().map(rest).collect();
    Words::text(format!(
        "idle time after the write cache is full gives back {}",
        rests.join(", ")
    ))
}
