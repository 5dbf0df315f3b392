//! Dies of one kind do not all program in the same time. Data is spread over all of them, so that
//! writing goes as fast as the slowest.

use fourcorners_block::Seed;

/// The mean factor.
pub const MEAN: u64 = 1_000_000;

/// Numbers below [`UNIFORM`] that are added to one as good as normal: of 12 the variance is one of
/// that squared, and six standard deviations are the most.
const DRAWS: u64 = 12;
const UNIFORM: u64 = 1 << 16;

/// What each die's program times are multiplied by, in millionths, with a standard deviation of at
/// most 100 thousandths. Every drive of a file has the same dies: runs repeat.
pub fn factors_per_million(deviation_per_mille: u32) -> impl Iterator<Item = u64> {
    let deviation = u64::from(deviation_per_mille) * (MEAN / 1000);
    let mut generator = Seed(0).child("program times").generator();
    std::iter::repeat_with(move || {
        let sum: u64 = (0..DRAWS).map(|_| generator.below(UNIFORM)).sum();
        MEAN + deviation * sum / UNIFORM - deviation * DRAWS / 2
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn factors_have_the_mean_and_deviation_that_are_asked_for() {
        for per_mille in [0, 30, 100] {
            let factors = factors_per_million(per_mille).take(10_000);
            let factors: Vec<f64> = factors.map(|it| it as f64 / MEAN as f64).collect();
            let mean = factors.iter().sum::<f64>() / 1e4;
            let variance = factors.iter().map(|it| (it - mean).powi(2)).sum::<f64>() / 1e4;
            let asked = f64::from(per_mille) / 1000.0;
            assert!((mean - 1.0).abs() < asked / 30.0 + 1e-6, "{mean}");
            assert!(
                (variance.sqrt() - asked).abs() <= asked / 30.0,
                "{variance}"
            );
        }
    }
}
