//! The back end: the NAND, what lies where on it, and what is done to it one page, group or
//! superblock at a time. Mapping schemes (`ftl/`), garbage collection (`gc/`) and the host side
//! (`host/`) decide; this carries out.

mod ages;
mod buffer;
mod fetch;
mod journal;
mod l2p;
mod l2p_cache;
mod leaving;
mod lowest;
mod map_log;
mod opening;
mod packed;
mod program;
mod slc;
mod stamped;
mod superblocks;
mod valid;
mod volatile;
mod wear;

use super::controller::Controller;
use super::id::{Lpn, Pool, Superblock};
use super::nand::{Nand, energy};
use crate::spec::{SsdSpec, WearSpec};
pub use ages::Ages;
use buffer::WriteBuffer;
pub use fetch::LastRow;
use fourcorners_block::{Counters, Generator};
use journal::Journal;
pub use l2p::{Current, L2p};
pub use l2p_cache::Entry;
use l2p_cache::L2pCache;
pub use leaving::Leaving;
use map_log::MapLog;
use opening::Opening;
use serde::{Deserialize, Serialize};
use slc::Slc;
pub use superblocks::{Frontier, Superblocks};
pub use valid::{UNITS_AT_MOST, Valid};
pub use volatile::Account;
pub use wear::{Use, Wear};

/// Everything below the mapping scheme.
pub struct Backend {
    pub nand: Nand,
    pub controller: Controller,
    pub l2p: L2p,
    pub l2p_cache: L2pCache,
    map_log: MapLog,
    journal: Journal,
    /// Of each pool.
    pub pools: Vec<Superblocks>,
    pub valid: Valid,
    pub buffer: WriteBuffer,
    pub wear: Wear,
    pub opening: Opening,
    /// Which superblocks are in SLC mode.
    pub slc: Slc,
    wear_spec: Option<WearSpec>,
    /// Host writes that are not on the NAND, if anybody asks. No state.
    pub volatile: Option<Box<Account>>,
    /// Whether contiguous pages are read and trimmed together: each takes one place, and the whole
    /// L2P map is in DRAM.
    pub takes_contiguous: bool,
    /// What turns a slot that was read back into data; 0: nothing has to.
    read_slot_ns: u64,
    read_latency_ns: u64,
    pub counters: Counters,
    #[cfg(test)]
    pub shadow: super::model_test::Shadow,
}

/// A copy of what changes.
#[derive(Serialize, Deserialize)]
pub struct Saved {
    nand: Nand,
    controller: Controller,
    l2p: l2p::Saved,
    l2p_cache: L2pCache,
    map_log: MapLog,
    journal: Journal,
    pools: Vec<Superblocks>,
    valid: Valid,
    buffer: WriteBuffer,
    wear: Wear,
    opening: Opening,
    slc: Slc,
    counters: Counters,
}

impl Backend {
    /// Of a new drive.
    pub fn new(spec: &SsdSpec) -> Self {
        let nand = Nand::new(spec);
        let geometry = &nand.geometry;
        let count = geometry.superblocks_per_pool;
        let pools = geometry.all_pools();
        let pools = pools.map(|pool| Superblocks::new(Superblock(pool.0 * count), count));
        Self {
            controller: Controller::new(spec),
            l2p: L2p::new(geometry, spec.compression.is_some()),
            l2p_cache: L2pCache::new(spec, geometry.logical_units),
            map_log: MapLog::new(spec),
            journal: Journal::new(spec),
            pools: pools.collect(),
            valid: Valid::new(geometry.superblocks()),
            buffer: WriteBuffer::new(spec, geometry),
            wear: Wear::new(spec.wear.as_ref(), geometry.superblocks()),
            opening: Opening::new(spec, geometry),
            slc: Slc::new(spec, geometry),
            wear_spec: spec.wear,
            volatile: None,
            takes_contiguous: spec.compression.is_none() && spec.layout.l2p_cache_bytes.is_none(),
            read_slot_ns: spec.compression.map_or(0, |spec| spec.read_slot_ns),
            read_latency_ns: spec.controller.read_latency_ns,
            counters: Counters {
                unit_bytes: u64::from(spec.layout.unit_bytes),
                nand_unit_bytes: u64::from(spec.place_bytes()),
                ..Counters::default()
            },
            nand,
            #[cfg(test)]
            shadow: super::model_test::Shadow::default(),
        }
    }

    /// A copy to return to.
    pub fn save(&self) -> Saved {
        Saved {
            nand: self.nand.clone(),
            controller: self.controller.clone(),
            l2p: self.l2p.save(),
            l2p_cache: self.l2p_cache.clone(),
            map_log: self.map_log.clone(),
            journal: self.journal.clone(),
            pools: self.pools.clone(),
            valid: self.valid.clone(),
            buffer: self.buffer.clone(),
            wear: self.wear.clone(),
            opening: self.opening.clone(),
            slc: self.slc.clone(),
            counters: self.counters,
        }
    }
    /// Returns to a copy.
    pub fn restore(&mut self, saved: &Saved) {
        self.nand.clone_from(&saved.nand);
        self.controller.clone_from(&saved.controller);
        self.l2p.restore(&saved.l2p);
        self.l2p_cache.clone_from(&saved.l2p_cache);
        self.map_log.clone_from(&saved.map_log);
        self.journal.clone_from(&saved.journal);
        self.pools.clone_from(&saved.pools);
        self.valid.clone_from(&saved.valid);
        self.buffer.clone_from(&saved.buffer);
        self.wear.clone_from(&saved.wear);
        self.opening.clone_from(&saved.opening);
        self.slc.clone_from(&saved.slc);
        self.counters = saved.counters;
        self.forget_volatile();
    }

    /// Whether a copy is of a drive of the same size.
    pub fn fits(&self, saved: &Saved) -> bool {
        self.l2p.fits(&saved.l2p)
            && self.l2p_cache.is_like(&saved.l2p_cache)
            && self.nand.is_like(&saved.nand)
            && self.valid.is_like(&saved.valid)
            && self.wear.is_like(&saved.wear)
            && self.opening.is_like(&saved.opening)
            && self.slc.is_like(&saved.slc)
            && self.pools.len() == saved.pools.len()
            && std::iter::zip(&self.pools, &saved.pools).all(|(own, saved)| own.is_like(saved))
    }

    /// Erases everything, which takes the time of erasing all blocks of a plane one after the
    /// other (planes and dies work at once); returns its end.
    pub fn erase_all(&mut self, now: u64, spec: &SsdSpec) -> u64 {
        let blocks = u64::from(spec.nand.blocks_per_plane);
        let end = self.programmed(now) + blocks * self.nand.costs.t_erase();
        let geometry = &self.nand.geometry;
        let erased = geometry.superblocks() * geometry.blocks_per_superblock;
        let count = geometry.superblocks_per_pool;
        let pools = geometry.all_pools();
        self.counters.block_erases += u64::from(erased);
        self.pools = pools
            .map(|pool| Superblocks::new(Superblock(pool.0 * count), count))
            .collect();
        self.valid = Valid::new(geometry.superblocks());
        self.buffer = WriteBuffer::new(spec, geometry);
        self.l2p_cache = L2pCache::new(spec, geometry.logical_units);
        self.map_log = MapLog::new(spec);
        self.journal = Journal::new(spec);
        self.opening = Opening::new(spec, geometry);
        self.slc = Slc::new(spec, geometry);
        self.controller = Controller::new(spec);
        self.nand = Nand::new(spec);
        self.l2p.clear();
        self.wear.all_erased();
        self.forget_volatile();
        end
    }
    /// From now on no host write is known not to be on the NAND.
    pub fn forget_volatile(&mut self) {
        if let Some(volatile) = &mut self.volatile {
            volatile.clear();
        }
    }

    /// A pool's superblocks.
    #[inline]
    pub fn pool(&mut self, pool: Pool) -> &mut Superblocks {
        &mut self.pools[pool.index()]
    }
    /// When everything programmed so far is on the NAND, not before now.
    pub fn programmed(&self, now: u64) -> u64 {
        now.max(self.nand.last_program_end())
    }

    /// A full superblock is to be emptied: it is no longer among those that may be.
    pub fn leaves(&mut self, pool: Pool, superblock: Superblock) {
        self.pools[pool.index()].unlist(superblock, &mut self.valid);
        self.slc.leaves(pool, superblock);
    }
    /// Gives back a superblock that holds nothing current and is not full any more: erased, or to
    /// be erased when it is opened.
    pub fn erase(&mut self, pool: Pool, superblock: Superblock, now: u64) {
        let geometry = &self.nand.geometry;
        if self.opening.is_on() {
            self.opening.emptied(superblock, geometry);
        } else {
            self.counters.block_erases += u64::from(geometry.blocks_per_superblock);
            self.nand.erase_superblock(now, pool);
        }
        self.valid.clear(superblock);
        self.slc.emptied(pool, superblock);
        #[cfg(test)]
        {
            let first = self.nand.geometry.address(superblock, 0).0;
            let units = self.nand.geometry.units_per_superblock;
            self.shadow.erased(first..first + units);
        }
        if self.wear.erased(superblock) {
            self.pools[pool.index()].give_free(superblock);
        }
    }
    /// The fewest valid units of any full superblock of a pool, and how many superblocks hold just
    /// as many.
    #[inline]
    pub fn fewest_valid(&mut self, pool: Pool) -> Option<(u32, usize)> {
        let fewest = self.pools[pool.index()].fewest_known();
        if fewest.is_some() {
            return fewest;
        }
        self.pools[pool.index()].look_for_fewest(&self.valid);
        let of_interest = self.pools.iter().map(Superblocks::of_interest).max();
        self.valid.set_of_interest(of_interest.unwrap_or(0));
        self.pools[pool.index()].fewest_known()
    }
    /// A full superblock of a pool with the fewest valid units. One of equals is drawn at random:
    /// the latest has just lost a unit; where some data is hot it is hot, and would soon have lost
    /// more.
    pub fn any_emptiest(&mut self, pool: Pool, chance: &mut Generator) -> Option<Superblock> {
        let later = match self.fewest_valid(pool)? {
            (0, _) => 0, // nothing to be lost, nor to be copied
            (_, equals) => chance.below(equals as u64) as usize,
        };
        self.pools[pool.index()].latest_of_fewest_but(later, &self.valid)
    }
    /// The full superblock whose data static wear leveling moves now.
    pub fn too_cold(&mut self, pool: Pool, reserve: u32) -> Option<Superblock> {
        let pool = &self.pools[pool.index()];
        self.wear.too_cold(self.wear_spec.as_ref(), pool, reserve)
    }

    /// Looks an L2P entry up, perhaps to change it; returns when it is there.
    #[inline]
    pub fn map_entry(&mut self, lpn: Lpn, entry: Entry, now: u64) -> u64 {
        if self.l2p_cache.is_on() {
            let log = (&mut self.map_log, &mut self.counters);
            self.l2p_cache.access(lpn, entry, now, &mut self.nand, log)
        } else {
            now
        }
    }

    /// Energy drawn so far; `saved`: picojoules less, by sleeping.
    pub fn energy_uj(&self, spec: &SsdSpec, now: u64, busy_ns: u64, saved: u128) -> u64 {
        energy::energy_uj(spec, &self.counters, now, busy_ns, saved)
    }
    /// The drive's account of its work.
    pub fn counters(&self, spec: &SsdSpec, now: u64, busy_ns: u64, saved: u128) -> Counters {
        let (erases_min, erases_max) = self.wear.range();
        let free = self.pools.iter().map(|pool| u64::from(pool.free()));
        Counters {
            superblock_erases_min: u64::from(erases_min),
            superblock_erases_max: u64::from(erases_max),
            bad_superblocks: u64::from(self.wear.bad()),
            free_superblocks: free.sum(),
            valid_units: self.valid.total(),
            energy_uj: self.energy_uj(spec, now, busy_ns, saved),
            ..self.counters
        }
    }
}
