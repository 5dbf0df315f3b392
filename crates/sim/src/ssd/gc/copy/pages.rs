//! Copying where a page holds one unit and a superblock is one block.

use super::super::Gc;
use super::super::frontiers;
use super::super::run::Victim;
use crate::ssd::backend::Backend;
use crate::ssd::id::Pool;
use std::ops::Range;

/// Units that are looked at together.
const TOGETHER: usize = 16;

impl Gc {
    /// Copies as many pages as a step does, as long as no more are in flight than may be; says how
    /// many.
    pub(super) fn copy_pages(
        &mut self,
        backend: &mut Backend,
        pool: Pool,
        victim: &mut Victim,
        now: u64,
    ) -> u32 {
        let units = backend.nand.geometry.units_per_superblock;
        let mut copied = 0;
        let mut left = self.groups_a_step;
        while left > 0 {
            if left < self.groups_a_step && self.step_time(backend, pool) > now {
                break;
            }
            let wanted = TOGETHER.min(left as usize);
            let found = self.find(backend, pool, victim, wanted);
            if found == 0 {
                victim.cursor = units;
                break;
            }
            let pages = self.copy_found(backend, pool, victim, 0..found, now);
            self.runs[pool.index()]
                .finder
                .give_back(&self.found[pages as usize..found]);
            copied += pages;
            left -= pages;
            if victim.cursor == units || self.exhausted || (pages as usize) < found {
                break;
            }
        }
        copied
    }

    /// Copies those units, until a step has to end; says how many. The first may be copied now.
    fn copy_found(
        &mut self,
        backend: &mut Backend,
        pool: Pool,
        victim: &mut Victim,
        found: Range<usize>,
        now: u64,
    ) -> u32 {
        let later_possible = backend.controller.flash_cpu_free() <= now;
        let die = backend.nand.geometry.first_die_of(pool);
        let units = backend.nand.geometry.units_per_superblock;
        let mut lane = backend.nand.lane(die);
        let run = &mut self.runs[pool.index()];
        let width = run.width(&self.spec);
        let to = frontiers::copied(self.spec.frontiers, victim.to_level, false);
        let mut copied = 0;
        let mut open = *backend.pools[pool.index()].open(to);
        let mut placed = 0;
        for current in &self.found[found] {
            if copied > 0 && !(later_possible && run.window.next_start(width) <= now) {
                break;
            }
            if open.superblock.is_none() {
                if !backend.open_superblock(pool, to) {
                    self.exhausted = true;
                    break;
                }
                open = *backend.pools[pool.index()].open(to);
            }
            let Some(superblock) = open.superblock else {
                break;
            };
            let address = backend.nand.geometry.address(superblock, open.position);
            let upper = backend.nand.geometry.is_upper(open.position);
            let end = lane.copy_page(now, upper, &backend.nand.costs);
            #[cfg(test)]
            {
                backend.shadow.copy_of(current.address);
                backend.shadow.placed(address, current.lpn);
            }
            backend.l2p.reassign(current.lpn, current.address, address);
            run.window.push(width, end);
            victim.cursor = backend.nand.geometry.position_of(current.address) + 1;
            open.position += 1;
            placed += 1;
            copied += 1;
            if open.holds_slot {
                open.holds_slot = false;
                backend.pools[pool.index()].open_mut(to).holds_slot = false;
                backend.buffer.frees_at(end);
            }
            if open.position == units {
                let superblocks = &mut backend.pools[pool.index()];
                superblocks.filled(to, open.position, std::mem::take(&mut placed), units);
                open.superblock = None;
            }
        }
        backend.pools[pool.index()].filled(to, open.position, placed, units);
        backend.nand.put_back(die, lane);
        backend.counters.nand_page_reads += u64::from(copied);
        backend.counters.nand_programs += u64::from(copied);
        copied
    }

    /// Finds up to `wanted` of the victim's next valid units; says how many.
    #[inline]
    pub(super) fn find(
        &mut self,
        backend: &Backend,
        pool: Pool,
        victim: &Victim,
        wanted: usize,
    ) -> usize {
        let finder = &mut self.runs[pool.index()].finder;
        finder.begin(victim.superblock, victim.cursor);
        finder.take(wanted, &mut self.found, &backend.l2p, &backend.nand.geometry)
    }
}
