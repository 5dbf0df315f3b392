//! Cost-benefit: what collecting a superblock gains, for as long as it is likely to last, over
//! what it costs: age x (1 - u) / 2u (Kawaguchi, USENIX 1995). The 2 is the same for all.

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
    // An empty superblock costs nothing: half a unit stands for that.
    let cost = |of: &Candidate| u128::from((2 * of.valid).max(1));
    (gain(one) * cost(other)).cmp(&(gain(other) * cost(one)))
}
