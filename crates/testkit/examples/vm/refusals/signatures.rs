//! Labels of ZFS, bcache and others are known by their bytes, also where the kernel has no driver.

use super::refusal::{Row, all_refused};
use crate::case::{Case, Failure, Findings, Kept, Setting, write_at};
use fourcorners_testkit::vm::Drive;

pub const CASE: Case = Case {
    name: "signatures",
    proves: "Labels of ZFS, bcache, bcachefs, DDF, Intel RAID and Stratis are never overwritten",
    run,
};

const DISK_BYTES: u64 = 64 << 20;

/// Which disk, and what stands where, by each format's own header.
const LABELS: [(&str, u64, &[u8]); 7] = [
    // An uberblock of the first label, and one of the last: a pool whose start was overwritten.
    ("zfs-start", 128 << 10, b"\x0c\xb1\xba\0\0\0\0\0"),
    (
        "zfs-end",
        DISK_BYTES - (128 << 10),
        b"\x0c\xb1\xba\0\0\0\0\0",
    ),
    ("bcache", 4096 + 24, b"\xc6\x85\x73\xf6\x4e\x1a\x45\xca"),
    ("bcachefs", 4096 + 24, b"\xc6\x85\x73\xf6\x66\xce\x90\xa9"),
    ("ddf", DISK_BYTES - 512, b"\xde\x11\xde\x11"),
    ("intel", DISK_BYTES - 1024, b"Intel Raid ISM Cfg Sig. "),
    ("stratis", 512 + 4, b"!Stra0tis\x86\xff\x02^\x41rh"),
];

const REFUSED: &[Row] = &[
    ("zfs-start", "a member of a ZFS pool"),
    ("zfs-end", "a member of a ZFS pool"),
    ("bcache", "a bcache or bcachefs device"),
    ("bcachefs", "a bcache or bcachefs device"),
    ("ddf", "a member of a DDF firmware RAID"),
    ("intel", "a member of an Intel firmware RAID"),
    ("stratis", "a Stratis pool"),
];

fn run(setting: &Setting) -> Result<(), Failure> {
    let mut kept = Vec::new();
    let mut drives = Vec::new();
    for (number, (name, at, label)) in LABELS.iter().enumerate() {
        let disk = setting.disk(&format!("{name}.img"), DISK_BYTES)?;
        write_at(&disk, *at, label)?;
        kept.push(Kept::of(&disk)?);
        drives.push(Drive::nvme(&disk, &format!("FC{number}")));
    }
    let guest = setting.boot(include_str!("signatures.sh"), &drives)?;
    let reports = guest.finish()?;
    let mut findings = Findings::default();
    all_refused(&reports, REFUSED, &mut findings);
    for disk in kept {
        findings.note(disk.is_unchanged());
    }
    findings.into_result()
}
