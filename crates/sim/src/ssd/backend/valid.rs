//! How many valid units each superblock of the drive holds, and when it last lost one.
//!
//! Not kept by pool: an overwritten unit may lie anywhere, and what else its pool keeps is far from
//! the processor's caches then, and seldom of interest.

use super::stamped::{NUMBER_AT_MOST, Stamped};
use crate::memory;
use crate::ssd::id::Superblock;
use serde::{Deserialize, Serialize};

/// Most mapping units, or compressed slots, of a superblock.
pub const UNITS_AT_MOST: u32 = NUMBER_AT_MOST;

/// Of every superblock.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Valid {
    /// Valid units, and the event by which they became so many.
    units: Vec<Stamped>,
    event: u64,
    /// Some pool looks for superblocks with fewer than that; none for such with more.
    of_interest: u32,
}

impl Valid {
    /// Nothing is valid.
    pub fn new(superblocks: u32) -> Self {
        Self {
            units: vec![Stamped::default(); superblocks as usize],
            event: 0,
            of_interest: 0,
        }
    }
    /// Whether another has the same size.
    pub fn is_like(&self, other: &Self) -> bool {
        self.units.len() == other.units.len()
    }
    /// Valid units of a superblock.
    #[inline]
    pub fn units(&self, superblock: Superblock) -> u32 {
        self.units[superblock.index()].number()
    }
    /// Valid units of all of them.
    pub fn total(&self) -> u64 {
        let units = self.units.iter();
        units.map(|units| u64::from(units.number())).sum()
    }
    /// When a superblock last lost a unit, was filled or taken as a victim, by the number of such
    /// events.
    #[inline]
    pub fn event(&self, superblock: Superblock) -> u64 {
        self.units[superblock.index()].when()
    }
    /// Begins to fetch a superblock's.
    #[inline]
    pub fn prefetch(&self, superblock: Superblock) {
        memory::prefetch(self.units.as_ptr().wrapping_add(superblock.index()));
    }
    /// Units were written into an open superblock.
    #[inline]
    pub fn add(&mut self, superblock: Superblock, units: u32) {
        let of = &mut self.units[superblock.index()];
        *of = of.plus(units);
    }
    /// Units were copied out of a victim, which no pool looks for any more.
    #[inline]
    pub fn left(&mut self, victim: Superblock, units: u32) {
        let of = &mut self.units[victim.index()];
        *of = of.minus(units);
    }
    /// A superblock is erased.
    pub fn clear(&mut self, superblock: Superblock) {
        self.units[superblock.index()] = Stamped::default();
    }
    /// Units were overwritten, copied or trimmed. Returns how many are left, if they are so few
    /// that its pool may look for it.
    #[inline]
    pub fn lose(&mut self, superblock: Superblock, units: u32) -> Option<u32> {
        self.event += 1;
        let of = &mut self.units[superblock.index()];
        let left = of.number() - units;
        *of = Stamped::new(self.event, left);
        (left < self.of_interest).then_some(left)
    }
    /// A superblock was filled, or is taken as a victim.
    pub fn note_event(&mut self, superblock: Superblock) {
        self.lose(superblock, 0);
    }
    /// The most that any pool looks for, plus one.
    pub fn set_of_interest(&mut self, fewer_than: u32) {
        self.of_interest = fewer_than;
    }
}
