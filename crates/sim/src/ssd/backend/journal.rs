//! The map journal: what changes in the L2P map goes to the NAND, a page at a time, so that a
//! drive without power finds it again (`[journal]` of a drive's file). An entry is a run of units
//! that follow each other and are placed together, of a group at most: writing in order takes
//! fewer entries than writing at random. A TRIM is one.

use super::{Backend, Current};
use crate::spec::SsdSpec;
use serde::{Deserialize, Serialize};

/// Entries that are not on the NAND yet.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Journal {
    /// Entries that a page takes; 0: there is no journal.
    entries: u32,
    /// Processor time of each page.
    page_ns: u64,
    noted: u32,
}

impl Journal {
    /// Empty.
    pub fn new(spec: &SsdSpec) -> Self {
        spec.journal.map_or(Self::default(), |journal| Self {
            entries: journal.entries,
            page_ns: journal.page_ns,
            noted: 0,
        })
    }
    /// Whether there is one.
    #[inline]
    pub fn is_on(&self) -> bool {
        self.entries > 0
    }
}

impl Backend {
    /// The host has changed a run of L2P entries. Its processor makes the page of them: the next
    /// request waits for it.
    #[inline]
    pub fn note_change(&mut self, now: u64) {
        if self.journal.is_on() {
            let pages = self.note_runs(1, now);
            self.controller.host_cpu(now, pages * self.journal.page_ns);
        }
    }
    /// A merge has copied a run of units.
    pub fn note_merged(&mut self, now: u64) {
        if self.journal.is_on() {
            self.note_moved_runs(1, now);
        }
    }
    /// The entries of copied units have changed.
    #[inline]
    pub fn note_copies(&mut self, copied: &[Current], now: u64) {
        if self.journal.is_on() {
            let in_order = copied
                .windows(2)
                .filter(|two| two[0].lpn.0 + 1 == two[1].lpn.0);
            // At most a group.
            self.note_moved_runs((copied.len() - in_order.count()) as u32, now);
        }
    }
    fn note_moved_runs(&mut self, runs: u32, now: u64) {
        let pages = self.note_runs(runs, now);
        self.controller.flash_cpu(now, pages * self.journal.page_ns);
    }
    /// Programs the pages that are full now; says how many.
    #[inline]
    fn note_runs(&mut self, runs: u32, now: u64) -> u64 {
        self.journal.noted += runs;
        if self.journal.noted < self.journal.entries {
            return 0;
        }
        self.program_full_pages(now)
    }
    #[cold]
    fn program_full_pages(&mut self, now: u64) -> u64 {
        let pages = self.journal.noted / self.journal.entries;
        self.journal.noted %= self.journal.entries;
        for _ in 0..pages {
            let (log, nand) = (&mut self.map_log, &mut self.nand);
            log.program(now, nand, &mut self.counters);
        }
        u64::from(pages)
    }
}
