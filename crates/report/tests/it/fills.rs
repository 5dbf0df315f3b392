//! Do page and tables show where a write cache ends, and what a sweep found?

use crate::bed;

use bed::{entry, measured, run, seconds};
use fourcorners_bench::record::{Run, Status};
use fourcorners_report::{NothingPrinted, PageData, tables};

/// I/Os of 4 KiB per second at 1,000 and at 200 MB/s, about.
const FAST: u64 = 244_140;
const SLOW: u64 = 48_828;

fn filled(name: &str, test: &str, phase: &str, parts: &[(u64, usize)]) -> Run {
    let mut run = run(name);
    fill(&mut run, test, phase, parts);
    run
}

fn fill(run: &mut Run, test: &str, phase: &str, parts: &[(u64, usize)]) {
    let ios = parts.iter().flat_map(|(ios, seconds)| vec![*ios; *seconds]);
    let figures = seconds(run, test, phase, ios);
    run.entries
        .push(entry(test, phase, Status::Finished, Some(figures)));
}

fn idle(run: &mut Run, test: &str, phase: &str, rest_s: f64) {
    let mut figures = measured(0, rest_s);
    figures.op = "idle".into();
    run.entries
        .push(entry(test, phase, Status::Finished, Some(figures)));
}

fn texts(data: &PageData) -> Vec<&str> {
    let own = data
        .judgements
        .iter()
        .filter(|one| one.rule.name.starts_with("write cache"));
    own.map(|one| one.text.as_str()).collect()
}

/// The story: of the 980 PRO the page said that its cache ends after 111 GB, but not that it comes
/// back twice in the same fill.
#[test]
fn cache_that_comes_back_is_told_with_all_that_it_takes() {
    let parts = [(FAST, 50), (SLOW, 200), (FAST, 50), (SLOW, 200)];
    let run = filled("a", "whole-drive-fill", "fill", &parts);
    let data = PageData::new(&[run], &NothingPrinted);
    let said = "write cache ends after 50 GB: 1000 to 200 MB/s, but comes back: 100 GB at cache \
                speed in all";
    assert_eq!(texts(&data), [said]);
}

#[test]
fn page_and_tables_say_where_the_cache_ends() {
    let mut run = filled("a", "whole-drive-fill", "fill", &[(FAST, 50), (SLOW, 500)]);
    fill(&mut run, "whole-drive-refill", "refill", &[(SLOW, 550)]);
    let runs = [run];
    let data = PageData::new(&runs, &NothingPrinted);
    let said = "write cache ends after 50 GB: 1000 to 200 MB/s";
    assert_eq!(texts(&data), [said]);
    assert_eq!(data.judgements[0].headline.as_deref(), Some(said));
    assert_eq!(data.judgements[0].evidence, "fill-whole-drive-fill?drive=1");
    let [chart] = data.fills.as_slice() else {
        panic!("{:?}", data.fills)
    };
    // Both tests are in one chart.
    let fills = chart.fills.iter();
    let verdicts: Vec<_> = fills
        .map(|fill| (fill.label.as_str(), fill.verdict.as_str()))
        .collect();
    assert_eq!(
        verdicts,
        [
            ("erased drive", "50 GB at 1000 MB/s, then 200 MB/s"),
            ("full drive", "200 MB/s, the cache is still full"),
        ]
    );
    let text = tables(&runs, &NothingPrinted, Some(120));
    assert!(text.contains("cache GB"), "{text}");
    let rows = text.lines().filter(|line| line.contains("drive  "));
    let cells: Vec<Vec<&str>> = rows.map(|line| line.split_whitespace().collect()).collect();
    let ends = |cells: &[&str]| cells[cells.len() - 6..].join(" ");
    assert_eq!(ends(&cells[0]), "150 50.0 1000 200 - 273");
}

/// The story: an HP FX900 whose cache outlasted the minute after idle time wrote at cache speed "to
/// the end", as if it had no end.
#[test]
fn fill_that_stops_within_the_cache_is_said_to() {
    let test = "slc-cache-recovery";
    let mut run = filled("a", test, "exhaust", &[(FAST, 80), (SLOW, 400)]);
    idle(&mut run, test, "idle-10min", 600.0);
    fill(&mut run, test, "after-10min", &[(FAST, 60)]);
    let data = PageData::new(&[run], &NothingPrinted);
    let said = data.fills[0].fills.last().map(|fill| &fill.verdict);
    let expected =
        "at least 60 GB at 1000 MB/s; its writes stop after 60 s, before the cache is full";
    assert_eq!(said.map(String::as_str), Some(expected));
}

#[test]
fn page_says_what_idle_time_gives_back() {
    let test = "slc-cache-recovery";
    let mut run = filled("a", test, "exhaust", &[(FAST, 40), (SLOW, 400)]);
    for (name, rest_s, fast) in [("10s", 10.0, 2), ("1min", 60.0, 20), ("10min", 600.0, 40)] {
        idle(&mut run, test, &format!("idle-{name}"), rest_s);
        let parts = [(FAST, fast), (SLOW, 60 - fast)];
        fill(&mut run, test, &format!("after-{name}"), &parts);
    }
    let data = PageData::new(&[run], &NothingPrinted);
    assert_eq!(
        texts(&data),
        [
            "write cache ends after 40 GB: 1000 to 200 MB/s",
            "idle time after the write cache is full gives back 2.0 GB after 10 s, 20 GB after \
             1 min, 40 GB (all) after 10 min",
        ]
    );
}

#[test]
fn level_and_short_fills_end_no_cache() {
    let level = [filled("a", "whole-drive-fill", "fill", &[(FAST, 100)])];
    let data = PageData::new(&level, &NothingPrinted);
    let said = "writes 100 GB at 1000 MB/s without a drop";
    assert_eq!(texts(&data), [said]);
    let short = [filled("a", "whole-drive-fill", "fill", &[(FAST, 6)])];
    let data = PageData::new(&short, &NothingPrinted);
    assert_eq!(
        texts(&data),
        ["write cache not judged: a fill of 6 s (needs 10 s)"]
    );
    assert_eq!(
        data.fills[0].fills[0].verdict,
        "too short to judge (6 s; needs 10 s)"
    );
}

#[test]
fn sweep_is_a_table_with_a_column_per_drive() {
    let point = |run: &mut Run, rate: u64, iops: u64| {
        let mut figures = measured(iops * 20, 20.0);
        figures.rate_iops = Some(rate);
        let reads = serde_json::json!({
            "read_percent": 70,
            "reads": {
                "ios": 1, "bytes": 4096, "latency_mean_us": 1.0, "latency_p50_us": 1.0,
                "latency_p99_us": 1.0, "latency_p999_us": 250.0, "latency_p9999_us": 1.0,
                "latency_max_us": 1.0
            }
        });
        figures.mixed = Some(serde_json::from_value(reads).expect("a mix"));
        let phase = format!("{rate}-iops");
        run.entries
            .push(entry("fixed-rate", &phase, Status::Finished, Some(figures)));
    };
    let (mut a, mut b) = (run("a"), run("b"));
    point(&mut a, 1000, 1000);
    point(&mut a, 20_000, 9_000);
    point(&mut b, 1000, 1000);
    let runs = [a, b];
    let text = tables(&runs, &NothingPrinted, Some(120));
    let title = "Latency at fixed rates, 4 KiB, 70 % reads: p99.9 read latency";
    let (_, table) = text.split_once(title).expect("the table");
    let row = |start: &str| -> Vec<&str> {
        let line = table
            .lines()
            .find(|line| line.trim_start().starts_with(start));
        line.expect("a row")
            .split("  ")
            .map(str::trim)
            .filter(|cell| !cell.is_empty())
            .collect()
    };
    assert_eq!(row("1,000"), ["1,000", "250.0 µs", "250.0 µs"]);
    assert_eq!(row("20,000"), ["20,000", "too slow", "-"]);
    // Phases of a sweep are not listed again among other results.
    assert!(!text.contains("fixed-rate 1000-iops"), "{text}");
}
