//! The inner loop of collection where nothing is to be decided between two units: a page holds one
//! unit, a superblock is one block, and all moved data goes to one frontier. What the general loop
//! of `collect.rs` would do, with the die, the channel and the frontier in registers.

use super::Ssd;
use super::mapping::Current;
use super::policy;
use super::pool::Victim;
use std::cmp::Reverse;
use std::ops::Range;

impl Ssd {
    /// Whether this drive's moves are of that kind.
    pub(super) fn moves_pages(&self) -> bool {
        let (spec, geometry) = (&self.spec.collection, &self.geometry);
        geometry.group_units == 1
            && geometry.dies_of(0).len() == 1
            && spec.hot_cold.is_none()
            && !self.state.mapping_cache.is_on()
    }

    /// Moves those units, until a step has to end; says how many. The first may be moved now.
    #[inline(never)]
    pub(super) fn move_pages(
        &mut self,
        pool_index: u32,
        victim: &mut Victim,
        found: Range<usize>,
    ) -> u32 {
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
                    break; // the general loop finds another frontier, if there is one
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
}
