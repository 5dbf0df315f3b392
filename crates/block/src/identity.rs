//! Who a drive says it is.

use crate::{Blocks, Bytes, OnHost, QueueDepth};
use serde::{Deserialize, Serialize};

/// Where the drive lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DriveKind {
    /// A model in this process.
    Simulated,
    /// A block device of this host.
    BlockDevice,
    /// A regular file of this host.
    RegularFile,
    /// Finishes everything at once and stores nothing.
    Null,
}

/// What the drive accepts as TRIM.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DiscardLimits {
    /// Smallest unit that is really released.
    pub granularity: Bytes,
    /// Longest single request.
    pub max: Bytes,
    /// Whether a request of at most that can be in flight with other I/O.
    #[serde(default)]
    pub queued: bool,
}

/// What is known of a drive before anything is measured. Empty strings and `None` mean that
/// the drive does not say.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Identity {
    /// `simulated`, `block-device`, `regular-file` or `null` (the null drive).
    pub kind: DriveKind,
    /// Name or path as given.
    pub name: String,
    /// Maker and model.
    pub model: String,
    /// Serial number.
    pub serial: String,
    /// Worldwide name, which tells namespaces and LUNs with one serial number apart.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wwid: Option<String>,
    /// Which device or file of its host a real drive is: `medium` (a device's number, or a file's
    /// inode, file system and time of creation) and the devices and files `beneath` it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on_host: Option<OnHost>,
    /// Firmware revision.
    pub firmware: String,
    /// Addressable blocks of 512 bytes, on every drive.
    pub capacity: Blocks,
    /// Logical block in bytes.
    pub logical_block: Bytes,
    /// Physical block in bytes, as reported.
    pub physical_block: Bytes,
    /// Whether it is a hard disk.
    pub rotational: Option<bool>,
    /// TRIM limits in bytes, `granularity` and `max` per request, and whether TRIM commands can be
    /// in flight with other I/O (`queued`); null: no TRIM.
    pub discard: Option<DiscardLimits>,
    /// All NAND in bytes, spare area and parity included.
    pub raw_nand: Option<Bytes>,
    /// Maximum queue depth; tests with deeper queues run at this depth.
    pub max_queue_depth: QueueDepth,
    /// The host's I/O scheduler, as in `none`.
    pub scheduler: Option<String>,
    /// `simulated`, `io_uring`, `io_uring, polled`, `synchronous`, or two, as in `synchronous at
    /// queue depth 1, io_uring at deeper ones`.
    pub engine: String,
    /// Whether it was opened read-only.
    pub read_only: bool,
}

impl Identity {
    /// Whether it is a model in this process, and no drive of this host.
    pub fn is_simulated(&self) -> bool {
        self.kind == DriveKind::Simulated
    }
}
