//! Loop devices, and what each stands on: asked of the kernel by number, because the path in /sys
//! is text. It need not lead to the file: deleted, moved, or of another mount namespace.

use super::{Host, Node, bytes_path, number_of};
use crate::system::{self, FileId};
use std::fs::{self, File};
use std::io;
use std::ops::{Range, RangeInclusive};
use std::os::fd::AsRawFd;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// What a loop device stands on.
#[derive(Clone, Debug)]
pub struct Backing {
    /// As /sys has it.
    pub path: PathBuf,
    /// What it is.
    pub below: Below,
    /// The bytes of it that the loop device is.
    pub bytes: Range<u64>,
}

/// A block device or a file below a loop device.
#[derive(Clone, Debug)]
pub enum Below {
    /// A block device.
    Device((u32, u32)),
    /// A regular file.
    File(Ground),
}

/// A regular file that carries a drive's bytes, as far as it is known.
#[derive(Clone, Debug)]
pub struct Ground {
    /// A path that may lead to it.
    pub path: PathBuf,
    /// `None` where the kernel may not be asked and the path leads nowhere from here.
    pub file: Option<FileId>,
    /// Its length in bytes, as far as that is known.
    pub bytes: RangeInclusive<u64>,
    /// It lies on an overlay, or may: its bytes are then those of another file as well.
    pub overlaid: bool,
}

/// Whether two files are one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Same {
    Yes,
    No,
    /// The same length, and one of them lies on an overlay or cannot be asked for.
    Unproven,
}

impl Ground {
    /// A file that is known.
    pub fn of(path: &Path, file: FileId, bytes: u64, overlaid: bool) -> Self {
        Self {
            path: path.into(),
            file: Some(file),
            bytes: bytes..=bytes,
            overlaid,
        }
    }

    /// An overlay gives a file another device number than the file system that holds it, so
    /// numbers prove nothing across one; lengths do, since those are handed on.
    pub fn is(&self, other: &Self) -> Same {
        match (self.file, other.file) {
            (Some(one), Some(two)) if one == two => return Same::Yes,
            (Some(one), Some(two))
                if one.device == two.device || !self.overlaid && !other.overlaid =>
            {
                return Same::No;
            }
            _ => {}
        }
        let apart =
            self.bytes.start() > other.bytes.end() || other.bytes.start() > self.bytes.end();
        if apart { Same::No } else { Same::Unproven }
    }
}

impl Host {
    /// What a loop device stands on; `None` for any other device, and for one that is not in use.
    ///
    /// # Errors
    /// The kernel does not say what is below, nor does the path lead to it.
    pub fn backing(&self, node: &Node) -> io::Result<Option<Backing>> {
        let path = match fs::read(node.dir.join("loop/backing_file")) {
            Ok(text) => bytes_path(text.strip_suffix(b"\n").unwrap_or(&text).to_vec()),
            Err(_) => return Ok(None),
        };
        let number = |name| node.number_attribute(name).unwrap_or(0);
        let offset = number("loop/offset");
        let len = node
            .number_attribute("size")
            .and_then(|sectors| sectors.checked_mul(512))
            .ok_or(io::ErrorKind::InvalidData)?;
        let bytes = offset..offset.saturating_add(len);
        // Without a limit the device ends where the file does, in whole sectors.
        let longest = match number("loop/sizelimit") {
            0 => bytes.end.saturating_add(511),
            _ => u64::MAX,
        };
        let below = match self.loop_status(node) {
            Ok(status) => match status.device {
                Some(device) => Below::Device(device),
                None => Below::File(self.ground(&path, status.file, bytes.end..=longest)),
            },
            Err(_) => self.below_by_path(&path, bytes.end..=longest),
        };
        Ok(Some(Backing { path, below, bytes }))
    }

    /// Asks the kernel, for which the loop device has to be opened.
    fn loop_status(&self, node: &Node) -> io::Result<system::LoopStatus> {
        let device = File::open(self.dev.join(&node.name))?;
        if system::device_number(device.metadata()?.rdev()) != node.number {
            return Err(io::ErrorKind::NotFound.into());
        }
        system::loop_status(device.as_raw_fd())
    }

    fn ground(&self, path: &Path, file: FileId, possible: RangeInclusive<u64>) -> Ground {
        let there = system::opened(path).filter(|there| there.file == file);
        let overlaid = match file.device.0 {
            0 => self.is_overlay(file).unwrap_or_else(|| {
                let by_path = there.and_then(|_| system::is_on_overlay(path));
                by_path.unwrap_or(true)
            }),
            _ => false,
        };
        Ground {
            path: path.into(),
            file: Some(file),
            bytes: there.map_or(possible, |there| there.bytes..=there.bytes),
            overlaid,
        }
    }

    /// Whether a file lies on an overlay, by what is mounted here under its device number.
    fn is_overlay(&self, file: FileId) -> Option<bool> {
        let mounts = self.mounts().ok()?;
        let mount = mounts.iter().find(|mount| mount.number == file.device)?;
        Some(mount.file_system == "overlay")
    }

    /// Without permission to ask, the path has to do. One that leads nowhere from here proves
    /// nothing.
    fn below_by_path(&self, path: &Path, possible: RangeInclusive<u64>) -> Below {
        let by_name = || {
            let devices = self.devices().unwrap_or_default();
            let named = devices
                .iter()
                .find(|node| path == Path::new(&node.device()));
            named.map(|node| node.number)
        };
        if let Some(device) = number_of(path).or_else(by_name) {
            return Below::Device(device);
        }
        Below::File(match system::opened(path) {
            Some(there) => Ground::of(
                path,
                there.file,
                there.bytes,
                system::is_on_overlay(path).unwrap_or(true),
            ),
            None => Ground {
                path: path.into(),
                file: None,
                bytes: possible,
                overlaid: true,
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(device: (u32, u32), inode: u64) -> FileId {
        FileId { device, inode }
    }

    #[test]
    fn files_are_told_apart_by_number_and_across_an_overlay_by_length() {
        let path = Path::new("/srv/disk.img");
        let real = |inode, bytes| Ground::of(path, file((8, 1), inode), bytes, false);
        let overlaid = |inode, bytes| Ground::of(path, file((0, 39), inode), bytes, true);
        let other = Ground::of(path, file((8, 2), 7), 4096, false);
        let hidden = |bytes| Ground {
            path: path.into(),
            file: None,
            bytes,
            overlaid: true,
        };
        for (one, two, same) in [
            (real(7, 4096), real(7, 8192), Same::Yes),
            (real(7, 4096), real(8, 4096), Same::No),
            (real(7, 4096), other, Same::No),
            (real(7, 4096), overlaid(7, 4096), Same::Unproven),
            (real(7, 4096), overlaid(7, 8192), Same::No),
            (overlaid(7, 4096), overlaid(7, 4096), Same::Yes),
            (overlaid(7, 4096), overlaid(8, 4096), Same::No),
            (real(7, 4096), hidden(4096..=4607), Same::Unproven),
            (real(7, 4096), hidden(8192..=8703), Same::No),
        ] {
            assert_eq!(one.is(&two), same, "{one:?} {two:?}");
            assert_eq!(two.is(&one), same, "{two:?} {one:?}");
        }
    }
}
