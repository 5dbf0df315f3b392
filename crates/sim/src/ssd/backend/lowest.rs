//! The full superblocks of a pool with the fewest valid units.
//!
//! Lists of all of them by valid units would change with every overwritten unit, wherever it lies.
//! Only those that hold little more than the emptiest can be the next victim: these are known, by
//! valid units and in the order in which they reached that count. Others are looked for when these
//! are used up.

const NONE: u32 = u32::MAX;
/// How many counts of valid units are known at first, from the fewest on.
const COUNTS: u32 = 2;
/// A place holds its level in these upper bits, and its entry's number below.
const LEVEL_SHIFT: u32 = 24;
/// Entries that are gone and not forgotten, besides as many as there are others.
const GONE_AT_MOST: usize = 32;

/// Those with fewer valid units than a threshold.
#[derive(Clone, Debug)]
pub struct Lowest {
    /// 0: none is known.
    threshold: u32,
    /// By how far below the threshold their valid units are; the first level is just below.
    levels: Vec<Level>,
    /// Where each superblock is, or [`NONE`].
    place: Vec<u32>,
}

/// Those with one count of valid units.
#[derive(Clone, Debug, Default)]
struct Level {
    /// Numbers of superblocks in the order in which they reached it; [`NONE`] for one that is gone.
    entries: Vec<u32>,
    known: usize,
}

impl Lowest {
    /// No superblock is known.
    pub fn new(superblocks: u32) -> Self {
        Self {
            threshold: 0,
            levels: Vec::new(),
            place: vec![NONE; superblocks as usize],
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
        let level = self.threshold - 1 - valid;
        // As many levels as a place can name; what lies below all of them is known anew.
        if level >= 1 << (u32::BITS - LEVEL_SHIFT) {
            self.forget();
            return;
        }
        while self.levels.len() <= level as usize {
            self.levels.push(Level::default());
        }
        let of_level = &mut self.levels[level as usize];
        if of_level.entries.len() > 2 * of_level.known + GONE_AT_MOST {
            of_level.entries.retain(|number| *number != NONE);
            for (number, entry) in of_level.entries.iter().zip(0..) {
                self.place[*number as usize] = level << LEVEL_SHIFT | entry;
            }
        }
        // Fewer superblocks than a place can name are checked for with the drive file.
        let entry = of_level.entries.len() as u32;
        of_level.entries.push(number);
        of_level.known += 1;
        self.place[number as usize] = level << LEVEL_SHIFT | entry;
    }
    /// A superblock is not full any more.
    pub fn take_out(&mut self, number: u32) {
        let place = std::mem::replace(&mut self.place[number as usize], NONE);
        if place != NONE {
            let level = &mut self.levels[(place >> LEVEL_SHIFT) as usize];
            level.entries[(place & ((1 << LEVEL_SHIFT) - 1)) as usize] = NONE;
            level.known -= 1;
        }
    }
    fn forget(&mut self) {
        self.threshold = 0;
        for number in self.levels.drain(..).flat_map(|level| level.entries) {
            if number != NONE {
                self.place[number as usize] = NONE;
            }
        }
    }
    /// The fewest valid units of any that is known, and how many superblocks hold just as many.
    #[inline]
    pub fn fewest(&self) -> Option<(u32, usize)> {
        let deepest = self.levels.iter().rposition(|level| level.known > 0)?;
        // One of few levels.
        let valid = self.threshold - 1 - deepest as u32;
        Some((valid, self.levels[deepest].known))
    }
    /// The superblock that was the latest to reach the fewest units, but for `later` others.
    pub fn latest_but(&self, later: usize) -> Option<u32> {
        let level = self.levels.iter().rev().find(|level| level.known > 0)?;
        let mut latest = level.entries.iter().rev().filter(|number| **number != NONE);
        latest.nth(later).copied()
    }
    /// All full superblocks, in any order: valid units, when each reached that count, and its
    /// number. Those near the fewest are known from now on.
    pub fn look(&mut self, full: impl Iterator<Item = (u32, u64, u32)> + Clone) {
        self.forget();
        let fewest = full.clone().map(|(valid, ..)| valid).min();
        self.threshold = fewest.map_or(0, |fewest| fewest + COUNTS);
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

#[cfg(test)]
mod tests;
