//! Erasing a superblock when it is opened, not when GC has emptied it (`[opening]` of a drive's
//! file). Firmware waits for the programs in flight, then for the erases of some dies at a time,
//! and does nothing else meanwhile. An idle drive erases as many free superblocks ahead as its GC
//! would free, and TRIM erases those that it empties.
//!
//! Wear is booked when a superblock is given back: a free one is never a bad one.

use super::{Backend, Frontier};
use crate::spec::{OpeningSpec, SsdSpec};
use crate::ssd::id::{Die, Pool, Superblock};
use crate::ssd::nand::Geometry;
use serde::{Deserialize, Serialize};

/// Which superblocks are not erased.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Opening {
    /// Dies whose blocks are erased at once; 0: a superblock is erased as soon as it is empty.
    dies_at_once: u32,
    /// Dies of each superblock whose blocks are still to be erased: the last ones.
    unerased: Vec<u16>,
}

impl Opening {
    /// Of a drive that is new or was securely erased.
    pub fn new(spec: &SsdSpec, geometry: &Geometry) -> Self {
        let Some(OpeningSpec {
            erase_dies_at_once,
            erased_when_new,
        }) = spec.opening
        else {
            return Self::default();
        };
        let dies = geometry.dies_per_pool();
        // At most 4096.
        let unerased = if erased_when_new { 0 } else { dies as u16 };
        Self {
            dies_at_once: erase_dies_at_once.min(dies),
            unerased: vec![unerased; geometry.superblocks() as usize],
        }
    }
    /// Whether another has the same size.
    pub fn is_like(&self, other: &Self) -> bool {
        self.unerased.len() == other.unerased.len()
    }
    /// Whether superblocks are erased when they are opened.
    #[inline]
    pub fn is_on(&self) -> bool {
        self.dies_at_once > 0
    }
    /// Whether a superblock is to be erased before it is written.
    pub fn is_unerased(&self, superblock: Superblock) -> bool {
        self.unerased[superblock.index()] > 0
    }
    /// A superblock holds nothing current any more.
    pub fn emptied(&mut self, superblock: Superblock, geometry: &Geometry) {
        self.unerased[superblock.index()] = geometry.dies_per_pool() as u16;
    }
}

impl Backend {
    /// Opens a free superblock on a frontier, erased; says whether there was one.
    pub fn open_superblock(&mut self, pool: Pool, frontier: Frontier, now: u64) -> bool {
        let superblocks = &mut self.pools[pool.index()];
        let is_open = superblocks.open_next(frontier, &self.wear, self.wear_spec.as_ref());
        if frontier.is_slc()
            && let Some(superblock) = self.pools[pool.index()].open(frontier).superblock
        {
            self.slc.opened(pool, superblock);
        }
        if self.opening.is_on()
            && let Some(superblock) = self.pools[pool.index()].open(frontier).superblock
        {
            self.erase_and_wait(pool, superblock, now);
        }
        is_open
    }

    /// Erases what of a superblock is not erased; firmware waits for it.
    pub fn erase_and_wait(&mut self, pool: Pool, superblock: Superblock, now: u64) {
        let left = std::mem::take(&mut self.opening.unerased[superblock.index()]);
        if left == 0 {
            return;
        }
        let turns = u32::from(left).div_ceil(self.opening.dies_at_once);
        let begin = self.programmed(self.controller.all_free(now));
        let end = self.nand.erase_in_turns(begin, pool, turns);
        self.controller.until(end);
        self.count_erases(u32::from(left));
    }

    /// Whether one of the next free superblocks of a pool is not erased.
    pub fn has_unerased(&self, pool: Pool, next: u32) -> bool {
        self.first_unerased(pool, next).is_some()
    }
    fn first_unerased(&self, pool: Pool, next: u32) -> Option<Superblock> {
        if !self.opening.is_on() {
            return None;
        }
        let mut free = self.pools[pool.index()].free_list().take(next as usize);
        free.find(|superblock| self.opening.is_unerased(*superblock))
    }
    /// Erases the next dies of one of the next free superblocks of a pool, while the host is idle:
    /// only the flash processor waits. Says whether there was one to erase.
    pub fn erase_ahead(&mut self, pool: Pool, next: u32, now: u64) -> bool {
        let Some(superblock) = self.first_unerased(pool, next) else {
            return false;
        };
        let left = u32::from(self.opening.unerased[superblock.index()]);
        let dies = self.opening.dies_at_once.min(left);
        let geometry = &self.nand.geometry;
        let first = geometry.first_die_of(pool).0 + geometry.dies_per_pool() - left;
        let mut end = now;
        for die in first..first + dies {
            end = end.max(self.nand.erase(now, Die(die)));
        }
        // Not more than there were.
        self.opening.unerased[superblock.index()] = (left - dies) as u16;
        self.controller.flash_until(end);
        self.count_erases(dies);
        true
    }

    /// Counts the erases of a block of every plane of so many dies.
    fn count_erases(&mut self, dies: u32) {
        let geometry = &self.nand.geometry;
        let planes = geometry.blocks_per_superblock / geometry.dies_per_pool();
        self.counters.block_erases += u64::from(dies * planes);
    }
}
