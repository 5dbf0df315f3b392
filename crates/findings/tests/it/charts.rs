//! Charts that a test's own page asks for.

use crate::case::review;
use crate::made::{Made, run};
use fourcorners_bench::record::Run;
use fourcorners_bench::{Better, ChartKind, PageDef, Unit};
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
