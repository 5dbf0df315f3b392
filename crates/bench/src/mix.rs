//! Which I/Os of mixed work are reads.

use fourcorners_block::Seed;

/// Weyl increment of SplitMix64.
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// A stream of reads and writes that can be asked for any I/O by its number: completions come in
/// another order than requests.
#[derive(Clone, Copy, Debug)]
pub struct Mix {
    seed: Seed,
    read_percent: u64,
}

impl Mix {
    /// The mix of work with this seed. Its stream is its own, so that the addresses are those of
    /// pure work.
    pub fn new(read_percent: u32, seed: Seed) -> Self {
        Self {
            seed: seed.child("mix"),
            read_percent: read_percent.into(),
        }
    }

    /// Whether the I/O of this number is a read.
    #[inline]
    pub fn is_read(&self, number: u64) -> bool {
        // The number-th output of SplitMix64.
        let mut z = self
            .seed
            .0
            .wrapping_add(number.wrapping_add(1).wrapping_mul(STEP));
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^= z >> 31;
        ((u128::from(z) * 100) >> 64) < u128::from(self.read_percent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_are_their_share_of_all() {
        for percent in [1, 10, 50, 90, 99] {
            let mix = Mix::new(percent, Seed(7));
            let reads = (0..100_000).filter(|number| mix.is_read(*number)).count();
            let share = reads as f64 / 1000.0;
            assert!(
                (share - f64::from(percent)).abs() < 0.5,
                "{share} of {percent} %"
            );
        }
    }

    #[test]
    fn reads_come_in_no_pattern() {
        // In half of all pairs of neighbours, both are alike.
        let mix = Mix::new(50, Seed(1));
        let alike = |number: &u64| mix.is_read(*number) == mix.is_read(number + 1);
        let pairs = (0..100_000).filter(alike).count();
        assert!((49_000..51_000).contains(&pairs), "{pairs}");
    }

    #[test]
    fn seeds_make_different_mixes() {
        let bits = |seed: u64| -> Vec<bool> {
            let mix = Mix::new(50, Seed(seed));
            (0..64).map(|number| mix.is_read(number)).collect()
        };
        assert_eq!(bits(1), bits(1));
        assert_ne!(bits(1), bits(2));
    }
}
