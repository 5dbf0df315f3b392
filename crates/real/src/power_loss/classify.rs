//! What one block holds after the power was back: bytes in, a verdict out.

use crate::stamp::{self, Found, STAMPED};
use fourcorners_block::Lba;

/// What a block should hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Expected {
    /// Of the run.
    pub key: u64,
    /// Its first LBA.
    pub lba: Lba,
    /// The newest flushed write to it.
    pub must: Option<u64>,
}

/// What a block holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Nothing of this run, and nothing of it was flushed.
    Unwritten,
    /// The newest flushed write.
    Intact,
    /// A later write, which was not flushed.
    Kept,
    /// Parts of several writes, none of them older than the newest flushed one.
    TornInFlight,
    /// Something that it must not hold.
    Bad(Bad),
}

/// What a block must not hold; each with the first LBA that shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bad {
    /// An older write than the newest flushed one.
    Stale { at: Lba, found: u64, must: u64 },
    /// Nothing of this run.
    Lost { at: Lba, must: u64, zeros: bool },
    /// Parts of several writes, one of them older than the newest flushed one; `None`: nothing of
    /// this run.
    Torn {
        at: Lba,
        found: Option<u64>,
        must: u64,
    },
    /// A write with bytes changed.
    Corrupt { at: Lba },
    /// A write to another LBA.
    Misplaced { at: Lba, of: Lba },
    /// Reading it fails.
    Unreadable { at: Lba },
}

/// Judges a block, which consists of whole 512-byte blocks.
pub fn classify(expected: &Expected, bytes: &[u8]) -> Verdict {
    let lbas = (expected.lba.0..).map(Lba);
    let sectors = lbas.zip(bytes.chunks_exact(STAMPED));
    // The numbers of the writes; 0: nothing of this run.
    let (mut oldest, mut newest) = ((u64::MAX, expected.lba), 0);
    let mut zeros = true;
    for (at, sector) in sectors {
        let number = match stamp::find(sector, expected.key) {
            Found::Damaged => return Verdict::Bad(Bad::Corrupt { at }),
            Found::Stamp(stamp) if stamp.lba != at.0 => {
                let of = Lba(stamp.lba);
                return Verdict::Bad(Bad::Misplaced { at, of });
            }
            Found::Stamp(stamp) => stamp.number,
            Found::Zeros => 0,
            Found::Foreign => {
                zeros = false;
                0
            }
        };
        if number < oldest.0 {
            oldest = (number, at);
        }
        newest = newest.max(number);
    }
    let (oldest, at) = oldest;
    match expected.must {
        None if newest == 0 => Verdict::Unwritten,
        Some(must) if newest == 0 => Verdict::Bad(Bad::Lost { at, must, zeros }),
        Some(must) if oldest < must && oldest == newest => Verdict::Bad(Bad::Stale {
            at,
            found: oldest,
            must,
        }),
        Some(must) if oldest < must => {
            let found = (oldest > 0).then_some(oldest);
            Verdict::Bad(Bad::Torn { at, found, must })
        }
        _ if oldest < newest => Verdict::TornInFlight,
        Some(must) if oldest == must => Verdict::Intact,
        _ => Verdict::Kept,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: u64 = 7;
    const LBA: u64 = 80;

    /// A block of eight sectors, each of this write; 0: zeros, 1: foreign data.
    fn block(writes: [u64; 8]) -> Vec<u8> {
        let mut bytes = vec![0; 8 * STAMPED];
        for ((sector, write), lba) in bytes.chunks_exact_mut(STAMPED).zip(writes).zip(LBA..) {
            match write {
                0 => {}
                1 => sector.fill(0xee),
                _ => stamp::put(sector, KEY, lba, write),
            }
        }
        bytes
    }

    fn judged(must: impl Into<Option<u64>>, bytes: &[u8]) -> Verdict {
        let must = must.into();
        let (key, lba) = (KEY, Lba(LBA));
        classify(&Expected { key, lba, must }, bytes)
    }

    #[test]
    fn every_mixture_of_writes_has_its_verdict() {
        let at = |sector: u64| Lba(LBA + sector);
        let stale = |at, found| Verdict::Bad(Bad::Stale { at, found, must: 9 });
        let lost = |zeros| {
            let (at, must) = (at(0), 9);
            Verdict::Bad(Bad::Lost { at, must, zeros })
        };
        let torn = |at, found| Verdict::Bad(Bad::Torn { at, found, must: 9 });
        for (must, writes, verdict) in [
            (Some(9), [9; 8], Verdict::Intact),
            (Some(9), [12; 8], Verdict::Kept),
            (Some(9), [5; 8], stale(at(0), 5)),
            (Some(9), [0; 8], lost(true)),
            (Some(9), [1; 8], lost(false)),
            (Some(9), [9, 9, 12, 12, 9, 9, 9, 9], Verdict::TornInFlight),
            (
                Some(9),
                [12, 12, 12, 12, 15, 15, 15, 15],
                Verdict::TornInFlight,
            ),
            (Some(9), [9, 9, 9, 5, 9, 9, 9, 9], torn(at(3), Some(5))),
            (
                Some(9),
                [12, 12, 12, 12, 12, 12, 12, 5],
                torn(at(7), Some(5)),
            ),
            (Some(9), [5, 5, 4, 4, 4, 4, 4, 4], torn(at(2), Some(4))),
            (Some(9), [9, 0, 9, 9, 9, 9, 9, 9], torn(at(1), None)),
            (Some(9), [9, 1, 9, 9, 9, 9, 9, 9], torn(at(1), None)),
            (None, [0; 8], Verdict::Unwritten),
            (None, [1; 8], Verdict::Unwritten),
            (None, [4; 8], Verdict::Kept),
            (None, [1, 1, 4, 4, 1, 1, 1, 1], Verdict::TornInFlight),
            (None, [4, 4, 4, 4, 7, 7, 7, 7], Verdict::TornInFlight),
        ] {
            assert_eq!(
                judged(must, &block(writes)),
                verdict,
                "{must:?}: {writes:?}"
            );
        }
    }

    #[test]
    fn flipped_bit_is_corrupt_whatever_was_flushed() {
        for must in [None, Some(9), Some(12)] {
            let mut bytes = block([9; 8]);
            bytes[3 * STAMPED + 300] ^= 4;
            let corrupt = Bad::Corrupt { at: Lba(LBA + 3) };
            assert_eq!(judged(must, &bytes), Verdict::Bad(corrupt));
        }
    }

    #[test]
    fn write_to_another_lba_is_misplaced_whatever_was_flushed() {
        for must in [None, Some(9), Some(12)] {
            let mut bytes = block([9; 8]);
            bytes.copy_within(2 * STAMPED..3 * STAMPED, 5 * STAMPED);
            let (at, of) = (Lba(LBA + 5), Lba(LBA + 2));
            let misplaced = Verdict::Bad(Bad::Misplaced { at, of });
            assert_eq!(judged(must, &bytes), misplaced);
        }
    }

    #[test]
    fn stamps_of_another_run_are_foreign_data() {
        let other = Expected {
            key: KEY + 1,
            lba: Lba(LBA),
            must: None,
        };
        assert_eq!(classify(&other, &block([9; 8])), Verdict::Unwritten);
    }
}
