//! The quartet: what its suite does to a drive, how long that takes, and which rows are refused.

use crate::bed::{NotingDrive, library, planned};
use crate::definitions::refusal;
use fourcorners_bench::{Action, ChartKind, Options, Plan};
use fourcorners_block::{Bytes, DataClass, DriveKind};

/// Test and phase of everything that is measured, and what is skipped.
fn steps(plan: &Plan) -> Vec<String> {
    let steps = plan.actions.iter().filter_map(|action| match action {
        Action::Measure { key, .. } => Some(format!("{} {}", key.test, key.phase)),
        Action::Skip { key, .. } => Some(format!("skipped: {}", key.test)),
        _ => None,
    });
    steps.collect()
}

fn file(size: Bytes) -> NotingDrive {
    NotingDrive::new(DriveKind::RegularFile, size)
}

#[test]
fn desktop_reads_then_writes_one_span_that_was_written_once() {
    let drives = [
        NotingDrive::new(DriveKind::Simulated, Bytes::gib(238)).with_raw_nand(Bytes::gib(256)),
        file(Bytes::gib(1)),
        NotingDrive::new(DriveKind::BlockDevice, Bytes::gib(3)),
    ];
    for drive in drives {
        let plan = planned("desktop", &drive, &Options::default(), 1);
        let expected = [
            "quartet sequential-read-q8",
            "quartet sequential-read-q1",
            "quartet random-read-q32",
            "quartet random-read-q1",
            "quartet sequential-write-q8",
            "quartet sequential-write-q1",
            "quartet random-write-q32",
            "quartet random-write-q1",
        ];
        assert_eq!(steps(&plan), expected);
        let works = plan.actions.iter().filter_map(Action::work);
        for work in works {
            assert_eq!(work.span, Bytes::gib(1));
            assert_eq!(work.data, DataClass::FullRandom);
        }
        let is_preparing = |action: &&Action| matches!(action, Action::Prepare { .. });
        assert_eq!(plan.actions.iter().filter(is_preparing).count(), 1);
        assert!(plan.not_comparable.is_empty());
    }
}

#[test]
fn desktop_on_a_1_gib_file_is_planned_within_two_minutes() {
    let plan = planned("desktop", &file(Bytes::gib(1)), &Options::default(), 1);
    assert!(plan.estimated_s < 60.0, "{}", plan.estimated_s);
    // The measured part is fixed; preparing may take what is left of two minutes.
    let measured_s: u64 = plan
        .actions
        .iter()
        .filter_map(|action| match action {
            Action::Measure { work, .. } => Some(work.duration_s),
            _ => None,
        })
        .sum();
    assert_eq!(measured_s, 40);
}

#[test]
fn desktop_skips_a_drive_smaller_than_its_span() {
    let plan = planned("desktop", &file(Bytes::mib(512)), &Options::default(), 1);
    assert_eq!(steps(&plan), ["skipped: quartet"]);
}

#[test]
fn quartet_has_no_roles_and_feeds_no_findings() {
    let library = library();
    let page = library.tests["quartet"].page.as_ref().expect("a page");
    assert_eq!(page.chart, ChartKind::Quartet);
    assert!(!page.chart.is_judged() && ChartKind::Bars.is_judged());
    assert!(page.roles.is_empty() && page.findings.is_empty());
}

/// A quartet of one row: a read and a phase that is given.
fn quartet(page: &str, second: &str) -> String {
    let work = |op: &str, depth: u32| {
        format!(
            "work = {{ op = \"{op}\", pattern = \"random\", block = \"4KiB\", queue_depth = \
             {depth}, span = \"1GiB\", until = \"duration\", duration_s = 5 }}"
        )
    };
    let second = match second {
        "deeper" => work("write", 32),
        op => work(op, 1),
    };
    format!(
        "id = \"t\"\ntitle = \"T\"\nwhy = \"w\"\nsource = \"s\"\n[page]\ntitle = \"T\"\nchart = \
         \"quartet\"\n{page}\n[[phase]]\nname = \"a\"\nfrom = \"written\"\n{}\n[[phase]]\nname = \
         \"b\"\nfrom = \"as-left\"\n{second}\n",
        work("read", 1)
    )
}

#[test]
fn quartet_is_refused_unless_each_row_is_one_read_and_one_write_alike() {
    let row = "phases = [[\"a\", \"R\"], [\"b\", \"R\"]]";
    fourcorners_bench::TestDef::parse("tests/t.toml", &quartet(row, "write")).expect("a row");
    let unlike = "'R' is a row of a quartet: it needs one read and one write";
    for (page, second, expected) in [
        (row, "read", unlike),
        (row, "deeper", unlike),
        ("phases = [[\"a\", \"R\"]]", "write", unlike),
        ("", "write", "needs the names and titles of its phases"),
        (
            "phases = [[\"a\", \"R\"], [\"c\", \"R\"]]",
            "write",
            "no phase called 'c' reads or writes",
        ),
    ] {
        let refused = refusal(&quartet(page, second));
        assert!(refused.contains(expected), "{refused}");
    }
    let roles = format!("{row}\nroles = {{ a = \"random-reads\" }}");
    let refused = refusal(&quartet(&roles, "write"));
    assert!(refused.contains("a quartet takes no roles"), "{refused}");
}
