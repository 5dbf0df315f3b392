//! Logs, as controllers with little DRAM had them: the logical space is cut in blocks as large as
//! a superblock, each mapped whole, and only a few log superblocks take writes page by page (BAST:
//! Kim, IEEE Trans. Consumer Electronics 2002; FAST: Lee, ACM TECS 2007; replacement blocks: Ban,
//! US patent 5,404,485, 1995).
//!
//! There is no garbage collection here; log superblocks are *merged* with the data they supersede:
//! * switch: the sequential log is complete and takes the data superblock's place;
//! * partial: its rest is copied from there first;
//! * full: everything current of a logical block is copied to a free superblock.
//!
//! The simulator's L2P map says where each page is; a real drive needs it for its logs only.

use super::{Hindrance, HostPlace};
use crate::spec::SsdSpec;
use crate::ssd::backend::{Backend, Frontier, Use};
use crate::ssd::gc::Window;
use crate::ssd::id::{Lpn, Pool, Ppa, Superblock};
use crate::ssd::schedule::Schedule;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// A log of writes that are not in order.
pub const RANDOM_LOG: Frontier = Frontier::new(0, Use::Host);
/// The log that is written in order.
pub const SEQUENTIAL_LOG: Frontier = Frontier::new(1, Use::Moved);
/// What merges copy to.
pub const MERGED: Frontier = Frontier::new(2, Use::Moved);

/// The logs of every pool.
#[derive(Clone, Serialize, Deserialize)]
pub struct Logs {
    pub pools: Vec<PoolLogs>,
    pub random_logs_at_most: usize,
    schedule: Schedule,
    pub copies_in_flight: usize,
    pub copy_unit_ns: u64,
    /// No superblock was free to open.
    pub exhausted: bool,
}

/// A pool's superblocks by their part.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PoolLogs {
    /// The data superblock of each logical block of the pool.
    pub data: Vec<Option<Superblock>>,
    pub sequential: Option<SequentialLog>,
    /// The random log that is being filled, and those that are full, the oldest first.
    filling: Option<Superblock>,
    pub random: VecDeque<Superblock>,
    pub merge: Option<Merge>,
    /// Whether a host write waits for the merge.
    pub waits: bool,
    pub window: Window,
}

/// The log that is written in order.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct SequentialLog {
    /// Its logical block.
    pub block: u32,
    pub superblock: Superblock,
}

/// A logical block that is copied, and the superblock it goes to.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct FullMerge {
    pub block: u32,
    pub target: Superblock,
}

/// What is being copied.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub enum Merge {
    /// Up to an offset of the sequential log, where the host goes on.
    Gap(u32),
    /// The rest of the sequential log, which then becomes data.
    Rest,
    /// A logical block whose sequential log was overwritten in part, to this superblock.
    Stale(Superblock),
    /// Every logical block with data in the oldest random log.
    Oldest {
        under_way: Option<FullMerge>,
        /// The log's next position to look at.
        next: u32,
    },
}

/// The log that takes an offset of a logical block, or what has to be merged first.
pub type LogFor = fn(&mut Logs, &mut Backend, Pool, u32, u32, u64) -> Result<Frontier, Merge>;

impl Logs {
    /// Empty.
    pub fn new(spec: &SsdSpec, backend: &Backend, random_logs_at_most: usize) -> Self {
        let geometry = &backend.nand.geometry;
        let blocks = geometry
            .logical_units
            .div_ceil(geometry.units_per_superblock);
        let logs = PoolLogs {
            data: vec![None; blocks.div_ceil(geometry.pools) as usize],
            sequential: None,
            filling: None,
            random: VecDeque::new(),
            merge: None,
            waits: false,
            window: Window::new(spec.gc.copies_in_flight as usize),
        };
        Self {
            pools: vec![logs; geometry.pools as usize],
            random_logs_at_most,
            schedule: Schedule::default(),
            copies_in_flight: spec.gc.copies_in_flight as usize,
            copy_unit_ns: spec.controller.copy_unit_ns,
            exhausted: false,
        }
    }
    /// Whether other logs are of a drive with as many pools and logical blocks.
    pub(super) fn fits(&self, other: &Self) -> bool {
        let blocks = self.pools.iter().map(|pool| pool.data.len());
        blocks.eq(other.pools.iter().map(|pool| pool.data.len()))
    }
    /// Whether no superblock was free to open.
    pub fn is_exhausted(&self) -> bool {
        self.exhausted
    }
    pub(super) fn has_room(&self, pool: Pool) -> bool {
        !self.pools[pool.index()].waits
    }
    pub(super) fn next_step(&self) -> Option<(u64, Pool)> {
        self.schedule.next()
    }
    pub(super) fn want(&mut self, backend: &Backend, pool: Pool) {
        self.pools[pool.index()].waits = true;
        if self.schedule.add(pool) {
            self.plan(backend);
        }
    }
    pub(super) fn plan(&mut self, backend: &Backend) {
        let (pools, width) = (&self.pools, self.copies_in_flight);
        self.schedule.plan(|pool| {
            let possible = pools[pool.index()].window.next_start(width);
            possible.max(backend.controller.flash_cpu_free())
        });
    }
    /// A merge has ended: the write that waited for it goes on.
    pub(super) fn merged(&mut self, pool: Pool) {
        let logs = &mut self.pools[pool.index()];
        logs.merge = None;
        logs.waits = false;
        self.schedule.remove(pool);
    }
    pub(super) fn flush_hindrance(&self) -> Option<Hindrance> {
        let merging = self.pools.iter().position(|logs| logs.merge.is_some())?;
        Some(Hindrance::Space(Pool(merging as u32)))
    }

    /// Programs what the logs hold of the host's data, but those that are being merged: a merge
    /// knows what is to be copied from then on.
    pub(super) fn flush(&self, backend: &mut Backend, now: u64) {
        for pool in backend.nand.geometry.all_pools() {
            if self.pools[pool.index()].merge.is_some() {
                continue;
            }
            for frontier in [RANDOM_LOG, SEQUENTIAL_LOG] {
                let open = backend.pools[pool.index()].open(frontier);
                let used = backend.nand.geometry.in_group(open.position);
                if open.superblock.is_some() && used != 0 {
                    backend.pad_group(pool, frontier, now);
                }
            }
        }
    }
    /// Merges stop until a write needs them again.
    pub(super) fn stop(&mut self) {
        self.schedule = Schedule::default();
        self.pools.iter_mut().for_each(|logs| logs.waits = false);
    }

    /// Counts the random log that has been filled since.
    pub(super) fn note_filled(&mut self, backend: &Backend, pool: Pool) {
        let open = backend.pools[pool.index()].open(RANDOM_LOG).superblock;
        let logs = &mut self.pools[pool.index()];
        if let Some(filled) = logs.filling.filter(|_| open.is_none()) {
            logs.random.push_back(filled);
            logs.filling = None;
        }
    }

    /// Where a page that the host writes goes; or what it has to wait for, which has begun then.
    pub(super) fn next_place(
        &mut self,
        backend: &mut Backend,
        lpn: Lpn,
        log_for: LogFor,
        now: u64,
    ) -> Result<HostPlace, Hindrance> {
        let per_block = backend.nand.geometry.units_per_superblock;
        let (block, offset) = (lpn.0 / per_block, lpn.0 % per_block);
        let pool = Pool(block % backend.nand.geometry.pools);
        let waits = Hindrance::Space(pool);
        self.note_filled(backend, pool);
        if self.pools[pool.index()].merge.is_some() {
            return Err(waits);
        }
        let frontier = match log_for(self, backend, pool, block, offset, now) {
            Ok(frontier) => frontier,
            Err(merge) => {
                self.pools[pool.index()].merge = Some(merge);
                return Err(waits);
            }
        };
        let open = backend.pools[pool.index()].open(frontier);
        let is_open = open.superblock.is_some();
        let used = match is_open {
            true => backend.nand.geometry.in_group(open.position),
            false => 0,
        };
        if used == 0 {
            if !backend.buffer.has_room(now) {
                return Err(Hindrance::Buffer);
            }
            if !is_open && !self.open_log(backend, pool, frontier, block, now) {
                self.exhausted = true;
                return Err(waits);
            }
            backend.buffer.take(now);
            backend.pools[pool.index()].open_mut(frontier).holds_slot = true;
        }
        Ok(HostPlace {
            pool,
            frontier,
            room: (backend.nand.geometry.group_units - used).min(per_block - offset),
            hot: false,
        })
    }

    /// Opens a log, the sequential one for a logical block; says whether a superblock was free.
    pub(super) fn open_log(
        &mut self,
        backend: &mut Backend,
        pool: Pool,
        frontier: Frontier,
        block: u32,
        now: u64,
    ) -> bool {
        if !backend.open_superblock(pool, frontier, now) {
            return false;
        }
        let open = backend.pools[pool.index()].open(frontier).superblock;
        let logs = &mut self.pools[pool.index()];
        if frontier == SEQUENTIAL_LOG {
            logs.sequential = open.map(|superblock| SequentialLog { block, superblock });
        } else {
            logs.filling = open;
        }
        true
    }

    /// How the sequential log becomes data: as it is, if nothing in it has been superseded.
    pub(super) fn end_of_sequential_log(
        &mut self,
        backend: &mut Backend,
        pool: Pool,
        now: u64,
    ) -> Merge {
        let Some(log) = self.pools[pool.index()].sequential else {
            return Merge::Rest;
        };
        let geometry = &backend.nand.geometry;
        let open = backend.pools[pool.index()].open(SEQUENTIAL_LOG);
        let written = match open.superblock {
            Some(_) => open.position,
            None => geometry.units_per_superblock,
        };
        let current = |offset: u32| {
            let held = lies_at(backend, log.block, offset);
            held.is_none_or(|address| address == geometry.address(log.superblock, offset))
        };
        if (0..written).all(current) {
            Merge::Rest
        } else {
            match self.merge_target(backend, pool, now) {
                Some(target) => Merge::Stale(target),
                None => Merge::Rest, // the drive is exhausted
            }
        }
    }

    /// The superblock that a full merge copies to.
    pub(super) fn merge_target(
        &mut self,
        backend: &mut Backend,
        pool: Pool,
        now: u64,
    ) -> Option<Superblock> {
        let open = backend.pools[pool.index()].open(MERGED).superblock;
        if open.is_none() && !backend.open_superblock(pool, MERGED, now) {
            self.exhausted = true;
        }
        backend.pools[pool.index()].open(MERGED).superblock
    }
}

/// Where a logical block's page lies.
pub fn lies_at(backend: &Backend, block: u32, offset: u32) -> Option<Ppa> {
    let geometry = &backend.nand.geometry;
    backend
        .l2p
        .lookup(Lpn(block * geometry.units_per_superblock + offset))
}
