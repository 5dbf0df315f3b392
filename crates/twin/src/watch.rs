//! What stops a simulation, or the whole fit, before its end.

use fourcorners_bench::{Observer, PhaseKey};

/// Who watches a fit, and may stop it.
pub trait Progress: Sync {
    /// Rounds that are over, of how many, and the error of this step's best twin, once it has one.
    /// After the last, the twin is simulated in all tests of the run.
    fn generation(&self, done: usize, of: usize, error: Option<f64>);
    /// True as soon as the user wants it to end.
    fn stop_requested(&self) -> bool;
}

/// Stops a simulation when the user wants it, or when the drive is hopeless.
pub struct Watch<'a> {
    progress: &'a dyn Progress,
    /// Whether a drive is hopeless, by its I/Os until the end of each second of a phase.
    is_hopeless: &'a dyn Fn(&PhaseKey, &[f64]) -> bool,
    ios: Vec<f64>,
    stops: bool,
}

impl<'a> Watch<'a> {
    pub fn new(
        progress: &'a dyn Progress,
        is_hopeless: &'a dyn Fn(&PhaseKey, &[f64]) -> bool,
    ) -> Self {
        Self {
            progress,
            is_hopeless,
            ios: Vec::new(),
            stops: false,
        }
    }
}

impl Observer for Watch<'_> {
    fn progress(&mut self, progress: &fourcorners_bench::Progress<'_>) {
        if progress.second.is_none_or(|second| second == 0) {
            self.ios.clear();
        }
        let ios = self.ios.last().unwrap_or(&0.0) + progress.iops;
        self.ios.push(ios);
        let phase = progress.phase;
        self.stops |= phase.is_some_and(|phase| (self.is_hopeless)(phase, &self.ios));
    }

    fn stop_requested(&self) -> bool {
        self.stops || self.progress.stop_requested()
    }
}

/// Of a drive that is to be simulated in any case.
pub fn never(_: &PhaseKey, _: &[f64]) -> bool {
    false
}
