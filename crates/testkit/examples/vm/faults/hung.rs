//! A drive that stops to answer ends the run after `--timeout`.

use super::named_lbas;
use crate::case::{Case, Failure, Findings, Setting};
use fourcorners_testkit::vm::Drive;

pub const CASE: Case = Case {
    name: "hung-drive",
    proves: "A drive that stops to answer ends the run after --timeout, with the LBA in the error",
    run,
};

const DISK_BYTES: u64 = 64 << 20;
/// With `--timeout 6`; the test itself would go on for 60 s.
const LIMIT_S: u64 = 25;

fn run(setting: &Setting) -> Result<(), Failure> {
    let disk = setting.disk("disk.img", DISK_BYTES)?;
    let guest = setting.boot(include_str!("hung.sh"), &[Drive::nvme(&disk, "FC0")])?;
    let reports = guest.finish()?;
    let seconds = reports.get("hung.seconds")?;
    let mut findings = Findings::default();
    findings.note(reports.expect("hung.exit", "1"));
    let said = reports.text("hung.said");
    findings.check(
        said.contains("does not answer: the write of 4KiB at LBA"),
        || format!("the error does not name the write: {said}"),
    );
    let lbas = named_lbas(&said);
    let in_drive = lbas.iter().all(|lba| *lba < DISK_BYTES / 512);
    findings.check(in_drive, || format!("LBAs outside of the drive: {lbas:?}"));
    let in_time = seconds
        .parse::<u64>()
        .is_ok_and(|seconds| seconds < LIMIT_S);
    findings.check(in_time, || format!("the run took {seconds} s"));
    findings.into_result()
}
