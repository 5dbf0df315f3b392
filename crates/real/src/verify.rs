//! Checked reads: every 512-byte block that is written carries a stamp, and what is read is held
//! against it. Off unless asked for: it changes the data, and costs time for each block. `stamp`
//! has its layout.
//!
//! What each 4 KiB should hold is kept in one byte (1 GB of drive: 244 KB): the mark of the last
//! write, 1 to 253 by turns, so an older write is overlooked once in 253. Where the mark cannot
//! be known (two writes in flight at once to one place, or less than 4 KiB written), any stamp
//! of this run for that block will do. Blocks that this run did not write are only found wrong
//! if they hold the stamp of another block. Reads that were under way together with a write or a
//! TRIM to the same place are not checked; what a write and a TRIM at once leave is not known.

use crate::memory::Pages;
use crate::stamp::{self, STAMPED};
use fourcorners_block::{BadBlock, Blocks, Found, Lba, Op, Request};
use std::io;
use std::ops::Range;

const UNIT_BLOCKS: u64 = 8;
/// Not written by this run, or nothing is known of it any more.
const UNKNOWN: u8 = 0;
/// Every block was written by this run; which write was the last is not known.
const OURS: u8 = 254;
/// Some blocks were written by this run.
const PARTLY: u8 = 255;

/// What the stamps of a drive say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamping {
    /// This run's alone.
    pub key: u64,
    /// The sequence number of the first write.
    pub first: u64,
}

/// What is written and checked.
pub struct Verify {
    key: u64,
    /// Of the next write.
    number: u64,
    capacity: u64,
    /// What each unit should hold.
    units: Pages,
    /// By slot.
    under_way: Vec<Option<UnderWay>>,
}

#[derive(Clone)]
struct UnderWay {
    blocks: Range<u64>,
    does: Does,
    number: u64,
    /// A write or a TRIM to the same place is under way too.
    disturbed: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Does {
    Read,
    Write,
    Trim,
}

impl Verify {
    /// Nothing written yet.
    pub fn new(capacity: Blocks, stamping: Stamping) -> io::Result<Self> {
        Ok(Self {
            key: stamping.key,
            number: stamping.first,
            capacity: capacity.0,
            units: Pages::new(capacity.0.div_ceil(UNIT_BLOCKS) as usize)?,
            under_way: Vec::new(),
        })
    }

    /// A transferring request took its slot.
    pub fn admitted(&mut self, slot: u16, request: &Request) {
        let blocks = request.lba.0..request.lba.0 + request.blocks.0;
        let mut new = UnderWay {
            does: match request.op {
                Op::Write { .. } => Does::Write,
                Op::Discard => Does::Trim,
                _ => Does::Read,
            },
            blocks: blocks.clone(),
            number: self.number,
            disturbed: false,
        };
        match new.does {
            Does::Read => {}
            Does::Write => {
                self.number += 1;
                self.note(&blocks);
            }
            Does::Trim => self.forget(&blocks),
        }
        for other in self.under_way.iter_mut().flatten() {
            let both = blocks.start.max(other.blocks.start)..blocks.end.min(other.blocks.end);
            if both.start >= both.end {
                continue;
            }
            // Which of the two comes last is the drive's choice.
            if new.does == Does::Write && other.does != Does::Read {
                for unit in units(&both) {
                    let unit = &mut self.units.part(unit as usize, 1)[0];
                    *unit = match (other.does, *unit) {
                        (Does::Trim, _) => UNKNOWN,
                        // Whole units stay whole.
                        (_, PARTLY | UNKNOWN) => *unit,
                        _ => OURS,
                    };
                }
            }
            other.disturbed |= new.does != Does::Read;
            new.disturbed |= other.does != Does::Read;
        }
        let slot = usize::from(slot);
        if self.under_way.len() <= slot {
            self.under_way.resize(slot + 1, None);
        }
        self.under_way[slot] = Some(new);
    }

    /// What the units hold after the present write.
    fn note(&mut self, blocks: &Range<u64>) {
        let mark = stamp::mark(self.number - 1);
        for unit in units(blocks) {
            let first = unit * UNIT_BLOCKS;
            let end = (first + UNIT_BLOCKS).min(self.capacity);
            let whole = blocks.start <= first && blocks.end >= end;
            let holds = &mut self.units.part(unit as usize, 1)[0];
            *holds = match *holds {
                _ if whole => mark,
                UNKNOWN | PARTLY => PARTLY,
                _ => OURS,
            };
        }
    }

    /// Stamps the bytes of a write's part, which begins at this block.
    pub fn stamp(&self, slot: u16, lba: u64, bytes: &mut [u8]) {
        let Some(write) = &self.under_way[usize::from(slot)] else {
            return;
        };
        for (lba, block) in (lba..).zip(bytes.chunks_exact_mut(STAMPED)) {
            stamp::put(block, self.key, lba, write.number);
        }
    }

    /// The first block of a read's part, which begins at this one, that is not what it should be.
    pub fn check(&mut self, slot: u16, lba: u64, bytes: &[u8]) -> Option<BadBlock> {
        let read = self.under_way[usize::from(slot)].as_ref()?;
        if read.disturbed {
            return None;
        }
        (lba..)
            .zip(bytes.chunks_exact(STAMPED))
            .find_map(|(lba, block)| {
                let unit = self.units.part((lba / UNIT_BLOCKS) as usize, 1)[0];
                let found = self.wrong(lba, unit, block)?;
                let lba = Lba(lba);
                Some(BadBlock { lba, found })
            })
    }

    fn wrong(&self, lba: u64, unit: u8, block: &[u8]) -> Option<Found> {
        let stamp = match stamp::find(block, self.key) {
            stamp::Found::Stamp(stamp) => stamp,
            stamp::Found::Damaged => return (unit != UNKNOWN).then_some(Found::Damaged),
            _ if matches!(unit, UNKNOWN | PARTLY) => return None,
            stamp::Found::Zeros => return Some(Found::Zeros),
            stamp::Found::Foreign => return Some(Found::Foreign),
        };
        if stamp.lba != lba {
            return Some(Found::BlockOf(Lba(stamp.lba)));
        }
        let any = matches!(unit, UNKNOWN | OURS | PARTLY);
        (!any && stamp.mark != unit).then_some(Found::Older)
    }

    /// The request in this slot has ended. What a failed write left is not known.
    pub fn finished(&mut self, slot: u16, done: bool) {
        if let Some(request) = self.under_way[usize::from(slot)].take()
            && request.does == Does::Write
            && !done
        {
            self.forget(&request.blocks);
        }
    }

    /// Nothing is known of these blocks any more: trimmed, zeroed.
    pub fn forget(&mut self, blocks: &Range<u64>) {
        let units = units(blocks);
        let count = (units.end - units.start) as usize;
        self.units.part(units.start as usize, count).fill(UNKNOWN);
    }
}

fn units(blocks: &Range<u64>) -> Range<u64> {
    blocks.start / UNIT_BLOCKS..blocks.end.div_ceil(UNIT_BLOCKS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use fourcorners_block::Data;

    const SIZE: u64 = 1000;

    /// A drive that is only its bytes.
    struct Bed(Verify, Vec<u8>);

    impl Bed {
        fn new() -> Self {
            let verify = Verify::new(Blocks(SIZE), Stamping { key: 7, first: 0 }).expect("memory");
            Self(verify, vec![0xee; SIZE as usize * STAMPED])
        }
        fn begin(&mut self, slot: u16, lba: u64, blocks: u64) -> Vec<u8> {
            let request = Request::write(0, Lba(lba), Blocks(blocks), Data::RANDOM);
            self.0.admitted(slot, &request);
            let mut bytes = vec![slot as u8; blocks as usize * STAMPED];
            self.0.stamp(slot, lba, &mut bytes);
            bytes
        }
        fn end(&mut self, slot: u16, lba: u64, bytes: &[u8]) {
            self.1[lba as usize * STAMPED..][..bytes.len()].copy_from_slice(bytes);
            self.0.finished(slot, true);
        }
        fn write(&mut self, lba: u64, blocks: u64) {
            let bytes = self.begin(0, lba, blocks);
            self.end(0, lba, &bytes);
        }
        /// Begins a TRIM.
        fn trim(&mut self, slot: u16, lba: u64, blocks: u64) {
            let request = Request::discard(0, Lba(lba), Blocks(blocks));
            self.0.admitted(slot, &request);
        }
        fn read(&mut self, lba: u64, blocks: u64) -> Option<Found> {
            let request = Request::read(0, Lba(lba), Blocks(blocks));
            self.0.admitted(0, &request);
            let range = lba as usize * STAMPED..(lba + blocks) as usize * STAMPED;
            let bad = self.0.check(0, lba, &self.1[range]);
            self.0.finished(0, true);
            bad.map(|block| block.found)
        }
        fn copy(&mut self, from: u64, to: u64) {
            let from = from as usize * STAMPED;
            self.1
                .copy_within(from..from + STAMPED, to as usize * STAMPED);
        }
    }

    #[test]
    fn is_what_was_written_found_right() {
        let mut bed = Bed::new();
        bed.write(0, 1000);
        for lba in [8, 8, 16, 993, 999] {
            bed.write(lba, 1);
        }
        bed.write(16, 64);
        assert_eq!(bed.read(0, 1000), None);
    }

    #[test]
    fn is_every_kind_of_wrong_data_named() {
        let mut bed = Bed::new();
        bed.write(0, 64);
        bed.copy(3, 5);
        assert_eq!(bed.read(0, 64), Some(Found::BlockOf(Lba(3))));
        bed.copy(3, 500);
        assert_eq!(bed.read(500, 1), Some(Found::BlockOf(Lba(3))), "unwritten");
        bed.1[9 * STAMPED + 300] ^= 1;
        assert_eq!(bed.read(9, 1), Some(Found::Damaged));
        bed.1[10 * STAMPED..11 * STAMPED].fill(0);
        assert_eq!(bed.read(10, 1), Some(Found::Zeros));
        bed.copy(900, 11);
        assert_eq!(bed.read(11, 1), Some(Found::Foreign));
        let before = bed.1.clone();
        bed.write(16, 8);
        bed.1 = before;
        assert_eq!(bed.read(16, 8), Some(Found::Older));
    }

    #[test]
    fn is_a_block_that_this_run_did_not_write_let_pass() {
        let mut bed = Bed::new();
        bed.write(1, 1);
        assert_eq!(bed.read(0, 1000), None);
        bed.write(0, 64);
        bed.0.forget(&(8..16));
        bed.1[8 * STAMPED..16 * STAMPED].fill(0);
        assert_eq!(bed.read(0, 64), None);
        let lost = bed.begin(1, 24, 8);
        bed.0.finished(1, false);
        bed.1[24 * STAMPED..][..lost.len()].fill(0);
        assert_eq!(bed.read(24, 8), None, "a failed write");
    }

    #[test]
    fn may_either_of_two_writes_at_once_win() {
        for first_wins in [true, false] {
            let mut bed = Bed::new();
            let (first, second) = (bed.begin(1, 0, 16), bed.begin(2, 8, 16));
            if first_wins {
                bed.end(2, 8, &second);
                bed.end(1, 0, &first);
            } else {
                bed.end(1, 0, &first);
                bed.end(2, 8, &second);
            }
            assert_eq!(bed.read(0, 24), None);
            bed.copy(2, 9);
            assert_eq!(bed.read(0, 24), Some(Found::BlockOf(Lba(2))));
        }
    }

    /// Both orders of a TRIM and a write to one place that are in flight at once, and a third write
    /// beside them.
    #[test]
    fn either_of_a_trim_and_a_write_at_once_may_win() {
        for (trim_first, write_lands) in
            [(true, true), (true, false), (false, true), (false, false)]
        {
            let mut bed = Bed::new();
            bed.write(0, 24);
            let first = bed.begin(3, 8, 8);
            if trim_first {
                bed.trim(2, 8, 8);
            }
            let written = bed.begin(1, 8, 8);
            if !trim_first {
                bed.trim(2, 8, 8);
            }
            bed.end(3, 8, &first);
            bed.end(1, 8, &written);
            if !write_lands {
                bed.1[8 * STAMPED..16 * STAMPED].fill(0);
            }
            bed.0.finished(2, true);
            assert_eq!(bed.read(0, 24), None);
            bed.write(8, 8);
            bed.1[8 * STAMPED..16 * STAMPED].fill(0);
            assert_eq!(
                bed.read(8, 8),
                Some(Found::Zeros),
                "it was written after the TRIM"
            );
        }
    }

    #[test]
    fn read_with_a_trim_is_not_judged() {
        let mut bed = Bed::new();
        bed.write(0, 8);
        bed.0.admitted(1, &Request::read(0, Lba(0), Blocks(8)));
        bed.trim(2, 0, 8);
        assert_eq!(bed.0.check(1, 0, &vec![0; 8 * STAMPED]), None);
    }

    #[test]
    fn is_a_read_beside_a_write_not_judged() {
        let mut bed = Bed::new();
        bed.write(0, 8);
        let read = Request::read(0, Lba(0), Blocks(8));
        bed.0.admitted(1, &read);
        let bytes = bed.begin(2, 0, 8);
        for bytes in [bytes, vec![0; 8 * STAMPED]] {
            assert_eq!(bed.0.check(1, 0, &bytes), None);
        }
    }
}
