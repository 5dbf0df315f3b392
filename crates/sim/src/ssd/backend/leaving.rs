//! Units whose data is no longer current, on their way out of their superblocks.

use super::Backend;
use super::l2p::Extent;
use crate::ssd::id::{Lpn, Lpns, Ppa, Superblock};

/// How many units ahead of one that is overwritten what it changes is fetched.
const OUTDATED_AHEAD: u32 = 12;

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
    /// What lies on the NAND of pages that follow each other, at least one of one place each, is
    /// not current any more; says of how many there was anything.
    #[inline]
    pub fn outdate(&mut self, lpns: Lpns) -> u32 {
        let geometry = &self.nand.geometry;
        match self.l2p.extent(lpns) {
            Extent::Unmapped => 0,
            Extent::Contiguous(first)
                if geometry.superblock_of(first)
                    == geometry.superblock_of(first.plus(lpns.len() - 1)) =>
            {
                let superblock = geometry.superblock_of(first);
                self.l2p.outdate_all(first, first.plus(lpns.len() - 1));
                self.lose(superblock, lpns.len());
                lpns.len()
            }
            Extent::Contiguous(_) | Extent::Scattered => self.outdate_each(lpns),
        }
    }
    fn outdate_each(&mut self, lpns: Lpns) -> u32 {
        let mut leaving = Leaving::default();
        let mut outdated = 0;
        for lpn in lpns.iter() {
            // What was written at random lies at random, also where it is overwritten in order.
            if let Some(ahead) = self.l2p.lookup(Lpn(lpn.0 + OUTDATED_AHEAD)) {
                self.l2p.prefetch_valid(ahead);
            }
            if let Some(old) = self.l2p.lookup(lpn) {
                self.l2p.outdate(old);
                leaving.add(old, 1, self);
                outdated += 1;
            }
        }
        leaving.settle(self);
        outdated
    }
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
