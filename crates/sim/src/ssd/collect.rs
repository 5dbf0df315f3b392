//! Garbage collection: carries out what `policy.rs` decides, a step at a time.
//!
//! A step moves up to one group of valid units out of the victim and, at the victim's end,
//! erases it. Steps belong to the drive's own timeline: none starts before its time, and a
//! host request waits only for those that have started.

use super::Ssd;
use super::move_pages::Moves;
use super::policy;
use super::pool::Victim;
use super::victim;

const UNITS_OF_A_LINE: u32 = 16;
const NEXT_VICTIM: u32 = 256;

impl Ssd {
    /// Takes a pool's next step of collection, now; and those after it for which the time has come
    /// as well, as long as nothing else could happen in between.
    pub(super) fn collect_step(&mut self, pool_index: u32) {
        if self.state.hybrid.is_on() {
            self.merge_step(pool_index);
            return;
        }
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
        let units = self.geometry.units_per_superblock;
        loop {
            let moved = self.move_groups(pool_index, &mut victim);
            let pool = &mut self.state.pools[pool_index as usize];
            // Not the whole of it: written in pieces just now, it would be read before it is there.
            if let Some(Victim { cursor, moved, .. }) = &mut pool.victim {
                (*cursor, *moved) = (victim.cursor, victim.moved);
            }
            pool.credit += policy::credit(&self.spec.collection, pool, units, moved);
            if victim.cursor == units {
                self.erase_victim(pool_index, victim);
                self.settle(pool_index);
                self.prefetch_next_victim(pool_index);
                break;
            }
            self.settle(pool_index);
            let alone = matches!(self.state.active.as_slice(), [only] if *only == pool_index);
            if !alone
                || self.state.exhausted
                || self.held_can_go_on()
                || self.step_time(pool_index) > self.state.now
                || self.finishes_now()
            {
                break;
            }
        }
        self.plan_step();
    }

    /// Moves as many groups as a step does; says how many places they took.
    #[inline(never)]
    fn move_groups(&mut self, pool_index: u32, victim: &mut Victim) -> u32 {
        let now = self.state.now;
        let move_unit_ns = self.spec.controller.move_unit_ns;
        let groups = policy::groups_a_step(&self.spec.collection, move_unit_ns);
        let padded_before = self.state.counters.nand_padded_units;
        let (mut moved, mut moved_units) = (0, 0);
        if self.moves == Moves::Pages {
            moved = self.move_pages(pool_index, victim, groups);
            moved_units = moved;
        } else {
            for group in 0..groups {
                if group > 0 && self.step_time(pool_index) > now {
                    break;
                }
                let (places, units) = match self.moves {
                    Moves::Rows => {
                        let units = self.move_rows(pool_index, victim);
                        (units, units)
                    }
                    _ => self.move_group(pool_index, victim),
                };
                moved += places;
                moved_units += units;
                if victim.cursor == self.geometry.units_per_superblock || self.state.exhausted {
                    break;
                }
            }
        }
        let padded = self.state.counters.nand_padded_units - padded_before;
        // Below a few superblocks.
        victim.moved += moved + padded as u32;
        self.state
            .timelines
            .flash_cpu(now, u64::from(moved_units) * move_unit_ns);
        self.state.counters.nand_moved_units += u64::from(moved);
        // The victim is in no list: its count follows when they are done.
        self.state.pools[pool_index as usize].left(victim.superblock, moved);
        moved
    }

    /// Moves up to one group of valid units out of the victim; says how many places they took, and
    /// how many they were.
    #[inline]
    fn move_group(&mut self, pool_index: u32, victim: &mut Victim) -> (u32, u32) {
        let now = self.state.now;
        let group_units = self.geometry.group_units;
        let units = self.geometry.units_per_superblock;
        let base = self.geometry.address(victim.superblock, 0);
        let (mut moved, mut units_moved) = (0, 0);
        let mut row = None;
        let mut end = now;
        while moved < group_units && victim.cursor < units {
            if victim.cursor.is_multiple_of(UNITS_OF_A_LINE) {
                self.prefetch_ahead(base, victim.cursor, units);
            }
            let address = base + victim.cursor;
            victim.cursor += 1;
            if let Some(unit) = self.mapping.current_at(address) {
                let places = self.mapping.slots(unit);
                let Some(frontier) = self.moved_frontier(pool_index, victim.cold, unit, places)
                else {
                    // So many superblocks have gone bad that none is left to move to.
                    victim.cursor -= 1;
                    self.state.exhausted = true;
                    break;
                };
                let die = self.geometry.die_in(pool_index, address);
                let on_channel = self.costs.places_on_channel(places);
                let ready = self.fetch_from(address, die, on_channel, now, &mut row);
                let ready = ready.max(self.map_entry(unit, true, now));
                end = end.max(ready);
                moved += places;
                units_moved += 1;
                #[cfg(test)]
                self.shadow.copy_of(address);
                // The whole move is under way until its data is on the NAND again.
                if let Some(programmed) =
                    self.place_moved(pool_index, frontier, unit, places, ready)
                {
                    end = end.max(programmed);
                }
            }
        }
        if moved > 0 {
            let pool = &mut self.state.pools[pool_index as usize];
            let window = policy::window(&self.spec.collection, pool);
            pool.window.push(window, end);
        }
        (moved, units_moved)
    }

    /// Begins to fetch what the first positions of the victim that is likely next were written for.
    fn prefetch_next_victim(&mut self, pool_index: u32) {
        let units = self.geometry.units_per_superblock;
        if let Some((superblock, _)) = self.state.pools[pool_index as usize].emptiest() {
            let base = self.geometry.address(superblock, 0);
            for line in (0..NEXT_VICTIM.min(units)).step_by(UNITS_OF_A_LINE as usize) {
                self.mapping.prefetch_address(base + line);
            }
        }
    }

    /// What is being collected, or the next choice.
    fn victim(&mut self, pool_index: u32) -> Option<Victim> {
        let units = self.geometry.units_per_superblock;
        let pool = &mut self.state.pools[pool_index as usize];
        if pool.victim.is_none() {
            let cold = {
                let reserve = policy::levelling_reserve(&self.spec.collection);
                self.state
                    .wear
                    .too_cold(self.spec.wear.as_ref(), pool, reserve)
            };
            let (superblock, valid) = match cold {
                Some(cold) => (cold, pool.valid(cold)),
                None => {
                    if !pool.has_gain(units) {
                        return None;
                    }
                    let sized = self.state.compression.is_on();
                    let choice = policy::victim_choice(&self.spec.collection, pool, sized);
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
        pool.fruitless = if victim.moved >= self.geometry.units_per_superblock {
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
