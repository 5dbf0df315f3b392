//! Which device or file of its host a drive is, and what carries its bytes.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A device or file of a host, and everything beneath it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OnHost {
    /// The device or file itself.
    pub medium: Medium,
    /// What carries its bytes, down to disks and files: the disk of a partition, the file of a loop
    /// device, the parts of a mapped device.
    pub beneath: Vec<Layer>,
}

/// A device or file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Medium {
    /// A block device, by its number. A reboot or a re-plug may give it another.
    Device {
        /// Of its driver.
        major: u32,
        /// Of this device.
        minor: u32,
    },
    /// A regular file. A freed inode number is given to the next file, the time is not.
    File {
        /// Number of the device of its file system, which may be another after a reboot.
        file_system: (u32, u32),
        /// Its number there.
        inode: u64,
        /// When it was created, in nanoseconds since 1970, where the file system says so.
        created_ns: Option<u64>,
    },
    /// A file that cannot be seen from here, as the kernel names it.
    Unseen {
        /// Not to be followed.
        path: String,
    },
}

/// Bytes of a device or file that carry those of a drive.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Layer {
    /// Of what.
    pub medium: Medium,
    /// A device's serial number, if it says one.
    pub serial: String,
    /// A device's worldwide name, if it says one.
    pub wwid: Option<String>,
    /// The first byte.
    pub start: u64,
    /// The first byte behind them.
    pub end: u64,
}

/// What may have happened to a host between two looks at a drive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meanwhile {
    /// Nothing that changes a number: both were by one process.
    Nothing,
    /// A reboot or a re-plug, after which devices may have other numbers.
    Reboot,
}

/// Whether two values are one, as far as both are known.
fn agree<T: PartialEq>(one: Option<&T>, other: Option<&T>) -> bool {
    one.zip(other).is_none_or(|(one, other)| one == other)
}

impl Medium {
    /// Whether both are one.
    pub fn is(&self, other: &Self, meanwhile: Meanwhile) -> bool {
        let may_renumber = meanwhile == Meanwhile::Reboot;
        match (self, other) {
            (Self::Device { .. }, Self::Device { .. }) if may_renumber => true,
            (
                Self::File {
                    file_system: its,
                    inode,
                    created_ns,
                },
                Self::File {
                    file_system: others,
                    inode: other_inode,
                    created_ns: other_created,
                },
            ) => {
                (may_renumber || its == others)
                    && inode == other_inode
                    && agree(created_ns.as_ref(), other_created.as_ref())
            }
            _ => self == other,
        }
    }
}

impl Layer {
    fn is(&self, other: &Self, meanwhile: Meanwhile) -> bool {
        (self.start, self.end, &self.serial) == (other.start, other.end, &other.serial)
            && agree(self.wwid.as_ref(), other.wwid.as_ref())
            && self.medium.is(&other.medium, meanwhile)
    }
}

impl OnHost {
    /// Whether the same carries both. The parts of an array may be listed in another order.
    pub fn is_carried_as(&self, other: &Self, meanwhile: Meanwhile) -> bool {
        let mut left: Vec<&Layer> = other.beneath.iter().collect();
        let found = self.beneath.iter().all(|layer| {
            let at = left.iter().position(|other| layer.is(other, meanwhile));
            at.map(|at| left.swap_remove(at)).is_some()
        });
        found && left.is_empty()
    }

    /// What lies beneath, as text.
    pub(crate) fn carriers(&self) -> String {
        let all: Vec<String> = self.beneath.iter().map(Layer::to_string).collect();
        match all.is_empty() {
            true => "nothing".into(),
            false => all.join(", "),
        }
    }
}

impl fmt::Display for Medium {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Device { major, minor } => write!(f, "device {major}:{minor}"),
            Self::File {
                file_system: (major, minor),
                inode,
                created_ns,
            } => {
                write!(f, "inode {inode} of file system {major}:{minor}")?;
                let created = created_ns.map(|ns| (ns / 1_000_000_000, ns % 1_000_000_000));
                created.map_or(Ok(()), |(s, ns)| {
                    write!(f, ", created at Unix time {s}.{ns:09}")
                })
            }
            Self::Unseen { path } => write!(f, "the hidden file {path}"),
        }
    }
}

impl fmt::Display for Layer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (start, end) = (self.start, self.end);
        write!(f, "bytes {start} to {end} of {}", self.medium)?;
        match self.serial.is_empty() {
            true => Ok(()),
            false => write!(f, " (serial {})", self.serial),
        }
    }
}
