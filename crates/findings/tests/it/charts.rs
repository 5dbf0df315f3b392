//! Charts that a test's own page asks for.

use crate::case::review;
use crate::made::{Made, run};
use fourcorners_bench::record::{MeasuredOp, Mixed, Run};
use fourcorners_bench::{Better, ChartKind, PageDef, SweepFigure, Unit};
use fourcorners_findings::charts::Chart;
use fourcorners_findings::label::{Label, Part};
use fourcorners_findings::names::Section;

/// A run of a test with two phases at 100 MB/s, the first of them with so many IOPS.
fn phases(name: &str, iops: f64, unit: Unit, better: Better) -> Run {
    let run = run(name).phase(("own", "", "first"));
    let mut run = run
        .with(|it| it.iops_mean = iops)
        .phase(("own", "", "second"));
    let page = PageDef {
        title: "Own".into(),
        chart: ChartKind::Phases,
        unit: Some(unit),
        better: Some(better),
        by: None,
        shows: Vec::new(),
        joins: None,
        place: 0,
        findings: Vec::new(),
        phases: [("first", "one"), ("second", "two")]
            .map(|(name, title)| (name.into(), title.into()))
            .into(),
        roles: Default::default(),
    };
    run.header.pages.insert("own".into(), page);
    run
}

fn chart(unit: Unit, better: Better) -> Chart {
    let drives = [("a", 300.0), ("b", 200.0)];
    let runs = drives.map(|(name, iops)| phases(name, iops, unit, better));
    let charts = review(&runs).figures.charts;
    let [chart] = charts.try_into().expect("one chart");
    chart
}

#[test]
fn phases_stand_side_by_side_under_their_titles() {
    let chart = chart(Unit::Iops, Better::Higher);
    assert_eq!(
        (chart.id.as_str(), chart.section),
        ("phases-own", Section::Corners)
    );
    let bars = chart.bars.iter();
    let bars: Vec<(usize, &Label, f64)> =
        bars.map(|bar| (bar.drive, &bar.label, bar.value)).collect();
    let [one, two] = ["one", "two"].map(|title| Label::one(Part::Phase(title.into())));
    let expected = [
        (0, &one, 300.0),
        (0, &two, 1_000.0),
        (1, &one, 200.0),
        (1, &two, 1_000.0),
    ];
    assert_eq!(bars, expected);
}

#[test]
fn drive_with_the_better_first_phase_stands_first() {
    let first = |better| chart(Unit::Iops, better).bars[0].drive;
    assert_eq!([Better::Higher, Better::Lower].map(first), [0, 1]);
}

#[test]
fn sweep_has_a_point_per_depth_that_the_drive_takes() {
    let test = "queue-depth-sweep-read";
    let depth = |run: Run, phase: &str, depth: u32, iops: f64| {
        run.phase((test, "", phase)).with(|it| {
            it.queue_depth = depth;
            it.iops_mean = iops;
        })
    };
    // A SATA drive takes 32 at once: deeper phases measure the same again.
    let run = depth(run("a"), "qd1", 1, 100.0);
    let run = depth(run, "qd32", 32, 900.0);
    let run = depth(run, "qd64", 32, 901.0);
    let all = review(&[run]).figures.sweeps;
    let sweeps: Vec<_> = all.iter().filter(|sweep| sweep.test == test).collect();
    let found = sweeps.iter().map(|sweep| sweep.figure).collect::<Vec<_>>();
    assert_eq!(found, [SweepFigure::Iops, SweepFigure::P999]);
    let points = &sweeps[0].lines[0].points;
    let points: Vec<_> = points.iter().map(|point| (point.at, point.value)).collect();
    assert_eq!(points, [(1, Some(100.0)), (32, Some(900.0))]);
}

#[test]
fn latency_at_a_rate_that_is_not_served_is_left_out() {
    let test = "fixed-rate";
    let reads = MeasuredOp {
        ios: 700,
        bytes: 700 * 4096,
        latency_mean_us: 1.0,
        latency_p50_us: 2.0,
        latency_p99_us: 3.0,
        latency_p999_us: 4.0,
        latency_p9999_us: 5.0,
        latency_max_us: 6.0,
    };
    let rate = |run: Run, phase: &str, rate: u64, iops: f64| {
        let reads = reads.clone();
        run.phase((test, "", phase)).with(|it| {
            it.op = "mixed".into();
            it.rate_iops = Some(rate);
            it.iops_mean = iops;
            it.duration_s = 1.0;
            it.ios = iops as u64;
            it.mixed = Some(Mixed {
                read_percent: 70,
                trim_percent: None,
                reads: Some(reads),
                writes: None,
                trims: None,
            });
        })
    };
    let slow = rate(run("a"), "1000-iops", 1000, 1000.0);
    let slow = rate(slow, "2000-iops", 2000, 1900.0);
    // The second of them is due when the second is over.
    let slow = rate(slow, "5000-iops", 2, 1.0);
    let sweeps = review(&[slow]).figures.sweeps;
    let sweep = sweeps
        .iter()
        .find(|sweep| sweep.test == test)
        .expect("a sweep");
    let points = sweep.lines[0].points.iter();
    let points: Vec<_> = points.map(|point| (point.at, point.value)).collect();
    assert_eq!(points, [(2, Some(4.0)), (1000, Some(4.0)), (2000, None)]);
}
