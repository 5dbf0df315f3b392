//! A suite, carried out on a simulated drive.

use fourcorners_bench::record::{Entry, Run, RunHeader};
use fourcorners_bench::{Disk, FolderWriter, Options, Plan, Silent, Suite, plan_suite};
use fourcorners_block::{Identity, Seed};
use fourcorners_lab::library;
use fourcorners_run::{RunEnd, run};
use fourcorners_sim::DriveSpec;

/// The plan and the results, every phase cut to some seconds of the drive's clock. `identity`: as
/// the plan sees the drive.
pub fn carried_out(
    spec: &DriveSpec,
    identity: &Identity,
    suite: &Suite,
    seconds: u64,
) -> (Plan, Vec<Entry>) {
    let options = Options {
        duration_s: Some(seconds),
        ..Options::default()
    };
    let library = library().expect("all files are right");
    let plan = plan_suite(library, suite, identity, &options, Seed(1)).expect("a plan");
    let header = RunHeader::new(&suite.name, identity.clone());
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("run");
    let mut writer = FolderWriter::create_on(&Disk::hurried(), &path, &header).expect("a folder");
    let ended = run(&plan, spec.drive().as_mut(), &mut writer, &mut Silent);
    assert_eq!(ended.expect("a run"), RunEnd::Finished);
    drop(writer);
    let entries = Run::open(&path).expect("a run").entries;
    (plan, entries)
}
