//! Write combining: units wait in the write buffer for the rest of them, and for being written
//! again, before they take a place on the NAND. What was written in parts is then programmed
//! once, and often without reading the old content; what is overwritten in time, not at all.
//! The unit that came in first goes out first.

use super::compression::Stored;
use crate::spec::SsdSpec;
use crate::ssd::id::{Lpn, Lpns};
use fourcorners_block::BLOCK_BYTES;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, VecDeque};

/// 512-byte blocks of a unit, a bit each: a unit has at most 128.
pub type BlockSet = u128;

/// The units that wait. No room for any without combining.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Combining {
    units_at_most: usize,
    all_blocks: BlockSet,
    held: BTreeMap<Lpn, Held>,
    /// By when they came in. One that left early (TRIM) stays until it comes up: then its number
    /// is not the one noted here.
    order: VecDeque<(Lpn, u64)>,
    taken: u64,
}

/// A unit that waits.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Held {
    number: u64,
    pub blocks: BlockSet,
    /// When the last part of it came in.
    pub ready: u64,
    pub sequential: bool,
    /// The latest write's.
    pub stored: Stored,
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
    /// Whether a page may wait: there is room, or it waits already.
    pub fn has_room_for(&self, lpn: Lpn) -> bool {
        self.held.len() < self.units_at_most || self.held.contains_key(&lpn)
    }
    /// Takes blocks of a page.
    pub fn take(
        &mut self,
        lpn: Lpn,
        blocks: BlockSet,
        ready: u64,
        sequential: bool,
        stored: Stored,
    ) {
        if let Some(held) = self.held.get_mut(&lpn) {
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
        self.held.insert(lpn, held);
        self.order.push_back((lpn, self.taken));
    }
    /// The page that came in first.
    pub fn oldest(&mut self) -> Option<(Lpn, Held)> {
        while let Some((lpn, number)) = self.order.front() {
            match self.held.get(lpn) {
                Some(held) if held.number == *number => return Some((*lpn, *held)),
                _ => self.order.pop_front(),
            };
        }
        None
    }
    /// Pages are trimmed, or have taken their places.
    pub fn forget(&mut self, lpns: Lpns) {
        if !self.is_on() {
            return;
        }
        while let Some((lpn, _)) = self.held.range(lpns.start..lpns.end).next() {
            let lpn = *lpn;
            self.held.remove(&lpn);
        }
    }
    /// Whether it holds a part of a page: its first block within the page, and how many. All,
    /// where that is none, as of what is read ahead.
    pub fn holds(&self, lpn: Lpn, part: (u64, u64)) -> bool {
        let blocks = self.blocks_of(part);
        let held = self.held.get(&lpn);
        held.is_some_and(|held| held.blocks & blocks == blocks)
    }
    /// The blocks of a part of a page.
    pub fn blocks_of(&self, (first, count): (u64, u64)) -> BlockSet {
        if count == 0 {
            return self.all_blocks;
        }
        ones(count) << first
    }
    /// All blocks of a page.
    pub fn all_blocks(&self) -> BlockSet {
        self.all_blocks
    }
}
