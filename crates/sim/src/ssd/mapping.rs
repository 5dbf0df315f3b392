//! The page map: which physical unit holds each logical unit, and the way back.
//!
//! Entries are stored plus one, so that zero means "none" and a new drive's tables need no
//! filling. A physical unit is valid if the map of the logical unit it was written for still
//! points to it.

use super::geometry::Geometry;
use crate::memory::Table;
use std::ops::Range;

/// Of a cache line of 64 bytes.
const ENTRIES_OF_A_LINE: usize = 16;

/// Both directions of the map.
pub struct Mapping {
    forward: Table,
    back: Table,
    /// Slots that each unit takes; empty where all take one.
    slots: Vec<u8>,
}

/// A copy of all that cannot be found again: the way forward, and stored sizes.
pub struct Kept {
    forward: Table,
    slots: Vec<u8>,
}

/// A physical unit that holds current data.
#[derive(Clone, Copy, Debug, Default)]
pub struct Current {
    /// Its address.
    pub address: u32,
    /// The logical unit whose data it is.
    pub unit: u32,
}

impl Mapping {
    /// Nothing is mapped.
    pub fn new(geometry: &Geometry, compresses: bool) -> Self {
        let sized = if compresses {
            geometry.logical_units
        } else {
            0
        };
        Self {
            slots: vec![1; sized as usize],
            forward: Table::zeroed(geometry.logical_units as usize),
            back: Table::zeroed(geometry.address_space()),
        }
    }
    /// A copy to return to.
    pub fn keep(&self) -> Kept {
        Kept {
            forward: self.forward.clone(),
            slots: self.slots.clone(),
        }
    }
    /// Returns to a copy. The way back is made anew; for addresses that hold nothing current it
    /// may name any unit, as that unit's map does not agree.
    pub fn restore(&mut self, kept: &Kept) {
        self.forward.clone_from(&kept.forward);
        self.slots.clone_from(&kept.slots);
        for unit in 0..self.forward.len() {
            if let Some(address) = self.forward[unit].checked_sub(1) {
                self.back[address as usize] = unit as u32 + 1;
            }
        }
    }
    /// Forgets everything: what no unit's map agrees with is not valid.
    pub fn clear(&mut self) {
        self.forward.clear();
    }
    /// Slots that a unit takes.
    #[inline]
    pub fn slots(&self, unit: u32) -> u32 {
        self.slots
            .get(unit as usize)
            .map_or(1, |slots| u32::from(*slots))
    }
    /// A unit is stored in so many slots from now on, at most 255.
    pub fn set_slots(&mut self, unit: u32, slots: u32) {
        self.slots[unit as usize] = slots as u8;
    }
    /// Where a logical unit lies.
    #[inline]
    pub fn lookup(&self, unit: u32) -> Option<u32> {
        self.forward[unit as usize].checked_sub(1)
    }
    /// The same for a unit that the drive may not have.
    #[inline]
    pub fn look_ahead(&self, unit: u32) -> Option<u32> {
        self.forward.get(unit as usize)?.checked_sub(1)
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
    /// Finds the addresses, from the first on, that hold current data, until `found` is full; says
    /// how many, and where it stopped.
    #[inline]
    pub fn find_current(&self, addresses: Range<u32>, found: &mut [Current]) -> (usize, u32) {
        let written_for = &self.back[addresses.start as usize..addresses.end as usize];
        let mut count = 0;
        for (address, stored) in addresses.clone().zip(written_for) {
            let Some(place) = found.get_mut(count) else {
                return (count, address);
            };
            // Written in any case, and kept if it counts: which is no branch to be mispredicted.
            let unit = stored.wrapping_sub(1);
            *place = Current { address, unit };
            let holds = self.forward.get(unit as usize) == Some(&(address + 1));
            count += usize::from(holds);
        }
        (count, addresses.end)
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
    /// Begins to fetch what addresses were written for.
    #[inline]
    pub fn prefetch_addresses(&self, addresses: Range<u32>) {
        for address in addresses.step_by(ENTRIES_OF_A_LINE) {
            self.back.prefetch(address as usize);
        }
    }
    /// Begins to fetch the entries of the units that addresses were written for. All at once:
    /// so the page walks of many overlap, which one among other work would each wait for.
    #[inline]
    pub fn prefetch_units_of(&self, addresses: Range<u32>) {
        for stored in &self.back[addresses.start as usize..addresses.end as usize] {
            self.forward.prefetch(stored.saturating_sub(1) as usize);
        }
    }
}
