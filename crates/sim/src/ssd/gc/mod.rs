//! Garbage collection: [`choose`] decides what a pool does next, [`step`] carries it out. A step
//! copies up to one group of valid units out of the victim and, at the victim's end,
//! erases it. Steps belong to the drive's own timeline: none starts before its time, and a
//! host request waits only for those that have started.

mod choose;
mod copy;
mod frontiers;
mod idle;
mod pacing;
mod run;
mod slc_cache;
mod step;
mod temperature;
mod victim;
mod window;

use super::backend::{Backend, Frontier};
use super::id::{Lpn, Lpns, Pool};
use super::schedule::Schedule;
use crate::spec::{GcSpec, GcState, Pacing, SlcCacheSpec, SsdSpec};
use choose::View;
pub use copy::Loop;
use fourcorners_block::{Generator, Seed};
pub use frontiers::OF_HOST as HOST_FRONTIERS;
use idle::Pause;
use run::Run;
use serde::{Deserialize, Serialize};
use temperature::Temperature;
pub use window::Window;

/// Whether a frontier can take host data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ready {
    Yes,
    /// No slot of the write buffer is free.
    NoSlot,
    /// There is no room until GC has gone on.
    NoSpace,
}

/// A copy of what changes.
#[derive(Serialize, Deserialize)]
pub struct Saved {
    runs: Vec<Run>,
    schedule: Schedule,
    pause: Pause,
    temperature: Temperature,
    chance: Generator,
    exhausted: bool,
}

/// Garbage collection of a drive.
pub struct Gc {
    spec: GcSpec,
    slc_cache: Option<SlcCacheSpec>,
    pacing: &'static pacing::Policy,
    copies: Loop,
    groups_a_step: u32,
    copy_unit_ns: u64,
    sized_units: bool,
    /// Of each pool.
    runs: Vec<Run>,
    schedule: Schedule,
    pause: Pause,
    temperature: Temperature,
    /// Decides what is left to chance in victim selection.
    chance: Generator,
    /// No superblock was free to copy to.
    exhausted: bool,
}

impl Gc {
    /// Nothing has begun.
    pub fn new(spec: &SsdSpec, backend: &Backend) -> Self {
        let geometry = &backend.nand.geometry;
        let gc = &spec.gc;
        let copy_unit_ns = spec.controller.copy_unit_ns;
        // One group, between which host writes may go on; where they cannot, and the firmware's
        // time is no limit, as many as may be in flight.
        let waits = gc.pacing == Pacing::Foreground && gc.idle.is_none();
        let groups_a_step = if waits && copy_unit_ns == 0 {
            gc.copies_in_flight
        } else {
            1
        };
        Self {
            pacing: pacing::policy(gc.pacing),
            copies: Loop::new(spec, geometry),
            groups_a_step,
            copy_unit_ns,
            sized_units: spec.compression.is_some(),
            runs: vec![Run::new(spec, geometry.group_units); geometry.pools as usize],
            schedule: Schedule::default(),
            pause: Pause::default(),
            temperature: Temperature::new(gc.hot_cold.as_ref(), spec.layout.unit_bytes),
            chance: Seed(0).child("victims").generator(),
            exhausted: false,
            slc_cache: spec.slc_cache.clone(),
            spec: gc.clone(),
        }
    }
    /// Copies with a given loop, to compare what they come to.
    #[cfg(test)]
    pub fn copies_mut(&mut self) -> &mut Loop {
        &mut self.copies
    }
    /// A copy to return to.
    pub fn save(&self) -> Saved {
        Saved {
            runs: self.runs.clone(),
            schedule: self.schedule.clone(),
            pause: self.pause,
            temperature: self.temperature.clone(),
            chance: self.chance.clone(),
            exhausted: self.exhausted,
        }
    }
    /// Returns to a copy.
    pub fn restore(&mut self, saved: &Saved) {
        for (run, saved) in self.runs.iter_mut().zip(&saved.runs) {
            run.restore(saved);
        }
        self.schedule.clone_from(&saved.schedule);
        self.pause = saved.pause;
        self.temperature.clone_from(&saved.temperature);
        self.chance.clone_from(&saved.chance);
        self.exhausted = saved.exhausted;
    }
    /// Whether a copy is of a drive with as many pools.
    pub fn fits(&self, saved: &Saved) -> bool {
        self.runs.len() == saved.runs.len()
    }

    /// The next step of any pool: when, which may have passed, and whose.
    #[inline]
    pub fn next_step(&self) -> Option<(u64, Pool)> {
        self.schedule.next()
    }
    /// Whether no host write waits for a pool any more.
    #[inline]
    pub fn has_room(&self, pool: Pool) -> bool {
        self.runs[pool.index()].wanted.is_none()
    }
    /// Whether it can free nothing more: too many superblocks are bad, or a pool has gone
    /// once around for nothing, and once more by way of the emptiest.
    pub fn is_stuck(&self, backend: &Backend, pool: Pool) -> bool {
        let superblocks = backend.nand.geometry.superblocks_per_pool;
        self.exhausted || self.runs[pool.index()].fruitless > 2 * superblocks
    }
    /// Whether host data of a logical page is hot, as far as the drive knows.
    #[inline]
    pub fn is_hot(&self, lpn: Lpn) -> bool {
        self.spec.hot_cold.is_some() && self.temperature.is_hot(lpn)
    }
    /// Whether the drive tells hot data from cold.
    #[inline]
    pub fn tells_hot_from_cold(&self) -> bool {
        self.spec.hot_cold.is_some()
    }
    /// The host has written pages.
    #[inline]
    pub fn written(&mut self, lpns: Lpns) {
        if self.spec.hot_cold.is_some() {
            lpns.iter().for_each(|lpn| self.temperature.written(lpn));
        }
    }

    /// What takes the host's data of a pool, once it is prepared.
    #[inline]
    pub fn host_frontier(&self, pool: Pool, hot: bool) -> Frontier {
        match self.slc_cache {
            Some(_) => self.runs[pool.index()].host,
            None => frontiers::host(hot),
        }
    }

    /// Makes sure that a pool can take a unit of the host's data, hot or not.
    #[inline(always)]
    pub fn prepare_group(
        &mut self,
        backend: &mut Backend,
        pool: Pool,
        hot: bool,
        sequential: bool,
        now: u64,
    ) -> Ready {
        if self.slc_cache.is_some() {
            return self.prepare_cached(backend, pool, sequential, now);
        }
        self.prepare_on(backend, pool, frontiers::host(hot), sequential, now)
    }

    /// Makes sure that a pool's host frontier can take a unit.
    #[inline(always)]
    fn prepare_on(
        &mut self,
        backend: &mut Backend,
        pool: Pool,
        frontier: Frontier,
        sequential: bool,
        now: u64,
    ) -> Ready {
        let open = backend.pools[pool.index()].open(frontier);
        let is_open = open.superblock.is_some();
        if is_open && backend.nand.geometry.in_group(open.position) != 0 {
            return Ready::Yes;
        }
        let may_open = is_open || self.may_open_for_host(backend, pool);
        let free = backend.pools[pool.index()].free();
        if !may_open || !self.host_may_write(&self.runs[pool.index()], free) {
            return Ready::NoSpace;
        }
        if !backend.buffer.take(now) {
            return Ready::NoSlot;
        }
        let run = &mut self.runs[pool.index()];
        if run.collecting {
            let group_units = i64::from(backend.nand.geometry.group_units);
            run.credit -= group_units * (self.pacing.cost)(&self.spec, sequential);
        }
        if !is_open {
            backend.open_superblock(pool, frontier, now);
        }
        backend.pools[pool.index()].open_mut(frontier).holds_slot = true;
        Ready::Yes
    }

    /// Whether a superblock may be opened for host data; GC begins where few are free.
    fn may_open_for_host(&mut self, backend: &mut Backend, pool: Pool) -> bool {
        let free = backend.pools[pool.index()].free();
        if !self.runs[pool.index()].collecting
            && self.begins(free)
            && choose::has_gain(&self.view(backend, pool))
        {
            self.runs[pool.index()].begin();
        }
        free > frontiers::reserve(&self.spec)
    }

    /// Whether GC begins, now that a host write needs a new superblock.
    fn begins(&self, free: u32) -> bool {
        let spec = &self.spec;
        let own = spec.own.begin.as_ref().and_then(|begin| {
            (begin.function)(GcState {
                free_superblocks: free,
                low_watermark: spec.low_watermark,
                high_watermark: spec.high_watermark,
            })
        });
        own.unwrap_or_else(|| (self.pacing.begins)(spec, free))
    }

    /// Whether victims may need all the room of the open superblocks that they share with the
    /// host, as the reserve has been opened: neither host data nor a flush's padding may take any.
    pub fn needs_all_room(&self, free: u32) -> bool {
        frontiers::are_shared(self.spec.frontiers) && free < frontiers::reserve(&self.spec)
    }
    /// Whether the host may write one group of a pool now, of which `free` superblocks are free.
    fn host_may_write(&self, run: &Run, free: u32) -> bool {
        !self.needs_all_room(free) && (!run.collecting || self.pacing.shares && run.credit > 0)
    }
    /// Whether a host frontier is open, or may be opened.
    fn may_open(&self, backend: &Backend, pool: Pool, frontier: Frontier) -> bool {
        if frontier.is_slc() {
            return self.has_folded(backend, pool);
        }
        let superblocks = &backend.pools[pool.index()];
        superblocks.open(frontier).superblock.is_some()
            || superblocks.free() > frontiers::reserve(&self.spec)
    }

    /// A host write waits for room in a pool, for hot data or other.
    pub fn want(&mut self, backend: &Backend, pool: Pool, hot: bool) {
        if self.waits_for_folding(backend, pool) {
            self.runs[pool.index()].wanted = Some(frontiers::SLC);
            self.fold(backend, pool);
            return;
        }
        let frontier = self.host_frontier(pool, hot);
        let run = &mut self.runs[pool.index()];
        if !run.collecting {
            run.begin();
        }
        run.wanted = Some(frontier);
        if self.schedule.add(pool) {
            self.plan(backend);
        }
    }

    /// All of it stops until it is needed again. Victims stay half empty.
    pub fn stop(&mut self) {
        self.schedule = Schedule::default();
        self.runs.iter_mut().for_each(Run::stop);
        self.exhausted = false;
    }

    /// When a pool can step at the earliest.
    #[inline]
    fn step_time(&self, backend: &Backend, pool: Pool) -> u64 {
        step_time(&self.runs, &self.spec, backend, pool)
    }
    #[inline(always)]
    fn plan(&mut self, backend: &Backend) {
        let (runs, spec) = (&self.runs, &self.spec);
        self.schedule
            .plan(|pool| step_time(runs, spec, backend, pool));
    }

    #[inline(always)]
    fn view(&self, backend: &mut Backend, pool: Pool) -> View<'_> {
        let has_victim = self.runs[pool.index()].has_victim();
        self.view_of(backend, pool, has_victim)
    }
    /// The same, with a half-empty victim or as if there were none.
    #[inline(always)]
    fn view_of(&self, backend: &mut Backend, pool: Pool, has_victim: bool) -> View<'_> {
        let run = &self.runs[pool.index()];
        View {
            spec: &self.spec,
            has_victim,
            collecting: run.collecting,
            idling: run.idling,
            folding: run.folding,
            folds_on: self.folds_on(backend, pool),
            folds_when_idle: self.folds_when_idle(backend, pool),
            free: backend.pool(pool).free(),
            fewest_valid: if has_victim {
                None
            } else {
                backend.fewest_valid(pool).map(|(valid, _)| valid)
            },
            units_per_superblock: backend.nand.geometry.units_per_superblock,
            superblocks_per_pool: backend.nand.geometry.superblocks_per_pool,
            fruitless: run.fruitless,
            sized_units: self.sized_units,
        }
    }
}

#[inline]
fn step_time(runs: &[Run], spec: &GcSpec, backend: &Backend, pool: Pool) -> u64 {
    let run = &runs[pool.index()];
    let possible = run.window.next_start(run.width(spec));
    possible.max(backend.controller.flash_cpu_free())
}
