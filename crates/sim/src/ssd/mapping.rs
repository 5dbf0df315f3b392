//! The page map: which physical unit holds each logical unit, and the way back.
//!
//! Entries are stored plus one, so that zero means "none" and a new drive's tables need no
//! filling. A physical unit is valid if the map of the logical unit it was written for still
//! points to it.

use super::geometry::Geometry;
use crate::memory::Table;

/// Both directions of the map.
#[derive(Clone)]
pub struct Mapping {
    forward: Table,
    back: Table,
}

impl Mapping {
    /// Nothing is mapped.
    pub fn new(geometry: &Geometry) -> Self {
        Self {
            forward: Table::zeroed(geometry.logical_units as usize),
            back: Table::zeroed(geometry.address_space()),
        }
    }
    /// Copies into the memory that is already there.
    pub fn copy_from(&mut self, source: &Self) {
        self.forward.clone_from(&source.forward);
        self.back.clone_from(&source.back);
    }
    /// Forgets everything.
    pub fn clear(&mut self) {
        self.forward.clear();
        self.back.clear();
    }
    /// Where a logical unit lies.
    #[inline]
    pub fn lookup(&self, unit: u32) -> Option<u32> {
        self.forward[unit as usize].checked_sub(1)
    }
    /// The logical unit for which an address was last written; valid only if its map agrees.
    #[inline]
    pub fn written_for(&self, address: u32) -> Option<u32> {
        self.back[address as usize].checked_sub(1)
    }
    /// The logical unit whose current data lies at an address.
    #[inline]
    pub fn current_at(&self, address: u32) -> Option<u32> {
        self.written_for(address)
            .filter(|unit| self.forward[*unit as usize] == address + 1)
    }
    /// Points a logical unit to a new address; returns the old one.
    #[inline]
    pub fn assign(&mut self, unit: u32, address: u32) -> Option<u32> {
        self.back[address as usize] = unit + 1;
        std::mem::replace(&mut self.forward[unit as usize], address + 1).checked_sub(1)
    }
    /// Marks an address as holding nothing.
    #[inline]
    pub fn pad(&mut self, address: u32) {
        self.back[address as usize] = 0;
    }
    /// Unmaps a logical unit; returns its address.
    #[inline]
    pub fn remove(&mut self, unit: u32) -> Option<u32> {
        std::mem::take(&mut self.forward[unit as usize]).checked_sub(1)
    }
    /// Begins to fetch what is known of an address.
    #[inline]
    pub fn prefetch_address(&self, address: u32) {
        self.back.prefetch(address as usize);
    }
    /// Begins to fetch a logical unit's entry.
    #[inline]
    pub fn prefetch(&self, unit: u32) {
        self.forward.prefetch(unit as usize);
    }
}
