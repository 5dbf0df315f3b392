//! What a device carries, told by its magic bytes.
//!
//! Offsets and magics are those of each format's own on-disk header. Checked against what mkfs
//! of XFS, btrfs, F2FS, FAT, exFAT, NTFS and ext4, mkswap, cryptsetup (LUKS 1 and 2), pvcreate
//! and sfdisk (GPT, MBR) write; the others are not. The table is ours so that safety does not
//! depend on a command being installed; `blkid -p`, which knows more formats, is asked as well
//! where it is there.

use crate::memory::Pages;
use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::process::{Command, Stdio};

/// `(what, byte offset, magic)` from the start of the device.
const FROM_START: &[(&str, u64, &[u8])] = &[
    ("an ext2, ext3 or ext4 file system", 0x438, b"\x53\xef"),
    ("an XFS file system", 0, b"XFSB"),
    ("an XFS log", 0, b"\xfe\xed\xba\xbe"),
    ("a btrfs file system", 0x1_0040, b"_BHRfS_M"),
    ("an F2FS file system", 0x400, b"\x10\x20\xf5\xf2"),
    ("an EROFS file system", 0x400, b"\xe2\xe1\xf5\xe0"),
    ("an HFS+ file system", 0x400, b"H+"),
    ("an HFS+ file system", 0x400, b"HX"),
    ("a NILFS2 file system", 0x406, b"\x34\x34"),
    ("a squashfs file system", 0, b"hsqs"),
    ("a JFS file system", 0x8000, b"JFS1"),
    ("a ReiserFS file system", 0x1_0034, b"ReIsEr"),
    ("an ISO 9660 file system", 0x8001, b"CD001"),
    ("a UDF file system", 0x8001, b"BEA01"),
    ("an APFS container", 32, b"NXSB"),
    ("an NTFS file system", 3, b"NTFS    "),
    ("an exFAT file system", 3, b"EXFAT   "),
    ("a BitLocker volume", 3, b"-FVE-FS-"),
    ("a FAT file system", 54, b"FAT"),
    ("a FAT file system", 82, b"FAT32   "),
    ("LUKS encryption", 0, b"LUKS\xba\xbe"),
    // LUKS2 keeps a second header at one of these places, by the first one's size.
    ("LUKS encryption", 0x4000, b"SKUL\xba\xbe"),
    ("LUKS encryption", 0x8000, b"SKUL\xba\xbe"),
    ("LUKS encryption", 0x1_0000, b"SKUL\xba\xbe"),
    ("LUKS encryption", 0x2_0000, b"SKUL\xba\xbe"),
    ("LUKS encryption", 0x4_0000, b"SKUL\xba\xbe"),
    ("LUKS encryption", 0x8_0000, b"SKUL\xba\xbe"),
    ("LUKS encryption", 0x10_0000, b"SKUL\xba\xbe"),
    ("LUKS encryption", 0x20_0000, b"SKUL\xba\xbe"),
    ("LUKS encryption", 0x40_0000, b"SKUL\xba\xbe"),
    // The label may stand in any of the first four sectors.
    ("an LVM physical volume", 0, b"LABELONE"),
    ("an LVM physical volume", 512, b"LABELONE"),
    ("an LVM physical volume", 1024, b"LABELONE"),
    ("an LVM physical volume", 1536, b"LABELONE"),
    ("a member of an MD RAID (1.1)", 0, b"\xfc\x4e\x2b\xa9"),
    ("a member of an MD RAID (1.2)", 4096, b"\xfc\x4e\x2b\xa9"),
    (
        "a bcache or bcachefs device",
        4096 + 24,
        b"\xc6\x85\x73\xf6\x4e\x1a\x45\xca",
    ),
    (
        "a bcache or bcachefs device",
        4096 + 24,
        b"\xc6\x85\x73\xf6\x66\xce\x90\xa9",
    ),
    ("a Stratis pool", 512 + 4, b"!Stra0tis\x86\xff\x02^\x41rh"),
    ("a Ceph OSD", 0, b"bluestore block device"),
    ("a VDO volume", 0, b"dmvdo001"),
    ("dm-verity data", 0, b"verity\0\0"),
    ("dm-integrity data", 0, b"integrt\0"),
    // The end of the first page, for each page size of Linux.
    ("swap space", 4096 - 10, b"SWAPSPACE2"),
    ("swap space", 4096 - 10, b"SWAP-SPACE"),
    ("swap space", 8192 - 10, b"SWAPSPACE2"),
    ("swap space", 16384 - 10, b"SWAPSPACE2"),
    ("swap space", 65536 - 10, b"SWAPSPACE2"),
    ("a GPT partition table", 512, b"EFI PART"),
    ("a GPT partition table", 4096, b"EFI PART"),
    ("an MBR partition table or a boot sector", 510, b"\x55\xaa"),
];

/// `(what, bytes before the end, magic)`.
const FROM_END: &[(&str, u64, &[u8])] = &[
    ("a GPT partition table's copy", 512, b"EFI PART"),
    ("a GPT partition table's copy", 4096, b"EFI PART"),
    (
        "a member of an Intel firmware RAID",
        1024,
        b"Intel Raid ISM Cfg Sig. ",
    ),
    ("a member of a DDF firmware RAID", 512, b"\xde\x11\xde\x11"),
];

const MD: &[u8] = b"\xfc\x4e\x2b\xa9";
/// ZFS's uberblock magic, as little and big endian machines write it.
const ZFS: [&[u8]; 2] = [b"\x0c\xb1\xba\0\0\0\0\0", b"\0\0\0\0\0\xba\xb1\x0c"];
const ZFS_LABEL: u64 = 256 << 10;
/// All that stands at a fixed place from the start: LUKS2's last second header is the farthest.
const HEAD: usize = 0x40_0000 + 4096;
/// Two ZFS labels, not aligned to the end, stand there.
const TAIL: u64 = 1 << 20;

/// Whether what was found makes the device a part of something larger (RAID, LVM, ZFS and the
/// like), which no serial number releases: other devices depend on it.
pub fn is_member(found: &str) -> bool {
    ["member", "LVM", "Stratis", "Ceph", "bcache", "VDO"]
        .iter()
        .any(|part| found.contains(part))
}

/// What is found on a device of `capacity` bytes, as in `swap space (byte 4086)`; `None` for
/// nothing known. The file may be opened with `O_DIRECT`.
pub fn find(file: &File, capacity: u64) -> io::Result<Option<String>> {
    let start_of_tail = capacity.saturating_sub(TAIL) / 4096 * 4096;
    let head = read(file, 0, (HEAD as u64).min(capacity))?;
    let tail = read(file, start_of_tail, capacity - start_of_tail)?;
    let at_head = |offset: u64, magic: &[u8]| holds(&head, offset, magic);
    let at_end = |offset: u64, magic: &[u8]| {
        offset >= start_of_tail && holds(&tail, offset - start_of_tail, magic)
    };

    for (what, offset, magic) in FROM_START {
        if at_head(*offset, magic) {
            return Ok(Some(format!("{what} (byte {offset})")));
        }
    }
    for (what, before_end, magic) in FROM_END {
        if let Some(offset) = capacity.checked_sub(*before_end)
            && at_end(offset, magic)
        {
            return Ok(Some(format!("{what} (byte {offset})")));
        }
    }
    // MD 1.0: 8 KiB before the end, on a 4 KiB boundary; 0.90: the last whole 64 KiB.
    let md_1_0 = capacity
        .checked_sub(8192)
        .map(|offset| offset / 4096 * 4096);
    let md_0_90 = (capacity / 65536).checked_sub(1).map(|last| last * 65536);
    for offset in [md_1_0, md_0_90].into_iter().flatten() {
        if at_end(offset, MD) {
            return Ok(Some(format!("a member of an MD RAID (byte {offset})")));
        }
    }
    // ZFS: four labels of 256 KiB, two at each end of the device's whole labels; the second
    // half of each is a ring of uberblocks of 1 KiB or more.
    let last = capacity / ZFS_LABEL * ZFS_LABEL;
    let labels = [
        Some(0),
        Some(ZFS_LABEL),
        last.checked_sub(2 * ZFS_LABEL),
        last.checked_sub(ZFS_LABEL),
    ];
    for label in labels.into_iter().flatten() {
        for offset in (label + ZFS_LABEL / 2..label + ZFS_LABEL).step_by(1024) {
            if ZFS
                .iter()
                .any(|magic| at_head(offset, magic) || at_end(offset, magic))
            {
                return Ok(Some(format!("a member of a ZFS pool (byte {offset})")));
            }
        }
    }
    Ok(None)
}

/// What `blkid -p` finds, if that command is there and finds anything.
pub fn find_by_blkid(path: &Path) -> Option<String> {
    let output = Command::new("blkid")
        .args(["-p", "-o", "export", "--"])
        .arg(path)
        .env("PATH", "/usr/sbin:/usr/bin:/sbin:/bin")
        .env("LC_ALL", "C")
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output()
        .ok()?;
    // blkid(8): 2 is nothing found, 8 is more than one thing found.
    if output.status.code() == Some(8) {
        return Some("more than one signature (blkid -p is ambivalent)".into());
    }
    let printed = String::from_utf8_lossy(&output.stdout);
    let value = |key: &str| {
        printed
            .lines()
            .find_map(|line| line.strip_prefix(key)?.strip_prefix('='))
    };
    let found = value("TYPE").map(|found| format!("{found} (found by blkid)"));
    found.or_else(|| {
        value("PTTYPE").map(|found| format!("a {found} partition table (found by blkid)"))
    })
}

fn holds(bytes: &[u8], offset: u64, magic: &[u8]) -> bool {
    usize::try_from(offset).is_ok_and(|offset| {
        bytes
            .get(offset..)
            .is_some_and(|rest| rest.starts_with(magic))
    })
}

/// Reads whole through aligned memory.
fn read(file: &File, offset: u64, len: u64) -> io::Result<Vec<u8>> {
    let len = len as usize; // At most HEAD.
    let mut pages = Pages::new(len)?;
    let part = pages.part(0, len);
    file.read_exact_at(part, offset)?;
    Ok(part.to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: u64 = (64 << 20) + 12 * 512;

    fn found(offset: u64, magic: &[u8]) -> Option<String> {
        let file = tempfile::tempfile().expect("a file");
        file.set_len(SIZE).expect("its size");
        file.write_all_at(magic, offset).expect("the magic");
        find(&file, SIZE).expect("reading")
    }

    #[test]
    fn is_every_signature_of_the_table_found() {
        for (what, offset, magic) in FROM_START {
            assert!(found(*offset, magic).is_some(), "{what}");
        }
        for (what, before_end, magic) in FROM_END {
            assert!(found(SIZE - before_end, magic).is_some(), "{what}");
        }
    }

    #[test]
    fn is_a_member_of_something_larger_told_from_a_file_system() {
        let member = |offset, magic| found(offset, magic).is_some_and(|found| is_member(&found));
        assert!(member(512, b"LABELONE"));
        assert!(member(4096, MD));
        assert!(member(ZFS_LABEL / 2, ZFS[0]));
        assert!(is_member("zfs_member (found by blkid)"));
        assert!(is_member("linux_raid_member (found by blkid)"));
        assert!(!member(0x438, b"\x53\xef") && !member(510, b"\x55\xaa"));
    }

    #[test]
    fn are_raid_and_zfs_found_at_the_end() {
        for offset in [(SIZE - 8192) / 4096 * 4096, (SIZE / 65536 - 1) * 65536] {
            assert!(
                found(offset, MD).is_some_and(|found| found.contains("MD RAID")),
                "byte {offset}"
            );
        }
        let last = SIZE / ZFS_LABEL * ZFS_LABEL;
        for label in [0, ZFS_LABEL, last - 2 * ZFS_LABEL, last - ZFS_LABEL] {
            for magic in ZFS {
                assert!(
                    found(label + (129 << 10), magic).is_some_and(|found| found.contains("ZFS")),
                    "label at {label}"
                );
            }
        }
    }

    #[test]
    fn is_nothing_found_on_what_holds_nothing() {
        assert_eq!(found(12345, b"text that is no signature"), None);
        let small = tempfile::tempfile().expect("a file");
        small.set_len(512).expect("its size");
        assert_eq!(find(&small, 512).expect("reading"), None);
    }
}
