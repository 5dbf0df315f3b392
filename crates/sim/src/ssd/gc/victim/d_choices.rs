//! d-choices: the fewest valid units of d drawn at random (Van Houdt, SIGMETRICS 2013).

use super::Candidates;
use crate::ssd::id::Superblock;

pub fn select(candidates: &mut Candidates<'_>) -> Option<Superblock> {
    let drawn = (0..candidates.compared).filter_map(|_| candidates.any());
    let emptiest = drawn.min_by_key(|candidate| candidate.valid)?;
    Some(emptiest.superblock)
}
