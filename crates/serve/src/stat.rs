//! What a served drive has done since it was new, as its SMART data would say.

use fourcorners_block::{Counters, DriveError, Nanos};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What is known of a served drive.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Stat {
    /// Catalog name.
    pub drive: String,
    /// The drive's clock, in seconds since it was new.
    pub drive_s: f64,
    /// Commands in flight.
    pub in_flight: usize,
    /// Connections.
    pub connections: usize,
    /// Its keys are absent where the drive is no SSD.
    #[serde(flatten)]
    pub ssd: Option<SsdStat>,
    /// Why writes fail; none: they do not.
    pub write_failure: Option<String>,
    /// Bytes that cannot be read until they are written again.
    pub uncorrectable_bytes: u64,
}

/// Counters of an SSD. Units of the drive are mapping units.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SsdStat {
    pub host_bytes_written: u64,
    /// Bytes read from NAND or buffer for the host.
    pub host_bytes_read: u64,
    /// Bytes programmed per byte written; none: nothing was written.
    pub write_amplification: Option<f64>,
    /// Bytes that GC has copied.
    pub gc_bytes_copied: u64,
    /// Bytes that TRIM has released.
    pub trimmed_bytes: u64,
    /// Superblocks that are erased and free.
    pub free_superblocks: u64,
    /// Bytes that hold data of the host.
    pub valid_bytes: u64,
    pub erases: u64,
    /// Erases of the least and the most worn superblock.
    pub erases_per_superblock: [u64; 2],
    pub bad_superblocks: u64,
    /// Times that writes waited for GC, and for how long in total.
    pub stalls: u64,
    pub stall_s: f64,
    /// Degrees Celsius; none: the drive file has no thermal model.
    pub temperature_c: Option<f64>,
}

/// What a drive cannot do any more.
#[derive(Clone, Debug)]
pub(crate) struct Health {
    pub failure: Option<DriveError>,
    pub uncorrectable_bytes: u64,
}

impl Stat {
    pub(crate) fn new(
        drive: &str,
        now: Nanos,
        [in_flight, connections]: [usize; 2],
        counters: Option<Counters>,
        health: Health,
    ) -> Self {
        Self {
            drive: drive.into(),
            drive_s: now.0 as f64 / 1e9,
            in_flight,
            connections,
            ssd: counters.map(SsdStat::from),
            write_failure: health.failure.map(|failure| failure.to_string()),
            uncorrectable_bytes: health.uncorrectable_bytes,
        }
    }
}

impl From<Counters> for SsdStat {
    fn from(counters: Counters) -> Self {
        let bytes = |units: u64| units * counters.unit_bytes;
        let amplification = counters.write_amplification_milli();
        Self {
            host_bytes_written: counters.host_bytes_written,
            host_bytes_read: bytes(counters.host_units_read),
            write_amplification: amplification.map(|milli| milli as f64 / 1e3),
            gc_bytes_copied: counters.nand_moved_units * counters.nand_unit_bytes,
            trimmed_bytes: bytes(counters.trimmed_units),
            free_superblocks: counters.free_superblocks,
            valid_bytes: counters.valid_units * counters.nand_unit_bytes,
            erases: counters.block_erases,
            erases_per_superblock: [
                counters.superblock_erases_min,
                counters.superblock_erases_max,
            ],
            bad_superblocks: counters.bad_superblocks,
            stalls: counters.stalls,
            stall_s: counters.stall_ns as f64 / 1e9,
            temperature_c: counters.temperature_mc().map(|mc| mc as f64 / 1e3),
        }
    }
}
