//! Does a page say of every printed statement that its runs put to the test whether it holds?

use crate::bed::{measure, run};
use fourcorners_accuracy::{Cache, Filter, PrintedFigures, check, published};
use fourcorners_bench::record::{NotComparable, Run, Status};
use fourcorners_bench::{Observer, Silent};
use fourcorners_block::DriveKind;
use fourcorners_lab::{ReviewOptions, Watcher, resolve, review};
use fourcorners_report::{
    NothingPrinted, PageData, Printed, Statement, StatementClass, StatementUnit, html, markdown,
    tables,
};
use std::collections::BTreeMap;

const READ: &str = "random-read-4k-qd3";

/// A statement of the articles that compares the random reads of two drives.
const OURS: &str = r#"
[[figure]]
id = "ours"
printed = "just as fast as the m4"
source = "002"
drive = "crucial-c300-256"
test = "random-read-4k-qd3"
figure = "throughput"
unit = "times"
conditions.port = "sata-6gbps"
conditions.state = "written"
conditions.span = "8GiB"
conditions.data = "full-random"
conditions.align = "4KiB"
against = { drive = "crucial-m4-256" }
holds = { HOLDS }
note = "as read"
cause = "as known"
"#;

fn printed(holds: &str) -> PrintedFigures {
    let file = ("published/test.toml".into(), OURS.replace("HOLDS", holds));
    PrintedFigures::read(&[file]).expect("the figures")
}

fn read(drive: &str) -> Run {
    let mut run = run(drive, DriveKind::Simulated);
    measure(&mut run, READ, "", "measure");
    run
}

fn both() -> [Run; 2] {
    [read("crucial-m4-256"), read("crucial-c300-256")]
}

fn ours(runs: &[Run]) -> Option<Statement> {
    let all = printed("same = true").statements(runs);
    all.into_iter().find(|one| one.id == "ours")
}

#[test]
fn comparison_is_on_a_page_with_both_drives_only() {
    let statement = ours(&both()).expect("both drives are there");
    assert_eq!((statement.run, statement.against_run), (1, Some(0)));
    assert_eq!(statement.value, 1.0);
    assert_eq!(statement.unit, StatementUnit::Times);
    assert_eq!(statement.class, StatementClass::Number);
    assert!(statement.holds && statement.scored);
    assert_eq!(statement.document.as_deref(), Some("002"));
    for drive in ["crucial-m4-256", "crucial-c300-256"] {
        assert_eq!(ours(&[read(drive)]), None, "{drive} alone");
    }
}

#[test]
fn real_cut_short_and_unmeasured_runs_are_not_judged() {
    let [m4, c300] = both();
    let mut real = c300.clone();
    real.header.identity.kind = DriveKind::BlockDevice;
    let mut short = c300.clone();
    short.header.not_comparable.push(NotComparable::Durations);
    let mut failed = c300.clone();
    failed.entries[0].status = Status::Interrupted;
    let mut elsewhere = c300.clone();
    elsewhere.header.conditions.port = Some("sata-3gbps".into());
    for other in [real, short, failed, elsewhere] {
        assert_eq!(ours(&[m4.clone(), other]), None);
    }
}

#[test]
fn repetition_counts_as_it_was_run_first() {
    let [m4, c300] = both();
    let mut again = c300.clone();
    again.path = "runs/again".into();
    if let Some(measured) = &mut again.entries[0].measured {
        measured.throughput_mb_per_s *= 2.0;
    }
    let statement = ours(&[m4.clone(), c300.clone(), again.clone()]).expect("a statement");
    assert_eq!((statement.run, statement.value), (1, 1.0));
    let mut stopped = c300;
    stopped.entries[0].status = Status::Interrupted;
    let statement = ours(&[m4, stopped, again]).expect("a statement");
    assert_eq!((statement.run, statement.value), (2, 2.0));
}

#[test]
fn page_of_an_article_has_its_statements_only() {
    let from = |suite: &str| {
        let runs = both().map(|mut run| {
            run.header.suite = suite.into();
            run
        });
        printed("same = true").statements(&runs)
    };
    let all = from("anandtech-2010");
    assert!(all.iter().any(|one| one.document.as_deref() != Some("002")));
    let own = from("002-crucial-c300");
    assert!(own.iter().any(|one| one.id == "ours"));
    assert!(own.iter().all(|one| one.document.as_deref() == Some("002")));
}

#[test]
fn page_terminal_and_markdown_count_what_holds_and_list_what_misses() {
    let runs = both();
    let data = PageData::new(&runs, &printed("times = 5"));
    let shown = data
        .statements
        .iter()
        .find(|one| one.statement.id == "ours");
    let shown = shown.expect("on the page");
    assert_eq!((shown.drive, shown.against), (1, Some(0)));
    let chart = data.charts.iter().find(|chart| {
        let mut bars = chart.bars.iter();
        bars.any(|bar| bar.test == READ)
    });
    assert_eq!(shown.chart, chart.map(|chart| chart.id.clone()));
    assert_eq!(shown.here, "1.00x");
    assert!(!shown.statement.holds);
    assert!(html(&data).is_ok());
    let all = data.tally().all();
    let line = format!("Published statements: {} of {} hold", all.hold, all.of);
    let text = tables(&runs, &printed("times = 5"), Some(160));
    assert!(text.contains(&line), "{line}: {text}");
    let text = markdown(&runs, &printed("times = 5"));
    assert!(text.contains(&line), "{line}: {text}");
    for part in [
        "## Differences from published figures",
        "just as fast as the m4",
        "as known",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let text = markdown(&runs, &printed("same = true"));
    assert!(!text.contains("just as fast as the m4"), "{text}");
    let text = markdown(&runs, &NothingPrinted);
    assert!(!text.contains("Published statements"), "{text}");
}

struct Nobody;

impl Watcher for Nobody {
    fn observer(&self, _: &str, _: u32) -> Box<dyn Observer + '_> {
        Box::new(Silent)
    }
    fn say(&self, _: &str) {}
    fn stop_requested(&self) -> bool {
        false
    }
}

/// A disk: it writes at random so slowly that three minutes of it are soon simulated.
const OF_A_DISK: &str = r#"
[[figure]]
id = "of-a-disk"
printed = "1.63 MB/s"
source = "https://example.org/a/b"
drive = "wd-velociraptor-300"
test = "random-write-4k-qd3"
figure = "throughput"
unit = "MiB/s"
conditions.port = "sata-3gbps"
conditions.state = "new"
conditions.span = "8GiB"
conditions.data = "full-random"
conditions.align = "4KiB"
holds = { figure = 1.63 }
"#;

/// The same figure of the same drive, as `check` and as a review runs it.
#[test]
fn value_on_the_page_is_that_of_check() {
    let file = [("published/test.toml".into(), OF_A_DISK.into())];
    let all = published(&file, &[]).expect("the figures");
    let filter = Filter(vec!["of-a-disk".into()]);
    let cache = Cache::new(None).expect("none");
    let checked = check(&all, &BTreeMap::new(), &filter, &cache, 1, &Nobody).expect("a check");
    let row = &checked.rows[0];
    let out = tempfile::tempdir().expect("a folder");
    let options = ReviewOptions::of_simulated(&row.test, out.path());
    let target = resolve(&row.drive, false).expect("of the catalogue");
    let outcome = review(&[target], &options, &Nobody, &NothingPrinted).expect("a review");
    let folder = outcome.runs[0].folder.as_ref().expect("a folder");
    let run = Run::open(folder.as_ref()).expect("a run");
    let figures = PrintedFigures::read(&file).expect("the figures");
    let statements = figures.statements(&[run]);
    let statement = statements.iter().find(|one| one.id == row.id);
    let statement = statement.unwrap_or_else(|| panic!("not judged: {statements:#?}"));
    assert!(row.simulated.is_some());
    assert_eq!(Some(statement.value), row.simulated);
    assert_eq!(statement.holds, row.holds);
}
