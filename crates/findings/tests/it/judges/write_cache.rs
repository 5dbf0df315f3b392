//! Where the write cache ends, and what idle time gives back of it.

use crate::case::{Case, case, hold, kept, told, unjudged};
use crate::made::{Made, run};
use fourcorners_bench::record::Run;
use fourcorners_findings::cache_table::{CacheEnd, CacheSize};
use fourcorners_findings::judges::Says;
use fourcorners_findings::judges::write_cache::{CacheRecovery, Rest, WriteCache};

/// I/Os of 4 KiB in a second at 500 MB/s, about.
const FAST: u64 = 122_070;
const SLOW: u64 = 20_000;

/// Bytes of so many seconds.
fn gb(ios: u64, seconds: u64) -> f64 {
    (ios * seconds * 4096) as f64 / 1e9
}

fn series(parts: &[(u64, usize)]) -> Vec<u64> {
    parts
        .iter()
        .flat_map(|(ios, seconds)| vec![*ios; *seconds])
        .collect()
}

fn fill(parts: &[(u64, usize)]) -> Run {
    run("a").seconds(("whole-drive-fill", "", "fill"), series(parts))
}

/// An idle phase, and the fill after it.
fn after(run: Run, name: &str, rest_s: f64, parts: &[(u64, usize)]) -> Run {
    let test = "slc-cache-recovery";
    let idle = format!("idle-{name}");
    let rested = run.phase((test, "", &idle)).with(|it| {
        it.op = "idle".into();
        it.duration_s = rest_s;
    });
    rested.seconds((test, "", &format!("after-{name}")), series(parts))
}

fn recovery() -> Run {
    let first = series(&[(FAST, 40), (SLOW, 400)]);
    let run = run("a").seconds(("slc-cache-recovery", "", "exhaust"), first);
    let run = after(run, "10s", 10.0, &[(SLOW, 60)]);
    let run = after(run, "1min", 60.0, &[(FAST, 12), (SLOW, 48)]);
    after(run, "10min", 600.0, &[(FAST, 40), (SLOW, 20)])
}

pub fn cases() -> Vec<Case> {
    let of = |says| Says::WriteCache(says);
    let rest = |seconds, fast, end| Rest {
        seconds,
        size: CacheSize {
            gb: gb(FAST, fast),
            end,
        },
    };
    let ends = WriteCache::Ends {
        gb: gb(FAST, 40),
        cache: 500.0,
        after: 81.9,
        second: None,
        in_all: None,
    };
    let rests = vec![
        rest(10.0, 0, CacheEnd::Full),
        rest(60.0, 12, CacheEnd::Full),
        rest(600.0, 40, CacheEnd::Whole),
    ];
    vec![
        case(
            "a cliff",
            [fill(&[(FAST, 40), (SLOW, 400)])],
            [told("fill-whole-drive-fill?drive=1", of(ends.clone()))],
        ),
        case(
            "a cache that comes back within the fill",
            [fill(&[(FAST, 40), (SLOW, 200), (FAST, 40), (SLOW, 200)])],
            [told(
                "fill-whole-drive-fill?drive=1",
                of(WriteCache::Ends {
                    gb: gb(FAST, 40),
                    cache: 500.0,
                    after: 81.9,
                    second: None,
                    in_all: Some(gb(FAST, 80)),
                }),
            )],
        ),
        case(
            "a level fill",
            [fill(&[(FAST, 100)])],
            [told(
                "fill-whole-drive-fill?drive=1",
                of(WriteCache::Level {
                    mb_per_s: 100.0,
                    gb: gb(FAST, 100),
                }),
            )],
        ),
        case(
            "a fill of nine seconds",
            [fill(&[(FAST, 9)])],
            [unjudged(
                "fill-whole-drive-fill?drive=1",
                of(WriteCache::TooShort { seconds: 9 }),
            )],
        ),
        case(
            "a cache that idle time gives back",
            [recovery()],
            [
                told("fill-slc-cache-recovery?drive=1", of(ends)),
                kept(
                    "fill-slc-cache-recovery?drive=1",
                    Says::CacheRecovery(CacheRecovery { rests }),
                ),
            ],
        ),
    ]
}

#[test]
fn write_cache_is_judged() {
    hold(cases(), |says| {
        matches!(says, Says::WriteCache(_) | Says::CacheRecovery(_))
    });
}
