//! Block and hybrid mapping, as controllers with little DRAM had them: the logical space is cut
//! in blocks as large as a superblock, each mapped whole, and only a few log superblocks take
//! writes page by page (BAST: Kim, IEEE Trans. Consumer Electronics 2002; FAST: Lee, ACM TECS
//! 2007; replacement blocks: Ban, US patent 5,404,485, 1995).
//!
//! Collection does not exist here; log superblocks are *merged* with the data they supersede:
//! * switch: the sequential log is complete and takes the data superblock's place;
//! * partial: its rest is copied from there first;
//! * full: everything current of a logical block is copied to a free superblock.
//!
//! Hybrid mapping has one sequential log, begun by a write to a logical block's first unit, and a
//! number of logs for all other writes; when those are used up, every logical block with data in
//! the oldest is merged. Block mapping has the sequential log only: a write elsewhere in its
//! logical block makes the gap be copied, or, as any write to another one, ends in a merge.
//!
//! The simulator's unit map says where each unit is; a real drive needs it for its logs only.

use super::Ssd;
use super::geometry::Geometry;
use super::host::Hindrance;
use super::write::HostPlace;
use crate::spec::{MappingSpec, SsdSpec};
use std::collections::VecDeque;

/// Frontiers of a pool: logs of the host's writes, and what merges copy to.
pub const RANDOM_LOG: usize = 0;
pub const SEQUENTIAL_LOG: usize = 1;
pub const MERGED: usize = 2;

/// The logs of every pool; none with page mapping.
#[derive(Clone, Debug, Default)]
pub struct Hybrid {
    pub pools: Vec<Logs>,
    random_logs_at_most: usize,
}

/// A pool's superblocks by their part.
#[derive(Clone, Debug, Default)]
pub struct Logs {
    /// The data superblock of each logical block of the pool.
    pub data: Vec<Option<u32>>,
    pub sequential: Option<SequentialLog>,
    /// Random logs that are full, the oldest first.
    pub random: VecDeque<u32>,
    pub merge: Option<Merge>,
}

/// The log that is written in order.
#[derive(Clone, Copy, Debug)]
pub struct SequentialLog {
    /// Its logical block.
    pub block: u32,
    /// Drive-wide number.
    pub superblock: u32,
}

/// What is being copied.
#[derive(Clone, Copy, Debug)]
pub enum Merge {
    /// Up to an offset of the sequential log, where the host goes on.
    Gap(u32),
    /// The rest of the sequential log, which then becomes data.
    Rest,
    /// A logical block whose sequential log was overwritten in part, to this superblock.
    Stale(u32),
    /// The oldest random log's logical blocks; the one under way, if any, and the next position
    /// of the log to look at.
    Oldest(Option<(u32, u32)>, u32),
}

impl Hybrid {
    /// Empty logs, or none.
    pub fn new(spec: &SsdSpec, geometry: &Geometry) -> Self {
        let random_logs_at_most = match spec.layout.mapping {
            MappingSpec::Page => return Self::default(),
            MappingSpec::Block => 0,
            MappingSpec::Hybrid { log_superblocks } => log_superblocks as usize,
        };
        let blocks = geometry
            .logical_units
            .div_ceil(geometry.units_per_superblock);
        let logs = Logs {
            data: vec![None; blocks.div_ceil(geometry.pools) as usize],
            ..Logs::default()
        };
        Self {
            pools: vec![logs; geometry.pools as usize],
            random_logs_at_most,
        }
    }
    /// Whether the drive is mapped so.
    #[inline]
    pub fn is_on(&self) -> bool {
        !self.pools.is_empty()
    }
    /// A pool that is merging.
    pub fn merging(&self) -> Option<u32> {
        let mut pools = self.pools.iter().zip(0..);
        pools.find_map(|(logs, pool)| logs.merge.map(|_| pool))
    }
    /// A superblock of a pool has been filled.
    pub fn filled(&mut self, pool: u32, frontier: usize, superblock: u32) {
        if self.is_on() && frontier == RANDOM_LOG {
            self.pools[pool as usize].random.push_back(superblock);
        }
    }
}

impl Ssd {
    /// Where a unit that the host writes goes; or what it has to wait for, which has begun then.
    pub(super) fn next_log_place(&mut self, unit: u32) -> Result<HostPlace, Hindrance> {
        let per_block = self.geometry.units_per_superblock;
        let (block, offset) = (unit / per_block, unit % per_block);
        let pool = block % self.geometry.pools;
        if self.state.hybrid.pools[pool as usize].merge.is_some() {
            return Err(Hindrance::Space(pool, RANDOM_LOG as u8));
        }
        let frontier = if self.state.hybrid.random_logs_at_most == 0 {
            self.only_log(pool, block, offset)
        } else {
            self.log_for(pool, block, offset)
        };
        let frontier = frontier.map_err(|merge| {
            self.state.hybrid.pools[pool as usize].merge = Some(merge);
            Hindrance::Space(pool, RANDOM_LOG as u8)
        })?;
        let open = &self.state.pools[pool as usize].frontiers[frontier];
        let used = match open.superblock {
            Some(_) => self.geometry.in_group(open.position),
            None => 0,
        };
        if used == 0 {
            if self.state.free_slots == 0 {
                return Err(Hindrance::Buffer);
            }
            if open.superblock.is_none() && !self.open_log(pool, frontier, block) {
                self.state.exhausted = true;
                return Err(Hindrance::Space(pool, RANDOM_LOG as u8));
            }
            self.state.free_slots -= 1;
            self.state.pools[pool as usize].frontiers[frontier].holds_slot = true;
        }
        let room = (self.geometry.group_units - used).min(per_block - offset);
        Ok(HostPlace::new(pool, frontier, room, false))
    }

    fn open_log(&mut self, pool: u32, frontier: usize, block: u32) -> bool {
        if !self.open_superblock(pool, frontier) {
            return false;
        }
        if frontier == SEQUENTIAL_LOG {
            let open = self.state.pools[pool as usize].frontiers[frontier];
            self.state.hybrid.pools[pool as usize].sequential = open
                .superblock
                .map(|superblock| SequentialLog { block, superblock });
        }
        true
    }

    /// Hybrid mapping: the log that takes an offset of a logical block, or what to merge first.
    fn log_for(&mut self, pool: u32, block: u32, offset: u32) -> Result<usize, Merge> {
        let logs = &self.state.hybrid.pools[pool as usize];
        let frontiers = &self.state.pools[pool as usize].frontiers;
        let sequential = &frontiers[SEQUENTIAL_LOG];
        let goes_on = logs.sequential.is_some_and(|log| {
            log.block == block && sequential.superblock.is_some() && sequential.position == offset
        });
        if goes_on {
            return Ok(SEQUENTIAL_LOG);
        }
        if offset == 0 {
            return match logs.sequential {
                Some(_) => Err(self.end_of_sequential_log(pool)),
                None => Ok(SEQUENTIAL_LOG),
            };
        }
        let used_up = logs.random.len() >= self.state.hybrid.random_logs_at_most;
        if frontiers[RANDOM_LOG].superblock.is_none() && used_up {
            return Err(Merge::Oldest(None, 0));
        }
        Ok(RANDOM_LOG)
    }

    /// Block mapping: the same with the one log there is.
    fn only_log(&mut self, pool: u32, block: u32, offset: u32) -> Result<usize, Merge> {
        let Some(log) = self.state.hybrid.pools[pool as usize].sequential else {
            if offset == 0 {
                return Ok(SEQUENTIAL_LOG);
            }
            if !self.open_log(pool, SEQUENTIAL_LOG, block) {
                self.state.exhausted = true;
            }
            return Err(Merge::Gap(offset));
        };
        let open = &self.state.pools[pool as usize].frontiers[SEQUENTIAL_LOG];
        if log.block != block || open.superblock.is_none() || open.position > offset {
            return Err(self.end_of_sequential_log(pool));
        }
        if open.position < offset {
            return Err(Merge::Gap(offset));
        }
        Ok(SEQUENTIAL_LOG)
    }

    /// How the sequential log becomes data: as it is, if nothing in it has been superseded.
    fn end_of_sequential_log(&mut self, pool: u32) -> Merge {
        let Some(log) = self.state.hybrid.pools[pool as usize].sequential else {
            return Merge::Rest;
        };
        let written = match self.state.pools[pool as usize].frontiers[SEQUENTIAL_LOG] {
            open if open.superblock.is_some() => open.position,
            _ => self.geometry.units_per_superblock,
        };
        let current = |offset: u32| {
            let held = self.lies_at(log.block, offset);
            held.is_none_or(|address| address == self.geometry.address(log.superblock, offset))
        };
        if (0..written).all(current) {
            Merge::Rest
        } else {
            match self.merge_target(pool) {
                Some(target) => Merge::Stale(target),
                None => Merge::Rest, // the drive is exhausted
            }
        }
    }

    /// Where a logical block's unit lies.
    pub(super) fn lies_at(&self, block: u32, offset: u32) -> Option<u32> {
        let unit = block * self.geometry.units_per_superblock + offset;
        (unit < self.geometry.logical_units)
            .then(|| self.mapping.lookup(unit))
            .flatten()
    }

    /// Programs what the logs hold of the host's data.
    pub(super) fn flush_logs(&mut self) {
        for pool in 0..self.geometry.pools {
            for frontier in [RANDOM_LOG, SEQUENTIAL_LOG] {
                let open = &self.state.pools[pool as usize].frontiers[frontier];
                if open.superblock.is_some() && self.geometry.in_group(open.position) != 0 {
                    self.pad_group(pool, frontier);
                }
            }
        }
    }
}
