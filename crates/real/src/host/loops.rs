//! Loop devices, and what each stands on: asked of the kernel by number, because the path in /sys
//! is text. It need not lead to the file: deleted, moved, or of another mount namespace.

use super::{DeviceNumber, Host, Node, bytes_path, number_of};
use crate::system::{self, FileId, Layering};
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
    pub below: Below,
    /// The bytes of it that the loop device is.
    pub bytes: Range<u64>,
}

/// A block device or a file below a loop device.
#[derive(Clone, Debug)]
pub enum Below {
    /// A block device.
    Device(DeviceNumber),
    /// A regular file.
    File(Ground),
}

/// A regular file that carries a drive's bytes, as far as it is known.
#[derive(Clone, Debug)]
pub struct Ground {
    /// A path that may lead to it.
    pub path: PathBuf,
    /// Which file it is, if that is known or believed.
    pub file: Option<FileId>,
    /// What lengths it can have, in bytes.
    pub bytes: RangeInclusive<u64>,
    /// How far `file` can be trusted.
    pub told: Told,
}

/// How a file's number became known, and so what it proves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Told {
    /// By the kernel, of a file system that holds its files itself.
    Number,
    /// By the kernel, of FUSE, which overlays are not laid over.
    Fuse,
    /// By the kernel, but of an overlay, which gives the files of others numbers of its own; or of
    /// a file system that cannot be seen from here.
    Overlay,
    /// By a path, which may lead to another file here than where the loop device was made.
    Path,
}

impl From<Layering> for Told {
    fn from(layering: Layering) -> Self {
        match layering {
            Layering::None => Self::Number,
            Layering::Fuse => Self::Fuse,
            Layering::Overlay => Self::Overlay,
        }
    }
}

/// Whether two files are one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Same {
    Yes,
    No,
    /// Nothing proves that they are two.
    Unproven,
}

impl Ground {
    /// A file that a path leads to now.
    pub fn of(path: &Path, file: FileId, bytes: u64, told: Told) -> Self {
        Self {
            path: path.into(),
            file: Some(file),
            bytes: bytes..=bytes,
            told,
        }
    }

    /// Numbers decide where both files tell theirs. Across an overlay they do not; but it hands on
    /// length and times of the file that it shows, so files that differ in those are two.
    pub fn is(&self, other: &Self) -> Same {
        let told = [self.told, other.told];
        let numbered = !told.contains(&Told::Path);
        let layered = told.contains(&Told::Overlay) && !told.contains(&Told::Fuse);
        match (self.file, other.file) {
            (Some(one), Some(two)) if one == two => return Same::Yes,
            (Some(one), Some(two)) if numbered && (one.device == two.device || !layered) => {
                return Same::No;
            }
            _ => {}
        }
        let apart =
            self.bytes.start() > other.bytes.end() || other.bytes.start() > self.bytes.end();
        if apart || self.differs(other) {
            Same::No
        } else {
            Same::Unproven
        }
    }

    /// Whether both can be seen from here and have different lengths or times. One file can look
    /// like two while it is written; so it is looked at before and after the other.
    fn differs(&self, other: &Self) -> bool {
        let trace = |ground: &Self| {
            let there = system::opened(&ground.path)?;
            let seen = ground.told != Told::Path && ground.file == Some(there.file);
            seen.then_some(there.trace)
        };
        (0..3).any(|_| match (trace(self), trace(other), trace(self)) {
            (Some(before), Some(other), Some(after)) => before == after && before != other,
            _ => false,
        })
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
            // Not in use; not a loop device.
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            // A path of more than a page cannot be told.
            Err(_) => PathBuf::from("(a path that is too long)"),
        };
        let number = |name| node.number_attribute(name).unwrap_or(0);
        let offset = number("loop/offset");
        let len = node
            .number_attribute("size")
            .and_then(|sectors| sectors.checked_mul(512))
            .ok_or(io::ErrorKind::InvalidData)?;
        let bytes = offset..offset.saturating_add(len);
        // Attached without a limit, the device ended where the file did, in whole sectors. A file
        // that is written may have grown since.
        let grows = number("loop/sizelimit") != 0 || number("ro") == 0;
        let possible = bytes.end..=match grows {
            true => u64::MAX,
            false => bytes.end.saturating_add(511),
        };
        let below = match self.loop_status(node) {
            Ok(status) => match status.device {
                Some(device) => Below::Device(device),
                None => Below::File(self.ground(&path, status.file, possible)),
            },
            // Detached since its path was read.
            Err(error) if error.raw_os_error() == Some(libc::ENXIO) => return Ok(None),
            Err(_) => self.below_by_path(&path, possible),
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
        let layering = match file.device.0 {
            0 => self.layering(file).unwrap_or_else(|| {
                let by_path = there.and_then(|_| system::layering(path));
                by_path.unwrap_or(Layering::Overlay)
            }),
            _ => Layering::None,
        };
        Ground {
            bytes: there.map_or(possible, |there| there.bytes..=there.bytes),
            ..Ground::of(path, file, 0, layering.into())
        }
    }

    /// What a file lies on, by what is mounted here under its device number.
    fn layering(&self, file: FileId) -> Option<Layering> {
        let mounts = self.mounts().ok()?;
        let mount = mounts.iter().find(|mount| mount.number == file.device)?;
        Some(match mount.file_system.as_str() {
            "overlay" => Layering::Overlay,
            name if name.starts_with("fuse") => Layering::Fuse,
            _ => Layering::None,
        })
    }

    /// Without permission to ask, or in a container without the device file, the path has to do.
    /// It can prove that two files are one, never that they are two.
    fn below_by_path(&self, path: &Path, possible: RangeInclusive<u64>) -> Below {
        let by_name = || {
            let devices = match path.starts_with("/dev") {
                true => self.devices().unwrap_or_default(),
                false => Vec::new(),
            };
            let named = devices
                .iter()
                .find(|node| path == Path::new(&node.device()));
            named.map(|node| node.number)
        };
        match number_of(path).or_else(by_name) {
            Some(device) => Below::Device(device),
            None => Below::File(Ground {
                path: path.into(),
                file: system::opened(path).map(|there| there.file),
                bytes: possible,
                told: Told::Path,
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(device: (u32, u32), inode: u64) -> FileId {
        FileId { device, inode }
    }

    #[test]
    fn files_are_told_apart_by_number_and_across_an_overlay_by_length_and_times() {
        let path = Path::new("/srv/disk.img");
        let real = |inode, bytes| Ground::of(path, file((8, 1), inode), bytes, Told::Number);
        let overlaid = |inode, bytes| Ground::of(path, file((0, 39), inode), bytes, Told::Overlay);
        let other = Ground::of(path, file((8, 2), 7), 4096, Told::Number);
        let hidden = |bytes| Ground {
            path: path.into(),
            file: None,
            bytes,
            told: Told::Path,
        };
        let fuse = Ground::of(path, file((0, 50), 2), 4096, Told::Fuse);
        let by_path = |inode, bytes| Ground {
            told: Told::Path,
            ..real(inode, bytes)
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
            (real(7, 4096), by_path(7, 8192), Same::Yes),
            (overlaid(7, 4096), fuse.clone(), Same::No),
            (hidden(4096..=4607), fuse, Same::Unproven),
            (real(7, 4096), by_path(8, 4096), Same::Unproven),
            (real(7, 4096), by_path(8, 8192), Same::No),
            (real(7, 4096), hidden(8192..=8703), Same::No),
        ] {
            assert_eq!(one.is(&two), same, "{one:?} {two:?}");
            assert_eq!(two.is(&one), same, "{two:?} {one:?}");
        }
    }
}
