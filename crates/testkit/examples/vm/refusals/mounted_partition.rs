//! A mounted disk is refused, also through loop devices and device mapper.

use super::refusal::is_refused;
use crate::case::{Case, Failure, Findings, Setting};
use fourcorners_testkit::vm::{Drive, FileSystem, PARTITION_AT, Tree, create_disk, partition};
use std::fs;
use std::path::Path;

pub const CASE: Case = Case {
    name: "mounted-partition-through-loop",
    proves: "A mounted disk is refused, also through loop and device mapper",
    run,
};

const DISK_BYTES: u64 = 64 << 20;
/// Half of the disk: a run that is not refused overwrites some of it.
const FILE_BLOCKS: u64 = 8192;
const BLOCK: usize = 4096;
/// How each block of the file begins.
const MARK: &[u8] = b"Four Corners must not overwrite this ";

/// The file systems are mounted for writing, and the kernel changes them by itself: blocks of a
/// file that nobody writes to are compared, and what mkfs alone writes of the superblock.
fn run(setting: &Setting) -> Result<(), Failure> {
    let packages = setting.packages();
    let tree = Tree::new(&setting.file("tree"))?;
    tree.add_bytes("/file", &marked_blocks())?;
    // The first disk has a partition; on the second the file system is on the whole disk.
    let disks = [setting.file("disk1.img"), setting.file("disk2.img")];
    for disk in &disks {
        create_disk(disk, DISK_BYTES)?;
    }
    partition(packages, &disks[0])?;
    let file_systems = [
        FileSystem::make(packages, &disks[0], PARTITION_AT, &tree)?,
        FileSystem::make(packages, &disks[1], 0, &tree)?,
    ];
    let mut before = Vec::new();
    for (disk, file_system) in disks.iter().zip(&file_systems) {
        before.push((read(disk)?, file_system.superblock()?));
    }

    let drives = [
        Drive::nvme(&disks[0], "FC0001"),
        Drive::nvme(&disks[1], "FC0002"),
    ];
    let guest = setting.boot(include_str!("mounted_partition.sh"), &drives)?;
    let reports = guest.finish()?;

    let mut findings = Findings::default();
    findings.note(reports.expect("mounted", "2"));
    findings.note(is_refused(&reports, "loop-over-disk", "/mnt/1"));
    findings.note(is_refused(&reports, "loop-over-partition", "/mnt/1"));
    findings.note(is_refused(&reports, "dm-over-loop", "/mnt/2"));
    for ((disk, file_system), (bytes, superblock)) in disks.iter().zip(&file_systems).zip(&before) {
        let name = disk.file_name().unwrap_or_default().to_string_lossy();
        findings.note(file_is_intact(&name, bytes, &read(disk)?));
        if file_system.superblock()? != *superblock {
            findings.note(Err(format!("{name}: the superblock was overwritten")));
        }
        findings.note(file_system.check(packages));
    }
    findings.into_result()
}

fn read(disk: &Path) -> Result<Vec<u8>, Failure> {
    fs::read(disk).map_err(|error| format!("{}: {error}", disk.display()))
}

fn marked_blocks() -> Vec<u8> {
    let block = |number: u64| {
        let mut block = MARK.to_vec();
        block.extend(number.to_le_bytes());
        block.resize(BLOCK, number as u8);
        block
    };
    (0..FILE_BLOCKS).flat_map(block).collect()
}

/// An error unless all blocks of the file are where and what they were.
fn file_is_intact(disk: &str, before: &[u8], after: &[u8]) -> Result<(), Failure> {
    let blocks = before.chunks(BLOCK).zip(after.chunks(BLOCK));
    let marked: Vec<_> = blocks
        .filter(|(before, _)| before.starts_with(MARK))
        .collect();
    let found = marked.len() as u64;
    if found != FILE_BLOCKS {
        return Err(format!(
            "{disk}: {found} blocks of the file, made with {FILE_BLOCKS}"
        ));
    }
    match marked
        .iter()
        .filter(|(before, after)| before != after)
        .count()
    {
        0 => Ok(()),
        lost => Err(format!(
            "{disk}: {lost} of {found} blocks of the file were overwritten"
        )),
    }
}
