//! The copies in flight: when each ends.

/// When the latest copies end: a ring of as many as may be in flight at once, or more.
#[derive(Clone, Debug)]
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
        let (mask, free) = (self.ends.len() - 1, width.saturating_sub(self.len));
        let possible = |copy: &usize| {
            let before = (self.copies + *copy).wrapping_sub(width);
            *copy < free || self.ends[before & mask] <= now
        };
        // What starts now is in flight.
        1 + (1..wanted.min(width)).take_while(possible).count()
    }
    /// Copies have started that end then.
    #[inline]
    pub fn push_all(&mut self, width: usize, ends: &[u64]) {
        let mask = self.ends.len() - 1;
        for end in ends {
            self.ends[self.copies & mask] = *end;
            self.copies += 1;
        }
        self.len = (self.len.min(width - 1) + ends.len()).min(width);
    }
    /// A copy has started that ends then.
    #[inline]
    pub fn push(&mut self, width: usize, end: u64) {
        self.push_all(width, &[end]);
    }
}

#[cfg(test)]
mod tests;
