//! Where the page shows what was printed.

use crate::bed;

use bed::{entry, measured, run, seconds};
use fourcorners_bench::record::{Run, Status};
use fourcorners_report::{
    Mark, PageData, Printed, Statement, StatementClass, StatementOrigin, StatementQuantity,
    StatementUnit,
};

/// Statements of the first run: test, phase and quantity.
struct Said(Vec<(&'static str, &'static str, StatementQuantity)>);

impl Printed for Said {
    fn marks(&self, _: &Run) -> Vec<Mark> {
        Vec::new()
    }

    fn statements(&self, _: &[Run]) -> Vec<Statement> {
        let of = |(test, phase, quantity): &(&str, &str, StatementQuantity)| Statement {
            id: String::new(),
            run: 0,
            against_run: None,
            drive_name: String::new(),
            against_name: None,
            test: (*test).into(),
            phase: (*phase).into(),
            variant: String::new(),
            quantity: *quantity,
            printed: String::new(),
            value: 1.0,
            unit: StatementUnit::Times,
            holds: true,
            class: StatementClass::Number,
            origin: StatementOrigin::Predicted,
            decided_by_fit: false,
            scored: true,
            set_aside: false,
            source: String::new(),
            address: String::new(),
            document: None,
            conditions: String::new(),
            note: String::new(),
            cause: String::new(),
        };
        self.0.iter().map(of).collect()
    }
}

/// The story: all statements about a suite's fills and sweeps stood below "Other statements".
#[test]
fn statements_about_fills_and_sweeps_stand_below_their_charts() {
    let mut run = run("a");
    let figures = seconds(&mut run, "whole-drive-fill", "fill", vec![1000; 20]);
    let fill = entry("whole-drive-fill", "fill", Status::Finished, Some(figures));
    let mut reads = measured(1000, 10.0);
    reads.queue_depth = 1;
    let sweep = entry(
        "queue-depth-sweep-read",
        "qd1",
        Status::Finished,
        Some(reads),
    );
    run.entries.extend([fill, sweep]);
    let said = Said(vec![
        ("whole-drive-fill", "fill", StatementQuantity::CacheEnd),
        ("queue-depth-sweep-read", "qd1", StatementQuantity::Iops),
        (
            "queue-depth-sweep-read",
            "qd1",
            StatementQuantity::LatencyP99999,
        ),
        ("mixed", "read-50", StatementQuantity::Iops),
    ]);
    let data = PageData::new(&[run], &said);
    let charts = data.statements.iter();
    let charts: Vec<Option<&str>> = charts.map(|one| one.chart.as_deref()).collect();
    let [iops, latency] = ["sweep-1", "sweep-2"].map(Some);
    assert_eq!(charts, [Some("fill-whole-drive-fill"), iops, latency, None]);
}
