//! Wear: how often each superblock has been erased, which one is used next, when cold data is
//! moved out of the way, and when a superblock has to be given up.

use super::superblocks::Superblocks;
use crate::spec::WearSpec;
use crate::ssd::id::Superblock;
use fourcorners_block::Seed;
use serde::{Deserialize, Serialize};

/// What a superblock is opened for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Use {
    /// Data of the host, soon overwritten.
    Host,
    /// Moved data, which has lain for a while and will lie on.
    Moved,
}

/// Erases of every superblock of the drive, and how many each bears.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Wear {
    erases: Vec<u32>,
    /// When each was last erased, counted in erases of the whole drive. This and what each bears
    /// are empty where blocks last for ever.
    erased_at: Vec<u64>,
    total: u64,
    bears: Vec<u32>,
    retries_at_end_per_mille: u32,
    bad: u32,
    /// Until the next look for cold data, in erases.
    until_look: u32,
}

/// Looking for cold data takes a pass over all superblocks: so many times in as many erases as
/// there are superblocks.
const LOOKS_A_ROUND: u32 = 16;

/// A superblock is not aged any further, so that its count has room for erases of its own.
const ERASES_AT_MOST: u32 = u32::MAX / 2;

impl Wear {
    /// A new drive's.
    pub fn new(spec: Option<&WearSpec>, superblocks: u32) -> Self {
        let counts = Self {
            erases: vec![0; superblocks as usize],
            ..Self::default()
        };
        let Some(spec) = spec else {
            return counts;
        };
        let mut generator = Seed(0).child("endurance").generator();
        let spread = spec.endurance_cycles / 8;
        let bears = (0..superblocks).map(|_| {
            let more = generator.below(u64::from(spread) * 2 + 1);
            // Below twice a u32's eighth.
            spec.endurance_cycles - spread + more as u32
        });
        Self {
            erases: vec![spec.cycles_at_start; superblocks as usize],
            erased_at: vec![0; superblocks as usize],
            total: u64::from(spec.cycles_at_start) * u64::from(superblocks),
            bears: bears.collect(),
            retries_at_end_per_mille: spec.retries_at_end_per_mille,
            ..counts
        }
    }

    /// Whether another has the same size.
    pub fn is_like(&self, other: &Self) -> bool {
        self.erases.len() == other.erases.len()
            && self.erased_at.len() == other.erased_at.len()
            && self.bears.len() == other.bears.len()
    }
    /// Superblocks given up.
    pub fn bad(&self) -> u32 {
        self.bad
    }
    /// Erases of a superblock.
    pub fn erases(&self, superblock: Superblock) -> u32 {
        self.erases[superblock.index()]
    }
    /// Reads of one of its rows that follow the first until errors can be corrected: of each row
    /// the same number until the next erase, on average in proportion to the erases.
    #[inline]
    pub fn retries(&self, superblock: Superblock, row: u32) -> u32 {
        if self.retries_at_end_per_mille == 0 {
            return 0;
        }
        let erases = self.erases[superblock.index()];
        let bears = self.bears[superblock.index()].max(1);
        let mean = u64::from(self.retries_at_end_per_mille) * u64::from(erases) / u64::from(bears);
        // Spreads rows evenly: the golden ratio in 64 bits (Knuth, volume 3, section 6.4).
        let spread = (u64::from(erases) << 32 | u64::from(row)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let more = (((spread >> 32) * 1000) >> 32) < mean % 1000;
        // At most 100 and one, unless it was aged beyond its end.
        u32::try_from(mean / 1000)
            .unwrap_or(u32::MAX)
            .saturating_add(u32::from(more))
    }
    /// The fewest and the most erases of any superblock; 0 where blocks last for ever.
    pub fn range(&self) -> (u32, u32) {
        if self.bears.is_empty() {
            return (0, 0);
        }
        let counts = self.erases.iter().copied();
        (counts.clone().min().unwrap_or(0), counts.max().unwrap_or(0))
    }
    /// All superblocks were erased at once, by a secure erase.
    pub fn all_erased(&mut self) {
        for erases in &mut self.erases {
            *erases += 1;
        }
    }

    /// Counts that many erases of each superblock more; says whether blocks wear out at all. All
    /// age alike: none has rested for longer than before.
    pub fn age(&mut self, cycles: u32) -> bool {
        if self.bears.is_empty() {
            return false;
        }
        let most = self.erases.iter().copied().max().unwrap_or(0);
        let cycles = cycles.min(ERASES_AT_MOST.saturating_sub(most));
        let more = u64::from(cycles) * self.erases.len() as u64;
        for erases in &mut self.erases {
            *erases += cycles;
        }
        for erased_at in &mut self.erased_at {
            *erased_at += more;
        }
        self.total += more;
        true
    }

    /// Counts an erase; says whether the superblock can be used again.
    pub fn erased(&mut self, superblock: Superblock) -> bool {
        let index = superblock.index();
        self.erases[index] += 1;
        let Some(bears) = self.bears.get(index) else {
            return true;
        };
        self.total += 1;
        self.erased_at[index] = self.total;
        let good = self.erases[index] < *bears;
        self.bad += u32::from(!good);
        good
    }

    /// Which of a list of free superblocks is used next: its place in the list. The least
    /// worn for data of the host, which will free it soon; the most worn for moved data, which
    /// lets it rest (Chang, SAC 2007).
    #[inline]
    pub fn next_free(
        &self,
        spec: Option<&WearSpec>,
        free: impl Iterator<Item = Superblock>,
        used_for: Use,
    ) -> usize {
        if !spec.is_some_and(|spec| spec.dynamic_leveling) {
            return 0;
        }
        let worn = |superblock: &Superblock| self.erases[superblock.index()];
        let free = free.enumerate();
        let chosen = match used_for {
            Use::Host => free.min_by_key(|(place, superblock)| (worn(superblock), *place)),
            Use::Moved => free.max_by_key(|(place, superblock)| (worn(superblock), *place)),
        };
        chosen.map_or(0, |(place, _)| place)
    }

    /// The full superblock whose data has lain too long, if it is time to look for one: little
    /// worn, and not erased while the drive's others were, once around. Without the second a
    /// block that only lags behind would have its hot data mixed with cold. Not with so few free
    /// superblocks as are held in `reserve`.
    pub fn too_cold(
        &mut self,
        spec: Option<&WearSpec>,
        pool: &Superblocks,
        reserve: u32,
    ) -> Option<Superblock> {
        let lag = u64::from(spec?.static_leveling_lag?);
        if pool.free() <= reserve {
            return None;
        }
        if self.until_look > 0 {
            self.until_look -= 1;
            return None;
        }
        let around = self.erases.len() as u64;
        let mean = self.total / around;
        let worn = |superblock: Superblock| u64::from(self.erases[superblock.index()]);
        let lain =
            |superblock: &Superblock| self.total - self.erased_at[superblock.index()] > around;
        let coldest = pool
            .all_full()
            .filter(lain)
            .min_by_key(|superblock| worn(*superblock));
        match coldest {
            Some(coldest) if mean.saturating_sub(worn(coldest)) > lag => Some(coldest),
            _ => {
                self.until_look = pool.count() / LOOKS_A_ROUND;
                None
            }
        }
    }
}
