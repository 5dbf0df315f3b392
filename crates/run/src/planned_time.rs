//! How far a run is, by planned time.

use fourcorners_bench::{Plan, Work};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Seconds of the drive's clock, of all work that is done, whichever thread did it.
pub struct PlannedTime {
    done_s: Mutex<f64>,
    all_s: f64,
}

impl PlannedTime {
    pub fn of(plan: &Plan) -> Self {
        Self {
            done_s: Mutex::new(0.0),
            all_s: plan.estimated_s,
        }
    }

    fn lock(&self) -> MutexGuard<'_, f64> {
        self.done_s.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Work is done.
    pub fn done(&self, work: &Work) {
        self.passed(work.estimate().1);
    }

    /// So many seconds are done, or not needed.
    pub fn passed(&self, seconds: f64) {
        *self.lock() += seconds;
    }

    /// Share of the run that is done, 0 to 1, and the seconds that are left, with this share of
    /// the current work.
    pub fn with(&self, work: &Work, fraction: f64) -> (f64, f64) {
        let done_s = *self.lock() + work.estimate().1 * fraction;
        let share = (done_s / self.all_s.max(1.0)).min(1.0);
        (share, (self.all_s - done_s).max(0.0))
    }
}
