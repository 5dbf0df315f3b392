//! Power states: an idle drive sleeps more deeply the longer it is left alone, and takes a while
//! to wake up.

use crate::spec::{PowerSpec, PowerState};
use serde::{Deserialize, Serialize};

/// Since when it is idle, and what sleeping has saved so far.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Sleep {
    idle_mw: u64,
    states: [Option<PowerState>; 2],
    /// No command has been in flight since then, nor background work; `None`: one is.
    idle_since: Option<u64>,
    /// Picojoules, of pauses that are over.
    saved: u128,
}

impl Sleep {
    /// Of a drive that is new.
    pub fn new(spec: Option<&PowerSpec>, now: u64) -> Self {
        Self {
            idle_mw: spec.map_or(0, |spec| spec.idle_mw),
            states: spec.map_or([None; 2], |spec| spec.states),
            idle_since: Some(now),
            saved: 0,
        }
    }
    /// The last command in flight has finished.
    #[inline]
    pub fn begins(&mut self, now: u64) {
        self.idle_since = Some(now);
    }
    /// Background work keeps it awake until then.
    #[inline]
    pub fn is_put_off(&mut self, until: u64) {
        if let Some(since) = &mut self.idle_since {
            *since = until.max(*since);
        }
    }
    /// A command has come; returns when it is awake.
    #[inline]
    pub fn ends(&mut self, now: u64) -> u64 {
        match self.idle_since.take() {
            Some(since) if self.states[0].is_some() => self.wake(since, now),
            _ => now,
        }
    }
    fn wake(&mut self, since: u64, now: u64) -> u64 {
        self.saved += self.saved_since(since, now);
        let slept = now.saturating_sub(since);
        let mut states = self.states.iter().flatten();
        let deepest = states.rfind(|state| slept >= state.after_ns);
        now + deepest.map_or(0, |state| state.exit_ns)
    }
    /// Picojoules that a pause saves until an instant.
    fn saved_since(&self, since: u64, now: u64) -> u128 {
        let mut saved = 0;
        let mut states = self.states.iter().flatten().peekable();
        while let Some(state) = states.next() {
            let from = since + state.after_ns;
            let until = states
                .peek()
                .map_or(now, |next| now.min(since + next.after_ns));
            let less = self.idle_mw.saturating_sub(state.mw);
            saved += u128::from(until.saturating_sub(from)) * u128::from(less);
        }
        saved
    }
    /// Picojoules that sleeping has saved until an instant.
    pub fn saved(&self, now: u64) -> u128 {
        self.saved
            + self
                .idle_since
                .map_or(0, |since| self.saved_since(since, now))
    }
}
