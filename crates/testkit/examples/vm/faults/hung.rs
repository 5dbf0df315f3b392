//! A write that never ends stops the run after `--timeout`.

use super::named_lbas;
use crate::case::{Case, Failure, Findings, Setting};
use fourcorners_testkit::vm::Drive;

pub const CASE: Case = Case {
    name: "hung-drive",
    proves: "A write that never ends stops the run after --timeout, and the error names its LBA",
    in_ci: false,
    run,
};

const DISK_BYTES: u64 = 64 << 20;
/// The kernel gives an NVMe drive this long.
const KERNEL_S: u64 = 30;

fn run(setting: &Setting) -> Result<(), Failure> {
    let disk = setting.disk("disk.img", DISK_BYTES)?;
    let drive = Drive::nvme(&disk, "FC0").that_can_hang();
    let mut guest = setting.boot(include_str!("hung.sh"), std::slice::from_ref(&drive))?;
    guest.during("ready", |guest| guest.hang(&drive))?;
    let seconds = guest.wait_for("hung.seconds")?;
    let reports = guest.cut_power();
    let mut findings = Findings::default();
    findings.note(reports.expect("hung.exit", "1"));
    let said = reports.text("hung.said");
    findings.check(
        said.contains("does not answer: the write of 4 KiB at LBA"),
        || format!("the error does not name the write: {said}"),
    );
    let lbas = named_lbas(&said);
    findings.check(lbas.iter().all(|lba| *lba < DISK_BYTES / 512), || {
        format!("LBAs outside of the drive: {lbas:?}")
    });
    let in_time = seconds
        .parse::<u64>()
        .is_ok_and(|seconds| seconds < KERNEL_S);
    findings.check(in_time, || format!("the run took {seconds} s"));
    findings.into_result()
}
