//! Which write goes to which block: a pure function of seed, number of blocks, and number of the
//! write.
//!
//! The writes 1, 2, 3, ... pass over all blocks, in an order that is shuffled once; each pass
//! begins at another place of it. So the newest write to a block is known without a record of
//! the writes.

use fourcorners_block::{BLOCK_BYTES, Bytes, Lba, Seed};

/// Writes of a round, which a flush ends. Passes consist of whole rounds, so no round writes to a
/// block twice.
pub const ROUND: u64 = 256;
/// Bytes of a block, where the drive's own are not larger.
const BLOCK: u64 = 4096;

/// Why there is no schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoRoom {
    /// The span is shorter than a round; what it needs.
    Short(Bytes),
    /// The span has too many blocks, or too many for this host's memory.
    Long,
}

/// The order of all writes to a span at the start of a drive.
pub struct Schedule {
    seed: Seed,
    block: Bytes,
    /// The block of every place in the order.
    order: Vec<u32>,
    /// The place of every block.
    places: Vec<u32>,
}

impl Schedule {
    /// Memory that it takes.
    pub const BYTES_PER_BLOCK: u64 = 8;

    /// Bytes of a block, for a drive with such logical blocks.
    pub fn block_for(logical_block: Bytes) -> Bytes {
        Bytes(logical_block.0.max(BLOCK))
    }

    /// For as much of the span as whole rounds cover, 8 bytes of memory a block.
    ///
    /// # Errors
    /// The span is too short or too long.
    pub fn new(seed: u64, span: Bytes, logical_block: Bytes) -> Result<Self, NoRoom> {
        let block = Self::block_for(logical_block);
        let blocks = span.0 / block.0 / ROUND * ROUND;
        if blocks == 0 {
            return Err(NoRoom::Short(Bytes(block.0.saturating_mul(ROUND))));
        }
        let last = u32::try_from(blocks - 1).map_err(|_| NoRoom::Long)?;
        let mut order = Vec::new();
        let mut places = Vec::new();
        for memory in [&mut order, &mut places] {
            let room = usize::try_from(blocks).map_err(|_| NoRoom::Long)?;
            memory.try_reserve_exact(room).map_err(|_| NoRoom::Long)?;
            memory.extend(0..=last);
        }
        let seed = Seed(seed).child("power-loss");
        let mut generator = seed.child("order").generator();
        for place in (1..order.len()).rev() {
            // Below `place + 1`, which is an index.
            order.swap(place, generator.below(place as u64 + 1) as usize);
        }
        for (place, block) in (0..).zip(&order) {
            places[*block as usize] = place;
        }
        Ok(Self {
            seed,
            block,
            order,
            places,
        })
    }

    /// Bytes of a block.
    pub fn block(&self) -> Bytes {
        self.block
    }

    /// How many blocks there are.
    pub fn blocks(&self) -> u64 {
        self.order.len() as u64
    }

    /// Bytes of all blocks.
    pub fn span(&self) -> Bytes {
        Bytes(self.blocks() * self.block.0)
    }

    /// The first LBA of a block.
    pub fn lba(&self, block: u64) -> Lba {
        Lba(block * (self.block.0 / BLOCK_BYTES))
    }

    /// The block of a write; writes are counted from 1.
    pub fn block_of(&self, write: u64) -> u64 {
        let index = write.saturating_sub(1);
        let pass = index / self.blocks();
        let place = (index % self.blocks() + self.offset(pass)) % self.blocks();
        u64::from(self.order[place as usize])
    }

    /// The newest write to a block of those up to this one.
    pub fn newest(&self, block: u64, up_to: u64) -> Option<u64> {
        let last_pass = up_to.checked_sub(1)? / self.blocks();
        let in_last = self.in_pass(block, last_pass);
        if in_last <= up_to {
            return Some(in_last);
        }
        Some(self.in_pass(block, last_pass.checked_sub(1)?))
    }

    /// The write of a pass that goes to this block.
    fn in_pass(&self, block: u64, pass: u64) -> u64 {
        let place = u64::from(self.places[block as usize]);
        let index = (place + self.blocks() - self.offset(pass)) % self.blocks();
        pass * self.blocks() + index + 1
    }

    /// The place at which a pass begins.
    fn offset(&self, pass: u64) -> u64 {
        let mut generator = self.seed.child(&format!("pass {pass}")).generator();
        generator.below(self.blocks())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::{HashMap, HashSet};

    const MIB: u64 = 1 << 20;

    fn schedule(seed: u64, mib: u64) -> Schedule {
        Schedule::new(seed, Bytes(mib * MIB), Bytes(512)).expect("a schedule")
    }

    #[test]
    fn newest_write_agrees_with_a_plain_model() {
        for (seed, mib) in [(1, 1), (2, 1), (3, 3)] {
            let schedule = schedule(seed, mib);
            let mut model = HashMap::new();
            for write in 1..=schedule.blocks() * 3 + 77 {
                model.insert(schedule.block_of(write), write);
                if write % 61 == 0 || write < 4 {
                    for block in 0..schedule.blocks() {
                        let newest = schedule.newest(block, write);
                        assert_eq!(newest, model.get(&block).copied(), "{block} at {write}");
                    }
                }
            }
        }
    }

    #[test]
    fn every_pass_writes_every_block_once_from_another_place() {
        let schedule = schedule(5, 2);
        let pass = |number: u64| -> Vec<u64> {
            let writes = (0..schedule.blocks()).map(|i| number * schedule.blocks() + i + 1);
            writes.map(|write| schedule.block_of(write)).collect()
        };
        for number in 0..4 {
            let blocks: HashSet<u64> = pass(number).into_iter().collect();
            assert_eq!(blocks, (0..schedule.blocks()).collect());
        }
        assert_ne!(pass(0), pass(1));
        assert_ne!(pass(0), (0..schedule.blocks()).collect::<Vec<_>>());
    }

    #[test]
    fn another_seed_gives_another_order_and_the_same_seed_the_same() {
        let first = |seed| (1..100).map(move |write| schedule(seed, 1).block_of(write));
        assert!(first(1).eq(first(1)));
        assert!(first(1).ne(first(2)));
    }

    #[test]
    fn span_is_cut_to_whole_rounds() {
        let whole = |bytes, logical| {
            Schedule::new(1, Bytes(bytes), Bytes(logical)).map(|one| (one.blocks(), one.span().0))
        };
        assert_eq!(whole(MIB + 5000, 512), Ok((256, MIB)));
        assert_eq!(whole(3 * MIB, 8192), Ok((256, 2 * MIB)));
        assert_eq!(whole(MIB - 1, 512), Err(NoRoom::Short(Bytes(MIB))));
        assert_eq!(whole(u64::MAX, 512), Err(NoRoom::Long));
    }
}
