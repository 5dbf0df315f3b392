//! Recorded trees, for what cannot be made on every host: device mapper, RAID, pools.

use super::writers::check_exports;
use super::*;
use crate::recorded::{Recorded, write};
use std::fs;
use std::os::unix::fs::symlink;

/// A disk 8:16 `sdz` with the partitions 8:17 `sdz1` and 8:18 `sdz2`, nothing mounted.
fn recorded() -> (Recorded, [PathBuf; 3]) {
    let recorded = Recorded::new();
    let disk = recorded.disk("sdz", "8:16");
    let partitions = [(1, "8:17"), (2, "8:18")];
    let [one, two] = partitions.map(|(index, number)| recorded.partition(&disk, index, number));
    (recorded, [disk, one, two])
}

fn checked(recorded: &Recorded, number: &str) -> Result<(), OpenError> {
    let path = Path::new("/dev/sdz-as-named");
    check_device(&recorded.host, path, &recorded.node(number)).map(drop)
}

/// The sentence of the refusal, which says where.
fn refused(recorded: &Recorded, number: &str) -> String {
    let sentence = said(&checked(recorded, number).expect_err("refused"));
    assert!(sentence.starts_with("/dev/sdz-as-named "), "{sentence}");
    sentence
}

fn said(error: &OpenError) -> String {
    format!("{error}\nhint: {}", error.hint().unwrap_or_default())
}

fn says(sentence: &str, words: &[&str]) {
    for word in words {
        assert!(sentence.contains(word), "'{word}' in: {sentence}");
    }
}

#[test]
fn may_an_unused_disk_be_written() {
    let (recorded, _) = recorded();
    for number in ["8:16", "8:17", "8:18"] {
        checked(&recorded, number).unwrap_or_else(|error| panic!("{number}: {error}"));
    }
}

#[test]
fn does_a_mounted_partition_protect_its_disk_and_not_its_neighbour() {
    let (recorded, _) = recorded();
    recorded.mounted(&["30 21 8:17 / /home rw - ext4 /dev/sdz1 rw"]);
    for number in ["8:16", "8:17"] {
        let sentence = refused(&recorded, number);
        says(
            &sentence,
            &["/dev/sdz1 is mounted at /home", "umount /home"],
        );
    }
    checked(&recorded, "8:18").expect("a partition of its own");
}

#[test]
fn is_a_mount_known_by_its_source_where_its_number_is_anonymous() {
    let (recorded, _) = recorded();
    recorded.mounted(&["30 21 0:42 /@ /data rw - btrfs /dev/sdz1 rw"]);
    says(&refused(&recorded, "8:16"), &["mounted at /data"]);
}

#[test]
fn does_a_mounted_disk_protect_its_partition() {
    let (recorded, _) = recorded();
    recorded.mounted(&["30 21 8:16 / /data rw - ext4 /dev/sdz rw"]);
    says(&refused(&recorded, "8:17"), &["/dev/sdz is mounted"]);
}

#[test]
fn is_swap_on_a_partition_found() {
    let (recorded, _) = recorded();
    recorded.swapped("/dev/sdz1 partition 1 0 -2\n");
    says(
        &refused(&recorded, "8:16"),
        &["/dev/sdz1 holds active swap", "swapoff /dev/sdz1"],
    );
}

#[test]
fn does_what_stands_on_a_partition_protect_it() {
    for (name, given, called) in [
        ("dm-0", ("dm/name", "vg-data"), "dm-0 (vg-data)"),
        ("dm-0", ("dm/name", "luks-5e1f"), "dm-0 (luks-5e1f)"),
        ("dm-0", ("dm/name", "mpatha"), "dm-0 (mpatha)"),
        ("md127", ("md/level", "raid1"), "md127 (raid1)"),
        ("bcache0", ("bcache/state", "clean"), "bcache0"),
    ] {
        let (recorded, [_, partition, _]) = recorded();
        recorded.stacked(name, "253:0", given, &[&partition]);
        for number in ["8:16", "8:17"] {
            let in_use = format!("/dev/sdz1 is in use by {called}");
            says(
                &refused(&recorded, number),
                &[&in_use, "stop that volume, array or mapping"],
            );
        }
        checked(&recorded, "8:18").expect("the other partition");
    }
}

#[test]
fn is_a_mount_of_what_stands_on_a_partition_named() {
    let (recorded, [_, partition, _]) = recorded();
    recorded.stacked("dm-0", "253:0", ("dm/name", "vg-home"), &[&partition]);
    recorded.mounted(&["30 21 253:0 / /home rw - ext4 /dev/mapper/vg-home rw"]);
    let home = "/dev/dm-0 (vg-home), which is built on /dev/sdz1, is mounted at /home";
    says(&refused(&recorded, "8:16"), &[home]);
    recorded.mounted(&["21 1 254:0 / / rw - ext4 /dev/vda rw"]);
    recorded.swapped("/dev/dm-0 partition 1 0 -2\n");
    says(
        &refused(&recorded, "8:17"),
        &["holds active swap", "swapoff /dev/dm-0"],
    );
}

#[test]
fn is_the_root_disk_refused_on_whatever_the_root_stands() {
    // On a partition; on LVM on LUKS on a partition.
    let (recorded, _) = recorded();
    recorded.mounted(&["21 1 8:18 / / rw - ext4 /dev/sdz2 rw"]);
    let sentence = refused(&recorded, "8:16");
    says(
        &sentence,
        &[
            "the running system",
            "/dev/sdz2 is mounted at /",
            "another drive",
        ],
    );
    assert!(!sentence.contains("umount"), "{sentence}");
    checked(&recorded, "8:17").expect("the other partition");

    let crypt = recorded.disk("sdy", "8:0");
    let crypt = recorded.partition(&crypt, 3, "8:3");
    let luks = recorded.stacked("dm-0", "253:0", ("dm/name", "luks-5e1f"), &[&crypt]);
    recorded.stacked("dm-1", "253:1", ("dm/name", "vg-root"), &[&luks]);
    recorded.mounted(&["21 1 253:1 / / rw - ext4 /dev/mapper/vg-root rw"]);
    for number in ["8:0", "8:3"] {
        let root = "/dev/dm-1 (vg-root), which is built on /dev/dm-0, is mounted at /";
        says(&refused(&recorded, number), &["the running system", root]);
    }
}

#[test]
fn is_the_disk_below_an_overlaid_root_refused() {
    let (recorded, _) = recorded();
    let overlay = "22 1 0:25 / / rw - overlay overlay \
        rw,lowerdir=/media/root-ro/os:/run/more,upperdir=/media/rw/up";
    recorded.mounted(&[
        "23 22 8:18 / /media/root-ro ro - ext4 /dev/sdz2 ro",
        overlay,
        "24 22 0:26 / /media/rw rw - tmpfs tmpfs rw",
    ]);
    let sentence = refused(&recorded, "8:16");
    says(
        &sentence,
        &["the running system", "/media/root-ro, a layer of /"],
    );
    // Where the layers cannot be seen, the kernel's own claim protects it.
    recorded.mounted(&[overlay]);
    checked(&recorded, "8:16").expect("not known from here");
}

#[test]
fn is_every_disk_of_a_mounted_btrfs_found() {
    let (recorded, [_, one, _]) = recorded();
    let other = recorded.disk("sdy", "8:0");
    recorded.btrfs("0fa1-bee2", &[&one, &other]);
    // The mount names one device only, and has an anonymous number.
    recorded.mounted(&["30 21 0:42 /@ /data rw - btrfs /dev/sdy rw"]);
    says(
        &refused(&recorded, "8:16"),
        &["/dev/sdz1 is mounted at /data"],
    );
    // Mounted where it cannot be seen from here.
    recorded.mounted(&["21 1 254:0 / / rw - ext4 /dev/vda rw"]);
    says(
        &refused(&recorded, "8:17"),
        &["the mounted btrfs file system 0fa1-bee2"],
    );
    checked(&recorded, "8:18").expect("the other partition");
}

#[test]
fn is_a_disk_protected_by_what_uses_it_through_another_path() {
    let (recorded, [disk, ..]) = recorded();
    let other = recorded.disk("sdy", "8:0");
    recorded.partition(&other, 1, "8:1");
    recorded.mounted(&["30 21 8:1 / /srv rw - xfs /dev/sdy1 rw"]);
    checked(&recorded, "8:16").expect("another disk");
    for path in [&disk, &other] {
        write(&path.join("device/wwid"), "naa.600508b1001c4d2a");
    }
    // A path of NVMe's own multipath is hidden: it has no number.
    let hidden = recorded.disk("nvme0c0n1", "259:7");
    fs::remove_file(hidden.join("dev")).expect("its number");
    for number in ["8:16", "8:17"] {
        says(
            &refused(&recorded, number),
            &["/dev/sdy1 (the same disk by another path) is mounted at /srv"],
        );
    }
    checked(&recorded, "8:18").expect("another partition");
}

#[test]
fn does_a_loop_device_protect_the_disk_that_it_stands_on() {
    let (recorded, _) = recorded();
    let loop_device = recorded.disk_at("virtual/block", "loop7", "7:7");
    write(&loop_device.join("loop/backing_file"), "/dev/sdz1");
    says(
        &refused(&recorded, "8:16"),
        &["/dev/loop7", "losetup --detach"],
    );
}

/// A loop device that cannot be asked what it stands on.
fn on_loop(recorded: &Recorded, name: &str, number: &str, below: &str, sectors: u64) -> PathBuf {
    let dir = recorded.disk_at("virtual/block", name, number);
    write(&dir.join("loop/backing_file"), below);
    write(&dir.join("size"), &sectors.to_string());
    dir
}

#[test]
fn whatever_lies_below_a_loop_device_protects_it() {
    let (recorded, [_, partition, _]) = recorded();
    on_loop(&recorded, "loop7", "7:7", "/dev/sdz", 1 << 21);
    on_loop(&recorded, "loop8", "7:8", "/dev/sdz2", 1 << 19);
    recorded.stacked("dm-0", "253:0", ("dm/name", "vg-home"), &[&partition]);
    let held = "/dev/sdz1, which underlies /dev/loop7, is in use by dm-0 (vg-home)";
    says(&refused(&recorded, "7:7"), &[held]);
    recorded.mounted(&["30 21 253:0 / /home rw - ext4 /dev/mapper/vg-home rw"]);
    let home = "/dev/dm-0 (vg-home), which shares bytes with /dev/loop7, is mounted at /home";
    says(&refused(&recorded, "7:7"), &[home]);
    recorded.mounted(&["21 1 8:17 / / rw - ext4 /dev/sdz1 rw"]);
    says(&refused(&recorded, "7:7"), &["the running system"]);
    checked(&recorded, "7:8").expect("the other partition");
}

#[test]
fn mapped_device_over_a_loop_device_is_protected_by_what_lies_below_that() {
    let (recorded, _) = recorded();
    let over = on_loop(&recorded, "loop7", "7:7", "/dev/sdz", 1 << 21);
    recorded.stacked("dm-0", "253:0", ("dm/name", "top"), &[&over]);
    checked(&recorded, "253:0").expect("nothing below is in use");
    recorded.mounted(&["30 21 8:17 / /home rw - ext4 /dev/sdz1 rw"]);
    let home = "/dev/sdz1, which underlies /dev/dm-0, is mounted at /home";
    says(&refused(&recorded, "253:0"), &[home]);
}

/// An ordinary user may not ask loop devices, and a container has no device files for them. Its
/// path led to another file here, and the one below it was overwritten.
#[test]
fn loop_device_that_cannot_be_asked_protects_every_file_that_may_be_its_own() {
    let (recorded, _) = recorded();
    let folder = tempfile::tempdir().expect("a folder");
    let [file, other] = ["disk.img", "other.img"].map(|name| folder.path().join(name));
    let check = |bytes: u64| {
        fs::write(&file, vec![0; bytes as usize]).expect("a file");
        let pinned = Pinned::at(&file).expect("a file");
        check_file(&recorded.host, &file, &pinned).map(drop)
    };
    fs::write(&other, vec![0; 16 * 512]).expect("another file");
    let gone = "/elsewhere/disk.img (deleted)";
    let dir = on_loop(&recorded, "loop7", "7:7", gone, 16);
    for path in [gone, &other.to_string_lossy()] {
        write(&dir.join("loop/backing_file"), path);
        // Attached read-only, as an image of a package: its file does not grow.
        write(&dir.join("ro"), "1");
        for bytes in [16 * 512, 17 * 512 - 1] {
            let sentence = said(&check(bytes).expect_err("refused"));
            says(&sentence, &["/dev/loop7", path, "run as root"]);
        }
        for bytes in [15 * 512, 17 * 512] {
            check(bytes).expect("another length");
        }
        write(&dir.join("ro"), "0");
        assert!(check(15 * 512).is_ok() && check(40 * 512).is_err());
    }
    write(&dir.join("loop/backing_file"), &file.to_string_lossy());
    says(
        &check(8 * 512).map(drop).expect_err("its own").to_string(),
        &["is backed by it"],
    );
}

#[test]
fn file_that_this_host_exports_is_refused() {
    let (recorded, _) = recorded();
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("disk.img");
    fs::write(&file, vec![0; 4096]).expect("a file");
    let check = || {
        let sharing = check_file(&recorded.host, &file, &Pinned::at(&file).expect("a file"))?;
        check_exports(&recorded.host, &file, &sharing)
    };
    let namespace = "kernel/config/nvmet/subsystems/nqn.disk/namespaces/1";
    let store = "kernel/config/target/core/fileio_0/disk";
    for (place, attribute, by) in [
        (
            namespace,
            "device_path",
            "namespace 1 of the NVMe target nqn.disk",
        ),
        (store, "udev_path", "the SCSI target backstore disk"),
    ] {
        let set = |name: &str, text: &str| recorded.sys(&format!("{place}/{name}"), text);
        set(attribute, &file.to_string_lossy());
        set("enable", "0");
        check().expect("not handed on");
        set("enable", "1");
        says(
            &check().expect_err("refused").to_string(),
            &["is in use by", by],
        );
        set(attribute, "/srv/other.img");
        check().expect("another file");
    }
}

#[test]
fn host_managed_zoned_drive_is_refused() {
    let (recorded, [disk, ..]) = recorded();
    write(&disk.join("queue/zoned"), "none");
    checked(&recorded, "8:16").expect("an ordinary drive");
    write(&disk.join("queue/zoned"), "host-managed");
    for number in ["8:16", "8:17"] {
        says(
            &refused(&recorded, number),
            &["host-managed zoned drive", "random writes"],
        );
    }
}

#[test]
fn is_a_read_only_device_refused() {
    let (recorded, [disk, ..]) = recorded();
    write(&disk.join("ro"), "1");
    says(
        &refused(&recorded, "8:16"),
        &["read-only", "blockdev --setrw"],
    );
}

#[test]
fn is_nothing_taken_for_safe_that_could_not_be_read() {
    let (recorded, [disk, ..]) = recorded();
    fs::remove_dir(disk.join("holders")).expect("holders");
    assert!(matches!(
        checked(&recorded, "8:16"),
        Err(OpenError::Host { .. })
    ));
    fs::create_dir(disk.join("holders")).expect("holders");
    fs::remove_file(recorded.host.proc.join("self/mountinfo")).expect("mounts");
    assert!(matches!(
        checked(&recorded, "8:16"),
        Err(OpenError::Host { .. })
    ));
}

#[test]
fn does_a_link_count_as_what_it_leads_to() {
    let dir = tempfile::tempdir().expect("a folder");
    let [file, link, other] = ["file", "link", "other"].map(|name| dir.path().join(name));
    fs::write(&file, "x").expect("file");
    fs::write(&other, "x").expect("other");
    symlink(&file, &link).expect("link");
    let is_named =
        |drive: &Path, destroy: &[PathBuf]| is_named(&Pinned::at(drive).expect("a drive"), destroy);
    assert!(
        is_named(&link, std::slice::from_ref(&file))
            && is_named(&file, std::slice::from_ref(&link))
    );
    assert!(!is_named(&file, &[other, dir.path().join("absent")]) && !is_named(&file, &[]));
}
