//! Speeds of clean passes, with which later phases of the plan are compared.

use super::Bell;
use fourcorners_bench::record::Measured;
use fourcorners_bench::{Action, PhaseKey, Plan, RecoveryGoal};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A phase by its names, and MB/s of its pass, if that has ended.
struct CleanPass {
    names: [String; 3],
    mb_per_s: Option<f64>,
}

/// Those that a plan's phases ask for, whichever thread measures them.
pub struct CleanPasses {
    passes: Mutex<Vec<CleanPass>>,
    bell: Arc<Bell>,
}

/// What the passes of an action are compared with.
fn goal(action: &Action) -> Option<&RecoveryGoal> {
    action.work()?.recovery.as_deref()
}

impl CleanPasses {
    pub fn new(plan: &Plan, bell: Arc<Bell>) -> Self {
        let goals = plan.actions.iter().filter_map(goal);
        let passes = goals.map(|goal| CleanPass {
            names: goal.clean.clone(),
            mb_per_s: goal.clean_mb_per_s,
        });
        Self {
            passes: Mutex::new(passes.collect()),
            bell,
        }
    }

    fn lock(&self) -> MutexGuard<'_, Vec<CleanPass>> {
        self.passes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A phase has its result.
    pub fn measured(&self, key: &PhaseKey, measured: &Measured) {
        let mut passes = self.lock();
        let mut is_asked_for = false;
        for pass in passes.iter_mut().filter(|pass| pass.names == key.names()) {
            pass.mb_per_s = Some(measured.throughput_mb_per_s);
            is_asked_for = true;
        }
        drop(passes);
        if is_asked_for {
            self.bell.ring();
        }
    }

    /// MB/s of the clean pass, if it is known.
    pub fn of(&self, goal: &RecoveryGoal) -> Option<f64> {
        let passes = self.lock();
        let mut named = passes.iter().filter(|pass| pass.names == goal.clean);
        named.find_map(|pass| pass.mb_per_s)
    }

    /// Whether some actions, which are carried out in order, know all that they are compared with.
    pub fn are_known_to(&self, actions: &[Action]) -> bool {
        let measures = |goal: &RecoveryGoal| {
            let mut actions = actions.iter();
            actions.any(|action| match action {
                Action::Measure { key, .. } => goal.clean == key.names(),
                _ => false,
            })
        };
        let mut goals = actions.iter().filter_map(goal);
        goals.all(|goal| self.of(goal).is_some() || measures(goal))
    }
}
