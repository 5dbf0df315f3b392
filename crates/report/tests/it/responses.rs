//! Do page and tables show what a person waited for, and what it owes to computing?

use crate::bed;

use bed::replays::acted;
use bed::run;
use fourcorners_bench::record::Run;
use fourcorners_report::{NothingPrinted, PageData, html, tables};

/// `sysmark` with two scenarios, of which the drive adds `io_s` and four times that.
fn a_run(name: &str, io_s: f64) -> Run {
    let mut run = run(name);
    let scenarios = [
        ("e-learning", "sysmark-e-learning", io_s),
        ("own", "own", 4.0 * io_s),
    ];
    for (name, scenario, io_s) in scenarios {
        for (phase, percent) in [("", 100), ("-25", 25), ("-400", 400)] {
            let seconds = f64::from(percent) / 100.0 + io_s;
            let phase = format!("{name}{phase}");
            run.entries
                .push(acted("sysmark", &phase, scenario, percent, seconds));
        }
    }
    for (phase, seconds) in [("alone", 1.0 + io_s), ("loaded", 1.0 + 10.0 * io_s)] {
        run.entries.push(acted(
            "application-launch",
            phase,
            "launch-applications",
            100,
            seconds,
        ));
    }
    run
}

fn runs() -> [Run; 2] {
    [a_run("slow", 1.0), a_run("fast", 0.25)]
}

#[test]
fn is_a_scenario_shown_with_each_length_of_computing() {
    let data = PageData::new(&runs(), &NothingPrinted);
    let chart = data.charts.iter().find(|chart| chart.title == "E-Learning");
    let bars = &chart.expect("a chart").bars;
    let shown: Vec<(usize, &str, f64, &str)> = bars
        .iter()
        .map(|bar| (bar.drive, bar.label.as_str(), bar.value, bar.note.as_str()))
        .collect();
    assert_eq!(
        shown,
        [
            (1, "computing 100 %", 1.25, ""),
            (1, "computing 25 %", 0.5, "\u{2212}60 %"),
            (1, "computing 400 %", 4.25, "+240 %"),
            (0, "computing 100 %", 2.0, ""),
            (0, "computing 25 %", 1.25, "\u{2212}38 %"),
            (0, "computing 400 %", 5.0, "+150 %"),
        ]
    );
}

#[test]
fn is_the_whole_the_geometric_mean_of_its_scenarios() {
    let data = PageData::new(&runs(), &NothingPrinted);
    let whole = data
        .charts
        .iter()
        .find(|chart| chart.title == "SYSmark-style, all four scenarios");
    let bars = &whole.expect("a chart").bars;
    assert_eq!(bars.len(), 6);
    assert!((bars[0].value - (1.25_f64 * 2.0).sqrt()).abs() < 1e-12);
    assert!((bars[3].value - (2.0_f64 * 5.0).sqrt()).abs() < 1e-12);
}

#[test]
fn are_programs_that_start_under_load_apart_from_those_that_start_alone() {
    let data = PageData::new(&runs(), &NothingPrinted);
    let titles: Vec<&str> = data
        .charts
        .iter()
        .map(|chart| chart.title.as_str())
        .collect();
    assert_eq!(
        titles,
        [
            "SYSmark-style, all four scenarios",
            "E-Learning",
            "own",
            "Application launch, alone",
            "Application launch, under load (copying)",
        ]
    );
}

#[test]
fn does_the_terminal_show_seconds() {
    let text = tables(&runs(), &NothingPrinted, Some(120));
    for line in [
        "E-Learning (s)",
        "1.25",
        "Application launch, under load (copying) (s)",
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
    assert!(!text.contains("Other tests"), "{text}");
    let page = html(&PageData::new(&runs(), &NothingPrinted)).expect("a page");
    assert!(page.contains("response-times-charts"));
}

/// The story: a run that ended before its last scenario lent its first to the mean of the next
/// repetition.
#[test]
fn is_the_whole_of_scenarios_of_one_run_and_never_of_two() {
    let [mut ended_early, mut whole] = [(1, 0.25), (2, 1.0)].map(|(repeat, io_s)| {
        let mut run = a_run("drive", io_s);
        run.path = format!("runs/{repeat}").into();
        run.header.repeat = repeat;
        run
    });
    ended_early.entries.retain(|entry| entry.phase != "own");
    whole
        .entries
        .retain(|entry| !entry.phase.contains('-') || entry.phase == "e-learning");
    let data = PageData::new(&[ended_early, whole], &NothingPrinted);
    let chart = data
        .charts
        .iter()
        .find(|chart| chart.title == "SYSmark-style, all four scenarios");
    let bar = &chart.expect("a chart").bars[0];
    assert!((bar.value - (2.0_f64 * 5.0).sqrt()).abs() < 1e-12);
    assert_eq!(bar.runs, 1);
}
