//! Threads that simulate drives: each leads the run of one, and helps with the others' when no
//! drive is left to begin.

use crate::memory::needed_bytes;
use fourcorners_run::{Bell, SharedRun};
use fourcorners_sim::DriveSpec;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How long a helper sleeps at most. Whatever it waits for rings the bell; but memory that others
/// of this host give back does not.
const LOOK_UP: Duration = Duration::from_secs(1);

pub(crate) struct Crew<'a> {
    pub bell: Arc<Bell>,
    state: Mutex<State<'a>>,
}

struct State<'a> {
    /// Runs in progress.
    runs: Vec<Open<'a>>,
    /// Runs that have not ended, begun or not.
    left: usize,
    /// Memory for more drives, in bytes.
    room: u64,
}

struct Open<'a> {
    run: Arc<SharedRun<'a>>,
    spec: &'a DriveSpec,
}

impl<'a> Crew<'a> {
    /// `room`: memory for all drives, in bytes.
    pub fn new(runs: usize, room: u64) -> Self {
        Self {
            bell: Arc::default(),
            state: Mutex::new(State {
                runs: Vec::new(),
                left: runs,
                room,
            }),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State<'a>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does the work of one of the runs; it counts as ended then.
    pub fn one<T>(&self, work: impl FnOnce() -> T) -> T {
        let _ended = OnDrop(|| {
            self.lock().left -= 1;
            self.bell.ring();
        });
        work()
    }

    /// Does the work of a run; others can help with it meanwhile.
    pub fn lead<T>(
        &self,
        run: &Arc<SharedRun<'a>>,
        spec: &'a DriveSpec,
        work: impl FnOnce() -> T,
    ) -> T {
        self.lock().runs.push(Open {
            run: Arc::clone(run),
            spec,
        });
        let _ended = OnDrop(|| {
            let mut state = self.lock();
            state.runs.retain(|open| !Arc::ptr_eq(&open.run, run));
        });
        self.alone(spec, work)
    }

    /// Does the work of a run with which nobody can help.
    pub fn alone<T>(&self, spec: &DriveSpec, work: impl FnOnce() -> T) -> T {
        let needed = needed_bytes(spec);
        // As many lead as there is memory for.
        let mut state = self.lock();
        state.room = state.room.saturating_sub(needed);
        drop(state);
        let _given_back = OnDrop(|| {
            let mut state = self.lock();
            state.room = state.room.saturating_add(needed);
        });
        work()
    }

    /// Helps with runs until all have ended.
    pub fn help(&self) {
        loop {
            let count = self.bell.count();
            if let Some((run, spec)) = self.run_to_help() {
                let _given_back = OnDrop(|| {
                    let mut state = self.lock();
                    state.room = state.room.saturating_add(spec.memory_bytes());
                });
                run.help(&|| spec.drive());
            } else if self.lock().left == 0 {
                return;
            } else {
                self.bell.wait(count, LOOK_UP);
            }
        }
    }

    /// The run with the most to do of those whose drive there is memory for, which is taken.
    fn run_to_help(&self) -> Option<(Arc<SharedRun<'a>>, &'a DriveSpec)> {
        let mut state = self.lock();
        let fits = |open: &&Open<'_>| open.spec.memory_bytes() <= state.room;
        let runs = state.runs.iter().filter(fits);
        let ready = runs.map(|open| (open.run.ready(), open));
        let (_, open) = ready
            .filter(|(ready, _)| *ready > 0)
            .max_by_key(|(ready, _)| *ready)?;
        let (run, spec) = (Arc::clone(&open.run), open.spec);
        state.room -= spec.memory_bytes();
        Some((run, spec))
    }
}

/// Does something also where the work before panics: nobody may wait for it for ever.
struct OnDrop<F: FnMut()>(F);

impl<F: FnMut()> Drop for OnDrop<F> {
    fn drop(&mut self) {
        (self.0)();
    }
}
