//! A simulated SSD: its state, and the loop that advances it from event to event.
//!
//! Four things happen at an instant, in this order: I/Os that finish are delivered and free
//! their slots; writes that wait for the buffer or for free blocks go on; collection takes a
//! step; the host queue admits. Whatever has a time of its own in between (dies, channels,
//! link, processors) is reserved on a [`timeline`].

mod collect;
mod combining;
mod compression;
mod energy;
mod geometry;
mod host;
mod hybrid;
mod idle;
mod mapping;
mod mapping_cache;
mod merge;
#[cfg(test)]
mod model_test;
mod move_pages;
mod policy;
mod pool;
mod program;
mod read;
mod read_ahead;
mod state;
mod temperature;
mod timeline;
mod trim;
mod victim;
mod wear;
mod window;
mod write;

use crate::identity;
use crate::spec::SsdSpec;
use fourcorners_block::{
    Admission, Completion, Counters, Drive, DriveError, Identity, Nanos, Op, Purge, QueueDepth,
    Request, Snapshot, Stop,
};
use geometry::Geometry;
use mapping::{Current, Kept, Mapping};
use move_pages::Moves;
use pool::Pool;
use state::State;
use timeline::Costs;

/// How far ahead in the host queue the map is fetched into the cache, and for how many requests at
/// once: so their page walks overlap, which one among other work would each wait for.
const LOOK_AHEAD: usize = 16;
const LOOK_AHEAD_TOGETHER: usize = 8;

/// A simulated SSD.
pub struct Ssd {
    identity: Identity,
    spec: SsdSpec,
    geometry: Geometry,
    costs: Costs,
    mapping: Mapping,
    state: State,
    moves: Moves,
    plain_writes: bool,
    /// The units that collection moves next. No state: found anew in each of its steps.
    found: Box<[Current]>,
    #[cfg(test)]
    shadow: model_test::Shadow,
}

/// A snapshot: everything that changes is plain data, so this is a copy.
struct Saved {
    mapping: Kept,
    state: State,
}

impl Ssd {
    /// A new drive of that kind: securely erased, at time 0.
    pub fn new(spec: &SsdSpec) -> Self {
        let geometry = Geometry::new(spec);
        let costs = Costs::new(spec, &geometry);
        let state = State::new(spec, &geometry);
        let mapping = Mapping::new(&geometry, spec.compression.is_some());
        Self {
            identity: identity::of_ssd(spec),
            spec: spec.clone(),
            moves: Moves::new(spec, &geometry),
            plain_writes: write::are_plain(spec),
            found: move_pages::room_to_find(&geometry),
            geometry,
            costs,
            mapping,
            state,
            #[cfg(test)]
            shadow: model_test::Shadow::default(),
        }
    }

    fn idle(&self) -> Result<(), DriveError> {
        match self.state.busy() {
            0 => Ok(()),
            busy => Err(DriveError::Busy(busy)),
        }
    }

    /// Begins to fetch what requests that are next but some will need: the map entry, and later the
    /// superblock that an overwritten unit leaves.
    #[inline]
    fn look_ahead(&mut self) {
        let queue = &self.state.queue;
        if !queue.waiting().is_multiple_of(LOOK_AHEAD_TOGETHER) {
            return;
        }
        for ahead in queue.peek(LOOK_AHEAD..LOOK_AHEAD + LOOK_AHEAD_TOGETHER) {
            self.mapping.prefetch(self.geometry.unit_of(ahead.lba.0));
        }
        for ahead in queue.peek(LOOK_AHEAD / 2..LOOK_AHEAD / 2 + LOOK_AHEAD_TOGETHER) {
            if matches!(ahead.op, Op::Write { .. })
                && let unit = self.geometry.unit_of(ahead.lba.0)
                && let Some(address) = self.mapping.look_ahead(unit)
            {
                let superblock = self.geometry.superblock_of(address);
                let pool = self.geometry.pool_of(superblock);
                self.state.pools[pool as usize].prefetch(superblock);
            }
        }
    }

    /// Puts a completion in its place in order of finishing; ties keep the order of admission.
    #[inline]
    fn finish(&mut self, completion: Completion) {
        let finishing = &mut self.state.finishing;
        let last = finishing.len();
        let mut place = last;
        while place > 0 && finishing[place - 1].finished > completion.finished {
            place -= 1;
        }
        // Mostly it is the last: then it is made where it stays.
        finishing.push_back(completion);
        if place < last
            && let Some(completion) = finishing.pop_back()
        {
            finishing.insert(place, completion);
        }
    }

    /// A write waits and nothing will ever happen again.
    fn no_progress(&self) -> DriveError {
        let free: u32 = self.state.pools.iter().map(Pool::free).sum();
        let (name, bad) = (&self.identity.name, self.state.wear.bad());
        DriveError::Lost(if bad > 0 {
            format!(
                "{name} is worn out: {bad} of its {} superblocks are bad, and those left have no \
                 room for more writes",
                self.geometry.superblocks()
            )
        } else {
            format!(
                "{name} can make no progress: a write waits for free blocks, {free} superblocks \
                 are free, and collection \
                 finds none that holds less than it would take; the drive needs more spare area, \
                 or less capacity"
            )
        })
    }

    /// Finds the pool whose collection steps next, and when. To be called when a step was taken
    /// or a pool became active: nothing else changes it.
    fn plan_step(&mut self) {
        let next = self.state.active.iter();
        let next = next.map(|pool| (self.step_time(*pool), *pool));
        self.state.step = next.min();
    }

    /// When a pool's collection can step at the earliest.
    #[inline]
    fn step_time(&self, pool: u32) -> u64 {
        let state = &self.state;
        let pool = &state.pools[pool as usize];
        let window = policy::window(&self.spec.collection, pool);
        pool.window
            .next_start(window)
            .max(state.timelines.flash_cpu_free())
    }

    /// Whether a completion is to be delivered at this very instant.
    #[inline]
    fn finishes_now(&self) -> bool {
        let first = self.state.finishing.front();
        first.is_some_and(|first| first.finished.0 <= self.state.now)
    }

    /// The pool whose collection steps next, and when: not before now.
    #[inline]
    fn next_step(&self) -> Option<(u64, u32)> {
        self.state
            .step
            .map(|(at, pool)| (at.max(self.state.now), pool))
    }

    /// When a slot of the write buffer frees, if a held write waits for one.
    #[inline]
    fn next_slot(&self) -> Option<u64> {
        let state = &self.state;
        if state.held.is_empty() || state.free_slots > 0 {
            return None;
        }
        state.slot_ends.peek().map(|end| end.0)
    }

    #[inline]
    fn free_slots_until(&mut self, now: u64) {
        let state = &mut self.state;
        while state.slot_ends.peek().is_some_and(|end| end.0 <= now) {
            state.slot_ends.pop();
            state.free_slots += 1;
        }
    }
}

impl Drive for Ssd {
    fn identity(&self) -> &Identity {
        &self.identity
    }
    fn now(&self) -> Nanos {
        Nanos(self.state.now)
    }
    fn set_queue_depth(&mut self, depth: QueueDepth) {
        self.state
            .queue
            .set_depth(depth.min(self.identity.max_queue_depth));
    }
    fn submit(&mut self, requests: &[Request]) {
        self.state.queue.push(requests);
    }

    fn wait(
        &mut self,
        until: Nanos,
        stop: Stop,
        completions: &mut Vec<Completion>,
    ) -> Result<(), DriveError> {
        let first = completions.len();
        loop {
            let now = self.state.now;
            while let Some(next) = self.state.finishing.front()
                && next.finished.0 <= now
            {
                // Copied where it lies: by way of an Option it is stored in pieces that the
                // processor cannot forward to the loads that follow.
                completions.push(*next);
                self.state.finishing.pop_front();
                self.state.queue.finish();
                if self.state.queue.in_flight() == 0 {
                    self.pause_begins();
                }
            }
            if !self.state.held.is_empty() {
                self.free_slots_until(now);
                if self.held_can_go_on() {
                    self.go_on_with_held();
                }
            }
            let step = self.next_step();
            if let Some((at, pool)) = step
                && at <= now
            {
                self.collect_step(pool);
                // Once around for nothing: it would go on so for ever.
                if self.state.exhausted
                    || self.state.pools[pool as usize].fruitless
                        > self.geometry.superblocks_per_pool
                {
                    return Err(self.no_progress());
                }
                continue;
            }
            let admission = self.state.queue.admission(Nanos(now));
            if let Admission::At(at) = admission
                && at.0 <= now
                && let Some(request) = self.state.queue.first()
            {
                let request = *request; // as it lies there, not by way of an Option: as above
                self.state.queue.admit();
                if self.state.pause.has_begun() {
                    self.end_idle_collection();
                }
                self.look_ahead();
                self.start(&request);
                continue;
            }
            // A completion may have been decided for this very instant.
            if self.finishes_now() {
                continue;
            }
            let idle = self.idle_begin();
            if idle.is_some_and(|at| at <= now) {
                self.begin_idle_collection();
                continue;
            }
            let stopped = match stop {
                Stop::Never => false,
                Stop::Waiting(count) => self.state.queue.waiting() <= count,
                Stop::Completion => completions.len() > first,
                Stop::Drained => self.state.busy() == 0,
            };
            if stopped {
                return Ok(());
            }
            let mut next = u64::MAX;
            if let Some(completion) = self.state.finishing.front() {
                next = completion.finished.0;
            }
            if let Some((at, _)) = step {
                next = next.min(at);
            }
            if let Some(at) = self.next_slot() {
                next = next.min(at);
            }
            if next == u64::MAX && !self.state.held.is_empty() {
                return Err(self.no_progress());
            }
            if let Some(at) = idle {
                next = next.min(at);
            }
            if let Admission::At(at) = admission {
                next = next.min(at.0);
            }
            if next <= until.0 && next != u64::MAX {
                self.state.advance(next);
            } else {
                if until != Nanos::MAX {
                    self.state.advance(now.max(until.0));
                }
                return Ok(());
            }
        }
    }

    fn waiting(&self) -> usize {
        self.state.queue.waiting()
    }
    fn in_flight(&self) -> usize {
        self.state.queue.in_flight()
    }
    fn withdraw(&mut self) -> usize {
        self.state.queue.withdraw()
    }

    /// Secure erase: every block is erased, which takes the time of erasing all blocks of a
    /// plane one after the other (planes and dies work at once).
    fn purge(&mut self) -> Result<Purge, DriveError> {
        self.idle()?;
        let blocks = u64::from(self.spec.nand.blocks_per_plane);
        let end = self.state.now.max(self.state.timelines.last_program_end())
            + blocks * self.costs.t_erase();
        let all_blocks =
            u64::from(self.geometry.superblocks()) * u64::from(self.geometry.blocks_per_superblock);
        self.mapping.clear();
        let mut fresh = State::new(&self.spec, &self.geometry);
        fresh.now = end;
        fresh.queue = self.state.queue.clone();
        fresh.counters = self.state.counters;
        fresh.counters.block_erases += all_blocks;
        fresh.busy_ns = self.state.busy_ns;
        fresh.wear = std::mem::take(&mut self.state.wear);
        fresh.wear.all_erased();
        self.state = fresh;
        Ok(Purge::SecureErase)
    }

    fn snapshot(&self) -> Option<Snapshot> {
        self.idle().ok().map(|()| {
            Snapshot(Box::new(Saved {
                mapping: self.mapping.keep(),
                state: self.state.clone(),
            }))
        })
    }

    fn restore(&mut self, snapshot: &Snapshot) -> Result<(), DriveError> {
        self.idle()?;
        let Some(saved) = snapshot.0.downcast_ref::<Saved>() else {
            return Err(DriveError::Unsupported(
                "the snapshot is another kind of drive's".into(),
            ));
        };
        self.mapping.restore(&saved.mapping);
        self.state = saved.state.clone();
        Ok(())
    }

    fn counters(&self) -> Option<Counters> {
        let pools = &self.state.pools;
        let (erases_min, erases_max) = self.state.wear.range();
        Some(Counters {
            superblock_erases_min: u64::from(erases_min),
            superblock_erases_max: u64::from(erases_max),
            bad_superblocks: u64::from(self.state.wear.bad()),
            free_superblocks: pools.iter().map(|pool| u64::from(pool.free())).sum(),
            valid_units: pools.iter().map(Pool::valid_total).sum(),
            energy_uj: energy::energy_uj(
                &self.spec,
                &self.state.counters,
                self.state.now,
                self.state.busy_ns,
            ),
            ..self.state.counters
        })
    }
}
