//! One metric of several samples of a drive: a one-way random-effects analysis of variance.

use super::change::ROUNDING;
use super::deviation::Deviation;
use super::distribution::{f_beyond, t_quantile};
use schemars::JsonSchema;
use serde::Serialize;

/// A confidence interval of 95 %.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "ConfidenceInterval")]
pub struct Interval {
    pub low: f64,
    pub high: f64,
}

/// One metric of several samples.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct OneWay {
    /// Samples that have the metric.
    pub samples: usize,
    /// Runs that have it.
    pub runs: usize,
    /// Mean of the samples' means.
    pub mean: f64,
    /// 95 % confidence interval of the mean of all drives of the model; null: one sample.
    pub interval: Option<Interval>,
    /// How far samples and runs differ.
    pub spread: Spread,
}

/// How far samples and runs differ: standard deviations, in the metric's unit.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "of", rename_all = "kebab-case")]
#[schemars(rename = "QualifiedSpread")]
pub enum Spread {
    /// Several samples, at least one of them run repeatedly.
    DrivesAndRuns {
        /// Between samples, without what runs add; 0 if runs explain all of it.
        drive_to_drive: Deviation,
        /// Within samples, pooled.
        run_to_run: Deviation,
        /// Probability of samples that differ as much or more if all drives were alike (F test).
        p_alike: f64,
    },
    /// One sample, run repeatedly.
    Runs { run_to_run: Deviation },
    /// Several samples, each run once: the standard deviation of both together.
    Together { total: Deviation },
    /// One run.
    Unknown,
}

/// Number, mean and variance of samples' means.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moments {
    pub count: f64,
    pub mean: f64,
    /// Of n - 1; 0 of a single sample.
    pub variance: f64,
}

impl Moments {
    /// Of the runs of each sample; samples without a run are left out. The variance is at least
    /// what runs alone make: samples that agree better than their own runs do agree by chance, or
    /// are simulated with the same seeds. `None`: there is no run.
    pub fn of(samples: &[Vec<f64>]) -> Option<Self> {
        let (samples, means) = measured(samples);
        let count = means.len() as f64;
        let mean = mean(&means)?;
        let variance = squares(&means, mean) / (count - 1.0).max(1.0);
        Some(Self {
            count,
            mean,
            variance: variance.max(by_runs(&samples, &means)),
        })
    }

    /// The variance of the samples' means that runs alone make; 0: each was run once.
    pub fn by_runs(samples: &[Vec<f64>]) -> f64 {
        let (samples, means) = measured(samples);
        by_runs(&samples, &means)
    }
}

fn by_runs(samples: &[&Vec<f64>], means: &[f64]) -> f64 {
    within(samples, means).map_or(0.0, |(square, _)| {
        let shares = samples.iter().map(|runs| 1.0 / runs.len() as f64);
        square * shares.sum::<f64>() / samples.len() as f64
    })
}

/// The samples with runs, and their means.
fn measured(samples: &[Vec<f64>]) -> (Vec<&Vec<f64>>, Vec<f64>) {
    let samples: Vec<&Vec<f64>> = samples.iter().filter(|runs| !runs.is_empty()).collect();
    let means = samples.iter().filter_map(|runs| mean(runs)).collect();
    (samples, means)
}

/// `None` of no value.
pub fn mean(values: &[f64]) -> Option<f64> {
    // From the first: the mean of equal values is exactly that value.
    let first = *values.first()?;
    let rest: f64 = values.iter().map(|value| value - first).sum();
    Some(first + rest / values.len() as f64)
}

fn squares(values: &[f64], mean: f64) -> f64 {
    values.iter().map(|value| (value - mean).powi(2)).sum()
}

impl OneWay {
    /// Of the runs of each sample; samples without a run are left out. `None`: there is no run.
    pub fn of(samples: &[Vec<f64>]) -> Option<Self> {
        let of_means = Moments::of(samples)?;
        let (samples, means) = measured(samples);
        let several = samples.len() > 1;
        let runs: usize = samples.iter().map(|runs| runs.len()).sum();
        let half = t_quantile((of_means.count - 1.0).max(1.0))
            * (of_means.variance / of_means.count).sqrt();
        Some(Self {
            samples: samples.len(),
            runs,
            mean: of_means.mean,
            interval: several.then_some(Interval {
                low: of_means.mean - half,
                high: of_means.mean + half,
            }),
            spread: match (several, within(&samples, &means)) {
                (true, Some(within)) => components(&samples, &means, within),
                (true, None) => Spread::Together {
                    total: Deviation::of_mean_square(of_means.variance, of_means.count - 1.0),
                },
                (false, Some((square, degrees))) => Spread::Runs {
                    run_to_run: Deviation::of_mean_square(square, degrees),
                },
                (false, None) => Spread::Unknown,
            },
        })
    }
}

/// Mean square within samples, with its degrees of freedom; `None`: each was run once.
fn within(samples: &[&Vec<f64>], means: &[f64]) -> Option<(f64, f64)> {
    let own = samples.iter().zip(means);
    let all: f64 = own.map(|(runs, mean)| squares(runs, *mean)).sum();
    let repeated = samples.iter().map(|runs| runs.len() - 1).sum::<usize>() as f64;
    (repeated > 0.0).then(|| (all / repeated, repeated))
}

/// Variance components by the method of moments, which allows samples of different numbers of runs.
fn components(samples: &[&Vec<f64>], means: &[f64], (within, below): (f64, f64)) -> Spread {
    let counts = || samples.iter().map(|runs| runs.len() as f64);
    let runs: f64 = counts().sum();
    let above = samples.len() as f64 - 1.0;
    let grand = counts().zip(means).map(|(n, mean)| n * mean).sum::<f64>() / runs;
    let apart = |(n, mean): (f64, &f64)| n * (mean - grand).powi(2);
    let between = counts().zip(means).map(apart).sum::<f64>() / above;
    // Equal values differ by what rounding makes of their means.
    let between = if between <= (ROUNDING * grand).powi(2) {
        0.0
    } else {
        between
    };
    // Runs per sample, or what stands for them where samples have different numbers.
    let n0 = (runs - counts().map(|n| n * n).sum::<f64>() / runs) / above;
    Spread::DrivesAndRuns {
        drive_to_drive: Deviation::of_component((between, above), (within, below), n0),
        run_to_run: Deviation::of_mean_square(within, below),
        p_alike: match (between > 0.0, within > 0.0) {
            (false, _) => 1.0,
            (true, false) => 0.0,
            (true, true) => f_beyond(between / within, above, below),
        },
    }
}
