//! A SATA disk on the kernel's AHCI driver. QEMU's has SMART data, but no ATA security.

use super::identity::expect_run;
use crate::case::{Case, Failure, Findings, Setting};
use fourcorners_testkit::vm::{Drive, Kernel};
use serde_json::json;

pub const CASE: Case = Case {
    name: "sata",
    proves: "A SATA disk is measured, its SMART data kept, a missing ATA secure erase refused",
    run,
};

const DISK_BYTES: u64 = 64 << 20;

fn run(setting: &Setting) -> Result<(), Failure> {
    let disk = setting.disk("sda.img", DISK_BYTES)?;
    let drives = [Drive::sata(&disk, "FC0")];
    let guest = setting.boot_kernel(Kernel::Full, include_str!("sata.sh"), &drives)?;
    let reports = guest.finish()?;
    let mut findings = Findings::default();
    let identity = json!({
        "model": "QEMU HARDDISK",
        "serial": "FC0",
        "firmware": "1.0",
        "logical_block": 512,
        "capacity": DISK_BYTES / 512,
    });
    findings.note(expect_run(&reports, "sda", &identity));
    findings.note(reports.expect("sda.smart", "2"));
    findings.note(reports.expect("erase.exit", "1"));
    let said = reports.text("erase.said");
    findings.check(said.contains("security"), || {
        format!("erase: not refused for want of ATA security: {said}")
    });
    findings.into_result()
}
