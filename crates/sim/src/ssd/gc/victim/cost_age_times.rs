//! Cost-age-times (CAT): cost-benefit divided by the superblock's erases, so that worn ones rest:
//! age x (1 - u) / (2u x erases) (Chiang and Chang, Journal of Systems and Software 48, 1999).
//! The age is counted as for cost-benefit; the paper turns its time into steps.

use super::{Candidate, Candidates};
use crate::ssd::id::Superblock;
use std::cmp::Ordering;

pub fn select(candidates: &mut Candidates<'_>) -> Option<Superblock> {
    let units = candidates.units_per_superblock();
    let best = candidates
        .all()
        .max_by(|one, other| compare(one, other, units))?;
    Some(best.superblock)
}

fn compare(one: &Candidate, other: &Candidate, units: u32) -> Ordering {
    let gain = |of: &Candidate| u128::from(of.age) * u128::from(units - of.valid);
    // No valid unit counts as half a one, and the erase that is to come as one.
    let cost = |of: &Candidate| u128::from((2 * of.valid).max(1)) * (u128::from(of.erases) + 1);
    (gain(one) * cost(other)).cmp(&(gain(other) * cost(one)))
}
