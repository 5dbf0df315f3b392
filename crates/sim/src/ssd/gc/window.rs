//! The moves that are under way at once: when each ends.

/// When the latest moves end: a ring of as many as may be under way at once, or more.
#[derive(Clone, Debug)]
pub struct Window {
    ends: Box<[u64]>,
    /// All moves so far: the next one's place, modulo the length, a power of two.
    moves: usize,
    /// The latest that are remembered.
    len: usize,
}

impl Window {
    /// Nothing is under way; at most so many will be.
    pub fn new(widest: usize) -> Self {
        Self {
            ends: vec![0; widest.next_power_of_two()].into(),
            moves: 0,
            len: 0,
        }
    }
    /// When the next move may start, if `width` may be under way: when the last but so many ends.
    #[inline]
    pub fn next_start(&self, width: usize) -> u64 {
        if self.len < width {
            return 0;
        }
        self.ends[self.moves.wrapping_sub(width) & (self.ends.len() - 1)]
    }
    /// A move has started that ends then.
    #[inline]
    pub fn push(&mut self, width: usize, end: u64) {
        let place = self.moves & (self.ends.len() - 1);
        self.ends[place] = end;
        self.moves += 1;
        self.len = self.len.min(width - 1) + 1;
    }
}
