//! Whether the NAND holds the user's data, and whether so much of it can be simulated.

use fourcorners_sim::UNITS_AT_MOST;
use fourcorners_sim::spec::{MappingSpec, SsdSpec};

/// Says what does not fit.
pub fn check_space(spec: &SsdSpec) -> Result<(), String> {
    check_whole_units(spec)?;
    check_spare(spec)?;
    check_places(spec)
}

fn check_whole_units(spec: &SsdSpec) -> Result<(), String> {
    let (capacity, unit) = (spec.capacity.bytes().0, u64::from(spec.layout.unit_bytes));
    if capacity > 0 && capacity.is_multiple_of(unit) {
        return Ok(());
    }
    Err(format!(
        "the capacity must be a multiple of the mapping unit ({unit} bytes), for example {}",
        (capacity / unit).max(1) * unit
    ))
}

/// The NAND holds what GC keeps free, or open, besides the data.
fn check_spare(spec: &SsdSpec) -> Result<(), String> {
    let (nand, layout) = (&spec.nand, &spec.layout);
    // Hot and cold data apart: two frontiers more.
    let open = match layout.mapping {
        MappingSpec::Page => {
            let cache = spec.slc_cache.as_ref();
            3 + 2 * u64::from(spec.gc.hot_cold.is_some())
                + u64::from(spec.gc.high_watermark)
                + cache.map_or(0, |cache| u64::from(cache.static_superblocks) + 1)
        }
        // Logs, the sequential one, and what is merged to.
        MappingSpec::Hybrid { log_superblocks } => u64::from(log_superblocks) + 2,
        MappingSpec::Block => 2,
    };
    let usable =
        u64::from(nand.blocks_per_plane - layout.reserved_blocks_per_plane).saturating_sub(open);
    let most = usable * superblock_bytes(spec) * pools(spec);
    let capacity = spec.capacity.bytes().0;
    if capacity <= most {
        return Ok(());
    }
    Err(format!(
        "{capacity} bytes do not fit: the NAND holds {} bytes, of which {most} are left for data \
         after reserved blocks, parity, open superblocks and the {} superblocks that GC keeps free",
        spec.raw_nand().0,
        spec.gc.high_watermark
    ))
}

/// Places have numbers of so many bits: within a superblock, and within the drive.
fn check_places(spec: &SsdSpec) -> Result<(), String> {
    let places = superblock_bytes(spec) / u64::from(spec.place_bytes());
    if places > u64::from(UNITS_AT_MOST) {
        return Err(format!(
            "a superblock of {places} mapping units (or compressed slots) exceeds the simulation \
             limit of {UNITS_AT_MOST}; use fewer superblock_dies"
        ));
    }
    let units = pools(spec) * u64::from(spec.nand.blocks_per_plane) * places.next_power_of_two();
    if units >= u64::from(u32::MAX) {
        return Err(format!(
            "{units} physical mapping units (or compressed slots) exceed the simulation limit of \
             2^32; use a larger unit_kib or slot_bytes"
        ));
    }
    Ok(())
}

fn pools(spec: &SsdSpec) -> u64 {
    u64::from(spec.nand.dies / spec.layout.superblock_dies)
}

/// Without its parity.
fn superblock_bytes(spec: &SsdSpec) -> u64 {
    let (nand, layout) = (&spec.nand, &spec.layout);
    let stripe = layout.parity_stripe_dies;
    let parity_dies = layout.superblock_dies.checked_div(stripe).unwrap_or(0);
    u64::from(layout.superblock_dies - parity_dies)
        * u64::from(nand.planes)
        * u64::from(nand.pages_per_block)
        * u64::from(nand.page_bytes)
}
