//! What can be done to a served drive, and what comes of it.

use fourcorners_block::Volatile;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A fault that a served drive is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fault {
    /// Power fails for an instant: clients are disconnected, and the drive loses the writes that
    /// are on no stable medium yet.
    PowerLoss,
    /// Every superblock has been erased that many times more.
    Wear { cycles: u32 },
    /// Reads of a range, in bytes, fail until it is written again.
    Uncorrectable { offset: u64, length: u64 },
}

/// What a fault did.
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
    /// Writes that the drive lost, each counted in every mapping unit that it touched. Those that
    /// were not acknowledged yet are among them.
    pub lost_writes: u64,
    /// Mapping units that hold an older version now.
    pub lost_units: u64,
    /// Length of a unit; 0: the drive's power-loss protection saved all writes.
    pub unit_bytes: u64,
    /// Commands that had no reply yet.
    pub dropped_commands: u64,
    pub disconnected_clients: u64,
}

impl PowerLoss {
    pub(crate) fn of(lost: &[Volatile]) -> Self {
        Self {
            lost_writes: lost.iter().map(|unit| u64::from(unit.writes)).sum(),
            lost_units: lost.len() as u64,
            ..Self::default()
        }
    }
}
