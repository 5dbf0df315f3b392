//! Copying units that lie in one row and go to one group together.

use super::super::run::Victim;
use super::super::{Gc, frontiers};
use super::Copied;
use crate::ssd::backend::{Backend, Current, Frontier};
use crate::ssd::id::Pool;

impl Gc {
    /// Copies up to one group of valid units out of the victim.
    #[inline]
    pub(super) fn copy_row_group(
        &mut self,
        backend: &mut Backend,
        pool: Pool,
        victim: &mut Victim,
        now: u64,
    ) -> Copied {
        let group_units = backend.nand.geometry.group_units as usize;
        let to = frontiers::copied(self.spec.frontiers, victim.to_level, false);
        let run = &mut self.runs[pool.index()];
        run.finder.begin(victim.superblock, victim.cursor);
        let wanted = run
            .finder
            .take(group_units, &backend.l2p, &backend.nand.geometry);
        let mut left = wanted;
        let (mut last, mut row, mut end): (Option<&Current>, _, _) = (None, None, now);
        while let Some(next) = left.first() {
            let Some(frontier) = backend.open_for_copies(pool, to) else {
                // Too many superblocks are bad: none is left to copy to.
                self.exhausted = true;
                victim.cursor = backend.nand.geometry.position_of(next.address);
                break;
            };
            let together = left.len().min(backend.room_in_group(pool, frontier));
            let (units, rest) = left.split_at(together);
            end = end.max(backend.copy_together(pool, frontier, units, &mut row, now));
            last = units.last();
            left = rest;
        }
        let (copied, not_copied) = (wanted.len() - left.len(), left.len());
        if let Some(last) = last.filter(|_| copied == group_units) {
            victim.cursor = backend.nand.geometry.position_of(last.address) + 1;
        } else if !self.exhausted {
            victim.cursor = backend.nand.geometry.units_per_superblock;
        }
        run.finder.give_back(not_copied);
        if copied > 0 {
            let width = run.width(&self.spec);
            run.group_in_flight(width, end);
        }
        // At most a group.
        let copied = copied as u32;
        Copied {
            places: copied,
            units: copied,
        }
    }
}

/// A row that was read last, and when the registers hold it.
type InRegister = Option<(u32, u64)>;

impl Backend {
    /// Copies units into a frontier's open group, which has room for them; returns when all of it
    /// is done, as far as it has begun.
    #[inline]
    fn copy_together(
        &mut self,
        pool: Pool,
        frontier: Frontier,
        units: &[Current],
        row: &mut InRegister,
        now: u64,
    ) -> u64 {
        let mut left = units;
        let mut ready = now;
        while let Some(next) = left.first() {
            let geometry = &self.nand.geometry;
            let wanted = geometry.read_row_of(next.address);
            let others = left.iter().skip(1);
            let others = others.take_while(|unit| geometry.read_row_of(unit.address) == wanted);
            let together = 1 + others.count();
            let die = geometry.die_at(pool, geometry.position_of(next.address));
            let in_register = match *row {
                Some((last, ready)) if last == wanted => ready,
                _ => {
                    self.counters.nand_page_reads += 1;
                    self.nand.read_array(now, die)
                }
            };
            *row = Some((wanted, in_register));
            // At most a group.
            let arrived = self.nand.units_out(now, in_register, die, together as u32);
            ready = ready.max(arrived);
            left = &left[together..];
        }
        let Some((first, full)) = self.take_places(pool, frontier, units.len() as u32, ready)
        else {
            return ready;
        };
        self.copied(units, first);
        if full {
            ready.max(self.program_group(pool, frontier, now))
        } else {
            ready
        }
    }

    /// Units that a frontier's open group still takes.
    #[inline]
    fn room_in_group(&self, pool: Pool, frontier: Frontier) -> usize {
        let geometry = &self.nand.geometry;
        let position = self.pools[pool.index()].open(frontier).position;
        (geometry.group_units - geometry.in_group(position)) as usize
    }

    /// The frontier that takes copied units, with an open superblock: the one that is meant for
    /// them; or, when that is full and no superblock is free, any that is open. A victim that
    /// turned out to be of both temperatures, or was valid throughout, would otherwise stay half
    /// copied for ever; mixing the two costs a few copies.
    #[inline]
    pub(super) fn open_for_copies(&mut self, pool: Pool, frontier: Frontier) -> Option<Frontier> {
        let superblocks = &self.pools[pool.index()];
        let is_open = superblocks.open(frontier).superblock.is_some();
        if is_open || self.open_superblock(pool, frontier) {
            return Some(frontier);
        }
        self.pools[pool.index()].any_open()
    }
}
