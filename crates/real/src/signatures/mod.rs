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
    // What stands there is not known: only the user can tell whether it matters.
    if let Some(offset) = span.unreadable {
        span.add("an unreadable block", offset, false, &mut found);
    }
    Ok(found)
}

/// Both ends of what is looked at. Offsets are counted from its start.
struct Span {
    start: u64,
    len: u64,
    head: Vec<u8>,
    tail: Vec<u8>,
    tail_at: u64,
    /// The first block that cannot be read; it counts as zeros.
    unreadable: Option<u64>,
}

impl Span {
    fn read(file: &File, start: u64, len: u64) -> io::Result<Self> {
        let tail_at = len.saturating_sub(TAIL) / 4096 * 4096;
        let (head, bad_head) = read(file, start, HEAD.min(len))?;
        let (tail, bad_tail) = read(file, start + tail_at, len - tail_at)?;
        Ok(Self {
            start,
            len,
            head,
            tail,
            tail_at,
            unreadable: bad_head.or(bad_tail.map(|offset| tail_at + offset)),
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

/// Reads whole through aligned memory; where blocks of a drive cannot be read, the others, and
/// where the first of them is.
fn read(file: &File, offset: u64, len: u64) -> io::Result<(Vec<u8>, Option<u64>)> {
    let len = len as usize; // At most HEAD.
    let mut pages = Pages::new(len)?;
    match file.read_exact_at(pages.part(0, len), offset) {
        Ok(()) => Ok((pages.part(0, len).to_vec(), None)),
        Err(error) if is_of_a_medium(&error) => read_around(file, offset, &mut pages, len, error),
        Err(error) => Err(error),
    }
}

/// A drive that cannot read this many blocks of its ends is no drive to test; each can take it
/// seconds.
const MOST_UNREADABLE: usize = 16;
const BLOCK: usize = 4096;

fn is_of_a_medium(error: &io::Error) -> bool {
    matches!(
        error.raw_os_error(),
        Some(libc::EIO | libc::ENODATA | libc::EREMOTEIO | libc::EILSEQ)
    )
}

fn read_around(
    file: &File,
    offset: u64,
    pages: &mut Pages,
    len: usize,
    error: io::Error,
) -> io::Result<(Vec<u8>, Option<u64>)> {
    let mut unreadable = Vec::new();
    for at in (0..len).step_by(BLOCK) {
        let part = pages.part(at, BLOCK.min(len - at));
        if file.read_exact_at(part, offset + at as u64).is_err() {
            part.fill(0);
            unreadable.push(at as u64);
        }
        if unreadable.len() > MOST_UNREADABLE {
            return Err(error);
        }
    }
    Ok((pages.part(0, len).to_vec(), unreadable.first().copied()))
}

#[cfg(test)]
mod tests;
