//! Page mapping: any write goes anywhere. Host data goes to the pools in turn, a group each, and
//! garbage collection makes room.

use super::{Hindrance, HostPlace};
use crate::spec::SsdSpec;
use crate::ssd::backend::Backend;
use crate::ssd::gc::{self, Gc, Ready};
use crate::ssd::id::{Lpn, Lpns, Pool};
use serde::{Deserialize, Serialize};

/// How many pools ahead of the host's turn the cache is to have what its next group changes.
const POOLS_AHEAD: u32 = 2;

/// A copy of what changes.
#[derive(Serialize, Deserialize)]
pub struct Saved {
    gc: gc::Saved,
    turn: [Pool; 2],
}

/// Page mapping.
pub struct Page {
    pub(super) gc: Gc,
    /// The pool that takes the next group: of cold, and of hot data.
    turn: [Pool; 2],
    pools: u32,
}

impl Page {
    pub(super) fn new(spec: &SsdSpec, backend: &Backend) -> Self {
        Self {
            gc: Gc::new(spec, backend),
            turn: [Pool(0); 2],
            pools: backend.nand.geometry.pools,
        }
    }
    pub(super) fn save(&self) -> Saved {
        Saved {
            gc: self.gc.save(),
            turn: self.turn,
        }
    }
    pub(super) fn restore(&mut self, saved: &Saved) {
        self.gc.restore(&saved.gc);
        self.turn = saved.turn;
    }
    pub(super) fn fits(&self, saved: &Saved) -> bool {
        self.gc.fits(&saved.gc)
    }
    /// Its garbage collection.
    #[cfg(test)]
    pub fn gc_mut(&mut self) -> &mut Gc {
        &mut self.gc
    }

    #[inline(always)]
    pub(super) fn next_place(
        &mut self,
        backend: &mut Backend,
        lpn: Lpn,
        sequential: bool,
        now: u64,
    ) -> Result<HostPlace, Hindrance> {
        let hot = self.gc.is_hot(lpn);
        let pool = self.turn[usize::from(hot)];
        match self.gc.prepare_group(backend, pool, hot, sequential, now) {
            Ready::Yes => {}
            Ready::NoSlot => return Err(Hindrance::Buffer),
            Ready::NoSpace if hot => return Err(Hindrance::SpaceForHot(pool)),
            Ready::NoSpace => return Err(Hindrance::Space(pool)),
        }
        let frontier = self.gc.host_frontier(pool, hot);
        let geometry = &backend.nand.geometry;
        let position = backend.pools[pool.index()].open(frontier).position;
        Ok(HostPlace {
            pool,
            frontier,
            room: geometry.group_units - geometry.in_group(position),
            hot,
        })
    }

    /// Makes room for a page of `slots` slots in one group: where the rest of the open one is too
    /// small, it stays empty.
    pub(super) fn make_fit(&mut self, backend: &mut Backend, lpn: Lpn, slots: u32, now: u64) {
        let hot = self.gc.is_hot(lpn);
        loop {
            let pool = self.turn[usize::from(hot)];
            if !backend.make_fit(pool, self.gc.host_frontier(pool, hot), slots, now) {
                return;
            }
            self.next_turn(pool, hot);
        }
    }

    #[inline]
    pub(super) fn next_turn(&mut self, pool: Pool, hot: bool) {
        let next = pool.0 + 1;
        self.turn[usize::from(hot)] = Pool(if next == self.pools { 0 } else { next });
    }

    #[inline]
    pub(super) fn prefetch_turn(&self, backend: &Backend, place: HostPlace) {
        let later = Pool(place.pool.0 + POOLS_AHEAD);
        if later.0 < self.pools {
            backend.prefetch_open(later, place.frontier);
        }
    }

    pub(super) fn alike(&self, place: HostPlace, lpns: Lpns) -> u32 {
        if !self.gc.tells_hot_from_cold() {
            return lpns.len();
        }
        let alike = |lpn: &Lpn| self.gc.is_hot(*lpn) == place.hot;
        lpns.iter().take_while(alike).count() as u32
    }

    pub(super) fn flush_hindrance(&self, backend: &Backend) -> Option<Hindrance> {
        let mut pools = backend.nand.geometry.all_pools();
        let full = pools.find(|pool| self.needs_all_room(backend, *pool));
        full.map(Hindrance::Space)
    }
    fn needs_all_room(&self, backend: &Backend, pool: Pool) -> bool {
        let free = backend.pools[pool.index()].free();
        self.gc.needs_all_room(free)
    }

    pub(super) fn flush(&mut self, backend: &mut Backend, now: u64) {
        for pool in backend.nand.geometry.all_pools() {
            if self.needs_all_room(backend, pool) {
                continue;
            }
            for (frontier, hot) in gc::HOST_FRONTIERS {
                let open = backend.pools[pool.index()].open(frontier);
                let used = backend.nand.geometry.in_group(open.position);
                if open.superblock.is_none() || used == 0 {
                    continue;
                }
                backend.pad_group(pool, frontier, now);
                if self.turn[usize::from(hot)] == pool {
                    self.next_turn(pool, hot);
                }
            }
        }
    }
}
