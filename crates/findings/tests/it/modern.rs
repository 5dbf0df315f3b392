//! What a review of today's drives shows of all of them: write caches, fill levels, highlights.

use crate::case::review;
use crate::made::{CAPACITY, Made, run};
use fourcorners_bench::record::Run;
use fourcorners_findings::cache_table::{CacheEnd, CacheSize};
use fourcorners_findings::charts::Title;
use fourcorners_findings::highlights::Standing;
use fourcorners_findings::label::{Label, Part};
use fourcorners_findings::names::Section;

/// I/Os of 4 KiB in a second at 500 MB/s, about.
const FAST: u64 = 122_070;
const SLOW: u64 = 20_000;

fn series(fast: usize, slow: usize) -> Vec<u64> {
    [vec![FAST; fast], vec![SLOW; slow]].concat()
}

fn size(seconds: u64, end: CacheEnd) -> Option<CacheSize> {
    let gb = (FAST * seconds * 4096) as f64 / 1e9;
    Some(CacheSize { gb, end })
}

fn filled(run: Run, phase: &str, fast: usize, slow: usize, bytes: u64) -> Run {
    let run = run.seconds(("slc-cache", "", phase), series(fast, slow));
    run.with(|it| it.bytes = bytes)
}

fn idle(run: Run, test: &str, phase: &str, rest_s: f64) -> Run {
    run.phase((test, "", phase)).with(|it| {
        it.op = "idle".into();
        it.duration_s = rest_s;
    })
}

/// Caches at three fill levels, of a drive whose cache takes that many seconds when fresh.
fn levels(name: &str, fresh: usize) -> Run {
    let run = filled(run(name), "empty", fresh, 400, CAPACITY / 2);
    let run = idle(run, "slc-cache", "rest", 1800.0);
    let run = filled(run, "half-full", 20, 400, CAPACITY * 4 / 10);
    let run = idle(run, "slc-cache", "rest-again", 1800.0);
    filled(run, "nearly-full", 5, 400, CAPACITY / 10)
}

fn rested(run: Run, name: &str, rest_s: f64, fast: usize, slow: usize) -> Run {
    let test = "slc-cache-recovery";
    let run = idle(run, test, &format!("idle-{name}"), rest_s);
    let after = format!("after-{name}");
    run.seconds((test, "", &after), series(fast, slow))
}

fn with_rests(run: Run) -> Run {
    let run = run.seconds(("slc-cache-recovery", "", "exhaust"), series(80, 400));
    let run = rested(run, "10s", 10.0, 0, 60);
    let run = rested(run, "1min", 60.0, 30, 30);
    rested(run, "10min", 600.0, 60, 0)
}

#[test]
fn cache_table_has_a_column_per_fill_level_and_rest() {
    let review = review(&[with_rests(levels("a", 80)), levels("b", 40)]);
    let table = review.caches.expect("a table");
    assert_eq!(table.levels, [0, 50, 90]);
    assert_eq!(table.rests_s, [10.0, 60.0, 600.0]);
    let [a, b] = table.rows.as_slice() else {
        panic!("{:?}", table.rows)
    };
    let full = CacheEnd::Full;
    assert_eq!(a.levels, [size(80, full), size(20, full), size(5, full)]);
    // Sixty seconds of writes are less than the cache takes.
    let rests = [size(0, full), size(30, full), size(60, CacheEnd::Writes)];
    assert_eq!(a.rests, rests);
    assert_eq!(
        (a.cache_mb_per_s, a.after_mb_per_s),
        (Some(500.0), Some(81.9))
    );
    assert_eq!(b.levels[0], size(40, full));
    assert_eq!(b.rests, [None, None, None]);
}

/// The story: the Optane's five fills after rests, whose cache never ends, became five fill levels.
#[test]
fn drive_without_a_cache_has_the_same_fill_levels() {
    let run = filled(run("a"), "empty", 400, 0, CAPACITY / 2);
    let run = filled(run, "half-full", 400, 0, CAPACITY * 4 / 10);
    let run = run.seconds(("slc-cache-recovery", "", "exhaust"), series(400, 0));
    let run = rested(run, "10s", 10.0, 60, 0);
    let run = rested(run, "1min", 60.0, 60, 0);
    let table = review(&[run]).caches.expect("a table");
    assert_eq!(table.levels, [0, 50]);
    assert_eq!(table.rows[0].levels[0], size(400, CacheEnd::Writes));
    assert_eq!(table.rows[0].after_mb_per_s, None);
    assert!(table.rests_s.is_empty());
}

/// The story: the 660p's table said that its cache took 0 GB at 50 % full, as if it were gone; the
/// data of the fills before still lay in it.
#[test]
fn cache_that_holds_the_data_of_earlier_fills_is_occupied() {
    let run = filled(run("a"), "empty", 40, 400, CAPACITY / 2);
    let run = filled(run, "half-full", 0, 400, CAPACITY * 4 / 10);
    let table = review(&[run]).caches.expect("a table");
    let levels = &table.rows[0].levels;
    assert_eq!(
        *levels,
        [size(40, CacheEnd::Full), size(0, CacheEnd::Occupied)]
    );
}

#[test]
fn fill_that_stops_within_the_cache_is_told_from_a_drive_without_one() {
    let stopped = |runs: &[Run]| -> Vec<bool> {
        let fills = review(runs).figures.fills;
        fills.iter().map(|fill| fill.stopped_early).collect()
    };
    let with_cache = with_rests(run("a"));
    assert_eq!(stopped(&[with_cache]), [false, false, false, true]);
    let level = run("a").seconds(("slc-cache-recovery", "", "exhaust"), series(400, 0));
    let level = rested(level, "10s", 10.0, 60, 0);
    assert_eq!(stopped(&[level]), [false, false]);
}

#[test]
fn mean_of_the_whole_drive_is_that_of_a_fill_of_all_of_it() {
    let fill = |bytes: u64| {
        let fill = run("a").seconds(("whole-drive-fill", "", "fill"), series(40, 400));
        let fill = fill.with(|it| (it.bytes, it.throughput_mb_per_s) = (bytes, 150.0));
        review(&[fill]).caches.expect("a table").rows[0].whole_mb_per_s
    };
    assert_eq!(fill(CAPACITY), Some(150.0));
    assert_eq!(fill(CAPACITY / 2), None);
}

/// Random and sequential writes at both fill levels.
fn at_fill_levels(name: &str, random: [f64; 2], sequential: [f64; 2]) -> Run {
    let mut made = run(name);
    for (kind, speeds, block) in [
        ("random", random, 4096),
        ("sequential", sequential, 131_072),
    ] {
        let spans = [CAPACITY / 8, CAPACITY * 8 / 10];
        for ((state, span), speed) in ["empty", "full"].into_iter().zip(spans).zip(speeds) {
            let phase = format!("{kind}-write-{state}");
            made = made
                .speed(("fill-level", "", &phase), speed)
                .with(|it| (it.span_bytes, it.block_bytes) = (span, block));
        }
    }
    made
}

#[test]
fn fill_levels_have_a_chart_per_kind_of_io() {
    let runs = [
        at_fill_levels("a", [300.0, 30.0], [900.0, 450.0]),
        at_fill_levels("b", [200.0, 199.0], [500.0, 500.0]),
    ];
    let review = review(&runs);
    let charts = review.figures.charts.iter();
    let charts: Vec<_> = charts
        .filter(|chart| chart.section == Section::FillLevel)
        .collect();
    let [random, sequential] = charts.as_slice() else {
        panic!("{charts:?}")
    };
    let is_random = |title: &Title| matches!(title, Title::FillLevel { work } if work.random);
    assert!(is_random(&random.title) && !is_random(&sequential.title));
    let bars = random.bars.iter();
    let bars: Vec<_> = bars
        .map(|bar| (bar.drive, bar.label.clone(), bar.value, bar.share_of_first))
        .collect();
    let [little, most] = [Part::HoldsLittle, Part::HoldsPercent(80)].map(Label::one);
    let expected = [
        (0, little.clone(), 300.0, None),
        (0, most.clone(), 30.0, Some(0.1)),
        (1, little, 200.0, None),
        (1, most, 199.0, Some(199.0 / 200.0)),
    ];
    assert_eq!(bars, expected);
    let [highlight] = review.highlights.as_slice() else {
        panic!("{:?}", review.highlights)
    };
    assert_eq!(highlight.evidence, random.id);
    let Standing::FullDrive {
        percent: 80,
        losses,
        none,
    } = &highlight.says
    else {
        panic!("{highlight:?}")
    };
    let [loss] = losses.as_slice() else {
        panic!("{losses:?}")
    };
    assert_eq!((loss.drive, loss.empty, loss.full), (0, 300.0, 30.0));
    assert_eq!(none, &[1]);
}

/// The story: a drive stood under "less than 10 %" whose sequential writes were never measured on
/// the full drive.
#[test]
fn full_drive_costs_nothing_only_if_each_work_was_measured() {
    let mut partly = at_fill_levels("partly", [200.0, 199.0], [500.0, 250.0]);
    partly
        .entries
        .retain(|entry| entry.phase != "sequential-write-full");
    let whole = at_fill_levels("whole", [200.0, 199.0], [500.0, 500.0]);
    let review = review(&[partly, whole]);
    let [highlight] = review.highlights.as_slice() else {
        panic!("{:?}", review.highlights)
    };
    let Standing::FullDrive { losses, none, .. } = &highlight.says else {
        panic!("{highlight:?}")
    };
    assert!(losses.is_empty(), "{losses:?}");
    assert_eq!(none, &[1]);
}

#[test]
fn first_random_read_and_idle_time_are_highlights() {
    let read = |run: Run, us: f64| {
        run.phase(("queue-depth-sweep-read", "", "qd1")).with(|it| {
            it.queue_depth = 1;
            it.latency_mean_us = us;
        })
    };
    let runs = [
        read(with_rests(levels("a", 80)), 80.0),
        read(levels("b", 40), 10.0),
    ];
    let found = review(&runs).highlights;
    let [first, idle] = found.as_slice() else {
        panic!("{found:?}")
    };
    let Standing::OneRead { fastest, slowest } = &first.says else {
        panic!("{first:?}")
    };
    assert_eq!((fastest.drive, slowest.drive), (1, 0));
    assert_eq!(first.evidence, "sweep-1");
    let Standing::Idle { back, full, .. } = &idle.says else {
        panic!("{idle:?}")
    };
    let [back] = back.as_slice() else {
        panic!("{back:?}")
    };
    assert_eq!((back.drive, back.seconds), (0, 600.0));
    assert!(full.is_empty());
    assert_eq!(idle.evidence, "fill-slc-cache-recovery");
}

/// The story: a quarter of a small drive was 1 GB, next to 1 GiB.
#[test]
fn ranges_that_are_almost_alike_are_one_point() {
    let spans = [
        ("1gib", 1 << 30),
        ("quarter", (1 << 30) + (1 << 25)),
        ("all", CAPACITY),
    ];
    let mut made = run("a");
    for (phase, span) in spans {
        made = made
            .phase(("working-set", "", phase))
            .with(|it| it.span_bytes = span);
    }
    let sweeps = review(&[made]).figures.sweeps;
    let points = sweeps[0].lines[0].points.iter();
    let phases: Vec<&str> = points.map(|point| point.phase.as_str()).collect();
    assert_eq!(phases, ["1gib", "all"]);
}
