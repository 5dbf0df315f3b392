//! What a simulated SSD is, as checked plain values. Times are in nanoseconds.

use fourcorners_block::{Blocks, Bytes};

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
    pub collection: CollectionSpec,
    /// TRIM.
    pub trim: TrimSpec,
    /// Wear; `None`: blocks last for ever, and the one that has been free longest is used first.
    pub wear: Option<WearSpec>,
    /// What it draws; `None`: not known, and not accounted for.
    pub power: Option<PowerSpec>,
    /// Every number with where it is from, in the order to show them.
    pub facts: Vec<crate::SpecFact>,
}

/// NAND dies and the channels to them.
#[derive(Clone, Debug, PartialEq)]
pub struct NandSpec {
    /// Part or family.
    pub part: String,
    /// Channels, each carrying one transfer at a time.
    pub channels: u32,
    /// Dies on all channels together.
    pub dies: u32,
    /// Planes of a die, always programmed, erased and read together.
    pub planes: u32,
    /// Bytes of a page without its spare bytes.
    pub page_bytes: u32,
    /// Pages of an erase block.
    pub pages_per_block: u32,
    /// Erase blocks of a plane.
    pub blocks_per_plane: u32,
    /// Array to register.
    pub t_read_ns: u64,
    /// Register to array, mean of lower and upper pages.
    pub t_prog_ns: u64,
    /// Erasing a block.
    pub t_erase_ns: u64,
    /// A channel's rate, 10^6 bytes a second.
    pub channel_mb_per_s: u64,
    /// Whether the next page can be moved to the register while one is programmed.
    pub cache_program: bool,
    /// What else the dies can and cannot do.
    pub features: NandFeatures,
}

/// What dies differ in besides their times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NandFeatures {
    /// Whether lower and upper pages of a multi-level block take different times.
    pub pages: PageKinds,
    /// Whether all planes of a die work at once; else one after the other.
    pub multi_plane: bool,
    /// Whether the array can be read while the page before it leaves the register.
    pub cache_read: bool,
    /// What it costs to suspend an erase for a read, and to resume it; `None`: reads wait.
    pub erase_suspend_ns: Option<u64>,
}

impl Default for NandFeatures {
    fn default() -> Self {
        Self {
            pages: PageKinds::Alike,
            multi_plane: true,
            cache_read: true,
            erase_suspend_ns: None,
        }
    }
}

/// Lower and upper pages: the two bits of a multi-level cell are programmed one after the
/// other, the second with much more care.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PageKinds {
    /// Every page takes `t_prog_ns`: single-level cells, or only the mean is known.
    Alike,
    /// Each kind has its time.
    LowerUpper {
        /// First bit of the cells.
        lower_ns: u64,
        /// Second bit.
        upper_ns: u64,
    },
}

/// How data lies on the NAND.
#[derive(Clone, Debug, PartialEq)]
pub struct LayoutSpec {
    /// Bytes of a mapping unit.
    pub unit_bytes: u32,
    /// What the map says where of.
    pub mapping: MappingSpec,
    /// Dies whose blocks are erased together as one superblock.
    pub superblock_dies: u32,
    /// Erase blocks of each plane that never hold host data: bad blocks, firmware, tables.
    pub reserved_blocks_per_plane: u32,
    /// Dies per parity stripe, the parity's own included; 0: no parity.
    pub parity_stripe_dies: u32,
    /// Write buffer that holds host data until it is programmed.
    pub buffer_bytes: u64,
    /// Units of that many bytes together wait in the buffer for the rest of them or for being
    /// overwritten; `None`: they are placed as they come.
    pub write_combining_bytes: Option<u64>,
    /// DRAM for the map; `None`: all of it is there.
    pub mapping_cache_bytes: Option<u64>,
    /// How far a sequential read is read ahead; 0: not at all.
    pub read_ahead_bytes: u64,
}

/// What the map says where of, and where writes can go therefore.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MappingSpec {
    /// Of every mapping unit: any write goes anywhere.
    Page,
    /// Of logical blocks as large as a superblock; a few log superblocks of each pool are mapped
    /// by units (FAST: Lee, ACM TECS 2007).
    Hybrid {
        /// Those for writes that are not sequential, of each pool, from 1.
        log_superblocks: u32,
    },
    /// Of logical blocks, one of which is being rewritten in order.
    Block,
}

/// Compression, and what it costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CompressionSpec {
    /// Stored sizes are multiples of this; divides the mapping unit.
    pub slot_bytes: u32,
    /// However little a unit's bytes say, so much of its size is stored: what the controller's
    /// fast compressor and its notes fall short of a good one.
    pub stored_at_least_per_mille: u32,
    /// Host processor, for each unit written.
    pub unit_ns: u64,
    /// Flash processor, for each slot of it stored.
    pub slot_ns: u64,
    /// A unit equal to one of so many stored last is stored as a reference of one slot; 0: no
    /// deduplication.
    pub deduplication_units: u32,
}

/// The host link.
#[derive(Clone, Debug, PartialEq)]
pub struct LinkSpec {
    /// Name, as in `SATA 6 Gbps`.
    pub name: String,
    /// Payload rate, 10^6 bytes a second.
    pub mb_per_s: u64,
    /// Deepest command queue.
    pub queue_depth: u16,
    /// Time that every command spends in link and host besides its data.
    pub command_latency_ns: u64,
}

/// Firmware time. The host side and the flash side are processors of their own, unless there is
/// only one.
#[derive(Clone, Debug, PartialEq)]
pub struct ControllerSpec {
    /// Host processor, for each read command.
    pub read_command_ns: u64,
    /// Host processor, for each unit read.
    pub read_unit_ns: u64,
    /// Host processor, for each write command.
    pub write_command_ns: u64,
    /// Host processor, for each unit written.
    pub write_unit_ns: u64,
    /// Flash processor, for each unit that collection moves.
    pub move_unit_ns: u64,
    /// Flash processor, for each unit read or written for the host; 0: it has no part in that.
    pub flash_unit_ns: u64,
    /// Whether the host processor does the flash side's work, too.
    pub one_processor: bool,
    /// Host processor, for each TRIM command.
    pub trim_command_ns: u64,
    /// Host processor, for each MiB trimmed.
    pub trim_mib_ns: u64,
}

/// How blocks wear out, and what is done about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WearSpec {
    /// Erases that a block bears on average; single superblocks bear up to an eighth more or less.
    pub endurance_cycles: u32,
    /// The least worn free superblock takes data of the host, the most worn moved data; else each
    /// the one that has been free longest.
    pub dynamic_leveling: bool,
    /// Static wear levelling: a superblock that has been erased so many times fewer than the mean
    /// is collected whatever it holds, if its data is cold. `None`: cold data stays.
    pub static_leveling_lag: Option<u32>,
}

/// What the drive draws. Integer units: 1 mW for 1 us is 1 nJ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PowerSpec {
    /// Always: controller, DRAM and dies standing by.
    pub idle_mw: u64,
    /// More than that while any command is in flight.
    pub active_mw: u64,
    /// A page's array read and transfer.
    pub read_nj: u64,
    /// A page's transfer and program.
    pub program_nj: u64,
    /// A block's erase.
    pub erase_nj: u64,
}

/// Garbage collection, per pool of superblocks.
#[derive(Clone, Debug, PartialEq)]
pub struct CollectionSpec {
    /// Collection begins when a write needs a new superblock and no more than this many are free.
    pub start_free: u32,
    /// It ends when this many are free.
    pub stop_free: u32,
    /// How host writes go on meanwhile.
    pub pace: Pace,
    /// Moves of one program group each that are under way at once.
    pub window_groups: u32,
    /// Which full superblock is collected next.
    pub victim: VictimChoice,
    /// Whether host data and moved data share the open superblock.
    pub frontiers: Frontiers,
    /// Whether hot and cold data have open superblocks of their own; `None`: they share them.
    pub hot_cold: Option<HotCold>,
    /// With [`Pace::Trickle`]: moved units per host unit that continues the write before it;
    /// `None`: as many as for any other.
    pub moved_per_sequential_unit: Option<u32>,
    /// Collection while the host is idle; `None`: the drive does nothing then.
    pub idle: Option<IdleSpec>,
    /// A fault of the firmware.
    pub defect: Option<Defect>,
}

/// Collection while the host is idle: no command in flight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IdleSpec {
    /// It begins after so long a pause.
    pub after_ns: u64,
    /// It ends when this many superblocks of the pool are free.
    pub stop_free: u32,
    /// Only superblocks with at most this share of valid units, in thousandths, are worth it.
    pub valid_at_most_per_mille: u32,
    /// Moves of one group each that are under way at once: how fast it goes.
    pub window_groups: u32,
}

/// Faults that firmware has had: wrong decisions, whose consequences follow by themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Defect {
    /// Trimmed units are not counted as invalid: the superblocks that held them look fuller than
    /// they are until they are erased.
    TrimmedStayCounted,
}

/// What the drive does with TRIM.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrimSpec {
    /// The map forgets the units before the command ends.
    Immediate,
    /// Commands are noted, and carried out together once so many are there, before a flush, and
    /// before anything is written.
    Batched(u32),
    /// The drive does not know the command.
    Absent,
}

/// How host writes go on while collection runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// Not at all: they wait until it ends.
    Foreground,
    /// One host unit for so many moved units. Collection, once begun, runs to its end by itself.
    Trickle {
        /// Moved units per host unit.
        moved_per_host_unit: u32,
    },
    /// As much as it frees; the nearer the free superblocks come to `start_free`, the less.
    /// It moves only as host writes ask for it.
    Balanced,
}

/// How the drive tells hot data, overwritten often, from cold data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HotCold {
    /// It knows: what theory assumes, and no drive has.
    Oracle {
        /// 512-byte blocks below this one are hot; a multiple of the mapping unit.
        hot_below_lba: u64,
    },
    /// It counts writes.
    Detector(HotDetector),
}

/// Two-hash counting filter with decay (Hsieh, ACM TOS 2006).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HotDetector {
    /// Counters of four bits, 2 to 2^24; each unit written counts in two of them.
    pub counters: u32,
    /// A unit is hot when both its counters are at least this, 1 to 15.
    pub hot_from: u8,
    /// All counters are halved after so many units written, at least 1.
    pub decay_writes: u32,
}

/// Which full superblock is collected next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum VictimChoice {
    /// The one with the fewest valid units; of equals any.
    #[default]
    Greedy,
    /// The one that was filled longest ago.
    Fifo,
    /// The one with the fewest valid units of so many, 1 to 65535, drawn at random (Van Houdt,
    /// SIGMETRICS 2013).
    DChoices(u32),
    /// The best of age x (1 - u) / 2u, where u is the valid share (Kawaguchi, USENIX 1995). The age
    /// is counted in superblocks of the pool that have been filled since.
    CostBenefit,
    /// Any.
    Random,
}

/// Open superblocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Frontiers {
    /// One for host and moved data together.
    Shared,
    /// One each.
    Separate,
}

/// What the drive is plugged into: a condition of the run, never of the drive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostPort {
    /// Name, as in `marvell-88se9128`.
    pub name: String,
    /// Highest payload rate, 10^6 bytes a second; the link runs at the lower of the two.
    pub mb_per_s: u64,
    /// Time that this port adds to every command.
    pub command_latency_ns: u64,
}

impl LinkSpec {
    /// The link as it is behind a port.
    pub fn behind(&self, port: &HostPort) -> Self {
        Self {
            mb_per_s: self.mb_per_s.min(port.mb_per_s),
            command_latency_ns: self.command_latency_ns + port.command_latency_ns,
            ..self.clone()
        }
    }
}

impl SsdSpec {
    /// What the NAND is divided into: mapping units, or the slots of compressed ones.
    pub fn place_bytes(&self) -> u32 {
        self.compression
            .map_or(self.layout.unit_bytes, |compression| compression.slot_bytes)
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
