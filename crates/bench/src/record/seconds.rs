//! The whole seconds of a phase in four figures: the mean hides a drive that stands still in three
//! seconds of four.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A second below this share of the mean, in per cent, is slow.
const SLOW_PERCENT: u128 = 40;

/// I/Os of each whole second of a phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Seconds {
    /// Number of whole seconds.
    pub whole: u32,
    /// I/Os of the median second, the lower of two middles.
    pub ios_median: u64,
    /// I/Os of the second at the 1st percentile: 99 of 100 have more.
    pub ios_p1: u64,
    /// Seconds below 40 % of the mean.
    pub slow: u32,
}

impl Seconds {
    /// `None` without a whole second.
    pub fn of(mut ios: Vec<u64>) -> Option<Self> {
        ios.sort_unstable();
        let last = ios.len().checked_sub(1)?;
        let sum: u128 = ios.iter().map(|&ios| u128::from(ios)).sum();
        let is_slow = |ios: &u64| u128::from(*ios) * 100 * (last as u128 + 1) < sum * SLOW_PERCENT;
        Some(Self {
            whole: ios.len() as u32,
            ios_median: ios[last / 2],
            ios_p1: ios[last / 100],
            slow: ios.partition_point(is_slow) as u32,
        })
    }

    /// Share of slow seconds, 0 to 1.
    pub fn slow_share(&self) -> f64 {
        f64::from(self.slow) / f64::from(self.whole.max(1))
    }
}

#[cfg(test)]
mod tests {
    use super::Seconds;

    #[test]
    fn median_percentile_and_slow_seconds_of_a_drive_that_stalls() {
        // 150 seconds of 32 I/Os and 50 of 9,904: the mean is 2,500.
        let ios = [vec![32; 150], vec![9904; 50]].concat();
        let expected = Seconds {
            whole: 200,
            ios_median: 32,
            ios_p1: 32,
            slow: 150,
        };
        assert_eq!(Seconds::of(ios), Some(expected));
        assert_eq!(Seconds::of(Vec::new()), None);
        let even = Seconds::of(vec![7]).expect("a second");
        assert_eq!((even.ios_median, even.ios_p1, even.slow), (7, 7, 0));
    }
}
