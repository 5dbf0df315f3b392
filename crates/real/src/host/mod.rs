//! What the kernel says of block devices, mounts and swap: in /sys and /proc, and of loop and
//! mapped devices by request.

mod exports;
mod loops;
mod mapper;
mod mounts;
mod programs;
mod thin;

pub use loops::{Below, Ground, Same, Told};
pub use mapper::Lower;
pub use mounts::Mount;
pub use programs::Program;

use crate::system;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};

/// Where the kernel tells of itself; tests put a recorded tree here.
#[derive(Clone, Debug)]
pub struct Host {
    /// `/sys`.
    pub sys: PathBuf,
    /// `/proc`.
    pub proc: PathBuf,
    /// `/dev`.
    pub dev: PathBuf,
}

impl Default for Host {
    fn default() -> Self {
        Self {
            sys: "/sys".into(),
            proc: "/proc".into(),
            dev: "/dev".into(),
        }
    }
}

/// Major and minor number of a block device.
pub type DeviceNumber = (u32, u32);

/// A block device or partition in /sys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// The kernel's name, as in `nvme0n1p1`.
    pub name: String,
    /// Its number.
    pub number: DeviceNumber,
    /// Its directory in /sys.
    pub dir: PathBuf,
}

/// What is swapped to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SwapArea {
    /// As the kernel names it, which need not lead there.
    pub path: PathBuf,
    /// A regular file, no block device.
    pub is_file: bool,
}

impl Node {
    /// An attribute's text without surrounding space; `None` where there is none.
    pub fn attribute(&self, name: &str) -> Option<String> {
        text(&self.dir.join(name))
    }

    /// The device file's usual path.
    pub fn device(&self) -> String {
        format!("/dev/{}", self.name)
    }

    /// The disk that a partition is part of; itself for a disk.
    pub fn disk(&self) -> Node {
        let parent = self
            .dir
            .parent()
            .filter(|_| self.dir.join("partition").exists());
        parent
            .and_then(|dir| Node::at(dir.into()).ok())
            .unwrap_or_else(|| self.clone())
    }

    /// A disk's partitions.
    pub fn partitions(&self) -> io::Result<Vec<Node>> {
        let mut partitions = Vec::new();
        for entry in fs::read_dir(&self.dir)? {
            let dir = entry?.path();
            if dir.join("partition").exists() {
                partitions.push(Node::at(dir)?);
            }
        }
        partitions.sort_by(|one, other| one.name.cmp(&other.name));
        Ok(partitions)
    }

    /// The block devices that stand on this one.
    pub fn holders(&self) -> io::Result<Vec<Node>> {
        Self::linked(&self.dir.join("holders"))
    }

    /// The block devices that this one stands on; partitions and loop devices name none.
    pub fn slaves(&self) -> io::Result<Vec<Node>> {
        match Self::linked(&self.dir.join("slaves")) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
            linked => linked,
        }
    }

    fn linked(folder: &Path) -> io::Result<Vec<Node>> {
        let mut nodes = Vec::new();
        for entry in fs::read_dir(folder)? {
            nodes.push(Node::at(fs::canonicalize(entry?.path())?)?);
        }
        nodes.sort_by(|one, other| one.name.cmp(&other.name));
        Ok(nodes)
    }

    /// The kernel's name and the one that its maker gave it, as in `dm-0 (vg-root)`.
    pub fn full_name(&self) -> String {
        let given = self
            .attribute("dm/name")
            .or_else(|| self.attribute("md/level"));
        given.map_or(self.name.clone(), |given| {
            format!("{} ({given})", self.name)
        })
    }

    /// An attribute that is a number.
    pub fn number_attribute(&self, name: &str) -> Option<u64> {
        self.attribute(name)?.parse().ok()
    }

    fn at(dir: PathBuf) -> io::Result<Node> {
        let number = text(&dir.join("dev")).and_then(|number| parse_number(&number));
        let name = dir
            .file_name()
            .map(|name| name.to_string_lossy().into_owned());
        match (number, name) {
            // The kernel writes '!' in /sys for '/' in a device's name (cciss!c0d0).
            (Some(number), Some(name)) => Ok(Node {
                name: name.replace('!', "/"),
                number,
                dir,
            }),
            _ => Err(io::Error::new(
                io::ErrorKind::NotFound,
                format!("{} does not describe a block device", dir.display()),
            )),
        }
    }
}

impl Host {
    /// The block device of that number.
    pub fn node(&self, number: DeviceNumber) -> io::Result<Node> {
        let link = self
            .sys
            .join(format!("dev/block/{}:{}", number.0, number.1));
        Node::at(fs::canonicalize(link)?)
    }

    /// Devices and files that are swapped to.
    pub fn swap_areas(&self) -> io::Result<Vec<SwapArea>> {
        let area = |line: &[u8]| {
            let mut fields = line
                .split(|byte| byte.is_ascii_whitespace())
                .filter(|field| !field.is_empty());
            Some(SwapArea {
                path: unescaped(fields.next()?),
                is_file: fields.next() == Some(b"file"),
            })
        };
        match fs::read(self.proc.join("swaps")) {
            Ok(all) => Ok(all
                .split(|byte| *byte == b'\n')
                .skip(1)
                .filter_map(area)
                .collect()),
            // A kernel without swap.
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
            Err(error) => Err(error),
        }
    }

    /// Every disk of [`Host::disks`], each with its partitions behind it.
    pub fn devices(&self) -> io::Result<Vec<Node>> {
        let mut devices = Vec::new();
        for disk in self.disks()? {
            let partitions = match disk.partitions() {
                Ok(partitions) => partitions,
                // It went meanwhile.
                Err(_) if !disk.dir.exists() => continue,
                Err(error) => return Err(error),
            };
            devices.push(disk);
            devices.extend(partitions);
        }
        Ok(devices)
    }

    /// Every disk that has a number: no partitions, and no paths of NVMe's own multipath, which
    /// the kernel hides behind the disk that they lead to.
    pub fn disks(&self) -> io::Result<Vec<Node>> {
        let mut disks = Vec::new();
        for entry in fs::read_dir(self.sys.join("block"))? {
            let dir = entry?.path();
            match fs::canonicalize(&dir).and_then(Node::at) {
                Ok(disk) => disks.push(disk),
                // A hidden path has no number; others may have gone meanwhile.
                Err(_) if !dir.join("dev").exists() => {}
                Err(error) => return Err(error),
            }
        }
        disks.sort_by(|one, other| one.name.cmp(&other.name));
        Ok(disks)
    }

    /// The names of all devices of the mounted btrfs file system that this one is part of, and
    /// its UUID: a mount names only one of them.
    pub fn btrfs_of(&self, node: &Node) -> Option<(String, Vec<String>)> {
        let name = |entry: fs::DirEntry| entry.file_name().to_string_lossy().into_owned();
        fs::read_dir(self.sys.join("fs/btrfs"))
            .ok()?
            .flatten()
            .find_map(|file_system| {
                let devices = fs::read_dir(file_system.path().join("devices")).ok()?;
                let devices: Vec<String> = devices.flatten().map(name).collect();
                let part = devices.contains(&node.name);
                part.then(|| (name(file_system), devices))
            })
    }

    /// Other disks with the same worldwide name and size: paths to one disk, of which the kernel
    /// does not know that they are.
    pub fn other_paths(&self, disk: &Node) -> io::Result<Vec<Node>> {
        let Some(name) = disk.wwid() else {
            return Ok(Vec::new());
        };
        let mut others = self.disks()?;
        others.retain(|other| {
            other != disk
                && other.wwid().as_ref() == Some(&name)
                && other.attribute("size") == disk.attribute("size")
        });
        Ok(others)
    }
}

/// The number of the block device that a path leads to, through links.
pub fn number_of(path: &Path) -> Option<DeviceNumber> {
    system::opened(path)?.device
}

/// An attribute's text without surrounding space; `None` where there is none.
pub fn text(path: &Path) -> Option<String> {
    let text = String::from_utf8_lossy(&fs::read(path).ok()?)
        .trim_matches(|c: char| c.is_whitespace() || c == '\0')
        .to_string();
    (!text.is_empty()).then_some(text)
}

fn parse_number(text: &str) -> Option<DeviceNumber> {
    let (major, minor) = text.split_once(':')?;
    Some((major.parse().ok()?, minor.parse().ok()?))
}

/// The kernel writes blanks and backslashes in paths as three octal digits.
fn unescaped(text: &[u8]) -> PathBuf {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((first, after)) = rest.split_first() {
        let octal = after
            .get(..3)
            .filter(|digits| *first == b'\\' && digits.iter().all(|d| (b'0'..b'8').contains(d)));
        if let Some(digits) = octal {
            bytes.push(digits.iter().fold(0_u8, |value, digit| {
                value.wrapping_mul(8).wrapping_add(digit - b'0')
            }));
            rest = &after[3..];
        } else {
            bytes.push(*first);
            rest = after;
        }
    }
    bytes_path(bytes)
}

fn bytes_path(bytes: Vec<u8>) -> PathBuf {
    PathBuf::from(OsString::from_vec(bytes))
}
