//! The SLC cache: how large it may be now, whether host data goes there, and when it is folded.
//! Folding is garbage collection whose victim is a superblock in SLC mode.

use super::frontiers::{self, HOST, SLC};
use super::{Gc, Ready};
use crate::spec::{SlcCacheSpec, WhenFull};
use crate::ssd::backend::{Backend, Frontier};
use crate::ssd::id::Pool;

/// Where host data may go next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Goes {
    To(Frontier),
    /// It waits for folding.
    Waits,
}

/// Superblocks of a pool that may be in SLC mode, of a drive whose logical units are mapped to
/// such a share.
fn allowed(spec: &SlcCacheSpec, mapped_per_mille: u32) -> u32 {
    let (from, gone) = (spec.shrinks_from_per_mille, spec.gone_at_per_mille);
    let left = if mapped_per_mille <= from {
        1000
    } else if mapped_per_mille >= gone {
        0
    } else {
        (gone - mapped_per_mille) * 1000 / (gone - from)
    };
    let dynamic = u64::from(spec.dynamic_superblocks) * u64::from(left) / 1000;
    spec.static_superblocks.saturating_add(dynamic as u32)
}

impl Gc {
    /// Makes sure that a group of a pool can take host data, in the cache or directly; which it is,
    /// [`Self::host_frontier`] says then.
    pub(super) fn prepare_cached(
        &mut self,
        backend: &mut Backend,
        pool: Pool,
        sequential: bool,
        now: u64,
    ) -> Ready {
        let last = self.runs[pool.index()].host;
        let open = backend.pools[pool.index()].open(last);
        let is_begun =
            open.superblock.is_some() && backend.nand.geometry.in_group(open.position) != 0;
        if !is_begun {
            match self.goes(backend, pool) {
                Goes::To(frontier) => self.runs[pool.index()].host = frontier,
                Goes::Waits => return Ready::NoSpace,
            }
        }
        let frontier = self.runs[pool.index()].host;
        self.prepare_on(backend, pool, frontier, sequential, now)
    }

    /// Where the next group of host data goes; folding begins where the cache is full.
    fn goes(&mut self, backend: &Backend, pool: Pool) -> Goes {
        let Some(spec) = &self.slc_cache else {
            return Goes::To(HOST);
        };
        let (when_full, used) = (spec.when_full, backend.slc.used(pool));
        if self.runs[pool.index()].full && self.is_folded(backend, pool) {
            self.runs[pool.index()].full = false;
        }
        let is_full = self.runs[pool.index()].full;
        let is_open = backend.pools[pool.index()].open(SLC).superblock.is_some();
        if !is_full && (is_open || self.may_open_slc(backend, pool)) {
            return Goes::To(SLC);
        }
        if used == 0 {
            return Goes::To(HOST); // there is no room for a cache
        }
        self.runs[pool.index()].full = true;
        match when_full {
            WhenFull::Direct => Goes::To(HOST),
            WhenFull::DirectAndFold => {
                self.fold(backend, pool);
                Goes::To(HOST)
            }
            WhenFull::Fold => {
                self.fold(backend, pool);
                self.takes_the_place_of_folded(backend, pool)
            }
        }
    }

    /// Host data takes the room that folding has made in a full cache.
    fn takes_the_place_of_folded(&mut self, backend: &Backend, pool: Pool) -> Goes {
        if !self.has_folded(backend, pool) {
            return Goes::Waits;
        }
        let group_units = backend.nand.geometry.group_units;
        let run = &mut self.runs[pool.index()];
        run.folded = run.folded.saturating_sub(group_units);
        Goes::To(SLC)
    }

    /// Superblocks of each pool that may be in SLC mode now.
    fn may_be_slc(&self, backend: &Backend) -> u32 {
        let Some(spec) = &self.slc_cache else {
            return 0;
        };
        let units = u64::from(backend.nand.geometry.logical_units);
        // At most 1000.
        let mapped = (backend.valid.total() * 1000 / units) as u32;
        allowed(spec, mapped)
    }

    /// Whether one more superblock may be opened in SLC mode. What GC needs is left alone; what
    /// it wants to keep free, by the dynamic part.
    pub(super) fn may_open_slc(&self, backend: &Backend, pool: Pool) -> bool {
        let Some(spec) = &self.slc_cache else {
            return false;
        };
        let (free, used) = (backend.pools[pool.index()].free(), backend.slc.used(pool));
        let is_static = used < spec.static_superblocks && free > frontiers::reserve(&self.spec);
        is_static || free > self.spec.low_watermark && used < self.may_be_slc(backend)
    }

    /// Whether the host's next group waits for folding.
    pub(super) fn waits_for_folding(&self, backend: &Backend, pool: Pool) -> bool {
        let cache = self.slc_cache.as_ref();
        let folds = cache.is_some_and(|spec| spec.when_full == WhenFull::Fold);
        folds && self.runs[pool.index()].full && !self.has_folded(backend, pool)
    }
    /// Whether an idle drive folds what there is.
    pub(super) fn folds_when_idle(&self, backend: &Backend, pool: Pool) -> bool {
        let cache = self.slc_cache.as_ref();
        cache.is_some_and(|spec| spec.folds_when_idle) && backend.slc.oldest_full(pool).is_some()
    }

    /// Whether a host write that waits for folding may go on: room for its group was made, or
    /// there is nothing to fold any more.
    pub(super) fn has_folded(&self, backend: &Backend, pool: Pool) -> bool {
        let superblocks = &backend.pools[pool.index()];
        let may_open = superblocks.free() > frontiers::reserve(&self.spec);
        let has_place = superblocks.open(SLC).superblock.is_some() || may_open;
        let folded = self.runs[pool.index()].folded;
        has_place && folded >= backend.nand.geometry.group_units
            || !self.folds_on(backend, pool) && !self.runs[pool.index()].has_victim()
    }

    /// Begins to fold, unless it has begun.
    pub(super) fn fold(&mut self, backend: &Backend, pool: Pool) {
        let run = &mut self.runs[pool.index()];
        if !run.folding {
            run.folding = true;
            if self.schedule.add(pool) {
                self.plan(backend);
            }
        }
    }

    /// Whether the cache is as empty as it is to be; also when it has shrunk to what is used.
    fn is_folded(&self, backend: &Backend, pool: Pool) -> bool {
        let fold_to = self
            .slc_cache
            .as_ref()
            .map_or(0, |spec| spec.fold_to_per_mille);
        let used = backend.slc.used(pool);
        // Counting what is mapped takes a pass over all superblocks: this is asked for each group.
        used == 0 || fold_to > 0 && used * 1000 <= self.may_be_slc(backend) * fold_to
    }

    /// Whether folding goes on.
    pub(super) fn folds_on(&self, backend: &Backend, pool: Pool) -> bool {
        backend.slc.oldest_full(pool).is_some() && !self.is_folded(backend, pool)
    }
}

#[cfg(test)]
mod tests {
    use super::{SlcCacheSpec, WhenFull, allowed};

    #[test]
    fn dynamic_part_shrinks_with_the_share_that_is_mapped() {
        let spec = SlcCacheSpec {
            static_superblocks: 12,
            dynamic_superblocks: 128,
            shrinks_from_per_mille: 500,
            gone_at_per_mille: 750,
            when_full: WhenFull::Direct,
            fold_to_per_mille: 0,
            copies_in_flight: 1,
            folds_when_idle: true,
        };
        for (mapped, superblocks) in [(0, 140), (500, 140), (625, 76), (750, 12), (1000, 12)] {
            assert_eq!(allowed(&spec, mapped), superblocks, "{mapped}");
        }
    }
}
