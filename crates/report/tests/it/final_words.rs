//! Is the drive recommended that the measured values name, is a tie a tie, and is it said what was
//! not measured?

use crate::bed;

use bed::variants::add;
use bed::{NothingPrinted, consistency, entry, measured, run};
use fourcorners_bench::record::*;
use fourcorners_report::{FinalWord, PageData};

/// A drive whose write passes are so fast: clean, tortured, trimmed.
fn drive(name: &str, passes: [f64; 3]) -> Run {
    let mut run = run(name);
    for (test, mb_per_s) in ["hd-tach", "torture", "trim"].into_iter().zip(passes) {
        add(&mut run, test, "write", mb_per_s);
    }
    run
}

fn words(runs: &[Run]) -> Vec<FinalWord> {
    PageData::new(runs, &NothingPrinted).final_words
}

fn for_whom<'a>(words: &'a [FinalWord], whom: &str) -> &'a FinalWord {
    let found = words.iter().find(|word| word.whom.starts_with(whom));
    found.unwrap_or_else(|| panic!("nothing for '{whom}' in {words:?}"))
}

#[test]
fn does_the_peak_lose_against_what_is_left_after_torture_where_there_is_no_trim() {
    let found = words(&[
        drive("fast", [300.0, 20.0, 299.0]),
        drive("even", [100.0, 87.0, 99.0]),
    ]);
    let without = for_whom(&found, "Without TRIM");
    assert_eq!(without.drives, [1]);
    assert_eq!(
        without.text,
        "even (87 MB/s, 100 when clean); runner-up: fast (20 MB/s, 300 when clean)"
    );
    assert_eq!(without.evidence, "hd-tach-write?drive=2");
    assert_eq!(for_whom(&found, "With TRIM").drives, [0]);
}

#[test]
fn is_a_tie_a_tie() {
    let found = words(&[
        drive("one", [100.0, 50.0, 100.0]),
        drive("two", [100.0, 49.0, 98.0]),
        drive("three", [100.0, 20.0, 99.0]),
    ]);
    let without = for_whom(&found, "Without TRIM");
    assert_eq!(without.drives, [0, 1]);
    assert!(
        without.text.starts_with("tie: one")
            && without
                .text
                .ends_with("runner-up: three (20 MB/s, 100 when clean)"),
        "{}",
        without.text
    );
    let with = for_whom(&found, "With TRIM");
    assert_eq!(with.drives.len(), 3);
    assert!(with.text.starts_with("tie: one"), "{}", with.text);
}

#[test]
fn are_drives_level_that_repeated_runs_do_not_tell_apart() {
    let runs = [
        drive("one", [100.0, 60.0, 100.0]),
        drive("one", [100.0, 50.0, 100.0]),
        drive("one", [100.0, 40.0, 100.0]),
        drive("two", [100.0, 45.0, 100.0]),
    ];
    assert_eq!(for_whom(&words(&runs), "Without TRIM").drives.len(), 2);
}

#[test]
fn is_a_drive_named_of_which_it_was_not_measured() {
    let mut priced = drive("priced", [100.0, 50.0, 100.0]);
    priced.header.prices.push(Price {
        currency: "USD".into(),
        price: 200.0,
        price_per_nand_gb: None,
        price_per_usable_gib: 0.84,
    });
    let mut dear = drive("dear", [100.0, 50.0, 100.0]);
    dear.header.prices.push(Price {
        currency: "USD".into(),
        price: 400.0,
        price_per_nand_gb: None,
        price_per_usable_gib: 1.68,
    });
    let found = words(&[priced, dear, drive("gift", [100.0, 50.0, 100.0])]);
    let price = for_whom(&found, "By price");
    assert_eq!(price.drives, [0]);
    assert!(
        price.text.starts_with("priced (0.84 USD per usable GiB"),
        "{}",
        price.text
    );
    assert_eq!(price.not_measured, ["gift: no price in US dollars"]);
}

#[test]
fn drive_with_stalls_is_not_for_heavy_writing() {
    let stalling = consistency(
        "stalling",
        (0..2000).map(|s| if s % 10 == 0 { 10 } else { 20_000 }),
    );
    let level = consistency("level", (0..2000).map(|_| 9000));
    let found = words(&[stalling, level]);
    assert_eq!(for_whom(&found, "Heavy writing").drives, [1]);
    assert!(
        for_whom(&found, "Heavy writing")
            .text
            .contains("stalls in 10 % of the seconds, down to 10")
    );
    assert_eq!(for_whom(&found, "Even random writes").drives, [1]);
}

#[test]
fn is_nothing_recommended_where_only_one_of_several_was_measured() {
    let found = words(&[drive("one", [100.0, 60.0, 100.0]), run("two")]);
    let word = for_whom(&found, "Without TRIM");
    assert!(
        word.drives.is_empty()
            && word
                .text
                .starts_with("no recommendation: only one can be compared"),
        "{word:?}"
    );
    assert_eq!(word.not_measured, ["two: not measured"]);
}

#[test]
fn is_it_said_whom_a_drive_suits_that_was_reviewed_alone() {
    let found = words(&[drive("alone", [200.0, 14.0, 199.0])]);
    assert_eq!(for_whom(&found, "With TRIM").drives, [0]);
    let without = for_whom(&found, "Without TRIM");
    assert!(
        without.drives.is_empty() && without.text.starts_with("not recommended: 7 %"),
        "{}",
        without.text
    );
}

#[test]
fn are_two_ports_of_a_drive_no_choice_between_drives() {
    let on = |port: &str| {
        let mut run = drive("one", [200.0, 14.0, 199.0]);
        run.header.conditions.port = Some(port.into());
        run
    };
    let found = words(&[on("sata-3gbps"), on("sata-6gbps")]);
    assert!(
        for_whom(&found, "With TRIM")
            .text
            .starts_with("recommended"),
        "{found:?}"
    );
}

/// A drive for data that compresses was recommended by a chart that shows random data only, and by
/// one figure of which nobody could tell how it was made.
#[test]
fn does_the_evidence_on_data_show_the_figures_that_were_compared() {
    let written = |name: &str, speeds: [[f64; 2]; 2]| {
        let mut run = run(name);
        let tests = ["random-write-4k-qd3", "sequential-write-128k"];
        for (test, [random, repeating]) in tests.into_iter().zip(speeds) {
            for (variant, data, mb_per_s) in [
                ("", "full-random", random),
                ("data-repeating", "repeating", repeating),
            ] {
                let mut figures = measured(1000, 60.0);
                figures.throughput_mb_per_s = mb_per_s;
                figures.data = data.into();
                let mut line = entry(test, "measure", Status::Finished, Some(figures));
                line.variant = variant.into();
                run.entries.push(line);
            }
        }
        run
    };
    let runs = [
        written("packs", [[100.0, 200.0], [100.0, 450.0]]),
        written("plain", [[150.0, 150.0], [150.0, 150.0]]),
    ];
    let found = words(&runs);
    let random = for_whom(&found, "Incompressible data");
    assert_eq!(
        random.text,
        "plain (150 MB/s: random 150, sequential 150 MB/s); runner-up: packs (100 MB/s: random \
         100, sequential 100 MB/s)"
    );
    assert_eq!(random.evidence, "corner-random-write-4k-qd3");
    let packed = for_whom(&found, "Compressible data");
    assert!(
        packed
            .text
            .starts_with("packs (300 MB/s: random 200, sequential 450 MB/s)"),
        "{}",
        packed.text
    );
    assert_eq!(packed.evidence, "written-data-random-write-4k-qd3");
}

/// Two drives that were reviewed one after the other in one bay are both /dev/sdb: the second
/// vanished from final words and prices.
#[test]
fn are_two_drives_of_one_bay_two_to_choose_from() {
    let in_bay = |serial: &str, left: f64, price: f64| {
        let mut run = drive("/dev/sdb", [100.0, left, 100.0]);
        run.header.identity.kind = fourcorners_block::DriveKind::BlockDevice;
        run.header.identity.serial = serial.into();
        run.path = format!("runs/{serial}").into();
        run.header.identity.model = "the same model".into();
        run.header.prices.push(Price {
            currency: "USD".into(),
            price,
            price_per_nand_gb: None,
            price_per_usable_gib: price / 100.0,
        });
        run
    };
    let runs = [in_bay("one", 20.0, 200.0), in_bay("two", 90.0, 100.0)];
    let data = PageData::new(&runs, &NothingPrinted);
    assert_eq!(for_whom(&data.final_words, "Without TRIM").drives, [1]);
    let prices: Vec<(usize, f64)> = data
        .prices
        .iter()
        .map(|row| (row.drive, row.price))
        .collect();
    assert_eq!(prices, [(1, 100.0), (0, 200.0)]);
    let text = fourcorners_report::tables(&runs, &NothingPrinted, Some(160));
    assert!(
        text.contains("the same model (serial number two)"),
        "{text}"
    );
    assert!(
        !text.contains("/dev/sdb"),
        "the price table says which: {text}"
    );
}

/// What a simulated drive does tells apart a drive file and its changed copy, and no drive from
/// itself behind another port.
#[test]
fn is_a_changed_copy_of_a_drive_file_another_drive_and_another_port_none() {
    let run_of = |does: &str, port: &str| {
        let mut run = drive("copied", [100.0, 50.0, 100.0]);
        run.header.conditions.port = Some(port.into());
        let request = serde_json::json!({
            "drive": "copied.toml", "behaviour_sha256": does, "port": port,
            "tests": fourcorners_bench::Options::default(),
        });
        run.header.request = Some(serde_json::from_value(request).expect("a request"));
        run
    };
    let choice = |runs: &[Run]| for_whom(&words(runs), "With TRIM").drives.len();
    assert_eq!(
        choice(&[run_of("a", "sata-3gbps"), run_of("b", "sata-3gbps")]),
        2
    );
    assert_eq!(
        choice(&[run_of("a", "sata-3gbps"), run_of("b", "sata-6gbps")]),
        1
    );
}

/// A drive that is 5.2 % dearer was level by the share of the dearer price; one behind a drive that
/// runs told apart was not looked at.
#[test]
fn are_drives_level_by_a_share_of_the_best_and_in_whatever_order_they_stand() {
    let priced = |name: &str, price: f64| {
        let mut run = drive(name, [100.0, 50.0, 100.0]);
        run.header.prices.push(Price {
            currency: "USD".into(),
            price,
            price_per_nand_gb: None,
            price_per_usable_gib: price / 100.0,
        });
        run
    };
    let level_with = |price: f64| {
        let found = words(&[priced("cheap", 100.0), priced("dear", price)]);
        for_whom(&found, "By price").drives.len()
    };
    assert_eq!((level_with(104.9), level_with(105.1)), (2, 1));
    let mut runs = vec![
        drive("best", [100.0, 60.0, 100.0]),
        drive("near", [100.0, 52.0, 100.0]),
    ];
    for (repeat, left) in (1..).zip([40.0, 50.0, 70.0]) {
        let mut run = drive("wide", [100.0, left, 100.0]);
        run.header.repeat = repeat;
        runs.push(run);
    }
    let found = words(&runs);
    let without = for_whom(&found, "Without TRIM");
    assert_eq!(without.drives, [0, 2]);
    assert!(
        without.text.starts_with("tie: best (60 MB/s")
            && without
                .text
                .ends_with("runner-up: near (52 MB/s, 100 when clean)"),
        "{}",
        without.text
    );
    assert!(without.rule.says.contains("run-to-run noise"));
}

/// The story: of a drive that was run through two suites only the first was asked, and a page that
/// judged its random writes said that nothing was known of them.
#[test]
fn is_a_drive_that_was_run_in_two_suites_asked_in_both() {
    let of_torture = drive("twice", [100.0, 50.0, 100.0]);
    let mut of_seconds = consistency("twice", std::iter::repeat_n(5000, 2000));
    of_seconds.path = "runs/twice-of-seconds".into();
    of_seconds.header.suite = "anandtech-2013".into();
    let other = consistency("other", std::iter::repeat_n(2000, 2000));
    let found = words(&[of_torture, of_seconds, other]);
    let heavy = for_whom(&found, "Heavy writing");
    let said = "twice (suite anandtech-2013) (5,000 IOPS after 1400 s, consistent";
    assert!(heavy.text.starts_with(said), "{}", heavy.text);
}
