//! Disks and ext4 file systems in image files, made, checked and read on the host, which is far
//! faster than in an emulated guest and needs no root.

use super::tool::{about, output};
use super::{Failure, Packages, Tree};
use std::fs::{self, File};
use std::ops::Range;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

/// Where [`partition`] lets the partition begin, in bytes.
pub const PARTITION_AT: u64 = 1 << 20;

const SUPERBLOCK_AT: u64 = 1024;
/// Of a superblock: size, magic number, UUID and label, which no mount changes.
const FIXED: &[Range<usize>] = &[0..8, 24..28, 56..58, 76..80, 104..136];

/// A new, empty disk image.
pub fn create_disk(path: &Path, bytes: u64) -> Result<(), Failure> {
    let created = File::create(path).and_then(|file| file.set_len(bytes));
    created.map_err(about(path))
}

/// Where the first data of a sparse image lies from byte `from` on; `None`: only holes follow.
pub fn first_data(path: &Path, from: u64) -> Result<Option<u64>, Failure> {
    let file = File::open(path).map_err(about(path))?;
    let from = i64::try_from(from).map_err(|error| format!("{}: {error}", path.display()))?;
    match nix::unistd::lseek64(&file, from, nix::unistd::Whence::SeekData) {
        Ok(at) => Ok(u64::try_from(at).ok()),
        Err(nix::errno::Errno::ENXIO) => Ok(None),
        Err(error) => Err(format!("{}: {error}", path.display())),
    }
}

/// Gives the disk a partition table (GPT) with one partition, up to the last MiB.
pub fn partition(packages: &Packages, disk: &Path) -> Result<(), Failure> {
    let sectors = (fs::metadata(disk).map_err(about(disk))?.len() - 2 * PARTITION_AT) / 512;
    let table = disk.with_extension("sfdisk");
    let start = PARTITION_AT / 512;
    let text = format!("label: gpt\nstart={start}, size={sectors}\n");
    fs::write(&table, text).map_err(about(&table))?;
    let mut command = packages.command("sfdisk")?;
    let input = File::open(&table).map_err(about(&table))?;
    let status = command.arg("--quiet").arg(disk).stdin(input).status();
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("sfdisk {}: {status}", disk.display())),
        Err(error) => Err(format!("sfdisk: {error}")),
    }
}

/// An ext4 file system in a disk image.
pub struct FileSystem {
    image: PathBuf,
    at: u64,
}

impl FileSystem {
    /// Makes one with the content of `tree`, from byte `at` on (0: the whole disk). Nothing is
    /// left to be initialized after it is mounted, so that only writing changes it.
    pub fn make(packages: &Packages, image: &Path, at: u64, tree: &Tree) -> Result<Self, Failure> {
        let length = fs::metadata(image).map_err(about(image))?.len();
        let end = if at == 0 { 0 } else { PARTITION_AT };
        let options = format!("offset={at},lazy_itable_init=0,lazy_journal_init=0,root_owner=0:0");
        let mut command = packages.command("mkfs.ext4")?;
        command.args(["-q", "-F", "-b", "4096", "-E", &options, "-d"]);
        command.arg(tree.path()).arg(image);
        output(command.arg(format!("{}k", (length - at - end) / 1024)))?;
        Ok(Self {
            image: image.into(),
            at,
        })
    }

    /// The same file system in a copy of its disk.
    pub fn of_copy(&self, image: &Path) -> Self {
        Self {
            image: image.into(),
            at: self.at,
        }
    }

    /// An error if e2fsck finds anything wrong. It changes nothing.
    pub fn check(&self, packages: &Packages) -> Result<(), Failure> {
        self.e2fsck(packages, "-n", &[0])
    }

    /// Replays the journal, as a mount would after the power was cut.
    pub fn recover(&self, packages: &Packages) -> Result<(), Failure> {
        // 1: it corrected errors.
        self.e2fsck(packages, "-p", &[0, 1])
    }

    fn e2fsck(&self, packages: &Packages, mode: &str, fine: &[i32]) -> Result<(), Failure> {
        let mut command = packages.command("e2fsck")?;
        let done = command.args(["-f", mode, &self.address()]).output();
        let done = done.map_err(|error| format!("e2fsck: {error}"))?;
        if done.status.code().is_some_and(|code| fine.contains(&code)) {
            return Ok(());
        }
        let printed = [done.stderr, done.stdout].concat();
        let printed = String::from_utf8_lossy(&printed);
        // The first line is its version.
        let found = printed.lines().nth(1).unwrap_or("").trim();
        let image = self.image.display();
        Err(format!("{image}: e2fsck finds errors: {found}"))
    }

    /// Copies a folder out of it into a folder of the host.
    pub fn copy_out(&self, packages: &Packages, from: &str, to: &Path) -> Result<(), Failure> {
        let _ = fs::remove_dir_all(to);
        fs::create_dir_all(to).map_err(about(to))?;
        let request = format!("rdump {from} {}", to.display());
        let mut command = packages.command("debugfs")?;
        output(command.args(["-R", &request, &self.address()])).map(drop)
    }

    /// The parts of the superblock that nothing but mkfs writes.
    pub fn superblock(&self) -> Result<Vec<u8>, Failure> {
        let mut bytes = [0; 1024];
        let file = File::open(&self.image).map_err(about(&self.image))?;
        let read = file.read_exact_at(&mut bytes, self.at + SUPERBLOCK_AT);
        read.map_err(about(&self.image))?;
        let parts = FIXED.iter().flat_map(|range| &bytes[range.clone()]);
        Ok(parts.copied().collect())
    }

    /// As e2fsprogs name it.
    fn address(&self) -> String {
        format!("{}?offset={}", self.image.display(), self.at)
    }
}
