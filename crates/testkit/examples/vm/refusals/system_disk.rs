//! The disk of the running system is refused, also through a loop device.

use super::refusal::is_refused;
use crate::case::{Case, Failure, Findings, Setting};
use fourcorners_testkit::vm::{Drive, FileSystem, PARTITION_AT, Tree, create_disk, partition};
use std::fs;

pub const CASE: Case = Case {
    name: "system-disk-through-loop",
    proves: "The running system's disk is refused, also through a loop device",
    run,
};

const DISK_BYTES: u64 = 96 << 20;

/// The root is mounted read-only: whatever changes on the disk, fourcorners wrote.
fn run(setting: &Setting) -> Result<(), Failure> {
    let (packages, disk) = (setting.packages(), setting.file("disk.img"));
    let tree = Tree::new(&setting.file("root"))?;
    setting.image.add_system(&tree)?;
    tree.add_script("/bin/case.sh", include_str!("system_disk.sh"))?;
    create_disk(&disk, DISK_BYTES)?;
    partition(packages, &disk)?;
    let root = FileSystem::make(packages, &disk, PARTITION_AT, &tree)?;
    let read = || fs::read(&disk).map_err(|error| format!("{}: {error}", disk.display()));
    let before = read()?;

    let drive = Drive::nvme(&disk, "FC0001");
    let guest = setting.boot(include_str!("switch_root.sh"), &[drive])?;
    let reports = guest.finish()?;

    let mut findings = Findings::default();
    findings.note(reports.expect("root", "/dev/nvme0n1p1"));
    for name in ["disk", "partition", "loop"] {
        findings.note(is_refused(&reports, name, "/"));
    }
    let after = read()?;
    let changed = before.iter().zip(&after).filter(|(a, b)| a != b).count();
    if changed > 0 {
        findings.note(Err(format!("{changed} bytes of the system disk changed")));
        findings.note(root.check(packages));
    }
    findings.into_result()
}
