//! Disks that are mounted, swap, read-only, or in another run's hands are refused, and keep every
//! byte.

use super::refusal::{Row, all_allowed, all_refused, all_unchanged};
use crate::case::{Case, Failure, Findings, Setting};
use fourcorners_testkit::vm::Drive;

pub const CASE: Case = Case {
    name: "in-use",
    proves: "Mounted, swap, read-only and busy disks are refused; neighboring partitions run",
    run,
};

const DISK_BYTES: u64 = 64 << 20;

const REFUSED: &[Row] = &[
    ("unnamed", "exists and would be overwritten"),
    (
        "disk-of-partition",
        "/dev/nvme0n1p1 is mounted at /mnt/part",
    ),
    ("partition", "is mounted at /mnt/part"),
    ("swap", "holds active swap"),
    ("disk-of-file", "is mounted at /mnt/files"),
    (
        "file-under-loop",
        "the loop device /dev/loop0 is backed by it",
    ),
    ("read-only-drive", "/dev/vda is read-only"),
    ("set-read-only", "/dev/nvme3n1 is read-only"),
    ("unconfirmed", "contains an ext2, ext3 or ext4 file system"),
    ("exported", "is in use by namespace 1 of the NVMe target"),
    ("other-named", "/dev/nvme5n2"),
    ("format-partition", "partition"),
    ("second-namespace", "is mounted at /mnt/second"),
    ("late-run", "is in use by fourcorners"),
];

const ALLOWED: &[&str] = &["other-partition", "loop", "first-namespace"];

fn run(setting: &Setting) -> Result<(), Failure> {
    let disk = |number| setting.disk(&format!("disk{number}.img"), DISK_BYTES);
    let disks = (0..9).map(disk).collect::<Result<Vec<_>, _>>()?;
    let drive = |number: usize| Drive::nvme(&disks[number], &format!("FC{number}"));
    let drives = [
        drive(0),
        drive(1),
        drive(2),
        drive(3),
        drive(4),
        drive(5).with_namespace(&disks[7]),
        Drive::nvme(&disks[8], "FC7"),
        Drive::virtio(&disks[6], "FC6").read_only(),
    ];
    let mut guest = setting.boot(include_str!("in_use.sh"), &drives)?;
    // The third is mounted for writing: the kernel changes it by itself.
    let settled = [0, 1, 3, 4, 5, 6, 8, 7].map(|number| &disks[number]);
    let mut findings = Findings::default();
    let images = settled.into_iter();
    let before = all_unchanged(&mut guest, ["ready", "tried"], images, &mut findings)?;
    guest.during("end-of-runs", |_| {
        if let Some(second_namespace) = before.last() {
            findings.note(second_namespace.is_unchanged());
        }
        Ok(())
    })?;
    let reports = guest.finish()?;
    findings.note(reports.expect("built", "3 1 1"));
    all_refused(&reports, REFUSED, &mut findings);
    all_allowed(&reports, ALLOWED, &mut findings);
    findings.check(
        reports.get("late.mount").is_ok_and(|code| code != "0"),
        || "a drive under test could be mounted".into(),
    );
    findings.into_result()
}
