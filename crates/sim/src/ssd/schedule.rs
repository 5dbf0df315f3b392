//! Which pools have background work, and whose next step comes first.

use super::id::Pool;
use serde::{Deserialize, Serialize};

/// Pools with a next step.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Schedule {
    active: Vec<Pool>,
    /// When at the earliest, and whose.
    next: Option<(u64, Pool)>,
}

impl Schedule {
    /// The next step: its time may have passed.
    #[inline]
    pub fn next(&self) -> Option<(u64, Pool)> {
        self.next
    }
    /// Whether no other pool has work.
    #[inline]
    pub fn is_alone(&self, pool: Pool) -> bool {
        matches!(self.active.as_slice(), [only] if *only == pool)
    }
    /// A pool has work; says whether it had none.
    pub fn add(&mut self, pool: Pool) -> bool {
        let new = !self.active.contains(&pool);
        if new {
            self.active.push(pool);
        }
        new
    }
    /// A pool has none any more.
    #[inline]
    pub fn remove(&mut self, pool: Pool) {
        if let Some(place) = self.active.iter().position(|active| *active == pool) {
            self.active.swap_remove(place);
        }
    }
    /// Finds the next step, given when each pool's can be taken at the earliest. To be called when
    /// a step was taken or a pool was added: nothing else changes it.
    #[inline(always)]
    pub fn plan(&mut self, time_of: impl Fn(Pool) -> u64) {
        self.next = match self.active.as_slice() {
            [] => None,
            [only] => Some((time_of(*only), *only)),
            several => earliest(several, time_of),
        };
    }
}

/// Apart from [`Schedule::plan`]: most drives have one pool.
#[inline(never)]
fn earliest(pools: &[Pool], time_of: impl Fn(Pool) -> u64) -> Option<(u64, Pool)> {
    pools.iter().map(|pool| (time_of(*pool), *pool)).min()
}

#[cfg(test)]
mod tests;
