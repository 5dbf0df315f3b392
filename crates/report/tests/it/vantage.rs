//! Are a Vantage-style suite's points the geometric mean of its traces, and are they shown only of
//! what was run whole?

use crate::bed;

use bed::{entry, measured, run};
use fourcorners_bench::TestDef;
use fourcorners_bench::record::{Entry, Measured, Run, Status};
use fourcorners_report::{NothingPrinted, PageData, html, tables};

/// The suites' own files.
fn suites() -> Vec<TestDef> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../suites/tests");
    let files = std::fs::read_dir(folder).expect("the folder is there");
    let paths = files.map(|file| file.expect("a file").path());
    let paths = paths.filter(|path| path.to_string_lossy().contains("/vantage-"));
    let read = |path: std::path::PathBuf| std::fs::read_to_string(path).expect("it can be read");
    paths
        .map(|path| TestDef::parse("a test", &read(path)).expect("a test"))
        .collect()
}

/// A phase of a suite, in a variant of it.
fn traced(test: &str, variant: &str, phase: &str, mb_per_s: f64) -> Entry {
    let figures = Measured {
        throughput_mb_per_s: mb_per_s,
        ..measured(1000, 1.0)
    };
    Entry {
        variant: variant.into(),
        ..entry(test, phase, Status::Finished, Some(figures))
    }
}

/// All phases of the suites whose names end so, one as fast as the next.
fn whole(end: &str, variant: &str, mb_per_s: f64) -> Vec<Entry> {
    let suites: Vec<TestDef> = suites()
        .into_iter()
        .filter(|suite| suite.id.ends_with(end))
        .collect();
    assert!(!suites.is_empty());
    let of = |suite: &TestDef| -> Vec<Entry> {
        let phases = suite.phases.iter();
        phases
            .map(|phase| traced(&suite.id, variant, &phase.name, mb_per_s))
            .collect()
    };
    suites.iter().flat_map(of).collect()
}

/// Drive, label, value in hundredths and difference of a chart's bars.
fn bars(runs: &[Run], id: &str) -> Vec<(usize, String, i64, String)> {
    let data = PageData::new(runs, &NothingPrinted);
    let chart = data.charts.into_iter().find(|chart| chart.id == id);
    let bars = chart
        .map(|chart| chart.bars)
        .unwrap_or_default()
        .into_iter();
    bars.map(|bar| {
        (
            bar.drive,
            bar.label,
            (bar.value * 100.0).round() as i64,
            bar.note,
        )
    })
    .collect()
}

#[test]
fn are_points_the_geometric_mean() {
    let (mut uneven, mut even) = (run("uneven"), run("even"));
    uneven.entries = vec![
        traced("vantage-tv", "", "transcode", 10.0),
        traced("vantage-tv", "", "media-center", 1000.0),
    ];
    even.entries = whole("-tv", "", 100.0);
    let points = bars(&[uneven, even], "vantage-tv-points");
    assert_eq!(points.len(), 2);
    assert_eq!(points[0].2, points[1].2, "{points:?}");
}

#[test]
fn are_new_and_used_side_by_side_and_the_best_drive_first() {
    let (mut slow, mut fast) = (run("slow"), run("fast"));
    slow.entries = whole("-hdd", "", 100.0);
    slow.entries.extend(whole("-hdd", "from-used", 96.0));
    fast.entries = whole("-hdd", "", 150.0);
    let runs = [slow, fast];
    let points = bars(&runs, "vantage-hdd-points");
    let seen: Vec<(usize, &str, &str)> = points
        .iter()
        .map(|(drive, label, _, note)| (*drive, label.as_str(), note.as_str()))
        .collect();
    assert_eq!(
        seen,
        [(1, "", ""), (0, "fresh", ""), (0, "used", "\u{2212}4 %")]
    );
    let data = PageData::new(&runs, &NothingPrinted);
    let found = data.judgements.iter();
    let found: Vec<&str> = found
        .filter(|found| found.evidence == "vantage-hdd-points")
        .map(|found| found.text.as_str())
        .collect();
    assert_eq!(
        found,
        ["loses 4 % when used (7500 to 7200 points) in the Vantage-style HDD suite"],
        "of the drive that was not used nothing is said"
    );
}

#[test]
fn does_what_was_not_run_whole_have_no_points() {
    let mut part = run("part");
    part.entries = whole("-hdd", "", 100.0);
    part.entries.pop();
    let part = [part];
    assert_eq!(bars(&part, "vantage-hdd-points"), []);
    assert_eq!(
        bars(&part, "vantage-hdd-startup").len(),
        1,
        "its MB/s are shown"
    );

    let mut most = run("most");
    most.entries = whole("", "", 100.0);
    assert_eq!(bars(&[most.clone()], "vantage-points").len(), 1);
    most.entries.retain(|entry| entry.test != "vantage-music");
    assert_eq!(bars(&[most], "vantage-points"), []);
}

#[test]
fn is_every_trace_of_the_suites_files_shown() {
    let mut all = run("all");
    all.entries = whole("", "", 100.0);
    let all = [all];
    for suite in suites() {
        for phase in &suite.phases {
            assert_eq!(
                bars(&all, &format!("{}-{}", suite.id, phase.name)).len(),
                1,
                "{} {}",
                suite.id,
                phase.name
            );
        }
        assert_eq!(
            bars(&all, &format!("{}-points", suite.id)).len(),
            1,
            "{}",
            suite.id
        );
    }
    let text = tables(&all, &NothingPrinted, Some(160));
    assert!(text.contains("Vantage-style, HDD suite (points)"), "{text}");
    assert!(!text.contains("Other tests"), "{text}");
    let page = html(&PageData::new(&all, &NothingPrinted)).expect("a page");
    assert!(page.contains("vantage-charts"));
}
