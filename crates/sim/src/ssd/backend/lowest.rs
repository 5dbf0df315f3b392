//! The full superblocks of a pool with the fewest valid units.
//!
//! Lists of all of them by valid units would change with every overwritten unit, wherever it lies.
//! Only those that hold little more than the emptiest can be the next victim: these are known, in
//! the order in which they reached that count; others are looked for when these are used up.

const NONE: u32 = u32::MAX;
/// Entries that are gone and not forgotten, besides as many as there are others.
const GONE_AT_MOST: usize = 64;

/// Those with fewer valid units than a threshold.
#[derive(Clone, Debug)]
pub struct Lowest {
    /// 0: none is known.
    threshold: u32,
    /// Valid units, or [`NONE`] for one that is gone, and the superblock's number in the pool.
    entries: Vec<(u32, u32)>,
    /// Where each superblock stands in `entries`, or [`NONE`].
    place: Vec<u32>,
    known: usize,
}

impl Lowest {
    /// No superblock is known.
    pub fn new(superblocks: u32) -> Self {
        Self {
            threshold: 0,
            entries: Vec::new(),
            place: vec![NONE; superblocks as usize],
            known: 0,
        }
    }
    /// Whether a full superblock with `valid` units belongs here.
    #[inline]
    pub fn concerns(&self, valid: u32) -> bool {
        valid < self.threshold
    }
    /// Adds a full superblock that has just reached `valid` units.
    pub fn put(&mut self, number: u32, valid: u32) {
        self.take_out(number);
        if self.entries.len() > 2 * self.known + GONE_AT_MOST {
            self.forget_gone();
        }
        self.place[number as usize] = self.entries.len() as u32;
        self.entries.push((valid, number));
        self.known += 1;
    }
    /// A superblock is not full any more.
    pub fn take_out(&mut self, number: u32) {
        let place = std::mem::replace(&mut self.place[number as usize], NONE);
        if let Some(entry) = self.entries.get_mut(place as usize) {
            entry.0 = NONE;
            self.known -= 1;
        }
    }
    fn forget_gone(&mut self) {
        self.entries.retain(|(valid, _)| *valid != NONE);
        for ((_, number), place) in self.entries.iter().zip(0..) {
            self.place[*number as usize] = place;
        }
    }
    /// The fewest valid units of any that is known.
    #[inline]
    pub fn fewest(&self) -> Option<u32> {
        let fewest = self.entries.iter().map(|(valid, _)| *valid).min();
        fewest.filter(|valid| *valid != NONE)
    }
    /// Superblocks with `valid` units.
    pub fn count(&self, valid: u32) -> usize {
        let alike = self.entries.iter().filter(|(other, _)| *other == valid);
        alike.count()
    }
    /// The superblock that was the latest to reach `valid` units, but for `later` others.
    pub fn latest_but(&self, later: usize, valid: u32) -> Option<u32> {
        let latest = self.entries.iter().rev();
        let mut alike = latest.filter(|(other, _)| *other == valid);
        alike.nth(later).map(|(_, number)| *number)
    }
    /// All full superblocks, in any order: valid units, when each reached that count, and its
    /// number. Those near the fewest are known from now on.
    pub fn look(&mut self, full: impl Iterator<Item = (u32, u64, u32)> + Clone) {
        for (_, number) in self.entries.drain(..) {
            self.place[number as usize] = NONE;
        }
        self.known = 0;
        let fewest = full.clone().map(|(valid, ..)| valid).min();
        self.threshold = fewest.map_or(0, |fewest| fewest + 2);
        let mut near: Vec<(u64, u32, u32)> = full
            .filter(|(valid, ..)| self.concerns(*valid))
            .map(|(valid, event, number)| (event, valid, number))
            .collect();
        near.sort_unstable();
        for (_, valid, number) in near {
            self.put(number, valid);
        }
    }
}
