//! Which full superblock is collected next. Greedy is found in the lists by valid units of
//! `pool.rs`; the other choices look at the full superblocks themselves, once a victim.

use super::pool::Pool;
use crate::spec::VictimChoice;
use fourcorners_block::Generator;
use std::cmp::Ordering;
use std::collections::VecDeque;

/// The full superblocks of a pool, by their numbers in it: in any order, to draw from, and by
/// age.
#[derive(Clone, Debug)]
pub struct Full {
    members: Vec<u32>,
    /// Where each stands in `members`.
    place: Vec<u32>,
    /// How many superblocks had been filled when each was.
    filled_at: Vec<u64>,
    filled: u64,
    /// By age, oldest first. One that was collected out of turn stays until it comes up: then its
    /// time is not the one noted here.
    by_age: VecDeque<(u32, u64)>,
}

impl Full {
    /// None of so many is full.
    pub fn new(superblocks: u32) -> Self {
        Self {
            members: Vec::with_capacity(superblocks as usize),
            place: vec![0; superblocks as usize],
            filled_at: vec![0; superblocks as usize],
            filled: 0,
            by_age: VecDeque::new(),
        }
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
                .retain(|(index, at)| filled_at[*index as usize] == *at);
        }
        self.by_age.push_back((index, self.filled));
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
    fn oldest(&mut self) -> Option<u32> {
        while let Some((index, at)) = self.by_age.front() {
            if self.filled_at[*index as usize] == *at {
                return Some(*index);
            }
            self.by_age.pop_front();
        }
        None
    }
    fn any(&self, chance: &mut Generator) -> Option<u32> {
        let count = self.members.len() as u64;
        (count > 0).then(|| self.members[chance.below(count) as usize])
    }
    /// Superblocks filled since this one was, itself included.
    fn age(&self, index: u32) -> u64 {
        self.filled + 1 - self.filled_at[index as usize]
    }
}

/// The next victim and its valid units.
pub fn choose(
    choice: VictimChoice,
    pool: &mut Pool,
    units_per_superblock: u32,
    chance: &mut Generator,
) -> Option<(u32, u32)> {
    let index = match choice {
        VictimChoice::Greedy => return pool.any_emptiest(chance),
        VictimChoice::Fifo => pool.full_mut().oldest()?,
        VictimChoice::Random => pool.full().any(chance)?,
        VictimChoice::DChoices(d) => {
            let valid = |index: &u32| pool.valid(pool.superblock(*index));
            (0..d)
                .filter_map(|_| pool.full().any(chance))
                .min_by_key(valid)?
        }
        VictimChoice::CostBenefit => {
            let worth = |index: &u32| Worth {
                age: pool.full().age(*index),
                valid: pool.valid(pool.superblock(*index)),
                units: units_per_superblock,
            };
            let members = pool.full().members.iter().copied();
            members.max_by(|one, other| worth(one).compare(&worth(other)))?
        }
    };
    let superblock = pool.superblock(index);
    Some((superblock, pool.valid(superblock)))
}

/// Cost-benefit: what collecting a superblock gains, for as long as it is likely to last, over
/// what it costs. age x (1 - u) / 2u; the 2 is the same for all.
struct Worth {
    age: u64,
    valid: u32,
    units: u32,
}

impl Worth {
    fn compare(&self, other: &Self) -> Ordering {
        let gain = |worth: &Self| u128::from(worth.age) * u128::from(worth.units - worth.valid);
        // An empty superblock costs nothing: half a unit stands for that.
        let cost = |worth: &Self| u128::from((2 * worth.valid).max(1));
        (gain(self) * cost(other)).cmp(&(gain(other) * cost(self)))
    }
}
