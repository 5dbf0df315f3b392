//! Units whose data is no longer current, on their way out of their superblocks.

use super::Backend;
use crate::ssd::id::{Ppa, Superblock};

/// Units of one superblock that leave it together: neighbors often lie in one.
#[derive(Default)]
pub struct Leaving {
    superblock: Superblock,
    units: u32,
}

impl Leaving {
    /// Adds a unit of `places` places from this address.
    #[inline]
    pub fn add(&mut self, address: Ppa, places: u32, of: &mut Backend) {
        let superblock = of.nand.geometry.superblock_of(address);
        if superblock != self.superblock {
            self.settle(of);
            self.superblock = superblock;
        }
        self.units += places;
    }
    /// Takes out those that were added; to be called after the last.
    #[inline]
    pub fn settle(&mut self, of: &mut Backend) {
        if self.units > 0 {
            of.lose(self.superblock, self.units);
            self.units = 0;
        }
    }
}

impl Backend {
    /// Units of places from an address on are not current any more.
    #[inline]
    pub fn invalidate(&mut self, address: Ppa, places: u32) {
        let superblock = self.nand.geometry.superblock_of(address);
        self.lose(superblock, places);
    }
    /// A superblock loses units.
    #[inline]
    pub(super) fn lose(&mut self, superblock: Superblock, units: u32) {
        if let Some(left) = self.valid.lose(superblock, units) {
            let pool = self.nand.geometry.pool_of(superblock);
            self.pools[pool.index()].has_lost(superblock, units, left, &self.valid);
        }
    }
    /// Begins to fetch what changes when the unit at an address is overwritten.
    #[inline]
    pub fn prefetch_leaving(&self, address: Ppa) {
        self.valid
            .prefetch(self.nand.geometry.superblock_of(address));
        self.l2p.prefetch_valid(address);
    }
}
