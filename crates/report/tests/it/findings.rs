//! Does the page open with what was found, does each finding name its chart and its rule, and is
//! nothing judged that says nothing?

use crate::bed;
use fourcorners_bench::record::NotComparable;

use bed::{asked_for, consistency, entry, everywhere, measured, run};
use fourcorners_bench::record::*;
use fourcorners_block::{Bytes, DiscardLimits};
use fourcorners_report::{FinalWord, NothingPrinted, PageData};

/// A write pass over the drive.
fn pass(run: &mut Run, test: &str, phase: &str, mb_per_s: f64) {
    let mut figures = measured(1000, 10.0);
    figures.throughput_mb_per_s = mb_per_s;
    run.entries
        .push(entry(test, phase, Status::Finished, Some(figures)));
    run.positions.push(Position {
        test: test.into(),
        variant: String::new(),
        phase: phase.into(),
        offset_bytes: 0,
        bytes: 1_000_000,
        duration_ns: (1e9 / mb_per_s) as u64,
    });
}

/// Clean, tortured for so long over a share of the drive, trimmed.
fn tortured(passes: [f64; 3], duration_s: f64, share: f64) -> Run {
    let mut run = run("a drive");
    for (test, mb_per_s) in ["hd-tach", "torture", "trim"].into_iter().zip(passes) {
        pass(&mut run, test, "write", mb_per_s);
    }
    let mut torture = measured(1_000_000, duration_s);
    torture.span_bytes = (run.header.identity.capacity.bytes().0 as f64 * share) as u64;
    run.entries
        .push(entry("torture", "torture", Status::Finished, Some(torture)));
    run
}

fn cut_to(run: &mut Run, seconds: u64) {
    let mut asked = asked_for();
    asked.tests.duration_s = Some(seconds);
    run.header.request = Some(asked);
}

fn headline(data: &PageData) -> String {
    let headline = data.headlines.first().expect("a headline");
    headline.sentence()
}

#[test]
fn does_the_page_open_with_torture_trim_and_idle_time_in_a_sentence() {
    let mut run = tortured([200.0, 14.0, 199.0], 1200.0, 1.0);
    for (phase, speed) in [("at-once", 20.0), ("after", 21.0)] {
        pass(&mut run, "idle-gc", &format!("{phase}-write"), speed);
    }
    let data = PageData::new(&[run], &NothingPrinted);
    assert_eq!(
        headline(&data),
        "sequential writes 93 % slower when tortured; TRIM restores full speed; idle time does \
         not"
    );
    let evidence: Vec<&str> = data.headlines[0]
        .parts
        .iter()
        .map(|part| part.evidence.as_str())
        .collect();
    assert_eq!(
        evidence,
        [
            "hd-tach-write?drive=1",
            "hd-tach-write?drive=1",
            "idle-write?drive=1"
        ]
    );
    assert!(
        data.judgements
            .iter()
            .all(|one| !one.rule.name.is_empty() && one.rule.says.len() > 20)
    );
}

#[test]
fn is_a_short_torture_not_judged_whatever_it_seems_to_show() {
    let cases = [
        (3.0, 1.0, "3 s of random writes (needs 20 min)"),
        (1200.0, 0.05, "5 % of the LBAs were tortured"),
    ];
    for (duration_s, share, why) in cases {
        let data = PageData::new(
            &[tortured([200.0, 14.0, 199.0], duration_s, share)],
            &NothingPrinted,
        );
        let found = headline(&data);
        assert!(
            found.contains("not judged") && found.contains(why),
            "{found}"
        );
        assert!(data.judgements.iter().all(|one| !one.judged), "{found}");
        let of_torture = |word: &&FinalWord| word.rule.name.ends_with("TRIM");
        for word in data.final_words.iter().filter(of_torture) {
            assert!(
                word.drives.is_empty() && word.text.contains(why),
                "{}",
                word.text
            );
        }
    }
}

#[test]
fn is_a_drive_that_was_written_once_over_tortured_whatever_the_time() {
    let mut run = tortured([200.0, 14.0, 199.0], 100.0, 1.0);
    let whole = run.header.identity.capacity.bytes().0;
    for entry in &mut run.entries {
        if let Some(measured) = entry.measured.as_mut().filter(|_| entry.phase == "torture") {
            measured.bytes = whole;
        }
    }
    assert!(
        headline(&PageData::new(&[run], &NothingPrinted)).starts_with("sequential writes 93 %")
    );
}

#[test]
fn is_a_shortened_rest_not_judged() {
    let mut run = run("a drive");
    for phase in ["at-once-write", "after-write"] {
        pass(&mut run, "idle-gc", phase, 20.0);
    }
    cut_to(&mut run, 3);
    let found = headline(&PageData::new(&[run], &NothingPrinted));
    assert_eq!(found, "idle GC not judged: 3 s of rest (needs 3 h)");
}

#[test]
fn is_a_difference_within_the_noise_of_repeated_runs_called_that() {
    let repeated = |clean: [f64; 3], worn: [f64; 3]| {
        let runs: Vec<Run> = clean
            .into_iter()
            .zip(worn)
            .map(|(clean, worn)| tortured([clean, worn, clean], 1200.0, 1.0))
            .collect();
        headline(&PageData::new(&runs, &NothingPrinted))
    };
    let noisy = repeated([100.0, 200.0, 300.0], [90.0, 150.0, 250.0]);
    assert_eq!(noisy, "no loss beyond run-to-run noise when tortured");
    let clear = repeated([199.0, 200.0, 201.0], [149.0, 150.0, 151.0]);
    assert!(clear.starts_with("sequential writes 25 %"), "{clear}");
}

/// TRIM that brought nothing back was said to bring back half, since the trimmed pass was told as a
/// share of the clean one.
#[test]
fn is_what_trim_brings_back_a_share_of_what_was_lost() {
    let said = |trimmed: f64| {
        headline(&PageData::new(
            &[tortured([200.0, 100.0, trimmed], 1200.0, 1.0)],
            &NothingPrinted,
        ))
    };
    for (trimmed, back) in [
        (91.0, "TRIM restores nothing"),
        (101.0, "TRIM restores nothing"),
        (109.0, "TRIM restores nothing"),
        (150.0, "TRIM restores 50 % of the loss"),
        (189.0, "TRIM restores 89 % of the loss"),
        (190.0, "TRIM restores full speed"),
    ] {
        assert!(
            said(trimmed).ends_with(back),
            "{trimmed}: {}",
            said(trimmed)
        );
    }
    // Hardly a gain beside 186 MB/s lost, though a third more than the tortured pass.
    let little = PageData::new(
        &[tortured([200.0, 14.0, 19.0], 1200.0, 1.0)],
        &NothingPrinted,
    );
    assert!(headline(&little).ends_with("TRIM restores nothing"));
}

fn repeated(passes: [[f64; 3]; 3]) -> PageData {
    let runs = passes.map(|passes| tortured(passes, 1200.0, 1.0));
    PageData::new(&runs, &NothingPrinted)
}

/// Trimmed passes that overlap with tortured ones were taken as proof that TRIM does nothing, those
/// that overlap with clean ones that it does all; and the final words went by the medians alone.
#[test]
fn is_trim_that_repeated_runs_do_not_tell_apart_called_noise_in_all_of_the_page() {
    let like_tortured = [
        [200.0, 100.0, 180.0],
        [204.0, 104.0, 186.0],
        [202.0, 181.0, 99.0],
    ];
    let like_clean = [
        [200.0, 100.0, 130.0],
        [204.0, 104.0, 150.0],
        [140.0, 101.0, 160.0],
    ];
    for (passes, other) in [
        (like_tortured, "tortured 100 to 181"),
        (like_clean, "clean 140 to 204"),
    ] {
        let data = repeated(passes);
        let said = headline(&data);
        assert!(
            said.ends_with("; TRIM makes no difference beyond run-to-run noise"),
            "{said}"
        );
        assert!(
            data.judgements[1].text.contains(other),
            "{}",
            data.judgements[1].text
        );
        let word = &data.final_words[0];
        assert_eq!(word.rule.name, "with TRIM");
        assert_eq!(word.text, format!("not judged {}", data.judgements[1].text));
    }
    let clear = repeated([
        [200.0, 100.0, 196.0],
        [204.0, 104.0, 198.0],
        [202.0, 102.0, 201.0],
    ]);
    assert!(headline(&clear).ends_with("TRIM restores full speed"));
    assert!(
        clear.final_words[0].text.starts_with("recommended: 98 %"),
        "{}",
        clear.final_words[0].text
    );
}

/// Torture within the noise of repeated runs was not judged, and the final words said whom it
/// suits.
#[test]
fn do_final_words_say_nothing_of_torture_that_is_noise() {
    let data = repeated([
        [100.0, 90.0, 100.0],
        [200.0, 150.0, 200.0],
        [300.0, 250.0, 300.0],
    ]);
    let without = data
        .final_words
        .iter()
        .find(|word| word.rule.name == "without TRIM");
    let text = &without.expect("a word").text;
    assert!(
        text.starts_with("not judged: no difference beyond run-to-run noise"),
        "{text}"
    );
}

/// "loses 93 % of its sequential write speed when tortured; idle time does not": what idle time
/// does not do was said by no part before.
#[test]
fn is_idle_time_told_in_a_whole_sentence_where_trim_did_not_say_it_before() {
    let after = |mut run: Run| {
        for (phase, speed) in [("at-once-write", 20.0), ("after-write", 21.0)] {
            pass(&mut run, "idle-gc", phase, speed);
        }
        headline(&PageData::new(&[run], &NothingPrinted))
    };
    let whole = "; idle time restores nothing";
    let takes_trim = |run: &mut Run| {
        let most = DiscardLimits {
            granularity: Bytes(4096),
            max: Bytes(1 << 30),
            queued: true,
        };
        run.header.identity.discard = Some(most);
    };
    let mut untrimmed = tortured([200.0, 14.0, 199.0], 1200.0, 1.0);
    untrimmed.entries.retain(|entry| entry.test != "trim");
    untrimmed.positions.retain(|zone| zone.test != "trim");
    assert_eq!(
        after(untrimmed.clone()),
        format!("sequential writes 93 % slower when tortured; no TRIM support{whole}")
    );
    takes_trim(&mut untrimmed);
    assert_eq!(
        after(untrimmed),
        format!("sequential writes 93 % slower when tortured{whole}")
    );
    let useless = after(tortured([200.0, 14.0, 14.0], 1200.0, 1.0));
    assert!(
        useless.ends_with(&format!("TRIM restores nothing{whole}")),
        "{useless}"
    );
    // Torture that is not judged has no part either.
    let short = after(tortured([200.0, 14.0, 199.0], 3.0, 1.0));
    assert_eq!(short, "idle time restores nothing");
}

#[test]
fn are_timed_tests_of_less_than_a_minute_not_compared() {
    let with_data = |duration_s: f64| {
        let mut run = run("a drive");
        for (variant, data, mb_per_s) in [
            ("data-repeating", "repeating", 200.0),
            ("", "full-random", 80.0),
        ] {
            let mut figures = measured(1000, duration_s);
            figures.throughput_mb_per_s = mb_per_s;
            figures.data = data.into();
            let mut line = entry(
                "random-write-4k-qd3",
                "measure",
                Status::Finished,
                Some(figures),
            );
            line.variant = variant.into();
            run.entries.push(line);
        }
        PageData::new(&[run], &NothingPrinted)
    };
    assert_eq!(
        headline(&with_data(180.0)),
        "repeating data 2.5 times as fast as random data"
    );
    let short = with_data(3.0);
    assert!(headline(&short).contains("3 s per test (needs 60 s)"));
    assert!(short.judgements.iter().all(|one| !one.judged));
}

#[test]
fn is_a_shortened_consistency_run_judged_only_once_it_is_steady() {
    let falling = PageData::new(
        &[consistency("a drive", (0..600).map(|s| 10_000 - 16 * s))],
        &NothingPrinted,
    );
    let found = headline(&falling);
    assert!(found.starts_with("no steady state (SNIA)"), "{found}");
    let unjudged = falling.judgements.iter().find(|one| !one.judged);
    let why = &unjudged.expect("a reason").text;
    assert!(why.contains("steady state not confirmed"), "{why}");
    // Five even minutes of a slow drive are a fraction of what it holds: an M500 of 960 GB was
    // called steady after 540 s, at two thirds of what it reaches after 6000.
    let mut level = consistency("a drive", (0..600).map(|_| 1000));
    let found = headline(&PageData::new(
        std::slice::from_ref(&level),
        &NothingPrinted,
    ));
    assert!(found.contains("steady state not confirmed"), "{found}");
    everywhere(&mut level);
    assert_eq!(
        headline(&PageData::new(&[level], &NothingPrinted)),
        "sustained random writes: 1,000 IOPS, consistent"
    );
}

#[test]
fn is_each_warning_given_with_what_to_do_about_it() {
    let mut short = consistency("a drive", (0..400).map(|s| 10_000 - 20 * s));
    short.header.not_comparable = vec![NotComparable::Durations];
    short.damage.push(Damage {
        file: "results.jsonl".into(),
        what: Harm::Line {
            number: 3,
            why: None,
        },
    });
    let data = PageData::new(&[short], &NothingPrinted);
    let find = |text: &str| {
        let found = data.warnings.iter().find(|one| one.text.contains(text));
        found.unwrap_or_else(|| panic!("no '{text}' in {:?}", data.warnings))
    };
    assert!(find("not comparable").remedy.contains("--duration"));
    assert!(
        find("no steady state after 360 s")
            .remedy
            .contains("fourcorners run steady-state a drive")
    );
    assert!(find("line 3").remedy.contains("--resume"));
    assert_eq!(data.warnings.len(), 3, "{:?}", data.warnings);
}

#[test]
fn is_what_is_said_of_all_drives_said_once() {
    let quick = |name: &str| {
        let mut run = run(name);
        let suite = "quick".into();
        run.header.not_comparable = vec![NotComparable::QuickLook { suite }];
        run
    };
    let data = PageData::new(&[quick("one"), quick("two"), run("three")], &NothingPrinted);
    assert_eq!(data.warnings.len(), 1);
    assert_eq!(data.warnings[0].whose, "one, two");
    let data = PageData::new(&[quick("one"), quick("two")], &NothingPrinted);
    assert_eq!(data.warnings[0].whose, "all drives");
}

#[test]
fn does_a_drive_of_which_nothing_was_measured_have_a_headline() {
    let data = PageData::new(&[run("a drive")], &NothingPrinted);
    assert!(headline(&data).starts_with("no aging tests"));
}

#[test]
fn is_it_told_why_writes_fall_in_steps_that_add_up() {
    let mut run = consistency("a drive", (0..400).map(|_| 1000));
    for (second, sample) in run.samples.iter_mut().enumerate() {
        sample.nand = Some(NandSample {
            host_units: if second < 2 { 0 } else { 100 },
            moved_units: if second < 200 { 0 } else { 300 },
            erases: 4,
            free_superblocks: 400 - second as u64,
            stalls: (second >= 200).then_some(1),
            stall_ns: (second >= 200).then_some(5_000_000),
        });
    }
    let data = PageData::new(
        &[run, bed::consistency("real", (0..400).map(|_| 1000))],
        &NothingPrinted,
    );
    let [why] = data.why.as_slice() else {
        panic!("of the simulated drive only");
    };
    assert_eq!((why.drive, why.step_s, why.erases_per_s.len()), (0, 2, 200));
    assert_eq!(why.write_amplification[..2], [None, Some(1.0)]);
    assert_eq!(why.write_amplification[100], Some(4.0));
    assert_eq!(why.free_superblocks[..2], [Some(399), Some(397)]);
    assert_eq!((why.stalls[99], why.stalls[100]), (None, Some(2)));
    assert_eq!(why.stalled_ms[199], Some(10));
    assert_eq!(
        (why.moved_units_per_s[199], why.erases_per_s[0]),
        (Some(300), Some(4))
    );
}

/// `--data repeating` was taken for spare area: "data-repeating % spare area makes that 7.8 times
/// as much"; of several spare areas only the first was judged, and 1.0 times as much was called a
/// finding.
#[test]
fn is_each_spare_area_judged_and_nothing_else_taken_for_one() {
    let mut run = consistency("a drive", (0..2000).map(|_| 1000));
    for (variant, ios) in [
        ("spare-25", 3000),
        ("spare-25-late", 2900),
        ("spare-40", 7800),
        ("spare-10", 1050),
        ("data-repeating", 7000),
        ("spare-25+data-repeating", 9000),
    ] {
        let other = consistency("a drive", (0..2000).map(|_| ios));
        let named = |mut sample: Sample| {
            sample.variant = variant.into();
            sample
        };
        run.samples.extend(other.samples.into_iter().map(named));
        run.entries
            .extend(other.entries.into_iter().map(|mut entry| {
                entry.variant = variant.into();
                entry
            }));
    }
    let data = PageData::new(&[run], &NothingPrinted);
    let found = data
        .judgements
        .iter()
        .filter(|one| one.rule.name == "spare area");
    let found: Vec<(&str, &str)> = found.map(|one| (&*one.text, &*one.evidence)).collect();
    assert_eq!(
        found,
        [
            (
                "10 % spare area makes no difference (1,050 vs. 1,000 IOPS)",
                "consistency-all?drive=1&spare=3"
            ),
            (
                "25 % spare area makes sustained random writes 3.0 times as fast (3,000 vs. 1,000 \
                 IOPS)",
                "consistency-all?drive=1&spare=4"
            ),
            (
                "25 % spare area added by TRIM makes sustained random writes 2.9 times as fast \
                 (2,900 vs. 1,000 IOPS)",
                "consistency-all?drive=1&spare=6"
            ),
            (
                "40 % spare area makes sustained random writes 7.8 times as fast (7,800 vs. 1,000 \
                 IOPS)",
                "consistency-all?drive=1&spare=7"
            ),
        ]
    );
    let late = &data.consistency[5];
    assert_eq!(
        (late.variant.as_str(), late.label.as_str()),
        (
            "spare-25-late",
            "25 % spare area added by TRIM (a 256 GB drive)"
        )
    );
}
