//! What a drive showed, as far as a simulated one is compared with it. Only what a real drive shows
//! as well: nothing that a simulator counts inside.

use fourcorners_bench::record::{Entry, Run, Sample};

/// How fast a fresh or filled drive is: the first seconds of a phase.
#[derive(Clone, Debug)]
pub struct Burst {
    /// Mean of whole seconds.
    pub iops: f64,
    pub latency_p99_us: f64,
}

/// Random writes to the whole drive until they are over.
#[derive(Clone, Debug)]
pub struct Endurance {
    /// Whole seconds.
    pub whole_s: u32,
    /// I/Os until 8 moments, each a certain share later than the one before.
    pub until: Vec<f64>,
    /// I/Os per second, quantiles of the second half: see [`QUANTILES`].
    pub quantiles: Vec<f64>,
    /// Of the second half.
    pub late_mean: f64,
    pub slow_share: f64,
    /// 50 %, 99 %, 99.9 %, the longest; in us.
    pub latencies_us: [f64; 4],
}

/// Which of the sorted seconds are compared, in per cent.
pub const QUANTILES: [usize; 7] = [5, 10, 25, 50, 75, 90, 95];
/// Moments until which I/Os are counted.
const MOMENTS: usize = 8;
/// Times the I/Os of all seconds that are beyond comparison.
const TOO_FAST: f64 = 3.0;

fn seconds<'a>(run: &'a Run, entry: &Entry) -> Vec<&'a Sample> {
    let names = entry.names();
    let of = |sample: &&Sample| [&sample.test, &sample.variant, &sample.phase] == names;
    run.samples.iter().filter(of).collect()
}

impl Burst {
    /// `None`: the phase did not last so long.
    pub fn of(run: &Run, entry: &Entry, seconds_at_most: usize) -> Option<Self> {
        entry.result()?;
        let samples = seconds(run, entry);
        let first = samples.get(..seconds_at_most)?;
        let count = first.len() as f64;
        let sum: u64 = first.iter().map(|sample| sample.ios).sum();
        let p99: u64 = first.iter().map(|sample| sample.latency_p99_ns).sum();
        (sum > 0).then(|| Self {
            iops: sum as f64 / count,
            latency_p99_us: p99 as f64 / count / 1e3,
        })
    }

    /// Errors, each with its weight.
    pub fn errors(&self, other: &Self) -> Vec<(f64, f64)> {
        vec![
            (1.0, ln_ratio(self.iops, other.iops)),
            (0.1, ln_ratio(self.latency_p99_us, other.latency_p99_us)),
        ]
    }
}

impl Endurance {
    /// The first moment of `until`, in seconds.
    pub const FIRST_S: f64 = 3.0;

    pub fn of(run: &Run, entry: &Entry) -> Option<Self> {
        let measured = entry.result()?;
        let counted = measured.seconds.as_ref().filter(|all| all.whole >= 20)?;
        let samples = seconds(run, entry);
        let ios: Vec<f64> = samples.iter().map(|sample| sample.ios as f64).collect();
        let ios = ios.get(..counted.whole as usize)?;
        let until = moments(counted.whole).map(|seconds| ios.iter().take(seconds as usize).sum());
        let mut late = ios[ios.len() / 2..].to_vec();
        late.sort_by(f64::total_cmp);
        let last = late.len() - 1;
        Some(Self {
            whole_s: counted.whole,
            until: until.collect(),
            quantiles: QUANTILES.iter().map(|at| late[last * at / 100]).collect(),
            late_mean: late.iter().sum::<f64>() / late.len() as f64,
            slow_share: counted.slow_share(),
            latencies_us: [
                measured.latency_p50_us,
                measured.latency_p99_us,
                measured.latency_p999_us,
                measured.latency_max_us,
            ],
        })
    }

    /// Mean square error to expect of a drive that completed `ios` until the ends of its seconds so
    /// far, if it goes on like that. Its speed is taken for that of the second half once a quarter
    /// is over: before, it may still be using up its spare area. Endless of one that is far too
    /// fast: to simulate it to the end would take longest.
    pub fn expected_error(&self, ios: &[f64]) -> f64 {
        if self
            .until
            .last()
            .zip(ios.last())
            .is_some_and(|(one, two)| *two > TOO_FAST * one)
        {
            return f64::INFINITY;
        }
        let (mut sum, mut last, mut late, mut passed) = (0.0, 0.0, 0.0, 0);
        let mut before = (0.0, 0.0);
        for (seconds, one) in moments(self.whole_s).zip(&self.until) {
            let Some(two) = ios.get(seconds as usize - 1) else {
                break;
            };
            last = ln_ratio(*one, *two).powi(2);
            sum += last;
            passed += 1;
            if seconds * 4 >= self.whole_s {
                late = ln_ratio(one - before.0, two - before.1).powi(2);
            }
            before = (*one, *two);
        }
        let until = (sum + (MOMENTS - passed) as f64 * last) / MOMENTS as f64;
        let weights: f64 = self.errors(self).iter().map(|(weight, _)| weight).sum();
        // Quantiles and mean of the second half weigh as much as the moments each.
        (until + 2.0 * late) / weights
    }

    /// Errors, each with its weight. `self`: the drive's.
    pub fn errors(&self, other: &Self) -> Vec<(f64, f64)> {
        let mut errors = Vec::new();
        for (one, two) in self.until.iter().zip(&other.until) {
            errors.push((1.0 / MOMENTS as f64, ln_ratio(*one, *two)));
        }
        // Whether a second has 2 or 20 of thousands of I/Os is not a difference of 10.
        let floor = self.late_mean / 100.0;
        for (one, two) in self.quantiles.iter().zip(&other.quantiles) {
            let weight = 1.0 / QUANTILES.len() as f64;
            errors.push((weight, ln_ratio(one + floor, two + floor)));
        }
        errors.push((1.0, ln_ratio(self.late_mean, other.late_mean)));
        errors.push((1.0, 2.0 * (self.slow_share - other.slow_share)));
        for (one, two) in self.latencies_us.iter().zip(&other.latencies_us) {
            errors.push((0.05, ln_ratio(*one, *two)));
        }
        errors
    }
}

/// Of errors, each with its weight.
pub fn mean_square(errors: &[(f64, f64)]) -> f64 {
    let (mut sum, mut weights) = (0.0, 0.0);
    for (weight, error) in errors {
        sum += weight * error * error;
        weights += weight;
    }
    sum / weights
}

/// The moments in that many seconds, in seconds.
fn moments(whole_s: u32) -> impl Iterator<Item = u32> {
    let whole = f64::from(whole_s) / Endurance::FIRST_S;
    (0..MOMENTS).map(move |moment| {
        let share = moment as f64 / (MOMENTS - 1) as f64;
        (Endurance::FIRST_S * whole.powf(share)).round() as u32
    })
}

fn ln_ratio(one: f64, other: f64) -> f64 {
    (one.max(1e-3) / other.max(1e-3)).ln()
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHOLE_S: u32 = 100;

    fn steady(rate: f64) -> Endurance {
        Endurance {
            whole_s: WHOLE_S,
            until: moments(WHOLE_S)
                .map(|seconds| rate * f64::from(seconds))
                .collect(),
            quantiles: vec![rate; QUANTILES.len()],
            late_mean: rate,
            slow_share: 0.0,
            latencies_us: [100.0; 4],
        }
    }

    /// A drive that is given up during its simulation would not have been better at its end.
    #[test]
    fn expected_error_is_that_of_a_drive_that_goes_on_like_that() {
        let (one, two) = (steady(1000.0), steady(1300.0));
        let of_whole = mean_square(&one.errors(&two));
        let ios: Vec<f64> = (1..=50).map(|second| 1300.0 * f64::from(second)).collect();
        let expected = one.expected_error(&ios);
        assert!((expected / of_whole - 1.0).abs() < 0.02, "{expected}");
        // Before a quarter is over, only what has been counted.
        assert!(one.expected_error(&ios[..10]) < 0.4 * expected);
        assert_eq!(one.expected_error(&[1000.0, 2000.0, 3000.0]), 0.0);
        assert_eq!(one.expected_error(&[400_000.0]), f64::INFINITY);
    }
}
