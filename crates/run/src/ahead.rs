//! Observer of a part of a run that another thread carries out before its turn.

use fourcorners_bench::record::Event;
use fourcorners_bench::{Buffer, FolderError, Observer, Progress, Sink};
use std::sync::atomic::{AtomicBool, Ordering};

/// Who watches the run hears of the part's events when they are written.
pub struct Ahead<'r, 'o> {
    /// On the thread that leads.
    pub leader: Option<&'r mut Leader<'o>>,
    /// Whether all threads are to stop.
    pub stop: &'r AtomicBool,
    /// The wall-clock time.
    pub clock: fn() -> String,
}

/// What the thread that leads writes meanwhile: the lines of the part whose turn it is, which
/// another thread carries out.
pub struct Leader<'o> {
    pub observer: &'o mut dyn Observer,
    pub folder: &'o mut dyn Sink,
    pub in_turn: &'o Buffer,
    /// The folder could not be written.
    pub failed: Option<FolderError>,
}

impl Leader<'_> {
    pub fn hand_on(&mut self) {
        if self.failed.is_none() {
            let written = self.in_turn.hand_on(self.folder, self.observer);
            self.failed = written.err();
        }
    }
}

impl Observer for Ahead<'_, '_> {
    fn progress(&mut self, progress: &Progress<'_>) {
        if let Some(leader) = &mut self.leader {
            leader.observer.progress(progress);
            leader.hand_on();
        }
    }
    fn event(&mut self, _event: &Event) -> String {
        (self.clock)()
    }
    fn stop_requested(&self) -> bool {
        let is_to_stop =
            |leader: &&mut Leader<'_>| leader.failed.is_some() || leader.observer.stop_requested();
        if self.leader.as_ref().is_some_and(is_to_stop) {
            self.stop.store(true, Ordering::Relaxed);
        }
        self.stop.load(Ordering::Relaxed)
    }
}
