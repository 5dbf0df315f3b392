//! A simulated SSD: its parts, and what happens when.
//!
//! * [`host`]: what a request does
//! * [`ftl`]: where host data goes (page, hybrid or block mapping); [`gc`] makes room for it
//! * [`backend`]: what lies where on the NAND, and what is done to it
//! * [`nand`], [`controller`]: what takes how long, and is busy until when
//!
//! The clock and the host queue are [`crate::station`]'s. Whatever has a time of its own in between
//! (dies, channels, link, processors) is reserved ahead.

mod backend;
mod controller;
mod ftl;
mod gc;
mod heat;
mod host;
mod id;
#[cfg(test)]
mod model_test;
mod nand;
mod schedule;
mod sleep;

use crate::drive_spec::DriveSpec;
use crate::identity;
use crate::spec::{OwnPolicy, SsdSpec};
use crate::station::{Admit, Admitted, Device, Finishing, Station};
use backend::Backend;
pub use backend::UNITS_AT_MOST;
use fourcorners_block::{Counters, DriveError, HostQueue, Op, Purge};
use ftl::{Ftl, Meanwhile};
use heat::Heat;
use host::Host;
use serde::{Deserialize, Serialize};
use sleep::Sleep;
use std::collections::BTreeMap;

/// Requests ahead in the host queue whose L2P entries are prefetched.
const LOOK_AHEAD: usize = 2 * LOOK_AHEAD_TOGETHER;
/// Requests ahead whose old superblock is prefetched: by then their L2P entries have come.
const LEAVING_AHEAD: usize = LOOK_AHEAD_TOGETHER;
/// Requests that are prefetched at once, so that their page walks overlap.
const LOOK_AHEAD_TOGETHER: usize = 8;

/// A simulated SSD.
pub struct Ssd {
    spec: SsdSpec,
    host: Host,
    ftl: Ftl,
    backend: Backend,
    sleep: Sleep,
    heat: Heat,
    /// Time during which a command was in flight, of pauses before the last one; and since when
    /// one is, if one is.
    busy_ns: u64,
    busy_since: Option<u64>,
}

/// A copy of its state.
#[derive(Serialize, Deserialize)]
pub struct Saved {
    host: Host,
    ftl: ftl::Saved,
    backend: backend::Saved,
    sleep: Sleep,
    heat: Heat,
    busy_ns: u64,
    busy_since: Option<u64>,
}

impl Ssd {
    /// A new drive of that kind: securely erased, at time 0.
    pub fn drive(spec: &SsdSpec) -> Station<Self> {
        let backend = Backend::new(spec);
        Station::around(
            identity::of_ssd(spec),
            Self {
                spec: spec.clone(),
                host: Host::new(spec),
                ftl: Ftl::new(spec, &backend),
                backend,
                sleep: Sleep::new(spec.power.as_ref(), 0),
                heat: Heat::new(spec.heat.as_ref(), 0),
                busy_ns: 0,
                busy_since: None,
            },
        )
    }

    /// A command has come: the drive wakes up, and looks how warm it is.
    #[inline]
    fn wakes(&mut self, now: u64) {
        if self.busy_since.is_none() {
            self.busy_since = Some(now);
            let awake = self.sleep.ends(now);
            if awake > now {
                self.backend.controller.until(awake);
            }
        }
        if self.heat.is_due(now) {
            self.looks_at_heat(now);
        }
    }
    fn looks_at_heat(&mut self, now: u64) {
        let busy_ns = self.busy_ns + self.busy_since.map_or(0, |since| now - since);
        let saved = self.sleep.saved(now);
        let energy_uj = self.backend.energy_uj(&self.spec, now, busy_ns, saved);
        self.heat.look(now, energy_uj);
        self.backend.controller.throttle(self.heat.left_per_mille());
    }

    /// A write waits and nothing will ever happen again.
    fn no_progress(&self) -> DriveError {
        let free: u32 = self
            .backend
            .pools
            .iter()
            .map(backend::Superblocks::free)
            .sum();
        let (name, bad) = (&self.spec.name, self.backend.wear.bad());
        DriveError::Lost(if bad > 0 {
            format!(
                "{name} is worn out: {bad} of its {} superblocks are bad, and the remaining ones \
                 have no room for more writes",
                self.backend.nand.geometry.superblocks()
            )
        } else {
            format!(
                "{name} is stuck: a write waits for free blocks, {free} superblocks are free, and \
                 GC finds no victim that would free more space than its copies need; the drive \
                 needs more spare area, or less capacity"
            )
        })
    }

    /// Begins to fetch what requests that are next but some will need: the L2P entry, and later
    /// the superblock that an overwritten page leaves.
    #[inline]
    fn look_ahead(&self, queue: &HostQueue) {
        let (geometry, l2p) = (&self.backend.nand.geometry, &self.backend.l2p);
        for ahead in queue.peek(LOOK_AHEAD..LOOK_AHEAD + LOOK_AHEAD_TOGETHER) {
            l2p.prefetch(geometry.lpn_of(ahead.lba.0));
        }
        for ahead in queue.peek(LEAVING_AHEAD..LEAVING_AHEAD + LOOK_AHEAD_TOGETHER) {
            if matches!(ahead.op, Op::Write { .. })
                && let Some(address) = l2p.lookup(geometry.lpn_of(ahead.lba.0))
            {
                self.backend.prefetch_leaving(address);
            }
        }
    }
}

impl Device for Ssd {
    type Saved = Saved;

    #[inline]
    fn arrives(&mut self, queue: &HostQueue) {
        self.ftl.pause_ends(&mut self.backend);
        if queue.waiting().is_multiple_of(LOOK_AHEAD_TOGETHER) {
            self.look_ahead(queue);
        }
    }
    #[inline]
    fn admit(&mut self, now: u64, admitted: Admitted<'_>, finishing: &mut Finishing) -> Admit {
        self.wakes(now);
        self.start(now, admitted, finishing)
    }
    #[inline]
    fn can_go_on(&self, now: u64) -> bool {
        self.host.holds() || self.ftl.next_step().is_some_and(|(at, _)| at <= now)
    }
    /// Writes that wait go on as soon as they can; then background work takes a step.
    #[inline]
    fn go_on(&mut self, now: u64, finishing: &mut Finishing) -> Result<bool, DriveError> {
        loop {
            if self.host.holds() && self.held_can_go_on(now) {
                self.go_on_with_held(now, finishing);
            }
            let Some((at, pool)) = self.ftl.next_step() else {
                return Ok(false);
            };
            if at > now {
                return Ok(false);
            }
            self.sleep.is_put_off(now);
            let completes = finishing.first() <= now;
            let meanwhile = Meanwhile {
                completes,
                waits_for: self.host.waits_for(),
            };
            // Else it would go on so for ever.
            if !self.ftl.step(&mut self.backend, pool, now, &meanwhile) {
                if self.host.holds() {
                    return Err(self.no_progress());
                }
                // Nobody waits for it: an idle drive, which only reads can be asked of.
                self.ftl.stop();
            }
            if completes {
                return Ok(true);
            }
        }
    }
    #[inline]
    fn next(&mut self, now: u64) -> u64 {
        let mut next = self.ftl.idle_begin(now);
        if let Some((at, _)) = self.ftl.next_step() {
            next = next.min(at.max(now));
        }
        if self.host.waits_for_buffer() {
            next = next.min(self.backend.buffer.next_free());
        }
        next
    }
    /// All else is gone on with: what begins by itself is garbage collection of an idle drive.
    fn act(&mut self, _now: u64, _finishing: &mut Finishing) {
        self.ftl.begin_idle(&mut self.backend);
    }
    #[inline]
    fn drained(&mut self, now: u64) {
        self.ftl.pause_begins(now);
        self.sleep.begins(now);
        self.busy_ns += self.busy_since.take().map_or(0, |since| now - since);
    }
    fn stuck(&self) -> Option<DriveError> {
        self.host.holds().then(|| self.no_progress())
    }
    fn write_buffer_empty_at(&self, now: u64) -> u64 {
        self.backend.programmed(now)
    }
    /// Secure erase.
    fn purge(&mut self, now: u64) -> (Purge, u64) {
        let end = self.backend.erase_all(now, &self.spec);
        self.host = Host::new(&self.spec);
        self.decide_plain();
        self.ftl = Ftl::new(&self.spec, &self.backend);
        (Purge::SecureErase, end)
    }
    fn watch_volatile(&mut self) -> Option<u64> {
        self.begin_account()
    }
    fn volatile(&self, now: u64, writes: &mut BTreeMap<u64, u32>) {
        self.add_volatile(now, writes);
    }
    fn lose_power(&mut self, now: u64) -> Result<(), DriveError> {
        self.lose_memory(now);
        Ok(())
    }
    fn wear(&mut self, cycles: u32) -> Result<(), DriveError> {
        if self.backend.wear.age(cycles) {
            return Ok(());
        }
        let name = &self.spec.name;
        Err(DriveError::Unsupported(format!(
            "the endurance of {name} is not known: its drive file has no [wear]"
        )))
    }
    fn save(&self) -> Saved {
        Saved {
            host: self.host.saved(&self.spec),
            ftl: self.ftl.save(),
            backend: self.backend.save(),
            sleep: self.sleep.clone(),
            heat: self.heat.clone(),
            busy_ns: self.busy_ns,
            busy_since: self.busy_since,
        }
    }
    fn restore(&mut self, saved: &Saved) {
        self.host.clone_from(&saved.host);
        self.decide_plain();
        self.ftl.restore(&saved.ftl);
        self.backend.restore(&saved.backend);
        self.sleep.clone_from(&saved.sleep);
        self.heat.clone_from(&saved.heat);
        (self.busy_ns, self.busy_since) = (saved.busy_ns, saved.busy_since);
    }
    fn fits(&self, saved: &Saved) -> bool {
        self.ftl.fits(&saved.ftl) && self.backend.fits(&saved.backend)
    }
    /// Policies that are functions are not told apart: they are no state, and have no bytes.
    fn behavior(&self) -> String {
        let mut spec = self.spec.clone();
        spec.gc.own = OwnPolicy::default();
        DriveSpec::Ssd(Box::new(spec)).behaviour()
    }
    fn counters(&self, now: u64, busy_ns: u64) -> Option<Counters> {
        let saved = self.sleep.saved(now);
        let counters = self.backend.counters(&self.spec, now, busy_ns, saved);
        Some(Counters {
            temperature_mk: self.heat.at(now, counters.energy_uj),
            ..counters
        })
    }
}
