//! Is a test that was run under several conditions shown beside itself?

use crate::bed;

use bed::variants::{add, found, random_writes};
use bed::{NothingPrinted, run};
use fourcorners_bench::record::*;
use fourcorners_report::{PageData, PassOp, PassSection, PassState, Section, tables};

/// The bars of a section: label, variant, value, note, and where a band ends.
fn bars(data: &PageData, section: Section) -> Vec<(String, String, f64, String, f64)> {
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
    let data = PageData::new(std::slice::from_ref(&run), &NothingPrinted);
    let [(_, variant, value, _, end)] = bars(&data, Section::WrittenData)
        .try_into()
        .expect("one bar");
    assert_eq!((variant.as_str(), value, end), ("", 100.0, 190.0));
    let chart = data
        .charts
        .iter()
        .find(|chart| chart.section == Section::WrittenData);
    let ends: Vec<&str> = chart.expect("a chart").bars[0]
        .ends
        .iter()
        .map(|end| end.variant.as_str())
        .collect();
    assert_eq!(ends, ["", "data-one-buffer", "data-repeating"]);
    let text = tables(std::slice::from_ref(&run), &NothingPrinted, Some(160));
    assert!(text.contains("100.0 to 190.0"), "{text}");
    assert_eq!(
        found(run),
        [
            "repeating data is 1.9 times as fast as random data (190 vs. 100 MB/s, random write, \
             4 KiB, QD3)"
        ]
    );
    let blind = random_writes(
        "a drive",
        &[("data-repeating", "new", 101.0), ("", "new", 100.0)],
    );
    assert!(found(blind)[0].starts_with("the kind of data makes no difference"));
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
    let data = PageData::new(&[pair(26.3)], &NothingPrinted);
    let shown = bars(&data, Section::Used);
    let labels: Vec<(&str, f64, &str)> = shown
        .iter()
        .map(|(label, _, value, note, _)| (label.as_str(), *value, note.as_str()))
        .collect();
    assert_eq!(labels, [("new", 40.8, ""), ("used", 26.3, "\u{2212}36 %")]);
    let title = &data
        .charts
        .iter()
        .find(|chart| chart.section == Section::Used)
        .expect("a chart")
        .title;
    assert!(title.contains("aligned to 512B, repeating data"), "{title}");
    assert!(
        bars(&data, Section::Alignment).is_empty(),
        "both are aligned alike"
    );
    assert_eq!(
        found(pair(26.3)),
        ["36 % slower when used (41 to 26 MB/s, random write, 4 KiB, QD3)"]
    );
    assert!(found(pair(40.0))[0].starts_with("no slower when used"));
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
    let data = PageData::new(&[pair(40.0)], &NothingPrinted);
    let labels: Vec<String> = bars(&data, Section::Alignment)
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
            "writes aligned to 512B are 75 % slower than aligned ones (40 vs. 160 MB/s, random \
             write, 4 KiB, QD3)"
        ]
    );
    assert!(found(pair(150.0))[0].starts_with("writes aligned to 512B are no slower"));
}

#[test]
fn is_an_hour_beside_three_minutes_with_its_latencies() {
    let run = random_writes("a drive", &[("", "new", 200.0), ("long", "new", 198.0)]);
    let data = PageData::new(&[run], &NothingPrinted);
    let shown = bars(&data, Section::Length);
    assert_eq!((shown[0].0.as_str(), shown[1].0.as_str()), ("3 min", "1 h"));
    assert_eq!(shown[1].3, "\u{2212}1 %");
    let charts: Vec<(&str, &str)> = data
        .latencies
        .iter()
        .map(|chart| (chart.id, chart.title.as_str()))
        .collect();
    let title = "4 KiB random writes, QD3, fresh drive";
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
    let data = PageData::new(&[plain, other], &NothingPrinted);
    let corner: Vec<(String, String, f64)> = bars(&data, Section::Corners)
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
        run.path = port.into();
        run.header.conditions.port = Some(port.into());
        add(&mut run, "sequential-read-128k", "measure", mb_per_s);
        run
    };
    let data = PageData::new(
        &[behind("sata-3gbps", 260.0), behind("sata-6gbps", 390.0)],
        &NothingPrinted,
    );
    let models: Vec<&str> = data
        .drives
        .iter()
        .map(|drive| drive.model.as_str())
        .collect();
    assert_eq!(models, ["a drive (sata-3gbps)", "a drive (sata-6gbps)"]);
    let shown: Vec<(f64, String)> = bars(&data, Section::Ports)
        .into_iter()
        .map(|bar| (bar.2, bar.3))
        .collect();
    assert_eq!(shown, [(390.0, String::new()), (260.0, "−33 %".into())]);
    let alone = PageData::new(&[behind("sata-3gbps", 260.0)], &NothingPrinted);
    assert!(
        bars(&alone, Section::Ports).is_empty(),
        "there is nothing to compare"
    );
}

/// The worst drive stood on top of the charts by port, and three drives behind two ports were "6
/// drives compared".
#[test]
fn are_bars_by_port_sorted_best_first_and_drives_counted_once() {
    let behind = |name: &str, port: &str, mb_per_s: f64| {
        let mut run = run(name);
        run.header.conditions.port = Some(port.into());
        add(&mut run, "sequential-read-128k", "measure", mb_per_s);
        run
    };
    let slow = [
        behind("slow", "sata-3gbps", 100.0),
        behind("slow", "sata-6gbps", 120.0),
    ];
    let fast = [
        behind("fast", "sata-3gbps", 90.0),
        behind("fast", "sata-6gbps", 500.0),
    ];
    let all = [slow.clone(), fast].concat();
    let data = PageData::new(&all, &NothingPrinted);
    let shown: Vec<f64> = bars(&data, Section::Ports)
        .into_iter()
        .map(|bar| bar.2)
        .collect();
    assert_eq!(shown, [500.0, 90.0, 120.0, 100.0]);
    let title = |runs: &[Run]| PageData::new(runs, &NothingPrinted).title;
    assert_eq!(title(&all), "2 drives on 2 ports each");
    assert_eq!(title(&slow), "slow on 2 ports");
    assert_eq!(title(&slow[..1]), "slow");
    assert_eq!(title(&all[..3]), "2 drives compared");
    let mut other = run("slow");
    other.header.suite = "anandtech-2009".into();
    add(&mut other, "sequential-read-128k", "measure", 100.0);
    let mut own = run("slow");
    add(&mut own, "sequential-read-128k", "measure", 120.0);
    assert_eq!(
        title(&[own.clone(), other.clone()]),
        "slow in 2 configurations"
    );
    let fast = all[3].clone();
    assert_eq!(title(&[own, other, fast]), "2 drives compared");
}

#[test]
fn is_it_said_whether_a_rest_brings_anything_back() {
    let rested = |at_once: f64, rested: f64| {
        let mut run = run("a drive");
        for (phase, speed) in [("at-once-write", at_once), ("after-write", rested)] {
            add(&mut run, "idle-gc", phase, speed);
        }
        add(&mut run, "trim", "write", 200.0);
        run
    };
    for (at_once, after, words) in [
        (20.0, 21.0, "no idle GC"),
        (
            20.0,
            100.0,
            "make write passes 5.0 times as fast (20 to 100 MB/s)",
        ),
        (100.0, 109.0, "no idle GC"),
        (
            100.0,
            110.9,
            "idle hours restore 11 % of the loss caused by random writes (100 to 111 MB/s, 200",
        ),
        (195.0, 196.0, "idle GC has nothing to restore"),
    ] {
        let said = found(rested(at_once, after)).join("; ");
        assert!(said.contains(words), "{said}");
    }
    let data = PageData::new(&[rested(20.0, 100.0)], &NothingPrinted);
    let states: Vec<(PassState, PassOp)> = data
        .curves
        .iter()
        .filter(|curve| curve.section == PassSection::Idle)
        .map(|curve| (curve.state, curve.op))
        .collect();
    assert_eq!(
        states,
        [
            (PassState::AtOnce, PassOp::Write),
            (PassState::Rested, PassOp::Write)
        ]
    );
}

#[test]
fn does_the_best_drive_stand_first_also_where_each_has_several_bars() {
    let of = |name: &str, watts: f64, at_once: f64| {
        let mut run = run(name);
        for (phase, speed) in [("at-once-write", at_once), ("after-write", 300.0)] {
            add(&mut run, "idle-gc", phase, speed);
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
        &NothingPrinted,
    );
    for (section, order) in [
        (Section::Power, vec![1, 2, 0]),
        (Section::Idle, vec![1, 1, 2, 2, 0, 0]),
    ] {
        let chart = data.charts.iter().find(|chart| chart.section == section);
        let bars = &chart.expect("a chart").bars;
        let drives: Vec<usize> = bars.iter().map(|bar| bar.drive).collect();
        assert_eq!(drives, order, "{section}");
    }
}

/// The story: a disk's random writes were "2 and 2 MB/s", and that was its headline.
#[test]
fn do_speeds_of_a_slow_drive_have_their_digits() {
    let disk = random_writes("a disk", &[("", "new", 2.41), ("align-512B", "new", 2.4)]);
    assert!(
        found(disk.clone())[0].contains("(2.40 vs. 2.41 MB/s, "),
        "{:?}",
        found(disk)
    );
}

/// The story: a run that was cut to 2 s had a chart "for longer" with two bars of 2 s.
#[test]
fn is_a_test_beside_itself_only_where_it_was_run_for_longer() {
    let mut run = random_writes("a drive", &[("", "new", 200.0), ("long", "new", 100.0)]);
    let lengths = |run: &Run| {
        bars(
            &PageData::new(std::slice::from_ref(run), &NothingPrinted),
            Section::Length,
        )
    };
    assert_eq!(lengths(&run).len(), 2);
    for entry in &mut run.entries {
        entry.measured.as_mut().expect("figures").duration_s = 2.0;
    }
    assert!(lengths(&run).is_empty());
}
