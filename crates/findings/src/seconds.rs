//! The seconds of a phase, each in its place.

use fourcorners_bench::record::{Measured, Run, Sample};

/// Seconds of a phase are kept in their places up to a day, and beyond as far as one in so many has
/// a line: a line may be anybody's.
const A_DAY_S: usize = 86_400;
const FILLED: usize = 10;

/// The IOPS of every whole second of a phase, as far as any is known: a last one that is cut short
/// is no measurement. `None`: its line is lost.
pub fn whole_seconds(
    run: &Run,
    test: &str,
    variant: &str,
    phase: &str,
    measured: &Measured,
) -> Vec<Option<u64>> {
    each_whole_second(run, (test, variant, phase), measured, |sample| sample.ios)
}

/// The same of any figure of a second.
pub fn each_whole_second<T: Clone>(
    run: &Run,
    (test, variant, phase): (&str, &str, &str),
    measured: &Measured,
    figure: impl Fn(&Sample) -> T,
) -> Vec<Option<T>> {
    // What was measured decides how large a page becomes, not the place that one line names.
    let whole = (measured.duration_s as usize).min(A_DAY_S + FILLED * run.samples.len());
    let mut seconds = Vec::new();
    for sample in &run.samples {
        let place = sample.second as usize;
        let is_its = sample.test == test && sample.variant == variant && sample.phase == phase;
        if is_its && place < whole {
            seconds.resize(seconds.len().max(place + 1), None);
            seconds[place] = Some(figure(sample));
        }
    }
    seconds
}

/// The mean of those that are known.
pub fn mean(seconds: &[Option<u64>]) -> Option<f64> {
    let known: Vec<u64> = seconds.iter().flatten().copied().collect();
    (!known.is_empty()).then(|| known.iter().sum::<u64>() as f64 / known.len() as f64)
}

/// To so many digits behind the point.
pub fn round(value: f64, digits: i32) -> f64 {
    let factor = 10_f64.powi(digits);
    (value * factor).round() / factor
}
