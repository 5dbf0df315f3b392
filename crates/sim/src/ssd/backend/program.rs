//! Putting units into open superblocks, and programming the groups that become full.

use super::{Backend, Current, Frontier};
use crate::ssd::id::{Lpn, Lpns, Pool, Ppa, Superblock};
use crate::ssd::nand::{PageKind, Programming};

impl Backend {
    /// Gives units the next places of an open frontier's group, which has room for them;
    /// `ready` is when their data is there. If that completes the group, returns when it is on
    /// the NAND.
    #[inline(always)]
    pub fn place(
        &mut self,
        pool: Pool,
        frontier: Frontier,
        units: Lpns,
        ready: u64,
        now: u64,
    ) -> Option<u64> {
        let (first, full) = self.take_places(pool, frontier, units.len(), ready)?;
        #[cfg(test)]
        for (lpn, number) in units.iter().zip(first.0..) {
            self.shadow.placed(Ppa(number), lpn);
        }
        self.outdate(units);
        self.l2p.assign_all(units, first);
        full.then(|| self.program_group(pool, frontier, now))
    }

    /// The same for one unit of a drive whose units all take one place.
    #[inline(always)]
    pub fn place_one(
        &mut self,
        pool: Pool,
        frontier: Frontier,
        lpn: Lpn,
        ready: u64,
        now: u64,
    ) -> Option<u64> {
        let (address, full) = self.take_places(pool, frontier, 1, ready)?;
        #[cfg(test)]
        self.shadow.placed(address, lpn);
        if let Some(old) = self.l2p.assign(lpn, address) {
            self.invalidate(old, 1);
        }
        full.then(|| self.program_group(pool, frontier, now))
    }

    /// The same for one compressed unit.
    pub fn place_compressed(
        &mut self,
        pool: Pool,
        frontier: Frontier,
        lpn: Lpn,
        slots: u32,
        ready: u64,
        now: u64,
    ) -> Option<u64> {
        let old_slots = self.l2p.slots(lpn);
        self.l2p.set_slots(lpn, slots);
        let (address, full) = self.take_places(pool, frontier, slots, ready)?;
        #[cfg(test)]
        self.shadow.placed(address, lpn);
        if let Some(old) = self.l2p.assign(lpn, address) {
            self.invalidate(old, old_slots);
        }
        full.then(|| self.program_group(pool, frontier, now))
    }

    /// The same for a unit that is copied from `old`; what that leaves is counted elsewhere.
    #[inline(always)]
    pub fn place_copy(
        &mut self,
        pool: Pool,
        frontier: Frontier,
        copied: (Lpn, Ppa),
        places: u32,
        ready: u64,
        now: u64,
    ) -> Option<u64> {
        let (lpn, old) = copied;
        let (address, full) = self.take_places(pool, frontier, places, ready)?;
        self.copied(&[Current { address: old, lpn }], address);
        full.then(|| self.program_group(pool, frontier, now))
    }

    /// The same for units of one place each that lie at consecutive addresses from `old` on, which
    /// they leave.
    pub fn place_copies(
        &mut self,
        pool: Pool,
        frontier: Frontier,
        (lpns, old): (Lpns, Ppa),
        ready: u64,
        now: u64,
    ) -> Option<u64> {
        let (first, full) = self.take_places(pool, frontier, lpns.len(), ready)?;
        #[cfg(test)]
        for (lpn, number) in lpns.iter().zip(0..) {
            self.shadow.copy_of(old.plus(number));
            self.shadow.placed(first.plus(number), lpn);
        }
        self.l2p.outdate_all(old, old.plus(lpns.len() - 1));
        self.invalidate(old, lpns.len());
        self.l2p.assign_all(lpns, first);
        full.then(|| self.program_group(pool, frontier, now))
    }

    /// Pages have been copied to the addresses from one on: all that was current between the first
    /// and the last of them.
    #[inline]
    pub fn copied(&mut self, pages: &[Current], first: Ppa) {
        #[cfg(test)]
        for (page, number) in pages.iter().zip(first.0..) {
            self.shadow.copy_of(page.address);
            self.shadow.placed(Ppa(number), page.lpn);
        }
        self.l2p.copied(pages, first);
    }

    /// Takes places of a frontier's open group; returns the first, and whether the group is full
    /// now.
    #[inline(always)]
    pub fn take_places(
        &mut self,
        pool: Pool,
        frontier: Frontier,
        places: u32,
        ready: u64,
    ) -> Option<(Ppa, bool)> {
        let geometry = &self.nand.geometry;
        let pool = &mut self.pools[pool.index()];
        let open = pool.open_mut(frontier);
        let superblock = open.superblock?;
        let first = geometry.address(superblock, open.position);
        open.position += places;
        open.ready = open.ready.max(ready);
        let full = geometry.in_group(open.position) == 0;
        self.valid.add(superblock, places);
        Some((first, full))
    }

    /// Begins to fetch what changes when a pool's frontier takes a unit.
    #[inline]
    pub fn prefetch_open(&self, pool: Pool, frontier: Frontier) {
        if let Some(superblock) = self.pools[pool.index()].open(frontier).superblock {
            self.valid.prefetch(superblock);
        }
    }
    /// Programs the group that a frontier has just filled; returns when it is on the NAND.
    #[inline]
    pub fn program_group(&mut self, pool: Pool, frontier: Frontier, now: u64) -> u64 {
        let (geometry, superblocks) = (&self.nand.geometry, &mut self.pools[pool.index()]);
        let open = superblocks.open_mut(frontier);
        let Some(superblock) = open.superblock else {
            return now;
        };
        let (position, ready) = (open.position, std::mem::take(&mut open.ready));
        let holds_slot = std::mem::take(&mut open.holds_slot);
        let (kind, units_per_superblock) = if frontier.is_slc() {
            (PageKind::Slc, self.slc.units())
        } else {
            let is_upper = geometry.is_upper(position - 1);
            (PageKind::of(is_upper), geometry.units_per_superblock)
        };
        let program = Programming {
            kind,
            is_copy: frontier.is_of_copies(),
        };
        let die = geometry.die_at(pool, position - 1);
        #[cfg(test)]
        let (first, units) = (geometry.address(superblock, 0).0, geometry.group_units);
        let end = self.nand.program(now, ready, die, program);
        #[cfg(test)]
        self.shadow
            .programmed(first + position - units..first + position, end);
        self.counters.nand_programs += 1;
        self.counters.nand_slc_programs += u64::from(kind == PageKind::Slc);
        if self.nand.geometry.has_parity() {
            self.program_parity(pool, position, ready, program, now);
        }
        if holds_slot {
            self.buffer.frees_at(end);
        }
        if let Some(volatile) = &mut self.volatile {
            volatile.programmed(pool, frontier, end, now);
        }
        if position == units_per_superblock {
            self.pools[pool.index()].open_mut(frontier).superblock = None;
            self.close(pool, superblock);
        }
        end
    }

    /// Units were programmed on a frontier, up to a position.
    #[inline]
    pub fn filled(&mut self, pool: Pool, frontier: Frontier, position: u32, units: u32) {
        let open = self.pools[pool.index()].open_mut(frontier);
        let Some(superblock) = open.superblock else {
            return;
        };
        open.position = position;
        let is_full = position == self.nand.geometry.units_per_superblock;
        if is_full {
            open.superblock = None;
        }
        self.valid.add(superblock, units);
        if is_full {
            self.close(pool, superblock);
        }
    }
    /// A superblock is full: it may be collected from now on.
    pub fn close(&mut self, pool: Pool, superblock: Superblock) {
        if self.slc.holds(superblock) {
            self.slc.filled(pool, superblock);
        }
        self.pools[pool.index()].close(superblock, &mut self.valid);
    }

    fn program_parity(
        &mut self,
        pool: Pool,
        position: u32,
        ready: u64,
        program: Programming,
        now: u64,
    ) {
        for number in 0..self.nand.geometry.parity_due(position).len() {
            let geometry = &self.nand.geometry;
            let die = geometry.die_in_pool(pool, geometry.parity_due(position)[number]);
            self.counters.nand_programs += 1;
            self.counters.nand_slc_programs += u64::from(program.kind == PageKind::Slc);
            self.counters.nand_parity_units += u64::from(geometry.group_units);
            self.nand.program(now, ready, die, program);
        }
    }

    /// Programs an open group whose rest stays empty; returns when it is on the NAND.
    pub fn pad_group(&mut self, pool: Pool, frontier: Frontier, now: u64) -> u64 {
        let open = self.pools[pool.index()].open_mut(frontier);
        let begin = open.position;
        let end = begin.next_multiple_of(self.nand.geometry.group_units);
        open.position = end;
        self.counters.nand_padded_units += u64::from(end - begin);
        self.program_group(pool, frontier, now)
    }

    /// Leaves the rest of a frontier's open group empty if a unit of `slots` slots does not fit
    /// there; says whether that was so.
    pub fn make_fit(&mut self, pool: Pool, frontier: Frontier, slots: u32, now: u64) -> bool {
        let open = self.pools[pool.index()].open(frontier);
        let used = self.nand.geometry.in_group(open.position);
        let fits = used + slots <= self.nand.geometry.group_units;
        if open.superblock.is_some() && !fits {
            self.pad_group(pool, frontier, now);
            return true;
        }
        false
    }
}
