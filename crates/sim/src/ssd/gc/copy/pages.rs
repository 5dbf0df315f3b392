//! Copying where a page holds one unit and a superblock is one block.

use super::super::Gc;
use super::super::frontiers;
use super::super::run::Victim;
use super::PAGES_TOGETHER;
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
            let finder = &mut self.runs[pool.index()].finder;
            finder.begin(victim.superblock, victim.cursor);
            let wanted = PAGES_TOGETHER.min(left as usize);
            let found = finder.take(wanted, &backend.l2p, &backend.nand.geometry);
            let count = found.len();
            if count == 0 {
                victim.cursor = units;
                break;
            }
            let pages = self.copy_found(backend, pool, victim, count, now);
            copied += pages as u32;
            left -= pages as u32;
            if victim.cursor == units || self.exhausted || pages < count {
                break;
            }
        }
        copied
    }

    /// Copies the first of the `found` units that were taken last, until a step has to end, and
    /// gives the others back; says how many. The first may be copied now.
    fn copy_found(
        &mut self,
        backend: &mut Backend,
        pool: Pool,
        victim: &mut Victim,
        found: usize,
        now: u64,
    ) -> usize {
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
            if !is_open && !backend.open_superblock(pool, to, now) {
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
            let nand = &backend.nand;
            let uppers = nand.geometry.uppers(position, together);
            let (ends, more_ends) = run.window.start(width, together);
            let (uppers, more_uppers) = uppers.split_at(ends.len());
            lane.copy_pages(now, uppers, &nand.costs, ends);
            lane.copy_pages(now, more_uppers, &nand.costs, more_ends);
            if holds_slot {
                backend.buffer.frees_at(ends[0]);
            }
            let first = backend.nand.geometry.address(superblock, position);
            let pages = &run.finder.taken(found)[copied..copied + together];
            backend.copied(pages, first);
            backend.filled(pool, to, position + together as u32, together as u32);
            copied += together;
        }
        backend.nand.put_back(die, lane);
        if let Some(last) = copied.checked_sub(1) {
            let last = run.finder.taken(found)[last].address;
            victim.cursor = backend.nand.geometry.position_of(last) + 1;
        }
        run.finder.give_back(found - copied);
        backend.counters.nand_page_reads += copied as u64;
        backend.counters.nand_programs += copied as u64;
        copied
    }
}
