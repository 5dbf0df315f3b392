//! Greedy: the fewest valid units.

use super::Candidates;
use crate::ssd::id::Superblock;

pub fn select(candidates: &mut Candidates<'_>) -> Option<Superblock> {
    candidates.emptiest()
}
