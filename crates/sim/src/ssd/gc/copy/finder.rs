//! Finds a victim's current units well before they are copied, so that their L2P entries are in
//! the cache by then. What it holds is no state: it can be found anew.

use crate::ssd::backend::{Current, L2p, WORD_BITS};
use crate::ssd::id::{Ppa, Superblock};
use crate::ssd::nand::Geometry;

/// Units that are known ahead: those that are copied while one comes from memory.
const AHEAD: usize = 40;
/// Positions that are looked at together: few, as the accesses that they begin come before those
/// of the copies.
const TOGETHER: u32 = 16;

/// The next current units of a superblock.
#[derive(Clone, Debug, Default)]
pub struct Finder {
    superblock: Option<Superblock>,
    /// Next position to look at.
    position: u32,
    /// Found; from which on not taken; and from which on in this step, so that they are still
    /// current.
    found: Vec<Current>,
    first: usize,
    sure: usize,
}

impl Finder {
    /// How far ahead of that the way back is fetched, in positions.
    pub const BACK_AHEAD: u32 = 64;

    /// Begins to look at a superblock at a position, unless it is what was looked at last.
    #[inline]
    pub fn begin(&mut self, superblock: Superblock, position: u32) {
        if self.superblock != Some(superblock) {
            self.superblock = Some(superblock);
            self.position = position;
            self.found.clear();
            (self.first, self.sure) = (0, 0);
        }
    }
    /// A step begins: what was found before may have been overwritten since.
    #[inline]
    pub fn doubt(&mut self) {
        self.sure = self.found.len();
    }
    /// Forgets everything.
    pub fn clear(&mut self) {
        self.superblock = None;
    }
    /// Takes up to `wanted` units that are still current; they are the slice's first.
    #[inline]
    pub fn take(
        &mut self,
        wanted: usize,
        into: &mut [Current],
        l2p: &L2p,
        geometry: &Geometry,
    ) -> usize {
        // Here and not while units are taken: they may be given back.
        if self.first > 2 * AHEAD {
            self.found.drain(..self.first);
            self.sure = self.sure.saturating_sub(self.first);
            self.first = 0;
        }
        let mut count = 0;
        let wanted = wanted.min(into.len());
        while count < wanted {
            if self.found.len() - self.first < AHEAD {
                self.look_further(l2p, geometry);
            }
            let Some(next) = self.found.get(self.first) else {
                break;
            };
            if self.first >= self.sure {
                let more = (wanted - count).min(self.found.len() - self.first);
                let found = &self.found[self.first..self.first + more];
                into[count..count + more].copy_from_slice(found);
                self.first += more;
                count += more;
                continue;
            }
            self.first += 1;
            // Written in any case, and kept if it counts: no branch to be mispredicted.
            into[count] = *next;
            count += usize::from(l2p.is_current(next.address));
        }
        count
    }
    /// Gives back the last that were taken.
    #[inline]
    pub fn give_back(&mut self, units: &[Current]) {
        self.first -= units.len();
        self.found[self.first..self.first + units.len()].copy_from_slice(units);
    }

    /// Finds more, until enough are known or the superblock ends.
    fn look_further(&mut self, l2p: &L2p, geometry: &Geometry) {
        let units = geometry.units_per_superblock;
        let Some(superblock) = self.superblock.filter(|_| self.position < units) else {
            return;
        };
        let base = geometry.address(superblock, 0);
        while self.position < units && self.found.len() - self.first < AHEAD {
            let start = base.0 + self.position;
            let (word, together) = (start - start % WORD_BITS, start - start % TOGETHER);
            let end = (together + TOGETHER).min(base.0 + units);
            l2p.prefetch_back(Ppa(start + Self::BACK_AHEAD), TOGETHER);
            let mut bits = l2p.current_around(Ppa(start)) & u32::MAX << (start - word);
            if end < word + WORD_BITS {
                bits &= (1 << (end - word)) - 1;
            }
            while bits != 0 {
                let address = Ppa(word + bits.trailing_zeros());
                bits &= bits - 1;
                let lpn = l2p.written_for(address);
                l2p.prefetch(lpn);
                self.found.push(Current { address, lpn });
            }
            self.position = end - base.0;
        }
    }
}

#[cfg(test)]
mod tests;
