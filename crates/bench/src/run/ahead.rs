//! Who watches a part of a run that is carried out before its turn.

use crate::observer::{Observer, Progress};
use crate::record::Event;
use std::sync::atomic::{AtomicBool, Ordering};

/// Who watches the run hears of the part's events when they are written.
pub struct Ahead<'r, 'o> {
    /// On the thread that leads.
    pub leader: Option<&'o mut (dyn Observer + 'o)>,
    /// Whether all threads are to stop.
    pub stop: &'r AtomicBool,
    /// The wall-clock time.
    pub clock: fn() -> String,
}

impl Observer for Ahead<'_, '_> {
    fn progress(&mut self, progress: &Progress<'_>) {
        if let Some(leader) = &mut self.leader {
            leader.progress(progress);
        }
    }
    fn event(&mut self, _event: &Event) -> String {
        (self.clock)()
    }
    fn stop_requested(&self) -> bool {
        if self
            .leader
            .as_ref()
            .is_some_and(|leader| leader.stop_requested())
        {
            self.stop.store(true, Ordering::Relaxed);
        }
        self.stop.load(Ordering::Relaxed)
    }
}
