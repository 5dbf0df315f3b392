//! The folder of runs is full.

use crate::case::{Case, Failure, Findings, Setting};
use fourcorners_testkit::vm::Drive;

pub const CASE: Case = Case {
    name: "full-disk",
    proves: "A full output disk ends the review with an error; with space it resumes and finishes",
    run,
};

const DISK_BYTES: u64 = 32 << 20;

fn run(setting: &Setting) -> Result<(), Failure> {
    let disk = setting.disk("disk.img", DISK_BYTES)?;
    let guest = setting.boot(include_str!("full_disk.sh"), &[Drive::nvme(&disk, "FC0")])?;
    let reports = guest.finish()?;
    let mut findings = Findings::default();
    findings.note(reports.expect("review.exit", "1"));
    let said = reports.text("review.said");
    findings.check(
        said.contains("/mnt/small") && said.contains("No space left"),
        || format!("the review does not say which disk is full: {said}"),
    );
    findings.check(
        reports.get("results").is_ok_and(|count| count != "0"),
        || "the disk was full before the first result: the case proves too little".into(),
    );
    findings.note(reports.expect("show.exit", "0"));
    let resumed = reports.expect("resume.exit", "0");
    findings.note(resumed.map_err(|error| format!("{error}: {}", reports.text("resume.said"))));
    findings.note(reports.expect("failed", "0"));
    findings.into_result()
}
