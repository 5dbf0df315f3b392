//! How data lies on the NAND.

use crate::checked::{Checked, Sourced};
use crate::error::SpecError;
use fourcorners_sim::spec::{LayoutSpec, MappingSpec, NandSpec};
use serde::Deserialize;
use toml::Spanned;

/// `[layout]`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LayoutFile {
    /// Mapping unit (indirection unit, IU) in KiB: a power of two from 0.5 to a page of every plane
    /// of a die. Smaller writes need a read-modify-write; with 0.5 none do.
    unit_kib: Sourced<f64>,
    /// What the L2P map tracks: `page` (units, the default), `hybrid` (logical blocks of a
    /// superblock, and log superblocks) or `block` (logical blocks only). The last two merge logs
    /// instead of running GC, and exclude compression, `l2p_cache_kib`, `gc.hot_cold`, `gc.idle`,
    /// `gc.defect` and static wear leveling.
    pub mapping: Option<Spanned<MappingName>>,
    /// Superblocks per pool that log non-sequential writes, from 1; `hybrid` only.
    log_superblocks: Option<Sourced<u32>>,
    /// Dies whose blocks are erased together; divides `nand.dies`.
    superblock_dies: Sourced<u32>,
    /// Blocks per plane that never hold host data (bad blocks, firmware), 0 to blocks - 4.
    reserved_blocks_per_plane: Sourced<u32>,
    /// Dies of a parity stripe, parity included: a divisor of `superblock_dies`, or 0 for no
    /// parity.
    parity_stripe_dies: Sourced<u32>,
    /// Write buffer in KiB, 4 to 2^24 and at least two pages of every plane of a die.
    buffer_kib: Sourced<u64>,
    /// Units of this many KiB stay in the buffer together, waiting for the rest of them or for an
    /// overwrite, 1 to 2^20; the oldest leaves first, a flush writes all.
    write_combining_kib: Option<Sourced<u64>>,
    /// DRAM for the L2P map in KiB, 1 to 2^24; default: the whole map. Other map pages are read
    /// from NAND and written back.
    l2p_cache_kib: Option<Sourced<u64>>,
    /// Time to look up an entry that is there, as in host memory (HMB) behind the link, in us;
    /// default 0; with `l2p_cache_kib` only.
    l2p_lookup_us: Option<Sourced<f64>>,
    /// DRAM per mapped unit, 4 to 8 bytes; default 4; with `l2p_cache_kib` only.
    l2p_entry_bytes: Option<Sourced<u32>>,
    /// Longest read-ahead of a sequential stream in KiB, 0 (none) to 2^20.
    read_ahead_kib: Sourced<u64>,
}

/// `mapping`.
#[derive(Clone, Copy, PartialEq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MappingName {
    Page,
    Hybrid,
    Block,
}

/// Checked against the NAND that it is laid out on.
pub fn layout_spec(
    file: &Checked,
    layout: &LayoutFile,
    nand: &NandSpec,
) -> Result<LayoutSpec, SpecError> {
    let unit_bytes = unit_bytes(file, &layout.unit_kib, nand)?;
    let superblock_dies = file.within(&layout.superblock_dies, 1, nand.dies, "superblock_dies")?;
    if !nand.dies.is_multiple_of(superblock_dies) {
        let problem = format!("superblock_dies must divide the {} dies", nand.dies);
        return Err(file.wrong(&layout.superblock_dies, problem));
    }
    let stripe = file.within(
        &layout.parity_stripe_dies,
        0,
        superblock_dies,
        "parity_stripe_dies",
    )?;
    if stripe == 1 || (stripe > 0 && superblock_dies % stripe != 0) {
        let problem = format!(
            "parity_stripe_dies must be 0 (no parity), or divide superblock_dies \
             ({superblock_dies}) and be more than 1"
        );
        return Err(file.wrong(&layout.parity_stripe_dies, problem));
    }
    let spec = LayoutSpec {
        unit_bytes,
        mapping: mapping_spec(file, layout, nand)?,
        superblock_dies,
        reserved_blocks_per_plane: file.within(
            &layout.reserved_blocks_per_plane,
            0,
            nand.blocks_per_plane - 4,
            "reserved_blocks_per_plane",
        )?,
        parity_stripe_dies: stripe,
        buffer_bytes: file.within(&layout.buffer_kib, 4, 1 << 24, "buffer_kib")? << 10,
        write_combining_bytes: layout
            .write_combining_kib
            .as_ref()
            .map(|combining| write_combining(file, combining, unit_bytes))
            .transpose()?,
        l2p_cache_bytes: layout
            .l2p_cache_kib
            .as_ref()
            .map(|cache| l2p_cache(file, cache, nand))
            .transpose()?,
        l2p_lookup_ns: l2p_lookup_ns(file, layout)?,
        l2p_entry_bytes: l2p_entry_bytes(file, layout)?,
        read_ahead_bytes: file.within(&layout.read_ahead_kib, 0, 1 << 20, "read_ahead_kib")? << 10,
    };
    check_buffer(&spec, nand).map_err(|problem| file.wrong(&layout.buffer_kib, problem))?;
    Ok(spec)
}

/// The buffer must hold every group that host data fills at once: else a write waits for a slot
/// that none gives back.
fn check_buffer(spec: &LayoutSpec, nand: &NandSpec) -> Result<(), String> {
    let pools = nand.dies / spec.superblock_dies;
    let groups = match spec.mapping {
        MappingSpec::Page => 2,
        MappingSpec::Block => pools.max(2),
        // The sequential log and the one for all other writes.
        MappingSpec::Hybrid { .. } => 2 * pools,
    };
    let group_bytes = u64::from(nand.page_bytes) * u64::from(nand.planes);
    if spec.buffer_bytes >= u64::from(groups) * group_bytes {
        return Ok(());
    }
    Err(format!(
        "the buffer must hold at least {groups} groups of {} KiB (one page on every plane)",
        group_bytes >> 10
    ))
}

/// Pages where the file says nothing.
fn mapping_spec(
    file: &Checked,
    layout: &LayoutFile,
    nand: &NandSpec,
) -> Result<MappingSpec, SpecError> {
    let name = layout.mapping.as_ref();
    match (name, &layout.log_superblocks) {
        (None, None) => Ok(MappingSpec::Page),
        (Some(name), None) => match name.get_ref() {
            MappingName::Page => Ok(MappingSpec::Page),
            MappingName::Block => Ok(MappingSpec::Block),
            MappingName::Hybrid => Err(file.wrong_at(
                name,
                "mapping = \"hybrid\" needs log_superblocks, the number of superblocks for \
                 non-sequential writes"
                    .into(),
            )),
        },
        (Some(name), Some(logs)) if *name.get_ref() == MappingName::Hybrid => {
            let most = nand.blocks_per_plane;
            let log_superblocks = file.within(logs, 1, most, "log_superblocks")?;
            Ok(MappingSpec::Hybrid { log_superblocks })
        }
        (_, Some(logs)) => Err(file.wrong(
            logs,
            "log_superblocks is valid only with mapping = \"hybrid\"".into(),
        )),
    }
}

/// From a sector to a page of every plane of a die.
fn unit_bytes(file: &Checked, unit: &Sourced<f64>, nand: &NandSpec) -> Result<u32, SpecError> {
    let most = nand.page_bytes * nand.planes;
    let mut allowed = (9..u32::BITS).map(|power| 1 << power);
    let unit_bytes = allowed.find(|bytes| f64::from(*bytes) == unit.get() * 1024.0);
    unit_bytes.filter(|bytes| *bytes <= most).ok_or_else(|| {
        let problem = format!(
            "unit_kib is {}; expected a power of two from 0.5 to {} (one page on every plane)",
            unit.get(),
            most >> 10
        );
        file.wrong(unit, problem)
    })
}

fn write_combining(
    file: &Checked,
    combining: &Sourced<u64>,
    unit_bytes: u32,
) -> Result<u64, SpecError> {
    let bytes = file.within(combining, 1, 1 << 20, "write_combining_kib")? << 10;
    if unit_bytes > LARGEST_COMBINED_UNIT || bytes < u64::from(unit_bytes) {
        let problem = format!(
            "write_combining_kib must hold at least one mapping unit ({} bytes), and a unit may \
             have at most {LARGEST_COMBINED_UNIT} bytes",
            unit_bytes
        );
        return Err(file.wrong(combining, problem));
    }
    Ok(bytes)
}

/// Its 128 sectors are counted one by one.
const LARGEST_COMBINED_UNIT: u32 = 64 << 10;

/// None unless the file says so.
fn l2p_lookup_ns(file: &Checked, layout: &LayoutFile) -> Result<u64, SpecError> {
    match &layout.l2p_lookup_us {
        Some(lookup) if layout.l2p_cache_kib.is_none() => {
            let problem = "l2p_lookup_us needs l2p_cache_kib".into();
            let hint = "set the memory for map entries, or remove l2p_lookup_us";
            Err(file.wrong(lookup, problem).with_hint(hint))
        }
        lookup => Ok(file.optional_time(lookup, "l2p_lookup_us")?.unwrap_or(0)),
    }
}

/// 4 unless the file says more.
fn l2p_entry_bytes(file: &Checked, layout: &LayoutFile) -> Result<u32, SpecError> {
    let Some(bytes) = &layout.l2p_entry_bytes else {
        return Ok(4);
    };
    if layout.l2p_cache_kib.is_none() {
        let problem = "l2p_entry_bytes needs l2p_cache_kib".into();
        let hint = "set the DRAM for map entries, or remove l2p_entry_bytes";
        return Err(file.wrong(bytes, problem).with_hint(hint));
    }
    file.within(bytes, 4, 8, "l2p_entry_bytes")
}

fn l2p_cache(file: &Checked, cache: &Sourced<u64>, nand: &NandSpec) -> Result<u64, SpecError> {
    let bytes = file.within(cache, 1, 1 << 24, "l2p_cache_kib")? << 10;
    if bytes < 2 * u64::from(nand.page_bytes) {
        let problem = format!(
            "l2p_cache_kib must hold at least two pages of {} KiB",
            nand.page_bytes >> 10
        );
        return Err(file.wrong(cache, problem));
    }
    Ok(bytes)
}
