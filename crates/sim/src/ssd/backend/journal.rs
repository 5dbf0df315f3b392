//! The map journal: what changes in the L2P map goes to the NAND, a page at a time, so that a
//! drive without power finds it again (`[journal]` of a drive's file). An entry is a run of units
//! that follow each other and are placed together, of a group at most: writing in order takes
//! fewer entries than writing at random. A TRIM is one.

use super::{Backend, Current};
use crate::spec::SsdSpec;

/// Entries that are not on the NAND yet.
#[derive(Clone, Debug, Default)]
pub struct Journal {
    /// Entries that a page takes; 0: there is no journal.
    entries: u32,
    /// Flash processor, for each page.
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
    /// A run of L2P entries has changed.
    #[inline]
    pub fn note_change(&mut self, now: u64) {
        if self.journal.is_on() {
            self.note_runs(1, now);
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
            self.note_runs((copied.len() - in_order.count()) as u32, now);
        }
    }
    #[cold]
    fn note_runs(&mut self, runs: u32, now: u64) {
        self.journal.noted += runs;
        while self.journal.noted >= self.journal.entries {
            self.journal.noted -= self.journal.entries;
            let (log, nand) = (&mut self.map_log, &mut self.nand);
            log.program(now, nand, &mut self.counters);
            self.controller.flash_cpu(now, self.journal.page_ns);
        }
    }
}
