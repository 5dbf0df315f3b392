//! Pacing: when garbage collection begins, and how host writes go on while it runs. A policy is
//! one file.

mod balanced;
mod foreground;
mod throttle;
mod trickle;

use super::run::Victim;
use crate::spec::{GcSpec, Pacing};

/// One host unit of credit, of which copies earn small parts.
pub const HOST_UNIT: i64 = 1 << 20;

/// What a policy decides.
pub struct Policy {
    /// Whether GC begins, now that a host write needs a new superblock.
    pub begins: fn(&GcSpec, free: u32) -> bool,
    /// Whether the host may write while it runs, for the credit that it earns.
    pub shares: bool,
    /// Whether it continues when no host write waits for it.
    pub runs_by_itself: bool,
    /// The credit that copied units of a victim earn the host.
    pub credit: fn(&GcSpec, &Progress, copied: u32) -> i64,
    /// What a host unit costs of it; whether it continues the write before it.
    pub cost: fn(&GcSpec, sequential: bool) -> i64,
}

/// How far a pool's garbage collection has come.
pub struct Progress<'a> {
    /// What it empties.
    pub victim: &'a Victim,
    /// Free superblocks.
    pub free: u32,
    /// Positions left in the superblock that the host fills; 0 if none is open.
    pub open_units: u32,
    pub units_per_superblock: u32,
}

impl Progress<'_> {
    /// Units free now, with what the victim has freed so far.
    fn level(&self) -> i64 {
        let freed = i64::from(self.victim.cursor) - i64::from(self.victim.moved);
        self.superblocks(self.free) + i64::from(self.open_units) + freed
    }
    /// Units of some superblocks.
    fn superblocks(&self, superblocks: u32) -> i64 {
        i64::from(superblocks) * i64::from(self.units_per_superblock)
    }
    /// Units that some copies free, in parts of [`HOST_UNIT`].
    fn freed(&self, copied: u32) -> i64 {
        let valid = self.victim.valid;
        let gain = i64::from(self.units_per_superblock) - i64::from(valid);
        i64::from(copied) * gain * HOST_UNIT / i64::from(valid.max(1))
    }
}

/// The policy of that name.
pub fn policy(pacing: Pacing) -> &'static Policy {
    match pacing {
        Pacing::Foreground => &foreground::POLICY,
        Pacing::Trickle => &trickle::POLICY,
        Pacing::Throttle => &throttle::POLICY,
        Pacing::Balanced => &balanced::POLICY,
    }
}

/// GC begins at the low watermark.
fn begins_late(spec: &GcSpec, free: u32) -> bool {
    free <= spec.low_watermark
}

/// Every host unit costs the same.
fn alike(_: &GcSpec, _sequential: bool) -> i64 {
    HOST_UNIT
}
