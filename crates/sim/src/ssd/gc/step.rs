//! A step of garbage collection: carries out what [`choose`] decides.

use super::choose::{Choice, choose};
use super::copy::{Copied, Finder};
use super::run::Victim;
use super::victim::Candidates;
use super::{Gc, frontiers, pacing, victim};
use crate::ssd::backend::Backend;
use crate::ssd::ftl::Meanwhile;
use crate::ssd::id::{Pool, Superblock};

impl Gc {
    /// Takes a pool's next step, now; and those after it for which the time has come as well, as
    /// long as nothing else could happen in between.
    pub fn step(&mut self, backend: &mut Backend, pool: Pool, now: u64, meanwhile: &Meanwhile) {
        while self.step_once(backend, pool, now) && self.goes_on(pool, now, meanwhile) {}
    }

    /// Whether a pool's next step comes before anything else could happen.
    fn goes_on(&self, pool: Pool, now: u64, meanwhile: &Meanwhile) -> bool {
        let waits = meanwhile.waits_for;
        !meanwhile.completes
            && !self.exhausted
            && self.schedule.is_alone(pool)
            && !waits.is_some_and(|waits| self.has_room(waits))
            && self.next_step().is_some_and(|(time, _)| time <= now)
    }

    /// Takes a pool's next step; says whether it leaves a half-empty victim.
    fn step_once(&mut self, backend: &mut Backend, pool: Pool, now: u64) -> bool {
        if self.spec.victims_in_flight > 1 {
            let units = backend.nand.geometry.units_per_superblock;
            self.runs[pool.index()].turn(self.spec.victims_in_flight, units);
        }
        match self.choice(backend, pool) {
            // There is a victim already, or none.
            Choice::Copy | Choice::End => {}
            Choice::Level(superblock) => self.take(backend, pool, superblock, true),
            Choice::Fold => {
                if let Some(superblock) = backend.slc.oldest_full(pool) {
                    self.take(backend, pool, superblock, false);
                }
            }
            Choice::StopFolding => self.runs[pool.index()].folding = false,
            Choice::Collect(policy) => {
                let superblock = victim::policy(policy)(&mut self.candidates(backend, pool));
                self.collect(backend, pool, superblock);
            }
            Choice::CollectOwn => {
                let chooser = self.spec.own.victim.clone();
                let superblock = chooser.and_then(|chooser| {
                    victim::own::select(&chooser, &mut self.candidates(backend, pool))
                });
                self.collect(backend, pool, superblock);
            }
            // Not before every victim is empty, and as many superblocks are erased as are kept so.
            Choice::StopIdling => {
                self.runs[pool.index()].idling = self.runs[pool.index()].has_victim()
                    || backend.erase_ahead(pool, self.erased_ahead(), now);
            }
        }
        if self.runs[pool.index()].victim.is_none() {
            self.runs[pool.index()].resume();
        }
        let is_empty = match self.runs[pool.index()].victim {
            Some(victim) => self.empty(backend, pool, victim, now),
            None => {
                self.runs[pool.index()].end();
                true
            }
        };
        self.settle(backend, pool);
        self.plan(backend);
        !is_empty
    }

    #[inline(always)]
    fn choice(&self, backend: &mut Backend, pool: Pool) -> Choice {
        // What `choose` says of any half-empty victim: most steps need no view.
        if self.runs[pool.index()].victim.is_some() {
            return Choice::Copy;
        }
        let view = self.view_of(backend, pool, false);
        let reserve = frontiers::leveling_reserve(view.spec);
        choose(&view, || backend.too_cold(pool, reserve))
    }

    fn candidates<'a>(&'a mut self, backend: &'a mut Backend, pool: Pool) -> Candidates<'a> {
        Candidates {
            backend,
            pool,
            chance: &mut self.chance,
            compared: self.spec.victim_candidates,
        }
    }

    /// Takes a victim, if there is one.
    fn collect(&mut self, backend: &mut Backend, pool: Pool, victim: Option<Superblock>) {
        if let Some(superblock) = victim {
            self.take(backend, pool, superblock, false);
        }
    }

    fn take(&mut self, backend: &mut Backend, pool: Pool, superblock: Superblock, to_level: bool) {
        let first = backend.nand.geometry.address(superblock, 0);
        backend.l2p.prefetch_valid(first);
        backend.l2p.prefetch_back(first, Finder::BACK_AHEAD);
        backend.leaves(pool, superblock);
        let run = &mut self.runs[pool.index()];
        run.victim = Some(Victim {
            superblock,
            cursor: 0,
            valid: backend.valid.units(superblock),
            moved: 0,
            to_level,
        });
        // The superblock may be the one that was a victim last.
        run.finder.clear();
    }

    /// Copies out of a victim, and erases it if it is empty now; says whether it is.
    #[inline]
    fn empty(&mut self, backend: &mut Backend, pool: Pool, mut victim: Victim, now: u64) -> bool {
        let event = backend.valid.event(victim.superblock);
        self.runs[pool.index()].finder.doubt(event);
        let copied = self.copy(backend, pool, &mut victim, now);
        self.earn_credit(backend, pool, &victim, copied);
        let is_empty = victim.cursor == backend.nand.geometry.units_per_superblock;
        if is_empty {
            self.erase(backend, pool, &victim, now);
        }
        is_empty
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
        if backend.slc.holds(victim.superblock) {
            backend.counters.nand_folded_units += u64::from(copied.places);
            self.runs[pool.index()].folded += copied.places;
        }
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
            self.runs[pool.index()].end();
        }
    }

    /// Gives back every full superblock without valid units, erased.
    pub fn erase_empty(&mut self, backend: &mut Backend, now: u64) {
        for pool in backend.nand.geometry.all_pools() {
            while let Some((0, _)) = backend.fewest_valid(pool)
                && let Some(superblock) = backend.any_emptiest(pool, &mut self.chance)
            {
                backend.leaves(pool, superblock);
                backend.erase(pool, superblock, now);
                backend.erase_and_wait(pool, superblock, now);
            }
        }
    }

    /// Decides whether a pool has a next step.
    #[inline(always)]
    pub(super) fn settle(&mut self, backend: &Backend, pool: Pool) {
        let run = &self.runs[pool.index()];
        let has_room = run.wanted.is_none_or(|frontier| {
            let free = backend.pools[pool.index()].free();
            self.host_may_write(run, free) && self.may_open(backend, pool, frontier)
        });
        let goes_on = run.idling
            || run.folding
            || run.collecting && (!has_room || self.pacing.runs_by_itself);
        if has_room {
            self.runs[pool.index()].wanted = None;
        }
        if !goes_on {
            self.schedule.remove(pool);
        }
    }
}
