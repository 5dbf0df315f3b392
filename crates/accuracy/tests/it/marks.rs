//! Does a published figure stand on the bar that it belongs to, in the bar's unit, and is it said
//! in which conditions the run differs?

use crate::bed::{entry, run};
use fourcorners_accuracy::PrintedFigures;
use fourcorners_bench::record::{NotComparable, Run};
use fourcorners_block::DriveKind;
use fourcorners_report::{Mark, MarkQuantity, Printed};

const OWN: &str = "port = \"sata-6gbps\", state = \"new\", span = \"8GiB\", data = \
    \"full-random\", align = \"4KiB\"";

/// A figure of the m4, taken of a test in its own way unless `conditions` say otherwise.
fn figure(id: &str, what: &str, conditions: &str) -> String {
    format!(
        "[[figure]]\nid = \"{id}\"\nprinted = \"{id}\"\nsource = \"https://example.org/a/b\"\n\
         drive = \"crucial-m4-256\"\n{what}\nconditions = {{ {conditions} }}\n\n"
    )
}

/// The marks of these figures beside a run.
fn marks(figures: &[String], run: &Run) -> Vec<Mark> {
    let file = ("published/test.toml".into(), figures.concat());
    let marks = PrintedFigures::read(&[file]).expect("the figures");
    marks.marks(run)
}

fn mark(figure: &str, run: &Run) -> Mark {
    let found = marks(&[figure.to_string()], run);
    let ours = found.into_iter().find(|mark| mark.text.starts_with("ours"));
    ours.expect("the figure's mark")
}

fn m4() -> Run {
    run("crucial-m4-256", DriveKind::Simulated)
}

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-9 * b.abs()
}

#[test]
fn is_a_figure_in_the_unit_of_its_bar() {
    let cases = [
        ("throughput", "MB/s", "figure = 100", 100.0, 100.0),
        ("throughput", "MiB/s", "about = 100", 104.8576, 104.8576),
        (
            "throughput",
            "MB/s or MiB/s",
            "figure = 100",
            100.0,
            104.8576,
        ),
        ("throughput", "MB/s", "over = 100", 100.0, 100.0),
        ("throughput", "MB/s", "between = [30, 40]", 30.0, 40.0),
        ("throughput", "MB/s", "under = 30", 30.0, 30.0),
        ("iops", "IOPS", "up_to = 50_000", 204.8, 204.8),
        ("latency-mean", "ms", "figure = 0.06", 60.0, 60.0),
        ("latency-max", "s", "figure = 1.4", 1.4e6, 1.4e6),
    ];
    for (quantity, unit, holds, low, high) in cases {
        let what = format!(
            "test = \"random-write-4k-qd3\"\nfigure = \"{quantity}\"\nunit = \"{unit}\"\nholds = \
             {{ {holds} }}"
        );
        let mark = mark(&figure("ours", &what, OWN), &m4());
        assert!(
            near(mark.low, low) && near(mark.high, high),
            "{what}: {mark:?}"
        );
        assert_eq!(
            (
                mark.test.as_str(),
                mark.phase.as_str(),
                mark.variant.as_str()
            ),
            ("random-write-4k-qd3", "measure", "")
        );
        assert_eq!(mark.source, "example.org");
        assert!(mark.same_conditions(), "{mark:?}");
    }
}

#[test]
fn is_it_said_in_which_conditions_the_run_differs() {
    let what = "test = \"random-write-4k-qd3\"\nfigure = \"throughput\"\nunit = \"MB/s\"\nholds = \
        { figure = 40 }";
    let other = "port = \"sata-3gbps\", state = \"used\", span = \"all\", data = \"repeating\", \
        align \
        = \"512B\"";
    let figure = figure("ours", what, other);
    let all = ["port", "state", "span", "data", "alignment"];
    let found = mark(&figure, &m4());
    assert_eq!(found.differs, all);
    assert_eq!(
        found.conditions,
        "port sata-3gbps (here its own link), state used (here new), span all (here 8GiB), \
         data repeating (here full-random), alignment 512B (here 4KiB)"
    );
    let mut behind = m4();
    behind.header.conditions.port = Some("sata-3gbps".into());
    assert_eq!(mark(&figure, &behind).differs, all[1..]);
    let mut quick = m4();
    quick.header.suite = "quick".into();
    quick.header.not_comparable = vec![NotComparable::Zones];
    let found = mark(&figure, &quick);
    assert_eq!(found.differs.last().map(String::as_str), Some("length"));
    assert!(found.conditions.ends_with("(here cut short)"));
}

/// What was printed of used drives (here: filled ones) stood on the bar of the new drive, and the
/// used one's right below had none.
#[test]
fn does_a_figure_of_another_state_stand_on_the_bar_of_the_nearest_state() {
    let what = "test = \"random-write-4k-qd3\"\nfigure = \"throughput\"\nunit = \"MB/s\"\nholds = \
        { about = 7 }";
    let state = |state: &str| {
        figure(
            "ours",
            what,
            &OWN.replace("\"new\"", &format!("\"{state}\"")),
        )
    };
    let mut run = m4();
    for variant in ["", "from-used", "from-filled"] {
        run.entries.push(entry("random-write-4k-qd3", variant));
    }
    let on = |printed: &str, run: &Run| mark(&state(printed), run).variant;
    assert_eq!(on("filled", &run), "from-filled");
    run.entries.pop();
    assert_eq!(on("filled", &run), "from-used");
    assert_eq!(on("tortured", &run), "from-used");
    assert_eq!(on("trimmed", &run), "");
    assert_eq!(on("new", &run), "");
}

#[test]
fn is_the_data_that_a_test_writes_anyway_no_other_condition() {
    let what = "test = \"hd-tach\"\nphase = \"write\"\nfigure = \"throughput\"\nunit = \
        \"MB/s\"\nholds = { figure = 240 }";
    let own = "port = \"sata-6gbps\", state = \"filled\", span = \"all\", data = \"repeating\", \
        align \
        = \"4KiB\"";
    let found = mark(&figure("ours", what, own), &m4());
    assert!(found.same_conditions(), "{found:?}");
    assert_eq!(found.phase, "write");
}

#[test]
fn does_a_figure_of_a_spare_area_stand_on_the_run_with_it() {
    let what = "test = \"consistency\"\nfigure = \"steady-floor\"\nunit = \"IOPS\"\nholds = \
        { figure = 9000 }";
    let own = "port = \"sata-6gbps\", state = \"filled\", span = \"all\", data = \"full-random\", \
        align = \"4KiB\", spare_percent = 25";
    let found = mark(&figure("ours", what, own), &m4());
    assert_eq!(
        (found.variant.as_str(), found.quantity),
        ("spare-25", MarkQuantity::SteadyFloor)
    );
    assert!(found.same_conditions(), "{found:?}");
}

#[test]
fn has_neither_another_drive_nor_a_real_one_nor_a_comparison_a_mark() {
    let plain = "test = \"random-write-4k-qd3\"\nfigure = \"throughput\"\nunit = \"MB/s\"\nholds = \
        { figure = 40 }";
    let beside = "test = \"random-write-4k-qd3\"\nfigure = \"throughput\"\nunit = \
        \"times\"\nagainst = { state = \"used\" }\nholds = { times = 2 }";
    let figures = [
        figure("ours", plain, OWN),
        figure("ours, a ratio", beside, OWN),
    ];
    let ours = |name: &str, kind| {
        let found = marks(&figures, &run(name, kind)).into_iter();
        found.filter(|mark| mark.text.starts_with("ours")).count()
    };
    assert_eq!(ours("crucial-m4-256", DriveKind::Simulated), 1);
    assert_eq!(ours("crucial-m500-960", DriveKind::Simulated), 0);
    assert_eq!(ours("crucial-m4-256", DriveKind::BlockDevice), 0);
}
