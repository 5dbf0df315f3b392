//! The full superblocks of a pool with the fewest valid units.
//!
//! Lists of all of them by valid units would change with every overwritten unit, wherever it lies.
//! Only those that hold little more than the emptiest can be the next victim: these are known, by
//! valid units and in the order in which they reached that count. Others are looked for when these
//! are used up.

use super::stamped::Stamped;
use super::valid::Valid;
use crate::ssd::id::Superblock;
use serde::{Deserialize, Serialize};

/// How many counts of valid units are known at first, from the fewest on.
const COUNTS: u32 = 2;
/// How many at most; what lies below all of them is looked for anew.
const COUNTS_AT_MOST: u32 = 256;
/// Entries that are out of date and not forgotten, in addition to as many as there are others.
const OUTDATED_AT_MOST: usize = 32;

/// All full superblocks with fewer valid units than a threshold.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Lowest {
    /// The pool's first superblock.
    first: Superblock,
    /// 0: none is known.
    threshold: u32,
    /// By how far below the threshold their valid units are; the first level is just below.
    levels: Vec<Level>,
}

/// Those with one count of valid units.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Level {
    /// Numbers of superblocks in the pool and the event by which each reached it, in that order.
    /// Out of date once there has been a later event: no entry has to be found to be taken out.
    entries: Vec<Stamped>,
    /// Entries that are not out of date.
    known: usize,
}

impl Lowest {
    /// None is known, of superblocks numbered from `first`.
    pub fn new(first: Superblock) -> Self {
        Self {
            first,
            threshold: 0,
            levels: Vec::new(),
        }
    }
    /// Superblocks with fewer valid units than that belong here.
    pub fn threshold(&self) -> u32 {
        self.threshold
    }
    /// Whether a full superblock with so many valid units belongs here.
    #[inline]
    pub fn concerns(&self, units: u32) -> bool {
        units < self.threshold
    }
    /// Adds a full superblock that belongs here and has just come to have so many valid units.
    pub fn put(&mut self, superblock: Superblock, units: u32, valid: &Valid) {
        let depth = self.threshold - 1 - units;
        if depth >= COUNTS_AT_MOST {
            self.forget();
            return;
        }
        while self.levels.len() <= depth as usize {
            self.levels.push(Level::default());
        }
        let level = &mut self.levels[depth as usize];
        if level.entries.len() > 2 * level.known + OUTDATED_AT_MOST {
            let first = self.first;
            let is_current = |entry: &Stamped| is_current(*entry, first, valid);
            level.entries.retain(is_current);
        }
        let number = superblock.0 - self.first.0;
        let event = valid.event(superblock);
        level.entries.push(Stamped::new(event, number));
        level.known += 1;
    }
    /// A full superblock that had so many valid units has fewer now, or is not full any more; its
    /// last event is a later one.
    #[inline]
    pub fn take_out(&mut self, units: u32) {
        if self.concerns(units) {
            self.levels[(self.threshold - 1 - units) as usize].known -= 1;
        }
    }
    fn forget(&mut self) {
        self.threshold = 0;
        self.levels.clear();
    }
    /// The fewest valid units of any that is known, and how many superblocks hold just as many.
    #[inline]
    pub fn fewest(&self) -> Option<(u32, usize)> {
        let deepest = self.levels.iter().rposition(|level| level.known > 0)?;
        // One of few levels.
        let units = self.threshold - 1 - deepest as u32;
        Some((units, self.levels[deepest].known))
    }
    /// The superblock that was the latest to reach the fewest units, but for `later` others.
    pub fn latest_but(&self, later: usize, valid: &Valid) -> Option<Superblock> {
        let level = self.levels.iter().rev().find(|level| level.known > 0)?;
        let latest = level.entries.iter().rev();
        let mut current = latest.filter(|entry| is_current(**entry, self.first, valid));
        current.nth(later).map(|entry| named(*entry, self.first))
    }
    /// All full superblocks, in any order. Those near the fewest are known from now on.
    pub fn look(&mut self, full: impl Iterator<Item = Superblock> + Clone, valid: &Valid) {
        self.forget();
        let fewest = full.clone().map(|superblock| valid.units(superblock)).min();
        self.threshold = fewest.map_or(0, |fewest| fewest + COUNTS);
        let mut near: Vec<Superblock> = full
            .filter(|superblock| self.concerns(valid.units(*superblock)))
            .collect();
        near.sort_unstable_by_key(|superblock| valid.event(*superblock));
        for superblock in near {
            self.put(superblock, valid.units(superblock), valid);
        }
    }
}

#[inline]
fn named(entry: Stamped, first: Superblock) -> Superblock {
    Superblock(first.0 + entry.number())
}
#[inline]
fn is_current(entry: Stamped, first: Superblock, valid: &Valid) -> bool {
    valid.event(named(entry, first)) == entry.when()
}

#[cfg(test)]
mod tests;
