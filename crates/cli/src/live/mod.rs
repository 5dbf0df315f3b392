//! `--live`: drives as they are measured, on the whole terminal of stderr.
//!
//! Who measures leaves what it has seen ([`seen`]) and goes on; a thread of its own looks at that a
//! few times a second, draws ([`screen`]), and reads the keys ([`view`]). Nothing that is measured
//! waits for the terminal.

mod axis;
mod drawer;
mod history;
mod look;
mod panel;
mod results;
mod screen;
mod seen;
mod terminal;
mod view;

pub use terminal::{is_open, leave, unfit};

use crate::interrupt::stop_requested;
use crate::progress::run_name;
use crate::wording;
use fourcorners_bench::record::{Entry, Event};
use fourcorners_lab::{LabError, Message, Observer, Progress, Watcher};
use seen::{Seen, State};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Instant;

/// What is known of the runs, for who measures and who draws.
#[derive(Default)]
struct Shared {
    runs: Mutex<Vec<Arc<Mutex<Seen>>>>,
    /// What was said last, and when.
    note: Mutex<Option<(Instant, String)>>,
    /// Nothing is drawn any more.
    over: AtomicBool,
}

/// Held for so long as a second takes to be noted, or a run to be copied.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[derive(Default)]
pub struct Live {
    shared: Arc<Shared>,
    /// From the first drive on: what is refused or asked before is said as usual.
    drawer: Mutex<Option<JoinHandle<()>>>,
    advice: Mutex<Option<String>>,
}

impl Live {
    /// With something to be said before the first drive is measured.
    pub fn with_advice(self, advice: Option<String>) -> Self {
        *lock(&self.advice) = advice;
        self
    }

    /// The first run that has this name and has not begun, or another.
    fn seen(&self, name: String) -> Arc<Mutex<Seen>> {
        let mut runs = lock(&self.shared.runs);
        let is_waiting = |run: &&Arc<Mutex<Seen>>| {
            let run = lock(run);
            run.name == name && run.state == State::Waiting
        };
        let found = runs.iter().find(is_waiting).cloned();
        found.unwrap_or_else(|| {
            let run = Arc::new(Mutex::new(Seen::waiting(name)));
            runs.push(Arc::clone(&run));
            run
        })
    }
}

impl Watcher for Live {
    fn planned(&self, runs: &[(String, u32)]) {
        let waiting = |(drive, repeat): &(String, u32)| {
            Arc::new(Mutex::new(Seen::waiting(run_name(drive, *repeat))))
        };
        lock(&self.shared.runs).extend(runs.iter().map(waiting));
    }

    fn observer(&self, drive: &str, repeat: u32) -> Box<dyn Observer + '_> {
        if let Some(advice) = lock(&self.advice).take() {
            self.say(&advice);
        }
        let seen = self.seen(run_name(drive, repeat));
        lock(&seen).begin(Instant::now());
        lock(&self.drawer).get_or_insert_with(|| drawer::start(Arc::clone(&self.shared)));
        Box::new(Follower(seen))
    }

    fn say(&self, sentence: &str) {
        *lock(&self.shared.note) = Some((Instant::now(), sentence.into()));
        terminal::say(sentence);
    }

    fn message(&self, error: &LabError) -> Message {
        wording::message(error)
    }

    fn stop_requested(&self) -> bool {
        stop_requested()
    }
}

impl Drop for Live {
    fn drop(&mut self) {
        self.shared.over.store(true, Ordering::Relaxed);
        if let Some(drawer) = lock(&self.drawer).take() {
            drawer.thread().unpark();
            // What went wrong with drawing is no matter of what was measured.
            let _ = drawer.join();
        }
        leave();
    }
}

/// Notes what one run does.
struct Follower(Arc<Mutex<Seen>>);

impl Observer for Follower {
    fn progress(&mut self, progress: &Progress<'_>) {
        lock(&self.0).progress(progress, Instant::now());
    }

    fn event(&mut self, event: &Event) -> String {
        lock(&self.0).event(event, Instant::now());
        fourcorners_lab::wall_clock()
    }

    fn result(&mut self, entry: &Entry) {
        lock(&self.0).result(entry);
    }

    fn stop_requested(&self) -> bool {
        stop_requested()
    }
}

impl Drop for Follower {
    fn drop(&mut self) {
        lock(&self.0).left(Instant::now());
    }
}
