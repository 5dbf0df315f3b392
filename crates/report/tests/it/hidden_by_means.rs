//! Is what a mean hides told: stalls of a pass, data that was shrunk, the worst second, the
//! longest write?

use crate::bed;

use bed::{NothingPrinted, consistency, entry, measured, run};
use fourcorners_bench::record::*;
use fourcorners_report::{FinalWord, Judgement, PageData};

/// A clean pass of 200 MB/s and a tortured one of these seconds, in MB; of repeating data.
fn passes(name: &str, tortured: &[u64]) -> Run {
    let mut run = run(name);
    for (test, seconds) in [("hd-tach", &[200; 60][..]), ("torture", tortured)] {
        let bytes = seconds.iter().sum::<u64>() * 1_000_000;
        let mut figures = measured(1000, seconds.len() as f64);
        figures.throughput_mb_per_s = bytes as f64 / seconds.len() as f64 / 1e6;
        figures.data = "repeating".into();
        run.entries
            .push(entry(test, "write", Status::Finished, Some(figures)));
        run.samples
            .extend((0..).zip(seconds).map(|(second, mb)| Sample {
                test: test.into(),
                variant: String::new(),
                phase: "write".into(),
                second,
                ios: 1,
                bytes: mb * 1_000_000,
                latency_mean_ns: 0,
                latency_p99_ns: 0,
                latency_max_ns: 0,
                nand: None,
                temperature_mc: None,
            }));
        run.positions.push(Position {
            test: test.into(),
            variant: String::new(),
            phase: "write".into(),
            offset_bytes: 0,
            bytes,
            duration_ns: seconds.len() as u64 * 1_000_000_000,
        });
    }
    run
}

/// The measured write passes of a run.
fn of_writes(run: &mut Run) -> impl Iterator<Item = &mut Measured> {
    let writes = run.entries.iter_mut().filter(|one| one.phase == "write");
    writes.filter_map(|one| one.measured.as_mut())
}

fn by_rule<'a>(data: &'a PageData, rule: &str) -> &'a Judgement {
    let mut all = data.judgements.iter();
    let found = all.find(|one| one.rule.name == rule);
    found.unwrap_or_else(|| panic!("nothing by '{rule}' in {:?}", data.judgements))
}

fn word<'a>(data: &'a PageData, whom: &str) -> &'a FinalWord {
    let mut words = data.final_words.iter();
    let found = words.find(|word| word.whom.starts_with(whom));
    found.unwrap_or_else(|| panic!("nothing for '{whom}' in {:?}", data.final_words))
}

/// The story: the m4 "loses 40 %", a mean, of which minutes went by at 2 MB/s; that it falls so far
/// is what its review is remembered for.
#[test]
fn are_the_stalls_of_a_tortured_pass_told_beside_its_mean() {
    let mut stalls = [180; 60];
    stalls[20..40].fill(2);
    let data = PageData::new(
        &[passes("m4", &stalls), passes("other", &[110; 60])],
        &NothingPrinted,
    );
    let found = by_rule(&data, "torture");
    assert_eq!(
        found.text,
        "sequential writes 40 % slower when tortured (200 to 121 MB/s, repeating data); dips to \
         2.0 MB/s"
    );
    assert_eq!(
        found.headline.as_deref(),
        Some("sequential writes 40 % slower when tortured (repeating data), dips to 2.0 MB/s")
    );
    assert!(
        word(&data, "Without TRIM")
            .text
            .contains("repeating data; dips to 2.0 MB/s"),
        "{:?}",
        word(&data, "Without TRIM")
    );
}

/// The story: a Vertex 3 won "Without TRIM" by passes of repeating data, of which its NAND took an
/// eighth; only a test of other data could say so, and the suite has none.
#[test]
fn is_data_that_the_nand_never_took_no_measure_of_other_data() {
    let mut packs = passes("packs", &[190; 60]);
    of_writes(&mut packs).for_each(|one| one.write_amplification = Some(0.13));
    let data = PageData::new(&[packs, passes("plain", &[110; 60])], &NothingPrinted);
    let why = "it wrote 0.13 bytes to NAND per byte of that data";
    let words = word(&data, "Without TRIM");
    assert!(words.not_measured[0].contains(why), "{words:?}");
    let found = by_rule(&data, "torture");
    assert!(found.text.ends_with(why));
    assert_eq!(
        found.headline.as_deref(),
        Some("sequential writes as fast when tortured (repeating data, which it compresses)")
    );
    // What does not compress takes as much, and what is collected more.
    let mut plain = passes("plain", &[110; 60]);
    of_writes(&mut plain).for_each(|one| one.write_amplification = Some(1.0));
    let data = PageData::new(&[plain, passes("other", &[100; 60])], &NothingPrinted);
    assert!(word(&data, "Without TRIM").not_measured.is_empty());
}

/// The same of a drive that tells nothing of its NAND: its large writes of random data are slower.
#[test]
fn do_slower_random_data_tell_that_a_real_drive_compresses() {
    let with = |mb_per_s: f64| {
        let mut run = passes("a drive", &[190; 60]);
        let speeds = [("", "full-random", mb_per_s)];
        bed::variants::minutes(&mut run, "sequential-write-128k", &speeds);
        PageData::new(&[run, passes("other", &[110; 60])], &NothingPrinted)
    };
    let said = with(141.0);
    let not_ranked = &word(&said, "Without TRIM").not_measured;
    assert!(
        not_ranked[0].ends_with("random data 141 MB/s when fresh (sequential write, 128 KiB, QD1)")
    );
    assert!(word(&with(190.0), "Without TRIM").not_measured.is_empty());
}

/// The story: a page gave three worst seconds of one Neutron, of three stretches of its runs. One
/// slow second of 600 decides nothing, six of them do.
#[test]
fn is_one_slow_second_no_reason_to_prefer_another_drive() {
    let with = |name: &str, slow: std::ops::Range<u32>| {
        consistency(
            name,
            (0..2000).map(move |second| {
                if slow.contains(&second) {
                    12_000
                } else {
                    20_000
                }
            }),
        )
    };
    let runs = [with("neutron", 127..128), with("other", 1500..1506)];
    let data = PageData::new(&runs, &NothingPrinted);
    let found = word(&data, "Even random writes");
    assert_eq!(
        found.text,
        "neutron (at least 20,000 IOPS in 99 % of seconds); runner-up: other (at least 12,000 \
         IOPS in 99 % of seconds)"
    );
}

/// The story: "25 % spare area makes that 3.2 times as much" stood behind "28 in the worst second",
/// which stayed 28; and 0.2 times as much was called a finding of a drive that was nowhere near its
/// end.
#[test]
fn is_it_told_whether_spare_area_ends_the_stalls() {
    let with = |more: u64, stalls_of_more: u64| {
        let seconds = |mean: u64, worst: u64| {
            (0..2000).map(move |second| if second % 10 == 0 { worst } else { mean })
        };
        let mut run = consistency("a drive", seconds(1000, 28));
        let mut other = consistency("a drive", seconds(more, stalls_of_more));
        for sample in &mut other.samples {
            sample.variant = "spare-25".into();
        }
        for entry in &mut other.entries {
            entry.variant = "spare-25".into();
        }
        run.samples.extend(other.samples);
        run.entries.extend(other.entries);
        let data = PageData::new(&[run], &NothingPrinted);
        let found = by_rule(&data, "spare area");
        (found.judged, found.text.clone())
    };
    assert_eq!(
        with(3000, 28),
        (
            true,
            "25 % spare area makes sustained random writes 3.0 times as fast (3,000 vs. 1,000 \
             IOPS); still stalls (worst second 28 vs. 28 IOPS)"
                .into()
        )
    );
    let milder = with(3000, 84).1;
    assert!(milder.ends_with("; still stalls, but less deeply (worst second 84 vs. 28 IOPS)"));
    assert!(
        with(3000, 2000)
            .1
            .contains("; no more stalls (worst second 2,000 vs. 28 IOPS")
    );
    let slower = with(200, 28);
    assert!(
        !slower.0
            && slower
                .1
                .contains("not judged: sustained random writes are slower")
    );
}
