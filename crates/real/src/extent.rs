//! Whether the bytes of a drive are still there. While a drive is open, other programs can resize
//! it or the files beneath it, and empty them; what is measured from then on is holes.

use crate::host::Told;
use crate::safety::{Place, Span};
use crate::system::{self, Room};
use fourcorners_block::Nanos;
use std::fs::{File, OpenOptions};
use std::io::{Seek, SeekFrom};
use std::os::fd::AsRawFd;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::thread;
use std::time::Duration;

/// Random writes behind the new end of a file make it longer again: seldom to its old length within
/// this time.
const LOOK_EVERY: Nanos = Nanos::millis(10);

/// A file whose blocks are fewer than they were is looked at again after this time.
const RECOUNT: Duration = Duration::from_millis(2);

/// The length of a drive and of the files that carry it, and how much of those is allocated.
pub struct Extent {
    /// As the user named the drive.
    name: String,
    /// Of the drive. A device that was removed has no length, which its I/Os tell.
    bytes: u64,
    /// It is a file all of whose blocks are allocated.
    is_whole: bool,
    beneath: Vec<Carrier>,
    next: Nanos,
}

/// A file beneath the drive, held by an `O_PATH` descriptor.
struct Carrier {
    handle: File,
    name: String,
    /// It has at least this length.
    end: u64,
    is_whole: bool,
}

impl Extent {
    /// Of a drive that was just opened. `spans`: what carries it.
    pub fn of(path: &Path, file: &File, block_device: bool, bytes: u64, spans: &[Span]) -> Self {
        Self {
            name: path.display().to_string(),
            bytes,
            is_whole: !block_device && is_whole(file, bytes),
            beneath: spans.iter().filter_map(Carrier::of).collect(),
            next: LOOK_EVERY,
        }
    }

    /// When it is to be looked at again.
    #[inline]
    pub fn next(&self) -> Nanos {
        self.next
    }

    /// A sentence if the drive or what carries it is shorter or emptier than when it was opened, or
    /// the drive longer.
    pub fn look(&mut self, file: &File, block_device: bool, now: Nanos) -> Option<String> {
        let changed = self.changed(file, block_device);
        // Once is enough: what is in flight is still waited for.
        self.next = match changed {
            None => now + LOOK_EVERY,
            Some(_) => Nanos::MAX,
        };
        changed
    }

    /// The same at any time.
    pub fn changed(&self, file: &File, block_device: bool) -> Option<String> {
        let name = &self.name;
        let bytes = match block_device {
            true => length(file)?,
            false => system::room(file.as_raw_fd())?.bytes,
        };
        if block_device && bytes == 0 {
            return None;
        }
        if bytes != self.bytes {
            return Some(resized(name, self.bytes, bytes));
        }
        if self.is_whole && is_emptied(file, bytes) {
            return Some(emptied(name));
        }
        self.beneath.iter().find_map(Carrier::changed)
    }

    /// TRIM or zeroing is about to give blocks back.
    pub fn may_get_holes(&mut self) {
        self.is_whole = false;
        for carrier in &mut self.beneath {
            carrier.is_whole = false;
        }
    }

    /// The blocks of the file were allocated again.
    pub fn allocated_again(&mut self, file: &File) {
        self.is_whole = is_whole(file, self.bytes);
    }
}

impl Carrier {
    /// `None` for a device, and for a file that cannot be seen from here, or whose file system is a
    /// program: what it says of its files may be old, and it may hang.
    fn of(span: &Span) -> Option<Self> {
        let Place::File(ground) = &span.place else {
            return None;
        };
        let there = system::opened(&ground.path)?;
        let is_it = there.regular && Some(there.file) == ground.file;
        if !is_it || ground.told == Told::Fuse || there.bytes < span.bytes.end {
            return None;
        }
        let handle = OpenOptions::new()
            .read(true)
            .custom_flags(libc::O_PATH)
            .open(&ground.path)
            .ok()?;
        Some(Self {
            is_whole: is_whole(&handle, there.bytes),
            handle,
            name: ground.path.display().to_string(),
            end: span.bytes.end,
        })
    }

    fn changed(&self) -> Option<String> {
        let bytes = system::room(self.handle.as_raw_fd())?.bytes;
        if bytes < self.end {
            return Some(resized(&self.name, self.end, bytes));
        }
        (self.is_whole && is_emptied(&self.handle, self.end)).then(|| emptied(&self.name))
    }
}

/// Whether all blocks of a file are allocated, where writing to them changes nothing about that.
fn is_whole(file: &File, bytes: u64) -> bool {
    let is_allocated = |room: Room| room.allocated >= bytes;
    system::overwrites_in_place(file.as_raw_fd())
        && system::room(file.as_raw_fd()).is_some_and(is_allocated)
}

/// Whether a file that was whole is no more. ext4 counts blocks twice or not at all for an instant
/// while it writes what is cached, so only what stays counts.
fn is_emptied(file: &File, bytes: u64) -> bool {
    let is_short = |room: Room| room.allocated < bytes;
    (0..3).all(|attempt| {
        thread::sleep(RECOUNT * attempt);
        system::room(file.as_raw_fd()).is_some_and(is_short)
    })
}

/// Of a block device.
fn length(mut file: &File) -> Option<u64> {
    file.seek(SeekFrom::End(0)).ok()
}

const REMEDY: &str = "Repeat the run on a drive that no other program changes";

fn resized(name: &str, was: u64, is: u64) -> String {
    format!("{name} was resized while it was in use: it had {was} bytes and now has {is}. {REMEDY}")
}

fn emptied(name: &str) -> String {
    format!(
        "{name} was emptied by another program while it was in use (truncated, or holes punched). \
         {REMEDY}"
    )
}
