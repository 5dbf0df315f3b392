//! Is what the page and the tables say what the runs hold, and is nothing in a run markup?

use crate::bed;
use crate::embedded;
use fourcorners_bench::record::{NotComparable, NotRun};

use bed::{Marked, NothingPrinted};
use fourcorners_bench::record::*;
use fourcorners_block::DriveKind;
use fourcorners_report::{Mark, MarkBound, MarkQuantity, PageData, html, tables, write_page};

const HOSTILE: &str = "</script><img src=x onerror=alert(1)>{{data}}<!--";

fn run(name: &str, repeat: u32) -> Run {
    let mut run = bed::run(name);
    run.path = format!("runs/{name}-{repeat}").into();
    run.header.repeat = repeat;
    run
}

fn measured(mb_per_s: f64) -> Measured {
    Measured {
        op: "write".into(),
        pattern: "sequential".into(),
        block_bytes: 65_536,
        queue_depth: 1,
        span_bytes: 256_000_000_000,
        data: "repeating".into(),
        spare_per_mille: Some(68),
        duration_s: 10.0,
        ios: 10,
        bytes: 655_360,
        iops_mean: mb_per_s * 1e6 / 65_536.0,
        iops_min: Some(0),
        iops_max: Some(9),
        seconds: None,
        throughput_mib_per_s: mb_per_s / 1.048_576,
        throughput_mb_per_s: mb_per_s,
        latency_mean_us: 10.0,
        latency_p50_us: 9.0,
        latency_p99_us: 20.0,
        latency_p999_us: 30.0,
        latency_max_us: 40.0,
        latency_max_at_s: 1.0,
        wait_mean_us: None,
        wait_max_us: None,
        write_amplification: Some(1.0),
        block_erases: None,
        stalls: Some(0),
        power_mean_w: None,
        steady_state: None,
        recovery: None,
        rate_iops: None,
        mixed: None,
        replay: None,
        rounds: None,
        power_max_w: None,
        power_readings: None,
        power_unknown: None,
        temperature_max_c: None,
        stood_still_s: None,
        remarks: Vec::new(),
        stopped_at_max_writes: false,
    }
}

fn add(run: &mut Run, test: &str, phase: &str, mb_per_s: f64) {
    run.entries.push(Entry {
        schema_version: SCHEMA_VERSION,
        test: test.into(),
        variant: String::new(),
        phase: phase.into(),
        state: "new".into(),
        status: Status::Finished,
        measured: Some(measured(mb_per_s)),
    });
    run.positions.push(Position {
        test: test.into(),
        variant: String::new(),
        phase: phase.into(),
        offset_bytes: 0,
        bytes: 1_000_000,
        duration_ns: (1e9 / mb_per_s) as u64,
    });
}

fn tortured(clean: f64, worn: f64, trimmed: f64) -> Run {
    let mut run = run("a drive", 1);
    add(&mut run, "hd-tach", "write", clean);
    add(&mut run, "torture", "write", worn);
    add(&mut run, "trim", "write", trimmed);
    run
}

fn sentences(run: Run) -> String {
    PageData::new(&[run], &NothingPrinted)
        .judgements
        .iter()
        .map(|judgement| judgement.text.as_str())
        .collect::<Vec<_>>()
        .join("; ")
}

#[test]
fn does_torture_and_trim_become_a_sentence() {
    assert_eq!(
        sentences(tortured(200.0, 14.0, 199.0)),
        "sequential writes 93 % slower when tortured (200 to 14 MB/s, repeating data); TRIM \
         restores full speed"
    );
    assert!(
        sentences(tortured(200.0, 100.0, 150.0))
            .ends_with("TRIM restores 50 % of the loss (150 MB/s)")
    );
    assert_eq!(
        sentences(tortured(200.0, 195.0, 190.0)),
        "sequential writes as fast when tortured (200 to 195 MB/s, repeating data)"
    );
}

#[test]
fn does_a_hostile_name_stay_text() {
    let mut run = tortured(200.0, 14.0, 199.0);
    run.header.identity.model = HOSTILE.into();
    run.header.identity.name = HOSTILE.into();
    run.header.command = HOSTILE.into();
    run.header.facts.push(Fact {
        name: HOSTILE.into(),
        value: HOSTILE.into(),
        source: HOSTILE.into(),
    });
    let page = html(&PageData::new(&[run], &NothingPrinted)).expect("a page");
    assert!(!page.contains("<img src=x"), "markup came through");
    let data = embedded::json(&page);
    let parsed: serde_json::Value = serde_json::from_str(&data).expect("the data is whole");
    assert_eq!(parsed["drives"][0]["command"], HOSTILE);
}

/// The story: of a seed above 2^53 the page showed other digits than the command that repeats the
/// run.
#[test]
fn is_a_seed_of_twenty_digits_whole_on_the_page() {
    let mut run = run("a drive", 1);
    run.header.seed = u64::MAX;
    let data = serde_json::to_value(PageData::new(&[run], &NothingPrinted)).expect("JSON");
    assert_eq!(data["drives"][0]["seed"], "18446744073709551615");
}

#[test]
fn is_the_one_real_drive_among_simulated_ones_what_the_page_is_about() {
    let of = |kinds: &[DriveKind]| {
        let run_of = |(place, kind): (usize, &DriveKind)| {
            let mut run = run(&format!("drive {place}"), 1);
            run.header.identity.kind = *kind;
            run
        };
        let runs: Vec<Run> = kinds.iter().enumerate().map(run_of).collect();
        PageData::new(&runs, &NothingPrinted).reviewed
    };
    let (simulated, real) = (DriveKind::Simulated, DriveKind::BlockDevice);
    assert_eq!(of(&[simulated, real, simulated]), Some(1));
    assert_eq!(of(&[simulated, DriveKind::RegularFile]), Some(1));
    assert_eq!(of(&[simulated, simulated]), None);
    assert_eq!(of(&[real, simulated, real]), None, "two are as real");
    assert_eq!(of(&[real]), None, "there is nothing to mark it among");
    assert_eq!(of(&[]), None);
}

#[test]
fn is_a_second_without_any_io_kept_as_a_measurement() {
    let mut run = run("a drive", 1);
    add(&mut run, "consistency", "measure", 5.0);
    let known = [4, 0, 6, 0, 8, 1, 1, 1, 0, 1];
    bed::seconds(&mut run, "consistency", "measure", known);
    let data = PageData::new(&[run], &NothingPrinted);
    assert_eq!(data.consistency[0].iops, known.map(Some));
    assert_eq!(
        (
            data.late_from_s,
            data.consistency[0].end.map(|end| end.worst)
        ),
        (7, Some(0))
    );
}

#[test]
fn is_the_median_of_repeated_runs_shown_with_its_interval() {
    let runs: Vec<Run> = [300.0, 100.0, 200.0]
        .into_iter()
        .zip(1..)
        .map(|(speed, repeat)| {
            let mut run = run("a drive", repeat);
            add(&mut run, "random-read-4k-qd3", "measure", speed);
            run
        })
        .collect();
    let data = PageData::new(&runs, &NothingPrinted);
    let bar = &data.charts[0].bars[0];
    assert_eq!((bar.value, bar.low, bar.high), (200.0, 100.0, 300.0));
    assert_eq!(data.drives.len(), 1);
    assert!(tables(&runs, &NothingPrinted, Some(100)).contains("100.0 to 300.0"));
}

/// The story: a bar of two runs was "the median of 7", as its drive had seven.
#[test]
fn does_an_interval_say_of_how_many_runs_it_is_where_some_ended_early() {
    let runs: Vec<Run> = (1..=7)
        .map(|repeat| {
            let mut run = run("a drive", repeat);
            add(&mut run, "random-read-4k-qd3", "measure", f64::from(repeat));
            if repeat <= 2 {
                add(
                    &mut run,
                    "random-write-4k-qd3",
                    "measure",
                    f64::from(repeat),
                );
            }
            run
        })
        .collect();
    let data = PageData::new(&runs, &NothingPrinted);
    let said = |test: &str| {
        let mut bars = data.charts.iter().flat_map(|chart| &chart.bars);
        let bar = bars.find(|bar| bar.test == test).expect("a bar");
        data.intervals[&bar.runs].clone()
    };
    assert_eq!(
        said("random-read-4k-qd3"),
        "95 % interval of the median of 7 runs"
    );
    assert_eq!(said("random-write-4k-qd3"), "range of 2 runs");
    assert_eq!(data.intervals.len(), 2, "of no other number of runs");
}

#[test]
fn does_a_table_say_units_and_what_was_not_measured() {
    let mut run = tortured(200.0, 14.0, 199.0);
    run.entries.push(Entry {
        schema_version: SCHEMA_VERSION,
        test: "consistency".into(),
        variant: "spare-25".into(),
        phase: String::new(),
        state: String::new(),
        status: Status::Skipped {
            because: NotRun::Earlier {
                text: "raw NAND is not known".into(),
            },
        },
        measured: None,
    });
    let text = tables(&[run], &NothingPrinted, Some(120));
    assert!(
        text.contains("MB/s") && text.contains("raw NAND is not known") && text.contains("skipped"),
        "{text}"
    );
}

/// A consistency run of so many seconds at 100 IOPS.
fn steady(name: &str, seconds: usize) -> Run {
    bed::consistency(name, std::iter::repeat_n(100, seconds))
}

#[test]
fn is_a_short_run_beside_a_long_one_left_unjudged_instead_of_called_zero() {
    let runs = [steady("long", 2000), steady("short", 15)];
    let data = PageData::new(&runs, &NothingPrinted);
    assert_eq!(data.consistency[0].end.map(|end| end.mean), Some(100.0));
    assert_eq!(data.consistency[1].end, None);
    let found: Vec<&str> = data
        .judgements
        .iter()
        .map(|judgement| judgement.text.as_str())
        .collect();
    assert!(found[0].contains("consistent"), "{found:?}");
    let of_short = found.last().expect("a sentence");
    assert!(of_short.contains("not judged"), "{found:?}");
    assert!(!tables(&runs, &NothingPrinted, Some(120)).contains(": 0 IOPS in the median second"));
}

#[test]
fn is_a_run_under_other_conditions_no_repetition() {
    let mut shorter = steady("a drive", 15);
    shorter.header.not_comparable = vec![NotComparable::Durations];
    let data = PageData::new(&[steady("a drive", 2000), shorter], &NothingPrinted);
    assert_eq!(data.drives.len(), 2);
}

#[test]
fn does_a_file_of_a_similar_name_survive() {
    let folder = tempfile::tempdir().expect("a folder");
    let theirs = folder.path().join("page.html.part");
    std::fs::write(&theirs, "mine").expect("a file");
    write_page(
        &[tortured(2.0, 1.0, 2.0)],
        &NothingPrinted,
        &folder.path().join("page.html"),
    )
    .expect("a page");
    assert_eq!(
        std::fs::read_to_string(&theirs).expect("still there"),
        "mine"
    );
}

#[cfg(unix)]
#[test]
fn can_others_read_the_page_as_they_can_any_new_file() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir().expect("a folder");
    let [page, plain] = ["page.html", "plain"].map(|name| folder.path().join(name));
    write_page(&[tortured(2.0, 1.0, 2.0)], &NothingPrinted, &page).expect("a page");
    std::fs::write(&plain, "").expect("a file");
    let mode = |path| {
        std::fs::metadata(path)
            .expect("a file")
            .permissions()
            .mode()
    };
    assert_eq!(mode(page), mode(plain));
}

#[test]
fn is_an_existing_page_never_replaced() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("page.html");
    std::fs::write(&out, "mine").expect("a file");
    assert!(write_page(&[tortured(2.0, 1.0, 2.0)], &NothingPrinted, &out).is_err());
    assert_eq!(std::fs::read_to_string(&out).expect("still there"), "mine");
    assert_eq!(
        std::fs::read_dir(folder.path()).expect("a folder").count(),
        1,
        "nothing half-written is left"
    );
}

fn printed(test: &str, phase: &str, quantity: MarkQuantity, low: f64) -> Mark {
    Mark {
        test: test.into(),
        phase: phase.into(),
        variant: String::new(),
        quantity,
        low,
        high: low,
        word: MarkBound::None,
        fitted: false,
        text: HOSTILE.into(),
        source: "a review".into(),
        address: "https://example.org/a".into(),
        conditions: "port sata-6gbps".into(),
        differs: Vec::new(),
    }
}

#[test]
fn does_a_printed_figure_stand_on_the_bar_that_it_belongs_to() {
    let mut first = run("a drive", 1);
    let mut second = tortured(200.0, 14.0, 199.0);
    second.header.identity.name = "another".into();
    add(&mut first, "random-read-4k-qd3", "measure", 60.0);
    add(&mut second, "random-read-4k-qd3", "measure", 90.0);
    let of = Marked(|run: &Run| match run.header.identity.name.as_str() {
        "another" => vec![
            printed("torture", "write", MarkQuantity::Throughput, 20.0),
            // Without a bar, a latency, or seconds to stand on.
            printed(
                "random-write-4k-qd3",
                "measure",
                MarkQuantity::Throughput,
                7.0,
            ),
            printed("torture", "probe", MarkQuantity::LatencyMax, 8.0),
            printed("consistency", "measure", MarkQuantity::SteadyFloor, 9.0),
        ],
        _ => {
            let mut mark = printed(
                "random-read-4k-qd3",
                "measure",
                MarkQuantity::Throughput,
                62.9,
            );
            mark.high = 78.6;
            mark.word = MarkBound::Over;
            mark.differs = vec!["data".into(), "alignment".into()];
            vec![mark]
        }
    });
    let runs = [first, second];
    let data = PageData::new(&runs, &of);
    let placed: Vec<(usize, &str)> = data
        .marks
        .iter()
        .map(|marked| (marked.drive, marked.mark.test.as_str()))
        .collect();
    assert_eq!(placed, [(0, "random-read-4k-qd3"), (1, "torture")]);
    let text = tables(&runs, &of, Some(160));
    assert!(text.contains("over 62.9 (other data, alignment)"), "{text}");
    assert!(text.contains("write tortured 20"), "{text}");
    assert!(!html(&data).expect("a page").contains("<img src=x"));
}

#[test]
fn is_there_no_column_where_nothing_was_printed() {
    let text = tables(&[tortured(200.0, 14.0, 199.0)], &NothingPrinted, Some(120));
    assert!(!text.contains("published"), "{text}");
}
