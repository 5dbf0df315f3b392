//! One metric under two firmware versions: Welch's t test on the samples' means, and Holm's
//! correction for many metrics.

use super::distribution::{LEVEL, t_beyond, t_quantile};
use super::one_way::{Interval, Moments};
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
    /// p value of Welch's t test; null: too few samples.
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
    let moments = |of: &Both| Some((Moments::of(&of.base)?, Moments::of(&of.new)?));
    let tests = metrics.iter().map(|of| {
        let (base, new) = moments(of)?;
        Some((base, new, Welch::of(base, new)))
    });
    let tests: Vec<_> = tests.collect();
    let p: Vec<f64> = tests
        .iter()
        .flatten()
        .filter_map(|test| Some(test.2?.p))
        .collect();
    let mut adjusted = holm(&p).into_iter();
    let all = metrics.iter().zip(tests).map(|(metric, test)| {
        let (base, new, welch) = test?;
        let percent = |difference: f64| difference / base.mean.abs() * 100.0;
        let is_share = base.mean != 0.0;
        let p_adjusted = welch.and_then(|_| adjusted.next());
        let difference = new.mean - base.mean;
        let is_large = !is_share || percent(difference).abs() >= LEAST_PERCENT;
        let shown = p_adjusted.map(|p| p < 1.0 - LEVEL && is_large);
        Some(Change {
            percent: is_share.then(|| percent(difference)),
            interval_percent: welch.filter(|_| is_share).map(|welch| Interval {
                low: percent(welch.interval.low),
                high: percent(welch.interval.high),
            }),
            p: welch.map(|welch| welch.p),
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
