//! Wakes threads that have nothing to do when there may be something.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Rung whenever a state is saved, and whenever a part of a run is over.
#[derive(Default)]
pub struct Bell {
    rung: Mutex<u64>,
    heard: Condvar,
}

impl Bell {
    fn lock(&self) -> MutexGuard<'_, u64> {
        self.rung.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn ring(&self) {
        *self.lock() += 1;
        self.heard.notify_all();
    }

    /// How often it was rung.
    pub fn count(&self) -> u64 {
        *self.lock()
    }

    /// Until it has been rung more than `count` times, or so long.
    pub fn wait(&self, count: u64, at_most: Duration) {
        let rung = self.lock();
        let heard = &self.heard;
        drop(heard.wait_timeout_while(rung, at_most, |rung| *rung == count));
    }
}
