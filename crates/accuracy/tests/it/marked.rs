//! Is every figure that was printed of a drive of the catalogue on the page of that drive, if there
//! is a chart for it?

use crate::bed;
use fourcorners_accuracy::{Figure, PrintedFigures, Quantity, published};
use fourcorners_bench::record::Run;
use fourcorners_bench::{Library, SuiteTest};
use fourcorners_block::DriveKind;
use fourcorners_lab::library;
use fourcorners_report::{Mark, PageData, Printed};
use std::collections::BTreeSet;

/// Why a figure is on no page of a suite.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Why {
    /// No chart has a point for such a quantity: how a curve rises, how far seconds scatter, write
    /// amplification.
    NoPoint,
    /// Only latencies of the reviews' random writes are drawn, new and tortured.
    LatencyNotDrawn,
    /// Charts of fills and sweeps, and the table of a steady state, have no marks.
    ChartWithoutMarks,
    /// No suite has the test, and random I/O at another depth is another figure. A page of that
    /// test alone has the mark.
    InNoSuite,
}

const UNMARKED: [(&str, Quantity, Why); 44] = [
    ("hd-tach", Quantity::Rise, Why::NoPoint),
    ("torture", Quantity::Rise, Why::NoPoint),
    ("recovery", Quantity::RecoveredShare, Why::NoPoint),
    (
        "random-write-4k-qd3",
        Quantity::WriteAmplification,
        Why::NoPoint,
    ),
    (
        "sequential-write-128k",
        Quantity::WriteAmplification,
        Why::NoPoint,
    ),
    (
        "random-read-4k-qd3",
        Quantity::LatencyMean,
        Why::LatencyNotDrawn,
    ),
    (
        "random-read-4k-qd1",
        Quantity::LatencyMean,
        Why::LatencyNotDrawn,
    ),
    (
        "random-write-4k-qd1",
        Quantity::LatencyMean,
        Why::LatencyNotDrawn,
    ),
    ("random-read-4k-qd1", Quantity::Iops, Why::InNoSuite),
    ("random-read-4k-qd1", Quantity::Throughput, Why::InNoSuite),
    ("random-write-4k-qd1", Quantity::Iops, Why::InNoSuite),
    ("random-write-4k-qd1", Quantity::Throughput, Why::InNoSuite),
    ("random-read-4k-qd32", Quantity::Iops, Why::InNoSuite),
    ("mixed", Quantity::Iops, Why::ChartWithoutMarks),
    (
        "queue-depth-sweep-read",
        Quantity::Iops,
        Why::ChartWithoutMarks,
    ),
    (
        "queue-depth-sweep-read",
        Quantity::LatencyP50,
        Why::ChartWithoutMarks,
    ),
    (
        "queue-depth-sweep-read",
        Quantity::LatencyP99,
        Why::ChartWithoutMarks,
    ),
    (
        "queue-depth-sweep-read",
        Quantity::LatencyP99999,
        Why::ChartWithoutMarks,
    ),
    (
        "queue-depth-sweep-read-new",
        Quantity::Iops,
        Why::ChartWithoutMarks,
    ),
    (
        "queue-depth-sweep-write",
        Quantity::Iops,
        Why::ChartWithoutMarks,
    ),
    (
        "queue-depth-sweep-write",
        Quantity::LatencyP99999,
        Why::ChartWithoutMarks,
    ),
    (
        "random-read-4k-qd1",
        Quantity::LatencyP99999,
        Why::LatencyNotDrawn,
    ),
    (
        "random-write-4k-qd1",
        Quantity::LatencyP99999,
        Why::LatencyNotDrawn,
    ),
    (
        "sequential-read-4k-qd1",
        Quantity::LatencyMean,
        Why::LatencyNotDrawn,
    ),
    (
        "sequential-write-4k-qd1",
        Quantity::LatencyMean,
        Why::LatencyNotDrawn,
    ),
    ("slc-cache", Quantity::CacheEnd, Why::ChartWithoutMarks),
    ("span-samples-read", Quantity::Throughput, Why::InNoSuite),
    ("span-samples-write", Quantity::Throughput, Why::InNoSuite),
    ("steady-state", Quantity::Iops, Why::ChartWithoutMarks),
    (
        "whole-drive-fill",
        Quantity::AfterCacheMean,
        Why::ChartWithoutMarks,
    ),
    (
        "whole-drive-fill",
        Quantity::AfterCacheSpeed,
        Why::ChartWithoutMarks,
    ),
    (
        "whole-drive-fill",
        Quantity::CacheEnd,
        Why::ChartWithoutMarks,
    ),
    (
        "whole-drive-fill",
        Quantity::CacheReturn,
        Why::ChartWithoutMarks,
    ),
    (
        "whole-drive-fill",
        Quantity::CacheSpeed,
        Why::ChartWithoutMarks,
    ),
    (
        "whole-drive-fill",
        Quantity::CacheTotal,
        Why::ChartWithoutMarks,
    ),
    (
        "whole-drive-fill",
        Quantity::WorstSecond,
        Why::ChartWithoutMarks,
    ),
    (
        "whole-drive-fill-1m-qd1",
        Quantity::AfterCacheSpeed,
        Why::NoPoint,
    ),
    ("whole-drive-fill-1m-qd1", Quantity::CacheEnd, Why::NoPoint),
    (
        "whole-drive-fill-1m-qd1",
        Quantity::CacheSpeed,
        Why::NoPoint,
    ),
    ("whole-drive-fill-1m-qd1", Quantity::LastSpeed, Why::NoPoint),
    (
        "whole-drive-fill-1m-qd1",
        Quantity::SecondDrop,
        Why::NoPoint,
    ),
    (
        "whole-drive-fill-1m-qd1",
        Quantity::Throughput,
        Why::InNoSuite,
    ),
    (
        "whole-drive-refill",
        Quantity::CacheEnd,
        Why::ChartWithoutMarks,
    ),
    (
        "whole-drive-refill",
        Quantity::CacheReturn,
        Why::ChartWithoutMarks,
    ),
];

fn add(run: &mut Run, test: &SuiteTest, definitions: &Library) {
    let of = definitions
        .test(&test.id)
        .expect("a suite names tests that there are");
    let variant = test.variant(of).to_string();
    for phase in &of.phases {
        bed::measure(run, &test.id, &variant, &phase.name);
    }
}

fn marked(run: Run, marks: &PrintedFigures) -> Vec<Mark> {
    let data = PageData::new(&[run], marks);
    data.marks.into_iter().map(|one| one.mark).collect()
}

/// Whether a figure is among marks: as it was printed, on its own test or the same at another queue
/// depth.
fn is_among(figure: &Figure, marks: &[Mark]) -> bool {
    marks.iter().any(|mark| {
        mark.text.starts_with(&figure.printed) && figure.measure.test.starts_with(&mark.test)
    })
}

/// The story: 2 MB/s and 1.4 s of the tortured m4, and all sequential specifications, stood in the
/// files and on no chart.
#[test]
fn has_every_printed_figure_a_mark_on_the_page_of_a_suite() {
    let definitions = library().expect("all files are right");
    let marks = PrintedFigures::read(&[]).expect("all files are right");
    let all = published(&[], &[]).expect("all files are right").figures;
    let plain: Vec<&Figure> = all
        .iter()
        .filter(|figure| figure.against.is_none())
        .collect();
    let drives: BTreeSet<&str> = plain
        .iter()
        .map(|figure| figure.measure.drive.as_str())
        .collect();
    let mut unmarked = BTreeSet::new();
    let mut wrong = Vec::new();
    for drive in drives {
        let suites = definitions.suites.values().filter(|suite| suite.comparable);
        let on: Vec<Mark> = suites
            .flat_map(|suite| {
                let mut run = bed::run(drive, DriveKind::Simulated);
                suite
                    .tests
                    .iter()
                    .for_each(|test| add(&mut run, test, definitions));
                marked(run, &marks)
            })
            .collect();
        for figure in plain.iter().filter(|figure| figure.measure.drive == drive) {
            if is_among(figure, &on) {
                continue;
            }
            let (test, quantity) = (figure.measure.test.as_str(), figure.measure.quantity);
            let known = UNMARKED
                .iter()
                .find(|(other, of, _)| (*other, *of) == (test, quantity));
            unmarked.insert((test, format!("{quantity}")));
            let Some((.., why)) = known else {
                eprintln!("{} is on no chart", figure.id);
                continue;
            };
            let mut run = bed::run(drive, DriveKind::Simulated);
            add(&mut run, &SuiteTest::plain(test), definitions);
            let alone = is_among(figure, &marked(run, &marks));
            if alone != (*why == Why::InNoSuite) {
                wrong.push(format!("{} of {test}: {alone}", figure.id));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "a mark on the page of the test alone: {wrong:#?}"
    );
    let listed = UNMARKED
        .iter()
        .map(|(test, quantity, _)| (*test, format!("{quantity}")));
    assert_eq!(
        unmarked,
        listed.collect(),
        "what is listed and marked after all"
    );
}

/// Where they stand, and what is said of the conditions.
#[test]
fn do_figures_without_a_chart_of_their_own_stand_on_the_nearest_with_what_differs() {
    let definitions = library().expect("all files are right");
    let marks = PrintedFigures::read(&[]).expect("all files are right");
    let suite = &definitions.suites["four-corners"];
    let on_page = |drive: &str| {
        let mut run = bed::run(drive, DriveKind::Simulated);
        suite
            .tests
            .iter()
            .for_each(|test| add(&mut run, test, definitions));
        PageData::new(&[run], &marks).marks
    };
    for (drive, printed, test, phase, differs) in [
        (
            "crucial-m4-256",
            "random writes take up to 1.4 s",
            "torture",
            "probe",
            &["queue depth"][..],
        ),
        (
            "crucial-m4-256",
            "moments of only 2 MB/s",
            "torture",
            "write",
            &[],
        ),
        (
            "crucial-c300-256@0001",
            "20 MB/s over the last 60 GB",
            "torture",
            "write",
            &["port"],
        ),
        (
            "crucial-c300-256",
            "up to 355 MB/s",
            "sequential-read-128k",
            "measure",
            &["queue depth"],
        ),
        (
            "crucial-m500-480",
            "400 MB/s",
            "sequential-write-128k",
            "measure",
            &["queue depth"],
        ),
    ] {
        let found = on_page(drive);
        let mark = found
            .iter()
            .map(|one| &one.mark)
            .find(|mark| mark.text == printed);
        let mark = mark.unwrap_or_else(|| panic!("{drive}: {printed} in {found:#?}"));
        assert_eq!(
            (mark.test.as_str(), mark.phase.as_str()),
            (test, phase),
            "{printed}"
        );
        assert_eq!(mark.differs, differs, "{printed}: {}", mark.conditions);
    }
}

/// A run that has the test itself shows the figure there, and nowhere else.
#[test]
fn does_a_figure_stand_on_its_own_test_where_that_was_run() {
    let definitions = library().expect("all files are right");
    let marks = PrintedFigures::read(&[]).expect("all files are right");
    let mut run = bed::run("crucial-m4-256", DriveKind::Simulated);
    for test in ["sequential-read-128k", "sequential-read-128k-qd32"] {
        add(&mut run, &SuiteTest::plain(test), definitions);
    }
    let found = marks
        .marks(&run)
        .into_iter()
        .find(|mark| mark.text == "up to 415 MB/s");
    let mark = found.expect("the specification");
    assert_eq!(mark.test, "sequential-read-128k-qd32");
    assert!(mark.same_conditions(), "{mark:?}");
}

/// The story: "source: document 000" stood on the page, and nothing said what that is.
#[test]
fn is_it_said_who_printed_a_figure_under_which_title_and_when() {
    let all = published(&[], &[]).expect("all files are right");
    for number in ["000", "001", "002", "003", "004"] {
        let source = all.source(number).expect("an entry of its own");
        assert!(!source.date.is_empty(), "{number}");
    }
    // What nobody names any more would be left behind.
    let facts = all.facts.iter().map(|fact| &fact.source);
    let figures = all.figures.iter().map(|figure| &figure.source);
    let named: BTreeSet<&String> = figures.chain(facts).collect();
    for name in all.sources.iter().flat_map(|source| &source.of) {
        assert!(named.contains(name), "{name}");
    }
    let marks = PrintedFigures::read(&[]).expect("all files are right");
    let found = marks.marks(&bed::run("crucial-m4-256", DriveKind::Simulated));
    let of = |text: &str| found.iter().find(|mark| mark.text == text).expect("a mark");
    let mean = of("240 MB/s on average");
    assert_eq!(
        mean.source,
        "AnandTech, The Crucial m4 (Micron C400) SSD Review, 31 March 2011"
    );
    assert_eq!(
        mean.address,
        "https://www.anandtech.com/show/4253/the-crucial-m4-micron-c400-ssd-review"
    );
    let specified = of("up to 415 MB/s");
    assert_eq!(specified.source, "tomshardware.com");
    assert!(
        specified
            .address
            .starts_with("https://www.tomshardware.com/reviews/")
    );
}
