//! Disks under device mapper, LVM, MD, LUKS and btrfs are refused, in use or not; what stands on
//! them is a drive like any other.

use super::refusal::{Row, all_allowed, all_refused, all_unchanged};
use crate::case::{Case, Failure, Findings, Setting};
use fourcorners_testkit::vm::Drive;

pub const CASE: Case = Case {
    name: "stacks",
    proves: "Members of dm, LVM, MD, LUKS and btrfs are refused; dm, LV, md and LUKS devices run",
    run,
};

const DISKS: usize = 10;
/// The least that btrfs makes a file system on, of two devices.
const DISK_BYTES: u64 = 112 << 20;

const REFUSED: &[Row] = &[
    ("dm-linear", "is in use by"),
    ("dm-suspended", "is in use by"),
    ("lvm-active", "is in use by"),
    ("lvm-inactive", "other devices may depend on it"),
    ("md-active", "is in use by"),
    ("md-stopped", "other devices may depend on it"),
    ("luks-open", "is in use by"),
    ("luks-closed", "contains LUKS encryption"),
    (
        "luks-wrong-serial",
        "is not the device that --serial 'FC5' confirms",
    ),
    ("btrfs-first", "other devices may depend on it"),
    ("btrfs-second", "other devices may depend on it"),
    ("btrfs-mounted-first", "is mounted at /mnt/pool"),
    ("btrfs-mounted-second", "is mounted at /mnt/pool"),
];

const ALLOWED: &[&str] = &[
    "dm-removed",
    "lvm-volume",
    "md",
    "luks-volume",
    "luks-confirmed",
    "free",
];

fn run(setting: &Setting) -> Result<(), Failure> {
    let disk = |number| setting.disk(&format!("disk{number}.img"), DISK_BYTES);
    let disks = (0..DISKS).map(disk).collect::<Result<Vec<_>, _>>()?;
    let named = disks.iter().enumerate();
    let drives: Vec<Drive> = named
        .map(|(number, disk)| Drive::nvme(disk, &format!("FC{number}")))
        .collect();
    let mut guest = setting.boot(include_str!("stacks.sh"), &drives)?;
    let mut findings = Findings::default();
    all_unchanged(&mut guest, ["built", "tried"], disks.iter(), &mut findings)?;
    let reports = guest.finish()?;
    findings.note(reports.expect("stacks", "3 1"));
    all_refused(&reports, REFUSED, &mut findings);
    all_allowed(&reports, ALLOWED, &mut findings);
    findings.into_result()
}
