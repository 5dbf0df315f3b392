//! Garbage collection: carries out what `policy.rs` decides, a step at a time.
//!
//! A step moves up to one group of valid units out of the victim and, at the victim's end,
//! erases it. Steps belong to the drive's own timeline: none starts before its time, and a
//! host request waits only for those that have started.

use super::Ssd;
use super::policy;
use super::pool::Victim;
use super::victim;

/// How far ahead of the cursor the map is fetched into the cache: first what the positions were
/// written for (a cache line holds 16 of them), then the map entries of those units.
const LOOK_AHEAD: u32 = 24;
const LOOK_AHEAD_BACK: u32 = 64;
const UNITS_OF_A_LINE: u32 = 16;

impl Ssd {
    /// Takes one step of a pool's collection, now.
    pub(super) fn collect_step(&mut self, pool_index: u32) {
        let now = self.state.now;
        if self.state.pools[pool_index as usize].idling
            && !self.state.pools[pool_index as usize].collecting
            && !self.has_idle_work(pool_index)
        {
            self.state.pools[pool_index as usize].idling = false;
            self.settle(pool_index);
            self.plan_step();
            return;
        }
        let Some(mut victim) = self.victim(pool_index) else {
            self.end_collection(pool_index);
            self.plan_step();
            return;
        };
        let group_units = self.geometry.group_units;
        let units = self.geometry.units_per_superblock;
        let base = self.geometry.address(victim.superblock, 0);
        let mut moved = 0;
        let mut row = None;
        let mut end = now;
        while moved < group_units && victim.cursor < units {
            if victim.cursor % UNITS_OF_A_LINE == 0 {
                self.mapping
                    .prefetch_address(base + victim.cursor + LOOK_AHEAD_BACK);
            }
            if victim.cursor + LOOK_AHEAD < units
                && let Some(unit) = self.mapping.written_for(base + victim.cursor + LOOK_AHEAD)
            {
                self.mapping.prefetch(unit);
            }
            let address = base + victim.cursor;
            victim.cursor += 1;
            if let Some(unit) = self.mapping.current_at(address) {
                let Some(frontier) = self.moved_frontier(pool_index, victim.cold, unit) else {
                    // So many superblocks have gone bad that none is left to move to.
                    victim.cursor -= 1;
                    self.state.exhausted = true;
                    break;
                };
                let ready = self.fetch(address, now, &mut row);
                end = end.max(ready);
                moved += 1;
                victim.moved += 1;
                #[cfg(test)]
                self.shadow.copy_of(address);
                // The whole move is under way until its data is on the NAND again.
                if let Some(programmed) =
                    self.place_units(pool_index, frontier, unit..unit + 1, ready)
                {
                    end = end.max(programmed);
                }
            }
        }
        self.state
            .timelines
            .flash_cpu(now, u64::from(moved) * self.spec.controller.move_unit_ns);
        self.state.counters.nand_moved_units += u64::from(moved);
        let pool = &mut self.state.pools[pool_index as usize];
        pool.victim = Some(victim);
        pool.credit += policy::credit(&self.spec.collection, pool, units, moved);
        if moved > 0 {
            let window = policy::window(&self.spec.collection, pool);
            while pool.window.len() >= window {
                pool.window.pop_front();
            }
            pool.window.push_back(end);
        }
        if victim.cursor == units {
            self.erase_victim(pool_index, victim);
        }
        self.settle(pool_index);
        self.plan_step();
    }

    /// What is being collected, or the next choice.
    fn victim(&mut self, pool_index: u32) -> Option<Victim> {
        let units = self.geometry.units_per_superblock;
        let defect = self.spec.collection.defect;
        let pool = &mut self.state.pools[pool_index as usize];
        if pool.victim.is_none() {
            let cold = self.state.wear.too_cold(self.spec.wear.as_ref(), pool);
            let (superblock, valid) = match cold {
                Some(cold) => (cold, pool.valid(cold)),
                None => {
                    // Nothing to gain anywhere, unless the counts are wrong.
                    if pool.emptiest()?.1 == units && defect.is_none() {
                        return None;
                    }
                    let choice = self.spec.collection.victim;
                    victim::choose(choice, pool, units, &mut self.state.chance)?
                }
            };
            pool.unlist(superblock);
            pool.victim = Some(Victim {
                superblock,
                cursor: 0,
                valid,
                moved: 0,
                cold: cold.is_some(),
            });
        }
        pool.victim
    }

    fn erase_victim(&mut self, pool_index: u32, victim: Victim) {
        self.state.timelines.erase(
            self.state.now,
            self.geometry.dies_of(pool_index),
            &self.costs,
        );
        self.state.counters.block_erases += u64::from(self.geometry.blocks_per_superblock);
        let pool = &mut self.state.pools[pool_index as usize];
        pool.victim = None;
        pool.fruitless = if victim.moved == self.geometry.units_per_superblock {
            pool.fruitless + 1
        } else {
            0
        };
        pool.emptied(victim.superblock);
        if self.state.wear.erased(victim.superblock) {
            pool.give_free(victim.superblock);
        }
        // A victim that was fully valid, or held data of the other temperature, left the waiting
        // write without room.
        let spec = &self.spec.collection;
        let room = |frontier| policy::has_room(spec, pool, frontier);
        if policy::ends(spec, pool.free()) && pool.wanted.is_none_or(room) {
            self.end_collection(pool_index);
        }
    }

    fn end_collection(&mut self, pool_index: u32) {
        let pool = &mut self.state.pools[pool_index as usize];
        pool.collecting = false;
        pool.credit = 0;
        self.settle(pool_index);
    }

    /// Decides whether the pool's collection has a next step.
    pub(super) fn settle(&mut self, pool_index: u32) {
        let spec = &self.spec.collection;
        let pool = &mut self.state.pools[pool_index as usize];
        if let Some(frontier) = pool.wanted
            && policy::host_may_write(spec, pool)
            && policy::has_room(spec, pool, frontier)
        {
            pool.wanted = None;
        }
        let goes_on = pool.idling
            || pool.collecting && (pool.wanted.is_some() || policy::runs_by_itself(spec));
        if !goes_on {
            self.state.active.retain(|active| *active != pool_index);
        }
    }
}
