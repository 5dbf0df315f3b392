//! The slots of the write buffer that are in use.

/// When each becomes free: a ring, in order, for most end after those that were taken before them.
#[derive(Clone, Debug)]
pub struct SlotEnds {
    ends: Box<[u64]>,
    first: usize,
    len: usize,
}

impl SlotEnds {
    /// None is in use; at most so many will be.
    pub fn new(slots: u32) -> Self {
        Self {
            ends: vec![0; (slots as usize).next_power_of_two()].into(),
            first: 0,
            len: 0,
        }
    }
    #[inline]
    fn place(&self, nth: usize) -> usize {
        self.first.wrapping_add(nth) & (self.ends.len() - 1)
    }
    /// One that is in use becomes free then.
    #[inline]
    pub fn push(&mut self, end: u64) {
        debug_assert!(self.len < self.ends.len());
        let mut nth = self.len;
        while nth > 0 && self.ends[self.place(nth - 1)] > end {
            self.ends[self.place(nth)] = self.ends[self.place(nth - 1)];
            nth -= 1;
        }
        let place = self.place(nth);
        self.ends[place] = end;
        self.len += 1;
    }
    /// When the first becomes free.
    #[inline]
    pub fn first(&self) -> Option<u64> {
        (self.len > 0).then(|| self.ends[self.place(0)])
    }
    /// Takes out those that are free by then; says how many.
    #[inline]
    pub fn free_by(&mut self, now: u64) -> u32 {
        let mut count = 0;
        while self.first().is_some_and(|end| end <= now) {
            self.first = self.first.wrapping_add(1);
            self.len -= 1;
            count += 1;
        }
        count
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fourcorners_block::Seed;

    #[test]
    fn do_slots_become_free_in_order() {
        let mut generator = Seed(1).generator();
        let (mut slots, mut plain) = (SlotEnds::new(5), Vec::new());
        for now in 0..10_000 {
            if plain.len() < 5 {
                let end = now + generator.below(20);
                slots.push(end);
                plain.push(end);
            }
            assert_eq!(slots.first(), plain.iter().copied().min());
            let used = plain.len();
            plain.retain(|end| *end > now);
            assert_eq!(slots.free_by(now) as usize, used - plain.len());
        }
    }
}
