//! NAND dies, their times and what they can do.

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
    /// What it costs to suspend a program or an erase for a read of the host, and to resume it;
    /// `None`: reads wait for programs.
    pub program_suspend_ns: Option<u64>,
    /// Whether each plane reads on its own; else all planes read the same page at once.
    pub independent_plane_reads: bool,
    /// Standard deviation of the dies' program times, in thousandths of the mean.
    pub t_prog_spread_per_mille: u32,
    /// Blocks of which each cell stores one bit; `None`: the part has no such mode.
    pub slc: Option<SlcMode>,
}

/// SLC mode of a part of several bits a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SlcMode {
    /// Bits of a cell in its own mode, from 2: a block in SLC mode has so many times fewer pages.
    pub bits_per_cell: u32,
    /// Array to register.
    pub t_read_ns: u64,
    /// Register to array, a page of every plane.
    pub t_prog_ns: u64,
}

impl Default for NandFeatures {
    fn default() -> Self {
        Self {
            pages: PageKinds::Alike,
            multi_plane: true,
            cache_read: true,
            erase_suspend_ns: None,
            program_suspend_ns: None,
            independent_plane_reads: false,
            t_prog_spread_per_mille: 0,
            slc: None,
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
