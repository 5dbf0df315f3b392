//! Account of host writes that are not on the NAND: what a power cut would lose. Kept only for a
//! host that asks for it; no state of the drive, and nothing that the drive does depends on it.
//!
//! A *version* of a unit is what one write brought, or several that were combined in the write
//! buffer. It is on the NAND when the program of the group that holds it has ended. Then no older
//! version matters any more, whether its own program has ended or not: dies end in any order.
//!
//! Copies by garbage collection are not looked at. Victims are full, so each of their groups has
//! been given to the NAND, and a host write that is copied while its program has not ended is safe
//! at that end. The time model may let the copy's program end earlier: a group whose data is late
//! (a read before a write, behind an erase) does not keep its die from other work. No drive has a
//! copy before the data. Erasing a victim takes its time when the last copy is made, not when it
//! is programmed; a real drive erases later, and the victim's data counts as safe here.
//!
//! A merge of logs is different: it may copy out of an open group that is then given up, or not
//! programmed for long. Whichever of the two groups is programmed first counts.

use super::superblocks::FRONTIERS;
use super::{Backend, Frontier};
use crate::ssd::id::{Lpn, Lpns, Pool};
use std::collections::BTreeMap;

/// What is known of host writes.
pub struct Account {
    /// Those that are not known to be on the NAND: of each unit the oldest first.
    versions: BTreeMap<Lpn, Vec<Version>>,
    /// What each frontier's open group holds, pool after pool.
    filling: Vec<Vec<Placed>>,
    /// Groups by the end of their program, and a number.
    programming: BTreeMap<(u64, u64), Vec<Placed>>,
    /// Of versions and groups.
    next_number: u64,
}

/// What a unit was before it was written again.
struct Version {
    number: u64,
    writes: u32,
    place: Place,
}

/// Where a version is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// In the write buffer, for a moment or to be combined with what follows.
    Buffer,
    /// In an open group.
    Group,
    /// On the NAND from that instant on.
    Nand(u64),
}

/// A version in a group.
struct Placed {
    lpn: Lpn,
    number: u64,
}

impl Version {
    /// Its group is on the NAND at that end; says whether another was not programmed before.
    fn ends(&mut self, end: u64) -> bool {
        let is_first = self.place == Place::Group;
        if is_first {
            self.place = Place::Nand(end);
        }
        is_first
    }
    fn is_volatile(&self, now: u64) -> bool {
        !matches!(self.place, Place::Nand(end) if end <= now)
    }
}

impl Account {
    /// Knows of nothing yet.
    pub fn new(pools: usize) -> Self {
        Self {
            versions: BTreeMap::new(),
            filling: (0..pools * FRONTIERS).map(|_| Vec::new()).collect(),
            programming: BTreeMap::new(),
            next_number: 0,
        }
    }
    /// Forgets all.
    pub fn clear(&mut self) {
        self.versions.clear();
        self.filling.iter_mut().for_each(Vec::clear);
        self.programming.clear();
    }
    fn number(&mut self) -> u64 {
        self.next_number += 1;
        self.next_number
    }
    fn filling(&mut self, pool: Pool, frontier: Frontier) -> &mut Vec<Placed> {
        &mut self.filling[pool.index() * FRONTIERS + frontier.index()]
    }

    /// The write buffer has taken a write to units, or to parts of them.
    pub fn received(&mut self, lpns: Lpns) {
        for lpn in lpns.iter() {
            let number = self.number();
            let versions = self.versions.entry(lpn).or_default();
            match versions.last_mut() {
                Some(last) if last.place == Place::Buffer => last.writes += 1,
                _ => versions.push(Version {
                    number,
                    writes: 1,
                    place: Place::Buffer,
                }),
            }
        }
    }
    /// What the buffer has of units takes places in a frontier's open group. Nothing is known of
    /// what came before the account began.
    pub fn placed(&mut self, pool: Pool, frontier: Frontier, lpns: Lpns) {
        for lpn in lpns.iter() {
            let versions = self.versions.get_mut(&lpn);
            if let Some(last) = versions.and_then(|versions| versions.last_mut())
                && last.place == Place::Buffer
            {
                last.place = Place::Group;
                let number = last.number;
                self.filling(pool, frontier).push(Placed { lpn, number });
            }
        }
    }
    /// A merge copies a unit to a frontier's open group.
    pub fn copied(&mut self, pool: Pool, frontier: Frontier, lpn: Lpn) {
        let versions = self.versions.get(&lpn).into_iter().flatten();
        let current = versions
            .rev()
            .find(|version| version.place != Place::Buffer);
        if let Some(Version { number, place, .. }) = current
            && *place == Place::Group
        {
            let number = *number;
            self.filling(pool, frontier).push(Placed { lpn, number });
        }
    }
    /// A frontier's open group is given up without being programmed.
    pub fn given_up(&mut self, pool: Pool, frontier: Frontier) {
        self.filling(pool, frontier).clear();
    }
    /// A frontier's open group is on the NAND at that end.
    pub fn programmed(&mut self, pool: Pool, frontier: Frontier, end: u64, now: u64) {
        let mut group = std::mem::take(self.filling(pool, frontier));
        group.retain(|Placed { lpn, number }| {
            let mut versions = self.versions.get_mut(lpn).into_iter().flatten();
            let version = versions.find(|version| version.number == *number);
            version.is_some_and(|version| version.ends(end))
        });
        if !group.is_empty() {
            let number = self.number();
            self.programming.insert((end, number), group);
        }
        self.settle(now);
    }
    /// Forgets what is on the NAND by now, and what is older.
    fn settle(&mut self, now: u64) {
        while let Some(first) = self.programming.first_entry()
            && first.key().0 <= now
        {
            for Placed { lpn, number } in first.remove() {
                if let Some(versions) = self.versions.get_mut(&lpn) {
                    versions.retain(|version| version.number > number);
                    if versions.is_empty() {
                        self.versions.remove(&lpn);
                    }
                }
            }
        }
    }
    /// Units are unmapped: what was written to them is not wanted any more.
    pub fn unmapped(&mut self, lpns: Lpns) {
        while let Some((lpn, _)) = self.versions.range(lpns.start..lpns.end).next() {
            let lpn = *lpn;
            self.versions.remove(&lpn);
        }
    }

    /// The units whose newest versions are not on the NAND now, and of how many writes.
    pub fn volatile(&self, now: u64) -> impl Iterator<Item = (Lpn, u32)> {
        let units = self.versions.iter().map(move |(lpn, versions)| {
            let newest = versions.iter().rev();
            let volatile = newest.take_while(|version| version.is_volatile(now));
            (*lpn, volatile.map(|version| version.writes).sum())
        });
        units.filter(|(_, writes)| *writes > 0)
    }
}

impl Backend {
    /// A merge is about to copy a unit to a frontier's open group.
    pub fn note_merge(&mut self, pool: Pool, frontier: Frontier, lpn: Lpn) {
        if let Some(volatile) = &mut self.volatile {
            volatile.copied(pool, frontier, lpn);
        }
    }
    /// A frontier's open group is given up without being programmed.
    pub fn note_given_up(&mut self, pool: Pool, frontier: Frontier) {
        if let Some(volatile) = &mut self.volatile {
            volatile.given_up(pool, frontier);
        }
    }
}
