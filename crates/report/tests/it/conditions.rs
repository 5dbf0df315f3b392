//! Does the test that shows most of data, use and alignment decide what is said of them?

use crate::bed;

use bed::variants::{T1, found, minutes, random_writes};
use bed::{NothingPrinted, run};
use fourcorners_report::PageData;

/// A compressing drive was found not to mind what is written, since QD3, the first test of the
/// chart, is bound by something else: sequentially it was 2.4 times as fast with data that
/// compresses.
#[test]
fn is_the_test_that_shows_most_of_a_condition_the_one_that_decides() {
    let pair = |random: f64, repeating: f64| {
        [
            ("", "full-random", random),
            ("data-repeating", "repeating", repeating),
        ]
    };
    let mut run = run("a drive");
    minutes(&mut run, T1, &pair(189.0, 201.0));
    minutes(&mut run, "random-write-4k-qd32", &pair(189.0, 240.0));
    minutes(&mut run, "sequential-write-128k", &pair(189.0, 461.0));
    let data = PageData::new(&[run], &NothingPrinted);
    let [found] = data.judgements.as_slice() else {
        panic!("{:?}", data.judgements)
    };
    assert_eq!(
        found.text,
        "repeating data is 2.4 times as fast as random data (461 vs. 189 MB/s, sequential write, \
         128 KiB, QD1)"
    );
    assert_eq!(
        found.headline.as_deref(),
        Some("repeating data up to 2.4 times as fast as random data")
    );
    assert_eq!(found.evidence, "written-data-sequential-write-128k");
    let words = &data.final_words;
    let word = words.iter().find(|word| word.whom == "Kinds of data");
    let word = word.expect("a word on data");
    assert!(
        word.text
            .starts_with("recommended for compressible data: 461"),
        "{}",
        word.text
    );
    assert_eq!(word.evidence, found.evidence);
}

/// Of alignment and use, too, only the first chart with writes was asked, and of it the first pair.
/// Then "the test that loses most" hid what use takes of random writes, by which the reviews told
/// drives apart.
#[test]
fn is_every_test_and_every_state_asked_what_use_and_alignment_take() {
    let mut worn = run("a drive");
    let states = [("", 100.0), ("from-filled", 99.0), ("from-used", 60.0)];
    for test in [T1, "sequential-write-128k"] {
        for (variant, mb_per_s) in states {
            let is_worn = test == T1 || variant != "from-used";
            let mb_per_s = if is_worn { mb_per_s } else { 30.0 };
            minutes(&mut worn, test, &[(variant, "full-random", mb_per_s)]);
        }
    }
    assert_eq!(
        found(worn),
        [
            "40 % slower when used (100 to 60 MB/s, random write, 4 KiB, QD3)",
            "70 % slower when used (100 to 30 MB/s, sequential write, 128 KiB, QD1)"
        ]
    );
    let mut aligned = run("a drive");
    for (test, unaligned) in [(T1, 99.0), ("random-write-4k-qd32", 50.0)] {
        let speeds = [
            ("", "full-random", 100.0),
            ("align-512B", "full-random", unaligned),
        ];
        minutes(&mut aligned, test, &speeds);
    }
    assert_eq!(
        found(aligned),
        [
            "writes aligned to 512B are 50 % slower than aligned ones (50 vs. 100 MB/s, random \
             write, 4 KiB, QD32)"
        ]
    );
}

/// The judgement spoke of noise, the final words of a drive for data that compresses.
#[test]
fn do_final_words_call_noise_what_the_judgement_does() {
    let repeated = |random: f64, repeating: f64| {
        random_writes(
            "a drive",
            &[("", "new", random), ("data-repeating", "new", repeating)],
        )
    };
    let runs = [
        repeated(100.0, 120.0),
        repeated(150.0, 200.0),
        repeated(220.0, 260.0),
    ];
    let data = PageData::new(&runs, &NothingPrinted);
    let noise = "random data versus repeating data: no difference beyond run-to-run noise (100 to \
                 220 MB/s and 120 to 260 MB/s), random write, 4 KiB, QD3";
    assert_eq!(data.judgements[0].text, noise);
    let [word, _] = data.final_words.as_slice() else {
        panic!("{:?}", data.final_words)
    };
    assert_eq!(word.text, format!("not judged: {noise}"));
    assert!(word.drives.is_empty());
}

/// "Random write, 4 KiB, QD3" was of random data, with no word of it in its title.
#[test]
fn does_a_corner_name_the_data_that_was_written() {
    let of = |name: &str, variant: &str, data: &str| {
        let mut run = run(name);
        minutes(&mut run, T1, &[(variant, data, 100.0)]);
        run
    };
    let corner = |runs: &[fourcorners_bench::record::Run]| {
        let data = PageData::new(runs, &NothingPrinted);
        let id = format!("corner-{T1}");
        let chart = data.charts.into_iter().find(|chart| chart.id == id);
        let chart = chart.expect("a corner");
        let labels: Vec<String> = chart.bars.into_iter().map(|bar| bar.label).collect();
        (chart.title, labels)
    };
    let title = "Random write, 4 KiB, QD3";
    let plain = of("a drive", "", "full-random");
    let other = of("another", "data-repeating", "repeating");
    assert_eq!(
        corner(std::slice::from_ref(&plain)),
        (format!("{title}, random data"), vec![String::new()])
    );
    assert_eq!(
        corner(&[plain, other]),
        (
            title.to_string(),
            vec!["random data".to_string(), "repeating data".to_string()]
        )
    );
    // Reads write none.
    let read = of("a drive", "", "");
    assert_eq!(corner(&[read]), (title.to_string(), vec![String::new()]));
}
