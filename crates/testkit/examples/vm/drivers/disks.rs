//! SCSI and virtio disks, each with both block sizes, are identified and measured.

use super::identity::expect_run;
use crate::case::{Case, Failure, Findings, Setting};
use fourcorners_testkit::vm::Drive;
use serde_json::json;

pub const CASE: Case = Case {
    name: "disks",
    proves: "SCSI and virtio disks of 512- and 4096-byte blocks are identified and measured",
    run,
};

const DISK_BYTES: u64 = 64 << 20;

fn run(setting: &Setting) -> Result<(), Failure> {
    let disk = |name: &str| setting.disk(&format!("{name}.img"), DISK_BYTES);
    let drives = [
        Drive::scsi(&disk("sda")?, "FC0"),
        Drive::scsi(&disk("sdb")?, "FC1").with_blocks(4096),
        Drive::virtio(&disk("vda")?, "FC2"),
        Drive::virtio(&disk("vdb")?, "FC3").with_blocks(4096),
    ];
    let guest = setting.boot(include_str!("disks.sh"), &drives)?;
    let reports = guest.finish()?;
    let mut findings = Findings::default();
    for (serial, block, model) in [
        ("FC0", 512, "ACME DISK"),
        ("FC1", 4096, "ACME DISK"),
        ("FC2", 512, "virtio disk"),
        ("FC3", 4096, "virtio disk"),
    ] {
        let identity = json!({
            "model": model,
            "serial": serial,
            "logical_block": block,
            "capacity": DISK_BYTES / 512,
        });
        findings.note(expect_run(&reports, serial, &identity));
    }
    findings.into_result()
}
