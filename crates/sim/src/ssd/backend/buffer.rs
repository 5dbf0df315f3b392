//! The write buffer: slots of one group each, in use until the group is on the NAND.

use crate::spec::SsdSpec;
use crate::ssd::nand::Geometry;
use crate::station::NEVER;
use serde::{Deserialize, Serialize};

/// Slots that hold host data.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct WriteBuffer {
    /// Those that have not been in use since the drive was new, or were given back.
    free: u32,
    /// Those whose program has been issued: when each becomes free.
    ends: Earliest,
}

impl WriteBuffer {
    /// All free.
    pub fn new(spec: &SsdSpec, geometry: &Geometry) -> Self {
        let group_bytes = u64::from(geometry.group_units) * u64::from(spec.place_bytes());
        let slots = (spec.layout.buffer_bytes / group_bytes) as u32;
        Self {
            free: slots,
            ends: Earliest::new(slots),
        }
    }
    /// Takes a slot that is free now for a group that is to be filled; says whether there was one.
    #[inline(always)]
    pub fn take(&mut self, now: u64) -> bool {
        if self.free > 0 {
            self.free -= 1;
            return true;
        }
        self.ends.settle();
        self.ends.now = now;
        let frees = self.ends.earliest() <= now;
        self.ends.vacant = frees;
        frees
    }
    /// Whether a slot is free now.
    #[inline]
    pub fn has_room(&mut self, now: u64) -> bool {
        self.ends.settle();
        self.free > 0 || self.ends.earliest() <= now
    }
    /// A slot's group has been given to the NAND, which has it at that instant.
    #[inline]
    pub fn frees_at(&mut self, end: u64) {
        self.ends.push(end);
    }
    /// A slot's group is not wanted any more.
    pub fn give_back(&mut self) {
        self.free += 1;
    }
    /// When the next slot becomes free, or [`NEVER`].
    #[inline]
    pub fn next_free(&mut self) -> u64 {
        self.ends.settle();
        self.ends.earliest()
    }
}

/// Instants, and the earliest of them: a tournament tree (Knuth, TAOCP 3, 5.4.1). Where its path to
/// the root leads does not depend on what is compared on it, so the processor need not wait for
/// one comparison to begin the next, as in a heap.
///
/// An entry is one word, the time since `base` above the number of its leaf: so a match is one
/// comparison, and the tree takes a quarter of the processor's nearest cache instead of half.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Earliest {
    /// The winner of each match, the root at 1, the leaves last.
    winners: Vec<u64>,
    leaf_bits: u32,
    base: u64,
    /// The clock when an instant was last asked for: what is earlier is as good as that.
    now: u64,
    /// Leaves without an instant.
    unused: Vec<u32>,
    /// Whether the winner has been taken, and its leaf not yet been used again or given up.
    vacant: bool,
}

/// A leaf's entry without an instant.
const NONE: u64 = u64::MAX;

impl Earliest {
    /// No instant; room for `at_most`.
    fn new(at_most: u32) -> Self {
        let leaves = at_most.max(1).next_power_of_two();
        Self {
            winners: vec![NONE; 2 * leaves as usize],
            leaf_bits: leaves.trailing_zeros(),
            base: 0,
            now: 0,
            unused: (0..at_most.max(1)).rev().collect(),
            vacant: false,
        }
    }
    #[inline]
    fn earliest(&self) -> u64 {
        match self.winners[1] {
            NONE => NEVER,
            first => self.base + (first >> self.leaf_bits),
        }
    }
    #[inline]
    fn push(&mut self, instant: u64) {
        let leaf = if std::mem::take(&mut self.vacant) {
            self.leaf_of_winner()
        } else if let Some(leaf) = self.unused.pop() {
            u64::from(leaf)
        } else {
            return;
        };
        if instant - self.base >= NONE >> self.leaf_bits {
            self.move_base();
            let room = NONE >> self.leaf_bits;
            assert!(instant - self.base < room, "a program that takes months");
        }
        self.set(leaf, (instant - self.base) << self.leaf_bits | leaf);
    }
    /// Gives up the leaf of a winner that was taken.
    #[inline(always)]
    fn settle(&mut self) {
        if std::mem::take(&mut self.vacant) {
            self.give_up_winner();
        }
    }
    #[cold]
    fn give_up_winner(&mut self) {
        let leaf = self.leaf_of_winner();
        // Leaves are numbered by a u32.
        self.unused.push(leaf as u32);
        self.set(leaf, NONE);
    }
    #[inline]
    fn leaf_of_winner(&self) -> u64 {
        self.winners[1] & ((1 << self.leaf_bits) - 1)
    }
    /// Counts from now on.
    #[cold]
    fn move_base(&mut self) {
        let passed = self.now - self.base;
        let leaf = (1 << self.leaf_bits) - 1;
        for place in (1..self.winners.len()).rev() {
            self.winners[place] = match self.winners.get(2 * place..2 * place + 2) {
                Some(both) => both[0].min(both[1]),
                None if self.winners[place] == NONE => NONE,
                None => {
                    let entry = self.winners[place];
                    let since = (entry >> self.leaf_bits).saturating_sub(passed);
                    since << self.leaf_bits | entry & leaf
                }
            };
        }
        self.base = self.now;
    }
    #[inline]
    fn set(&mut self, leaf: u64, entry: u64) {
        let mut place = (leaf | 1 << self.leaf_bits) as usize;
        let mut winner = entry;
        self.winners[place] = winner;
        while place > 1 {
            winner = winner.min(self.winners[place ^ 1]);
            place /= 2;
            self.winners[place] = winner;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fourcorners_block::Seed;

    /// Over so much time that what entries count from moves on many times.
    #[test]
    fn earliest_is_what_a_sorted_list_has_first() {
        let mut chance = Seed(1).generator();
        let mut earliest = Earliest::new(20);
        let mut list: Vec<u64> = Vec::new();
        for step in 0..100_000 {
            let now = step << 44;
            earliest.now = now;
            if list.len() < 20 && chance.below(2) == 0 {
                let instant = now + chance.below(1 << 46);
                earliest.push(instant);
                list.push(instant);
                list.sort_unstable();
            } else if !list.is_empty() {
                earliest.settle();
                let first = list.remove(0);
                // Where it has passed, that is all there is to know.
                assert_eq!(earliest.earliest().max(now), first.max(now));
                earliest.vacant = true;
            }
        }
        assert!(earliest.base > 0);
    }
}
