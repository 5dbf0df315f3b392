//! Garbage collection while the host is idle: when it begins, in which pools, and when it ends.
//! Its steps are those of any other; the next host command ends them.

use super::{Gc, choose};
use crate::ssd::backend::Backend;
use crate::station::NEVER;
use serde::{Deserialize, Serialize};

/// Whether the host is idle.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub enum Pause {
    /// A command is in flight.
    None,
    /// None has been since then, and GC has not looked at this pause.
    Since(u64),
    /// It has: there is no second beginning.
    Begun,
}

impl Default for Pause {
    fn default() -> Self {
        Self::Since(0)
    }
}

impl Gc {
    /// When idle GC begins, if this pause lasts long enough; or [`NEVER`].
    #[inline]
    pub fn idle_begin(&self, now: u64) -> u64 {
        match (&self.spec.idle, self.pause) {
            (Some(idle), Pause::Since(since)) => (since + idle.after_ns).max(now),
            _ => NEVER,
        }
    }
    /// The last command in flight has finished, now.
    #[inline]
    pub fn pause_begins(&mut self, now: u64) {
        self.pause = Pause::Since(now);
    }
    /// The pause has lasted long enough: every pool that has something to gain collects, and
    /// erases ahead.
    pub fn begin_idle(&mut self, backend: &mut Backend) {
        self.pause = Pause::Begun;
        for pool in backend.nand.geometry.all_pools() {
            let is_worth_it = choose::is_worth_idling(&self.view(backend, pool));
            if is_worth_it || backend.has_unerased(pool, self.erased_ahead()) {
                self.runs[pool.index()].idling = true;
                self.schedule.add(pool);
            }
        }
        self.plan(backend);
    }
    /// Free superblocks that an idle drive keeps erased.
    pub fn erased_ahead(&self) -> u32 {
        self.spec
            .idle
            .as_ref()
            .map_or(0, |idle| idle.high_watermark)
    }
    /// A command has come: what is in flight ends, nothing new begins.
    #[inline]
    pub fn end_pause(&mut self, backend: &mut Backend) {
        let pause = std::mem::replace(&mut self.pause, Pause::None);
        if matches!(pause, Pause::Begun) {
            self.end_idle(backend);
        }
    }
    fn end_idle(&mut self, backend: &mut Backend) {
        for pool in backend.nand.geometry.all_pools() {
            if std::mem::take(&mut self.runs[pool.index()].idling) {
                self.settle(backend, pool);
            }
        }
        self.plan(backend);
    }
}
