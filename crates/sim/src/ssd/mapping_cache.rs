//! A mapping table that does not fit the DRAM: it lies on the NAND in pages, of which the most
//! used are held in a cache (DFTL: Gupta, Kim, Urgaonkar, ASPLOS 2009). An entry that is not there
//! costs a page read; a changed page that has to make room, a program. The page is replaced by
//! the clock algorithm.
//!
//! Map pages are written to a log of their own, page after page over the dies, in blocks that
//! are part of the drive's reserve; a block that has been written through is erased. That the
//! log's own collection finds nothing worth moving is assumed.

use super::Ssd;
use crate::spec::SsdSpec;

const NONE: u32 = u32::MAX;
/// Bytes of a map entry: a physical unit's address.
const ENTRY_BYTES: u32 = 4;

/// The pages that are held. Nothing in it without a cache: then the whole table is.
#[derive(Clone, Debug, Default)]
pub struct MappingCache {
    /// Units whose entries a page holds, as a power of two.
    page_shift: u32,
    slots: Vec<Slot>,
    /// Where each page is held.
    slot_of: Vec<u32>,
    hand: usize,
    /// Map pages programmed so far: the log goes over the dies by it.
    programmed: u64,
}

#[derive(Clone, Copy, Debug)]
struct Slot {
    page: u32,
    used: bool,
    changed: bool,
}

/// What an access to an entry came to.
enum Access {
    Held,
    /// To be loaded; a changed page had to make room, or not.
    Missing(bool),
}

impl MappingCache {
    /// Empty, of the size that the spec says.
    pub fn new(spec: &SsdSpec, logical_units: u32) -> Self {
        let Some(bytes) = spec.layout.mapping_cache_bytes else {
            return Self::default();
        };
        let page_units = spec.nand.page_bytes / ENTRY_BYTES;
        let pages = logical_units.div_ceil(page_units);
        let held = (bytes / u64::from(spec.nand.page_bytes)).min(u64::from(pages));
        Self {
            page_shift: page_units.trailing_zeros(),
            slots: vec![
                Slot {
                    page: NONE,
                    used: false,
                    changed: false,
                };
                held as usize
            ],
            slot_of: vec![NONE; pages as usize],
            hand: 0,
            programmed: 0,
        }
    }

    /// Whether the table is larger than what is held.
    #[inline]
    pub fn is_on(&self) -> bool {
        !self.slots.is_empty()
    }

    fn access(&mut self, unit: u32, change: bool) -> Access {
        let page = unit >> self.page_shift;
        let held = self.slot_of[page as usize];
        if held != NONE {
            let slot = &mut self.slots[held as usize];
            slot.used = true;
            slot.changed |= change;
            return Access::Held;
        }
        let place = loop {
            let place = self.hand;
            self.hand = (place + 1) % self.slots.len();
            if !std::mem::take(&mut self.slots[place].used) {
                break place;
            }
        };
        let old = std::mem::replace(
            &mut self.slots[place],
            Slot {
                page,
                used: true,
                changed: change,
            },
        );
        self.slot_of[page as usize] = place as u32;
        if old.page != NONE {
            self.slot_of[old.page as usize] = NONE;
        }
        Access::Missing(old.page != NONE && old.changed)
    }
}

impl Ssd {
    /// Looks a unit's map entry up, perhaps to change it; returns when it is there.
    #[inline]
    pub(super) fn map_entry(&mut self, unit: u32, change: bool, now: u64) -> u64 {
        if self.state.mapping_cache.is_on() {
            self.cached_map_entry(unit, change, now)
        } else {
            now
        }
    }

    fn cached_map_entry(&mut self, unit: u32, change: bool, now: u64) -> u64 {
        let state = &mut self.state;
        let Access::Missing(write_back) = state.mapping_cache.access(unit, change) else {
            return now;
        };
        let dies = u64::from(self.spec.nand.dies);
        if write_back {
            let turn = state.mapping_cache.programmed;
            state.mapping_cache.programmed += 1;
            let die = (turn % dies) as usize;
            let channel = self.geometry.channel_of(die);
            state.timelines.program_page(now, die, channel, &self.costs);
            state.counters.map_page_programs += 1;
            // A block of this die's log is full: the next one is erased.
            if (turn / dies + 1).is_multiple_of(u64::from(self.spec.nand.pages_per_block)) {
                state.timelines.erase(now, die..die + 1, &self.costs);
                state.counters.block_erases += u64::from(self.spec.nand.planes);
            }
        }
        let page = u64::from(unit >> state.mapping_cache.page_shift);
        let die = (page % dies) as usize;
        let channel = self.geometry.channel_of(die);
        state.counters.map_page_reads += 1;
        state.timelines.read_page(now, die, channel, &self.costs)
    }
}
