//! What a drive says of its own health and wear.

use serde::{Deserialize, Serialize};

/// A running total that the drive counts in units of its own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Count {
    /// Units so far.
    pub units: u64,
    /// Bytes of one.
    pub unit_bytes: u64,
    /// Where it was read, as in `attribute 241 Host_Writes_32MiB`.
    pub from: String,
}

/// A drive's account of itself (SMART). Empty text and `None`: it does not say.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Smart {
    /// Model.
    pub model: String,
    /// Firmware revision.
    pub firmware: String,
    /// Serial number.
    pub serial: String,
    /// Host writes: `units`, `unit_bytes`, and `from` where they were read.
    pub host_written: Option<Count>,
    /// Host reads.
    pub host_read: Option<Count>,
    /// NAND writes.
    pub nand_written: Option<Count>,
    /// NAND reads.
    pub nand_read: Option<Count>,
    /// Pages programmed for the host.
    pub host_pages: Option<u64>,
    /// Pages that the drive programmed for itself.
    pub own_pages: Option<u64>,
    /// Power-on hours.
    pub power_on_hours: Option<u64>,
    /// Temperature in degrees Celsius.
    pub temperature_c: Option<i64>,
    /// Highest temperature ever.
    pub temperature_max_c: Option<i64>,
    /// Rated endurance used, in percent; may exceed 100.
    pub percentage_used: Option<u64>,
    /// Data that could not be read or written back.
    pub media_errors: Option<u64>,
    /// Critical warning bits of NVMe; 0: none.
    pub critical_warning: Option<u64>,
    /// Whether the drive reports itself healthy.
    pub passed: Option<bool>,
    /// Seconds of thermal throttling (both NVMe levels).
    pub throttled_s: Option<u64>,
    /// Times that thermal throttling began (both NVMe levels).
    pub throttle_events: Option<u64>,
    /// The same by the OCP log, which counts every cause.
    pub ocp_throttle_events: Option<u64>,
    /// Level of thermal throttling at the moment, by the OCP log; 0: none.
    pub throttling_now: Option<u64>,
    /// Minutes above the warning temperature.
    pub too_warm_min: Option<u64>,
    /// Minutes above the critical temperature.
    pub critical_min: Option<u64>,
    /// Fewest erases of a block with user data.
    pub erases_min: Option<u64>,
    /// Most erases of a block with user data.
    pub erases_max: Option<u64>,
    /// Charge that the capacitors for power loss can hold, in percent of what is needed.
    pub capacitor_percent: Option<u64>,
}

impl Count {
    /// In bytes.
    pub fn bytes(&self) -> u64 {
        self.units.saturating_mul(self.unit_bytes)
    }
}
