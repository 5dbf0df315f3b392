//! Where pages of the L2P map go: to a log of their own, page after page over the dies, in blocks
//! that are part of the drive's reserve. A block that has been written through is erased. That the
//! log's own GC finds nothing worth copying is assumed.

use crate::spec::SsdSpec;
use crate::ssd::id::Die;
use crate::ssd::nand::Nand;
use fourcorners_block::Counters;

/// The log's next place.
#[derive(Clone, Debug)]
pub struct MapLog {
    /// Map pages programmed so far.
    programmed: u64,
    dies: u32,
    pages_per_block: u32,
    planes: u32,
}

impl MapLog {
    /// Empty.
    pub fn new(spec: &SsdSpec) -> Self {
        Self {
            programmed: 0,
            dies: spec.nand.dies,
            pages_per_block: spec.nand.pages_per_block,
            planes: spec.nand.planes,
        }
    }
    /// Programs a map page, whose content is at hand.
    pub fn program(&mut self, now: u64, nand: &mut Nand, counters: &mut Counters) {
        let turn = self.programmed;
        self.programmed += 1;
        let die = Die((turn % u64::from(self.dies)) as u32);
        nand.program_map_page(now, die);
        counters.map_page_programs += 1;
        // A block of this die's log is full: the next one is erased.
        if (turn / u64::from(self.dies) + 1).is_multiple_of(u64::from(self.pages_per_block)) {
            nand.erase(now, die);
            counters.block_erases += u64::from(self.planes);
        }
    }
}
