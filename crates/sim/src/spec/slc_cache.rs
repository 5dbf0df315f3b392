//! The SLC cache: host data goes to superblocks of which each cell stores one bit, and is folded
//! into the cells' own mode later.

use super::named::{UnknownName, named};

/// An SLC cache, per pool of superblocks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SlcCacheSpec {
    /// Superblocks that may always be in SLC mode.
    pub static_superblocks: u32,
    /// Superblocks more that may be, as long as the drive is empty.
    pub dynamic_superblocks: u32,
    /// Share of the logical units that are mapped, in thousandths, from which on there are fewer.
    pub shrinks_from_per_mille: u32,
    /// Share at which none is left; straight in between.
    pub gone_at_per_mille: u32,
    /// What follows when no more superblocks may be in SLC mode.
    pub when_full: WhenFull,
    /// Once full, the cache is folded, and takes no host data after direct writes, until so few
    /// of its superblocks are in use: thousandths of those that may be.
    pub fold_to_per_mille: u32,
    /// Copies of one group each that are in flight at once while it is folded.
    pub copies_in_flight: u32,
    /// Whether idle garbage collection folds it, to its end.
    pub folds_when_idle: bool,
}

named!(
    /// What a full SLC cache means for host writes.
    WhenFull, "when_full" {
        /// They go to the cells' own mode; the cache is folded by GC when it needs space, or when
        /// the drive is idle.
        Direct = "direct",
        /// They go to the cells' own mode while the cache is folded beside them.
        DirectAndFold = "direct-and-fold",
        /// They wait for folding, and go to the cache as fast as it makes room there.
        Fold = "fold",
    }
);
