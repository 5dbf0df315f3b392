//! The full superblocks of a pool by when they were filled.

use super::stamped::Stamped;
use fourcorners_block::Generator;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// The full superblocks of a pool, by their numbers in it: in any order, to draw from, and by
/// age.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Ages {
    members: Vec<u32>,
    /// Where each stands in `members`.
    place: Vec<u32>,
    /// How many superblocks had been filled when each was.
    filled_at: Vec<u64>,
    filled: u64,
    /// By age, oldest first. One that was collected out of turn stays until it comes up: then its
    /// time is not the one noted here.
    by_age: VecDeque<Stamped>,
}

impl Ages {
    /// No superblock is full.
    pub fn new(superblocks: u32) -> Self {
        Self {
            members: Vec::with_capacity(superblocks as usize),
            place: vec![0; superblocks as usize],
            filled_at: vec![0; superblocks as usize],
            filled: 0,
            by_age: VecDeque::new(),
        }
    }
    /// Whether another has the same size.
    pub fn is_like(&self, other: &Self) -> bool {
        self.place.len() == other.place.len() && self.filled_at.len() == other.filled_at.len()
    }
    /// One has been filled.
    pub fn add(&mut self, index: u32) {
        self.filled += 1;
        self.filled_at[index as usize] = self.filled;
        self.place[index as usize] = self.members.len() as u32;
        self.members.push(index);
        // Those collected out of turn are forgotten before they outnumber the others.
        if self.by_age.len() >= 2 * self.place.len() {
            let filled_at = &self.filled_at;
            self.by_age
                .retain(|entry| filled_at[entry.number() as usize] == entry.when());
        }
        self.by_age.push_back(Stamped::new(self.filled, index));
    }
    /// One is collected.
    pub fn remove(&mut self, index: u32) {
        let place = self.place[index as usize];
        self.members.swap_remove(place as usize);
        if let Some(moved) = self.members.get(place as usize) {
            self.place[*moved as usize] = place;
        }
        self.filled_at[index as usize] = 0;
    }
    /// The one that was filled longest ago.
    pub fn oldest(&mut self) -> Option<u32> {
        while let Some(entry) = self.by_age.front() {
            if self.filled_at[entry.number() as usize] == entry.when() {
                return Some(entry.number());
            }
            self.by_age.pop_front();
        }
        None
    }
    /// Any of them.
    pub fn any(&self, chance: &mut Generator) -> Option<u32> {
        let count = self.members.len() as u64;
        (count > 0).then(|| self.members[chance.below(count) as usize])
    }
    /// Superblocks filled since this one was, itself included.
    pub fn age(&self, index: u32) -> u64 {
        self.filled + 1 - self.filled_at[index as usize]
    }
    /// All of them, in any order that does not change by itself.
    pub fn members(&self) -> &[u32] {
        &self.members
    }
}
