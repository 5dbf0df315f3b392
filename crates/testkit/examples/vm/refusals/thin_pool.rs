//! A thin volume that could fill its pool is refused.

use super::refusal::{Row, all_allowed, all_refused};
use crate::case::{Case, Failure, Findings, Setting};
use fourcorners_testkit::vm::Drive;

pub const CASE: Case = Case {
    name: "thin-pool",
    proves: "A thin volume that needs more than its pool has is refused; one with room runs",
    run,
};

const DISK_BYTES: u64 = 48 << 20;

const REFUSED: &[Row] = &[
    ("too-large", "it may need 32MiB more of the thin pool"),
    ("partly-written", "it may need 28MiB more of the thin pool"),
    ("loop-above", "more of the thin pool"),
];

fn run(setting: &Setting) -> Result<(), Failure> {
    let disk = setting.disk("disk.img", DISK_BYTES)?;
    let guest = setting.boot(include_str!("thin_pool.sh"), &[Drive::nvme(&disk, "FC0")])?;
    let reports = guest.finish()?;
    let mut findings = Findings::default();
    all_refused(&reports, REFUSED, &mut findings);
    all_allowed(&reports, &["with-room"], &mut findings);
    findings.into_result()
}
