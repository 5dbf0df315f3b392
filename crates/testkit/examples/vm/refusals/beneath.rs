//! What lies beneath a mapped device counts, and so does a snapshot that reads its origin.
//!
//! An origin was overwritten while its snapshot was mounted, which invalidated the snapshot; and a
//! mapping that began behind the label of a physical volume was written.

use super::refusal::{Row, all_allowed, all_refused, all_unchanged};
use crate::case::{Case, Failure, Findings, Setting};
use fourcorners_testkit::vm::Drive;

pub const CASE: Case = Case {
    name: "beneath",
    proves: "Origins of snapshots and thin volumes, and labels below a mapping, are refused",
    run,
};

const DISKS: usize = 5;
const DISK_BYTES: u64 = 64 << 20;

const REFUSED: &[Row] = &[
    (
        "behind-lvm",
        "an LVM physical volume (byte 512) on /dev/nvme0n1",
    ),
    (
        "behind-ext4",
        "an ext2, ext3 or ext4 file system (byte 1080) on /dev/nvme1n1",
    ),
    ("mounted-snapshot", "is mounted at /mnt/snapshot"),
    ("idle-snapshot", "(snapshot)"),
    ("external-origin", "(thin)"),
    ("lvm-origin", "(vg4-kept)"),
];

const ALLOWED: &[&str] = &["origin", "confirmed", "thin", "snapshot"];

fn run(setting: &Setting) -> Result<(), Failure> {
    let disk = |number| setting.disk(&format!("disk{number}.img"), DISK_BYTES);
    let disks = (0..DISKS).map(disk).collect::<Result<Vec<_>, _>>()?;
    let named = disks.iter().enumerate();
    let drives: Vec<Drive> = named
        .map(|(number, disk)| Drive::nvme(disk, &format!("FC{number}")))
        .collect();
    let mut guest = setting.boot(include_str!("beneath.sh"), &drives)?;
    let mut findings = Findings::default();
    all_unchanged(&mut guest, ["ready", "tried"], disks.iter(), &mut findings)?;
    let reports = guest.finish()?;
    findings.note(reports.expect("built", "7"));
    findings.note(reports.expect("origin.kept", "0"));
    all_refused(&reports, REFUSED, &mut findings);
    all_allowed(&reports, ALLOWED, &mut findings);
    findings.into_result()
}
