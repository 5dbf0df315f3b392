//! Passes, one after the other, until one is nearly as fast as a clean one.

use crate::record::Recovery;
use crate::work::RecoveryGoal;
use fourcorners_block::Nanos;
use std::sync::Arc;

/// The passes of a piece of work that is under way.
pub struct Passes {
    goal: Arc<RecoveryGoal>,
    /// MB/s of the clean pass.
    clean_mb_per_s: f64,
    /// When the current pass began, and the bytes of those before it.
    began: Nanos,
    bytes_before: u64,
    mb_per_s: Vec<f64>,
}

impl Passes {
    pub fn new(goal: &Arc<RecoveryGoal>, clean_mb_per_s: f64, start: Nanos) -> Self {
        Self {
            goal: Arc::clone(goal),
            clean_mb_per_s,
            began: start,
            bytes_before: 0,
            mb_per_s: Vec::new(),
        }
    }

    /// A pass has ended; `bytes` of all. Whether another one is to follow.
    pub fn end(&mut self, finished: Nanos, bytes: u64) -> bool {
        let ns = finished.0.saturating_sub(self.began.0).max(1);
        let speed = (bytes - self.bytes_before) as f64 * 1e3 / ns as f64;
        self.mb_per_s.push(speed);
        (self.began, self.bytes_before) = (finished, bytes);
        let is_enough = self.goal.is_reached(self.clean_mb_per_s, speed);
        !is_enough && self.mb_per_s.len() < self.goal.passes_max as usize
    }

    /// For the run's folder.
    pub fn recovery(&self) -> Recovery {
        let enough = |speed: &f64| self.goal.is_reached(self.clean_mb_per_s, *speed);
        let reached = self.mb_per_s.iter().position(enough);
        Recovery {
            clean_phase: self.goal.clean[2].clone(),
            clean_mb_per_s: self.clean_mb_per_s,
            percent: self.goal.percent,
            passes_max: self.goal.passes_max,
            passes_mb_per_s: self.mb_per_s.clone(),
            recovered_at_pass: reached.map(|pass| pass as u32 + 1),
        }
    }
}
