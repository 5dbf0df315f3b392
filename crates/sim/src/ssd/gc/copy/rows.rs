//! Copying units that lie in one row and go to one group together.

use super::super::run::Victim;
use super::super::{Gc, frontiers};
use super::Copied;
use crate::ssd::backend::{Backend, Frontier};
use crate::ssd::id::Pool;
use std::ops::Range;

impl Gc {
    /// Copies up to one group of valid units out of the victim.
    pub(super) fn copy_row_group(
        &mut self,
        backend: &mut Backend,
        pool: Pool,
        victim: &mut Victim,
        now: u64,
    ) -> Copied {
        let group_units = backend.nand.geometry.group_units;
        let found = self.find(backend, pool, victim, group_units as usize);
        let frontier = frontiers::copied(self.spec.frontiers, victim.to_level, false);
        let (mut copied, mut end) = (0, now);
        let mut row = None;
        while copied < found {
            let Some(frontier) = self.open_for_copies(backend, pool, frontier) else {
                // Too many superblocks are bad: none is left to copy to.
                self.exhausted = true;
                victim.cursor = backend
                    .nand
                    .geometry
                    .position_of(self.found[copied].address);
                break;
            };
            let (units, ready) =
                self.read_together(backend, pool, frontier, copied..found, now, &mut row);
            let together = copied..copied + units;
            let programmed = self.place_together(backend, pool, frontier, together, ready, now);
            end = end.max(ready).max(programmed.unwrap_or(0));
            copied += units;
        }
        let run = &mut self.runs[pool.index()];
        run.finder.give_back(found - copied);
        let last = copied.checked_sub(1).map(|last| self.found[last].address);
        let copied = copied as u32;
        if let Some(last) = last.filter(|_| copied == group_units) {
            victim.cursor = backend.nand.geometry.position_of(last) + 1;
        } else if !self.exhausted {
            victim.cursor = backend.nand.geometry.units_per_superblock;
        }
        if copied > 0 {
            let width = run.width(&self.spec);
            run.group_in_flight(width, end);
        }
        Copied {
            places: copied,
            units: copied,
        }
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
        let taken = finder.take(wanted, &backend.l2p, &backend.nand.geometry);
        self.found[..taken.len()].copy_from_slice(taken);
        taken.len()
    }

    /// Fetches the first of those units, and what lies in its row and goes to the same group; says
    /// how many, and when they have arrived.
    #[inline]
    fn read_together(
        &self,
        backend: &mut Backend,
        pool: Pool,
        frontier: Frontier,
        found: Range<usize>,
        now: u64,
        row: &mut Option<(u32, u64)>,
    ) -> (usize, u64) {
        let geometry = &backend.nand.geometry;
        let position = backend.pools[pool.index()].open(frontier).position;
        let room = geometry.group_units - geometry.in_group(position);
        let found = &self.found[found];
        let wanted = geometry.read_row_of(found[0].address);
        let units = found.iter().take(room as usize);
        let units = units.take_while(|next| geometry.read_row_of(next.address) == wanted);
        let units = units.count();
        let die = geometry.die_at(pool, geometry.position_of(found[0].address));
        let in_register = match *row {
            Some((last, ready)) if last == wanted => ready,
            _ => {
                backend.counters.nand_page_reads += 1;
                backend.nand.read_array(now, die)
            }
        };
        *row = Some((wanted, in_register));
        let ready = backend.nand.units_out(now, in_register, die, units as u32);
        (units, ready)
    }

    /// Gives units that have arrived at `ready` the next places of a frontier's group, which has
    /// room for them. If that completes the group, returns when it is on the NAND.
    #[inline]
    fn place_together(
        &self,
        backend: &mut Backend,
        pool: Pool,
        frontier: Frontier,
        found: Range<usize>,
        ready: u64,
        now: u64,
    ) -> Option<u64> {
        let units = found.len() as u32;
        let (first, full) = backend.take_places(pool, frontier, units, ready)?;
        backend.copied(&self.found[found], first);
        full.then(|| backend.program_group(pool, frontier, now))
    }

    /// The frontier that takes copied units, with an open superblock: the one that is meant for
    /// them; or, when that is full and no superblock is free, any that is open. A victim that
    /// turned out to be of both temperatures, or was valid throughout, would otherwise stay half
    /// copied for ever; mixing the two costs a few copies.
    #[inline]
    pub(super) fn open_for_copies(
        &self,
        backend: &mut Backend,
        pool: Pool,
        frontier: Frontier,
    ) -> Option<Frontier> {
        let is_open = backend.pools[pool.index()]
            .open(frontier)
            .superblock
            .is_some();
        if is_open || backend.open_superblock(pool, frontier) {
            return Some(frontier);
        }
        backend.pools[pool.index()].any_open()
    }
}
