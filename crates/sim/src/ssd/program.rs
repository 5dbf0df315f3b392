//! Putting units into open superblocks, and programming the groups that become full.

use super::Ssd;
use super::policy;
use super::pool::Leaving;
use super::timeline::Place;
use std::cmp::Reverse;

impl Ssd {
    /// Opens a free superblock on a frontier; says whether there was one.
    pub(super) fn open_superblock(&mut self, pool_index: u32, frontier_index: usize) -> bool {
        let state = &mut self.state;
        let pool = &mut state.pools[pool_index as usize];
        pool.open(frontier_index, &state.wear, self.spec.wear.as_ref())
    }

    /// Gives units the next places of an open frontier's group, which has room for them;
    /// `ready` is when their data is there. If that completes the group, returns when it is on
    /// the NAND.
    #[inline(always)]
    pub(super) fn place_units(
        &mut self,
        pool_index: u32,
        frontier_index: usize,
        units: std::ops::Range<u32>,
        ready: u64,
    ) -> Option<u64> {
        let geometry = &self.geometry;
        let pool = &mut self.state.pools[pool_index as usize];
        let frontier = &mut pool.frontiers[frontier_index];
        let superblock = frontier.superblock?;
        let count = units.end - units.start;
        let address = geometry.address(superblock, frontier.position);
        frontier.position += count;
        frontier.ready = frontier.ready.max(ready);
        let full = geometry.in_group(frontier.position) == 0;
        pool.add_valid(superblock, count);
        let mut leaving = Leaving::default();
        for (unit, address) in units.zip(address..) {
            #[cfg(test)]
            self.shadow.placed(address, unit);
            if let Some(old) = self.mapping.assign(unit, address) {
                leaving.add(old, 1, geometry, &mut self.state.pools);
            }
        }
        leaving.settle(geometry, &mut self.state.pools);
        full.then(|| self.program_group(pool_index, frontier_index))
    }

    /// The same for a single unit that collection moves; its victim's count follows later.
    #[inline(always)]
    pub(super) fn place_moved(
        &mut self,
        pool_index: u32,
        frontier_index: usize,
        unit: u32,
        places: u32,
        ready: u64,
    ) -> Option<u64> {
        let pool = &mut self.state.pools[pool_index as usize];
        let frontier = &mut pool.frontiers[frontier_index];
        let superblock = frontier.superblock?;
        let address = self.geometry.address(superblock, frontier.position);
        frontier.position += places;
        frontier.ready = frontier.ready.max(ready);
        let full = self.geometry.in_group(frontier.position) == 0;
        pool.add_valid(superblock, places);
        #[cfg(test)]
        self.shadow.placed(address, unit);
        self.mapping.assign(unit, address);
        full.then(|| self.program_group(pool_index, frontier_index))
    }

    /// Programs the group that a frontier has just filled; returns when it is on the NAND.
    #[inline]
    pub(super) fn program_group(&mut self, pool_index: u32, frontier_index: usize) -> u64 {
        let geometry = &self.geometry;
        let state = &mut self.state;
        let pool = &mut state.pools[pool_index as usize];
        let frontier = &mut pool.frontiers[frontier_index];
        let Some(superblock) = frontier.superblock else {
            return state.now;
        };
        let position = frontier.position;
        let (now, ready) = (state.now, frontier.ready);
        let upper = geometry.is_upper(position - 1);
        let place = |die| Place {
            die,
            channel: geometry.channel_of(die),
            upper,
        };
        let die = geometry.die_in(pool_index, position - 1);
        let end = state.timelines.program(now, ready, place(die), &self.costs);
        state.counters.nand_programs += 1;
        for parity in geometry.parity_due(position) {
            let die = geometry.die_in_pool(pool_index, *parity);
            state.timelines.program(now, ready, place(die), &self.costs);
            state.counters.nand_programs += 1;
            state.counters.nand_parity_units += u64::from(geometry.group_units);
        }
        if std::mem::take(&mut frontier.holds_slot) {
            state.slot_ends.push(Reverse(end));
        }
        frontier.ready = 0;
        if position == geometry.units_per_superblock {
            frontier.superblock = None;
            pool.close(superblock);
            state.hybrid.filled(pool_index, frontier_index, superblock);
        }
        end
    }

    /// Programs an open group whose rest stays empty; returns when it is on the NAND.
    pub(super) fn pad_group(&mut self, pool_index: u32, frontier_index: usize) -> u64 {
        let frontier = &mut self.state.pools[pool_index as usize].frontiers[frontier_index];
        let begin = frontier.position;
        let end = begin.next_multiple_of(self.geometry.group_units);
        frontier.position = end;
        if let Some(superblock) = frontier.superblock {
            for position in begin..end {
                self.mapping
                    .pad(self.geometry.address(superblock, position));
            }
        }
        self.state.counters.nand_padded_units += u64::from(end - begin);
        self.program_group(pool_index, frontier_index)
    }

    /// Programs what the write buffer holds, padded to whole groups; returns when all data that
    /// was written so far is on the NAND.
    pub(super) fn flush_buffer(&mut self) -> u64 {
        if self.state.hybrid.is_on() {
            self.flush_logs();
            return self.state.now.max(self.state.timelines.last_program_end());
        }
        let temperatures = 1 + u32::from(self.spec.collection.hot_cold.is_some());
        for turn in 0..self.geometry.pools * temperatures {
            let (pool_index, hot) = (turn / temperatures, turn % temperatures == 1);
            let host_frontier = policy::host_frontier(hot);
            let frontier = self.state.pools[pool_index as usize].frontiers[host_frontier];
            if frontier.superblock.is_none() || self.geometry.in_group(frontier.position) == 0 {
                continue;
            }
            self.pad_group(pool_index, host_frontier);
            let host_pool = &mut self.state.host_pool[usize::from(hot)];
            if *host_pool == pool_index {
                *host_pool = (pool_index + 1) % self.geometry.pools;
            }
        }
        self.state.now.max(self.state.timelines.last_program_end())
    }

    /// The frontier that takes a moved unit of so many places, with an open superblock and a group
    /// that has room for it; `None` if there is none, and none is free.
    #[inline(always)]
    pub(super) fn moved_frontier(
        &mut self,
        pool_index: u32,
        to_level: bool,
        unit: u32,
        places: u32,
    ) -> Option<usize> {
        let spec = &self.spec.collection;
        let hot = spec.hot_cold.is_some() && self.state.temperature.is_hot(unit);
        let frontier = policy::moved_frontier(spec, to_level, hot);
        if places > 1 {
            self.make_fit(pool_index, frontier, places);
        }
        let pool = &self.state.pools[pool_index as usize];
        if pool.frontiers[frontier].superblock.is_some()
            || self.open_superblock(pool_index, frontier)
        {
            return Some(frontier);
        }
        let other = policy::moved_frontier_at_need(&self.state.pools[pool_index as usize])?;
        if places > 1 {
            self.make_fit(pool_index, other, places);
            let other = &self.state.pools[pool_index as usize].frontiers[other];
            other.superblock?;
        }
        Some(other)
    }
}
