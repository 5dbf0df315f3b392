//! Copying where a page holds one unit and a superblock is one block.

use super::super::Gc;
use super::super::frontiers;
use super::super::run::Victim;
use crate::ssd::backend::Backend;
use crate::ssd::id::Pool;

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
            let wanted = self.found.len().min(left as usize);
            let found = self.find(backend, pool, victim, wanted);
            if found == 0 {
                victim.cursor = units;
                break;
            }
            let pages = self.copy_found(backend, pool, victim, found, now);
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

    /// Copies the first `found` units, until a step has to end; says how many. The first
    /// may be copied now.
    fn copy_found(
        &mut self,
        backend: &mut Backend,
        pool: Pool,
        victim: &mut Victim,
        found: usize,
        now: u64,
    ) -> u32 {
        let later_possible = backend.controller.flash_cpu_free() <= now;
        let run = &mut self.runs[pool.index()];
        let width = run.width(&self.spec);
        let possible = if later_possible {
            run.window.room(width, now, found)
        } else {
            1
        };
        let die = backend.nand.geometry.first_die_of(pool);
        let units = backend.nand.geometry.units_per_superblock;
        let to = frontiers::copied(self.spec.frontiers, victim.to_level, false);
        let mut lane = backend.nand.lane(die, now);
        let mut copied = 0;
        while copied < possible {
            let is_open = backend.pools[pool.index()].open(to).superblock.is_some();
            if !is_open && !backend.open_superblock(pool, to) {
                self.exhausted = true;
                break;
            }
            let open = backend.pools[pool.index()].open_mut(to);
            let Some(superblock) = open.superblock else {
                break;
            };
            let position = open.position;
            let holds_slot = std::mem::take(&mut open.holds_slot);
            let together = (possible - copied).min((units - position) as usize);
            let ends = &mut self.ends[..together];
            let nand = &backend.nand;
            for (end, upper) in ends
                .iter_mut()
                .zip(nand.geometry.uppers(position, together))
            {
                *end = lane.copy_page(now, *upper, &nand.costs);
            }
            if holds_slot {
                backend.buffer.frees_at(ends[0]);
            }
            run.window.push_all(width, ends);
            let pages = &self.found[copied..copied + together];
            let first = backend.nand.geometry.address(superblock, position);
            backend.copied(pages, first);
            let position = position + together as u32;
            backend.filled(pool, to, position, together as u32);
            copied += together;
        }
        backend.nand.put_back(die, lane);
        if let Some(last) = copied.checked_sub(1) {
            victim.cursor = backend.nand.geometry.position_of(self.found[last].address) + 1;
        }
        backend.counters.nand_page_reads += copied as u64;
        backend.counters.nand_programs += copied as u64;
        copied as u32
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
        finder.take(
            wanted,
            &mut self.found,
            &backend.l2p,
            &backend.nand.geometry,
        )
    }
}
