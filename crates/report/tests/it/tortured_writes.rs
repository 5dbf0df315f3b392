//! Is it told how far random writes fall while a drive is tortured?

use crate::bed;

use bed::{NothingPrinted, entry, measured, run};
use fourcorners_bench::record::*;
use fourcorners_report::{Judgement, PageData};

/// A torture with these IOPS in its seconds, and the probe behind it.
fn tortured(seconds: impl Iterator<Item = u64>) -> Run {
    let mut run = run("a drive");
    torture(&mut run, seconds);
    run
}

fn torture(run: &mut Run, seconds: impl Iterator<Item = u64>) {
    let mut figures = bed::seconds(run, "torture", "torture", seconds);
    // However slow: it was as long as it had to be, or it wrote as much as the drive holds.
    figures.span_bytes = run.header.identity.capacity.bytes().0;
    figures.bytes = figures.span_bytes;
    let mut probe = measured(1000, 60.0);
    probe.latency_max_us = 134_500.0;
    for (phase, figures) in [("torture", figures), ("probe", probe)] {
        run.entries
            .push(entry("torture", phase, Status::Finished, Some(figures)));
    }
}

fn of_writes(data: &PageData) -> Option<&Judgement> {
    let mut all = data.judgements.iter();
    all.find(|one| one.rule.name == "tortured random writes")
}

/// The story: "keeps its write speed when tortured" of a drive whose random writes fell from 51,281
/// a second to 28 in most seconds.
#[test]
fn is_a_collapse_of_random_writes_told_and_in_the_headline() {
    let falling = tortured((0..1200).map(|second| match second {
        0..300 => 50_000,
        second if second % 10 == 0 => 40_000,
        _ => 28,
    }));
    let data = PageData::new(&[falling], &NothingPrinted);
    let found = of_writes(&data).expect("a finding");
    assert_eq!(
        found.text,
        "random writes slow down by 92 % during torture: 50,000 IOPS in the first 10 s, 4,025 in \
         the last 5 min, worst second 28 (with stalls); slowest write 40.0 ms (134.5 ms after \
         torture)"
    );
    assert_eq!(found.evidence, "torture-iops?drive=1");
    assert_eq!(
        data.headlines[0].sentence(),
        "random writes slow down by 92 % during torture, with stalls down to 28 IOPS"
    );
}

#[test]
fn are_random_writes_that_stay_or_hardly_go_on_called_that() {
    let said = |seconds: &dyn Fn(u64) -> u64| {
        let data = PageData::new(&[tortured((0..1200).map(seconds))], &NothingPrinted);
        data.headlines[0].sentence()
    };
    assert_eq!(
        said(&|_| 8000),
        "random writes keep their speed during torture"
    );
    assert_eq!(
        said(&|second| if second < 600 { 10_000 } else { 9_000 }),
        "random writes slow down by 10 % during torture, to 9,000 IOPS"
    );
    assert_eq!(
        said(&|second| if second < 600 { 10_000 } else { 9_001 }),
        "random writes keep their speed during torture"
    );
    assert_eq!(
        said(&|second| if second < 600 { 6400 } else { second % 2 }),
        "random writes slow down by more than 99 % during torture, with stalls down to 0 IOPS"
    );
}

/// Of a drive that holds little and is written over in seconds the first and the last are not far
/// apart.
#[test]
fn is_a_torture_of_less_than_ten_minutes_not_judged_by_its_seconds() {
    let data = PageData::new(&[tortured((0..599).map(|_| 8000))], &NothingPrinted);
    let found = of_writes(&data).expect("why not");
    assert!(!found.judged && found.text.contains("599 s"), "{found:?}");
    let data = PageData::new(&[tortured((0..600).map(|_| 8000))], &NothingPrinted);
    assert!(of_writes(&data).expect("a finding").judged);
}

#[test]
fn does_the_end_of_a_consistency_run_stand_in_the_headline_instead() {
    let mut run = bed::consistency("a drive", (0..2000).map(|_| 3000));
    torture(&mut run, (0..1200).map(|_| 8000));
    let data = PageData::new(&[run], &NothingPrinted);
    assert!(of_writes(&data).expect("a finding").headline.is_none());
    assert_eq!(
        data.headlines[0].sentence(),
        "sustained random writes: 3,000 IOPS, consistent"
    );
}

/// The story: of a torture that had lost its end, seconds 400 to 699 were "the last 5 minutes".
#[test]
fn is_a_torture_that_lost_its_end_not_judged() {
    let mut run = tortured((0..1200).map(|second| 20_000 - second));
    run.samples.retain(|sample| sample.second < 700);
    let found = PageData::new(&[run], &NothingPrinted).judgements;
    let said = |one: &&Judgement| {
        one.text
            .starts_with("random writes during torture not judged")
    };
    assert!(found.iter().any(|one| said(&one)), "{found:?}");
}
