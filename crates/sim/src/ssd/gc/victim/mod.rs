//! Victim selection: which full superblock is collected next. A policy is one file; its name and
//! what is said of it are [`VictimPolicy`]'s.

mod cost_age_times;
mod cost_benefit;
mod d_choices;
mod fifo;
mod greedy;
pub mod own;
mod random;

use crate::spec::VictimPolicy;
use crate::ssd::backend::{Ages, Backend, Superblocks};
use crate::ssd::id::{Pool, Superblock};
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
    pub backend: &'a mut Backend,
    pub pool: Pool,
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
    /// Units that each holds at most.
    pub fn units_per_superblock(&self) -> u32 {
        self.backend.nand.geometry.units_per_superblock
    }
    /// All of them, in an order that is the same in every run.
    pub fn all(&self) -> impl Iterator<Item = Candidate> {
        let ages = self.superblocks().ages();
        ages.members().iter().map(|number| self.at(ages, *number))
    }
    /// One at random.
    pub fn any(&mut self) -> Option<Candidate> {
        let ages = self.backend.pools[self.pool.index()].ages();
        let number = ages.any(self.chance)?;
        Some(self.at(ages, number))
    }
    /// The one that was filled longest ago.
    pub fn oldest(&mut self) -> Option<Superblock> {
        let superblocks = self.backend.pool(self.pool);
        let oldest = superblocks.ages_mut().oldest()?;
        Some(superblocks.numbered(oldest))
    }
    /// One with the fewest valid units.
    pub fn emptiest(&mut self) -> Option<Superblock> {
        self.backend.any_emptiest(self.pool, self.chance)
    }
    fn superblocks(&self) -> &Superblocks {
        &self.backend.pools[self.pool.index()]
    }
    fn at(&self, ages: &Ages, number: u32) -> Candidate {
        let superblock = self.superblocks().numbered(number);
        Candidate {
            superblock,
            valid: self.backend.valid.units(superblock),
            age: ages.age(number),
            erases: self.backend.wear.erases(superblock),
        }
    }
}

#[cfg(test)]
mod tests;
