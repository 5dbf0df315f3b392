//! Superblocks of one pool: which are free, which are open, how many valid units each holds, and
//! which full one holds the fewest.

use super::ages::Ages;
use super::lowest::Lowest;
use super::valid::Valid;
use super::wear::{Use, Wear};
use crate::spec::WearSpec;
use crate::ssd::id::{Ppa, Superblock};
use crate::ssd::nand::Geometry;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// Superblocks of a pool that may be open at once.
pub const FRONTIERS: usize = 6;
/// The last of them opens superblocks in SLC mode, the others in the cells' own.
const SLC: usize = FRONTIERS - 1;

/// One of a pool's open superblocks. What each is for is the flash translation layer's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Frontier {
    number: u8,
    used_for: Use,
}

impl Frontier {
    /// One of [`FRONTIERS`].
    pub const fn new(number: u8, used_for: Use) -> Self {
        Self { number, used_for }
    }
    /// The one whose superblocks are in SLC mode.
    pub const fn slc() -> Self {
        Self::new(SLC as u8, Use::Host)
    }
    /// Whether its superblocks are.
    #[inline]
    pub fn is_slc(self) -> bool {
        self.index() == SLC
    }
    /// Whether it takes what garbage collection copies.
    #[inline]
    pub fn is_of_copies(self) -> bool {
        self.used_for == Use::Moved
    }
    /// Its place among a pool's.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.number)
    }
}

/// A superblock that is being filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Open {
    /// Which; `None` before the first write and once it is full.
    pub superblock: Option<Superblock>,
    /// Next position to fill.
    pub position: u32,
    /// When the last unit of the open group was ready to be programmed.
    pub ready: u64,
    /// Whether the open group holds a slot of the write buffer.
    pub holds_slot: bool,
}

const NOT_OPEN: Open = Open {
    superblock: None,
    position: 0,
    ready: 0,
    holds_slot: false,
};

/// Of a word.
const BITS: usize = 64;

/// One pool.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Superblocks {
    first: Superblock,
    count: u32,
    /// Which are full and may be collected, a bit each.
    full: Vec<u64>,
    lowest: Lowest,
    ages: Ages,
    free: VecDeque<Superblock>,
    open: [Open; FRONTIERS],
}

impl Superblocks {
    /// So many, all free, numbered drive-wide from `first`.
    pub fn new(first: Superblock, superblocks: u32) -> Self {
        Self {
            first,
            count: superblocks,
            full: vec![0; (superblocks as usize).div_ceil(BITS)],
            lowest: Lowest::new(first),
            ages: Ages::new(superblocks),
            free: (first.0..first.0 + superblocks).map(Superblock).collect(),
            open: [NOT_OPEN; FRONTIERS],
        }
    }

    /// Whether another has the same size.
    pub fn is_like(&self, other: &Self) -> bool {
        self.full.len() == other.full.len() && self.ages.is_like(&other.ages)
    }

    #[inline]
    fn index(&self, superblock: Superblock) -> usize {
        (superblock.0 - self.first.0) as usize
    }
    fn at(&self, index: usize) -> Superblock {
        Superblock(self.first.0 + index as u32)
    }

    /// How many there are.
    pub fn count(&self) -> u32 {
        self.count
    }
    /// How many are free.
    #[inline]
    pub fn free(&self) -> u32 {
        self.free.len() as u32
    }
    /// The free ones, the one that has been free for longest first.
    pub fn free_list(&self) -> impl Iterator<Item = Superblock> {
        self.free.iter().copied()
    }
    /// Gives an erased superblock back.
    pub fn give_free(&mut self, superblock: Superblock) {
        self.free.push_back(superblock);
    }

    /// What a frontier fills.
    #[inline]
    pub fn open(&self, frontier: Frontier) -> &Open {
        &self.open[frontier.index()]
    }
    /// The same, to be filled.
    #[inline]
    pub fn open_mut(&mut self, frontier: Frontier) -> &mut Open {
        &mut self.open[frontier.index()]
    }
    /// The first frontier with an open superblock, as one that is used for moved data; none whose
    /// superblocks are in SLC mode.
    pub fn any_open(&self) -> Option<Frontier> {
        let mut open = self.open[..SLC].iter().zip(0..);
        open.find_map(|(open, number)| open.superblock.map(|_| Frontier::new(number, Use::Moved)))
    }
    /// Whether an address lies in a group that is still being filled.
    #[inline]
    pub fn is_being_filled(&self, address: Ppa, geometry: &Geometry) -> bool {
        let superblock = geometry.superblock_of(address);
        let group = geometry.group_of(geometry.position_of(address));
        self.open.iter().any(|open| {
            open.superblock == Some(superblock) && geometry.group_of(open.position) == group
        })
    }
    /// Positions that are taken in groups that are not programmed yet.
    #[cfg(test)]
    pub fn in_open_groups(&self, geometry: &Geometry) -> u32 {
        let open = self.open.iter().filter(|open| open.superblock.is_some());
        open.map(|open| geometry.in_group(open.position)).sum()
    }
    /// Opens a free superblock on a frontier; says whether there was one.
    pub fn open_next(&mut self, frontier: Frontier, wear: &Wear, spec: Option<&WearSpec>) -> bool {
        let place = wear.next_free(spec, self.free_list(), frontier.used_for);
        let superblock = if place == 0 {
            self.free.pop_front()
        } else {
            self.free.remove(place)
        };
        let open = self.open_mut(frontier);
        *open = Open {
            superblock,
            holds_slot: open.holds_slot,
            ..NOT_OPEN
        };
        superblock.is_some()
    }
    /// Those that are full and may be collected, by age.
    pub fn ages(&self) -> &Ages {
        &self.ages
    }
    /// The same, to look for the oldest.
    pub fn ages_mut(&mut self) -> &mut Ages {
        &mut self.ages
    }
    /// The superblock of that number within the pool.
    pub fn numbered(&self, number: u32) -> Superblock {
        Superblock(self.first.0 + number)
    }
    /// Those that are full and may be collected, by number.
    pub fn all_full(&self) -> impl Iterator<Item = Superblock> + Clone {
        let words = self.full.iter().enumerate();
        let numbers = words.flat_map(|(word, bits)| ones(*bits).map(move |bit| word * BITS + bit));
        numbers.map(|index| self.at(index))
    }
    #[inline]
    fn is_full(&self, index: usize) -> bool {
        self.full[index / BITS] >> (index % BITS) & 1 == 1
    }

    /// A superblock that had `units` valid units more has only `left`.
    #[inline]
    pub fn has_lost(&mut self, superblock: Superblock, units: u32, left: u32, valid: &Valid) {
        if self.lowest.concerns(left) && self.is_full(self.index(superblock)) {
            self.lowest.take_out(left + units);
            self.lowest.put(superblock, left, valid);
        }
    }
    /// Superblocks with fewer valid units than that are looked for.
    pub fn of_interest(&self) -> u32 {
        self.lowest.threshold()
    }

    /// A superblock is full: it may be collected from now on.
    pub fn close(&mut self, superblock: Superblock, valid: &mut Valid) {
        let index = self.index(superblock);
        // A pool's superblocks are numbered by a u32.
        self.ages.add(index as u32);
        self.full[index / BITS] |= 1 << (index % BITS);
        valid.note_event(superblock);
        let units = valid.units(superblock);
        if self.lowest.concerns(units) {
            self.lowest.put(superblock, units, valid);
        }
    }
    /// A full superblock is not to be collected any more, or is being.
    pub fn unlist(&mut self, superblock: Superblock, valid: &mut Valid) {
        let index = self.index(superblock);
        self.full[index / BITS] &= !(1 << (index % BITS));
        valid.note_event(superblock);
        self.lowest.take_out(valid.units(superblock));
        self.ages.remove(index as u32);
    }
    /// The same, if it is full: one that is still being filled is not.
    pub fn unlist_if_full(&mut self, superblock: Superblock, valid: &mut Valid) {
        if self.is_full(self.index(superblock)) {
            self.unlist(superblock, valid);
        }
    }

    /// The fewest valid units of any full superblock, and how many superblocks hold just as many.
    /// None: perhaps those with the fewest are to be looked for.
    #[inline]
    pub fn fewest_known(&self) -> Option<(u32, usize)> {
        self.lowest.fewest()
    }
    /// Looks for the full superblocks with the fewest valid units.
    pub fn look_for_fewest(&mut self, valid: &Valid) {
        let mut lowest = std::mem::replace(&mut self.lowest, Lowest::new(self.first));
        lowest.look(self.all_full(), valid);
        self.lowest = lowest;
    }
    /// The full superblock that was the latest to have so few valid units left, but for `later`
    /// others.
    pub fn latest_of_fewest_but(&self, later: usize, valid: &Valid) -> Option<Superblock> {
        self.lowest.latest_but(later, valid)
    }
}

/// The places of the ones of a word.
fn ones(mut bits: u64) -> impl Iterator<Item = usize> + Clone {
    std::iter::from_fn(move || {
        (bits != 0).then(|| {
            let bit = bits.trailing_zeros() as usize;
            bits &= bits - 1;
            bit
        })
    })
}
