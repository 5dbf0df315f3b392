//! Which I/Os of mixed work are reads, and which are TRIM commands.

use fourcorners_block::Seed;

/// Weyl increment of SplitMix64.
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// What an I/O of mixed work is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Read,
    Write,
    Trim,
}

impl Kind {
    /// How many there are.
    pub const COUNT: usize = 3;
}

/// A stream of reads, writes and TRIM commands that can be asked for any I/O by its number:
/// completions come in another order than requests.
#[derive(Clone, Copy, Debug)]
pub struct Mix {
    seed: Seed,
    /// Of a hundred equal parts of all outputs: reads below the first, TRIM commands from the
    /// second on.
    bounds: [u32; 2],
}

impl Mix {
    /// The mix of work with this seed. Its stream is its own, so that the addresses are those of
    /// pure work.
    pub fn new(read_percent: u32, trim_percent: u32, seed: Seed) -> Self {
        Self {
            seed: seed.child("mix"),
            bounds: [read_percent, 100_u32.saturating_sub(trim_percent)],
        }
    }

    /// Whether the I/O of this number is a TRIM command.
    #[inline]
    pub fn is_trim(&self, number: u64) -> bool {
        // Most mixes have none.
        self.bounds[1] < 100 && self.kind(number) == Kind::Trim
    }

    /// What the I/O of this number is.
    #[inline]
    pub fn kind(&self, number: u64) -> Kind {
        // The number-th output of SplitMix64.
        let mut z = self
            .seed
            .0
            .wrapping_add(number.wrapping_add(1).wrapping_mul(STEP));
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^= z >> 31;
        let part = (u128::from(z) * 100) >> 64;
        match self.bounds.map(u128::from) {
            [reads, _] if part < reads => Kind::Read,
            [_, trims] if part >= trims => Kind::Trim,
            _ => Kind::Write,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_are_their_share_of_all() {
        for percent in [1, 10, 50, 90, 99] {
            let mix = Mix::new(percent, 0, Seed(7));
            let share = share(&mix, Kind::Read);
            assert!(
                (share - f64::from(percent)).abs() < 0.5,
                "{share} of {percent} %"
            );
            assert_eq!(count(&mix, Kind::Trim), 0);
        }
    }

    #[test]
    fn trims_take_their_share_of_the_writes() {
        let (without, mix) = (Mix::new(70, 0, Seed(7)), Mix::new(70, 10, Seed(7)));
        assert_eq!(count(&without, Kind::Read), count(&mix, Kind::Read));
        let trims = share(&mix, Kind::Trim);
        assert!((trims - 10.0).abs() < 0.5, "{trims} of 10 %");
    }

    fn count(mix: &Mix, kind: Kind) -> usize {
        (0..100_000)
            .filter(|number| mix.kind(*number) == kind)
            .count()
    }

    fn share(mix: &Mix, kind: Kind) -> f64 {
        count(mix, kind) as f64 / 1000.0
    }

    #[test]
    fn reads_come_in_no_pattern() {
        // In half of all pairs of neighbours, both are alike.
        let mix = Mix::new(50, 0, Seed(1));
        let alike = |number: &u64| mix.kind(*number) == mix.kind(number + 1);
        let pairs = (0..100_000).filter(alike).count();
        assert!((49_000..51_000).contains(&pairs), "{pairs}");
    }

    #[test]
    fn seeds_make_different_mixes() {
        let bits = |seed: u64| -> Vec<Kind> {
            let mix = Mix::new(50, 0, Seed(seed));
            (0..64).map(|number| mix.kind(number)).collect()
        };
        assert_eq!(bits(1), bits(1));
        assert_ne!(bits(1), bits(2));
    }
}
