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
use serde::{Deserialize, Serialize};
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
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
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
    /// Of an entry that is held.
    lookup_ns: u64,
}

#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
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
            lookup_ns: spec.layout.l2p_lookup_ns,
        }
    }

    /// Whether another has the same size.
    pub fn is_like(&self, other: &Self) -> bool {
        self.pages.len() == other.pages.len()
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
        if page.mapped == 0 {
            // The directory says so: there is nothing to write, or to load again.
            (page.changed, page.on_nand) = (false, false);
        }
        self.entries += u64::from(page.mapped);
        self.entries -= u64::from(before);
        while self.entries > self.most_entries && !self.held.is_empty() {
            if self.make_room() {
                log.program(now, nand, counters);
            }
        }
        if !was_held {
            self.held.push_back(number);
        }
        let there = now + self.lookup_ns;
        if !loads {
            return there;
        }
        counters.map_page_reads += 1;
        nand.read_map_page(there, Die(number % self.dies))
    }

    /// Nothing is held any more. What was changed is found again by way of the map's journal, which
    /// takes no time here.
    pub fn lose_power(&mut self) {
        for number in std::mem::take(&mut self.held) {
            let page = &mut self.pages[number as usize];
            (page.held, page.used) = (false, false);
            page.on_nand |= std::mem::take(&mut page.changed);
        }
        self.entries = 0;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::{Frontiers, Pacing};
    use crate::ssd::model_test::tiny;
    use fourcorners_block::Seed;
    use std::collections::{BTreeMap, BTreeSet};

    const PAGES: u32 = 32;

    /// Which units are mapped, and which pages were ever written to the NAND, kept without a cache.
    #[derive(Default)]
    struct Plain {
        mapped: BTreeSet<u32>,
        by_page: BTreeMap<u32, u32>,
    }

    /// Random reads, writes and TRIMs of more map than fits: what is held always fits, is what the
    /// units that are mapped come to, and is loaded only if it was written before.
    #[test]
    fn cache_holds_the_entries_of_mapped_units_and_no_more_than_fit() {
        for entry_bytes in [4, 8] {
            let mut spec = tiny(Pacing::Foreground, Frontiers::Shared, 2, 0);
            spec.layout.l2p_cache_bytes = Some(u64::from(spec.nand.page_bytes) * 3);
            spec.layout.l2p_entry_bytes = entry_bytes;
            let page_units = spec.nand.page_bytes / ENTRY_BYTES;
            let mut cache = L2pCache::new(&spec, PAGES * page_units);
            let (mut nand, mut log) = (Nand::new(&spec), MapLog::new(&spec));
            let (mut counters, mut plain) = (Counters::default(), Plain::default());
            let mut generator = Seed(7).generator();
            for now in 0..200_000 {
                let lpn = generator.below(u64::from(PAGES * page_units)) as u32;
                let is_mapped = plain.mapped.contains(&lpn);
                let entry = match (generator.below(8), is_mapped) {
                    (0, _) => Entry::Read,
                    (1, true) => Entry::Removed,
                    (_, true) => Entry::Changed,
                    (_, false) => Entry::Added,
                };
                let page = lpn / page_units;
                let units = plain.by_page.entry(page).or_default();
                match entry {
                    Entry::Added => {
                        plain.mapped.insert(lpn);
                        *units += 1;
                    }
                    Entry::Removed => {
                        plain.mapped.remove(&lpn);
                        *units -= 1;
                    }
                    Entry::Read | Entry::Changed => {}
                }
                let before = (cache.pages[page as usize], counters.map_page_reads);
                cache.access(Lpn(lpn), entry, now, &mut nand, (&mut log, &mut counters));
                let loads = !before.0.held && before.0.on_nand;
                assert_eq!(counters.map_page_reads - before.1, u64::from(loads));
                if now % 64 == 0 {
                    check(&cache, &plain);
                }
            }
            assert!(counters.map_page_reads > 1000 && counters.map_page_programs > 1000);
        }
    }

    fn check(cache: &L2pCache, plain: &Plain) {
        assert!(cache.entries <= cache.most_entries);
        let held: BTreeSet<u32> = cache.held.iter().copied().collect();
        assert_eq!(held.len(), cache.held.len(), "a page is held once");
        let mut entries = 0;
        for (number, page) in (0..).zip(&cache.pages) {
            assert_eq!(
                page.mapped,
                plain.by_page.get(&number).copied().unwrap_or(0)
            );
            assert_eq!(page.held, held.contains(&number), "page {number}");
            assert!(page.held || !page.changed, "page {number} was lost");
            entries += u64::from(if page.held { page.mapped } else { 0 });
        }
        assert_eq!(cache.entries, entries);
    }
}
