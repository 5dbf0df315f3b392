//! Everything of an SSD that changes but its map: plain data, so that a snapshot is a copy.

use super::combining::Combining;
use super::compression::Compression;
use super::geometry::Geometry;
use super::host::{Hindrance, Waiting};
use super::hybrid::Hybrid;
use super::idle::Pause;
use super::mapping_cache::MappingCache;
use super::policy;
use super::pool::Pool;
use super::read_ahead::ReadAhead;
use super::temperature::Temperature;
use super::timeline::Timelines;
use super::wear::Wear;
use crate::spec::SsdSpec;
use fourcorners_block::{Completion, Counters, Generator, HostQueue, Seed};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

/// Everything that changes but the map, which is a thousand times larger than the rest.
#[derive(Clone)]
pub struct State {
    pub(super) now: u64,
    pub(super) queue: HostQueue,
    /// Admitted and decided, in order of finishing.
    pub(super) finishing: VecDeque<Completion>,
    /// Admitted writes (and what must not overtake them) that wait for buffer or free blocks.
    pub(super) held: VecDeque<Waiting>,
    /// What the first of them waits for.
    pub(super) hindrance: Hindrance,
    /// Since when the first of them waits for collection.
    pub(super) stalled_since: Option<u64>,
    pub(super) pools: Vec<Pool>,
    /// Decides what is left to chance in the choice of victims.
    pub(super) chance: Generator,
    /// Pools whose collection has a next step.
    pub(super) active: Vec<u32>,
    /// The next of those steps: when at the earliest, and whose.
    pub(super) step: Option<(u64, u32)>,
    pub(super) pause: Pause,
    /// TRIM commands noted and not yet carried out: first unit, and one past the last.
    pub(super) noted_trims: Vec<(u32, u32)>,
    /// With the defect of that name: which units are trimmed and stay counted, a bit each; empty
    /// before any is.
    pub(super) stay_counted: Vec<u64>,
    /// One past the last block of the latest write.
    pub(super) write_stream: u64,
    /// Pool that takes the next host group: of cold, and of hot data.
    pub(super) host_pool: [u32; 2],
    pub(super) temperature: Temperature,
    pub(super) timelines: Timelines,
    /// Free slots of the write buffer, a group each.
    pub(super) free_slots: u32,
    /// When slots in use become free.
    pub(super) slot_ends: BinaryHeap<Reverse<u64>>,
    pub(super) hybrid: Hybrid,
    pub(super) combining: Combining,
    pub(super) compression: Compression,
    pub(super) read_ahead: ReadAhead,
    pub(super) wear: Wear,
    pub(super) mapping_cache: MappingCache,
    /// Collection found no superblock to move to.
    pub(super) exhausted: bool,
    pub(super) counters: Counters,
    /// Time during which any command was in flight.
    pub(super) busy_ns: u64,
}

impl State {
    pub(super) fn new(spec: &SsdSpec, geometry: &Geometry) -> Self {
        let group_bytes = u64::from(geometry.group_units) * u64::from(spec.place_bytes());
        Self {
            now: 0,
            queue: HostQueue::default(),
            finishing: VecDeque::new(),
            held: VecDeque::new(),
            hindrance: Hindrance::Buffer,
            stalled_since: None,
            pools: fresh_pools(spec, geometry),
            chance: Seed(0).child("victims").generator(),
            active: Vec::new(),
            step: None,
            pause: Pause::default(),
            noted_trims: Vec::new(),
            stay_counted: Vec::new(),
            write_stream: u64::MAX,
            host_pool: [0; 2],
            temperature: Temperature::new(
                spec.collection.hot_cold.as_ref(),
                spec.layout.unit_bytes,
            ),
            timelines: Timelines::new(spec),
            free_slots: (spec.layout.buffer_bytes / group_bytes) as u32,
            slot_ends: BinaryHeap::new(),
            hybrid: Hybrid::new(spec, geometry),
            combining: Combining::new(spec),
            compression: Compression::new(spec),
            read_ahead: ReadAhead::new(spec),
            counters: Counters {
                unit_bytes: u64::from(spec.layout.unit_bytes),
                nand_unit_bytes: u64::from(spec.place_bytes()),
                ..Counters::default()
            },
            busy_ns: 0,
            exhausted: false,
            mapping_cache: MappingCache::new(spec, geometry.logical_units),
            wear: Wear::new(spec.wear.as_ref(), geometry.superblocks()),
        }
    }

    /// Lets time pass.
    #[inline]
    pub(super) fn advance(&mut self, to: u64) {
        if self.queue.in_flight() > 0 {
            self.busy_ns += to - self.now;
        }
        self.now = to;
    }

    pub(super) fn busy(&self) -> usize {
        self.queue.waiting() + self.queue.in_flight()
    }
}

fn fresh_pools(spec: &SsdSpec, geometry: &Geometry) -> Vec<Pool> {
    let count = geometry.superblocks_per_pool;
    let window = policy::widest_window(&spec.collection);
    (0..geometry.pools)
        .map(|pool| Pool::new(pool * count, count, geometry.units_per_superblock, window))
        .collect()
}
