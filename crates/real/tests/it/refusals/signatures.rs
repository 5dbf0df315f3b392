//! What carries something is not written unless confirmed, and what belongs to something larger
//! not even then.

use super::{SIZE, file, folder, refused, refused_by_every_name, request, write};
use crate::host::{Loop, digest, is_root, make_ext4, run};
use fourcorners_real::{OpenError, OpenRequest, open};
use std::fs::File;

/// A loop device whose bytes are `bytes` at these places.
pub fn carrying(folder: &std::path::Path, bytes: &[(u64, &[u8])]) -> Loop {
    let path = file(folder);
    for (offset, bytes) in bytes {
        write(&path, *offset, bytes);
    }
    Loop::over(&path, &[])
}

#[test]
fn is_a_device_with_a_file_system_written_only_when_confirmed() {
    if !is_root("a signature") {
        return;
    }
    let folder = folder();
    let device = Loop::over(&file(folder.path()), &[]);
    make_ext4(&device.name());
    let error = refused(&request(&device.device), &device.file);
    let OpenError::Signature { found, confirm, .. } = &error else {
        panic!("{error}")
    };
    assert!(
        found.contains("ext4") && *confirm == device.name(),
        "{error}"
    );
    let wrong = OpenRequest {
        confirm_serial: Some("WD-123".into()),
        ..request(&device.device)
    };
    assert!(matches!(
        refused(&wrong, &device.file),
        OpenError::WrongSerial { .. }
    ));
    let backing = device.file.to_string_lossy().into_owned();
    let name = device.name().replace("/dev/", "");
    for text in [device.name(), name, backing] {
        let confirmed = OpenRequest {
            confirm_serial: Some(text),
            ..request(&device.device)
        };
        drop(open(&confirmed).unwrap_or_else(|error| panic!("{error}")));
    }
}

#[test]
fn is_each_kind_of_partition_table_found_and_released_by_confirming() {
    if !is_root("a partition table") {
        return;
    }
    let magic: &[u8] = b"EFI PART";
    let (protects, boot): (&[u8], &[u8]) = (b"\xee", b"\x55\xaa");
    for (name, bytes) in [
        (
            "an MBR partition table",
            vec![(450, &b"\x83"[..]), (510, boot)],
        ),
        (
            "a GPT partition table (byte 512)",
            vec![
                (450, protects),
                (510, boot),
                (512, magic),
                (SIZE - 512, magic),
            ],
        ),
        ("protective MBR", vec![(450, protects), (510, boot)]),
        // The first sectors are gone, and the copy at the end is whole.
        ("a backup GPT partition table", vec![(SIZE - 512, magic)]),
        ("a GPT partition table (byte 4096)", vec![(4096, magic)]),
    ] {
        let folder = folder();
        let device = carrying(folder.path(), &bytes);
        let error = refused(&request(&device.device), &device.file);
        let OpenError::Signature { found, confirm, .. } = &error else {
            panic!("{name}: {error}")
        };
        assert!(found.contains(name), "{name} in: {error}");
        assert_eq!(*confirm, device.name());
        let before = digest(&device.file);
        let confirmed = OpenRequest {
            confirm_serial: Some(device.name()),
            ..request(&device.device)
        };
        drop(open(&confirmed).unwrap_or_else(|error| panic!("{name}: {error}")));
        assert_eq!(digest(&device.file), before, "opening alone writes nothing");
    }
}

#[test]
fn is_a_member_of_something_larger_never_released() {
    if !is_root("a member") {
        return;
    }
    let md: &[u8] = b"\xfc\x4e\x2b\xa9";
    let end = SIZE / 4096 * 4096;
    let gpt: (u64, &[u8]) = (512, b"EFI PART");
    let two_devices: &[u8] = &[2];
    for (name, bytes) in [
        ("an LVM physical volume", vec![(512, &b"LABELONE"[..])]),
        ("a member of an MD RAID", vec![(4096, md)]),
        ("a member of an MD RAID", vec![gpt, (end - 8192, md)]),
        (
            "a member of a ZFS pool",
            vec![gpt, (129 << 10, b"\x0c\xb1\xba\0\0\0\0\0")],
        ),
        (
            "a member of a btrfs file system of 2 devices",
            vec![(0x1_0040, b"_BHRfS_M"), (0x1_0088, two_devices)],
        ),
        (
            "bcache",
            vec![(
                4096 + 24,
                b"\xc6\x85\x73\xf6\x4e\x1a\x45\xca\x82\x65\xf5\x7f\x48\xba\x6d\x81",
            )],
        ),
        ("a Ceph OSD", vec![(0, b"bluestore block device\n")]),
        (
            "a Stratis pool",
            vec![(516, b"!Stra0tis\x86\xff\x02^\x41rh")],
        ),
        (
            "Intel firmware RAID",
            vec![(SIZE - 1024, b"Intel Raid ISM Cfg Sig. ")],
        ),
    ] {
        let folder = folder();
        let device = carrying(folder.path(), &bytes);
        refused_by_every_name(&device, &[name, "may depend on it", "wipefs --all"]);
    }
}

#[test]
fn is_what_mkfs_writes_found() {
    if !is_root("mkfs") {
        return;
    }
    for (program, options, name) in [
        ("mkfs.ext4", &["-q"][..], "ext4"),
        ("mkfs.fat", &[], "FAT"),
        ("mkfs.xfs", &["-q"], "XFS"),
        ("mkfs.btrfs", &["-q"], "btrfs"),
        ("mkswap", &[], "swap space"),
        ("pvcreate", &["-q"], "LVM"),
    ] {
        let folder = folder();
        let path = file(folder.path());
        if ["mkfs.xfs", "mkfs.btrfs"].contains(&program) {
            let grown = File::options().write(true).open(&path);
            grown
                .and_then(|file| file.set_len(320 << 20))
                .expect("as large as they ask for");
        }
        let device = Loop::over(&path, &[]);
        let device_name = device.name();
        let mut arguments: Vec<&str> = options.to_vec();
        arguments.push(&device_name);
        if run(program, &arguments).is_none() {
            println!("{program}: skipped, it is not here");
            continue;
        }
        let sentence = refused(&request(&device.device), &device.file).to_string();
        assert!(sentence.contains(name), "{name} in: {sentence}");
    }
}
