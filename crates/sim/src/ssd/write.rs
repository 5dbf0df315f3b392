//! Host writes: units come in over the link, and each gets its place on the NAND.
//!
//! What every write does is inlined by force: compressed and combined writes share it, and left to
//! itself the compiler then calls it, which makes sequential writing a seventh slower.

use super::host::{Hindrance, Waiting};
use super::{Ssd, policy};
use crate::spec::{MappingSpec, SsdSpec};
use fourcorners_block::{BLOCK_BYTES, Request};
use std::ops::Range;

/// Where host data goes next. Small enough to be handed up in registers.
#[derive(Clone, Copy, Debug)]
pub struct HostPlace {
    /// The pool.
    pub pool: u32,
    /// Places that the open group still takes.
    pub room: u32,
    frontier: u8,
    hot: bool,
}

impl HostPlace {
    /// In an open group of a frontier.
    #[inline]
    pub fn new(pool: u32, frontier: usize, room: u32, hot: bool) -> Self {
        Self {
            pool,
            room,
            frontier: frontier as u8, // one of five
            hot,
        }
    }
    /// The frontier.
    #[inline]
    pub fn frontier(&self) -> usize {
        usize::from(self.frontier)
    }
}

/// Whether nothing but the order of writes decides where a unit goes, and when.
pub fn are_plain(spec: &SsdSpec) -> bool {
    spec.layout.mapping == MappingSpec::Page
        && spec.layout.write_combining_bytes.is_none()
        && spec.layout.mapping_cache_bytes.is_none()
        && spec.compression.is_none()
        && spec.collection.hot_cold.is_none()
        && spec.controller.flash_unit_ns == 0
}

impl Ssd {
    /// Takes a write's units into the buffer and gives each its place on the NAND, a group or
    /// less at a time, until all are placed or something is in the way.
    #[inline]
    pub(super) fn place(&mut self, waiting: &mut Waiting) -> Option<Hindrance> {
        // Of one unit, all of it.
        if self.plain_writes
            && waiting.end == waiting.next + 1
            && waiting.request.blocks.0 == self.geometry.unit_blocks()
        {
            return self.place_plain_unit(waiting);
        }
        if self.state.combining.is_on() {
            return self.combine(waiting);
        }
        if self.state.compression.is_on() {
            return self.compress(waiting);
        }
        while waiting.next < waiting.end {
            let unit = waiting.next;
            let place = match self.next_place(unit, waiting.sequential) {
                Ok(place) => place,
                Err(hindrance) => return Some(hindrance),
            };
            let (count, received, complete) = match self.partial(&waiting.request, unit) {
                // Part of a unit is merged with the rest of it, which has to be read first.
                Some(bytes) => {
                    let received = self.receive(unit..unit + 1, bytes);
                    (1, received, self.fetch_for_merge(unit).max(received))
                }
                None => {
                    let whole_end = self
                        .geometry
                        .unit_of(waiting.request.lba.0 + waiting.request.blocks.0);
                    let mut count = place.room.min(whole_end - unit);
                    if self.spec.collection.hot_cold.is_some() {
                        // Neighbours as long as they are alike.
                        let temperature = &self.state.temperature;
                        let alike = |next: &u32| temperature.is_hot(*next) == place.hot;
                        count = (unit..unit + count).take_while(alike).count() as u32;
                    }
                    let bytes = u64::from(count) * self.state.counters.unit_bytes;
                    let received = self.receive(unit..unit + count, bytes);
                    (count, received, received)
                }
            };
            self.store(place, unit..unit + count, complete);
            waiting.ready = waiting.ready.max(received);
            waiting.next += count;
        }
        None
    }

    /// What the loop above comes to for a single whole unit where nothing is to be decided: most of
    /// what most drives are tested with.
    #[inline]
    fn place_plain_unit(&mut self, waiting: &mut Waiting) -> Option<Hindrance> {
        let pool_index = self.state.host_pool[0];
        let frontier_index = policy::host_frontier(false);
        if let Some(hindrance) =
            self.prepare_host_group(pool_index, frontier_index, waiting.sequential)
        {
            return Some(hindrance);
        }
        let unit = waiting.next;
        let received = self.receive(unit..unit + 1, self.state.counters.unit_bytes);
        waiting.ready = waiting.ready.max(received);
        waiting.next += 1;
        let (geometry, state) = (&self.geometry, &mut self.state);
        state.counters.nand_host_units += 1;
        let pool = &mut state.pools[pool_index as usize];
        let frontier = &mut pool.frontiers[frontier_index];
        let superblock = frontier.superblock?;
        let address = geometry.address(superblock, frontier.position);
        frontier.position += 1;
        frontier.ready = frontier.ready.max(received);
        let full = geometry.in_group(frontier.position) == 0;
        pool.add_valid(superblock, 1);
        #[cfg(test)]
        self.shadow.placed(address, unit);
        if let Some(old) = self.mapping.assign(unit, address) {
            let left = geometry.superblock_of(old);
            state.pools[geometry.pool_of(left) as usize].invalidate(left, 1);
        }
        if full {
            self.program_group(pool_index, frontier_index);
            self.next_turn(pool_index, false);
        }
        None
    }

    /// Where the next host data goes, that of this unit first; or why it cannot.
    #[inline(always)]
    pub(super) fn next_place(
        &mut self,
        unit: u32,
        sequential: bool,
    ) -> Result<HostPlace, Hindrance> {
        if self.state.hybrid.is_on() {
            return self.next_log_place(unit);
        }
        let hot = self.is_hot(unit);
        self.host_group(self.state.host_pool[usize::from(hot)], hot, sequential)
    }

    #[inline]
    pub(super) fn is_hot(&self, unit: u32) -> bool {
        self.spec.collection.hot_cold.is_some() && self.state.temperature.is_hot(unit)
    }

    /// The group of a pool that takes host data next, with room for some.
    #[inline(always)]
    pub(super) fn host_group(
        &mut self,
        pool: u32,
        hot: bool,
        sequential: bool,
    ) -> Result<HostPlace, Hindrance> {
        let frontier = policy::host_frontier(hot);
        if let Some(hindrance) = self.prepare_host_group(pool, frontier, sequential) {
            return Err(hindrance);
        }
        let position = self.state.pools[pool as usize].frontiers[frontier].position;
        let room = self.geometry.group_units - self.geometry.in_group(position);
        Ok(HostPlace::new(pool, frontier, room, hot))
    }

    /// Takes so many bytes of units from the link; returns when they are there.
    #[inline(always)]
    pub(super) fn receive(&mut self, units: Range<u32>, bytes: u64) -> u64 {
        let now = self.state.now;
        let count = u64::from(units.end - units.start);
        self.is_written_again(units.clone());
        #[cfg(test)]
        units.for_each(|unit| self.shadow.wrote(unit));
        self.state.counters.host_units_written += count;
        self.state.counters.host_bytes_written += bytes;
        let whole = count * self.spec.controller.write_unit_ns;
        let unit_bytes = self.state.counters.unit_bytes;
        let (cost, on_link) = if bytes == count * unit_bytes {
            (whole, count * self.costs.unit_on_link)
        } else if self.state.combining.is_on() {
            // What packs parts of units takes as long as their share; else a unit is a unit.
            (
                (whole * bytes).div_ceil(count * unit_bytes),
                self.costs.on_link(bytes),
            )
        } else {
            (whole, self.costs.on_link(bytes))
        };
        let processed = self.state.timelines.host_cpu(now, cost);
        self.state.timelines.link(now, on_link).max(processed)
    }

    /// Gives units that are complete at an instant their places in a group that has room.
    #[inline(always)]
    pub(super) fn store(&mut self, place: HostPlace, units: Range<u32>, complete: u64) {
        let count = units.end - units.start;
        let complete = self.ready_to_program(units.clone(), complete);
        self.state.counters.nand_host_units += u64::from(count);
        self.place_units(place.pool, place.frontier(), units, complete);
        self.taken(place, count);
    }

    /// When units that are complete at an instant have passed the flash side, and their map
    /// entries are there.
    #[inline(always)]
    pub(super) fn ready_to_program(&mut self, units: Range<u32>, complete: u64) -> u64 {
        let now = self.state.now;
        let mut ready = complete;
        // The flash side works on what is in the buffer: the host does not wait for it.
        let flash_unit_ns = self.spec.controller.flash_unit_ns;
        if flash_unit_ns > 0 {
            let count = u64::from(units.end - units.start);
            ready = ready.max(self.state.timelines.flash_cpu(now, count * flash_unit_ns));
        }
        if self.state.mapping_cache.is_on() {
            for unit in units.clone() {
                ready = ready.max(self.map_entry(unit, true, now));
            }
        }
        if self.spec.collection.hot_cold.is_some() {
            units.for_each(|unit| self.state.temperature.written(unit));
        }
        ready
    }

    /// Places of a group are taken. If it is full now, it is the next pool's turn.
    #[inline(always)]
    pub(super) fn taken(&mut self, place: HostPlace, places: u32) {
        if places == place.room {
            self.next_turn(place.pool, place.hot);
        }
    }

    /// A pool's group is full: it is the next one's turn.
    #[inline]
    pub(super) fn next_turn(&mut self, pool: u32, hot: bool) {
        let next = pool + 1;
        self.state.host_pool[usize::from(hot)] = if next == self.geometry.pools { 0 } else { next };
    }

    /// Makes sure that the pool's host frontier can take a unit.
    #[inline]
    fn prepare_host_group(
        &mut self,
        pool_index: u32,
        frontier: usize,
        sequential: bool,
    ) -> Option<Hindrance> {
        let group_units = self.geometry.group_units;
        let pool = &mut self.state.pools[pool_index as usize];
        if pool.frontiers[frontier].superblock.is_some()
            && self.geometry.in_group(pool.frontiers[frontier].position) != 0
        {
            return None;
        }
        let spec = &self.spec.collection;
        if pool.frontiers[frontier].superblock.is_none() {
            if !pool.collecting
                && policy::begins(spec, pool.free())
                && pool.has_gain(self.geometry.units_per_superblock)
            {
                pool.collecting = true;
                pool.credit = 0;
            }
            if !policy::host_may_open(spec, pool.free()) {
                return Some(Hindrance::Space(pool_index, frontier as u8));
            }
        }
        if !policy::host_may_write(spec, pool) {
            return Some(Hindrance::Space(pool_index, frontier as u8));
        }
        if self.state.free_slots == 0 {
            return Some(Hindrance::Buffer);
        }
        self.state.free_slots -= 1;
        let pool = &mut self.state.pools[pool_index as usize];
        if pool.collecting {
            pool.credit -= i64::from(group_units) * policy::host_unit_cost(spec, sequential);
        }
        if pool.frontiers[frontier].superblock.is_none() {
            self.open_superblock(pool_index, frontier);
        }
        self.state.pools[pool_index as usize].frontiers[frontier].holds_slot = true;
        None
    }

    /// A host write waits for a pool's collection.
    pub(super) fn want_collection(&mut self, pool_index: u32, frontier: usize) {
        let now = self.state.now;
        let pool = &mut self.state.pools[pool_index as usize];
        if !pool.collecting {
            pool.collecting = true;
            pool.credit = 0;
        }
        pool.wanted = Some(frontier);
        if self.state.stalled_since.is_none() {
            self.state.stalled_since = Some(now);
            self.state.counters.stalls += 1;
        }
        if !self.state.active.contains(&pool_index) {
            self.state.active.push(pool_index);
            self.plan_step();
        }
    }

    /// Bytes of the request that fall into a unit, if that is not all of it.
    #[inline]
    pub(super) fn partial(&self, request: &Request, unit: u32) -> Option<u64> {
        let blocks = self.geometry.unit_blocks();
        let first = u64::from(unit) * blocks;
        let start = request.lba.0.max(first);
        let end = (request.lba.0 + request.blocks.0).min(first + blocks);
        (end - start < blocks).then(|| (end - start) * BLOCK_BYTES)
    }

    /// Reads the old content of a unit that is written in part; returns when it is there.
    pub(super) fn fetch_for_merge(&mut self, unit: u32) -> u64 {
        let now = self.state.now;
        match self.mapping.lookup(unit) {
            Some(_) if self.is_trimmed_though_counted(unit) => now,
            None => now,
            // Firmware that waits reads when it has come to this write, and goes on after it.
            Some(address) if self.spec.controller.waits_for_merges => {
                let begin = self.state.timelines.host_cpu(now, 0);
                let fetched = self.fetch(unit, address, None, begin, &mut None);
                self.state.timelines.host_cpu(fetched, 0)
            }
            Some(address) => self.fetch(unit, address, None, now, &mut None),
        }
    }
}
