//! How much a drive holds.

use super::checked::Sourced;
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CapacityFile {
    /// Addressable bytes, in whole mapping units (hard disks and RAM disks: sectors of 512 bytes).
    /// NAND must hold them and what is reserved, open, parity or kept free.
    pub user_bytes: Sourced<u64>,
}
