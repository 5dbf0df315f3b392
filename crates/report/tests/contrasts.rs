//! Is a test that was run under several conditions shown beside itself, and what is said of it?

mod bed;

use bed::{entry, measured, run};
use fourcorners_bench::record::*;
use fourcorners_report::{Mark, PageData, tables};

const T1: &str = "random-write-4k-qd3";

/// Nothing was printed about any drive.
fn none(_: &Run) -> Vec<Mark> {
    Vec::new()
}

/// A finished phase of a test in its own way, and its speed at the drive's start.
fn add(run: &mut Run, test: &str, phase: &str, mb_per_s: f64) {
    add_as(run, (test, "", phase), "new", mb_per_s);
}

/// The same as a variant, from a state.
fn add_as(run: &mut Run, (test, variant, phase): (&str, &str, &str), state: &str, mb_per_s: f64) {
    let mut figures = measured(1000, 10.0);
    figures.throughput_mb_per_s = mb_per_s;
    let mut entry = entry(test, phase, Status::Finished, Some(figures));
    entry.variant = variant.into();
    entry.state = state.into();
    run.entries.push(entry);
    run.positions.push(Position {
        test: test.into(),
        variant: variant.into(),
        phase: phase.into(),
        offset_bytes: 0,
        bytes: 1_000_000,
        duration_ns: (1e9 / mb_per_s) as u64,
    });
}

/// A run in which T1 was measured as these variants, from these states, at these speeds.
fn random_writes(name: &str, speeds: &[(&str, &str, f64)]) -> Run {
    let mut run = run(name);
    for (variant, state, mb_per_s) in speeds {
        add_as(&mut run, (T1, variant, "measure"), state, *mb_per_s);
    }
    for entry in &mut run.entries {
        if let Some(measured) = &mut entry.measured {
            measured.duration_s = if entry.variant == "long" {
                3600.0
            } else {
                180.0
            };
            if entry.variant.contains("data-repeating") {
                measured.data = "repeating".into();
            } else {
                measured.data = "full-random".into();
            }
        }
    }
    run
}

/// The bars of a section: label, variant, value, note, and where a band ends.
fn bars(data: &PageData, section: &str) -> Vec<(String, String, f64, String, f64)> {
    let charts = data.charts.iter().filter(|chart| chart.section == section);
    let bars = charts.flat_map(|chart| &chart.bars).map(|bar| {
        let end = bar.ends.last().map_or(bar.value, |end| end.value);
        (
            bar.label.clone(),
            bar.variant.clone(),
            bar.value,
            bar.note.clone(),
            end,
        )
    });
    bars.collect()
}

fn found(run: Run) -> Vec<String> {
    let data = PageData::new(&[run], &none);
    data.judgements
        .into_iter()
        .map(|found| found.text)
        .collect()
}

#[test]
fn is_the_band_from_the_worst_kind_of_data_to_the_best() {
    let run = random_writes(
        "a drive",
        &[
            ("data-repeating", "new", 190.0),
            ("data-one-buffer", "new", 150.0),
            ("", "new", 100.0),
        ],
    );
    let data = PageData::new(std::slice::from_ref(&run), &none);
    let [(_, variant, value, _, end)] = bars(&data, "written-data").try_into().expect("one bar");
    assert_eq!((variant.as_str(), value, end), ("", 100.0, 190.0));
    let chart = data
        .charts
        .iter()
        .find(|chart| chart.section == "written-data");
    let ends: Vec<&str> = chart.expect("a chart").bars[0]
        .ends
        .iter()
        .map(|end| end.variant.as_str())
        .collect();
    assert_eq!(ends, ["", "data-one-buffer", "data-repeating"]);
    let text = tables(std::slice::from_ref(&run), &none, Some(160));
    assert!(text.contains("100.0 to 190.0"), "{text}");
    assert_eq!(
        found(run),
        [
            "repeating data is 1.9 times as fast as random data (190 and 100 MB/s, random write, 4 KiB, QD3)"
        ]
    );
    let blind = random_writes(
        "a drive",
        &[("data-repeating", "new", 101.0), ("", "new", 100.0)],
    );
    assert!(found(blind)[0].starts_with("does not mind what is written"));
}

#[test]
fn are_new_and_used_a_pair_with_what_was_lost() {
    let pair = |used: f64| {
        random_writes(
            "a drive",
            &[
                ("align-512B+data-repeating", "new", 40.8),
                ("from-used+align-512B+data-repeating", "used", used),
            ],
        )
    };
    let data = PageData::new(&[pair(26.3)], &none);
    let shown = bars(&data, "used");
    let labels: Vec<(&str, f64, &str)> = shown
        .iter()
        .map(|(label, _, value, note, _)| (label.as_str(), *value, note.as_str()))
        .collect();
    assert_eq!(labels, [("new", 40.8, ""), ("used", 26.3, "\u{2212}36 %")]);
    let title = &data
        .charts
        .iter()
        .find(|chart| chart.section == "used")
        .expect("a chart")
        .title;
    assert!(title.contains("aligned to 512B, repeating data"), "{title}");
    assert!(
        bars(&data, "alignment").is_empty(),
        "both are aligned alike"
    );
    assert_eq!(
        found(pair(26.3)),
        ["loses 36 % when used (41 to 26 MB/s, random write, 4 KiB, QD3)"]
    );
    assert!(found(pair(40.0))[0].starts_with("is no slower used than new"));
}

#[test]
fn are_writes_aligned_to_sectors_a_pair_with_aligned_ones() {
    let pair = |unaligned: f64| {
        random_writes(
            "a drive",
            &[
                ("align-512B+data-repeating", "new", unaligned),
                ("data-repeating", "new", 160.0),
            ],
        )
    };
    let data = PageData::new(&[pair(40.0)], &none);
    let labels: Vec<String> = bars(&data, "alignment")
        .into_iter()
        .map(|bar| bar.0)
        .collect();
    assert_eq!(
        labels,
        ["aligned", "aligned to 512B"],
        "the aligned one first, however it was run"
    );
    assert_eq!(
        found(pair(40.0)),
        [
            "writes aligned to 512B reach 25 % of the speed of aligned ones (40 and 160 MB/s, random write, 4 KiB, QD3)"
        ]
    );
    assert!(found(pair(150.0))[0].starts_with("is no slower with writes aligned to 512B"));
}

#[test]
fn is_an_hour_beside_three_minutes_with_its_latencies() {
    let run = random_writes("a drive", &[("", "new", 200.0), ("long", "new", 198.0)]);
    let data = PageData::new(&[run], &none);
    let shown = bars(&data, "length");
    assert_eq!((shown[0].0.as_str(), shown[1].0.as_str()), ("3 min", "1 h"));
    assert_eq!(shown[1].3, "\u{2212}1 %");
    let charts: Vec<(&str, &str)> = data
        .latencies
        .iter()
        .map(|chart| (chart.id, chart.title.as_str()))
        .collect();
    let title = "4 KiB random writes, QD3, new drive";
    let long = format!("{title}, 1 h");
    assert_eq!(charts, [("latency-new", title), ("latency-long", &long)]);
}

#[test]
fn does_the_corner_of_a_drive_show_the_test_in_its_own_way_first() {
    let plain = random_writes(
        "plain",
        &[("data-repeating", "new", 190.0), ("", "new", 100.0)],
    );
    let other = random_writes("other", &[("align-512B", "new", 50.0)]);
    let data = PageData::new(&[plain, other], &none);
    let corner: Vec<(String, String, f64)> = bars(&data, "corners")
        .into_iter()
        .map(|bar| (bar.0, bar.1, bar.2))
        .collect();
    let expected = [("", "", 100.0), ("aligned to 512B", "align-512B", 50.0)];
    let expected: Vec<_> = expected
        .map(|(label, variant, value)| (label.to_string(), variant.to_string(), value))
        .into();
    assert_eq!(corner, expected);
}

#[test]
fn is_a_drive_behind_two_ports_two_drives_and_compared_with_itself() {
    let behind = |port: &str, mb_per_s: f64| {
        let mut run = run("a drive");
        run.header.facts.push(Fact {
            name: HOST_PORT.into(),
            value: port.into(),
            source: String::new(),
        });
        add(&mut run, "sequential-read-128k", "measure", mb_per_s);
        run
    };
    let data = PageData::new(&[behind("sata-3", 260.0), behind("sata-6", 390.0)], &none);
    let models: Vec<&str> = data
        .drives
        .iter()
        .map(|drive| drive.model.as_str())
        .collect();
    assert_eq!(models, ["a drive (sata-3)", "a drive (sata-6)"]);
    let shown: Vec<(f64, String)> = bars(&data, "ports")
        .into_iter()
        .map(|bar| (bar.2, bar.3))
        .collect();
    assert_eq!(shown, [(260.0, String::new()), (390.0, "+50 %".into())]);
    let alone = PageData::new(&[behind("sata-3", 260.0)], &none);
    assert!(
        bars(&alone, "ports").is_empty(),
        "there is nothing to compare"
    );
}

#[test]
fn is_it_said_whether_a_rest_brings_anything_back() {
    let rested = |at_once: f64, rested: f64| {
        let mut run = run("a drive");
        for (phase, speed) in [("at-once-write", at_once), ("after-write", rested)] {
            add(&mut run, "idle-collection", phase, speed);
        }
        add(&mut run, "trim", "write", 200.0);
        run
    };
    for (at_once, after, words) in [
        (20.0, 21.0, "hardly cleans up"),
        (20.0, 100.0, "becomes 5.0 times as fast (20 to 100 MB/s)"),
        (195.0, 196.0, "loses nothing that a rest could bring back"),
    ] {
        let said = found(rested(at_once, after)).join("; ");
        assert!(said.contains(words), "{said}");
    }
    let data = PageData::new(&[rested(20.0, 100.0)], &none);
    let states: Vec<(&str, &str)> = data
        .curves
        .iter()
        .filter(|curve| curve.section == "idle")
        .map(|curve| (curve.state, curve.op))
        .collect();
    assert_eq!(states, [("at once", "write"), ("rested", "write")]);
}

#[test]
fn is_power_shown_in_watts_and_only_where_it_is_known() {
    let power = |watts: Option<f64>| {
        let mut run = run("a drive");
        add(&mut run, "power", "idle", 1.0);
        if let Some(measured) = &mut run.entries[0].measured {
            measured.power_mean_w = watts;
        }
        PageData::new(&[run], &none)
    };
    let data = power(Some(0.7));
    let chart = data
        .charts
        .iter()
        .find(|chart| chart.section == "power")
        .expect("a chart");
    assert_eq!((chart.unit, chart.bars[0].value), ("W", 0.7));
    assert!(
        bars(&power(None), "power").is_empty(),
        "no zero for what is not known"
    );
}

#[test]
fn is_a_price_shown_once_for_a_drive_behind_two_ports() {
    let priced = |port: &str| {
        let mut run = run("a drive");
        run.header.facts.push(Fact {
            name: HOST_PORT.into(),
            value: port.into(),
            source: String::new(),
        });
        run.header.prices.push(Price {
            currency: "USD".into(),
            price: 500.0,
            price_per_nand_gb: None,
            price_per_usable_gib: 2.0,
        });
        run
    };
    let runs = [priced("sata-3"), priced("sata-6")];
    let data = PageData::new(&runs, &none);
    assert_eq!(data.prices.len(), 1);
    assert_eq!(
        (data.prices[0].nand_gib, data.prices[0].per_usable_gib),
        (None, 2.0)
    );
    assert!(tables(&runs, &none, Some(120)).contains("500.00 USD"));
}

#[test]
fn does_the_best_drive_stand_first_also_where_each_has_several_bars() {
    let of = |name: &str, watts: f64, at_once: f64| {
        let mut run = run(name);
        for (phase, speed) in [("at-once-write", at_once), ("after-write", 300.0)] {
            add(&mut run, "idle-collection", phase, speed);
        }
        add(&mut run, "power", "idle", 1.0);
        let idle = run.entries.last_mut().expect("the idle phase");
        idle.measured.as_mut().expect("figures").power_mean_w = Some(watts);
        run
    };
    let data = PageData::new(
        &[
            of("first", 0.7, 20.0),
            of("second", 0.3, 90.0),
            of("third", 0.5, 50.0),
        ],
        &none,
    );
    for (section, order) in [("power", vec![1, 2, 0]), ("idle", vec![1, 1, 2, 2, 0, 0])] {
        let chart = data.charts.iter().find(|chart| chart.section == section);
        let bars = &chart.expect("a chart").bars;
        let drives: Vec<usize> = bars.iter().map(|bar| bar.drive).collect();
        assert_eq!(drives, order, "{section}");
    }
}

/// A finished minute of a test as variants, at these speeds.
fn minutes(run: &mut Run, test: &str, speeds: &[(&str, &str, f64)]) {
    for (variant, data, mb_per_s) in speeds {
        add_as(run, (test, variant, "measure"), "new", *mb_per_s);
        let last = run
            .entries
            .last_mut()
            .and_then(|entry| entry.measured.as_mut());
        let figures = last.expect("figures");
        figures.duration_s = 60.0;
        figures.data = (*data).into();
    }
}

/// A compressing drive was found not to mind what is written, since QD3, the first test of the chart, is bound by something
/// else: sequentially it was 2.4 times as fast with data that compresses.
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
    let data = PageData::new(&[run], &none);
    let [found] = data.judgements.as_slice() else {
        panic!("{:?}", data.judgements)
    };
    assert_eq!(
        found.text,
        "repeating data is 2.4 times as fast as random data (461 and 189 MB/s, sequential write, 128 KiB, QD1)"
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
        word.text.starts_with("suits data that compresses: 461"),
        "{}",
        word.text
    );
    assert_eq!(word.evidence, found.evidence);
}

/// Of alignment and use, too, only the first chart with writes was asked, and of it the first pair.
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
        ["loses 70 % when used (100 to 30 MB/s, sequential write, 128 KiB, QD1)"]
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
            "writes aligned to 512B reach 50 % of the speed of aligned ones (50 and 100 MB/s, random write, 4 KiB, QD32)"
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
    let data = PageData::new(&runs, &none);
    let noise = "random data against repeating data: a difference within the noise of repeated runs \
                 (100 to 220 MB/s and 120 to 260 MB/s), random write, 4 KiB, QD3";
    assert_eq!(data.judgements[0].text, noise);
    let [word] = data.final_words.as_slice() else {
        panic!("{:?}", data.final_words)
    };
    assert_eq!(word.text, format!("not judged: {noise}"));
    assert!(word.drives.is_empty());
}

/// Where the test had been asked for from another state, the chart was called "new drive, tortured".
#[test]
fn does_the_title_of_latencies_say_new_only_of_new_drives() {
    let title_and_labels = |runs: &[Run]| {
        let data = PageData::new(runs, &none);
        let chart = &data.latencies[0];
        let labels: Vec<String> = chart.entries.iter().map(|one| one.label.clone()).collect();
        (chart.title.clone(), labels)
    };
    let of = |name: &str, variant: &str| random_writes(name, &[(variant, "", 100.0)]);
    let title = "4 KiB random writes, QD3";
    let worn = || of("worn", "from-tortured");
    assert_eq!(
        title_and_labels(&[worn()]),
        (format!("{title}, tortured"), vec![String::new()])
    );
    assert_eq!(
        title_and_labels(&[of("new", ""), worn()]),
        (title.into(), vec!["new drive".into(), "tortured".into()])
    );
    let packed = of("packed", "data-repeating");
    assert_eq!(
        title_and_labels(&[packed, of("new", "")]),
        (
            format!("{title}, new drive"),
            vec!["repeating data".into(), String::new()]
        )
    );
}

/// A phase in which nothing finished has 0 us in its results, and stood first among the latencies.
#[test]
fn is_a_drive_that_finished_no_io_no_drive_without_latency() {
    let with = |ios: u64| {
        let mut run = random_writes("a drive", &[("", "new", 100.0)]);
        let figures = run.entries[0].measured.as_mut().expect("figures");
        figures.ios = ios;
        if ios == 0 {
            figures.latency_max_us = 0.0;
        }
        run
    };
    assert!(PageData::new(&[with(0)], &none).latencies.is_empty());
    let mut runs = vec![with(0), with(1000), with(1000)];
    for (repeat, run) in runs.iter_mut().enumerate() {
        run.header.repeat = repeat as u32 + 1;
    }
    let data = PageData::new(&runs, &none);
    assert_eq!(data.latencies[0].entries[0].max_us, 40_000.0);
}
