//! What garbage collection of a pool does next. Pure: reads a view, returns a choice, which
//! `mod.rs` carries out.

use crate::spec::{GcSpec, IdleSpec, VictimPolicy};
use crate::ssd::id::Superblock;

/// What a choice depends on.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    pub spec: &'a GcSpec,
    /// Whether a victim is half empty.
    pub has_victim: bool,
    /// Whether GC has begun, and whether because the host is idle.
    pub collecting: bool,
    pub idling: bool,
    /// Whether the SLC cache is being folded, and has to be any longer.
    pub folding: bool,
    pub folds_on: bool,
    /// Whether an idle drive would fold some of it.
    pub folds_when_idle: bool,
    /// Free superblocks.
    pub free: u32,
    /// The fewest valid units of a full superblock; `None` if none is full.
    pub fewest_valid: Option<u32>,
    pub units_per_superblock: u32,
    pub superblocks_per_pool: u32,
    /// Victims in a row that freed nothing.
    pub fruitless: u32,
    /// Whether units differ in stored size.
    pub sized_units: bool,
}

/// What to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Resume the victim.
    Copy,
    /// Take this superblock, as its data has lain too long, and copy out of it.
    Level(Superblock),
    /// Take the superblock of the SLC cache that has been full for longest, and copy out of it.
    Fold,
    /// The SLC cache is as empty as it is to be.
    StopFolding,
    /// Choose a victim by this policy, and copy out of it.
    Collect(VictimPolicy),
    /// The same by a function of the program that simulates.
    CollectOwn,
    /// Nothing is worth an idle drive's while, but erasing ahead.
    StopIdling,
    /// There is nothing to gain.
    End,
}

/// The next step. `too_cold` finds the superblock that static wear leveling wants moved; it is
/// asked only when a victim is wanted.
#[inline(always)]
pub fn choose(view: &View, too_cold: impl FnOnce() -> Option<Superblock>) -> Choice {
    if view.idling && !view.collecting && !view.folding && !is_worth_idling(view) {
        return Choice::StopIdling;
    }
    if view.has_victim {
        return Choice::Copy;
    }
    if view.folding && view.folds_on || view.idling && view.folds_when_idle {
        return Choice::Fold;
    }
    if view.folding && !view.collecting {
        return Choice::StopFolding;
    }
    if let Some(superblock) = too_cold() {
        return Choice::Level(superblock);
    }
    if !has_gain(view) {
        return Choice::End;
    }
    // Units of many sizes may take more room elsewhere than they left: after a victim that freed
    // nothing, the emptiest. Else only after as many as there are: chance may pass over the one
    // that would free something for as long.
    let in_vain = if view.sized_units {
        0
    } else {
        view.superblocks_per_pool
    };
    if view.fruitless > in_vain {
        Choice::Collect(VictimPolicy::Greedy)
    } else if view.spec.own.victim.is_some() {
        Choice::CollectOwn
    } else {
        Choice::Collect(view.spec.victim)
    }
}

/// Whether a full superblock holds anything that is not current, or one is being collected.
pub fn has_gain(view: &View) -> bool {
    let fewest = view.fewest_valid;
    view.has_victim || fewest.is_some_and(|valid| valid < view.units_per_superblock)
}

/// Whether GC of an idle pool gains anything.
pub fn is_worth_idling(view: &View) -> bool {
    let Some(idle) = &view.spec.idle else {
        return false;
    };
    if view.has_victim {
        return true; // to its end: half of a victim frees nothing
    }
    if view.folds_when_idle {
        return true;
    }
    view.free < idle.high_watermark
        && has_gain(view)
        && view
            .fewest_valid
            .is_some_and(|valid| is_worth_it(idle, valid, view.units_per_superblock))
}

fn is_worth_it(idle: &IdleSpec, valid: u32, units_per_superblock: u32) -> bool {
    u64::from(valid) * 1000 <= u64::from(units_per_superblock) * u64::from(idle.max_valid_per_mille)
}

#[cfg(test)]
mod tests;
