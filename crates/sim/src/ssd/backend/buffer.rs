//! The write buffer: slots of one group each, in use until the group is on the NAND.

use crate::spec::SsdSpec;
use crate::ssd::nand::Geometry;
use crate::station::NEVER;
use std::hint::select_unpredictable;

/// Slots that hold host data.
#[derive(Clone, Debug)]
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
    #[inline]
    pub fn take(&mut self, now: u64) -> bool {
        if self.free > 0 {
            self.free -= 1;
            return true;
        }
        self.ends.settle();
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
#[derive(Clone, Debug)]
struct Earliest {
    /// Those that meet in each match, the root's winner at `[0][1]`, the leaves last: an instant
    /// and its leaf. Place `p` is `[p / 2][p % 2]`.
    matches: Vec<[(u64, u32); 2]>,
    leaves: u32,
    /// Leaves without an instant.
    unused: Vec<u32>,
    /// Whether the winner has been taken, and its leaf not yet been used again or given up.
    vacant: bool,
}

impl Earliest {
    /// No instant; room for `at_most`.
    fn new(at_most: u32) -> Self {
        let leaves = at_most.max(1).next_power_of_two();
        Self {
            matches: vec![[(NEVER, 0); 2]; leaves as usize],
            leaves,
            unused: (0..at_most.max(1)).rev().collect(),
            vacant: false,
        }
    }
    #[inline]
    fn earliest(&self) -> u64 {
        self.matches[0][1].0
    }
    #[inline]
    fn push(&mut self, instant: u64) {
        if std::mem::take(&mut self.vacant) {
            self.set(self.matches[0][1].1, instant);
        } else if let Some(leaf) = self.unused.pop() {
            self.set(leaf, instant);
        }
    }
    /// Gives up the leaf of a winner that was taken.
    #[inline]
    fn settle(&mut self) {
        if std::mem::take(&mut self.vacant) {
            let leaf = self.matches[0][1].1;
            self.unused.push(leaf);
            self.set(leaf, NEVER);
        }
    }
    #[inline]
    fn set(&mut self, leaf: u32, instant: u64) {
        let mut place = (self.leaves + leaf) as usize;
        let mut winner = (instant, leaf);
        loop {
            let both = &mut self.matches[place / 2];
            both[place % 2] = winner;
            if place == 1 {
                return;
            }
            let other = both[1 - place % 2];
            let wins = other.0 < winner.0;
            winner = (
                select_unpredictable(wins, other.0, winner.0),
                select_unpredictable(wins, other.1, winner.1),
            );
            place /= 2;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fourcorners_block::Seed;

    #[test]
    fn earliest_is_what_a_sorted_list_has_first() {
        let mut chance = Seed(1).generator();
        let mut earliest = Earliest::new(20);
        let mut list: Vec<u64> = Vec::new();
        for _ in 0..100_000 {
            if list.len() < 20 && chance.below(2) == 0 {
                let instant = chance.below(1000);
                earliest.push(instant);
                list.push(instant);
                list.sort_unstable();
            } else if !list.is_empty() {
                earliest.settle();
                assert_eq!(earliest.earliest(), list.remove(0));
                earliest.vacant = true;
            }
        }
    }
}
