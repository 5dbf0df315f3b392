//! What a host request does: reads, writes, TRIM, flush.

use super::compression::Stored;
use super::{Ssd, policy};
use fourcorners_block::{BLOCK_BYTES, Completion, Nanos, Op, Outcome, Request};

/// An admitted request that could not be carried out whole at once.
#[derive(Clone, Copy, Debug)]
pub struct Waiting {
    pub(super) request: Request,
    admitted: u64,
    /// Whether it continues the write before it.
    pub(super) sequential: bool,
    /// Next logical unit to be placed.
    pub(super) next: u32,
    /// One past the last.
    pub(super) end: u32,
    /// When the units placed so far had come in.
    pub(super) ready: u64,
}

/// Why a write cannot go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hindrance {
    /// Every slot of the write buffer is in use; one frees at a known time.
    Buffer,
    /// The pool's frontier has no room until collection has gone on.
    Space(u32, usize),
}

/// Where host data goes next.
#[derive(Clone, Copy, Debug)]
pub struct HostPlace {
    pool: u32,
    frontier: usize,
    hot: bool,
    /// How its first unit is stored.
    stored: Stored,
    /// Places that the open group still takes.
    room: u32,
}

impl HostPlace {
    /// In an open log that takes so many units before its group is full.
    pub fn in_log(pool: u32, frontier: usize, room: u32) -> Self {
        Self {
            pool,
            frontier,
            hot: false,
            stored: Stored::PLAIN,
            room,
        }
    }
}

impl Ssd {
    /// Carries out a request that has just been admitted.
    #[inline]
    pub(super) fn start(&mut self, request: Request) {
        let now = self.state.now;
        if let Some(outcome) = request.fault(self.spec.capacity, 1) {
            self.complete(&request, now, now, outcome);
            return;
        }
        match request.op {
            Op::Read => self.read(&request),
            Op::Write { .. } | Op::WriteZeroes | Op::Discard | Op::Flush => {
                let (next, end) = self.units(&request);
                let mut waiting = Waiting {
                    request,
                    admitted: now,
                    sequential: request.lba.0 == self.state.write_stream,
                    next,
                    end,
                    ready: now,
                };
                if matches!(request.op, Op::Write { .. } | Op::WriteZeroes) {
                    self.state.write_stream = request.lba.0 + request.blocks.0;
                    self.state
                        .timelines
                        .host_cpu(now, self.spec.controller.write_command_ns);
                }
                // Nothing overtakes a held write: TRIM and flush must find it on the map.
                if self.state.held.is_empty() {
                    self.free_slots_until(now);
                    if self.carry_out(&mut waiting) {
                        return;
                    }
                }
                self.state.held.push_back(waiting);
            }
        }
    }

    /// Whether what hindered the first held write is out of the way.
    #[inline]
    pub(super) fn held_can_go_on(&self) -> bool {
        let state = &self.state;
        match state.hindrance {
            _ if state.held.is_empty() => false,
            Hindrance::Buffer => state.free_slots > 0,
            Hindrance::Space(pool, _) => state.pools[pool as usize].wanted.is_none(),
        }
    }

    /// Goes on with what was held, in order, as far as it goes now.
    pub(super) fn go_on_with_held(&mut self) {
        // Worked on in place: a held write is looked at many times before it is done.
        let mut held = std::mem::take(&mut self.state.held);
        while let Some(waiting) = held.front_mut() {
            if !self.carry_out(waiting) {
                break;
            }
            held.pop_front();
        }
        self.state.held = held;
    }

    /// Carries a request out as far as it goes now; says whether that was all of it.
    #[inline]
    fn carry_out(&mut self, waiting: &mut Waiting) -> bool {
        let hindrance = match waiting.request.op {
            Op::Write { fua, .. } => {
                // Now and not when it was admitted: a TRIM may have been held before it.
                self.carry_out_noted_trims();
                let hindrance = self.place(waiting);
                hindrance.or_else(|| if fua { self.flush_hindrance() } else { None })
            }
            Op::WriteZeroes => {
                self.carry_out_noted_trims();
                self.place(waiting)
            }
            Op::Flush => self.flush_hindrance(),
            Op::Read | Op::Discard => None,
        };
        if let Some(hindrance) = hindrance {
            self.state.hindrance = hindrance;
            if let Hindrance::Space(pool, frontier) = hindrance {
                self.want_collection(pool, frontier);
            }
            return false;
        }
        match waiting.request.op {
            Op::Write { .. } | Op::WriteZeroes => self.written(waiting),
            Op::Discard => self.discard(&waiting.request, waiting.admitted),
            Op::Flush => {
                self.carry_out_noted_trims();
                let end = self.flush_buffer();
                self.complete(&waiting.request, waiting.admitted, end, Outcome::Done);
            }
            Op::Read => {}
        }
        true
    }

    /// Why what the buffer holds cannot be padded and programmed now.
    fn flush_hindrance(&mut self) -> Option<Hindrance> {
        if let Some(hindrance) = self.write_out_all() {
            return Some(hindrance);
        }
        if let Some(pool) = self.state.hybrid.merging() {
            return Some(Hindrance::Space(pool, policy::host_frontier(false)));
        }
        let spec = &self.spec.collection;
        let pools = self.state.pools.iter().zip(0..);
        pools
            .filter(|(pool, _)| policy::needs_all_room(spec, pool))
            .map(|(_, number)| Hindrance::Space(number, policy::host_frontier(false)))
            .next()
    }

    fn units(&self, request: &Request) -> (u32, u32) {
        let last = self.geometry.unit_blocks() - 1;
        (
            self.geometry.unit_of(request.lba.0),
            self.geometry
                .unit_of(request.lba.0 + request.blocks.0 + last),
        )
    }

    /// Everything of a write is in the buffer.
    #[inline]
    fn written(&mut self, waiting: &Waiting) {
        let mut end = waiting.ready;
        if matches!(waiting.request.op, Op::Write { fua: true, .. }) {
            end = self.flush_buffer().max(end);
        }
        if let Some(since) = self.state.stalled_since.take() {
            self.state.counters.stall_ns += self.state.now - since;
        }
        self.complete(&waiting.request, waiting.admitted, end, Outcome::Done);
    }

    #[inline]
    pub(super) fn complete(
        &mut self,
        request: &Request,
        admitted: u64,
        end: u64,
        outcome: Outcome,
    ) {
        let latency = if outcome == Outcome::Done {
            self.spec.link.command_latency_ns
        } else {
            0
        };
        self.finish(Completion {
            tag: request.tag,
            bytes: request.blocks.bytes(),
            due: request.due,
            admitted: Nanos(admitted),
            finished: Nanos(end + latency),
            outcome,
        });
    }

    /// Takes a write's units into the buffer and gives each its place on the NAND, a group or
    /// less at a time, until all are placed or something is in the way.
    #[inline]
    fn place(&mut self, waiting: &mut Waiting) -> Option<Hindrance> {
        if self.state.combining.is_on() {
            return self.combine(waiting);
        }
        while waiting.next < waiting.end {
            let unit = waiting.next;
            let stored = self.state.compression.stored(&waiting.request, unit);
            let place = match self.next_place(unit, stored, waiting.sequential) {
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
                    if self.state.compression.is_on() {
                        count = 1;
                    }
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

    /// Where the next host data goes, that of this unit first; or why it cannot.
    #[inline]
    pub(super) fn next_place(
        &mut self,
        unit: u32,
        stored: Stored,
        sequential: bool,
    ) -> Result<HostPlace, Hindrance> {
        if self.state.hybrid.is_on() {
            return self.next_log_place(unit);
        }
        let apart = self.spec.collection.hot_cold.is_some();
        let hot = apart && self.state.temperature.is_hot(unit);
        let frontier = policy::host_frontier(hot);
        let mut pool = self.state.host_pool[usize::from(hot)];
        while stored.slots > 1 && self.make_fit(pool, frontier, stored.slots) {
            self.take_turns(pool, hot);
            pool = self.state.host_pool[usize::from(hot)];
        }
        if let Some(hindrance) = self.prepare_host_group(pool, frontier, sequential) {
            return Err(hindrance);
        }
        let position = self.state.pools[pool as usize].frontiers[frontier].position;
        Ok(HostPlace {
            pool,
            frontier,
            hot,
            stored,
            room: self.geometry.group_units - self.geometry.in_group(position),
        })
    }

    /// Takes so many bytes of units from the link; returns when they are there.
    #[inline]
    pub(super) fn receive(&mut self, units: std::ops::Range<u32>, bytes: u64) -> u64 {
        let now = self.state.now;
        let count = u64::from(units.end - units.start);
        #[cfg(test)]
        units.for_each(|unit| self.shadow.wrote(unit));
        self.state.counters.host_units_written += count;
        self.state.counters.host_bytes_written += bytes;
        let write_unit_ns = self.spec.controller.write_unit_ns + self.state.compression.unit_ns();
        let processed = self.state.timelines.host_cpu(now, count * write_unit_ns);
        let on_link = if bytes == count * self.state.counters.unit_bytes {
            count * self.costs.unit_on_link
        } else {
            self.costs.on_link(bytes)
        };
        self.state.timelines.link(now, on_link).max(processed)
    }

    /// Gives units that are complete at an instant their places in a group that has room.
    #[inline]
    pub(super) fn store(&mut self, place: HostPlace, units: std::ops::Range<u32>, complete: u64) {
        let now = self.state.now;
        let count = units.end - units.start;
        // The flash side works on what is in the buffer: the host does not wait for it.
        let complete = match self.spec.controller.flash_unit_ns {
            0 => complete,
            each => {
                let timelines = &mut self.state.timelines;
                timelines
                    .flash_cpu(now, u64::from(count) * each)
                    .max(complete)
            }
        };
        let complete = if self.state.mapping_cache.is_on() {
            units.clone().fold(complete, |ready, unit| {
                ready.max(self.map_entry(unit, true, now))
            })
        } else {
            complete
        };
        let places = count * place.stored.slots;
        self.state.counters.nand_host_units += u64::from(places);
        if self.spec.collection.hot_cold.is_some() {
            units
                .clone()
                .for_each(|unit| self.state.temperature.written(unit));
        }
        if self.state.compression.is_on() {
            self.place_compressed(
                place.pool,
                place.frontier,
                units.start,
                place.stored,
                complete,
            );
        } else {
            self.place_units(place.pool, place.frontier, units, complete);
        }
        if places == place.room {
            self.take_turns(place.pool, place.hot);
        }
    }

    /// A pool has taken its group: it is the next one's turn.
    #[inline]
    fn take_turns(&mut self, pool: u32, hot: bool) {
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
                return Some(Hindrance::Space(pool_index, frontier));
            }
        }
        if !policy::host_may_write(spec, pool) {
            return Some(Hindrance::Space(pool_index, frontier));
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
    fn want_collection(&mut self, pool_index: u32, frontier: usize) {
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
    fn partial(&self, request: &Request, unit: u32) -> Option<u64> {
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
            None => now,
            Some(address) => self.fetch(unit, address, now, &mut None),
        }
    }

    /// Fetches one unit from the NAND. `row` remembers the last array read, so that
    /// neighbours are read from the array together.
    #[inline]
    pub(super) fn fetch(
        &mut self,
        unit: u32,
        address: u32,
        now: u64,
        row: &mut Option<(u32, u64)>,
    ) -> u64 {
        let geometry = &self.geometry;
        let superblock = geometry.superblock_of(address);
        let position = geometry.position_of(address);
        let pool = &self.state.pools[geometry.pool_of(superblock) as usize];
        let open = pool.frontiers.iter().any(|frontier| {
            frontier.superblock == Some(superblock)
                && position / geometry.group_units == frontier.position / geometry.group_units
        });
        if open {
            return now; // still in the buffer
        }
        let die = geometry.die_of(superblock, position);
        let places = self.mapping.slots(unit);
        self.nand().fetch(address, die, places, now, row)
    }

    fn read(&mut self, request: &Request) {
        let admitted = self.state.now;
        let (start, end) = self.units(request);
        let controller = &self.spec.controller;
        let now = self
            .state
            .timelines
            .host_cpu(admitted, controller.read_command_ns);
        let now = match controller.flash_unit_ns {
            0 => now,
            each => now.max(
                self.state
                    .timelines
                    .flash_cpu(admitted, u64::from(end - start) * each),
            ),
        };
        // Units are processed while others are fetched and transferred.
        let processed = self
            .state
            .timelines
            .host_cpu(now, u64::from(end - start) * controller.read_unit_ns);
        self.state.counters.host_units_read += u64::from(end - start);
        let fetched = self
            .state
            .read_ahead
            .plan(start..end, self.geometry.logical_units);
        let (mut first, mut last) = (u64::MAX, now);
        for unit in start..end.min(fetched.start.max(start)) {
            let ready = self.state.read_ahead.ready(unit).max(now);
            first = first.min(ready);
            last = last.max(ready);
        }
        let mut row = None;
        for unit in fetched {
            let ready = if self.waits_in_buffer(request, unit) {
                now
            } else {
                let now = self.map_entry(unit, false, now);
                match self.mapping.lookup(unit) {
                    Some(address) => self.fetch(unit, address, now, &mut row),
                    None => now, // never written or trimmed: zeros, without any NAND
                }
            };
            self.state.read_ahead.note(unit, ready);
            if unit < end {
                first = first.min(ready);
                last = last.max(ready);
            }
        }
        let bytes = request.blocks.bytes().0;
        let on_link = self.costs.on_link(bytes);
        let link = self.state.timelines.link(admitted, on_link);
        // The transfer begins with the first unit and cannot end before the last has passed.
        let last = last.max(processed);
        let finished = link
            .max(first.min(last) + on_link)
            .max(last + self.costs.unit_on_link.min(on_link));
        self.complete(request, admitted, finished, Outcome::Done);
    }
}
