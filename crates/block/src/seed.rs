//! All randomness of a run comes from one root seed, through children named by labels, so
//! that adding a test never changes another test's numbers.

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};

/// The root of a tree of random streams.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seed(pub u64);

impl Seed {
    /// The child of that name.
    pub fn child(self, label: &str) -> Self {
        // FNV-1a over the label, then SplitMix64's finaliser over both.
        let hash = label.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        let mut z = self
            .0
            .wrapping_add(hash)
            .wrapping_add(0x9e37_79b9_7f4a_7c15);
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        Self(z ^ (z >> 31))
    }
    /// A generator that starts here.
    pub fn generator(self) -> Generator {
        Generator(Xoshiro256PlusPlus::seed_from_u64(self.0))
    }
}

/// Xoshiro256++, named so that a run can be repeated by anyone with any implementation of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Generator(Xoshiro256PlusPlus);

impl Generator {
    /// The next 64 bits.
    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        self.0.next_u64()
    }
    /// Fills with the next numbers, each little-endian; of the last, as many bytes as fit.
    pub fn fill(&mut self, bytes: &mut [u8]) {
        let (whole, rest) = bytes.as_chunks_mut();
        for number in whole {
            *number = self.next_u64().to_le_bytes();
        }
        if !rest.is_empty() {
            rest.copy_from_slice(&self.next_u64().to_le_bytes()[..rest.len()]);
        }
    }
    /// Uniform in `0..bound` by multiplication (Lemire); its bias is below `bound` / 2^64.
    /// `bound` must not be 0.
    #[inline]
    pub fn below(&mut self, bound: u64) -> u64 {
        debug_assert!(bound > 0);
        ((u128::from(self.next_u64()) * u128::from(bound)) >> 64) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn do_labels_part_the_streams() {
        let root = Seed(1);
        assert_ne!(root.child("a"), root.child("b"));
        assert_ne!(root.child("a"), Seed(2).child("a"));
        assert_eq!(root.child("a").generator(), Seed(1).child("a").generator());
    }

    #[test]
    fn is_the_generator_the_published_xoshiro256plusplus() {
        // Reference: SplitMix64(0) seeding, then xoshiro256++ 1.0 by Blackman and Vigna.
        let mut generator = Seed(0).generator();
        assert_eq!(generator.next_u64(), 5_987_356_902_031_041_503);
    }

    #[test]
    fn does_below_stay_below() {
        let mut generator = Seed(3).generator();
        assert!((0..10_000).all(|_| generator.below(7) < 7));
    }
}
