//! A disk and its partitions: what protects one protects the other, and no more than that.

use super::{file, folder, refused, request, write};
use crate::host::{Loop, Mounted, digest, is_root, make_ext4, run};
use fourcorners_block::{Blocks, Data, Drive, Lba, Nanos, Outcome, Request, Stop};
use fourcorners_real::{OpenError, OpenRequest, open};
use std::fs;
use std::path::Path;

/// Where the partitions begin, and how long they are, in sectors.
const PARTITIONS: [(u32, u32); 2] = [(2048, 8192), (10240, 16384)];
const MIB: usize = 1 << 20;

/// A loop device over the file with an MBR partition table and its two partitions; `None`,
/// said, where the kernel makes none.
pub fn partitioned(path: &Path) -> Option<(Loop, [String; 2])> {
    let mut table = [0_u8; 512];
    for (entry, (start, sectors)) in PARTITIONS.iter().enumerate() {
        let entry = &mut table[446 + 16 * entry..];
        entry[4] = 0x83;
        entry[8..12].copy_from_slice(&start.to_le_bytes());
        entry[12..16].copy_from_slice(&sectors.to_le_bytes());
    }
    table[510..].copy_from_slice(&[0x55, 0xaa]);
    write(path, 0, &table);
    let device = Loop::over(path, &["--partscan"]);
    let names = [1, 2].map(|index| format!("{}p{index}", device.name()));
    for (index, (start, sectors)) in PARTITIONS.iter().enumerate() {
        if !Path::new(&names[index]).exists() {
            // A kernel that reads no MBR still takes partitions that it is told of.
            let numbers = [index as u32 + 1, *start, *sectors].map(|n| n.to_string());
            let [index, start, sectors] = &numbers;
            run("addpart", &[&device.name(), index, start, sectors]);
        }
    }
    let all = names.iter().all(|name| Path::new(name).exists());
    if !all {
        println!("partitions: skipped, this kernel makes none on loop devices");
    }
    all.then_some((device, names))
}

pub fn confirmed(path: &Path, confirm: &str) -> OpenRequest {
    OpenRequest {
        confirm_serial: Some(confirm.into()),
        ..request(path)
    }
}

#[test]
fn does_a_mounted_partition_protect_its_disk() {
    if !is_root("a mounted partition") {
        return;
    }
    let folder = folder();
    let path = file(folder.path());
    let Some((device, [partition, _])) = partitioned(&path) else {
        return;
    };
    let error = refused(&request(&device.device), &path);
    assert!(
        matches!(&error, OpenError::Signature { found, .. } if found.contains("MBR")),
        "{error}"
    );

    make_ext4(&partition);
    let mounted = Mounted::new(&partition, &folder.path().join("mnt"));
    for name in [&device.device, Path::new(&partition)] {
        let error = refused(
            &OpenRequest {
                confirm_serial: Some(device.name()),
                ..request(name)
            },
            &path,
        );
        assert!(
            matches!(&error, OpenError::Mounted { device, .. } if *device == partition),
            "{error}"
        );
    }
    drop(mounted);
    // Naming the disk does not name its partition.
    let other = OpenRequest {
        destroy: vec![device.device.clone()],
        ..request(Path::new(&partition))
    };
    assert!(matches!(refused(&other, &path), OpenError::NotNamed { .. }));
}

#[test]
fn is_a_named_partition_written_and_nothing_beside_it() {
    if !is_root("a partition") {
        return;
    }
    let folder = folder();
    let path = file(folder.path());
    let Some((_device, [_, second])) = partitioned(&path) else {
        return;
    };
    let before = fs::read(&path).expect("the bytes");
    let mut drive = open(&request(Path::new(&second))).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(drive.identity().capacity, Blocks(16384));
    drive.submit(&[Request::write(0, Lba(0), Blocks(16384), Data::RANDOM)]);
    let mut completions = Vec::new();
    drive
        .wait(Nanos::MAX, Stop::Drained, &mut completions)
        .expect("the drive answers");
    assert_eq!(completions[0].outcome, Outcome::Done);
    drop(drive);
    let after = fs::read(&path).expect("the bytes");
    let (start, end) = (5 * MIB, 13 * MIB);
    assert!(before[..start] == after[..start], "what lies before it");
    assert!(before[end..] == after[end..], "what lies behind it");
    let zero = |sector: &[u8]| sector.iter().all(|byte| *byte == 0);
    assert!(
        !after[start..end].chunks(512).any(zero),
        "all of it is written"
    );
}

#[test]
fn does_a_member_on_a_partition_protect_the_disk_and_not_its_neighbour() {
    if !is_root("a member on a partition") {
        return;
    }
    let folder = folder();
    let path = file(folder.path());
    let Some((device, [first, second])) = partitioned(&path) else {
        return;
    };
    write(Path::new(&first), 512, b"LABELONE");
    for (name, confirm) in [
        (device.name(), device.name()),
        (first.clone(), first.clone()),
    ] {
        let error = refused(&confirmed(Path::new(&name), &confirm), &path);
        assert!(
            matches!(&error, OpenError::Member { found, .. } if found.contains("LVM")),
            "{error}"
        );
    }
    drop(open(&request(Path::new(&second))).unwrap_or_else(|error| panic!("{error}")));
}

#[test]
fn does_a_raid_on_the_whole_disk_protect_its_partitions() {
    if !is_root("a RAID on the whole disk") {
        return;
    }
    let folder = folder();
    let path = file(folder.path());
    let Some((device, [first, _])) = partitioned(&path) else {
        return;
    };
    // MD 1.0 keeps its superblock behind the last partition.
    write(&device.device, 16 * MIB as u64 - 8192, b"\xfc\x4e\x2b\xa9");
    let error = refused(&confirmed(Path::new(&first), &first), &path);
    assert!(
        matches!(&error, OpenError::Member { found, .. }
            if found.contains("MD RAID") && found.contains(&format!("on {}", device.name()))),
        "{error}"
    );
}

#[test]
fn is_all_said_that_a_disk_carries() {
    if !is_root("content of partitions") {
        return;
    }
    let folder = folder();
    let path = file(folder.path());
    let Some((device, [first, _])) = partitioned(&path) else {
        return;
    };
    make_ext4(&first);
    run("sync", &[]);
    let before = digest(&path);
    let error = open(&request(&device.device))
        .map(|_| ())
        .expect_err("refused");
    let OpenError::Signature { found, .. } = &error else {
        panic!("{error}")
    };
    assert!(found.contains("an MBR partition table"), "{error}");
    assert!(
        found.contains("ext4") && found.contains(&format!("on {first}")),
        "{error}"
    );
    assert_eq!(digest(&path), before);
}
