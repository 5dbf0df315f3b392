//! Superblocks of one pool: which are free, which are open, how many valid units each holds, and
//! which full one holds the fewest.

use super::ages::Ages;
use super::lowest::Lowest;
use super::wear::{Use, Wear};
use crate::memory;
use crate::spec::WearSpec;
use crate::ssd::id::{Ppa, Superblock};
use crate::ssd::nand::Geometry;
use fourcorners_block::Generator;
use std::collections::VecDeque;

/// Superblocks of a pool that may be open at once.
pub const FRONTIERS: usize = 5;

/// One of a pool's open superblocks. What each is for is the flash translation layer's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frontier {
    number: u8,
    used_for: Use,
}

impl Frontier {
    /// One of [`FRONTIERS`].
    pub const fn new(number: u8, used_for: Use) -> Self {
        Self { number, used_for }
    }
    #[inline]
    fn index(self) -> usize {
        usize::from(self.number)
    }
}

/// A superblock that is being filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

/// Valid units of a superblock, and when it last reached that count: a number of such events of
/// the pool, in the bits above. In one word: an overwritten unit may lie anywhere.
type Member = u64;
const VALID_BITS: u32 = 24;
const VALID: u64 = (1 << VALID_BITS) - 1;

/// Most units of a superblock.
pub const UNITS_AT_MOST: u32 = VALID as u32;

/// Of a word.
const BITS: usize = 64;

/// One pool.
#[derive(Clone, Debug)]
pub struct Superblocks {
    first: Superblock,
    members: Vec<Member>,
    event: u64,
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
            members: vec![0; superblocks as usize],
            event: 0,
            full: vec![0; (superblocks as usize).div_ceil(BITS)],
            lowest: Lowest::new(superblocks),
            ages: Ages::new(superblocks),
            free: (first.0..first.0 + superblocks).map(Superblock).collect(),
            open: [NOT_OPEN; FRONTIERS],
        }
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
        self.members.len() as u32
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
    /// The first frontier with an open superblock, as one that is used for moved data.
    pub fn any_open(&self) -> Option<Frontier> {
        let mut open = self.open.iter().zip(0..);
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
    /// Units were programmed on a frontier, up to a position.
    #[inline]
    pub fn filled(&mut self, frontier: Frontier, position: u32, units: u32, of: u32) {
        let Some(superblock) = self.open(frontier).superblock else {
            return;
        };
        self.open_mut(frontier).position = position;
        self.add_valid(superblock, units);
        if position == of {
            self.open_mut(frontier).superblock = None;
            self.close(superblock);
        }
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

    /// Valid units of a superblock.
    #[inline]
    pub fn valid(&self, superblock: Superblock) -> u32 {
        (self.members[self.index(superblock)] & VALID) as u32
    }
    /// Valid units of all of them.
    pub fn valid_total(&self) -> u64 {
        self.members.iter().map(|member| member & VALID).sum()
    }
    /// Units were written into an open superblock.
    #[inline]
    pub fn add_valid(&mut self, superblock: Superblock, units: u32) {
        let index = self.index(superblock);
        self.members[index] += u64::from(units);
    }
    /// Begins to fetch what an overwritten unit of a superblock changes.
    #[inline]
    pub fn prefetch(&self, superblock: Superblock) {
        memory::prefetch(self.members.as_ptr().wrapping_add(self.index(superblock)));
    }
    /// Units' data was overwritten, moved or trimmed.
    #[inline]
    pub fn invalidate(&mut self, superblock: Superblock, units: u32) {
        let index = self.index(superblock);
        self.event += 1;
        let member = &mut self.members[index];
        let valid = (*member & VALID) - u64::from(units);
        *member = self.event << VALID_BITS | valid;
        if self.lowest.concerns(valid as u32) && self.is_full(index) {
            self.lowest.put(index as u32, valid as u32);
        }
    }
    /// Units were moved out of a victim.
    #[inline]
    pub fn left(&mut self, victim: Superblock, units: u32) {
        let index = self.index(victim);
        self.members[index] -= u64::from(units);
    }
    /// An erased superblock holds nothing any more.
    pub fn emptied(&mut self, superblock: Superblock) {
        let index = self.index(superblock);
        self.members[index] = 0;
    }

    /// A superblock is full: it may be collected from now on.
    pub fn close(&mut self, superblock: Superblock) {
        let index = self.index(superblock);
        self.ages.add(index as u32);
        self.full[index / BITS] |= 1 << (index % BITS);
        self.invalidate(superblock, 0);
    }
    /// A full superblock is not to be collected any more, or is being.
    pub fn unlist(&mut self, superblock: Superblock) {
        let index = self.index(superblock);
        self.full[index / BITS] &= !(1 << (index % BITS));
        self.lowest.take_out(index as u32);
        self.ages.remove(index as u32);
    }
    /// The same, if it is full: one that is still being filled is not.
    pub fn unlist_if_full(&mut self, superblock: Superblock) {
        if self.is_full(self.index(superblock)) {
            self.unlist(superblock);
        }
    }

    /// The fewest valid units of any full superblock.
    #[inline]
    pub fn fewest_valid(&mut self) -> Option<u32> {
        self.fewest().map(|(valid, _)| valid)
    }
    /// The same, and how many superblocks hold just as many.
    #[inline]
    fn fewest(&mut self) -> Option<(u32, usize)> {
        if let Some(fewest) = self.lowest.fewest() {
            return Some(fewest);
        }
        self.look_for_lowest();
        self.lowest.fewest()
    }
    fn look_for_lowest(&mut self) {
        let mut lowest = std::mem::replace(&mut self.lowest, Lowest::new(0));
        lowest.look(self.all_full().map(|superblock| {
            let index = self.index(superblock);
            let member = self.members[index];
            (
                (member & VALID) as u32,
                member >> VALID_BITS,
                index as u32, // a pool's superblocks are numbered by a u32
            )
        }));
        self.lowest = lowest;
    }
    /// A full superblock with the fewest valid units. One of equals is drawn at random: the latest
    /// has just lost a unit; where some data is hot it is hot, and would soon have lost more.
    pub fn any_emptiest(&mut self, chance: &mut Generator) -> Option<Superblock> {
        let later = match self.fewest()? {
            (0, _) => 0, // nothing to be lost, nor to be moved
            (_, equals) => chance.below(equals as u64),
        };
        let drawn = self.lowest.latest_but(later as usize)?;
        Some(self.numbered(drawn))
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

/// Units whose data is no longer current, on their way out of their superblocks. Neighbors
/// often lie in one superblock: those are taken out of it together.
#[derive(Default)]
pub struct Leaving {
    superblock: Superblock,
    units: u32,
}

impl Leaving {
    /// Adds a unit of `places` places from this address.
    #[inline]
    pub fn add(&mut self, address: Ppa, places: u32, geometry: &Geometry, of: &mut [Superblocks]) {
        let superblock = geometry.superblock_of(address);
        if superblock != self.superblock {
            self.settle(geometry, of);
            self.superblock = superblock;
        }
        self.units += places;
    }
    /// Takes out those that were added; to be called after the last.
    #[inline]
    pub fn settle(&mut self, geometry: &Geometry, of: &mut [Superblocks]) {
        if self.units > 0 {
            let pool = geometry.pool_of(self.superblock);
            of[pool.index()].invalidate(self.superblock, self.units);
            self.units = 0;
        }
    }
}
