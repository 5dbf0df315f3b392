//! Disks of 3 TB, one of them with blocks of 4096 bytes.

use super::identity::expect_run;
use crate::case::{Case, Failure, Findings, Setting};
use fourcorners_testkit::vm::{Drive, first_data};
use serde_json::json;

pub const CASE: Case = Case {
    name: "large-disks",
    proves: "Disks of 3 TB are written beyond 2^32 blocks of 512 bytes, also with 4096-byte blocks",
    run,
};

const DISK_BYTES: u64 = 3_000_000_000_000 / 4096 * 4096;
const WIDE: u64 = (1 << 32) * 512;

fn run(setting: &Setting) -> Result<(), Failure> {
    let disks = [
        setting.disk("nvme.img", DISK_BYTES)?,
        setting.disk("sda.img", DISK_BYTES)?,
    ];
    let drives = [
        Drive::nvme(&disks[0], "FC0").with_blocks(4096),
        Drive::scsi(&disks[1], "FC1"),
    ];
    let guest = setting.boot(include_str!("large.sh"), &drives)?;
    let reports = guest.finish()?;
    let mut findings = Findings::default();
    for (number, name, block) in [(0, "nvme0n1", 4096), (1, "sda", 512)] {
        let identity = json!({ "capacity": DISK_BYTES / 512, "logical_block": block });
        findings.note(expect_run(&reports, name, &identity));
        let beyond = first_data(&disks[number], WIDE)?;
        findings.check(beyond.is_some(), || {
            format!("{name}: nothing was written beyond 2^32 blocks")
        });
    }
    findings.into_result()
}
