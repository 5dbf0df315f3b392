//! A function of the program that simulates chooses.

use super::{Candidates, greedy};
use crate::spec::{Chooser, FullSuperblock};
use crate::ssd::id::Superblock;

/// As greedy, if the function chooses none of them.
pub fn select(chooser: &Chooser, candidates: &mut Candidates<'_>) -> Option<Superblock> {
    let units = candidates.units_per_superblock();
    let (numbers, full): (Vec<Superblock>, Vec<FullSuperblock>) = candidates
        .all()
        .map(|one| {
            let full = FullSuperblock {
                valid: one.valid,
                age: one.age,
                erases: one.erases,
            };
            (one.superblock, full)
        })
        .unzip();
    if full.is_empty() {
        return None;
    }
    let chosen = (chooser.function)(&full, units).and_then(|index| numbers.get(index));
    chosen.copied().or_else(|| greedy::select(candidates))
}
