//! States of a drive that its plan returns to, each for as long as it does.

use super::Bell;
use fourcorners_bench::{Action, Plan};
use fourcorners_block::Snapshot;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A snapshot of a large drive is gigabytes: it goes when nothing will return to it.
pub struct SavedStates {
    slots: Mutex<Vec<Slot>>,
    bell: Arc<Bell>,
}

#[derive(Default)]
struct Slot {
    snapshot: Option<Arc<Snapshot>>,
    /// Returns that are still to come.
    returns: usize,
}

impl SavedStates {
    pub fn new(plan: &Plan, bell: Arc<Bell>) -> Self {
        let mut slots: Vec<Slot> = Vec::new();
        for action in &plan.actions {
            if let Action::Save(slot) | Action::Restore(slot) = action {
                let many = slots.len().max(slot + 1);
                slots.resize_with(many, Slot::default);
                slots[*slot].returns += usize::from(matches!(action, Action::Restore(_)));
            }
        }
        Self {
            slots: Mutex::new(slots),
            bell,
        }
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Slot>> {
        self.slots.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps a state; `None`: the drive is not in it.
    pub fn save(&self, slot: usize, snapshot: Option<Snapshot>) {
        self.lock()[slot].snapshot = snapshot.map(Arc::new);
        self.bell.ring();
    }

    pub fn is_kept(&self, slot: usize) -> bool {
        self.lock()[slot].snapshot.is_some()
    }

    /// The state, if it is kept.
    pub fn get(&self, slot: usize) -> Option<Arc<Snapshot>> {
        self.lock()[slot].snapshot.clone()
    }

    /// A drive has returned to it.
    pub fn returned(&self, slot: usize) {
        let mut slots = self.lock();
        let slot = &mut slots[slot];
        slot.returns = slot.returns.saturating_sub(1);
        let gone = slot.snapshot.take_if(|_| slot.returns == 0);
        drop(slots);
        // Gigabytes, which take a moment.
        drop(gone);
    }
}
