//! A pool of superblocks with a plain account of it: what policies, and the structures that make
//! them fast, are compared with.

use super::tiny;
use crate::spec::{Frontiers, Pacing};
use crate::ssd::backend::{Backend, Frontier, Use};
use crate::ssd::id::{Lpn, Pool, Superblock};
use fourcorners_block::{Blocks, Generator, Seed};
use std::collections::BTreeMap;

const POOL: Pool = Pool(0);
const HOST: Frontier = Frontier::new(0, Use::Host);

/// The only pool of a drive, one page of one unit after the other.
pub struct TestPool {
    pub backend: Backend,
    pub chance: Generator,
    units: u32,
    logical_units: u32,
    /// Where each unit was written last.
    latest: BTreeMap<Lpn, (Superblock, usize)>,
    /// Every superblock that is not free.
    accounts: BTreeMap<Superblock, Account>,
    erases: BTreeMap<Superblock, u32>,
    events: u64,
    filled: u64,
}

/// What is known of a superblock.
#[derive(Clone, Debug, Default)]
pub struct Account {
    /// What was written to it, in order.
    written: Vec<Lpn>,
    pub valid: u32,
    /// How many superblocks had been filled when it was, itself included; 0: it is not full.
    pub filled: u64,
    /// When it last lost a unit or became full: a number of such events.
    pub event: u64,
}

impl TestPool {
    /// All superblocks free.
    pub fn new(seed: u64, units: u32, superblocks: u32, logical_units: u32) -> Self {
        let mut spec = tiny(Pacing::Foreground, Frontiers::Shared, 1, 0);
        (spec.nand.dies, spec.nand.channels) = (1, 1);
        spec.nand.page_bytes = spec.layout.unit_bytes;
        spec.nand.pages_per_block = units;
        spec.nand.blocks_per_plane = superblocks;
        spec.capacity = Blocks(u64::from(logical_units) * 8);
        Self {
            backend: Backend::new(&spec),
            chance: Seed(seed).generator(),
            units,
            logical_units,
            latest: BTreeMap::new(),
            accounts: BTreeMap::new(),
            erases: BTreeMap::new(),
            events: 0,
            filled: 0,
        }
    }

    /// Any unit; four of five times one of the first fifth.
    pub fn any_unit(&mut self) -> Lpn {
        let span = match self.chance.below(5) {
            0 => self.logical_units,
            _ => self.logical_units / 5,
        };
        Lpn(self.chance.below(u64::from(span)) as u32)
    }
    /// Writes a unit. There must be a superblock to write it to.
    pub fn write(&mut self, lpn: Lpn) {
        let open = |backend: &Backend| backend.pools[0].open(HOST).superblock;
        if open(&self.backend).is_none() {
            assert!(self.backend.open_superblock(POOL, HOST, 0), "none is free");
        }
        let superblock = open(&self.backend).expect("just opened");
        self.backend.shadow.wrote(lpn);
        self.backend.place_one(POOL, HOST, lpn, 0, 0);

        let account = self.accounts.entry(superblock).or_default();
        account.written.push(lpn);
        account.valid += 1;
        let count = account.written.len();
        let old = self.latest.insert(lpn, (superblock, count - 1));
        if let Some((old, _)) = old {
            self.lose_unit(old);
        }
        if count == self.units as usize {
            self.filled += 1;
            self.events += 1;
            let mut account = self.account(superblock);
            (account.filled, account.event) = (self.filled, self.events);
            self.accounts.insert(superblock, account);
        }
    }
    /// Trims a unit.
    pub fn trim(&mut self, lpn: Lpn) {
        if let Some(address) = self.backend.l2p.remove(lpn) {
            self.backend.invalidate(address, 1);
        }
        if let Some((superblock, _)) = self.latest.remove(&lpn) {
            self.lose_unit(superblock);
        }
    }
    /// Erases a full superblock with all that it holds.
    pub fn collect(&mut self, superblock: Superblock) {
        self.backend.pools[0].unlist(superblock, &mut self.backend.valid);
        for (_, lpn) in self.current(superblock) {
            self.backend.l2p.remove(lpn);
            self.latest.remove(&lpn);
        }
        self.backend.erase(POOL, superblock, 0);
        self.accounts.remove(&superblock);
        *self.erases.entry(superblock).or_default() += 1;
    }
    fn lose_unit(&mut self, superblock: Superblock) {
        self.events += 1;
        let event = self.events;
        let account = self.accounts.get_mut(&superblock).expect("not erased");
        account.valid -= 1;
        account.event = event;
    }

    /// How many superblocks are free.
    pub fn free(&self) -> u32 {
        self.backend.pools[0].free()
    }
    /// All full superblocks.
    pub fn full(&self) -> Vec<(Superblock, Account)> {
        let accounts = self.accounts.iter();
        accounts
            .filter(|(_, account)| account.filled > 0)
            .map(|(superblock, account)| (*superblock, account.clone()))
            .collect()
    }
    /// What is known of a superblock that is not free.
    pub fn account(&self, superblock: Superblock) -> Account {
        self.accounts[&superblock].clone()
    }
    /// Superblocks filled since one was, itself included.
    pub fn age(&self, account: &Account) -> u64 {
        self.filled - account.filled + 1
    }
    pub fn erases(&self, superblock: Superblock) -> u32 {
        self.erases.get(&superblock).copied().unwrap_or(0)
    }
    /// The units that a superblock holds the latest data of, by position.
    pub fn current(&self, superblock: Superblock) -> Vec<(usize, Lpn)> {
        let written = self.accounts[&superblock].written.iter().copied();
        let placed = written.enumerate();
        placed
            .filter(|(position, lpn)| self.latest.get(lpn) == Some(&(superblock, *position)))
            .collect()
    }
    /// The full superblocks with the fewest valid units: how many units, and which, the one that
    /// came to have so few last first.
    pub fn emptiest(&self) -> Option<(u32, Vec<Superblock>)> {
        let mut full = self.full();
        let fewest = full.iter().map(|(_, account)| account.valid).min()?;
        full.retain(|(_, account)| account.valid == fewest);
        full.sort_by_key(|(_, account)| std::cmp::Reverse(account.event));
        let superblocks = full.into_iter().map(|(superblock, _)| superblock);
        Some((fewest, superblocks.collect()))
    }
}
