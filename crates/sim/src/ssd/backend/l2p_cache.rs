//! An L2P map that does not fit the DRAM: it lies on the NAND in pages, of which the most
//! used are held in a cache (DFTL: Gupta, Kim, Urgaonkar, ASPLOS 2009). An entry that is not there
//! costs a page read; a changed page that has to make room, a program. The page is replaced by
//! the clock algorithm.

use super::map_log::MapLog;
use crate::spec::SsdSpec;
use crate::ssd::id::{Die, Lpn};
use crate::ssd::nand::Nand;
use fourcorners_block::Counters;

const NONE: u32 = u32::MAX;
/// Bytes of a map entry: a physical unit's address.
const ENTRY_BYTES: u32 = 4;

/// The pages that are held. Nothing in it without a cache: then the whole table is.
#[derive(Clone, Debug, Default)]
pub struct L2pCache {
    /// Units whose entries a page holds, as a power of two.
    page_shift: u32,
    slots: Vec<Slot>,
    /// Where each page is held.
    slot_of: Vec<u32>,
    hand: usize,
    dies: u32,
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

impl L2pCache {
    /// Empty, of the size that the spec says.
    pub fn new(spec: &SsdSpec, logical_units: u32) -> Self {
        let Some(bytes) = spec.layout.l2p_cache_bytes else {
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
            dies: spec.nand.dies,
        }
    }

    /// Whether the table is larger than what is held.
    #[inline]
    pub fn is_on(&self) -> bool {
        !self.slots.is_empty()
    }

    fn touch(&mut self, lpn: Lpn, change: bool) -> Access {
        let page = lpn.0 >> self.page_shift;
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

impl L2pCache {
    /// Looks an entry up, perhaps to change it; returns when it is there.
    pub fn access(
        &mut self,
        lpn: Lpn,
        change: bool,
        now: u64,
        nand: &mut Nand,
        (log, counters): (&mut MapLog, &mut Counters),
    ) -> u64 {
        let Access::Missing(write_back) = self.touch(lpn, change) else {
            return now;
        };
        if write_back {
            log.program(now, nand, counters);
        }
        let page = lpn.0 >> self.page_shift;
        counters.map_page_reads += 1;
        nand.read_map_page(now, Die(page % self.dies))
    }
}
