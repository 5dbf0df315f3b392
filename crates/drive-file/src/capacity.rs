//! How much a drive holds.

use crate::checked::Sourced;
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CapacityFile {
    /// Addressable bytes, in whole mapping units (hard disks and RAM disks: sectors of 512 bytes).
    /// The NAND must also hold reserved blocks, parity, open superblocks and those that GC keeps
    /// free.
    pub user_bytes: Sourced<u64>,
}
