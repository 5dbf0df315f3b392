//! The copies in flight: when each ends.

use serde::{Deserialize, Serialize};

/// When the latest copies end: a ring of as many as may be in flight at once, or more.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Window {
    ends: Box<[u64]>,
    /// All copies so far: the next one's place, modulo the length, a power of two.
    copies: usize,
    /// The latest that are remembered.
    len: usize,
}

impl Window {
    /// No copy is in flight; room for `widest`.
    pub fn new(widest: usize) -> Self {
        Self {
            ends: vec![0; widest.next_power_of_two()].into(),
            copies: 0,
            len: 0,
        }
    }
    /// When the next copy may start, if `width` may be in flight: when the `width`-th last ends.
    #[inline]
    pub fn next_start(&self, width: usize) -> u64 {
        if self.len < width {
            return 0;
        }
        self.ends[self.copies.wrapping_sub(width) & (self.ends.len() - 1)]
    }
    /// How many of `wanted` copies may start now, if `width` may be in flight and the first may.
    #[inline]
    pub fn room(&self, width: usize, now: u64, wanted: usize) -> usize {
        let (mask, wanted) = (self.ends.len() - 1, wanted.min(width));
        // What starts now is in flight.
        let mut copy = wanted.min(width.saturating_sub(self.len)).max(1);
        let before = self.copies.wrapping_sub(width);
        while copy < wanted && self.ends[before.wrapping_add(copy) & mask] <= now {
            copy += 1;
        }
        copy
    }
    /// Copies have started: where to note when each ends, first here, then there.
    #[inline]
    pub fn start(&mut self, width: usize, copies: usize) -> (&mut [u64], &mut [u64]) {
        let first = self.copies & (self.ends.len() - 1);
        self.copies += copies;
        self.len = (self.len.min(width - 1) + copies).min(width);
        let (wrapped, ends) = self.ends.split_at_mut(first);
        let here = copies.min(ends.len());
        (&mut ends[..here], &mut wrapped[..copies - here])
    }
    /// A copy has started that ends then.
    #[inline]
    pub fn push(&mut self, width: usize, end: u64) {
        let place = self.copies & (self.ends.len() - 1);
        self.ends[place] = end;
        self.copies += 1;
        self.len = (self.len + 1).min(width);
    }
}

#[cfg(test)]
mod tests;
