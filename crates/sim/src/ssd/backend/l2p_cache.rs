//! An L2P map that does not fit the DRAM: it lies on the NAND in pages, of which the most
//! used are held in a cache (DFTL: Gupta, Kim, Urgaonkar, ASPLOS 2009). An entry that is not there
//! costs a page read; a changed page that has to make room, a program. The page is replaced by
//! the clock algorithm.
//!
//! A page that is held takes as much DRAM as it has entries of mapped units: what is not tracked
//! takes none. So a new drive's map fits longer than a used one's.

use super::map_log::MapLog;
use crate::spec::SsdSpec;
use crate::ssd::id::{Die, Lpn};
use crate::ssd::nand::Nand;
use fourcorners_block::Counters;
use std::collections::VecDeque;

/// Bytes of an entry on the NAND: a physical unit's address.
const ENTRY_BYTES: u32 = 4;

/// What happens to an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    Read,
    /// The unit was mapped, and is mapped elsewhere now.
    Changed,
    /// The unit was not mapped.
    Added,
    /// The unit is mapped no longer.
    Removed,
}

/// The map's pages, and which are held. Nothing in it without a cache: then the whole map is.
#[derive(Clone, Debug, Default)]
pub struct L2pCache {
    /// Units whose entries a page has, as a power of two.
    page_shift: u32,
    pages: Vec<Page>,
    /// The hand's next first.
    held: VecDeque<u32>,
    /// Entries of mapped units in the pages that are held, and how many may be.
    entries: u64,
    most_entries: u64,
    dies: u32,
}

#[derive(Clone, Copy, Debug, Default)]
struct Page {
    /// Units that are mapped.
    mapped: u32,
    held: bool,
    used: bool,
    changed: bool,
    /// Whether it was written to the NAND, ever.
    on_nand: bool,
}

impl L2pCache {
    /// Empty, of the size that the spec says.
    pub fn new(spec: &SsdSpec, logical_units: u32) -> Self {
        let Some(bytes) = spec.layout.l2p_cache_bytes else {
            return Self::default();
        };
        let page_units = spec.nand.page_bytes / ENTRY_BYTES;
        let pages = logical_units.div_ceil(page_units);
        Self {
            page_shift: page_units.trailing_zeros(),
            pages: vec![Page::default(); pages as usize],
            held: VecDeque::new(),
            entries: 0,
            most_entries: bytes / u64::from(spec.layout.l2p_entry_bytes),
            dies: spec.nand.dies,
        }
    }

    /// Whether there is a cache.
    #[inline]
    pub fn is_on(&self) -> bool {
        !self.pages.is_empty()
    }

    /// Looks an entry up, perhaps to change it; returns when it is there.
    pub fn access(
        &mut self,
        lpn: Lpn,
        entry: Entry,
        now: u64,
        nand: &mut Nand,
        (log, counters): (&mut MapLog, &mut Counters),
    ) -> u64 {
        let number = lpn.0 >> self.page_shift;
        let page = &mut self.pages[number as usize];
        let was_held = page.held;
        // The directory, which is held whole, knows that there is nothing to load.
        if !was_held && !page.on_nand && entry == Entry::Read {
            return now;
        }
        let loads = !was_held && page.on_nand;
        let before = if was_held { page.mapped } else { 0 };
        match entry {
            Entry::Added => page.mapped += 1,
            Entry::Removed => page.mapped -= 1,
            Entry::Read | Entry::Changed => {}
        }
        (page.held, page.used) = (true, true);
        page.changed |= entry != Entry::Read;
        self.entries += u64::from(page.mapped);
        self.entries -= u64::from(before);
        while self.entries > self.most_entries {
            if self.make_room() {
                log.program(now, nand, counters);
            }
        }
        if !was_held {
            self.held.push_back(number);
        }
        if !loads {
            return now;
        }
        counters.map_page_reads += 1;
        nand.read_map_page(now, Die(number % self.dies))
    }

    /// A page that was not used since the hand passed it leaves; says whether it has to be
    /// written first.
    fn make_room(&mut self) -> bool {
        while let Some(number) = self.held.pop_front() {
            let page = &mut self.pages[number as usize];
            if std::mem::take(&mut page.used) {
                self.held.push_back(number);
                continue;
            }
            page.held = false;
            self.entries -= u64::from(page.mapped);
            page.on_nand |= page.changed;
            return std::mem::take(&mut page.changed);
        }
        false
    }
}
