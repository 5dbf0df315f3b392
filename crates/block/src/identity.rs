//! Who a drive says it is.

use crate::{Blocks, Bytes, QueueDepth};
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
}

/// What is known of a drive before anything is measured. Empty strings and `None` mean that
/// the drive does not say.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Identity {
    /// Where it lives.
    pub kind: DriveKind,
    /// Name under which the user asked for it: catalogue name or path.
    pub name: String,
    /// Maker and model.
    pub model: String,
    /// Serial number.
    pub serial: String,
    /// Firmware revision.
    pub firmware: String,
    /// Addressable size.
    pub capacity: Blocks,
    /// Logical block size: the unit of addresses and lengths.
    pub logical_block: Bytes,
    /// Physical block size that the drive reports.
    pub physical_block: Bytes,
    /// True for a hard disk.
    pub rotational: Option<bool>,
    /// TRIM, where the drive can.
    pub discard: Option<DiscardLimits>,
    /// All NAND on board, spare area and parity included.
    pub raw_nand: Option<Bytes>,
    /// Deepest queue that makes sense.
    pub max_queue_depth: QueueDepth,
    /// The host's I/O scheduler for it (`none`, `mq-deadline`).
    pub scheduler: Option<String>,
    /// What carries requests to it: `simulated`, `io_uring`, `synchronous`.
    pub engine: String,
    /// Opened for reading only.
    pub read_only: bool,
}

impl Identity {
    /// Whether it is a model in this process, and no drive of this host.
    pub fn is_simulated(&self) -> bool {
        self.kind == DriveKind::Simulated
    }
}
