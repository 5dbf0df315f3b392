//! Disks without a model or a serial number: brd, null_blk, zram and nbd.

use super::identity::expect_run;
use crate::case::{Case, Failure, Findings, Setting};
use serde_json::json;

pub const CASE: Case = Case {
    name: "kernel-disks",
    proves: "brd, null_blk, zram and nbd devices are measured",
    run,
};

fn run(setting: &Setting) -> Result<(), Failure> {
    let guest = setting.boot(include_str!("kernel_disks.sh"), &[])?;
    let reports = guest.finish()?;
    let mut findings = Findings::default();
    for (name, mib) in [("ram0", 64), ("nullb0", 1024), ("zram0", 64), ("nbd0", 64)] {
        let identity = json!({ "capacity": mib * 2048, "serial": "" });
        findings.note(expect_run(&reports, name, &identity));
    }
    findings.into_result()
}
