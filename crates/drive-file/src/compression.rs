//! Compression in the controller, which a drive may leave out.

use crate::checked::{Checked, Sourced};
use crate::error::SpecError;
use fourcorners_sim::spec::{CompressionSpec, LayoutSpec, NandSpec};
use serde::Deserialize;

/// `[compression]`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CompressionFile {
    /// The controller compresses, and stores a unit in as many slots of this size as its data
    /// needs: a power of two from 256 to the mapping unit, at most 128 per unit.
    slot_bytes: Sourced<u32>,
    /// Smallest stored share of a unit in thousandths, however well it compresses.
    min_stored_per_mille: Sourced<u32>,
    /// Host processor per unit written, in us.
    unit_us: Sourced<f64>,
    /// Flash processor per slot stored, in us.
    slot_us: Sourced<f64>,
    /// Flash processor per slot that a read or merge fetches, in us; default 0.
    read_slot_us: Option<Sourced<f64>>,
    /// Number of most recently stored units that a new one is compared with, 0 (none) to
    /// 1024; if its content equals that of one of them, it takes one slot.
    deduplication_units: Sourced<u32>,
}

/// A unit's stored size is kept in a byte.
const MOST_SLOTS: u32 = 128;

/// Checked against the mapping unit that is compressed.
pub fn compression_spec(
    file: &Checked,
    compression: &CompressionFile,
    layout: &LayoutSpec,
    nand: &NandSpec,
) -> Result<CompressionSpec, SpecError> {
    let unit = layout.unit_bytes;
    let slot_bytes = file.power_of_two(&compression.slot_bytes, unit, "slot_bytes")?;
    if slot_bytes < 256 || unit / slot_bytes > MOST_SLOTS {
        let problem = format!(
            "slot_bytes is {slot_bytes}; expected a power of two from 256 to the mapping unit \
             ({unit}), with at most {MOST_SLOTS} slots per unit"
        );
        return Err(file.wrong(&compression.slot_bytes, problem));
    }
    // With less, what a unit leaves empty at a group's end could be more than compression saves.
    if u64::from(unit) * 2 > u64::from(nand.page_bytes) * u64::from(nand.planes)
        || nand.pages_per_block < 8
    {
        let problem = "compression needs a multi-plane page of at least two mapping units, and at \
            least 8 pages per block";
        return Err(file.wrong(&compression.slot_bytes, problem.into()));
    }
    Ok(CompressionSpec {
        slot_bytes,
        min_stored_per_mille: file.within(
            &compression.min_stored_per_mille,
            0,
            1000,
            "min_stored_per_mille",
        )?,
        unit_ns: file.time(&compression.unit_us, "unit_us")?,
        slot_ns: file.time(&compression.slot_us, "slot_us")?,
        read_slot_ns: file
            .optional_time(&compression.read_slot_us, "read_slot_us")?
            .unwrap_or(0),
        deduplication_units: file.within(
            &compression.deduplication_units,
            0,
            1024,
            "deduplication_units",
        )?,
    })
}
