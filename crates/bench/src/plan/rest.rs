//! What is left of a plan when some of its phases are finished.
//!
//! A simulated drive is brought back by doing again what led to where it was: the same work from
//! the same seed ends in the same state, bit for bit (decision 0007). So what a phase that is left
//! begins from is followed back to where nothing before matters: a purge that leaves nothing, or a
//! saved state and what led to that.

use super::{Action, PhaseKey, Plan, snapshots};
use crate::definition::Direction;
use crate::record::Entry;
use crate::work::RecoveryGoal;
use std::collections::HashSet;
use std::sync::Arc;

/// What of a drive's past a purge does away with, and what a read adds to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Past {
    /// A real drive: a purge makes it as new as it gets, and reading changes nothing of its state.
    Real,
    /// Simulated: a purge leaves nothing but the clock, on which nothing depends.
    EndsWithPurge,
    /// Simulated: something outlasts a purge, as wear does.
    Whole,
}

impl Plan {
    /// The phases that it measures or skips, in order.
    pub fn phases(&self) -> impl Iterator<Item = &PhaseKey> {
        self.actions.iter().filter_map(|action| match action {
            Action::Measure { key, .. } | Action::Skip { key, .. } => Some(key),
            _ => None,
        })
    }

    /// What is left to do when the phases for which `is_done` holds have their results: no actions
    /// if nothing is.
    pub fn rest(&self, is_done: &dyn Fn(&PhaseKey) -> bool, past: Past) -> Self {
        if self.budget.is_some() && past != Past::Real {
            return self.of_actions(self.all_again(is_done));
        }
        let mut rest = Vec::new();
        // Whether what is left goes on from the state after the action looked at, and the saved
        // states that it returns to.
        let mut needed = false;
        let mut slots = HashSet::new();
        for action in self.actions.iter().rev() {
            match action {
                Action::Measure { key, .. } if !is_done(key) => {
                    needed = true;
                    rest.push(action.clone());
                }
                Action::Measure { work, .. }
                    if past == Past::Real && work.op == Direction::Read => {}
                Action::Measure { key, work } if needed => rest.push(Action::Again {
                    key: key.clone(),
                    work: work.clone(),
                }),
                Action::Skip { key, .. } if !is_done(key) => rest.push(action.clone()),
                Action::Save(slot) if slots.contains(slot) => {
                    needed = true;
                    rest.push(action.clone());
                }
                Action::Restore(slot) if needed => {
                    slots.insert(*slot);
                    needed = false;
                    rest.push(action.clone());
                }
                Action::Purge if needed => {
                    needed = past == Past::Whole;
                    rest.push(action.clone());
                }
                Action::Prepare { .. }
                | Action::Drain
                | Action::Trim { .. }
                | Action::Again { .. }
                    if needed =>
                {
                    rest.push(action.clone());
                }
                _ => {}
            }
        }
        rest.reverse();
        self.of_actions(rest)
    }

    fn of_actions(&self, mut actions: Vec<Action>) -> Self {
        snapshots::keep_only_what_is_restored(&mut actions);
        let (written_bytes, estimated_s) = super::estimate(&actions);
        let rest = Self {
            actions,
            written_bytes,
            estimated_s,
            goes_on: true,
            ..self.clone()
        };
        match &self.budget {
            Some(budget) => rest.within(budget.max, budget.already),
            None => rest,
        }
    }

    /// The same with the speeds of clean passes that these results have, for the passes that are
    /// compared with them.
    pub fn knowing(mut self, results: &[Entry]) -> Self {
        for action in &mut self.actions {
            let work = match action {
                Action::Measure { work, .. } | Action::Again { work, .. } => work,
                _ => continue,
            };
            let Some(goal) = &work.recovery else { continue };
            let mut clean = results.iter().filter(|entry| goal.clean == entry.names());
            let measured = clean.find_map(Entry::result);
            let clean_mb_per_s = measured.map(|measured| measured.throughput_mb_per_s);
            work.recovery = Some(Arc::new(RecoveryGoal {
                clean_mb_per_s: clean_mb_per_s.or(goal.clean_mb_per_s),
                ..RecoveryGoal::clone(goal)
            }));
        }
        self
    }
}
