//! Garbage collection: when, what, where to, and how host writes go on meanwhile.

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
    /// Trimmed units are not counted as invalid: they read as zeros, and are kept and moved like
    /// valid ones until they are overwritten.
    TrimmedStayCounted,
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
