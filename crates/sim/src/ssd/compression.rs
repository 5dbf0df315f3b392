//! Compression in the controller: a unit is stored in as many slots of a group as its content
//! needs. What the host's data lacks in content becomes spare area, and the NAND writes less than
//! the host did (SandForce's "write amplification of 0.5").
//!
//! A unit never lies in two groups: where the rest of the open one is too small, it stays empty.
//! A unit keeps its stored size when it is moved. Content that was seen a moment ago is stored as
//! a reference of one slot; that it outlives what it refers to is assumed.

use super::host::{Hindrance, Waiting};
use super::pool::Leaving;
use super::write::HostPlace;
use super::{Ssd, policy};
use crate::spec::{CompressionSpec, SsdSpec};
use fourcorners_block::{BLOCK_BYTES, Data, DataClass, Op, Request};
use std::collections::VecDeque;

/// How the drive stores what it is given. Without compression: a unit in one slot.
#[derive(Clone, Debug)]
pub struct Compression {
    spec: Option<CompressionSpec>,
    unit_bytes: u64,
    /// Contents stored last, the latest at the end.
    seen: VecDeque<Content>,
}

/// What two units have in common that hold equal bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Content {
    class: DataClass,
    identity: u32,
    /// Which unit of its I/O, where that makes a difference.
    index: u32,
}

/// Content of a request's unit that may be met again; `None`: it is met only once.
fn content(data: Data, index: u32) -> Option<Content> {
    let (identity, index) = match data.class {
        DataClass::FullRandom => return None,
        DataClass::Zero => (0, 0),
        DataClass::Repeating => (data.identity, 0),
        DataClass::OneBuffer | DataClass::Ratio(_) => (data.identity, index),
    };
    Some(Content {
        class: data.class,
        identity,
        index,
    })
}

/// Thousandths of their size to which a good compressor brings such bytes.
fn per_mille(class: DataClass) -> u64 {
    match class {
        DataClass::Zero | DataClass::Repeating => 0,
        DataClass::OneBuffer | DataClass::FullRandom => 1000,
        DataClass::Ratio(per_mille) => u64::from(per_mille.min(1000)),
    }
}

/// A unit as it will be stored.
#[derive(Clone, Copy, Debug)]
pub struct Stored {
    /// Slots it takes.
    pub slots: u32,
    content: Option<Content>,
}

impl Stored {
    /// A unit of a drive that does not compress.
    pub const PLAIN: Self = Self {
        slots: 1,
        content: None,
    };
}

impl Compression {
    /// As the spec says; nothing has been seen.
    pub fn new(spec: &SsdSpec) -> Self {
        Self {
            spec: spec.compression,
            unit_bytes: u64::from(spec.layout.unit_bytes),
            seen: VecDeque::new(),
        }
    }
    /// Whether units differ in their stored size.
    #[inline]
    pub fn is_on(&self) -> bool {
        self.spec.is_some()
    }
    /// How a request's unit is stored. Part of a unit is taken to be like the rest of it.
    #[inline]
    pub fn stored(&self, request: &Request, unit: u32) -> Stored {
        match &self.spec {
            None => Stored::PLAIN,
            Some(spec) => self.compressed(spec, request, unit),
        }
    }
    fn compressed(&self, spec: &CompressionSpec, request: &Request, unit: u32) -> Stored {
        let data = match request.op {
            Op::Write { data, .. } => data,
            _ => Data::ZERO,
        };
        let first = request.lba.0 * BLOCK_BYTES / self.unit_bytes;
        let content = content(data, unit - first as u32);
        let repeats = content.is_some_and(|content| self.seen.contains(&content));
        let per_mille = if repeats {
            0
        } else {
            per_mille(data.class).max(u64::from(spec.stored_at_least_per_mille))
        };
        let bytes = self.unit_bytes * per_mille / 1000;
        Stored {
            // At most a unit's slots.
            slots: bytes.div_ceil(u64::from(spec.slot_bytes)).max(1) as u32,
            content,
        }
    }
    /// A unit has been stored.
    fn saw(&mut self, stored: Stored) {
        let window = self.spec.map_or(0, |spec| spec.deduplication_units) as usize;
        if let Some(content) = stored.content
            && window > 0
        {
            if self.seen.len() >= window {
                self.seen.pop_front();
            }
            self.seen.push_back(content);
        }
    }
    /// Host processor time for a unit, whatever it holds, and flash processor time for its slots.
    fn costs(&self, stored: Stored) -> (u64, u64) {
        self.spec.map_or((0, 0), |spec| {
            (spec.unit_ns, u64::from(stored.slots) * spec.slot_ns)
        })
    }
}

impl Ssd {
    /// Leaves the rest of a frontier's open group empty if a unit of so many slots does not fit
    /// there; says whether that was so.
    pub(super) fn make_fit(&mut self, pool_index: u32, frontier_index: usize, slots: u32) -> bool {
        let frontier = self.state.pools[pool_index as usize].frontiers[frontier_index];
        let used = self.geometry.in_group(frontier.position);
        let fits = used + slots <= self.geometry.group_units;
        if frontier.superblock.is_some() && !fits {
            self.pad_group(pool_index, frontier_index);
            return true;
        }
        false
    }

    /// The same as [`Self::place`], each unit in as many slots as it needs.
    pub(super) fn compress(&mut self, waiting: &mut Waiting) -> Option<Hindrance> {
        while waiting.next < waiting.end {
            let unit = waiting.next;
            let stored = self.state.compression.stored(&waiting.request, unit);
            let place = match self.next_compressed_place(unit, stored, waiting.sequential) {
                Ok(place) => place,
                Err(hindrance) => return Some(hindrance),
            };
            let part = self.partial(&waiting.request, unit);
            let bytes = part.unwrap_or(self.state.counters.unit_bytes);
            let received = self.receive(unit..unit + 1, bytes);
            let complete = match part {
                Some(_) => self.fetch_for_merge(unit).max(received),
                None => received,
            };
            self.store_compressed(place, unit, stored, complete);
            waiting.ready = waiting.ready.max(received);
            waiting.next += 1;
        }
        None
    }

    /// Where a compressed unit goes; or why it cannot.
    pub(super) fn next_compressed_place(
        &mut self,
        unit: u32,
        stored: Stored,
        sequential: bool,
    ) -> Result<HostPlace, Hindrance> {
        let hot = self.is_hot(unit);
        let frontier = policy::host_frontier(hot);
        let mut pool = self.state.host_pool[usize::from(hot)];
        while self.make_fit(pool, frontier, stored.slots) {
            self.next_turn(pool, hot);
            pool = self.state.host_pool[usize::from(hot)];
        }
        self.host_group(pool, hot, sequential)
    }

    /// Gives a compressed unit its place in an open group that has room for it.
    pub(super) fn store_compressed(
        &mut self,
        place: HostPlace,
        unit: u32,
        stored: Stored,
        complete: u64,
    ) {
        let now = self.state.now;
        let complete = self.ready_to_program(unit..unit + 1, complete);
        let (unit_ns, slots_ns) = self.state.compression.costs(stored);
        let compressed = self.state.timelines.host_cpu(now, unit_ns);
        let processed = self.state.timelines.flash_cpu(now, slots_ns);
        let ready = complete.max(compressed).max(processed);
        self.state.counters.nand_host_units += u64::from(stored.slots);
        self.state.compression.saw(stored);
        let old_slots = self.mapping.slots(unit);
        self.mapping.set_slots(unit, stored.slots);
        let pool = &mut self.state.pools[place.pool as usize];
        let frontier = &mut pool.frontiers[place.frontier()];
        let Some(superblock) = frontier.superblock else {
            return;
        };
        let address = self.geometry.address(superblock, frontier.position);
        frontier.position += stored.slots;
        frontier.ready = frontier.ready.max(ready);
        let full = self.geometry.in_group(frontier.position) == 0;
        pool.add_valid(superblock, stored.slots);
        #[cfg(test)]
        self.shadow.placed(address, unit);
        if let Some(old) = self.mapping.assign(unit, address) {
            let mut leaving = Leaving::default();
            leaving.add(old, old_slots, &self.geometry, &mut self.state.pools);
            leaving.settle(&self.geometry, &mut self.state.pools);
        }
        if full {
            self.program_group(place.pool, place.frontier());
        }
        self.taken(place, stored.slots);
    }
}
