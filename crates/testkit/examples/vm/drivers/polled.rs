//! Polled I/O of NVMe and null_blk.

use super::identity::expect_run;
use crate::case::{Case, Failure, Findings, Setting};
use fourcorners_testkit::vm::Drive;
use serde_json::json;

pub const CASE: Case = Case {
    name: "polled",
    proves: "NVMe and null_blk are measured through polled queues; longer I/Os are split",
    run,
};

fn run(setting: &Setting) -> Result<(), Failure> {
    let disk = setting.disk("disk.img", 64 << 20)?;
    let guest = setting.boot(include_str!("polled.sh"), &[Drive::nvme(&disk, "FC0")])?;
    let reports = guest.finish()?;
    let mut findings = Findings::default();
    findings.note(reports.expect("queues", "1 1"));
    for name in ["nvme0n1-polled", "nullb0-polled"] {
        let identity = json!({ "engine": "io_uring, polled" });
        findings.note(expect_run(&reports, name, &identity));
    }
    for name in ["long", "auto"] {
        findings.note(reports.succeeded(name));
    }
    findings.into_result()
}
