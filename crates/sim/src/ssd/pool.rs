//! Superblocks of one pool: which are free, which are open, how many valid units each holds,
//! and lists by that number so that the emptiest is found at once.

use super::geometry::Geometry;
use super::policy;
use super::victim::Full;
use super::wear::Wear;
use super::window::Window;
use crate::memory;
use crate::spec::WearSpec;
use fourcorners_block::Generator;
use std::collections::VecDeque;

/// A pool's open superblocks: host data, moved data, data moved to level wear; and where hot and
/// cold data are kept apart (then the first two are for cold data) host data and moved data that
/// is hot. With shared frontiers moved data goes where the host's does.
pub const FRONTIERS: usize = 5;

const NONE: u32 = u32::MAX;

/// A superblock that is being filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frontier {
    /// The superblock (drive-wide number); `None` before the first write and once it is full.
    pub superblock: Option<u32>,
    /// Next position to fill.
    pub position: u32,
    /// When the last unit of the open group was ready to be programmed.
    pub ready: u64,
    /// Whether the open group holds a slot of the write buffer.
    pub holds_slot: bool,
}

const EMPTY_FRONTIER: Frontier = Frontier {
    superblock: None,
    position: 0,
    ready: 0,
    holds_slot: false,
};

/// The superblock that collection is emptying.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Victim {
    /// Drive-wide number.
    pub superblock: u32,
    /// Next position to look at.
    pub cursor: u32,
    /// Valid units when it was chosen.
    pub valid: u32,
    /// Places that its units have taken elsewhere so far.
    pub moved: u32,
    /// Whether it was chosen to level wear, and not to gain space.
    pub cold: bool,
}

/// One superblock of a pool. What an overwritten unit changes lies in one place: it is anywhere.
#[derive(Clone, Copy, Debug)]
struct Member {
    /// Valid units.
    valid: u32,
    /// Neighbours in the list of those with as many.
    next: u32,
    prev: u32,
    /// Whether it is full and may be collected, and so stands in a list.
    listed: bool,
}

/// One pool.
#[derive(Clone, Debug)]
pub struct Pool {
    first: u32,
    members: Vec<Member>,
    /// First of each list, by valid units.
    heads: Vec<u32>,
    /// The same superblocks, by when they were filled.
    full: Full,
    /// No list below this number of valid units has a member.
    emptiest: u32,
    free: VecDeque<u32>,
    /// See [`FRONTIERS`].
    pub frontiers: [Frontier; FRONTIERS],
    /// What is being collected.
    pub victim: Option<Victim>,
    /// Whether collection has begun and not ended.
    pub collecting: bool,
    /// Whether it is collected because the host is idle.
    pub idling: bool,
    /// The frontier for which a host write waits for this pool's collection.
    pub wanted: Option<usize>,
    /// Host units that may be written while collecting, in 1/4096 units.
    pub credit: i64,
    /// Victims in a row that freed nothing.
    pub fruitless: u32,
    /// The moves under way.
    pub window: Window,
}

impl Pool {
    /// A pool of free superblocks, numbered drive-wide from `first`, with at most `window` moves
    /// under way.
    pub fn new(first: u32, superblocks: u32, units_per_superblock: u32, window: usize) -> Self {
        Self {
            first,
            members: vec![
                Member {
                    valid: 0,
                    next: NONE,
                    prev: NONE,
                    listed: false,
                };
                superblocks as usize
            ],
            heads: vec![NONE; units_per_superblock as usize + 1],
            full: Full::new(superblocks),
            emptiest: units_per_superblock + 1,
            free: (first..first + superblocks).collect(),
            frontiers: [EMPTY_FRONTIER; FRONTIERS],
            victim: None,
            collecting: false,
            idling: false,
            wanted: None,
            credit: 0,
            fruitless: 0,
            window: Window::new(window),
        }
    }

    /// Free superblocks.
    #[inline]
    pub fn free(&self) -> u32 {
        self.free.len() as u32
    }
    /// Takes the free superblock at a place of [`Self::free_list`].
    fn take_free(&mut self, place: usize) -> Option<u32> {
        if place == 0 {
            return self.free.pop_front();
        }
        self.free.remove(place)
    }
    /// Opens a free superblock on a frontier; says whether there was one.
    pub fn open(&mut self, frontier: usize, wear: &Wear, spec: Option<&WearSpec>) -> bool {
        let place = wear.next_free(spec, self, policy::use_of(frontier));
        let superblock = self.take_free(place);
        self.frontiers[frontier] = Frontier {
            superblock,
            holds_slot: self.frontiers[frontier].holds_slot,
            ..EMPTY_FRONTIER
        };
        superblock.is_some()
    }
    /// Where a frontier's next unit goes: the position, and the open superblock's first address.
    #[inline]
    pub fn open_at(&self, frontier: usize, geometry: &Geometry) -> (u32, Option<u32>, u32) {
        let Frontier {
            superblock,
            position,
            ..
        } = self.frontiers[frontier];
        let base = superblock.map(|superblock| geometry.address(superblock, 0));
        (position, base, 0)
    }
    /// Units were programmed on an open frontier, up to a position.
    #[inline]
    pub fn placed(&mut self, frontier: usize, position: u32, units: u32, geometry: &Geometry) {
        let Some(superblock) = self.frontiers[frontier].superblock else {
            return;
        };
        self.frontiers[frontier].position = position;
        self.add_valid(superblock, units);
        if position == geometry.units_per_superblock {
            self.frontiers[frontier].superblock = None;
            self.close(superblock);
        }
    }
    /// The free superblocks, the one that has been free for longest first.
    pub fn free_list(&self) -> impl Iterator<Item = &u32> {
        self.free.iter()
    }
    /// The drive-wide number of the pool's superblock of that number.
    pub fn superblock(&self, index: u32) -> u32 {
        self.first + index
    }
    /// Those that are full and may be collected, numbered within the pool.
    pub fn full(&self) -> &Full {
        &self.full
    }
    /// The same, to look for the oldest.
    pub fn full_mut(&mut self) -> &mut Full {
        &mut self.full
    }
    /// All superblocks.
    pub fn all(&self) -> std::ops::Range<u32> {
        self.first..self.first + self.members.len() as u32
    }
    /// Those that are full and may be collected.
    pub fn closed(&self) -> impl Iterator<Item = u32> {
        let members = self.members.iter().zip(self.all());
        members.filter_map(|(member, superblock)| member.listed.then_some(superblock))
    }
    /// An erased superblock holds nothing any more.
    pub fn emptied(&mut self, superblock: u32) {
        self.members[(superblock - self.first) as usize].valid = 0;
    }
    /// Gives an erased superblock back.
    pub fn give_free(&mut self, superblock: u32) {
        self.free.push_back(superblock);
    }
    /// Valid units of a superblock.
    pub fn valid(&self, superblock: u32) -> u32 {
        self.members[(superblock - self.first) as usize].valid
    }
    /// Valid units of all of them.
    pub fn valid_total(&self) -> u64 {
        self.members
            .iter()
            .map(|member| u64::from(member.valid))
            .sum()
    }
    /// Units were written into an open superblock.
    #[inline]
    pub fn add_valid(&mut self, superblock: u32, units: u32) {
        self.members[(superblock - self.first) as usize].valid += units;
    }

    /// Begins to fetch what an overwritten unit of a superblock changes.
    #[inline]
    pub fn prefetch(&self, superblock: u32) {
        let index = (superblock - self.first) as usize;
        memory::prefetch(self.members.as_ptr().wrapping_add(index));
    }

    /// Units' data was overwritten, moved or trimmed.
    #[inline]
    pub fn invalidate(&mut self, superblock: u32, units: u32) {
        let index = superblock - self.first;
        let member = &mut self.members[index as usize];
        let valid = member.valid;
        member.valid = valid - units;
        if member.listed {
            self.unlink(index, valid);
            self.link(index, valid - units);
        }
    }

    /// Units were moved out of a victim.
    #[inline]
    pub fn left(&mut self, victim: u32, units: u32) {
        self.members[(victim - self.first) as usize].valid -= units;
    }

    /// A superblock is full: it may be collected from now on.
    pub fn close(&mut self, superblock: u32) {
        let index = superblock - self.first;
        self.members[index as usize].listed = true;
        self.full.add(index);
        self.link(index, self.members[index as usize].valid);
    }

    /// The full superblock with the fewest valid units, and their number. Greedy.
    pub fn emptiest(&mut self) -> Option<(u32, u32)> {
        while let Some(head) = self.heads.get(self.emptiest as usize) {
            if *head != NONE {
                return Some((self.first + head, self.emptiest));
            }
            self.emptiest += 1;
        }
        None
    }

    /// Whether a full superblock holds anything that is not current, or one is being collected.
    pub fn has_gain(&mut self, units_per_superblock: u32) -> bool {
        self.victim.is_some()
            || self
                .emptiest()
                .is_some_and(|(_, valid)| valid < units_per_superblock)
    }

    /// The same, one of its equals drawn at random. The first in the list is the one that has just
    /// lost a unit: where some data is hot it is hot, and would soon have lost more.
    pub fn any_emptiest(&mut self, chance: &mut Generator) -> Option<(u32, u32)> {
        let (superblock, valid) = self.emptiest()?;
        if valid == 0 {
            return Some((superblock, valid)); // nothing to be lost, nor to be moved
        }
        let next =
            |index: &u32| Some(self.members[*index as usize].next).filter(|next| *next != NONE);
        let equals = || std::iter::successors(Some(superblock - self.first), next);
        let place = chance.below(equals().count() as u64);
        let drawn = equals().nth(place as usize)?;
        Some((self.first + drawn, valid))
    }

    /// Takes a superblock out of the lists, to be collected.
    pub fn unlist(&mut self, superblock: u32) {
        let index = superblock - self.first;
        self.members[index as usize].listed = false;
        self.full.remove(index);
        self.unlink(index, self.members[index as usize].valid);
    }

    /// The same, if it stands in them: one that is still being filled does not.
    pub fn unlist_if_full(&mut self, superblock: u32) {
        if self.members[(superblock - self.first) as usize].listed {
            self.unlist(superblock);
        }
    }

    #[inline]
    fn link(&mut self, index: u32, valid: u32) {
        let head = std::mem::replace(&mut self.heads[valid as usize], index);
        let member = &mut self.members[index as usize];
        member.next = head;
        member.prev = NONE;
        if head != NONE {
            self.members[head as usize].prev = index;
        }
        self.emptiest = self.emptiest.min(valid);
    }

    #[inline]
    fn unlink(&mut self, index: u32, valid: u32) {
        let Member { prev, next, .. } = self.members[index as usize];
        if prev == NONE {
            self.heads[valid as usize] = next;
        } else {
            self.members[prev as usize].next = next;
        }
        if next != NONE {
            self.members[next as usize].prev = prev;
        }
    }
}

/// Units whose data is no longer current, on their way out of their superblocks. Neighbours
/// often lie in one superblock: those are taken out of it together.
#[derive(Default)]
pub struct Leaving {
    superblock: u32,
    units: u32,
}

impl Leaving {
    /// One more, of so many places from this address.
    #[inline]
    pub fn add(&mut self, address: u32, places: u32, geometry: &Geometry, pools: &mut [Pool]) {
        let superblock = geometry.superblock_of(address);
        if superblock != self.superblock {
            self.settle(geometry, pools);
            self.superblock = superblock;
        }
        self.units += places;
    }
    /// Takes out those that were added; to be called after the last.
    #[inline]
    pub fn settle(&mut self, geometry: &Geometry, pools: &mut [Pool]) {
        if self.units > 0 {
            let pool = geometry.pool_of(self.superblock) as usize;
            pools[pool].invalidate(self.superblock, self.units);
            self.units = 0;
        }
    }
}
