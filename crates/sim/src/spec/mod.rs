//! What a simulated SSD is, as checked plain values. Times are in nanoseconds.

mod about;
mod firmware;
mod gc;
mod layout;
mod link;
mod named;
mod nand;
mod own_policy;
mod power;
mod slc_cache;
mod upkeep;

pub use about::*;
pub use firmware::*;
use fourcorners_block::{Blocks, Bytes};
pub use gc::*;
pub use layout::*;
pub use link::*;
pub use named::UnknownName;
pub use nand::*;
pub use own_policy::*;
pub use power::*;
pub use slc_cache::*;
pub use upkeep::*;

/// Everything that makes one SSD differ from another.
#[derive(Clone, Debug, PartialEq)]
pub struct SsdSpec {
    /// Catalogue name, `maker-model-gigabytes`.
    pub name: String,
    /// Maker and model as printed on the box.
    pub model: String,
    /// Firmware revision; empty if it makes no difference.
    pub firmware: String,
    /// Addressable size.
    pub capacity: Blocks,
    /// NAND and how it is wired.
    pub nand: NandSpec,
    /// Mapping, spare area and erase units.
    pub layout: LayoutSpec,
    /// Compression in the controller; `None`: data is stored as it comes.
    pub compression: Option<CompressionSpec>,
    /// Host link.
    pub link: LinkSpec,
    /// Firmware time.
    pub controller: ControllerSpec,
    /// Garbage collection.
    pub gc: GcSpec,
    /// The SLC cache; `None`: all host data goes to the cells' own mode.
    pub slc_cache: Option<SlcCacheSpec>,
    /// Erasing superblocks when they are opened; `None`: they are erased as soon as GC has emptied
    /// them.
    pub opening: Option<OpeningSpec>,
    /// The map journal; `None`: what changes in the map costs no programs.
    pub journal: Option<JournalSpec>,
    pub trim: TrimSpec,
    /// Wear; `None`: blocks last for ever, and the one that has been free longest is used first.
    pub wear: Option<WearSpec>,
    /// What it draws; `None`: not known, and not accounted for.
    pub power: Option<PowerSpec>,
    /// How warm it gets; `None`: as cold as it has to be.
    pub heat: Option<HeatSpec>,
    /// What is only told of it.
    pub about: About,
    /// Every number with where it is from, in the order to show them.
    pub facts: Vec<crate::SpecFact>,
}

/// Firmware time. The host side and the flash side are processors of their own, unless there is
/// only one.
#[derive(Clone, Debug, PartialEq)]
pub struct ControllerSpec {
    /// Host processor, for each read command.
    pub read_command_ns: u64,
    /// Host processor, for each unit read.
    pub read_unit_ns: u64,
    /// Between the NAND and the host side, for each unit that a host read or a merge fetches; any
    /// number of units pass at once.
    pub read_latency_ns: u64,
    /// Host processor, for each write command.
    pub write_command_ns: u64,
    /// Host processor, for each unit written.
    pub write_unit_ns: u64,
    /// Flash processor, for each unit that GC copies.
    pub copy_unit_ns: u64,
    /// Flash processor, for each unit read or written for the host; 0: it has no part in that.
    pub flash_unit_ns: u64,
    /// Whether the host processor does the flash side's work, too.
    pub one_processor: bool,
    /// Whether what is in the buffer survives a power cut: flushes and forced writes end when the
    /// data is there.
    pub power_loss_protection: bool,
    /// Whether a write of part of a unit is done only when that has been programmed: the buffer
    /// takes whole units.
    pub partial_writes_through: bool,
    /// Whether the host processor does nothing else while the rest of a unit is read that part of
    /// was written.
    pub blocking_rmw: bool,
    /// Whether a write whose L2P entry has to be loaded blocks the host processor meanwhile.
    pub blocking_l2p_loads: bool,
    /// Host processor, for each TRIM command.
    pub trim_command_ns: u64,
    /// Host processor, for each MiB trimmed.
    pub trim_mib_ns: u64,
}

impl SsdSpec {
    /// What the NAND is divided into: mapping units, or the slots of compressed ones.
    pub fn place_bytes(&self) -> u32 {
        self.compression
            .map_or(self.layout.unit_bytes, |compression| compression.slot_bytes)
    }
    /// Erase blocks on board, without those in reserve: the ones that are programmed and erased.
    pub fn erase_blocks(&self) -> u64 {
        let nand = &self.nand;
        let reserved = self.layout.reserved_blocks_per_plane;
        u64::from(nand.dies)
            * u64::from(nand.planes)
            * u64::from(nand.blocks_per_plane.saturating_sub(reserved))
    }
    /// All NAND on board, spare area, reserve and parity included.
    pub fn raw_nand(&self) -> Bytes {
        let nand = &self.nand;
        Bytes(
            u64::from(nand.dies)
                * u64::from(nand.planes)
                * u64::from(nand.blocks_per_plane)
                * u64::from(nand.pages_per_block)
                * u64::from(nand.page_bytes),
        )
    }
}
