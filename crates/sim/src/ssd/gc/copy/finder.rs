//! Finds a victim's current units well before they are copied, so that their L2P entries are in
//! the cache by then. What it holds is no state: it can be found anew.

use crate::ssd::backend::{Current, L2p};
use crate::ssd::id::{Ppa, Superblock};
use crate::ssd::nand::Geometry;

/// Units that are known ahead of those that are wanted: those that are copied while one comes from
/// memory.
const AHEAD: usize = 24;
/// Positions that are looked at together: few, as the accesses that they begin come before those
/// of the copies.
const TOGETHER: u32 = 16;
/// Units that were taken and are not forgotten yet: they may be given back.
const TAKEN_AT_MOST: usize = 64;

/// The next current units of a superblock.
#[derive(Clone, Debug, Default)]
pub struct Finder {
    superblock: Option<Superblock>,
    /// Next position to look at.
    position: u32,
    /// By which the superblock had lost a unit, when the last step began.
    event: u64,
    /// Found; from which on not taken; from which on in this step, so that they are still current;
    /// and how many in all.
    found: Box<[Current]>,
    first: usize,
    sure: usize,
    end: usize,
}

impl Finder {
    /// How far ahead of that the way back is fetched, in positions.
    pub const BACK_AHEAD: u32 = 64;

    /// Nothing is looked for; at most `wanted` units will be taken at once.
    pub fn new(wanted: usize) -> Self {
        let room = TAKEN_AT_MOST + 2 * wanted + AHEAD + TOGETHER as usize;
        Self {
            superblock: None,
            position: 0,
            event: 0,
            found: vec![Current::default(); room].into(),
            first: 0,
            sure: 0,
            end: 0,
        }
    }
    /// Begins to look at a superblock at a position, unless it is what was looked at last.
    #[inline]
    pub fn begin(&mut self, superblock: Superblock, position: u32) {
        if self.superblock != Some(superblock) {
            self.superblock = Some(superblock);
            self.position = position;
            (self.first, self.sure, self.end) = (0, 0, 0);
        }
    }
    /// A step begins. What was found before may have been overwritten since, unless the last
    /// event by which the superblock lost a unit is still the same.
    #[inline]
    pub fn doubt(&mut self, event: u64) {
        if self.event != event {
            self.event = event;
            self.sure = self.end;
        }
    }
    /// Forgets everything.
    pub fn clear(&mut self) {
        self.superblock = None;
    }
    /// Takes up to `wanted` units that are still current.
    #[inline(always)]
    pub fn take(&mut self, wanted: usize, l2p: &L2p, geometry: &Geometry) -> &[Current] {
        self.look_further(wanted, l2p, geometry);
        while self.first < self.sure && !self.are_current(wanted, l2p) {
            self.forget_outdated(l2p);
            self.look_further(wanted, l2p, geometry);
        }
        let taken = self.first;
        self.first = self.end.min(taken + wanted);
        &self.found[taken..self.first]
    }
    /// The last that were taken.
    #[inline]
    pub fn taken(&self, units: usize) -> &[Current] {
        &self.found[self.first - units..self.first]
    }
    /// Gives back the last that were taken.
    #[inline]
    pub fn give_back(&mut self, units: usize) {
        self.first -= units;
    }

    /// Whether all of the next are still current.
    fn are_current(&self, wanted: usize, l2p: &L2p) -> bool {
        let doubtful = self.sure.min(self.first + wanted);
        let mut next = self.found[self.first..doubtful].iter();
        next.all(|unit| l2p.is_current(unit.address))
    }
    fn forget_taken(&mut self) {
        self.found.copy_within(self.first..self.end, 0);
        self.sure = self.sure.saturating_sub(self.first);
        self.end -= self.first;
        self.first = 0;
    }
    fn forget_outdated(&mut self, l2p: &L2p) {
        let mut kept = 0;
        for next in self.first..self.end {
            let unit = self.found[next];
            self.found[kept] = unit;
            kept += usize::from(l2p.is_current(unit.address));
        }
        (self.first, self.sure, self.end) = (0, 0, kept);
    }

    /// Finds more, until enough are known after those that are wanted, or the superblock ends.
    #[inline(always)]
    fn look_further(&mut self, wanted: usize, l2p: &L2p, geometry: &Geometry) {
        let are_known = self.end - self.first;
        if are_known < wanted + AHEAD && self.position < geometry.units_per_superblock {
            // Here and not when units are taken: they may be given back.
            if self.first > TAKEN_AT_MOST {
                self.forget_taken();
            }
            self.look(self.first + wanted + AHEAD, l2p, geometry);
        }
    }
    #[inline(never)]
    fn look(&mut self, enough: usize, l2p: &L2p, geometry: &Geometry) {
        let units = geometry.units_per_superblock;
        let Some(superblock) = self.superblock else {
            return;
        };
        let base = geometry.address(superblock, 0);
        while self.position < units && self.end < enough {
            let start = base.0 + self.position;
            // All in one word of the bitmap.
            let together = (TOGETHER - start % TOGETHER).min(units - self.position);
            l2p.prefetch_back(Ppa(start + Self::BACK_AHEAD), TOGETHER);
            let mut bits = l2p.current_from(Ppa(start)) & ((1 << together) - 1);
            let found = &mut self.found[self.end..self.end + TOGETHER as usize];
            let mut count = 0;
            for unit in found {
                if bits == 0 {
                    break;
                }
                let address = Ppa(start + bits.trailing_zeros());
                bits &= bits - 1;
                let lpn = l2p.written_for(address);
                l2p.prefetch(lpn);
                *unit = Current { address, lpn };
                count += 1;
            }
            self.end += count;
            self.position += together;
        }
    }
}

#[cfg(test)]
mod tests;
