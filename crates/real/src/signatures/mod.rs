//! What a device carries, told by its magic bytes.
//!
//! The table is ours so that safety does not depend on a command being installed; `blkid -p`,
//! which knows more formats, is asked as well where it is there.

pub mod blkid;
mod table;

use crate::memory::Pages;
use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use table::{
    BTRFS_DEVICES, CONTENT, CONTENT_AT_END, EXT_INCOMPATIBLE, MD, MEMBERS, MEMBERS_AT_END, Magic,
    ZFS, ZFS_LABEL,
};

/// Something that a device carries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// As in `swap space (byte 4086)`.
    pub what: String,
    /// Where it was found, in bytes from the start of the file that was read.
    pub offset: u64,
    /// It makes the device a part of something larger (RAID, LVM, ZFS and the like), which no
    /// serial number releases: other devices depend on it.
    pub member: bool,
}

/// All that stands at a fixed place from the start: LUKS2's last second header is the farthest.
const HEAD: u64 = 0x40_0000 + 4096;
/// Two ZFS labels, not aligned to the end, stand there.
const TAIL: u64 = 1 << 20;

/// What is found in `len` bytes from `start`, members of something larger first. The file may
/// be opened with `O_DIRECT`; `start` is a multiple of its logical block.
pub fn find(file: &File, start: u64, len: u64) -> io::Result<Vec<Signature>> {
    let span = Span::read(file, start, len)?;
    let mut found = Vec::new();
    span.members(&mut found);
    span.contents(&mut found);
    Ok(found)
}

/// Both ends of what is looked at. Offsets are counted from its start.
struct Span {
    start: u64,
    len: u64,
    head: Vec<u8>,
    tail: Vec<u8>,
    tail_at: u64,
}

impl Span {
    fn read(file: &File, start: u64, len: u64) -> io::Result<Self> {
        let tail_at = len.saturating_sub(TAIL) / 4096 * 4096;
        Ok(Self {
            start,
            len,
            head: read(file, start, HEAD.min(len))?,
            tail: read(file, start + tail_at, len - tail_at)?,
            tail_at,
        })
    }

    fn in_head(&self, offset: u64, magic: &[u8]) -> bool {
        holds(&self.head, offset, magic)
    }

    fn in_tail(&self, offset: u64, magic: &[u8]) -> bool {
        offset >= self.tail_at && holds(&self.tail, offset - self.tail_at, magic)
    }

    /// Those of the table that are there, each kind once.
    fn table(
        &self,
        from_start: &[Magic],
        at_end: &[Magic],
        member: bool,
        found: &mut Vec<Signature>,
    ) {
        let here = |(what, offset, magic): &Magic| {
            self.in_head(*offset, magic).then_some((*what, *offset))
        };
        let there = |(what, before_end, magic): &Magic| {
            let offset = self.len.checked_sub(*before_end)?;
            self.in_tail(offset, magic).then_some((*what, offset))
        };
        let all = from_start
            .iter()
            .filter_map(here)
            .chain(at_end.iter().filter_map(there));
        for (what, offset) in all {
            self.add(what, offset, member, found);
        }
    }

    fn add(&self, what: &str, offset: u64, member: bool, found: &mut Vec<Signature>) {
        if !found.iter().any(|known| known.what.starts_with(what)) {
            found.push(Signature {
                what: format!("{what} (byte {offset})"),
                offset: self.start + offset,
                member,
            });
        }
    }

    fn members(&self, found: &mut Vec<Signature>) {
        self.table(MEMBERS, MEMBERS_AT_END, true, found);
        // MD 1.0: 8 KiB before the end, on a 4 KiB boundary; 0.90: the last whole 64 KiB.
        let md_1_0 = self
            .len
            .checked_sub(8192)
            .map(|offset| offset / 4096 * 4096);
        let md_0_90 = (self.len / 65536).checked_sub(1).map(|last| last * 65536);
        for offset in [md_1_0, md_0_90].into_iter().flatten() {
            if self.in_tail(offset, MD) {
                self.add("a member of an MD RAID", offset, true, found);
            }
        }
        if let Some(offset) = self.zfs() {
            self.add("a member of a ZFS pool", offset, true, found);
        }
        let number = |offset: u64| {
            let bytes = self.head.get(offset as usize..)?.first_chunk()?;
            Some(u64::from_le_bytes(*bytes))
        };
        if self.in_head(0x1_0040, b"_BHRfS_M")
            && let Some(devices) = number(BTRFS_DEVICES).filter(|devices| *devices > 1)
        {
            let what = format!("a member of a btrfs file system of {devices} devices");
            self.add(&what, 0x1_0040, true, found);
        }
        if self.in_head(0x438, b"\x53\xef") && number(EXT_INCOMPATIBLE).is_some_and(|n| n & 8 != 0)
        {
            let what = "an ext journal of a file system on another device";
            self.add(what, 0x438, true, found);
        }
    }

    /// ZFS: four labels of 256 KiB, two at each end of the device's whole labels; the second
    /// half of each is a ring of uberblocks of 1 KiB or more.
    fn zfs(&self) -> Option<u64> {
        let last = self.len / ZFS_LABEL * ZFS_LABEL;
        let labels = [
            Some(0),
            Some(ZFS_LABEL),
            last.checked_sub(2 * ZFS_LABEL),
            last.checked_sub(ZFS_LABEL),
        ];
        labels
            .into_iter()
            .flatten()
            .flat_map(|label| (label + ZFS_LABEL / 2..label + ZFS_LABEL).step_by(1024))
            .find(|offset| {
                ZFS.iter()
                    .any(|magic| self.in_head(*offset, magic) || self.in_tail(*offset, magic))
            })
    }

    fn contents(&self, found: &mut Vec<Signature>) {
        self.table(CONTENT, CONTENT_AT_END, false, found);
        // An MBR whose first partition is of type 0xEE only protects a GPT from old programs.
        if self.in_head(510, b"\x55\xaa") {
            if self.in_head(450, b"\xee") {
                self.add("a GPT partition table's protective MBR", 510, false, found);
            } else if found.is_empty() {
                // Boot sectors of file systems end in the same two bytes.
                let what = "an MBR partition table or a boot sector";
                self.add(what, 510, false, found);
            }
        }
    }
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

    fn all(writes: &[(u64, &[u8])]) -> Vec<Signature> {
        let file = tempfile::tempfile().expect("a file");
        file.set_len(SIZE).expect("its size");
        for (offset, bytes) in writes {
            file.write_all_at(bytes, *offset).expect("the magic");
        }
        find(&file, 0, SIZE).expect("reading")
    }

    fn one(offset: u64, magic: &[u8]) -> Signature {
        let found = all(&[(offset, magic)]);
        found.into_iter().next().expect("something")
    }

    #[test]
    fn is_every_signature_of_the_table_found() {
        for (member, from_start, at_end) in [
            (false, CONTENT, CONTENT_AT_END),
            (true, MEMBERS, MEMBERS_AT_END),
        ] {
            let at_end = at_end
                .iter()
                .map(|(what, before, m)| (*what, SIZE - before, *m));
            for (what, offset, magic) in from_start.iter().copied().chain(at_end) {
                let found = one(offset, magic);
                assert!(found.what.starts_with(what), "{what}: {found:?}");
                assert_eq!((found.member, found.offset), (member, offset), "{what}");
            }
        }
    }

    #[test]
    fn is_a_member_named_before_a_partition_table_on_it() {
        let found = all(&[
            (510, b"\x55\xaa"),
            (512, b"EFI PART"),
            ((SIZE - 8192) / 4096 * 4096, MD),
        ]);
        assert!(
            found[0].member && found[0].what.contains("MD RAID"),
            "{found:?}"
        );
        assert!(
            found.iter().any(|one| one.what.contains("GPT")),
            "{found:?}"
        );
    }

    #[test]
    fn is_each_way_to_hold_partitions_told() {
        let mbr = one(510, b"\x55\xaa").what;
        assert!(mbr.starts_with("an MBR partition table"), "{mbr}");
        let protective = all(&[(450, b"\xee"), (510, b"\x55\xaa")]);
        assert!(
            protective[0].what.contains("protective MBR"),
            "{protective:?}"
        );
        // The first sectors are gone, the copy at the end is whole.
        let copy = one(SIZE - 512, b"EFI PART").what;
        assert!(copy.starts_with("a GPT partition table's copy"), "{copy}");
    }

    #[test]
    fn is_a_btrfs_of_several_devices_a_member() {
        let count = |devices: u64| {
            let bytes = devices.to_le_bytes();
            all(&[(0x1_0040, b"_BHRfS_M"), (BTRFS_DEVICES, &bytes)])
        };
        assert!(!count(1)[0].member);
        assert!(count(3)[0].member && count(3)[0].what.contains("of 3 devices"));
    }

    #[test]
    fn is_a_journal_of_another_file_system_a_member() {
        let found = all(&[(0x438, b"\x53\xef"), (EXT_INCOMPATIBLE, &[8])]);
        assert!(
            found[0].member && found[0].what.contains("journal"),
            "{found:?}"
        );
        let found = all(&[(0x438, b"\x53\xef"), (EXT_INCOMPATIBLE, &[0x46, 2])]);
        assert!(!found[0].member, "{found:?}");
    }

    #[test]
    fn are_raid_and_zfs_found_at_the_end() {
        for offset in [(SIZE - 8192) / 4096 * 4096, (SIZE / 65536 - 1) * 65536] {
            let found = one(offset, MD);
            assert!(found.member && found.what.contains("MD RAID"), "{found:?}");
        }
        let last = SIZE / ZFS_LABEL * ZFS_LABEL;
        for label in [0, ZFS_LABEL, last - 2 * ZFS_LABEL, last - ZFS_LABEL] {
            for magic in ZFS {
                let found = one(label + (129 << 10), magic);
                assert!(found.member && found.what.contains("ZFS"), "{found:?}");
            }
        }
    }

    #[test]
    fn is_a_part_of_the_device_looked_at_by_itself() {
        let file = tempfile::tempfile().expect("a file");
        file.set_len(SIZE).expect("its size");
        let (start, len) = (1 << 20, 8 << 20);
        file.write_all_at(b"LABELONE", start + 512).expect("magic");
        let found = find(&file, start, len).expect("reading");
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].what, "an LVM physical volume (byte 512)");
        assert_eq!(found[0].offset, start + 512);
        assert_eq!(find(&file, 0, SIZE).expect("reading"), []);
    }

    #[test]
    fn is_nothing_found_on_what_holds_nothing() {
        assert_eq!(all(&[(12345, b"text that is no signature")]), []);
        let small = tempfile::tempfile().expect("a file");
        small.set_len(512).expect("its size");
        assert_eq!(find(&small, 0, 512).expect("reading"), []);
    }
}
