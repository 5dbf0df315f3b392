//! A test that nobody knew before: its file alone decides how it is shown everywhere.

use crate::program::{Desk, fourcorners};
use fourcorners_bench::record::{Run, RunHeader};
use fourcorners_bench::{FolderWriter, Options, Silent, TestDef, plan, shipped};
use fourcorners_block::Seed;
use fourcorners_report::{NothingPrinted, PageData, compare, html, markdown, tables};
use fourcorners_run::run;
use std::path::Path;

const EXAMPLE: &str = r#"
id = "example"
title = "16 KiB random write, QD8"
why = "An example."
source = "ours"

[page]
title = "Random write, 16 KiB, QD8"
chart = "bars"
unit = "IOPS"
better = "higher"
place = 15
findings = ["data"]

[[phase]]
name = "measure"
from = "new"
work = { op = "write", pattern = "random", block = "16KiB", queue_depth = 8, span = "8GiB", until = "duration", duration_s = 180 }
"#;

/// Runs it for three seconds on a simulated drive.
fn measured(folder: &Path, drive: &str) -> Run {
    let mut library = shipped().expect("suites").clone();
    let test = TestDef::parse("tests/example.toml", EXAMPLE).expect("a test");
    library.tests.insert(test.id.clone(), test);
    let spec = fourcorners_lab::drive_spec(drive).expect("a drive");
    let mut drive = spec.drive();
    let options = Options {
        duration_s: Some(3),
        ..Options::default()
    };
    let identity = drive.identity().clone();
    let plan = plan(&library, "example", &identity, &options, Seed(1)).expect("a plan");
    let header = RunHeader::of(&plan, identity);
    let mut writer = FolderWriter::create(folder, &header).expect("a folder");
    run(&plan, drive.as_mut(), &mut writer, &mut Silent).expect("a run");
    drop(writer);
    Run::open(folder).expect("a run")
}

#[test]
fn made_up_test_is_shown_everywhere() {
    let desk = Desk::new();
    let drives = ["crucial-m4-256", "corsair-neutron-240"];
    let folders = drives.map(|drive| desk.at(drive));
    let runs = [0, 1].map(|place| measured(&folders[place], drives[place]));
    let iops = runs.each_ref().map(|run| {
        let measured = run.entries[0].measured.as_ref().expect("figures");
        format!("{:.0}", measured.iops_mean)
    });
    let title = "Random write, 16 KiB, QD8";

    let data = PageData::new(&runs, &NothingPrinted);
    let chart = data
        .charts
        .iter()
        .find(|chart| chart.title.starts_with(title));
    let chart = chart.expect("a chart on the page");
    assert_eq!(chart.unit.to_string(), "IOPS");
    assert_eq!(chart.bars.len(), 2);
    assert!(html(&data).is_ok());

    let terminal = tables(&runs, &NothingPrinted, Some(120));
    let file = markdown(&runs, &NothingPrinted);
    for text in [&terminal, &file] {
        assert!(text.contains(title), "{text}");
        assert!(
            iops.iter().all(|iops| text.contains(iops)),
            "{iops:?}: {text}"
        );
        assert!(!text.contains("Other tests"), "{text}");
    }

    let figures = compare(&runs).figures;
    assert!(figures.iter().any(|figure| figure.test == "example"));
    let [first, second] = folders
        .each_ref()
        .map(|folder| folder.display().to_string());
    let compared = fourcorners(&["compare", &first, &second])
        .done()
        .stdout
        .clone();
    assert!(compared.contains(title), "{compared}");

    let site = desk.text("site");
    fourcorners(&["site", &site, &first, &second]).done();
    let listed = std::fs::read_to_string(Path::new(&site).join("runs.json")).expect("runs.json");
    assert!(listed.contains(title), "{listed}");
}
