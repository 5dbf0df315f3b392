//! Wear: how often each superblock has been erased, which one is used next, when cold data is
//! moved out of the way, and when a superblock has to be given up.

use super::policy::Use;
use super::pool::Pool;
use crate::spec::WearSpec;
use fourcorners_block::Seed;

/// Erases of every superblock of the drive, and how many each bears. Empty without wear.
#[derive(Clone, Debug, Default)]
pub struct Wear {
    erases: Vec<u32>,
    /// When each was last erased, counted in erases of the whole drive.
    erased_at: Vec<u64>,
    total: u64,
    bears: Vec<u32>,
    bad: u32,
    /// Until the next look for cold data, in erases.
    until_look: u32,
}

/// Looking for cold data takes a pass over all superblocks: so many times in as many erases as
/// there are superblocks.
const LOOKS_A_ROUND: u32 = 16;

impl Wear {
    /// A new drive's.
    pub fn new(spec: Option<&WearSpec>, superblocks: u32) -> Self {
        let Some(spec) = spec else {
            return Self::default();
        };
        let mut generator = Seed(0).child("endurance").generator();
        let spread = spec.endurance_cycles / 8;
        let bears = (0..superblocks).map(|_| {
            let more = generator.below(u64::from(spread) * 2 + 1);
            // Below twice a u32's eighth.
            spec.endurance_cycles - spread + more as u32
        });
        Self {
            erases: vec![0; superblocks as usize],
            erased_at: vec![0; superblocks as usize],
            total: 0,
            bears: bears.collect(),
            bad: 0,
            until_look: 0,
        }
    }

    /// Superblocks given up.
    pub fn bad(&self) -> u32 {
        self.bad
    }
    /// The fewest and the most erases of any superblock.
    pub fn range(&self) -> (u32, u32) {
        let counts = self.erases.iter().copied();
        (counts.clone().min().unwrap_or(0), counts.max().unwrap_or(0))
    }
    /// All superblocks were erased at once, by a secure erase.
    pub fn all_erased(&mut self) {
        for erases in &mut self.erases {
            *erases += 1;
        }
    }

    /// Counts an erase; says whether the superblock can be used again.
    pub fn erased(&mut self, superblock: u32) -> bool {
        let Some(erases) = self.erases.get_mut(superblock as usize) else {
            return true;
        };
        *erases += 1;
        self.total += 1;
        self.erased_at[superblock as usize] = self.total;
        let good = *erases < self.bears[superblock as usize];
        self.bad += u32::from(!good);
        good
    }

    /// Which of the free superblocks is used next: a place in the pool's list of them. The least
    /// worn for data of the host, which will free it soon; the most worn for moved data, which
    /// lets it rest (Chang, SAC 2007).
    #[inline]
    pub fn next_free(&self, spec: Option<&WearSpec>, pool: &Pool, use_of: Use) -> usize {
        if !spec.is_some_and(|spec| spec.dynamic_leveling) {
            return 0;
        }
        let worn = |superblock: &u32| self.erases[*superblock as usize];
        let free = pool.free_list().enumerate();
        let chosen = match use_of {
            Use::Host => free.min_by_key(|(place, superblock)| (worn(superblock), *place)),
            Use::Moved => free.max_by_key(|(place, superblock)| (worn(superblock), *place)),
        };
        chosen.map_or(0, |(place, _)| place)
    }

    /// The full superblock whose data has lain too long, if it is time to look for one: little
    /// worn, and not erased while the drive's others were, once around. Without the second a
    /// block that only lags behind would have its hot data mixed with cold. Not with so few free
    /// superblocks as are held in `reserve`.
    pub fn too_cold(&mut self, spec: Option<&WearSpec>, pool: &Pool, reserve: u32) -> Option<u32> {
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
        let worn = |superblock: u32| u64::from(self.erases[superblock as usize]);
        let lain = |superblock: &u32| self.total - self.erased_at[*superblock as usize] > around;
        let coldest = pool
            .closed()
            .filter(lain)
            .min_by_key(|superblock| worn(*superblock));
        match coldest {
            Some(coldest) if mean.saturating_sub(worn(coldest)) > lag => Some(coldest),
            _ => {
                self.until_look = pool.all().len() as u32 / LOOKS_A_ROUND;
                None
            }
        }
    }
}
