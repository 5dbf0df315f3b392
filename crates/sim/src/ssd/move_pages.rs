//! The inner loops of collection where nothing is to be decided between two units, as all moved
//! data goes to one frontier. They come to what the general loop of `collect.rs` would.
//!
//! Where a page holds one unit and a superblock is one block, units are moved with the die, the
//! channel and the frontier in registers; else those that lie in one row and go to one group are
//! moved together.

use super::Ssd;
use super::geometry::Geometry;
use super::mapping::Current;
use super::policy;
use super::pool::Victim;
use crate::spec::SsdSpec;
use std::cmp::Reverse;
use std::ops::Range;

/// Positions of a victim that are looked at together.
const STRETCH: u32 = 16;
/// How far ahead of them the map is fetched into the cache: the entries of the units that the
/// positions were written for, and before that, which units those are.
const LOOK_AHEAD: u32 = 32;
const LOOK_AHEAD_BACK: u32 = 64;

/// Which loop moves a drive's units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moves {
    /// [`Ssd::move_pages`].
    Pages,
    /// [`Ssd::move_rows`].
    Rows,
    /// [`Ssd::move_group`].
    Any,
}

impl Moves {
    /// Those of a checked spec.
    pub fn new(spec: &SsdSpec, geometry: &Geometry) -> Self {
        let alike = spec.collection.hot_cold.is_none()
            && spec.compression.is_none()
            && spec.layout.mapping_cache_bytes.is_none();
        match (geometry.group_units, geometry.dies_of(0).len()) {
            _ if !alike => Self::Any,
            (1, 1) => Self::Pages,
            _ => Self::Rows,
        }
    }
}

/// Room for the units that are found at once.
pub fn room_to_find(geometry: &Geometry) -> Box<[Current]> {
    vec![Current::default(); STRETCH.max(geometry.group_units) as usize].into()
}

impl Ssd {
    /// Moves up to one group of valid units out of the victim; says how many.
    pub(super) fn move_rows(&mut self, pool_index: u32, victim: &mut Victim) -> u32 {
        let now = self.state.now;
        let group_units = self.geometry.group_units;
        let found = self.find(victim, group_units as usize);
        let (mut moved, mut end) = (0, now);
        let mut row = None;
        while moved < found {
            let Current { address, unit } = self.found[moved];
            let Some(frontier) = self.moved_frontier(pool_index, victim.cold, unit, 1) else {
                // So many superblocks have gone bad that none is left to move to.
                self.state.exhausted = true;
                victim.cursor = self.geometry.position_of(address);
                break;
            };
            let (units, ready) =
                self.read_together(pool_index, frontier, moved..found, now, &mut row);
            let programmed = self.place_together(pool_index, frontier, moved..moved + units, ready);
            end = end.max(ready).max(programmed.unwrap_or(0));
            moved += units;
        }
        let moved = moved as u32;
        if moved == group_units {
            victim.cursor = self
                .geometry
                .position_of(self.found[moved as usize - 1].address)
                + 1;
        } else if !self.state.exhausted {
            victim.cursor = self.geometry.units_per_superblock;
        }
        if moved > 0 {
            let pool = &mut self.state.pools[pool_index as usize];
            let window = policy::window(&self.spec.collection, pool);
            pool.window.push(window, end);
        }
        moved
    }

    /// Fetches the first of those units, and what lies in its row and goes to the same group; says
    /// how many, and when they have arrived.
    #[inline]
    fn read_together(
        &mut self,
        pool_index: u32,
        frontier: usize,
        found: Range<usize>,
        now: u64,
        row: &mut Option<(u32, u64)>,
    ) -> (usize, u64) {
        let (geometry, costs, state) = (&self.geometry, &self.costs, &mut self.state);
        let position = state.pools[pool_index as usize].frontiers[frontier].position;
        let room = geometry.group_units - geometry.in_group(position);
        let found = &self.found[found];
        let wanted = geometry.read_row_of(found[0].address);
        let in_row = |next: &&Current| geometry.read_row_of(next.address) == wanted;
        let units = found.iter().take(room as usize).take_while(in_row).count();
        let die = geometry.die_in(pool_index, found[0].address);
        let in_register = match *row {
            Some((last, ready)) if last == wanted => ready,
            _ => {
                state.counters.nand_page_reads += 1;
                state.timelines.read_array(now, die, costs)
            }
        };
        *row = Some((wanted, in_register));
        let channel = geometry.channel_of(die);
        let ready = state
            .timelines
            .units_out(now, in_register, die, channel, units as u32, costs);
        (units, ready)
    }

    /// Gives units that have arrived at `ready` the next places of a frontier's group, which has
    /// room for them. If that completes the group, returns when it is on the NAND.
    #[inline]
    fn place_together(
        &mut self,
        pool_index: u32,
        frontier_index: usize,
        found: Range<usize>,
        ready: u64,
    ) -> Option<u64> {
        let units = found.len() as u32;
        let pool = &mut self.state.pools[pool_index as usize];
        let frontier = &mut pool.frontiers[frontier_index];
        let superblock = frontier.superblock?;
        let first = self.geometry.address(superblock, frontier.position);
        frontier.position += units;
        frontier.ready = frontier.ready.max(ready);
        let full = self.geometry.in_group(frontier.position) == 0;
        pool.add_valid(superblock, units);
        for (Current { address, unit }, new) in self.found[found].iter().zip(first..) {
            #[cfg(test)]
            {
                self.shadow.copy_of(*address);
                self.shadow.placed(new, *unit);
            }
            #[cfg(not(test))]
            let _ = address;
            self.mapping.assign(*unit, new);
        }
        full.then(|| self.program_group(pool_index, frontier_index))
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
