//! Faults of a served drive.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A fault to be caused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fault {
    /// Power fails for an instant: clients are disconnected, and the drive loses the writes that
    /// are on no stable medium yet.
    PowerLoss,
    /// Program/erase cycles that are added to every superblock.
    Wear { cycles: u32 },
    /// Reads of a range, in bytes, fail until it is written again.
    Uncorrectable { offset: u64, length: u64 },
}

/// What a fault has done.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FaultReport {
    PowerLoss(PowerLoss),
    Wear {
        /// Erases of the least and the most worn superblock.
        erases_per_superblock: [u64; 2],
    },
    Uncorrectable {
        /// Bytes that cannot be read, of all such ranges.
        bytes: u64,
    },
}

/// What a power cut cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PowerLoss {
    /// The drive's clock, in seconds since it was new.
    pub drive_s: f64,
    /// Mapping units, or sectors of a hard disk, whose acknowledged writes are lost: they hold an
    /// older version now.
    pub lost_units: u64,
    /// Length of a unit; 0: a drive that never loses an acknowledged write.
    pub unit_bytes: u64,
    /// Commands that had no reply yet.
    pub dropped_commands: u64,
    pub disconnected_clients: u64,
}
