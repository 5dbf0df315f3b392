//! Remarks are shown wherever the figures are that they are about.
//!
//! The story: with 97 % of the CPU and 49 % of the disk in use by others, terminal, line to share
//! and image showed plain numbers, and only the page had a warning.

use crate::bed::{NothingPrinted, entry, measured, run};
use fourcorners_bench::record::*;
use fourcorners_report::{JunitSuite, PageData, html, junit, markdown, summary, tables};

const UNWRITTEN: &str = "reads of unwritten space";
const BUSY: &str = "other programs used 97 % of the CPU and 49 % of the disk traffic";

fn busy() -> Vec<Remark> {
    vec![
        Remark::CpuUse { percent: 97 },
        Remark::DiskUse { percent: 49 },
    ]
}

/// A run of these phases, each with its remarks.
fn run_of(name: &str, phases: &[(&str, &str, Vec<Remark>)]) -> Run {
    let mut run = run(name);
    for (test, phase, remarks) in phases {
        let figures = Measured {
            remarks: remarks.clone(),
            ..measured(10_000, 10.0)
        };
        let entry = entry(test, phase, Status::Finished, Some(figures));
        run.entries.push(entry);
    }
    run
}

/// Rows of a text with a word.
fn rows<'a>(text: &'a str, word: &str) -> Vec<&'a str> {
    text.lines().filter(|line| line.contains(word)).collect()
}

/// Of each kind of table: bars, latencies, sweeps, seconds, and what is in none.
#[test]
fn remark_is_in_the_row_of_its_figure() {
    let tests = [
        ("random-read-4k-qd32", "measure"),
        ("random-write-4k-qd3", "measure"),
        ("queue-depth-sweep-read", "qd4"),
        ("consistency", "measure"),
        ("no-such-test", "measure"),
    ];
    for (test, phase) in tests {
        let marked = run_of("SSD", &[(test, phase, busy())]);
        let wide = tables(std::slice::from_ref(&marked), &NothingPrinted, Some(400));
        let marked_rows = rows(&wide, BUSY);
        let in_a_table = marked_rows.iter().filter(|line| !line.starts_with("Note: "));
        assert!(in_a_table.count() > 0, "{test}: {wide}");
        let plain = run_of("SSD", &[(test, phase, Vec::new())]);
        let text = tables(&[plain], &NothingPrinted, Some(400));
        assert!(!text.contains("remarks") && !text.contains(BUSY), "{text}");
    }
}

#[test]
fn remark_is_of_its_own_phase_and_drive() {
    let read = "random-read-4k-qd32";
    let unwritten = vec![Remark::UnwrittenReads { percent: 100 }];
    let runs = [
        run_of("fresh", &[(read, "measure", unwritten)]),
        run_of("filled", &[(read, "measure", Vec::new())]),
    ];
    let text = tables(&runs, &NothingPrinted, Some(400));
    let marked = rows(&text, UNWRITTEN);
    let is_its = |line: &&str| line.starts_with("fresh") || line.starts_with("Note: fresh: ");
    assert!(marked.iter().all(is_its) && marked.len() > 1, "{text}");
    let data = PageData::new(&runs, &NothingPrinted);
    let [remark] = data.remarks.as_slice() else {
        panic!("{:?}", data.remarks);
    };
    assert_eq!((remark.drive, &*remark.test), (0, read));
    assert_eq!(remark.text, UNWRITTEN);
}

#[test]
fn page_markdown_junit_and_summary_say_it() {
    let phases = [
        ("random-read-4k-qd3", "measure", busy()),
        ("random-read-4k-qd32", "measure", busy()),
    ];
    let run = run_of("SSD", &phases);
    let runs = std::slice::from_ref(&run);
    let data = PageData::new(runs, &NothingPrinted);
    assert_eq!(data.remarks.len(), 2);
    assert!(html(&data).is_ok());
    let warning = data.warnings.iter().find(|one| one.text.contains(BUSY));
    let warning = warning.expect("a warning");
    assert!(
        warning
            .text
            .contains("random-read-4k-qd3 measure and random-read-4k-qd32 measure"),
        "{}",
        warning.text
    );
    assert!(markdown(runs, &NothingPrinted).contains(BUSY));
    let screen = summary(runs, &NothingPrinted, Some(200)).expect("a summary");
    assert!(screen.contains(BUSY), "{screen}");
    let suite = JunitSuite {
        name: "SSD",
        entries: &run.entries,
        ..JunitSuite::default()
    };
    let xml = junit(&[suite]).expect("XML");
    assert_eq!(xml.matches(BUSY).count(), 2, "{xml}");
}

/// The median of repeated runs has the remark of the worst.
#[test]
fn repeated_runs_have_the_largest_share() {
    let read = "random-read-4k-qd32";
    let of = |percent| vec![Remark::UnwrittenReads { percent }];
    let mut runs = [30, 60].map(|percent| run_of("SSD", &[(read, "measure", of(percent))]));
    runs[1].header.repeat = 2;
    let data = PageData::new(&runs, &NothingPrinted);
    assert_eq!(data.remarks.len(), 1);
    assert_eq!(data.remarks[0].text, "reads of unwritten space (60 %)");
}

/// A pass of reads after TRIM is meant to meet no data: its row says so, and no warning does.
#[test]
fn trimmed_pass_is_marked_without_a_warning() {
    let mut run = run_of(
        "SSD",
        &[
            ("hd-tach", "read", Vec::new()),
            ("trim", "read", vec![Remark::UnwrittenReads { percent: 100 }]),
        ],
    );
    for entry in &run.entries {
        run.positions.push(Position {
            test: entry.test.clone(),
            variant: String::new(),
            phase: entry.phase.clone(),
            offset_bytes: 0,
            bytes: 1_000_000,
            duration_ns: 10_000_000,
        });
    }
    let data = PageData::new(std::slice::from_ref(&run), &NothingPrinted);
    assert!(data.warnings.is_empty(), "{:?}", data.warnings);
    let text = tables(&[run], &NothingPrinted, Some(400));
    let row = format!("read trimmed: {UNWRITTEN}");
    assert_eq!(rows(&text, &row).len(), 1, "{text}");
}
