//! Garbage collection: [`choose`] decides what a pool does next, this carries it out, a step at a
//! time. A step copies up to one group of valid units out of the victim and, at the victim's end,
//! erases it. Steps belong to the drive's own timeline: none starts before its time, and a
//! host request waits only for those that have started.

mod choose;
mod copy;
mod frontiers;
mod idle;
mod pacing;
mod run;
mod temperature;
mod victim;
mod window;

use super::backend::{Backend, Current, Frontier};
use super::ftl::Meanwhile;
use super::id::{Lpn, Lpns, Pool, Superblock};
use super::schedule::Schedule;
use crate::spec::{Frontiers, GcSpec, Pacing, SsdSpec, VictimPolicy};
use choose::{Choice, View, choose};
pub use copy::Loop;
use copy::{Copied, Finder};
use fourcorners_block::{Generator, Seed};
pub use frontiers::host as host_frontier;
use idle::Pause;
use run::{Run, Victim};
use temperature::Temperature;
use victim::Candidates;
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

/// Garbage collection of a drive.
#[derive(Clone)]
pub struct Gc {
    spec: GcSpec,
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
    /// The units of a group that are copied next. No state: found anew in each step.
    found: Box<[Current]>,
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
            runs: vec![Run::new(gc, geometry.group_units); geometry.pools as usize],
            schedule: Schedule::default(),
            pause: Pause::default(),
            temperature: Temperature::new(gc.hot_cold.as_ref(), spec.layout.unit_bytes),
            chance: Seed(0).child("victims").generator(),
            exhausted: false,
            found: vec![Current::default(); geometry.group_units as usize].into(),
            spec: gc.clone(),
        }
    }
    /// Copies with a given loop, to compare what they come to.
    #[cfg(test)]
    pub fn copies_mut(&mut self) -> &mut Loop {
        &mut self.copies
    }
    /// Forgets what is no state.
    pub fn forget_found(&mut self) {
        for run in &mut self.runs {
            run.finder.clear();
        }
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
    /// once around for nothing.
    pub fn is_stuck(&self, backend: &Backend, pool: Pool) -> bool {
        let superblocks = backend.nand.geometry.superblocks_per_pool;
        self.exhausted || self.runs[pool.index()].fruitless > superblocks
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

    /// Makes sure that a pool's host frontier can take a unit.
    #[inline(always)]
    pub fn prepare_group(
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
        if !may_open || !self.host_may_write(pool, free) {
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
            backend.open_superblock(pool, frontier);
        }
        backend.pools[pool.index()].open_mut(frontier).holds_slot = true;
        Ready::Yes
    }

    /// Whether a superblock may be opened for host data; GC begins where few are free.
    fn may_open_for_host(&mut self, backend: &mut Backend, pool: Pool) -> bool {
        let free = backend.pools[pool.index()].free();
        if !self.runs[pool.index()].collecting
            && (self.pacing.begins)(&self.spec, free)
            && choose::has_gain(&self.view(backend, pool))
        {
            self.runs[pool.index()].begin();
        }
        free > frontiers::reserve(&self.spec)
    }

    /// Whether victims may need all the room of the open superblocks that they share with the
    /// host, as the reserve has been opened: neither host data nor a flush's padding may take any.
    pub fn needs_all_room(&self, free: u32) -> bool {
        self.spec.frontiers == Frontiers::Shared && free < frontiers::reserve(&self.spec)
    }
    /// Whether the host may write one group of a pool now; `free`: its free superblocks.
    fn host_may_write(&self, pool: Pool, free: u32) -> bool {
        let run = &self.runs[pool.index()];
        !self.needs_all_room(free) && (!run.collecting || self.pacing.shares && run.credit > 0)
    }
    /// Whether a host frontier is open, or may be opened.
    fn may_open(&self, backend: &Backend, pool: Pool, frontier: Frontier) -> bool {
        let superblocks = &backend.pools[pool.index()];
        superblocks.open(frontier).superblock.is_some()
            || superblocks.free() > frontiers::reserve(&self.spec)
    }

    /// A host write waits for room on a pool's frontier.
    pub fn want(&mut self, backend: &Backend, pool: Pool, frontier: Frontier) {
        let run = &mut self.runs[pool.index()];
        if !run.collecting {
            run.begin();
        }
        run.wanted = Some(frontier);
        if self.schedule.add(pool) {
            self.plan(backend);
        }
    }

    /// When a pool can step at the earliest.
    #[inline]
    fn step_time(&self, backend: &Backend, pool: Pool) -> u64 {
        step_time(&self.runs, &self.spec, backend, pool)
    }
    fn plan(&mut self, backend: &Backend) {
        let (runs, spec) = (&self.runs, &self.spec);
        self.schedule
            .plan(|pool| step_time(runs, spec, backend, pool));
    }

    fn view(&self, backend: &mut Backend, pool: Pool) -> View<'_> {
        let run = &self.runs[pool.index()];
        let has_victim = run.victim.is_some();
        View {
            spec: &self.spec,
            has_victim,
            collecting: run.collecting,
            idling: run.idling,
            free: backend.pool(pool).free(),
            fewest_valid: if has_victim {
                None
            } else {
                backend.fewest_valid(pool).map(|(valid, _)| valid)
            },
            units_per_superblock: backend.nand.geometry.units_per_superblock,
            fruitless: run.fruitless,
            sized_units: self.sized_units,
        }
    }

    /// Takes a pool's next step, now; and those after it for which the time has come as well, as
    /// long as nothing else could happen in between.
    pub fn step(&mut self, backend: &mut Backend, pool: Pool, now: u64, meanwhile: &Meanwhile) {
        let view = self.view(backend, pool);
        let reserve = frontiers::leveling_reserve(view.spec);
        let victim = match choose(&view, || backend.too_cold(pool, reserve)) {
            Choice::Copy => self.runs[pool.index()].victim,
            Choice::Level(superblock) => Some(self.take(backend, pool, superblock, true)),
            Choice::Collect(policy) => {
                let selected = self.select(backend, pool, policy);
                selected.map(|superblock| self.take(backend, pool, superblock, false))
            }
            Choice::StopIdling => {
                self.runs[pool.index()].idling = false;
                self.settle(backend, pool);
                self.plan(backend);
                return;
            }
            Choice::End => None,
        };
        match victim {
            Some(victim) => self.empty(backend, pool, victim, now, meanwhile),
            None => self.end(backend, pool),
        }
        self.plan(backend);
    }

    fn select(
        &mut self,
        backend: &mut Backend,
        pool: Pool,
        policy: VictimPolicy,
    ) -> Option<Superblock> {
        victim::policy(policy)(&mut Candidates {
            backend,
            pool,
            chance: &mut self.chance,
            compared: self.spec.victim_candidates,
        })
    }

    fn take(
        &mut self,
        backend: &mut Backend,
        pool: Pool,
        superblock: Superblock,
        to_level: bool,
    ) -> Victim {
        let first = backend.nand.geometry.address(superblock, 0);
        backend.l2p.prefetch_valid(first);
        backend.l2p.prefetch_back(first, Finder::BACK_AHEAD);
        backend.pools[pool.index()].unlist(superblock, &mut backend.valid);
        let victim = Victim {
            superblock,
            cursor: 0,
            valid: backend.valid.units(superblock),
            moved: 0,
            to_level,
        };
        let run = &mut self.runs[pool.index()];
        run.victim = Some(victim);
        // The superblock may be the one that was a victim last.
        run.finder.clear();
        victim
    }

    /// Copies out of a victim, and erases it when it is empty.
    fn empty(
        &mut self,
        backend: &mut Backend,
        pool: Pool,
        mut victim: Victim,
        now: u64,
        meanwhile: &Meanwhile,
    ) {
        let units = backend.nand.geometry.units_per_superblock;
        self.runs[pool.index()].finder.doubt();
        loop {
            let copied = self.copy(backend, pool, &mut victim, now);
            self.earn_credit(backend, pool, &victim, copied);
            if victim.cursor == units {
                self.erase(backend, pool, &victim, now);
                self.settle(backend, pool);
                return;
            }
            self.settle(backend, pool);
            let waits = meanwhile.waits_for;
            if meanwhile.completes
                || self.exhausted
                || !self.schedule.is_alone(pool)
                || waits.is_some_and(|waits| self.has_room(waits))
                || self.step_time(backend, pool) > now
            {
                return;
            }
        }
    }

    /// Copies as many groups as a step does.
    fn copy(&mut self, backend: &mut Backend, pool: Pool, victim: &mut Victim, now: u64) -> Copied {
        let padded = backend.counters.nand_padded_units;
        let copied = self.copy_groups(backend, pool, victim, now);
        let padded = backend.counters.nand_padded_units - padded;
        // Below a few superblocks.
        victim.moved += copied.places + padded as u32;
        let busy = u64::from(copied.units) * self.copy_unit_ns;
        backend.controller.flash_cpu(now, busy);
        backend.counters.nand_moved_units += u64::from(copied.places);
        // The victim is not among the full ones: its count follows when they are done.
        backend.valid.left(victim.superblock, copied.places);
        copied
    }

    fn earn_credit(&mut self, backend: &Backend, pool: Pool, victim: &Victim, copied: Copied) {
        let run = &mut self.runs[pool.index()];
        // Not the whole of it: written in pieces just now, it would be read before it is there.
        if let Some(kept) = &mut run.victim {
            (kept.cursor, kept.moved) = (victim.cursor, victim.moved);
        }
        if !self.pacing.shares {
            return;
        }
        let superblocks = &backend.pools[pool.index()];
        let units_per_superblock = backend.nand.geometry.units_per_superblock;
        let open = superblocks.open(frontiers::HOST);
        let progress = pacing::Progress {
            victim,
            free: superblocks.free(),
            open_units: open
                .superblock
                .map_or(0, |_| units_per_superblock - open.position),
            units_per_superblock,
        };
        run.credit += (self.pacing.credit)(&self.spec, &progress, copied.places);
    }

    fn erase(&mut self, backend: &mut Backend, pool: Pool, victim: &Victim, now: u64) {
        backend.erase(pool, victim.superblock, now);
        let freed = victim.moved < backend.nand.geometry.units_per_superblock;
        let free = backend.pools[pool.index()].free();
        let run = &mut self.runs[pool.index()];
        run.victim = None;
        run.fruitless = if freed { 0 } else { run.fruitless + 1 };
        // A victim that was fully valid, or held data of the other temperature, left the waiting
        // write without room.
        let wanted = run.wanted;
        if free >= self.spec.high_watermark
            && wanted.is_none_or(|frontier| self.may_open(backend, pool, frontier))
        {
            self.end(backend, pool);
        }
    }

    fn end(&mut self, backend: &Backend, pool: Pool) {
        self.runs[pool.index()].end();
        self.settle(backend, pool);
    }

    /// Decides whether a pool has a next step.
    fn settle(&mut self, backend: &Backend, pool: Pool) {
        let free = backend.pools[pool.index()].free();
        let wanted = self.runs[pool.index()].wanted;
        if let Some(frontier) = wanted
            && self.host_may_write(pool, free)
            && self.may_open(backend, pool, frontier)
        {
            self.runs[pool.index()].wanted = None;
        }
        let run = &self.runs[pool.index()];
        let goes_on =
            run.idling || run.collecting && (run.wanted.is_some() || self.pacing.runs_by_itself);
        if !goes_on {
            self.schedule.remove(pool);
        }
    }
}

#[inline]
fn step_time(runs: &[Run], spec: &GcSpec, backend: &Backend, pool: Pool) -> u64 {
    let run = &runs[pool.index()];
    let possible = run.window.next_start(run.width(spec));
    possible.max(backend.controller.flash_cpu_free())
}
