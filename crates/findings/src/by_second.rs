//! Speed of a pass second by second, as many of them as a page has room for.

use crate::seconds::round;
use schemars::JsonSchema;
use serde::Serialize;

/// How many numbers of this kind a page holds at most, a pass an equal share of them: of six passes
/// of one drive every second, of five drives every second of 256 GB at their best and a pair for
/// every few seconds of the longest.
pub const NUMBERS: usize = 24_000;

/// Speeds of equal steps, in MB/s. Null: the lines of a step are lost.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct BySecond {
    /// Length of a step in seconds.
    pub step_s: u32,
    /// The slowest second of each step.
    pub lowest: Vec<Option<f64>>,
    /// The fastest second of each step; empty where a step is one second.
    pub highest: Vec<Option<f64>>,
}

impl BySecond {
    /// Of whole seconds, each with its bytes.
    pub fn of(bytes: &[Option<u64>]) -> Self {
        let speed = |bytes: &Option<u64>| bytes.map(|bytes| round(bytes as f64 / 1e6, 1));
        Self {
            step_s: 1,
            lowest: bytes.iter().map(speed).collect(),
            highest: Vec::new(),
        }
    }

    /// The slowest and the fastest second.
    pub fn range(&self) -> Option<(f64, f64)> {
        let highest = if self.highest.is_empty() {
            &self.lowest
        } else {
            &self.highest
        };
        let lowest = self.lowest.iter().flatten().copied().reduce(f64::min)?;
        let highest = highest.iter().flatten().copied().reduce(f64::max)?;
        Some((lowest, highest))
    }

    /// In at most so many numbers. A stall of one second is still seen.
    pub fn thin(&mut self, numbers: usize) {
        let seconds = self.lowest.len();
        if seconds <= numbers {
            return;
        }
        let step = seconds.div_ceil((numbers / 2).max(1));
        let steps = self.lowest.chunks(step);
        let each = |best: fn(f64, f64) -> f64| {
            let of = |seconds: &[Option<f64>]| seconds.iter().flatten().copied().reduce(best);
            steps.clone().map(of).collect()
        };
        let (lowest, highest) = (each(f64::min), each(f64::max));
        *self = Self {
            step_s: step as u32,
            lowest,
            highest,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::BySecond;

    #[test]
    fn is_a_stall_of_one_second_still_seen_when_seconds_are_thinned() {
        let mut bytes = vec![Some(200_000_000); 1000];
        bytes[777] = Some(0);
        bytes[778] = None;
        let mut seconds = BySecond::of(&bytes);
        seconds.thin(100);
        assert_eq!((seconds.step_s, seconds.lowest.len()), (20, 50));
        assert_eq!(seconds.lowest[777 / 20], Some(0.0));
        assert_eq!(seconds.highest, vec![Some(200.0); 50]);
        assert_eq!(seconds.range(), Some((0.0, 200.0)));
    }

    #[test]
    fn does_a_pass_that_fits_keep_every_second() {
        let mut seconds = BySecond::of(&[Some(1_250_000), None, Some(2_000_000)]);
        seconds.thin(3);
        assert_eq!(seconds.lowest, [Some(1.3), None, Some(2.0)]);
        assert!(seconds.highest.is_empty());
    }
}
