//! What a simulated drive knows of its own insides, as running totals since it was made or
//! last restored. A second's work is the difference of two readings.

use serde::{Deserialize, Serialize};

/// Running totals. `unit` is the drive's mapping unit (most often 4 KiB). The `nand_` counters
/// count what the NAND side is divided into: the same units, or on a compressing drive its slots.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counters {
    /// Bytes of one mapping unit.
    pub unit_bytes: u64,
    /// Bytes of one unit of the `nand_` counters and of `valid_units`.
    #[serde(default)]
    pub nand_unit_bytes: u64,
    /// Bytes that the host wrote.
    #[serde(default)]
    pub host_bytes_written: u64,
    /// Units that the host wrote (a partly written unit counts whole).
    pub host_units_written: u64,
    /// Units that the host read.
    pub host_units_read: u64,
    /// Host units that were programmed to NAND.
    pub nand_host_units: u64,
    /// Bytes of the host in these.
    #[serde(default)]
    pub nand_host_bytes: u64,
    /// Units that garbage collection moved to another block.
    pub nand_moved_units: u64,
    /// Of these, units that were moved out of the SLC cache.
    #[serde(default)]
    pub nand_folded_units: u64,
    /// Units programmed empty, because a flush could not wait for more data.
    pub nand_padded_units: u64,
    /// Units of parity programmed.
    pub nand_parity_units: u64,
    /// Page reads, for the host, for read-modify-write and for collection.
    pub nand_page_reads: u64,
    /// Program operations (of all planes of a die at once).
    pub nand_programs: u64,
    /// Of these, programs in SLC mode.
    #[serde(default)]
    pub nand_slc_programs: u64,
    /// Erase blocks erased (every plane's block counts).
    pub block_erases: u64,
    /// Pages of a map that does not fit the DRAM, read; not among the page reads above.
    #[serde(default)]
    pub map_page_reads: u64,
    /// Pages of such a map programmed.
    #[serde(default)]
    pub map_page_programs: u64,
    /// Units that the host gave back by TRIM.
    pub trimmed_units: u64,
    /// Times that a host write had to wait for garbage collection.
    pub stalls: u64,
    /// Time that host writes waited for it, in nanoseconds.
    pub stall_ns: u64,
    /// Energy drawn, in microjoules; 0 where the drive's power is not known.
    #[serde(default)]
    pub energy_uj: u64,
    /// Temperature now in thousandths of a degree Celsius (not a running total); 0 where it is not
    /// simulated.
    #[serde(default)]
    pub temperature_mk: u64,
    /// Free erase units now (superblocks; not a running total).
    pub free_superblocks: u64,
    /// Units that hold current data now (not a running total).
    pub valid_units: u64,
    /// Erases of the least erased superblock so far; 0 where wear is not simulated.
    #[serde(default)]
    pub superblock_erases_min: u64,
    /// Erases of the most erased one.
    #[serde(default)]
    pub superblock_erases_max: u64,
    /// Superblocks given up as worn out so far.
    #[serde(default)]
    pub bad_superblocks: u64,
}

impl Counters {
    /// Write amplification in thousandths: bytes programmed to the NAND for host data and for
    /// moving it, over bytes of this host data. What waits in the write buffer, or was superseded
    /// there, is in neither, so it is at least 1 without compression. Parity and padding are left
    /// out, as theory does. `None` before anything was programmed.
    pub fn write_amplification_milli(&self) -> Option<u64> {
        let units = u128::from(self.nand_host_units) + u128::from(self.nand_moved_units);
        (units * u128::from(self.nand_unit_bytes) * 1000)
            .checked_div(u128::from(self.nand_host_bytes))
            .and_then(|milli| u64::try_from(milli).ok())
    }

    /// Temperature in thousandths of a degree Celsius, where it is simulated.
    pub fn temperature_mc(&self) -> Option<i64> {
        (self.temperature_mk > 0).then_some(self.temperature_mk as i64)
    }

    /// What was done between an `earlier` reading and this one. Free superblocks, valid units and
    /// wear keep their present value.
    pub fn since(&self, earlier: &Self) -> Self {
        Self {
            unit_bytes: self.unit_bytes,
            nand_unit_bytes: self.nand_unit_bytes,
            host_bytes_written: self.host_bytes_written - earlier.host_bytes_written,
            host_units_written: self.host_units_written - earlier.host_units_written,
            host_units_read: self.host_units_read - earlier.host_units_read,
            nand_host_units: self.nand_host_units - earlier.nand_host_units,
            nand_host_bytes: self.nand_host_bytes - earlier.nand_host_bytes,
            nand_moved_units: self.nand_moved_units - earlier.nand_moved_units,
            nand_folded_units: self.nand_folded_units - earlier.nand_folded_units,
            nand_padded_units: self.nand_padded_units - earlier.nand_padded_units,
            nand_parity_units: self.nand_parity_units - earlier.nand_parity_units,
            nand_page_reads: self.nand_page_reads - earlier.nand_page_reads,
            nand_programs: self.nand_programs - earlier.nand_programs,
            nand_slc_programs: self.nand_slc_programs - earlier.nand_slc_programs,
            block_erases: self.block_erases - earlier.block_erases,
            map_page_reads: self.map_page_reads - earlier.map_page_reads,
            map_page_programs: self.map_page_programs - earlier.map_page_programs,
            trimmed_units: self.trimmed_units - earlier.trimmed_units,
            stalls: self.stalls - earlier.stalls,
            stall_ns: self.stall_ns - earlier.stall_ns,
            energy_uj: self.energy_uj - earlier.energy_uj,
            temperature_mk: self.temperature_mk,
            free_superblocks: self.free_superblocks,
            valid_units: self.valid_units,
            superblock_erases_min: self.superblock_erases_min,
            superblock_erases_max: self.superblock_erases_max,
            bad_superblocks: self.bad_superblocks,
        }
    }
}
