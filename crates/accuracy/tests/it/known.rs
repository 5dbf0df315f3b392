//! Does the page of one real drive show what was published of drives that readers know, and no
//! other page?

use crate::bed::{measure, run};
use fourcorners_accuracy::PrintedFigures;
use fourcorners_bench::record::Run;
use fourcorners_block::DriveKind;
use fourcorners_report::data::PageData;

fn page(runs: &[Run]) -> PageData {
    PageData::new(runs, &PrintedFigures::read(&[]).expect("the figures"))
}

/// With a result of random reads and of random writes.
fn measured(name: &str, kind: DriveKind) -> Run {
    let mut run = run(name, kind);
    for test in ["random-read-4k-qd3", "random-write-4k-qd3"] {
        measure(&mut run, test, "", "measure");
    }
    run
}

#[test]
fn are_figures_of_known_drives_beside_one_real_drive() {
    let known = page(&[measured("/dev/nvme0n1", DriveKind::BlockDevice)]).known;
    assert!((2..=4).contains(&known.len()), "{known:?}");
    let random = |at: usize| known[at].random_read.as_ref().map_or(0.0, |mark| mark.low);
    assert!((1..known.len()).all(|at| random(at - 1) <= random(at)));
    let m4 = known.iter().find(|one| one.model == "Crucial m4 256GB");
    let reads = m4.and_then(|m4| m4.random_read.as_ref());
    assert!(
        reads.is_some_and(|mark| mark.text == "over 60 MB/s"),
        "{m4:?}"
    );
    // "26.3 MB/s when used" is no corner of a fresh drive.
    let corners = known
        .iter()
        .flat_map(|one| [&one.random_read, &one.random_write]);
    for mark in corners.flatten() {
        assert!(!mark.differs.iter().any(|name| name == "state"), "{mark:?}");
    }
}

#[test]
fn has_no_other_page_known_drives() {
    let real = || measured("/dev/nvme0n1", DriveKind::BlockDevice);
    let model = || measured("crucial-m4-256", DriveKind::Simulated);
    for runs in [vec![model()], vec![real(), model()]] {
        assert!(page(&runs).known.is_empty());
    }
}
