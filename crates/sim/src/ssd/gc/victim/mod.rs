//! Victim selection: which full superblock is collected next. A policy is one file; its name and
//! what is said of it are [`VictimPolicy`]'s.

mod cost_age_times;
mod cost_benefit;
mod d_choices;
mod fifo;
mod greedy;
mod random;

use crate::spec::VictimPolicy;
use crate::ssd::backend::{Ages, Superblocks, Wear};
use crate::ssd::id::Superblock;
use fourcorners_block::Generator;

/// Chooses a victim; `None` if no superblock is full.
pub type Select = fn(&mut Candidates<'_>) -> Option<Superblock>;

/// The policy of that name.
pub fn policy(policy: VictimPolicy) -> Select {
    match policy {
        VictimPolicy::Greedy => greedy::select,
        VictimPolicy::Fifo => fifo::select,
        VictimPolicy::DChoices => d_choices::select,
        VictimPolicy::CostBenefit => cost_benefit::select,
        VictimPolicy::CostAgeTimes => cost_age_times::select,
        VictimPolicy::Random => random::select,
    }
}

/// The full superblocks of a pool.
pub struct Candidates<'a> {
    pub pool: &'a mut Superblocks,
    pub wear: &'a Wear,
    pub units_per_superblock: u32,
    /// What is left to chance is drawn here.
    pub chance: &'a mut Generator,
    /// How many to compare, for a policy that compares some.
    pub compared: u32,
}

/// One of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate {
    pub superblock: Superblock,
    /// Units that hold current data.
    pub valid: u32,
    /// Superblocks of the pool filled since it was, itself included.
    pub age: u64,
    /// How often it has been erased.
    pub erases: u32,
}

impl Candidates<'_> {
    /// All of them, in an order that is the same in every run.
    pub fn all(&self) -> impl Iterator<Item = Candidate> {
        let ages = self.pool.ages();
        ages.members().iter().map(|number| self.at(ages, *number))
    }
    /// One at random.
    pub fn any(&mut self) -> Option<Candidate> {
        let ages = self.pool.ages();
        let number = ages.any(self.chance)?;
        Some(self.at(ages, number))
    }
    fn at(&self, ages: &Ages, number: u32) -> Candidate {
        let superblock = self.pool.numbered(number);
        Candidate {
            superblock,
            valid: self.pool.valid(superblock),
            age: ages.age(number),
            erases: self.wear.erases(superblock),
        }
    }
}

#[cfg(test)]
mod tests;
