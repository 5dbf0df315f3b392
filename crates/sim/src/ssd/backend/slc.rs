//! Superblocks in SLC mode, whose cells store one bit each: which they are, and in which order
//! they became full.

use crate::spec::SsdSpec;
use crate::ssd::id::{Pool, Superblock};
use crate::ssd::nand::Geometry;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// Of a whole drive; empty where it has no SLC cache.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Slc {
    /// Whether each superblock is in SLC mode.
    holds: Vec<bool>,
    /// Of each pool.
    pools: Vec<InPool>,
    /// Positions of a superblock in SLC mode.
    units: u32,
}

/// A pool's.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct InPool {
    /// Open, full, or being folded.
    used: u32,
    /// The one that was full first leads.
    full: VecDeque<Superblock>,
}

impl Slc {
    /// Whether another has the same size.
    pub fn is_like(&self, other: &Self) -> bool {
        self.holds.len() == other.holds.len() && self.pools.len() == other.pools.len()
    }
    /// Of a drive that is new or was securely erased.
    pub fn new(spec: &SsdSpec, geometry: &Geometry) -> Self {
        let (Some(_), Some(mode)) = (&spec.slc_cache, spec.nand.features.slc) else {
            return Self::default();
        };
        Self {
            holds: vec![false; geometry.superblocks() as usize],
            pools: vec![InPool::default(); geometry.pools as usize],
            units: geometry.units_of_slc(mode.bits_per_cell),
        }
    }
    /// Positions of a superblock in SLC mode.
    pub fn units(&self) -> u32 {
        self.units
    }
    /// Whether a superblock is in SLC mode.
    #[inline]
    pub fn holds(&self, superblock: Superblock) -> bool {
        // None where there is no cache.
        self.holds
            .get(superblock.index())
            .is_some_and(|holds| *holds)
    }
    /// Superblocks of a pool in SLC mode: open, full, or being folded.
    pub fn used(&self, pool: Pool) -> u32 {
        self.pools.get(pool.index()).map_or(0, |pool| pool.used)
    }
    /// The one that has been full for longest and is not being folded.
    pub fn oldest_full(&self, pool: Pool) -> Option<Superblock> {
        let pool = self.pools.get(pool.index())?;
        pool.full.front().copied()
    }

    /// A superblock is opened in SLC mode.
    pub fn opened(&mut self, pool: Pool, superblock: Superblock) {
        self.holds[superblock.index()] = true;
        self.pools[pool.index()].used += 1;
    }
    /// It is full.
    pub fn filled(&mut self, pool: Pool, superblock: Superblock) {
        self.pools[pool.index()].full.push_back(superblock);
    }
    /// A full superblock, in SLC mode or another, is being emptied.
    pub fn leaves(&mut self, pool: Pool, superblock: Superblock) {
        if self.holds(superblock) {
            let full = &mut self.pools[pool.index()].full;
            full.retain(|other| *other != superblock);
        }
    }
    /// A superblock, in SLC mode or another, is empty.
    pub fn emptied(&mut self, pool: Pool, superblock: Superblock) {
        if self.holds(superblock) {
            self.holds[superblock.index()] = false;
            self.pools[pool.index()].used -= 1;
        }
    }
}
