//! The L2P map: which physical page holds each logical page, the way back, and a bit for every
//! physical page that holds current data.
//!
//! Entries are stored plus one, so that zero means "none" and a new drive's tables need no
//! filling.

use super::packed::{AT_ONCE, Packed};
use crate::memory::Table;
use crate::ssd::id::{Lpn, Lpns, Ppa};
use crate::ssd::nand::Geometry;
use serde::{Deserialize, Serialize};

/// Of a cache line of 64 bytes.
pub const ENTRIES_OF_A_LINE: u32 = 16;
/// Of an entry of the bitmap.
const WORD_BITS: u32 = 32;

/// A physical page that holds current data, and the logical page whose data it is.
#[derive(Clone, Copy, Debug, Default)]
pub struct Current {
    pub address: Ppa,
    pub lpn: Lpn,
}

/// Where consecutive logical pages lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// None of them is mapped.
    Unmapped,
    /// At consecutive addresses, from this one on.
    Contiguous(Ppa),
    Scattered,
}

/// Both directions of the map.
pub struct L2p {
    forward: Table,
    /// The logical page that each physical page was last written for.
    back: Table,
    /// Whether a physical page's data is current, a bit each.
    valid: Table,
    /// Slots that each unit takes; empty where all take one.
    slots: Vec<u8>,
}

/// A copy of all that cannot be found again: the way back follows from it.
#[derive(Serialize, Deserialize)]
pub struct Saved {
    forward: Packed,
    valid: Table,
    #[serde(with = "crate::flat")]
    slots: Vec<u8>,
}

/// Names units, from one on, at the places that their entries say.
fn name(back: &mut Table, entries: &[u32], first: u32) {
    for (entry, unit) in entries.iter().zip(first..) {
        if let Some(address) = entry.checked_sub(1) {
            back[address as usize] = unit + 1;
        }
    }
}

impl L2p {
    /// Nothing is mapped.
    pub fn new(geometry: &Geometry, compresses: bool) -> Self {
        let sized = if compresses {
            geometry.logical_units
        } else {
            0
        };
        let space = geometry.address_space();
        Self {
            slots: vec![1; sized as usize],
            forward: Table::zeroed(geometry.logical_units as usize),
            back: Table::zeroed(space),
            valid: Table::zeroed(space.div_ceil(WORD_BITS as usize)),
        }
    }
    /// A copy to return to.
    pub fn save(&self) -> Saved {
        Saved {
            forward: Packed::new(&self.forward),
            valid: self.valid.clone(),
            slots: self.slots.clone(),
        }
    }
    /// Whether a copy is of a map of the same size.
    pub fn fits(&self, saved: &Saved) -> bool {
        saved.forward.is_of(self.forward.len())
            && self.valid.len() == saved.valid.len()
            && self.slots.len() == saved.slots.len()
    }
    /// Returns to a copy. The way back is made anew; for addresses that hold nothing current it
    /// may name any unit.
    pub fn restore(&mut self, saved: &Saved) {
        self.valid.clone_from(&saved.valid);
        self.slots.clone_from(&saved.slots);
        let mut unpacking = saved.forward.unpack();
        let mut fetched: (&[u32], u32) = (&[], 0);
        for (entries, unit) in self.forward.chunks_mut(AT_ONCE).zip((0..).step_by(AT_ONCE)) {
            if let Some(entry) = unpacking.next(entries) {
                let back = &mut self.back[entry as usize - 1..][..entries.len()];
                back.iter_mut()
                    .zip(unit + 1..)
                    .for_each(|(back, unit)| *back = unit);
                continue;
            }
            // Units that were written at random lie at random: many are fetched at once.
            for entry in entries.iter() {
                self.back.prefetch((*entry as usize).wrapping_sub(1));
            }
            name(&mut self.back, fetched.0, fetched.1);
            fetched = (entries, unit);
        }
        name(&mut self.back, fetched.0, fetched.1);
    }
    /// Forgets everything.
    pub fn clear(&mut self) {
        self.forward.clear();
        self.valid.clear();
    }
    /// Slots that a unit takes.
    #[inline]
    pub fn slots(&self, lpn: Lpn) -> u32 {
        self.slots
            .get(lpn.index())
            .map_or(1, |slots| u32::from(*slots))
    }
    /// Sets the number of slots that a unit takes, at most 255.
    pub fn set_slots(&mut self, lpn: Lpn, slots: u32) {
        self.slots[lpn.index()] = slots as u8;
    }
    /// Where a logical page lies; `None` also for one that the drive does not have.
    #[inline]
    pub fn lookup(&self, lpn: Lpn) -> Option<Ppa> {
        let entry = self.forward.get(lpn.index())?;
        entry.checked_sub(1).map(Ppa)
    }
    /// The logical page whose current data lies at an address.
    #[inline]
    pub fn current_at(&self, address: Ppa) -> Option<Lpn> {
        if self.is_current(address) {
            Some(self.written_for(address))
        } else {
            None
        }
    }
    /// Whether an address holds current data.
    #[inline]
    pub fn is_current(&self, address: Ppa) -> bool {
        let bit = address.0 % WORD_BITS;
        self.valid[(address.0 / WORD_BITS) as usize] >> bit & 1 == 1
    }
    /// Which addresses hold current data, a bit each: from one on, to the end of its word.
    #[inline]
    pub fn current_from(&self, address: Ppa) -> u32 {
        self.valid[(address.0 / WORD_BITS) as usize] >> (address.0 % WORD_BITS)
    }
    /// The logical page that an address with current data was written for.
    #[inline]
    pub fn written_for(&self, address: Ppa) -> Lpn {
        Lpn(self.back[address.index()].wrapping_sub(1))
    }
    /// Points a logical page to a new address; returns the old one, whose data is not current any
    /// more.
    #[inline]
    pub fn assign(&mut self, lpn: Lpn, address: Ppa) -> Option<Ppa> {
        self.back[address.index()] = lpn.0 + 1;
        self.valid[(address.0 / WORD_BITS) as usize] |= 1 << (address.0 % WORD_BITS);
        let old = std::mem::replace(&mut self.forward[lpn.index()], address.0 + 1);
        let old = old.checked_sub(1).map(Ppa)?;
        self.outdate(old);
        Some(old)
    }
    /// Where pages lie, at least one.
    #[inline]
    pub fn extent(&self, lpns: Lpns) -> Extent {
        let entries = &self.forward[lpns.start.index()..lpns.end.index()];
        let first = entries[0];
        // All of them are looked at, so that several are at once.
        let behind_another = entries.iter().zip(first..);
        let others = behind_another.fold(0, |others, (entry, next)| others | (entry ^ next));
        match first.checked_sub(1) {
            Some(address) if others == 0 => Extent::Contiguous(Ppa(address)),
            None if entries.iter().fold(0, |any, entry| any | entry) == 0 => Extent::Unmapped,
            _ => Extent::Scattered,
        }
    }
    /// The data of pages, at least one, is current at the addresses from one on; where it was it
    /// has been outdated.
    #[inline]
    pub fn assign_all(&mut self, lpns: Lpns, first: Ppa) {
        let forward = &mut self.forward[lpns.start.index()..lpns.end.index()];
        forward
            .iter_mut()
            .zip(first.0 + 1..)
            .for_each(|(entry, next)| *entry = next);
        let back = &mut self.back[first.index()..][..forward.len()];
        back.iter_mut()
            .zip(lpns.start.0 + 1..)
            .for_each(|(entry, next)| *entry = next);
        self.for_words(first, first.plus(lpns.len() - 1), |word, mask| {
            *word |= mask
        });
    }
    /// Unmaps pages, at least one, which have been outdated.
    #[inline]
    pub fn remove_all(&mut self, lpns: Lpns) {
        self.forward[lpns.start.index()..lpns.end.index()].fill(0);
    }
    /// The data of pages that are copied to the addresses from one on is current there, and not
    /// where it was: they are all that was current between the first and the last.
    #[inline]
    pub fn copied(&mut self, pages: &[Current], first: Ppa) {
        let (Some(begin), Some(last)) = (pages.first(), pages.last()) else {
            return;
        };
        let back = &mut self.back[first.index()..first.index() + pages.len()];
        let forward = &mut *self.forward;
        for ((page, back), address) in pages.iter().zip(back).zip(first.0..) {
            *back = page.lpn.0 + 1;
            forward[page.lpn.index()] = address + 1;
        }
        let copied = first.plus(pages.len() as u32 - 1);
        self.for_words(first, copied, |word, mask| *word |= mask);
        self.outdate_all(begin.address, last.address);
    }
    /// Changes the words of the bitmap from an address up to and with another; the mask has the
    /// bits of those addresses.
    #[inline]
    fn for_words(&mut self, first: Ppa, last: Ppa, change: impl Fn(&mut u32, u32)) {
        let up_to = u32::MAX >> (WORD_BITS - 1 - last.0 % WORD_BITS);
        let (mut next, last) = (first.0 / WORD_BITS, last.0 / WORD_BITS);
        let mut mask = u32::MAX << (first.0 % WORD_BITS);
        let words = &mut *self.valid;
        while next < last {
            change(&mut words[next as usize], mask);
            (next, mask) = (next + 1, u32::MAX);
        }
        change(&mut words[last as usize], mask & up_to);
    }
    /// No data from an address up to and with another is current any more.
    #[inline]
    pub fn outdate_all(&mut self, first: Ppa, last: Ppa) {
        self.for_words(first, last, |word, mask| *word &= !mask);
    }
    /// The data at an address is not current any more.
    #[inline]
    pub fn outdate(&mut self, address: Ppa) {
        self.valid[(address.0 / WORD_BITS) as usize] &= !(1 << (address.0 % WORD_BITS));
    }
    /// Unmaps a logical page; returns its address.
    #[inline]
    pub fn remove(&mut self, lpn: Lpn) -> Option<Ppa> {
        let old = std::mem::take(&mut self.forward[lpn.index()]);
        let old = old.checked_sub(1).map(Ppa)?;
        self.outdate(old);
        Some(old)
    }
    /// Begins to fetch a logical page's entry.
    #[inline]
    pub fn prefetch(&self, lpn: Lpn) {
        self.forward.prefetch(lpn.index());
    }
    /// Begins to fetch whether an address is current.
    #[inline]
    pub fn prefetch_valid(&self, address: Ppa) {
        self.valid.prefetch((address.0 / WORD_BITS) as usize);
    }
    /// Prefetches the way back of `positions` addresses.
    #[inline]
    pub fn prefetch_back(&self, address: Ppa, positions: u32) {
        for line in (0..positions).step_by(ENTRIES_OF_A_LINE as usize) {
            self.back.prefetch(address.plus(line).index());
        }
    }
}
