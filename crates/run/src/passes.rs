//! Passes, one after the other, until one is nearly as fast as a clean one, or nothing changes.

use fourcorners_bench::RecoveryGoal;
use fourcorners_bench::record::Recovery;
use fourcorners_block::Nanos;
use std::sync::Arc;

/// Three passes in a row that differ by at most 2 % end it: what a pass does for the drive, it has
/// done. Ten passes of a drive that is stuck at 20 MB/s would take a day and a half.
const ALIKE: usize = 3;
const ALIKE_PERCENT: f64 = 2.0;

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
        let are_left = self.mb_per_s.len() < self.goal.passes_max as usize;
        !is_enough && are_left && !self.is_stuck()
    }

    /// Whether the last passes were as fast as one another.
    fn is_stuck(&self) -> bool {
        let Some(last) = self.mb_per_s.last_chunk::<ALIKE>() else {
            return false;
        };
        let slowest = last.iter().copied().fold(f64::INFINITY, f64::min);
        let fastest = last.iter().copied().fold(0.0, f64::max);
        fastest <= slowest * (1.0 + ALIKE_PERCENT / 100.0)
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

#[cfg(test)]
mod tests {
    use super::*;

    /// How many passes there are of a drive whose clean one has 100 MB/s.
    fn passes(mut speed: impl FnMut(usize) -> f64) -> usize {
        let goal = Arc::new(RecoveryGoal {
            clean: ["recovery", "", "clean"].map(String::from),
            clean_mb_per_s: None,
            percent: 90,
            passes_max: 10,
        });
        let mut passes = Passes::new(&goal, 100.0, Nanos(0));
        let (mut now, mut bytes) = (0.0, 0);
        loop {
            bytes += 1_000_000_000;
            now += 1e12 / speed(passes.mb_per_s.len());
            if !passes.end(Nanos(now as u64), bytes) {
                return passes.mb_per_s.len();
            }
        }
    }

    #[test]
    fn passes_go_on_as_long_as_they_gain_and_there_are_any() {
        assert_eq!(passes(|n| 30.0 + 3.0 * n as f64), 10);
        assert_eq!(passes(|n| 60.0 + 10.0 * n as f64), 4);
    }

    #[test]
    fn three_passes_alike_end_it() {
        assert_eq!(passes(|_| 30.0), 3);
        assert_eq!(passes(|n| if n < 2 { 30.0 } else { 50.0 }), 5);
        assert_eq!(passes(|n| 30.0 + n as f64 % 2.0), 10);
    }
}
