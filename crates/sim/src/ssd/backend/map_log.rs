//! Where pages of the L2P map and of its journal go: to a log of their own, page after page over
//! the dies, in blocks that are part of the drive's reserve. A block is erased before its first
//! page is programmed, on one die after the other. That the log's own GC finds nothing worth
//! copying is assumed.

use crate::spec::SsdSpec;
use crate::ssd::id::Die;
use crate::ssd::nand::Nand;
use fourcorners_block::Counters;
use serde::{Deserialize, Serialize};

/// The log's next place.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct MapLog {
    /// Map pages programmed so far.
    programmed: u64,
    dies: u64,
    pages_per_block: u64,
    planes: u32,
}

impl MapLog {
    /// Empty.
    pub fn new(spec: &SsdSpec) -> Self {
        Self {
            programmed: 0,
            dies: u64::from(spec.nand.dies),
            pages_per_block: u64::from(spec.nand.pages_per_block),
            planes: spec.nand.planes,
        }
    }
    /// Programs a map page, whose content is at hand.
    pub fn program(&mut self, now: u64, nand: &mut Nand, counters: &mut Counters) {
        let (row, number) = (self.programmed / self.dies, self.programmed % self.dies);
        self.programmed += 1;
        // Below the number of dies.
        let die = Die(number as u32);
        // Each die's first block begins at another page, so that the erases come one by one.
        let page = row + number * self.pages_per_block / self.dies;
        if row > 0 && page.is_multiple_of(self.pages_per_block) {
            nand.erase(now, die);
            counters.block_erases += u64::from(self.planes);
        }
        nand.program_map_page(now, die);
        counters.map_page_programs += 1;
    }
}
