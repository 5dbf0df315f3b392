//! Where pages of the L2P map and of its journal go: to logs of their own, in blocks that are part
//! of the drive's reserve: pages of the map one after the other over the dies, those of the journal
//! block after block. A block that has been written through is erased. That a log's own GC finds
//! nothing worth copying is assumed.

use crate::spec::SsdSpec;
use crate::ssd::id::Die;
use crate::ssd::nand::Nand;
use fourcorners_block::Counters;

/// The log's next place.
#[derive(Clone, Debug)]
pub struct MapLog {
    /// Map pages programmed so far.
    programmed: u64,
    dies: u64,
    /// That a die takes before the next one.
    pages_in_a_row: u64,
    pages_per_block: u64,
    planes: u32,
}

impl MapLog {
    /// Of pages of the map, empty.
    pub fn of_map(spec: &SsdSpec) -> Self {
        Self {
            programmed: 0,
            dies: u64::from(spec.nand.dies),
            pages_in_a_row: 1,
            pages_per_block: u64::from(spec.nand.pages_per_block),
            planes: spec.nand.planes,
        }
    }
    /// Of pages of its journal, empty.
    pub fn of_journal(spec: &SsdSpec) -> Self {
        let of_map = Self::of_map(spec);
        Self {
            pages_in_a_row: of_map.pages_per_block,
            ..of_map
        }
    }
    /// Programs a page, whose content is at hand.
    pub fn program(&mut self, now: u64, nand: &mut Nand, counters: &mut Counters) {
        let turn = self.programmed;
        self.programmed += 1;
        let rows = turn / self.pages_in_a_row;
        // Below the number of dies.
        let die = Die((rows % self.dies) as u32);
        nand.program_map_page(now, die);
        counters.map_page_programs += 1;
        let of_die = rows / self.dies * self.pages_in_a_row + turn % self.pages_in_a_row + 1;
        // A block of this die's log is full: the next one is erased.
        if of_die.is_multiple_of(self.pages_per_block) {
            nand.erase(now, die);
            counters.block_erases += u64::from(self.planes);
        }
    }
}
