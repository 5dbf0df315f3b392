//! The blocks of a drive that are known to hold no data: never written, trimmed or erased. A drive,
//! or a file system, answers reads of them without its medium, so they show nothing of its speed.
//!
//! A file system knows which parts of a file were never written. Of a block device only what is
//! trimmed or erased here is known.

use crate::system;
use fourcorners_block::{BLOCK_BYTES, Blocks, Op, Reads, Request};
use std::fs::File;
use std::ops::Range;
use std::os::fd::AsRawFd;

/// Blocks of a unit. A unit counts as written as soon as one of its blocks is.
const UNIT_BLOCKS: u64 = 8;
const WORDS: usize = 512;
const CHUNK_UNITS: u64 = WORDS as u64 * 64;
/// Holes of a file that are looked for; what lies behind them counts as written.
const MOST_HOLES: usize = 1 << 18;

/// Which units of a drive hold no data, and how many of them were read.
pub struct Unwritten {
    capacity: Blocks,
    chunks: Vec<Chunk>,
    /// Units without data.
    empty: u64,
    reads: Reads,
}

/// Units in a row.
enum Chunk {
    Written,
    Empty,
    /// A bit is set for each unit without data; how many these are.
    Mixed(Box<[u64; WORDS]>, u64),
}

impl Unwritten {
    /// Of a drive of which nothing is known.
    pub fn unknown(capacity: Blocks) -> Self {
        let chunks = units_of(capacity).div_ceil(CHUNK_UNITS);
        Self {
            capacity,
            chunks: (0..chunks).map(|_| Chunk::Written).collect(),
            empty: 0,
            reads: Reads::default(),
        }
    }

    /// Of a regular file, as its file system tells.
    pub fn of_file(file: &File, capacity: Blocks) -> Self {
        let mut found = Self::unknown(capacity);
        let mut from = 0;
        for _ in 0..MOST_HOLES {
            let hole = system::next_hole(file.as_raw_fd(), from, capacity.bytes().0);
            let Some(hole) = hole else { break };
            found.trimmed(&(hole.start.div_ceil(BLOCK_BYTES)..hole.end / BLOCK_BYTES));
            from = hole.end;
        }
        found
    }

    /// What was read so far.
    pub fn reads(&self) -> Reads {
        self.reads
    }

    /// A request is carried out.
    #[inline]
    pub fn take(&mut self, request: &Request) {
        let blocks = request.lba.0..request.lba.0 + request.blocks.0;
        match request.op {
            Op::Read => {
                let units = touched(&blocks);
                self.reads.units += units.end - units.start;
                if self.empty > 0 {
                    self.reads.unwritten += self.empty_of(units);
                }
            }
            Op::Write { .. } if self.empty > 0 => self.set(touched(&blocks), false),
            Op::Discard => self.trimmed(&blocks),
            // Whether zeros are stored is the drive's secret.
            Op::Write { .. } | Op::WriteZeroes | Op::Flush => {}
        }
    }

    /// Nothing is left on the drive.
    pub fn erased(&mut self) {
        self.set(0..units_of(self.capacity), true);
    }

    /// Only whole units are without data then.
    fn trimmed(&mut self, blocks: &Range<u64>) {
        let start = blocks.start.div_ceil(UNIT_BLOCKS);
        let end = match blocks.end < self.capacity.0 {
            true => blocks.end / UNIT_BLOCKS,
            false => units_of(self.capacity),
        };
        self.set(start..end.max(start), true);
    }

    /// Units of a range without data.
    fn empty_of(&self, units: Range<u64>) -> u64 {
        let of = |(chunk, part): (usize, Range<u64>)| self.chunks[chunk].empty_of(part);
        parts(units).map(of).sum()
    }

    fn set(&mut self, units: Range<u64>, are_empty: bool) {
        for (number, part) in parts(units) {
            let all = units_of(self.capacity) - number as u64 * CHUNK_UNITS;
            let all = all.min(CHUNK_UNITS);
            let chunk = &mut self.chunks[number];
            self.empty -= chunk.empty(all);
            chunk.set(part, are_empty, all);
            self.empty += chunk.empty(all);
        }
    }
}

impl Chunk {
    /// Units without data; `all`: how many units it has.
    fn empty(&self, all: u64) -> u64 {
        match self {
            Self::Written => 0,
            Self::Empty => all,
            Self::Mixed(_, empty) => *empty,
        }
    }

    fn empty_of(&self, units: Range<u64>) -> u64 {
        match self {
            Self::Written => 0,
            Self::Empty => units.end - units.start,
            Self::Mixed(words, _) => {
                let masked = masks(units).map(|(word, mask)| words[word] & mask);
                masked.map(|bits| u64::from(bits.count_ones())).sum()
            }
        }
    }

    /// `all`: how many units it has.
    fn set(&mut self, units: Range<u64>, are_empty: bool, all: u64) {
        let others = self.empty(all) - self.empty_of(units.clone());
        let empty = match are_empty {
            true => others + (units.end - units.start),
            false => others,
        };
        let mut words = match std::mem::replace(self, Self::Written) {
            _ if empty == 0 => return,
            _ if empty == all => {
                *self = Self::Empty;
                return;
            }
            Self::Written => Box::new([0; WORDS]),
            Self::Empty => Box::new([u64::MAX; WORDS]),
            Self::Mixed(words, _) => words,
        };
        for (word, mask) in masks(units) {
            match are_empty {
                true => words[word] |= mask,
                false => words[word] &= !mask,
            }
        }
        *self = Self::Mixed(words, empty);
    }
}

fn units_of(capacity: Blocks) -> u64 {
    capacity.0.div_ceil(UNIT_BLOCKS)
}

/// Units of which a range of blocks has a part.
fn touched(blocks: &Range<u64>) -> Range<u64> {
    blocks.start / UNIT_BLOCKS..blocks.end.div_ceil(UNIT_BLOCKS)
}

/// Parts of a range of units, each in one chunk: its number, and the units from its first on.
fn parts(units: Range<u64>) -> impl Iterator<Item = (usize, Range<u64>)> {
    let first = units.start / CHUNK_UNITS;
    let end = match units.is_empty() {
        true => first,
        false => units.end.div_ceil(CHUNK_UNITS),
    };
    (first..end).map(move |chunk| {
        let from = chunk * CHUNK_UNITS;
        let part = units.start.max(from)..units.end.min(from + CHUNK_UNITS);
        (chunk as usize, part.start - from..part.end - from)
    })
}

/// Words of a chunk with units of a range, which is not empty, each with the bits of these.
fn masks(units: Range<u64>) -> impl Iterator<Item = (usize, u64)> {
    (units.start / 64..units.end.div_ceil(64)).map(move |word| {
        let from = word * 64;
        let (start, end) = (units.start.max(from), units.end.min(from + 64));
        let bits = u64::MAX >> (64 - (end - start));
        (word as usize, bits << (start - from))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use fourcorners_block::{Bytes, Data, Generator, Lba, Seed};
    use std::os::unix::fs::FileExt;

    /// Whether each unit holds no data, the plain way.
    struct Plain(Vec<bool>);

    impl Plain {
        fn take(&mut self, request: &Request, capacity: u64) -> u64 {
            let blocks = request.lba.0..request.lba.0 + request.blocks.0;
            let mut met = 0;
            for (unit, empty) in self.0.iter_mut().enumerate() {
                let from = unit as u64 * UNIT_BLOCKS;
                let own = from..(from + UNIT_BLOCKS).min(capacity);
                let is_met = blocks.start < own.end && own.start < blocks.end;
                let is_whole = blocks.start <= own.start && own.end <= blocks.end;
                match request.op {
                    Op::Read => met += u64::from(is_met && *empty),
                    Op::Write { .. } => *empty &= !is_met,
                    Op::Discard => *empty |= is_whole,
                    _ => {}
                }
            }
            met
        }
    }

    fn request(generator: &mut Generator, capacity: u64) -> Request {
        let lba = generator.below(capacity);
        // Mostly short ones; some reach over chunks.
        let longest = [1, 8, 64, 5000, capacity][generator.below(5) as usize];
        let blocks = (1 + generator.below(longest)).min(capacity - lba);
        let (lba, blocks) = (Lba(lba), Blocks(blocks));
        match generator.below(3) {
            0 => Request::read(0, lba, blocks),
            1 => Request::write(0, lba, blocks, Data::RANDOM),
            _ => Request::discard(0, lba, blocks),
        }
    }

    /// Any sequence of reads, writes and TRIMs counts the units that a plain list counts.
    #[test]
    fn units_are_counted_as_by_a_plain_list() {
        // Two chunks, a part of a third, and a part of a unit.
        let capacity = (2 * CHUNK_UNITS + 100) * UNIT_BLOCKS + 3;
        let mut generator = Seed(58).generator();
        for begins_empty in [false, true] {
            let mut found = Unwritten::unknown(Blocks(capacity));
            let mut plain = Plain(vec![begins_empty; units_of(Blocks(capacity)) as usize]);
            if begins_empty {
                found.erased();
            }
            for step in 0..300 {
                let request = request(&mut generator, capacity);
                let before = found.reads();
                found.take(&request);
                let met = plain.take(&request, capacity);
                let counted = found.reads().since(&before).unwritten;
                assert_eq!(counted, met, "step {step}: {request:?}");
            }
            let empty = plain.0.iter().filter(|empty| **empty).count();
            assert_eq!(found.empty, empty as u64);
        }
    }

    /// Where the file system cannot tell, all of a file counts as written.
    #[test]
    fn holes_of_a_file_are_found() {
        let file = tempfile::tempfile().expect("a file");
        file.set_len(1 << 20).expect("a length");
        file.write_all_at(&[1; 65_536], 131_072).expect("data");
        file.sync_all().expect("synced");
        let capacity = Blocks::from_bytes(Bytes::mib(1));
        let found = Unwritten::of_file(&file, capacity);
        let tells = system::next_hole(file.as_raw_fd(), 0, 1 << 20).is_some();
        let empty = if tells { 256 - 16 } else { 0 };
        assert_eq!(found.empty, empty);
        assert_eq!(found.empty_of(32..48), 0, "the data");
    }
}
