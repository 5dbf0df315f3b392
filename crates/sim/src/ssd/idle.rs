//! Collection while the host is idle: when it begins, in which pools, and when it ends. The steps
//! are those of `collect.rs`; the next host command ends them.

use super::{Ssd, policy};

/// Since when nothing is in flight, and whether collection has looked at this pause.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pause {
    /// The last command finished then.
    since: u64,
    /// Idle collection has begun in this pause: there is no second beginning.
    begun: bool,
}

impl Pause {
    /// Whether idle collection has begun.
    #[inline]
    pub fn has_begun(&self) -> bool {
        self.begun
    }
}

impl Ssd {
    /// When idle collection begins, if this pause lasts long enough.
    #[inline]
    pub(super) fn idle_begin(&self) -> Option<u64> {
        let idle = self.spec.collection.idle.as_ref()?;
        let pause = &self.state.pause;
        (!pause.begun && self.state.queue.in_flight() == 0)
            .then(|| (pause.since + idle.after_ns).max(self.state.now))
    }

    /// The last command in flight has finished, now.
    #[inline]
    pub(super) fn pause_begins(&mut self) {
        self.state.pause = Pause {
            since: self.state.now,
            begun: false,
        };
    }

    /// The pause has lasted long enough: every pool that has something to gain collects.
    pub(super) fn begin_idle_collection(&mut self) {
        self.state.pause.begun = true;
        for pool in 0..self.geometry.pools {
            if self.has_idle_work(pool) {
                self.state.pools[pool as usize].idling = true;
                if !self.state.active.contains(&pool) {
                    self.state.active.push(pool);
                }
            }
        }
        self.plan_step();
    }

    /// A command has come: what is under way ends, nothing new begins.
    #[inline]
    pub(super) fn end_idle_collection(&mut self) {
        self.state.pause.begun = false;
        for pool in 0..self.geometry.pools {
            if std::mem::take(&mut self.state.pools[pool as usize].idling) {
                self.settle(pool);
            }
        }
        self.plan_step();
    }

    /// Whether collecting an idle pool gains anything.
    pub(super) fn has_idle_work(&mut self, pool_index: u32) -> bool {
        let Some(idle) = &self.spec.collection.idle else {
            return false;
        };
        let units = self.geometry.units_per_superblock;
        let pool = &mut self.state.pools[pool_index as usize];
        if pool.victim.is_some() {
            return true; // to its end: half of a victim frees nothing
        }
        let candidate = pool.emptiest();
        pool.free() < idle.stop_free
            && candidate.is_some_and(|(_, valid)| {
                valid < units && policy::worth_idling_for(idle, valid, units)
            })
    }
}
