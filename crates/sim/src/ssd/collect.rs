//! Garbage collection: carries out what `policy.rs` decides, a step at a time.
//!
//! A step moves up to one group of valid units out of the victim and, at the victim's end,
//! erases it. Steps belong to the drive's own timeline: none starts before its time, and a
//! host request waits only for those that have started.

use super::Ssd;
use super::geometry::Geometry;
use super::mapping::Current;
use super::nand::Nand;
use super::policy;
use super::pool::Victim;
use super::program::program_group;
use super::victim;
use std::cmp::Reverse;
use std::ops::Range;

/// Positions of a victim that are looked at together.
const STRETCH: u32 = 16;
/// How far ahead of them the map is fetched into the cache: the entries of the units that the
/// positions were written for, and before that, which units those are.
const LOOK_AHEAD: u32 = 32;
const LOOK_AHEAD_BACK: u32 = 64;
const NEXT_VICTIM: u32 = 256;

/// Room for the units that are found at once: whole groups.
pub fn room_to_find(geometry: &Geometry) -> Box<[Current]> {
    vec![Current::default(); geometry.group_units.max(STRETCH) as usize].into()
}

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
            pool.victim = Some(victim);
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
        let group_units = self.geometry.group_units as usize;
        let pages = self.moves_pages();
        let compressed = self.state.compression.is_on();
        let padded_before = self.state.counters.nand_padded_units;
        let (mut moved, mut moved_units) = (0, 0);
        let (mut next, mut end) = (0, 0);
        let mut group = 0;
        while group < groups {
            if group > 0 && self.step_time(pool_index) > now {
                break;
            }
            if compressed {
                let (slots, units) = self.move_compressed(pool_index, victim);
                group += 1;
                moved += slots;
                moved_units += units;
            } else {
                if next == end {
                    let wanted = (groups - group) as usize * group_units;
                    (next, end) = (0, self.find(victim, wanted));
                }
                let mut units = 0;
                if pages && next < end {
                    units = self.move_pages(pool_index, victim, next..end);
                    group += units;
                    next += units as usize;
                }
                if units == 0 {
                    let group_end = end.min(next + group_units);
                    units = self.move_group(pool_index, victim, next..group_end);
                    next = group_end;
                    group += 1;
                }
                moved += units;
                moved_units += units;
            }
            if victim.cursor == self.geometry.units_per_superblock || self.state.exhausted {
                break;
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

    /// Finds up to `wanted` of the victim's next valid units; says how many.
    #[inline]
    fn find(&mut self, victim: &Victim, wanted: usize) -> usize {
        let units = self.geometry.units_per_superblock;
        let base = self.geometry.address(victim.superblock, 0);
        let wanted = wanted.min(self.found.len());
        let (mut cursor, mut count) = (victim.cursor, 0);
        while count < wanted && cursor < units {
            if cursor.is_multiple_of(STRETCH) {
                self.prefetch_victim(base, cursor, units);
            }
            let stretch_end = (cursor / STRETCH * STRETCH + STRETCH).min(units);
            let places = &mut self.found[count..wanted];
            let (more, stopped) = self
                .mapping
                .find_current(base + cursor..base + stretch_end, places);
            count += more;
            cursor = stopped - base;
        }
        count
    }

    /// Moves those units, up to one group of them, out of the victim; says how many.
    #[inline]
    fn move_group(&mut self, pool_index: u32, victim: &mut Victim, found: Range<usize>) -> u32 {
        let (spec, geometry, state) = (&self.spec.collection, &self.geometry, &mut self.state);
        let now = state.now;
        let mut nand = Nand {
            geometry,
            costs: &self.costs,
            timelines: &mut state.timelines,
            counters: &mut state.counters,
        };
        let pool = &mut state.pools[pool_index as usize];
        let mut row = None;
        let mut end = now;
        let mut moved = 0;
        // A group that is not full is the victim's last.
        victim.cursor = if found.len() == geometry.group_units as usize {
            geometry.position_of(self.found[found.end - 1].address) + 1
        } else {
            geometry.units_per_superblock
        };
        for Current { address, unit } in &self.found[found] {
            let (address, unit) = (*address, *unit);
            let hot = spec.hot_cold.is_some() && state.temperature.is_hot(unit);
            let mut to = policy::moved_frontier(spec, victim.cold, hot);
            if pool.frontiers[to].superblock.is_none()
                && !pool.open(to, &state.wear, self.spec.wear.as_ref())
            {
                let Some(other) = policy::moved_frontier_at_need(pool) else {
                    // So many superblocks have gone bad that none is left to move to.
                    victim.cursor = geometry.position_of(address);
                    state.exhausted = true;
                    break;
                };
                to = other;
            }
            let die = geometry.die_in(pool_index, address);
            let ready = nand.fetch(address, die, 1, now, &mut row);
            let ready = ready.max(state.mapping_cache.entry(unit, true, now, &mut nand));
            end = end.max(ready);
            moved += 1;
            let new = pool.place(to, ready, geometry);
            #[cfg(test)]
            {
                self.shadow.copy_of(address);
                self.shadow.placed(new, unit);
            }
            self.mapping.assign(unit, new);
            if geometry.in_group(pool.frontiers[to].position) == 0 {
                // The whole move is under way until its data is on the NAND again.
                let filled = program_group(&mut nand, pool_index, pool, to, now);
                end = end.max(filled.end);
                if filled.frees_slot {
                    state.slot_ends.push(Reverse(filled.end));
                }
            }
        }
        if moved > 0 {
            let width = policy::window(spec, pool);
            pool.window.push(width, end);
        }
        moved
    }

    /// Begins to fetch what the first positions of the victim that is likely next were written for.
    fn prefetch_next_victim(&mut self, pool_index: u32) {
        let units = self.geometry.units_per_superblock;
        if let Some((superblock, _)) = self.state.pools[pool_index as usize].emptiest() {
            let base = self.geometry.address(superblock, 0);
            self.mapping
                .prefetch_addresses(base..base + NEXT_VICTIM.min(units));
        }
    }

    /// Begins to fetch what the stretch at the cursor will look ahead for; of a new victim, all
    /// that lies before as well.
    #[inline]
    fn prefetch_victim(&self, base: u32, cursor: u32, units: u32) {
        let ahead = |by: u32| base + (cursor + by).min(units);
        if cursor == 0 {
            self.mapping
                .prefetch_addresses(base..ahead(LOOK_AHEAD_BACK));
            self.mapping.prefetch_units_of(base..ahead(LOOK_AHEAD));
        }
        let (back, units) = (LOOK_AHEAD_BACK, LOOK_AHEAD);
        self.mapping
            .prefetch_addresses(ahead(back)..ahead(back + STRETCH));
        self.mapping
            .prefetch_units_of(ahead(units)..ahead(units + STRETCH));
    }

    /// What is being collected, or the next choice.
    fn victim(&mut self, pool_index: u32) -> Option<Victim> {
        let units = self.geometry.units_per_superblock;
        let defect = self.spec.collection.defect;
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
                    // Nothing to gain anywhere, unless the counts are wrong.
                    if !pool.has_gain(units) && defect.is_none() {
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
