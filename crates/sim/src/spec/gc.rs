//! Garbage collection: when, what, where to, and how host writes go on meanwhile.

use super::OwnPolicy;
use super::named::{UnknownName, named};

/// Garbage collection, per pool of superblocks.
#[derive(Clone, Debug, PartialEq)]
pub struct GcSpec {
    /// GC begins when a write needs a new superblock and no more than this many are free.
    pub low_watermark: u32,
    /// It ends when this many are free.
    pub high_watermark: u32,
    /// How host writes go on meanwhile.
    pub pacing: Pacing,
    /// With [`Pacing::Trickle`]: units that are copied per host unit, from 1; else 0.
    pub copies_per_host_write: u32,
    /// With [`Pacing::Throttle`]: units that are freed per host unit at `low_watermark`, from 1;
    /// else 0.
    pub freed_per_host_write: u32,
    /// Copies of one program group each that are in flight at once.
    pub copies_in_flight: u32,
    /// Whether copies and host programs take turns on a die; else it is first come, first served.
    pub copies_take_turns: bool,
    /// Victims that are emptied in turns, a group of each; from 1, below `low_watermark`.
    pub victims_in_flight: u32,
    /// Which full superblock is collected next.
    pub victim: VictimPolicy,
    /// With a policy that draws some ([`VictimPolicy::draws`]): how many, 1 to 65535; else 0.
    pub victim_candidates: u32,
    /// Whether host data and moved data share the open superblock.
    pub frontiers: Frontiers,
    /// Whether hot and cold data have open superblocks of their own; `None`: they share them.
    pub hot_cold: Option<HotCold>,
    /// With [`Pacing::Trickle`]: copied units per host unit that continues the write before it;
    /// `None`: as many as for any other.
    pub copies_per_sequential_write: Option<u32>,
    /// Garbage collection while the host is idle; `None`: the drive does nothing then.
    pub idle: Option<IdleSpec>,
    /// A fault of the firmware.
    pub defect: Option<Defect>,
    /// Decisions that functions of the program that simulates make.
    pub own: OwnPolicy,
}

/// Garbage collection while the host is idle: no command in flight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IdleSpec {
    /// It begins after so long a pause.
    pub after_ns: u64,
    /// It ends when this many superblocks of the pool are free.
    pub high_watermark: u32,
    /// Only superblocks with at most this share of valid units, in thousandths, are worth it.
    pub max_valid_per_mille: u32,
    /// Copies of one group each that are in flight at once: how fast it goes.
    pub copies_in_flight: u32,
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
    pub hot_threshold: u8,
    /// All counters are halved each time this number of units is written, at least 1.
    pub decay_writes: u32,
}

named!(
    /// Which full superblock is collected next.
    VictimPolicy, "victim policy" {
        /// One with the fewest valid units; a tie is broken at random.
        Greedy = "greedy",
        /// The one filled longest ago. A drive fragmented by random writes stays fragmented,
        /// however often it is overwritten sequentially.
        Fifo = "fifo",
        /// The one with the fewest valid units of `victim_candidates` drawn at random (Van Houdt,
        /// SIGMETRICS 2013).
        DChoices = "d-choices",
        /// The one with the highest age x (1 - u) / 2u: u is the valid share, and the age counts
        /// the superblocks of the pool filled since (Kawaguchi, USENIX 1995).
        CostBenefit = "cost-benefit",
        /// As cost-benefit, divided by the superblock's erases, so that worn ones rest (CAT: Chiang
        /// and Chang, Journal of Systems and Software 1999).
        CostAgeTimes = "cost-age-times",
        /// Any one.
        Random = "random",
    }
);

impl VictimPolicy {
    /// Whether it compares superblocks drawn at random, so many as the drive's file says.
    pub fn draws(self) -> bool {
        self == Self::DChoices
    }
}

named!(
    /// How host writes go on while garbage collection runs.
    Pacing, "pacing" {
        /// Host writes wait until GC ends.
        Foreground = "foreground",
        /// The host writes one unit for every `copies_per_host_write` units copied. Once
        /// started, GC runs to completion on its own.
        Trickle = "trickle",
        /// At `low_watermark` the host writes one unit for every `freed_per_host_write` units
        /// freed, at `high_watermark` as much as GC frees, exponentially more in between. Once
        /// started, GC runs to completion on its own.
        Throttle = "throttle",
        /// The host writes as much as GC frees, and less the nearer the free superblocks come to
        /// `low_watermark`. GC runs only as host writes ask for it.
        Balanced = "balanced",
    }
);

named!(
    /// Which open superblocks there are.
    Frontiers, "frontiers" {
        /// Host data and copied data share one.
        Shared = "shared",
        /// Host data and copied data have one each.
        Separate = "separate",
    }
);

named!(
    /// Faults that firmware has had: wrong decisions, whose consequences follow by themselves.
    Defect, "defect" {
        /// Trimmed units are not counted as invalid: they read as zeros, and are kept and copied
        /// like valid ones until they are overwritten.
        TrimmedStayCounted = "trimmed-stay-counted",
    }
);
