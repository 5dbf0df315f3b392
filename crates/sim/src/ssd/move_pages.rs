//! The inner loop of collection where nothing is to be decided between two units: a page holds one
//! unit, a superblock is one block, and all moved data goes to one frontier. What the general loop
//! of `collect.rs` would do, with the die, the channel and the frontier in registers.

use super::Ssd;
use super::mapping::Current;
use super::policy;
use super::pool::Victim;
use std::cmp::Reverse;
use std::ops::Range;

/// Positions of a victim that are looked at together.
const STRETCH: u32 = 16;
/// How far ahead of them the map is fetched into the cache: the entries of the units that the
/// positions were written for, and before that, which units those are.
const LOOK_AHEAD: u32 = 32;
const LOOK_AHEAD_BACK: u32 = 64;

/// Room for the units that are found at once.
pub fn room_to_find() -> Box<[Current]> {
    vec![Current::default(); STRETCH as usize].into()
}

impl Ssd {
    /// Whether this drive's moves are of that kind.
    pub(super) fn moves_pages(&self) -> bool {
        #[cfg(test)]
        if self.shadow.general_loop_only {
            return false;
        }
        let (spec, geometry) = (&self.spec.collection, &self.geometry);
        geometry.group_units == 1
            && geometry.dies_of(0).len() == 1
            && spec.hot_cold.is_none()
            && !self.state.mapping_cache.is_on()
    }

    /// Moves up to `most` valid units out of the victim, as long as the window has room for them;
    /// says how many.
    pub(super) fn move_pages(&mut self, pool_index: u32, victim: &mut Victim, most: u32) -> u32 {
        let units = self.geometry.units_per_superblock;
        let (mut moved, mut next, mut end) = (0, 0, 0);
        let mut left = most;
        while left > 0 {
            if left < most && self.step_time(pool_index) > self.state.now {
                break;
            }
            if next == end {
                (next, end) = (0, self.find(victim, left as usize));
            }
            if next == end {
                victim.cursor = units;
            } else {
                let pages = self.move_found(pool_index, victim, next..end);
                next += pages as usize;
                moved += pages;
                left -= pages;
            }
            if victim.cursor == units || self.state.exhausted {
                break;
            }
        }
        moved
    }

    /// Moves those units, until a step has to end; says how many. The first may be moved now.
    #[inline(never)]
    fn move_found(&mut self, pool_index: u32, victim: &mut Victim, found: Range<usize>) -> u32 {
        let (geometry, costs, state) = (&self.geometry, &self.costs, &mut self.state);
        let now = state.now;
        let later_possible = state.timelines.flash_cpu_free() <= now;
        let die = geometry.dies_of(pool_index).start;
        let channel = geometry.channel_of(die);
        let mut lane = state.timelines.lane(die, channel);
        let pool = &mut state.pools[pool_index as usize];
        let width = policy::window(&self.spec.collection, pool);
        let to = policy::moved_frontier(&self.spec.collection, victim.cold, false);
        let (mut position, mut base, mut placed) = pool.open_at(to, geometry);
        let mut moved = 0;
        for Current { address, unit } in &self.found[found] {
            if moved > 0 && !(later_possible && pool.window.next_start(width) <= now) {
                break;
            }
            if base.is_none() {
                if !pool.open(to, &state.wear, self.spec.wear.as_ref()) {
                    state.exhausted = true;
                    break;
                }
                (position, base, placed) = pool.open_at(to, geometry);
            }
            let new = base.unwrap_or(0) + position;
            let end = lane.move_page(now, geometry.is_upper(position), costs);
            #[cfg(test)]
            {
                self.shadow.copy_of(*address);
                self.shadow.placed(new, *unit);
            }
            self.mapping.assign(*unit, new);
            pool.window.push(width, end);
            victim.cursor = geometry.position_of(*address) + 1;
            position += 1;
            placed += 1;
            moved += 1;
            if std::mem::take(&mut pool.frontiers[to].holds_slot) {
                state.slot_ends.push(Reverse(end));
            }
            if position == geometry.units_per_superblock {
                pool.placed(to, position, std::mem::take(&mut placed), geometry);
                base = None;
            }
        }
        pool.placed(to, position, placed, geometry);
        state.timelines.put_back(die, channel, lane);
        state.counters.nand_page_reads += u64::from(moved);
        state.counters.nand_programs += u64::from(moved);
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
                self.prefetch_ahead(base, cursor, units);
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

    /// Begins to fetch what the stretch at the cursor will look ahead for; of a new victim, all
    /// that lies before as well.
    #[inline]
    pub(super) fn prefetch_ahead(&self, base: u32, cursor: u32, units: u32) {
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
}
