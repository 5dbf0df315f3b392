//! A drive that drops writes and says that it took them.

use crate::case::{Case, Failure, Findings, Setting};
use fourcorners_testkit::vm::Drive;

pub const CASE: Case = Case {
    name: "dropped-writes",
    proves: "--verify finds a drive that drops writes (dm-flakey), and passes an honest one",
    run,
};

const DISK_BYTES: u64 = 32 << 20;

fn run(setting: &Setting) -> Result<(), Failure> {
    let disk = setting.disk("disk.img", DISK_BYTES)?;
    let guest = setting.boot(
        include_str!("dropped_writes.sh"),
        &[Drive::nvme(&disk, "FC0")],
    )?;
    let reports = guest.finish()?;
    let mut findings = Findings::default();
    findings.note(reports.expect("liar.exit", "1"));
    findings.note(reports.expect("honest.exit", "0"));
    let said = reports.text("liar.said");
    findings.check(said.contains("LBA"), || {
        format!("no LBA of a dropped write is named: {said}")
    });
    findings.into_result()
}
