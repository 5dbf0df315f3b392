//! What dies and channels do, for whoever asks: time is reserved on them, and counted. Borrowed
//! apart from the pools and the map, which collection changes at the same time.

use super::geometry::Geometry;
use super::timeline::{Costs, Place, Timelines};
use fourcorners_block::Counters;

/// The NAND, and what its operations cost.
pub struct Nand<'a> {
    pub geometry: &'a Geometry,
    pub costs: &'a Costs,
    pub timelines: &'a mut Timelines,
    pub counters: &'a mut Counters,
}

impl Nand<'_> {
    /// Fetches one unit of so many places from a die; returns when it has arrived. `row` remembers the last array
    /// read, so that neighbours are read from the array together.
    #[inline]
    pub fn fetch(
        &mut self,
        address: u32,
        die: usize,
        places: u32,
        now: u64,
        row: &mut Option<(u32, u64)>,
    ) -> u64 {
        let wanted = self.geometry.read_row_of(address);
        let in_register = match *row {
            Some((last, ready)) if last == wanted => ready,
            _ => {
                let ready = self.timelines.read_array(now, die, self.costs);
                self.counters.nand_page_reads += 1;
                *row = Some((wanted, ready));
                ready
            }
        };
        let channel = self.geometry.channel_of(die);
        self.timelines
            .transfer_out(now, in_register, die, channel, places, self.costs)
    }

    /// Programs the group of a pool's superblock that ends at `position` (exclusive), and the
    /// parity that is due then, with data that is there at `ready`; returns when the group is on
    /// the NAND.
    #[inline]
    pub fn program_group(&mut self, pool: u32, position: u32, now: u64, ready: u64) -> u64 {
        let geometry = self.geometry;
        let upper = geometry.is_upper(position - 1);
        let place = |die| Place {
            die,
            channel: geometry.channel_of(die),
            upper,
        };
        let die = geometry.die_in(pool, position - 1);
        let end = self.timelines.program(now, ready, place(die), self.costs);
        self.counters.nand_programs += 1;
        for parity in geometry.parity_due(position) {
            let die = geometry.die_in_pool(pool, *parity);
            self.timelines.program(now, ready, place(die), self.costs);
            self.counters.nand_programs += 1;
            self.counters.nand_parity_units += u64::from(geometry.group_units);
        }
        end
    }
}
