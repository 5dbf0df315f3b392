//! Is what is lost or failed said, with what to do, and does what is left keep its place?

use crate::bed;

use bed::{NothingPrinted, consistency, entry, measured, run};
use fourcorners_bench::record::*;
use fourcorners_report::{PageData, html, tables};
use std::slice::from_ref;

fn finished(run: &mut Run, test: &str, phase: &str, mb_per_s: f64) {
    let mut figures = measured(1000, 10.0);
    figures.throughput_mb_per_s = mb_per_s;
    run.entries
        .push(entry(test, phase, Status::Finished, Some(figures)));
}

/// A run whose `positions.jsonl` was lost vanished from "Clean, tortured, trimmed", and its
/// verdicts with it, although the means stand in its results.
#[test]
fn does_a_pass_without_positions_keep_its_mean_and_its_verdict() {
    let mut run = run("a drive");
    for (test, read, write) in [
        ("hd-tach", 250.0, 200.0),
        ("torture", 250.0, 14.0),
        ("trim", 9000.0, 199.0),
    ] {
        finished(&mut run, test, "read", read);
        finished(&mut run, test, "write", write);
    }
    let data = PageData::new(from_ref(&run), &NothingPrinted);
    assert_eq!(data.curves.len(), 6);
    let clean = &data.curves[1];
    assert_eq!((clean.mean_mb_per_s, clean.speeds.len()), (200.0, 0));
    assert_eq!((clean.min_mb_per_s, clean.max_mb_per_s), (None, None));
    let texts: Vec<&str> = data
        .judgements
        .iter()
        .map(|one| one.text.as_str())
        .collect();
    assert!(
        texts
            .iter()
            .any(|text| text.contains("tortured (200 to 14 MB/s)")),
        "{texts:?}"
    );
    let text = tables(from_ref(&run), &NothingPrinted, Some(160));
    assert!(text.contains("9000") && text.contains("14"), "{text}");
    html(&data).expect("a page");
}

/// Beside 250 MB/s stood "trimmed 9000" without a word: nothing is there to be read. What a file
/// does for that nobody knows.
#[test]
fn is_it_said_that_trimmed_reads_are_of_nothing_and_no_claim_made_of_a_file() {
    let mut run = run("a drive");
    finished(&mut run, "trim", "read", 9000.0);
    let said = |run: &Run| tables(from_ref(run), &NothingPrinted, Some(200));
    let simulated = said(&run);
    assert!(simulated.contains("LBAs without data") && simulated.contains("from its map"));
    run.header.identity.kind = fourcorners_block::DriveKind::RegularFile;
    let file = said(&run);
    assert!(
        file.contains("LBAs without data") && !file.contains("flash"),
        "{file}"
    );
    run.entries.clear();
    finished(&mut run, "hd-tach", "read", 250.0);
    assert!(!said(&run).contains("hold nothing"));
}

/// A finished run without `samples.jsonl` was said to have 0 s, which "end before second 1400".
#[test]
fn are_seconds_that_are_lost_called_lost() {
    let long = || consistency("whole", (0..2000).map(|_| 1000));
    let of = |broken: Run| {
        let data = PageData::new(&[long(), broken], &NothingPrinted);
        let own = data.judgements.into_iter().find(|one| one.drive == 1);
        own.expect("a reason").text
    };
    let mut lost = consistency("lost", (0..2000).map(|_| 1000));
    lost.samples.clear();
    assert_eq!(
        of(lost),
        "sustained random writes not judged: its per-second figures are missing"
    );
    let mut cut = consistency("cut", (0..2000).map(|_| 1000));
    cut.samples.truncate(900);
    assert_eq!(
        of(cut),
        "sustained random writes not judged: its per-second figures from 900 s on are missing"
    );
    let short = of(consistency("short", (0..600).map(|_| 1000)));
    assert!(
        short.contains("ended after 600 s; drives are compared from 1400 s"),
        "{short}"
    );
}

/// Three phases that the engine could not do were told in the last table only, with the advice to
/// read SMART data.
#[test]
fn are_failed_phases_a_warning_at_the_top_with_what_to_do_about_their_reason() {
    let mut run = run("a drive");
    let failed = |lba: u64, errno: i32| Status::Failed {
        failure: Failure::Io {
            op: FailedOp::Read,
            lba,
            bytes: 128 << 10,
            cause: IoFailure::Error { errno, block: None },
        },
    };
    let unsupported = 95;
    for (lba, test) in (0..).zip(["one", "two", "three", "four"]) {
        run.entries
            .push(entry(test, "measure", failed(lba, unsupported), None));
    }
    let broken = 5;
    run.entries
        .push(entry("five", "measure", failed(9, broken), None));
    run.header.not_comparable = vec![NotComparable::Zones];
    let data = PageData::new(&[run], &NothingPrinted);
    let told: Vec<String> = data.warnings.iter().map(ToString::to_string).collect();
    assert_eq!(
        told[..2],
        [
            "a drive: 4 phases failed: one measure, two measure, three measure, and 1 more: the \
             read of 128KiB at LBA 0 (512-byte blocks) failed: Operation not supported (os error \
             95). The kernel does not support this I/O: use another --engine (io-uring, aio or \
             synchronous).",
            "a drive: a phase failed: five measure: the read of 128KiB at LBA 9 (512-byte blocks) \
             failed: Input/output error (os error 5). Check the kernel log (dmesg) and the \
             drive's SMART data."
        ]
    );
}

/// Where it is not known what a drive holds, nobody can say that all of it was tortured.
#[test]
fn is_a_torture_of_a_drive_of_unknown_capacity_not_judged() {
    let mut run = run("a drive");
    for (test, phase, mb_per_s) in [
        ("hd-tach", "write", 200.0),
        ("torture", "torture", 50.0),
        ("torture", "write", 14.0),
    ] {
        finished(&mut run, test, phase, mb_per_s);
    }
    for entry in &mut run.entries {
        if let Some(measured) = &mut entry.measured {
            measured.duration_s = 1200.0;
        }
    }
    let first = |run: &Run| {
        let data = PageData::new(from_ref(run), &NothingPrinted);
        let share = data.torture[0].share_of_lbas;
        let found = data.judgements.into_iter().next().expect("a sentence");
        (share, found.judged, found.text)
    };
    let known = first(&run);
    assert!(known.1 && known.0 == Some(1.0), "{known:?}");
    run.header.identity.capacity = fourcorners_block::Blocks(0);
    let (share, judged, text) = first(&run);
    assert!(share.is_none() && !judged, "{text}");
    assert!(
        text.contains("the share of LBAs that was tortured is not known"),
        "{text}"
    );
}
