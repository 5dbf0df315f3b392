//! Is it judged what a full drive makes of recorded work, and a busy one of starting programs?

use crate::bed;

use bed::replays::{replayed, started};
use bed::{NothingPrinted, asked_for, run};
use fourcorners_bench::Options;
use fourcorners_bench::record::*;
use fourcorners_report::{Judgement, PageData};

fn of_rule<'a>(data: &'a PageData, rule: &str) -> Vec<&'a Judgement> {
    let found = data.judgements.iter();
    found.filter(|one| one.rule.name == rule).collect()
}

/// The Destroyer on an empty and on a full drive, at these data rates and service times.
fn destroyed(empty: (f64, f64), full: (f64, f64)) -> Run {
    let mut run = run("a drive");
    for (variant, (rate, service_us)) in [("", empty), ("from-filled", full)] {
        run.entries.push(replayed(
            "destroyer",
            variant,
            "dependencies",
            rate,
            service_us,
        ));
    }
    run
}

fn of_destroyer(runs: &[Run]) -> Judgement {
    let data = PageData::new(runs, &NothingPrinted);
    let found = of_rule(&data, "recorded workloads on a full drive");
    assert_eq!(found.len(), 1, "{found:?}");
    found[0].clone()
}

/// The story: of 37 % less on a full drive, and 85 % more waiting, the page said nothing.
#[test]
fn is_a_loss_on_a_full_drive_told_with_what_each_io_took() {
    let found = of_destroyer(&[destroyed((100.0, 1000.0), (63.0, 1850.0))]);
    assert_eq!(
        found.text,
        "The Destroyer: 37 % slower when filled (100 to 63 MB/s, service time 1.0 ms to 1.9 ms, \
         +85 %)"
    );
    assert_eq!(found.evidence, "replay-destroyer-rate");
}

#[test]
fn is_a_difference_below_a_tenth_none_and_one_that_repeated_runs_have_noise() {
    let found = of_destroyer(&[destroyed((100.0, 1000.0), (94.0, 1100.0))]);
    assert!(
        found
            .text
            .starts_with("The Destroyer: no slower when filled (100 to 94 MB/s"),
        "{}",
        found.text
    );
    let runs: Vec<Run> = [(100.0, 110.0), (80.0, 82.0), (140.0, 60.0)]
        .iter()
        .enumerate()
        .map(|(number, (empty, full))| {
            let mut run = destroyed((*empty, 1.0), (*full, 1.0));
            run.header.repeat = number as u32 + 1;
            run
        })
        .collect();
    let found = of_destroyer(&runs);
    assert!(
        found
            .text
            .contains("run-to-run noise (60.0 to 110 MB/s and 80.0 to 140 MB/s)"),
        "{}",
        found.text
    );
}

#[test]
fn is_a_trace_that_was_cut_not_judged() {
    let mut run = destroyed((100.0, 1000.0), (63.0, 1850.0));
    let mut request = asked_for();
    request.tests = Options {
        duration_s: Some(30),
        ..Options::default()
    };
    run.header.request = Some(request);
    let found = of_destroyer(&[run]);
    assert!(
        !found.judged && found.text.contains("cut the replay after 30 s"),
        "{found:?}"
    );
}

/// A drive on which programs start in these times, alone and under load.
fn starting(name: &str, alone: f64, loaded: f64) -> Run {
    let mut run = run(name);
    for (phase, seconds) in [("alone", alone), ("loaded", loaded)] {
        run.entries.push(started(phase, seconds));
    }
    run
}

/// The story: alone all SSDs are equal, under load they are not, and a disk takes twice as long
/// again.
#[test]
fn are_starting_times_told_alone_and_under_load_beside_the_shortest() {
    let runs = [
        starting("an SSD", 1.90, 2.00),
        starting("another", 1.95, 2.60),
        starting("a disk", 4.60, 10.3),
    ];
    let data = PageData::new(&runs, &NothingPrinted);
    let found = of_rule(&data, "program starts");
    let texts: Vec<&str> = found.iter().map(|one| one.text.as_str()).collect();
    assert_eq!(
        texts,
        [
            "programs start in 1.90 s (the fastest here); no slower under load, in 2.00 s (the \
             fastest here)",
            "programs start in 1.95 s (as fast as the fastest here); under load in 2.60 s (1.3 \
             times the fastest here), 33 % longer",
            "programs start in 4.60 s (2.4 times the fastest here); under load in 10.30 s (5.2 \
             times the fastest here), 124 % longer",
        ]
    );
    assert!(
        data.charts
            .iter()
            .any(|chart| chart.id == found[0].evidence)
    );
}

#[test]
fn is_a_drive_alone_not_the_shortest_of_anything() {
    let data = PageData::new(&[starting("an SSD", 2.0, 3.0)], &NothingPrinted);
    let found = of_rule(&data, "program starts");
    assert_eq!(
        found[0].text,
        "programs start in 2.00 s; under load in 3.00 s, 50 % longer"
    );
}
