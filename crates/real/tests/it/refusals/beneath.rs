//! What lies beneath a drive is judged as it is by its own name.
//!
//! Once only the drive's own bytes were looked at: a loop device that began behind the label of a
//! physical volume or a RAID member was overwritten, while the disk below was refused.

use super::partitions::{confirmed, partitioned};
use super::shared::{allowed, refused_although_confirmed};
use super::signatures::carrying;
use super::{SIZE, file, folder, refused, request, write};
use crate::host::{Loop, is_root, make_ext4};
use fourcorners_real::OpenError;
use std::path::Path;

/// Behind every label at the start.
const BEHIND: [&str; 2] = ["--offset", "1048576"];
/// Before every label at the end.
const BEFORE: [&str; 2] = ["--sizelimit", "8388608"];

#[test]
fn member_below_a_loop_device_that_shows_nothing_of_it_is_never_written() {
    if !is_root("a member below a loop device") {
        return;
    }
    let two_devices: &[u8] = &[2];
    for (name, part, bytes) in [
        (
            "an LVM physical volume",
            BEHIND,
            vec![(512, &b"LABELONE"[..])],
        ),
        (
            "a member of an MD RAID",
            BEHIND,
            vec![(4096, b"\xfc\x4e\x2b\xa9")],
        ),
        (
            "a member of an MD RAID",
            BEFORE,
            vec![(SIZE - 8192, b"\xfc\x4e\x2b\xa9")],
        ),
        (
            "a member of a btrfs file system of 2 devices",
            BEHIND,
            vec![(0x1_0040, b"_BHRfS_M"), (0x1_0088, two_devices)],
        ),
        (
            "bcache",
            BEHIND,
            vec![(4096 + 24, b"\xc6\x85\x73\xf6\x4e\x1a\x45\xca")],
        ),
        (
            "a member of a ZFS pool",
            BEHIND,
            vec![(129 << 10, b"\x0c\xb1\xba\0\0\0\0\0")],
        ),
        (
            "Intel firmware RAID",
            BEFORE,
            vec![(SIZE - 1024, b"Intel Raid ISM Cfg Sig. ")],
        ),
    ] {
        let folder = folder();
        let below = carrying(folder.path(), &bytes);
        let never = |drive: &Loop, on: &str| {
            let words = [name, "may depend on it", on];
            refused_although_confirmed(&drive.device, &below.file, &words);
        };
        let on_device = format!("wipefs --all {}", below.name());
        let above = Loop::over(&below.device, &part);
        never(&above, &on_device);
        never(&Loop::over(&above.device, &["--offset", "512"]), &on_device);
        let backing = below.file.display().to_string();
        never(&Loop::over(&below.file, &part), &backing);
    }
}

#[test]
fn file_system_below_a_loop_device_must_be_confirmed() {
    if !is_root("a file system below a loop device") {
        return;
    }
    let folder = folder();
    let below = Loop::over(&file(folder.path()), &[]);
    make_ext4(&below.name());
    // Behind the superblock, and with it at another place than a file system's.
    for offset in ["1048576", "512"] {
        let above = Loop::over(&below.device, &["--offset", offset]);
        let error = refused(&request(&above.device), &below.file);
        let OpenError::Signature { found, confirm, .. } = &error else {
            panic!("{error}")
        };
        let on = format!("ext4 file system (byte 1080) on {}", below.name());
        assert!(found.contains(&on) && *confirm == above.name(), "{error}");
        allowed(&above.device);
    }
}

#[test]
fn partition_below_a_loop_device_on_its_disk_is_judged_if_they_share_bytes() {
    if !is_root("a partition below a loop device") {
        return;
    }
    let folder = folder();
    let path = file(folder.path());
    let Some((disk, [one, two])) = partitioned(&path) else {
        return;
    };
    write(Path::new(&one), 512, b"LABELONE");
    // Partitions of 4 MiB at 1 MiB, and of 8 MiB at 5 MiB.
    let inside = Loop::over(&disk.device, &["--offset", "2097152"]);
    let words = ["an LVM physical volume", "may depend on it", &*one];
    refused_although_confirmed(&inside.device, &path, &words);
    drop(inside);
    let beside = Loop::over(&disk.device, &["--offset", "6291456"]);
    let error = refused(&request(&beside.device), &path);
    let table = format!(
        "an MBR partition table or a boot sector (byte 510) on {}",
        disk.name()
    );
    assert!(
        matches!(&error, OpenError::Signature { found, .. } if *found == table),
        "{error}"
    );
    allowed(&beside.device);
    drop(beside);
    // The partition itself needs no more than by its own name.
    let above = Loop::over(Path::new(&two), &[]);
    drop(fourcorners_real::open(&request(&above.device)).unwrap_or_else(|error| panic!("{error}")));
    let wrong = refused(&confirmed(&above.device, "another"), &path);
    assert!(matches!(wrong, OpenError::WrongSerial { .. }), "{wrong}");
}
