//! Copying units together that lie in one row and go to one group.

use super::super::run::Victim;
use super::super::{Gc, frontiers};
use super::Copied;
use crate::ssd::backend::{Backend, Current, Frontier, LastRow};
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
        let (mut left, mut row, mut end) = (wanted, None, now);
        while let Some(next) = left.first() {
            let Some(frontier) = backend.open_for_copies(pool, to, now) else {
                // Too many superblocks are bad: none is left to copy to.
                self.exhausted = true;
                victim.cursor = backend.nand.geometry.position_of(next.address);
                break;
            };
            let (together, done) = backend.copy_together(pool, frontier, left, &mut row, now);
            left = &left[together..];
            end = end.max(done);
        }
        let (copied, not_copied) = (wanted.len() - left.len(), left.len());
        if copied == group_units {
            let last = wanted[group_units - 1];
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

impl Backend {
    /// Copies as many units as a frontier's open superblock has room for; returns how many, and
    /// when all of it is done, as far as it has begun.
    #[inline]
    fn copy_together(
        &mut self,
        pool: Pool,
        frontier: Frontier,
        units: &[Current],
        row: &mut LastRow,
        now: u64,
    ) -> (usize, u64) {
        let geometry = &self.nand.geometry;
        let open = self.pools[pool.index()].open(frontier);
        let (mut position, mut ready) = (open.position, open.ready);
        let Some(superblock) = open.superblock else {
            return (0, now);
        };
        let (group_units, first) = (geometry.group_units, geometry.address(superblock, position));
        let mut room = geometry.left_of_group(position) as usize;
        let fitting = (geometry.units_per_superblock - position) as usize;
        let units = &units[..fitting.min(units.len())];
        // At most a group.
        self.valid.add(superblock, units.len() as u32);
        self.copied(units, first);
        let (mut left, mut end) = (units, now);
        while !left.is_empty() {
            let (fetched, arrived) = self.fetch_row(pool, &left[..room.min(left.len())], now, row);
            left = &left[fetched..];
            room -= fetched;
            position += fetched as u32;
            ready = ready.max(arrived);
            end = end.max(arrived);
            if room == 0 || left.is_empty() {
                let open = self.pools[pool.index()].open_mut(frontier);
                (open.position, open.ready) = (position, ready);
            }
            if room == 0 {
                end = end.max(self.program_group(pool, frontier, now));
                (room, ready) = (group_units as usize, 0);
            }
        }
        self.note_copies(units, now);
        (units.len(), end)
    }

    /// The frontier that takes copied units, with an open superblock: the one that is meant for
    /// them; or, when that is full and no superblock is free, any that is open. A victim that
    /// turned out to be of both temperatures, or was valid throughout, would otherwise stay half
    /// copied for ever; mixing the two costs a few copies.
    #[inline]
    pub(super) fn open_for_copies(
        &mut self,
        pool: Pool,
        frontier: Frontier,
        now: u64,
    ) -> Option<Frontier> {
        let superblocks = &self.pools[pool.index()];
        let is_open = superblocks.open(frontier).superblock.is_some();
        if is_open || self.open_superblock(pool, frontier, now) {
            return Some(frontier);
        }
        self.pools[pool.index()].any_open()
    }
}
