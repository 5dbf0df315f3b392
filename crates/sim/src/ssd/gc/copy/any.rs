//! Copying one unit after the other, each by what it is: hot or cold, its stored size, its place
//! in an L2P map that does not fit the DRAM.

use super::super::run::Victim;
use super::super::{Gc, frontiers};
use super::Copied;
use crate::ssd::backend::{Backend, Current, Entry, Frontier};
use crate::ssd::id::{Lpn, Pool};

impl Gc {
    /// Copies up to one group of valid units out of the victim.
    pub(super) fn copy_any_group(
        &mut self,
        backend: &mut Backend,
        pool: Pool,
        victim: &mut Victim,
        now: u64,
    ) -> Copied {
        let group_units = backend.nand.geometry.group_units;
        let mut copied = Copied::default();
        let mut row = None;
        let mut end = now;
        while copied.places < group_units {
            let finder = &mut self.runs[pool.index()].finder;
            finder.begin(victim.superblock, victim.cursor);
            let found = finder.take(1, &backend.l2p, &backend.nand.geometry);
            let Some(&Current { address, lpn }) = found.first() else {
                victim.cursor = backend.nand.geometry.units_per_superblock;
                break;
            };
            let position = backend.nand.geometry.position_of(address);
            let places = backend.l2p.slots(lpn);
            let Some(frontier) = self.frontier_for(backend, pool, victim, (lpn, places), now)
            else {
                // Too many superblocks are bad: none is left to copy to.
                victim.cursor = position;
                self.runs[pool.index()].finder.give_back(1);
                self.exhausted = true;
                break;
            };
            victim.cursor = position + 1;
            let die = backend.nand.geometry.die_at(pool, position);
            let on_channel = backend.nand.costs.places_on_channel(places);
            let ready = backend.fetch_from(address, die, on_channel, now, (&mut row, false));
            let ready = ready.max(backend.map_entry(lpn, Entry::Changed, now));
            end = end.max(ready);
            copied.places += places;
            copied.units += 1;
            // The whole copy is in flight until its data is on the NAND again.
            let unit = (lpn, address);
            if let Some(programmed) = backend.place_copy(pool, frontier, unit, places, ready, now) {
                end = end.max(programmed);
            }
            backend.note_copies(&[Current { address, lpn }], now);
        }
        if copied.places > 0 {
            let run = &mut self.runs[pool.index()];
            let width = run.width(&self.spec);
            run.group_in_flight(width, end);
        }
        copied
    }

    /// The frontier that takes a unit of `places` places, with an open superblock and a group that
    /// has room for it; `None` if there is none, and none is free.
    #[inline]
    fn frontier_for(
        &self,
        backend: &mut Backend,
        pool: Pool,
        victim: &Victim,
        (lpn, places): (Lpn, u32),
        now: u64,
    ) -> Option<Frontier> {
        let frontier = frontiers::copied(self.spec.frontiers, victim.to_level, self.is_hot(lpn));
        if places > 1 {
            backend.make_fit(pool, frontier, places, now);
        }
        let open = backend.open_for_copies(pool, frontier, now)?;
        if open != frontier && places > 1 {
            backend.make_fit(pool, open, places, now);
            backend.pools[pool.index()].open(open).superblock?;
        }
        Some(open)
    }
}
