//! Spare area that is added to a full drive by TRIM: is it worth as much as from the start?

use crate::drives;

use fourcorners_bench::record::{Run, RunHeader};
use fourcorners_bench::{
    Disk, FolderWriter, Options, RunEnd, Silent, SpareMade, Suite, SuiteTest, plan_suite, run,
};
use fourcorners_block::Seed;
use fourcorners_lab::{Target, library, resolve};

/// Mean IOPS of a minute of random writes to the small drive.
fn iops(test: SuiteTest) -> f64 {
    let desk = tempfile::tempdir().expect("a folder");
    let file = drives::put(desk.path(), &drives::small_drive_text());
    let Ok(Target::Simulated { spec, .. }) = resolve(&file.display().to_string(), false) else {
        panic!("a simulated drive")
    };
    let library = library().expect("all files are right");
    let suite = Suite {
        tests: vec![test],
        ..library.suites["anandtech-2013"].clone()
    };
    let options = Options {
        duration_s: Some(60),
        ..Options::default()
    };
    let identity = spec.identity();
    let plan = plan_suite(library, &suite, &identity, &options, Seed(1)).expect("a plan");
    let header = RunHeader::new("late", identity);
    let path = desk.path().join("run");
    let mut writer = FolderWriter::create_on(&Disk::hurried(), &path, &header).expect("a folder");
    let ended = run(&plan, spec.drive().as_mut(), &mut writer, &mut Silent);
    assert_eq!(ended.expect("a run"), RunEnd::Finished);
    drop(writer);
    let entries = Run::open(&path).expect("a run").entries;
    entries[0].measured.as_ref().expect("figures").iops_mean
}

#[test]
fn late_spare_area_is_worth_as_much_as_early() {
    let of = |spare_percent: Option<u32>, spare_made: SpareMade| SuiteTest {
        spare_percent,
        spare_made,
        ..SuiteTest::plain("consistency")
    };
    let own = iops(of(None, SpareMade::Early));
    let early = iops(of(Some(40), SpareMade::Early));
    let late = iops(of(Some(40), SpareMade::Late));
    let mut used = of(Some(40), SpareMade::Late);
    used.conditions.state = Some("used".into());
    let used = iops(used);
    assert!(early > 1.2 * own, "{early} and {own}");
    for (late, share) in [(late, 0.02), (used, 0.05)] {
        assert!((late / early - 1.0).abs() < share, "{late} and {early}");
    }
}
