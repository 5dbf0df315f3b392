//! Write combining: units wait in the write buffer for the rest of them, and for being written
//! again, before they take a place on the NAND. What was written in parts is then programmed
//! once, and often without reading the old content; what is overwritten in time, not at all.
//! The unit that came in first goes out first.

use super::Ssd;
use super::compression::Stored;
use super::host::{Hindrance, Waiting};
use crate::spec::SsdSpec;
use fourcorners_block::{BLOCK_BYTES, Request};
use std::collections::{BTreeMap, VecDeque};

/// 512-byte blocks of a unit, a bit each: a unit has at most 128.
type BlockSet = u128;

/// The units that wait. No room for any without combining.
#[derive(Clone, Debug, Default)]
pub struct Combining {
    units_at_most: usize,
    all_blocks: BlockSet,
    held: BTreeMap<u32, Held>,
    /// By when they came in. One that left early (TRIM) stays until it comes up: then its number
    /// is not the one noted here.
    order: VecDeque<(u32, u64)>,
    taken: u64,
}

/// A unit that waits.
#[derive(Clone, Copy, Debug)]
struct Held {
    number: u64,
    blocks: BlockSet,
    /// When the last part of it came in.
    ready: u64,
    sequential: bool,
    /// The latest write's.
    stored: Stored,
}

fn ones(count: u64) -> BlockSet {
    BlockSet::MAX
        .checked_shr(BlockSet::BITS - count as u32)
        .unwrap_or(0)
}

impl Combining {
    /// Empty, of the size that the spec says.
    pub fn new(spec: &SsdSpec) -> Self {
        let unit_bytes = u64::from(spec.layout.unit_bytes);
        let bytes = spec.layout.write_combining_bytes.unwrap_or(0);
        Self {
            units_at_most: (bytes / unit_bytes) as usize,
            all_blocks: ones(unit_bytes / BLOCK_BYTES),
            ..Self::default()
        }
    }
    /// Whether units wait at all.
    #[inline]
    pub fn is_on(&self) -> bool {
        self.units_at_most > 0
    }
    fn has_room_for(&self, unit: u32) -> bool {
        self.held.len() < self.units_at_most || self.held.contains_key(&unit)
    }
    fn take(&mut self, unit: u32, blocks: BlockSet, ready: u64, sequential: bool, stored: Stored) {
        if let Some(held) = self.held.get_mut(&unit) {
            held.blocks |= blocks;
            held.ready = held.ready.max(ready);
            held.stored = stored;
            return;
        }
        self.taken += 1;
        let held = Held {
            number: self.taken,
            blocks,
            ready,
            sequential,
            stored,
        };
        self.held.insert(unit, held);
        self.order.push_back((unit, self.taken));
    }
    fn oldest(&mut self) -> Option<(u32, Held)> {
        while let Some((unit, number)) = self.order.front() {
            match self.held.get(unit) {
                Some(held) if held.number == *number => return Some((*unit, *held)),
                _ => self.order.pop_front(),
            };
        }
        None
    }
    /// Units are trimmed, or have taken their places.
    pub fn forget(&mut self, units: std::ops::Range<u32>) {
        if !self.is_on() {
            return;
        }
        while let Some((unit, _)) = self.held.range(units.clone()).next() {
            let unit = *unit;
            self.held.remove(&unit);
        }
    }
    fn holds(&self, unit: u32, blocks: BlockSet) -> bool {
        let held = self.held.get(&unit);
        held.is_some_and(|held| held.blocks & blocks == blocks)
    }
}

impl Ssd {
    /// Takes a write's units among those that wait, and makes room by giving the oldest their
    /// places, until all are in or something is in the way.
    pub(super) fn combine(&mut self, waiting: &mut Waiting) -> Option<Hindrance> {
        while waiting.next < waiting.end {
            let unit = waiting.next;
            while !self.state.combining.has_room_for(unit) {
                if let Some(hindrance) = self.write_out_oldest() {
                    return Some(hindrance);
                }
            }
            let blocks = self.blocks_of(&waiting.request, unit);
            let bytes = u64::from(blocks.count_ones()) * BLOCK_BYTES;
            let received = self.receive(unit..unit + 1, bytes);
            let stored = self.state.compression.stored(&waiting.request, unit);
            let combining = &mut self.state.combining;
            combining.take(unit, blocks, received, waiting.sequential, stored);
            waiting.ready = waiting.ready.max(received);
            waiting.next += 1;
        }
        None
    }

    /// Gives every unit that waits its place, for a flush.
    pub(super) fn write_out_all(&mut self) -> Option<Hindrance> {
        while self.state.combining.oldest().is_some() {
            if let Some(hindrance) = self.write_out_oldest() {
                return Some(hindrance);
            }
        }
        None
    }

    fn write_out_oldest(&mut self) -> Option<Hindrance> {
        let (unit, held) = self.state.combining.oldest()?;
        let compresses = self.state.compression.is_on();
        let place = if compresses {
            self.next_compressed_place(unit, held.stored, held.sequential)
        } else {
            self.next_place(unit, held.sequential)
        };
        let place = match place {
            Ok(place) => place,
            Err(hindrance) => return Some(hindrance),
        };
        let ready = if held.blocks == self.state.combining.all_blocks {
            held.ready
        } else {
            self.fetch_for_merge(unit).max(held.ready)
        };
        if compresses {
            self.store_compressed(place, unit, held.stored, ready);
        } else {
            self.store(place, unit..unit + 1, ready);
        }
        self.state.combining.forget(unit..unit + 1);
        None
    }

    /// Whether the buffer holds all that a request reads of a unit.
    #[inline]
    pub(super) fn waits_in_buffer(&self, request: &Request, unit: u32) -> bool {
        let combining = &self.state.combining;
        combining.is_on() && combining.holds(unit, self.blocks_of(request, unit))
    }

    /// The 512-byte blocks of a unit that a request touches; all where it touches none, as what
    /// is read ahead.
    fn blocks_of(&self, request: &Request, unit: u32) -> BlockSet {
        let blocks = self.geometry.unit_blocks();
        let first = u64::from(unit) * blocks;
        let start = request.lba.0.max(first);
        let end = (request.lba.0 + request.blocks.0).min(first + blocks);
        if start >= end {
            return self.state.combining.all_blocks;
        }
        ones(end - start) << (start - first)
    }
}
