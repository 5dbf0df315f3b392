//! Superblocks of one pool: which are free, which are open, how many valid units each holds, and
//! which full one holds the fewest.

use super::ages::Ages;
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

/// Valid units of a superblock, and when it last came to hold so many: a count of such events of
/// the pool, in the bits above. In one word: an overwritten unit may lie anywhere.
type Member = u64;
const VALID_BITS: u32 = 24;
const VALID: u64 = (1 << VALID_BITS) - 1;

/// Most units of a superblock.
pub const UNITS_AT_MOST: u32 = VALID as u32;

/// Superblocks that share a floor, as many as a word has bits.
const CHUNK: usize = 64;
const NO_FLOOR: u32 = u32::MAX;

/// One pool.
#[derive(Clone, Debug)]
pub struct Superblocks {
    first: Superblock,
    members: Vec<Member>,
    event: u64,
    /// Of each chunk: no full superblock in it has fewer valid units. It follows each that loses
    /// some, and is made exact only when one is looked for.
    floors: Vec<u32>,
    /// Which are full and may be collected, a bit each.
    full: Vec<u64>,
    ages: Ages,
    free: VecDeque<Superblock>,
    open: [Open; FRONTIERS],
    /// Room to draw one of several. No state.
    equals: Vec<(u64, Superblock)>,
}

impl Superblocks {
    /// So many, all free, numbered drive-wide from `first`.
    pub fn new(first: Superblock, superblocks: u32) -> Self {
        let chunks = (superblocks as usize).div_ceil(CHUNK);
        Self {
            first,
            members: vec![0; superblocks as usize],
            event: 0,
            floors: vec![NO_FLOOR; chunks],
            full: vec![0; chunks],
            ages: Ages::new(superblocks),
            free: (first.0..first.0 + superblocks).map(Superblock).collect(),
            open: [NOT_OPEN; FRONTIERS],
            equals: Vec::new(),
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
        open.find_map(|(open, number)| {
            open.superblock
                .map(|_| Frontier::new(number, Use::Moved))
        })
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
    pub fn all_full(&self) -> impl Iterator<Item = Superblock> {
        let chunks = self.full.iter().enumerate();
        chunks.flat_map(move |(chunk, bits)| {
            ones(*bits).map(move |bit| self.at(chunk * CHUNK + bit))
        })
    }
    #[inline]
    fn is_full(&self, index: usize) -> bool {
        self.full[index / CHUNK] >> (index % CHUNK) & 1 == 1
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
        let floor = &mut self.floors[index / CHUNK];
        *floor = (*floor).min(valid as u32);
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
        self.full[index / CHUNK] |= 1 << (index % CHUNK);
        self.invalidate(superblock, 0);
    }
    /// A full superblock is not to be collected any more, or is being.
    pub fn unlist(&mut self, superblock: Superblock) {
        let index = self.index(superblock);
        self.full[index / CHUNK] &= !(1 << (index % CHUNK));
        self.ages.remove(index as u32);
    }
    /// The same, if it is full: one that is still being filled is not.
    pub fn unlist_if_full(&mut self, superblock: Superblock) {
        if self.is_full(self.index(superblock)) {
            self.unlist(superblock);
        }
    }

    /// The fewest valid units of any full superblock.
    pub fn fewest_valid(&mut self) -> Option<u32> {
        loop {
            let (chunk, floor) = (0..).zip(&self.floors).min_by_key(|(_, floor)| **floor)?;
            let (chunk, floor): (usize, u32) = (chunk, *floor);
            let valid = |index: usize| (self.members[index] & VALID) as u32;
            let in_chunk = ones(self.full[chunk]).map(|bit| valid(chunk * CHUNK + bit));
            let exact = in_chunk.min().unwrap_or(NO_FLOOR);
            self.floors[chunk] = exact;
            if exact == floor {
                return Some(exact).filter(|valid| *valid != NO_FLOOR);
            }
        }
    }
    /// The full superblocks with so many valid units, which are the fewest, each with the event
    /// that left it so.
    fn emptiest(&self, valid: u32) -> impl Iterator<Item = (u64, Superblock)> + '_ {
        let chunks = self.floors.iter().enumerate();
        let chunks = chunks.filter(move |(_, floor)| **floor == valid);
        chunks.flat_map(move |(chunk, _)| {
            let members = ones(self.full[chunk]).map(move |bit| chunk * CHUNK + bit);
            members.filter_map(move |index| {
                let member = self.members[index];
                let found = (member >> VALID_BITS, self.at(index));
                (member & VALID == u64::from(valid)).then_some(found)
            })
        })
    }
    /// Of the full superblocks with the fewest valid units the one that came to it last.
    pub fn latest_emptiest(&mut self) -> Option<Superblock> {
        let valid = self.fewest_valid()?;
        self.emptiest(valid).max().map(|(_, superblock)| superblock)
    }
    /// A full superblock with the fewest valid units. One of equals is drawn at random: the latest
    /// has just lost a unit; where some data is hot it is hot, and would soon have lost more.
    pub fn any_emptiest(&mut self, chance: &mut Generator) -> Option<Superblock> {
        let valid = self.fewest_valid()?;
        if valid == 0 {
            return self.latest_emptiest(); // nothing to be lost, nor to be moved
        }
        let mut equals = std::mem::take(&mut self.equals);
        equals.extend(self.emptiest(valid));
        let drawn = chance.below(equals.len() as u64) as usize;
        // Counted from the latest.
        let (_, drawn, _) = equals.select_nth_unstable_by(drawn, |one, other| other.cmp(one));
        let superblock = drawn.1;
        equals.clear();
        self.equals = equals;
        Some(superblock)
    }
}

/// The places of the ones of a word.
fn ones(mut bits: u64) -> impl Iterator<Item = usize> {
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
    /// One more, of so many places from this address.
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
