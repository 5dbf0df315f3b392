//! Are write passes judged by what they wrote, only where they lasted, and never against each
//! other's evidence?

use crate::bed;

use bed::variants::{add, last};
use bed::{NothingPrinted, run};
use fourcorners_bench::record::*;
use fourcorners_report::{FinalWord, PageData, html, tables};

/// Write passes over a drive of these states, each MB/s and seconds, of that data.
fn passes(name: &str, of: &str, passes: &[(&str, f64, f64)]) -> Run {
    let mut run = run(name);
    for (test, mb_per_s, duration_s) in passes {
        add(&mut run, test, "write", *mb_per_s);
        let figures = last(&mut run);
        figures.duration_s = *duration_s;
        figures.data = of.into();
    }
    run
}

/// Clean, tortured and trimmed, of a minute each.
fn minutes(name: &str, of: &str, speeds: [f64; 3]) -> Run {
    let tests = ["hd-tach", "torture", "trim"];
    let all: Vec<_> = tests
        .into_iter()
        .zip(speeds)
        .map(|(test, speed)| (test, speed, 60.0))
        .collect();
    passes(name, of, &all)
}

/// Adds sequential writes of both kinds of data, which tell how a drive takes them.
fn with_data(mut run: Run, random: f64, repeating: f64) -> Run {
    let speeds = [
        ("", "full-random", random),
        ("data-repeating", "repeating", repeating),
    ];
    bed::variants::minutes(&mut run, "sequential-write-128k", &speeds);
    run
}

fn word<'a>(data: &'a PageData, whom: &str) -> &'a FinalWord {
    let mut words = data.final_words.iter();
    let found = words.find(|word| word.whom.starts_with(whom));
    found.unwrap_or_else(|| panic!("nothing for '{whom}' in {:?}", data.final_words))
}

/// The story: HD Tach passes write repeating data, which a SandForce drive shrinks, and the page
/// praised its write speed without TRIM by them and never said so.
#[test]
fn is_it_said_that_passes_were_of_repeating_data() {
    let data = PageData::new(
        &[minutes("a drive", "repeating", [200.0, 14.0, 199.0])],
        &NothingPrinted,
    );
    let found = &data.judgements[0];
    assert_eq!(
        found.text,
        "sequential writes 93 % slower when tortured (200 to 14 MB/s, repeating data)"
    );
    assert_eq!(
        found.headline.as_deref(),
        Some("sequential writes 93 % slower when tortured (repeating data)")
    );
    assert!(found.rule.says.contains("repeating data"));
    for whom in ["With TRIM", "Without TRIM"] {
        let word = word(&data, whom);
        assert!(word.text.ends_with("MB/s, repeating data)"), "{word:?}");
        assert!(word.rule.says.contains("repeating data"));
    }
    let two = [("one", 90.0), ("two", 50.0)];
    let runs = two.map(|(name, left)| minutes(name, "repeating", [100.0, left, 99.0]));
    let data = PageData::new(&runs, &NothingPrinted);
    assert_eq!(
        word(&data, "Without TRIM").text,
        "one (90 MB/s, 100 when clean, repeating data); runner-up: two (50 MB/s, 100 when clean, \
         repeating data)"
    );
}

/// The same story: among several drives it was the winner for RAID, by data that no array stores.
#[test]
fn is_a_drive_that_compresses_no_winner_by_repeating_data() {
    let packs = || with_data(minutes("packs", "repeating", [189.0; 3]), 141.0, 189.0);
    let plain = |name: &str, left: f64| {
        let passes = minutes(name, "repeating", [100.0, left, 100.0]);
        with_data(passes, 100.0, 101.0)
    };
    let data = PageData::new(
        &[packs(), plain("even", 87.0), plain("uneven", 20.0)],
        &NothingPrinted,
    );
    for whom in ["With TRIM", "Without TRIM"] {
        let word = word(&data, whom);
        assert!(
            !word.drives.contains(&0) && word.drives.contains(&1),
            "{word:?}"
        );
        assert_eq!(
            word.not_measured,
            [
                "packs: 189 MB/s, repeating data, which it compresses; random data 141 MB/s when \
              fresh (sequential write, 128 KiB, QD1)"
            ]
        );
    }
    let alone = PageData::new(&[packs()], &NothingPrinted);
    let without = word(&alone, "Without TRIM");
    assert!(without.drives.is_empty(), "{without:?}");
    assert!(without.text.starts_with("not judged") && without.text.contains("random data 141"));
    assert!(alone.judgements[0].text.ends_with(
        "repeating data); random data 141 MB/s when fresh (sequential write, 128 KiB, QD1)"
    ));
}

/// Random data is what nothing shrinks: passes of it are ranked, whatever the drive does with other
/// data.
#[test]
fn is_a_drive_that_compresses_judged_by_passes_of_random_data() {
    let run = with_data(
        minutes("packs", "full-random", [140.0, 70.0, 139.0]),
        141.0,
        189.0,
    );
    let data = PageData::new(&[run], &NothingPrinted);
    assert_eq!(word(&data, "With TRIM").drives, [0]);
}

/// The story: a file of 1 GiB with `quick` had clean passes of 0.9 s, and the page said "Without
/// TRIM: suits: 105 %" and "With TRIM: does not suit: 70 %".
#[test]
fn is_nothing_said_of_passes_of_a_second() {
    let short = [
        ("hd-tach", 1208.0, 0.9),
        ("torture", 1272.0, 0.8),
        ("trim", 848.0, 1.3),
    ];
    let data = PageData::new(&[passes("a file", "repeating", &short)], &NothingPrinted);
    let [found] = data.judgements.as_slice() else {
        panic!("one: {:?}", data.judgements);
    };
    assert!(!found.judged && found.text.contains("a write pass of 0.8 s (needs 10 s)"));
    for whom in ["With TRIM", "Without TRIM"] {
        let word = word(&data, whom);
        assert!(
            word.drives.is_empty() && word.text.starts_with("not judged: a write pass of 0.8 s"),
            "{word:?}"
        );
    }
    let mut rest = run("a file");
    for (phase, mb_per_s) in [("at-once-write", 20.0), ("after-write", 50.0)] {
        add(&mut rest, "idle-gc", phase, mb_per_s);
        last(&mut rest).duration_s = 0.7;
    }
    let data = PageData::new(&[rest], &NothingPrinted);
    assert!(!data.judgements[0].judged, "{:?}", data.judgements);
}

/// The story: on a host with other programs a drive was slower after TRIM than before it, and the
/// page said that TRIM restores nothing.
#[test]
fn is_a_drive_that_is_slower_after_trim_a_contradiction() {
    let mut run = minutes("a drive", "full-random", [200.0, 150.0, 100.0]);
    let said = |run: &Run| PageData::new(std::slice::from_ref(run), &NothingPrinted);
    let quiet = said(&run);
    assert_eq!(
        quiet.judgements[0].text,
        "torture test not judged: the passes disagree: 150 MB/s before TRIM, 100 after it"
    );
    assert!(quiet.judgements.iter().all(|one| !one.judged));
    run.header.disturbances.push(Disturbance {
        about: "other programs".into(),
        found: "80 % of a processor".into(),
        remedy: "close them".into(),
        when_resumed: false,
    });
    let loud = said(&run);
    assert!(
        loud.judgements[0]
            .text
            .ends_with("; the host may have interfered: other programs")
    );
    assert!(word(&loud, "Without TRIM").text.contains("passes disagree"));
    // 91 of 100 is less than a tenth lower.
    assert!(said(&minutes("a drive", "full-random", [200.0, 100.0, 91.0])).judgements[0].judged);
}

/// The story: the suite of 2010 runs no clean pass, and neither the section nor the headline said
/// so.
#[test]
fn does_the_section_say_which_passes_there_are() {
    let without_clean = || {
        let both = [("torture", 50.0, 60.0), ("trim", 88.0, 60.0)];
        passes("old <b>", "repeating", &both)
    };
    let data = PageData::new(&[without_clean()], &NothingPrinted);
    assert_eq!(
        data.judgements[0].text,
        "sequential writes 50 MB/s when tortured, 88 after TRIM (repeating data); no clean pass"
    );
    let page = html(&data).expect("a page");
    assert!(page.contains("These runs have no clean pass."));
    let both = [without_clean(), minutes("new", "repeating", [100.0; 3])];
    let page = html(&PageData::new(&both, &NothingPrinted)).expect("a page");
    assert!(page.contains("There is no clean pass of old &lt;b&gt;."));
    let whole = PageData::new(&both[1..], &NothingPrinted);
    assert!(!html(&whole).expect("a page").contains(" pass of new"));
}

/// The story: the document recommends a drive that compresses for systems without TRIM, and the
/// page excluded it, since only repeating data had been written.
#[test]
fn drive_that_compresses_is_ranked_once_random_data_was_written() {
    let mut packs = with_data(minutes("packs", "repeating", [189.0; 3]), 141.0, 189.0);
    for (test, mb_per_s) in [("hd-tach", 140.0), ("torture", 120.0), ("trim", 139.0)] {
        add(&mut packs, test, "write", mb_per_s);
        let entry = packs.entries.last_mut().expect("a pass");
        entry.variant = "data-full-random".into();
        let figures = last(&mut packs);
        figures.duration_s = 60.0;
        figures.data = "full-random".into();
    }
    let plain = minutes("plain", "repeating", [200.0, 87.0, 199.0]);
    let runs = [packs, plain];
    let data = PageData::new(&runs, &NothingPrinted);
    assert_eq!(
        word(&data, "Without TRIM").text,
        "packs (120 MB/s, 140 when clean, random data); runner-up: plain (87 MB/s, 200 when \
         clean, repeating data)"
    );
    let found = &data.judgements[0];
    assert_eq!(
        found.text,
        "sequential writes 14 % slower when tortured (140 to 120 MB/s, random data); repeating \
         data 189 to 189 MB/s"
    );
    assert_eq!(
        found.headline.as_deref(),
        Some("sequential writes 14 % slower when tortured (random data)")
    );
    assert_eq!(found.evidence, "hd-tach-write?drive=1&data=2");
    let kinds: Vec<String> = data.curves.iter().map(|one| one.data.to_string()).collect();
    assert_eq!(kinds.iter().filter(|one| *one == "full-random").count(), 3);
    let text = tables(&runs, &NothingPrinted, None);
    for kind in ["packs, repeating data", "packs, random data"] {
        assert!(text.contains(kind), "{text}");
    }
}
