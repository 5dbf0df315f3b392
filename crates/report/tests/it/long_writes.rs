//! Is it judged whether a drive goes on for an hour as it began, and what its NAND programs
//! meanwhile?

use crate::bed;

use bed::variants::random_writes;
use bed::{NothingPrinted, consistency};
use fourcorners_bench::record::{Endurance, Run};
use fourcorners_report::{Judgement, PageData};

fn of_rule(runs: &[Run], rule: &str) -> Judgement {
    let data = PageData::new(runs, &NothingPrinted);
    let mut found = data
        .judgements
        .into_iter()
        .filter(|one| one.rule.name == rule);
    found.next().expect("a finding")
}

/// The story: document 000 says that an hour makes no difference; the page showed both and said
/// nothing.
#[test]
fn is_an_hour_told_from_three_minutes() {
    let of = |hour: f64| {
        of_rule(
            &[random_writes(
                "a drive",
                &[("", "new", 200.0), ("long", "new", hour)],
            )],
            "length",
        )
    };
    assert_eq!(
        of(190.0).text,
        "as fast over 1 h as over 3 min (200 vs. 190 MB/s, random write, 4 KiB, QD3)"
    );
    assert_eq!(
        of(50.0).text,
        "75 % slower over 1 h than over 3 min (200 vs. 50 MB/s, random write, 4 KiB, QD3)"
    );
    assert_eq!(
        of(250.0).text,
        "faster over 1 h than over 3 min (200 vs. 250 MB/s, random write, 4 KiB, QD3)"
    );
    assert_eq!(of(50.0).evidence, "length-random-write-4k-qd3");
}

/// A consistency run of so many seconds in which the NAND programmed so much more than was written,
/// and one with more spare area.
fn amplified(seconds: u64, plain: f64, spare: f64) -> Run {
    let mut run = consistency("a drive", (0..seconds).map(|_| 3000));
    let mut with = run.entries[0].clone();
    with.variant = "spare-25".into();
    run.entries.push(with);
    for (entry, amplification) in run.entries.iter_mut().zip([plain, spare]) {
        let figures = entry.measured.as_mut().expect("figures");
        figures.write_amplification = Some(amplification);
    }
    run
}

#[test]
fn is_write_amplification_told_with_what_spare_area_makes_of_it() {
    let of = |plain: f64, spare: f64| {
        of_rule(&[amplified(2000, plain, spare)], "write amplification").text
    };
    assert_eq!(
        of(4.0, 1.6),
        "write amplification 4.0 over 2000 s (0.1 times the tested capacity written in 2000 s); \
         with 25 % spare area 1.6, \u{2212}60 %"
    );
    assert_eq!(
        of(1.05, 1.0),
        "write amplification 1.05 over 2000 s; with 25 % spare area 1.0, no difference"
    );
    let few = of_rule(&[amplified(600, 4.0, 1.6)], "write amplification");
    assert!(!few.judged && few.text.contains("600 s"), "{few:?}");
}

/// 20 erases of 8 blocks, which are rated for 5,000 P/E cycles each.
#[test]
fn cycles_used_have_their_share_of_the_rated_ones() {
    let mut run = consistency("a drive", (0..2000).map(|_| 3000));
    run.header.endurance = Some(Endurance {
        erase_blocks: 8,
        rated_cycles: Some(5000),
    });
    let used = |run: &Run| {
        let data = PageData::new(std::slice::from_ref(run), &NothingPrinted);
        data.consistency[0].pe_cycles.clone()
    };
    assert_eq!(used(&run), None, "a run that counted no erases");
    let figures = run.entries[0].measured.as_mut().expect("figures");
    figures.block_erases = Some(20);
    assert_eq!(used(&run).as_deref(), Some("2.50 (0.050 % of 5,000)"));
    run.header.endurance = Some(Endurance {
        erase_blocks: 8,
        rated_cycles: None,
    });
    assert_eq!(used(&run).as_deref(), Some("2.50"));
}

/// A drive that does not tell it has no such finding.
#[test]
fn is_no_amplification_guessed() {
    let run = consistency("a drive", (0..2000).map(|_| 3000));
    let data = PageData::new(&[run], &NothingPrinted);
    assert!(
        data.judgements
            .iter()
            .all(|one| one.rule.name != "write amplification")
    );
}
