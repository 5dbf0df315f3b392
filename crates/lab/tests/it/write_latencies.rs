//! The story: in random writing nothing ever interrupted the controller of a simulated SSD, so the
//! median latency was also the 99.9th percentile.

use fourcorners_bench::record::{Run, RunHeader};
use fourcorners_bench::{
    Disk, FolderWriter, Options, RunEnd, Silent, Suite, SuiteTest, plan_suite, run,
};
use fourcorners_block::Seed;
use fourcorners_lab::{drive_names, drive_spec, library};
use fourcorners_sim::DriveSpec;

/// Seconds of the drive's clock. At queue depth 1 a page of the map journal every 512 writes has
/// to be met often enough.
const SECONDS: u64 = 2;

fn suite() -> Suite {
    let library = library().expect("all files are right");
    let four_corners = library.suites["four-corners"].clone();
    let tests = [
        "random-write-4k-qd1",
        "random-write-4k-qd3",
        "random-write-4k-qd32",
    ];
    Suite {
        name: "writes".into(),
        tests: tests.map(SuiteTest::plain).into(),
        ports: Vec::new(),
        ..four_corners
    }
}

#[test]
fn rare_random_writes_take_longer_than_the_median_on_every_ssd() {
    let desk = tempfile::tempdir().expect("a folder");
    let mut alike = Vec::new();
    for name in drive_names() {
        let spec = drive_spec(&name).expect("a drive of the catalogue");
        if !matches!(spec, DriveSpec::Ssd(_)) {
            continue;
        }
        let options = Options {
            duration_s: Some(SECONDS),
            ..Options::default()
        };
        let library = library().expect("all files are right");
        let plan = plan_suite(library, &suite(), &spec.identity(), &options, Seed(1));
        let plan = plan.expect("a plan");
        let path = desk.path().join(&name);
        let header = RunHeader::new("writes", spec.identity());
        let mut writer =
            FolderWriter::create_on(&Disk::hurried(), &path, &header).expect("a folder");
        let ended = run(&plan, spec.drive().as_mut(), &mut writer, &mut Silent);
        assert_eq!(ended.expect("a run"), RunEnd::Finished);
        drop(writer);
        for entry in Run::open(&path).expect("a run").entries {
            let title = entry.names().join(" ");
            let measured = entry.measured.expect("a finished test");
            let (median, rare) = (measured.latency_p50_us, measured.latency_p999_us);
            println!("{name} {title}: {median} {rare}");
            if median >= rare {
                alike.push(format!("{name} {title}: {median} us"));
            }
        }
    }
    assert!(alike.is_empty(), "{}", alike.join("\n"));
}
