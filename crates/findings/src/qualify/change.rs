//! One metric under two firmware versions: a t test on the samples' means, paired where drives were
//! measured under both, else Welch's; and Holm's correction for many metrics.

use super::distribution::{LEVEL, t_beyond, t_quantile};
use super::one_way::{Interval, Moments};
use super::paired::paired;
use schemars::JsonSchema;
use serde::Serialize;

/// What a metric is under the new firmware, compared with the base.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "ChangeVerdict")]
pub enum ChangeVerdict {
    Worse,
    Better,
    /// Samples differ too much to show one, it is below 1 %, or there is none.
    NoDifferenceShown,
    /// One version has fewer than two samples: nothing is known of other drives.
    TooFewSamples,
}

/// A metric's change.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Change {
    /// From the mean of the base, in per cent of it; null: that mean is 0.
    pub percent: Option<f64>,
    /// 95 % confidence interval of `percent`, not corrected for the number of metrics; null: too
    /// few samples.
    pub interval_percent: Option<Interval>,
    /// Drives measured under both versions, where there are two or more: only their own changes
    /// are tested (paired t test). 0: Welch's t test.
    pub pairs: usize,
    /// p value of the t test; null: too few samples.
    pub p: Option<f64>,
    /// The same after Holm's correction for all metrics; below 0.05 a change of 1 % or more counts.
    pub p_adjusted: Option<f64>,
    pub verdict: ChangeVerdict,
}

/// One metric of the runs of each sample.
#[derive(Clone, Debug, PartialEq)]
pub struct Both {
    pub base: Vec<Vec<f64>>,
    pub new: Vec<Vec<f64>>,
    /// Places in `base` and in `new` of one drive.
    pub pairs: Vec<[usize; 2]>,
    pub more_is_better: bool,
}

/// The difference of two means, and whether chance explains it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Welch {
    /// New less base.
    pub difference: f64,
    /// Of Welch and Satterthwaite.
    pub degrees: f64,
    pub interval: Interval,
    pub p: f64,
}

/// A smaller change never counts, in per cent: percentiles are of classes of latencies, and
/// simulated drives hardly differ between runs.
const LEAST_PERCENT: f64 = 1.0;

/// Below this share of a mean, a difference is what adding numbers in another order makes.
pub(super) const ROUNDING: f64 = 1e-12;

impl Welch {
    /// `None`: one has fewer than two values.
    pub fn of(base: Moments, new: Moments) -> Option<Self> {
        if base.count < 2.0 || new.count < 2.0 {
            return None;
        }
        let difference = new.mean - base.mean;
        let parts = [base, new].map(|of| (of.variance / of.count, of.count - 1.0));
        let variance: f64 = parts.iter().map(|(part, _)| part).sum();
        let rounding = base.mean.abs().max(new.mean.abs()) * ROUNDING;
        let is_none = difference.abs() <= rounding;
        if variance.sqrt() <= rounding {
            return Some(Self {
                difference,
                degrees: base.count + new.count - 2.0,
                interval: Interval {
                    low: difference,
                    high: difference,
                },
                p: if is_none { 1.0 } else { 0.0 },
            });
        }
        let below: f64 = parts.iter().map(|(part, free)| part * part / free).sum();
        let degrees = variance * variance / below;
        let half = t_quantile(degrees) * variance.sqrt();
        Some(Self {
            difference,
            degrees,
            interval: Interval {
                low: difference - half,
                high: difference + half,
            },
            p: t_beyond(difference / variance.sqrt(), degrees),
        })
    }
}

/// Two versions, and whether chance explains their difference.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Compared {
    /// Drives compared with themselves; 0: Welch's test.
    pub pairs: usize,
    /// Mean of the base.
    pub base: f64,
    /// New less base.
    pub difference: f64,
    /// Its 95 % confidence interval and p value; `None`: too few samples.
    pub test: Option<(Interval, f64)>,
}

/// p values after Holm's correction, in the same order.
pub fn holm(p: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p.len()).collect();
    order.sort_by(|a, b| p[*a].total_cmp(&p[*b]));
    let (mut adjusted, mut so_far) = (vec![1.0; p.len()], 0.0_f64);
    for (rank, place) in order.into_iter().enumerate() {
        so_far = so_far.max(p[place] * (p.len() - rank) as f64).min(1.0);
        adjusted[place] = so_far;
    }
    adjusted
}

/// The change of every metric, in their order; `None`: one version has no value of it.
pub fn changes(metrics: &[Both]) -> Vec<Option<Change>> {
    let tests = metrics.iter().map(|of| {
        if let Some(paired) = paired(of) {
            return Some(paired);
        }
        let (base, new) = (Moments::of(&of.base)?, Moments::of(&of.new)?);
        let welch = Welch::of(base, new);
        Some(Compared {
            pairs: 0,
            base: base.mean,
            difference: new.mean - base.mean,
            test: welch.map(|welch| (welch.interval, welch.p)),
        })
    });
    let tests: Vec<_> = tests.collect();
    let p: Vec<f64> = tests
        .iter()
        .flatten()
        .filter_map(|test| Some(test.test?.1))
        .collect();
    let mut adjusted = holm(&p).into_iter();
    let all = metrics.iter().zip(tests).map(|(metric, test)| {
        let Compared {
            pairs,
            base,
            difference,
            test,
        } = test?;
        let percent = |difference: f64| difference / base.abs() * 100.0;
        let is_share = base != 0.0;
        let p_adjusted = test.and_then(|_| adjusted.next());
        let is_large = !is_share || percent(difference).abs() >= LEAST_PERCENT;
        let shown = p_adjusted.map(|p| p < 1.0 - LEVEL && is_large);
        Some(Change {
            percent: is_share.then(|| percent(difference)),
            interval_percent: test.filter(|_| is_share).map(|(interval, _)| Interval {
                low: percent(interval.low),
                high: percent(interval.high),
            }),
            pairs,
            p: test.map(|(_, p)| p),
            p_adjusted,
            verdict: match shown {
                None => ChangeVerdict::TooFewSamples,
                Some(false) => ChangeVerdict::NoDifferenceShown,
                Some(true) if (difference > 0.0) == metric.more_is_better => ChangeVerdict::Better,
                Some(true) => ChangeVerdict::Worse,
            },
        })
    });
    all.collect()
}
