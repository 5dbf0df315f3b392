//! Is what `review` prints a screen, and does it say what matters?

use crate::bed;

use bed::{NothingPrinted, consistency};
use fourcorners_bench::record::Run;
use fourcorners_block::DriveKind;
use fourcorners_report::summary;

const NAMES: [&str; 5] = [
    "Corsair Neutron 240GB",
    "Crucial m4 256GB",
    "Crucial RealSSD C300 256GB, firmware 0001",
    "Plextor M5 Pro Xtreme 256GB",
    "Samsung SSD 840 Pro 256GB",
];

/// A drive that is slow in so many seconds of ten.
fn drive(name: &str, slow: u32) -> Run {
    let seconds = (0..2000).map(move |second| if second % 10 < slow { 32 } else { 50_000 });
    let mut run = consistency(name, seconds);
    for (test, mb_per_s) in [
        ("random-read-4k-qd3", 87.0),
        ("random-write-4k-qd3", 211.0),
        ("sequential-read-128k", 376.0),
        ("sequential-write-128k", 242.0),
    ] {
        let speeds = [("", "full-random", mb_per_s)];
        bed::variants::minutes(&mut run, test, &speeds);
    }
    run
}

fn said(runs: &[Run]) -> String {
    summary(runs, &NothingPrinted, Some(80)).expect("there are figures")
}

/// The story: five drives filled 132 lines, and the longest had 948 letters.
#[test]
fn five_drives_fit_into_a_screen() {
    let slow = [0, 7, 1, 0, 0];
    let runs: Vec<Run> = NAMES
        .iter()
        .zip(slow)
        .map(|(name, slow)| drive(name, slow))
        .collect();
    let text = said(&runs);
    assert!(text.lines().count() <= 20, "{text}");
    assert!(
        text.lines().all(|line| line.chars().count() <= 80),
        "{text}"
    );
    for figure in ["87", "211", "376", "242", "50,000", "32", "70 %"] {
        assert!(text.contains(figure), "{figure} in {text}");
    }
}

/// The story: a mean of 9,034 IOPS stood for a drive whose median second has 32.
#[test]
fn drive_that_stalls_is_named_with_its_slow_seconds() {
    let text = said(&[drive("level", 0), drive("m4", 7)]);
    assert!(
        text.contains("Slow seconds (below 40 % of the mean): m4 70 %."),
        "{text}"
    );
    assert!(
        text.contains("Heavy writing (server, database): level."),
        "{text}"
    );
}

#[test]
fn simulated_drives_are_called_so_and_real_ones_are_not() {
    let simulated = drive("simulated", 0);
    let mut real = drive("real", 0);
    real.header.identity.kind = DriveKind::BlockDevice;
    assert!(said(std::slice::from_ref(&simulated)).contains("SIMULATED"));
    assert!(!said(std::slice::from_ref(&real)).contains("SIMULATED"));
    assert!(said(&[real, simulated]).contains("1 of 2 drives"));
}

#[test]
fn runs_without_these_figures_have_no_summary() {
    let run = bed::run("a drive");
    assert_eq!(summary(&[run], &NothingPrinted, Some(80)), None);
}
