//! Standard deviations with their confidence intervals.

use super::distribution::{LEVEL, chi_squared_beyond, f_beyond, quantile};
use schemars::JsonSchema;
use serde::Serialize;

/// A standard deviation, with its 95 % confidence interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "StandardDeviation")]
pub struct Deviation {
    pub value: f64,
    pub low: f64,
    pub high: f64,
}

/// Probability of each tail.
const TAIL: f64 = (1.0 - LEVEL) / 2.0;

/// Values that chi-squared exceeds with 97.5 % and with 2.5 %.
fn chi_squared_ends(degrees: f64) -> [f64; 2] {
    [1.0 - TAIL, TAIL].map(|tail| quantile(tail, |x| chi_squared_beyond(x, degrees)))
}

impl Deviation {
    /// Of a mean square, by its degrees of freedom.
    pub fn of_mean_square(square: f64, degrees: f64) -> Self {
        let [lower, upper] = chi_squared_ends(degrees);
        Self {
            value: square.sqrt(),
            low: (square * degrees / upper).sqrt(),
            high: (square * degrees / lower).sqrt(),
        }
    }

    /// Of a variance component: mean squares between and within with their degrees of freedom, and
    /// how many runs a sample has. The interval is that of Tukey and Williams, for samples of equal
    /// numbers of runs, with `runs` in the place of that number.
    pub fn of_component(between: (f64, f64), within: (f64, f64), runs: f64) -> Self {
        let ((above, degrees_above), (below, degrees_below)) = (between, within);
        let [lower, upper] = chi_squared_ends(degrees_above);
        let f_at = |tail| quantile(tail, |f| f_beyond(f, degrees_above, degrees_below));
        let [f_lower, f_upper] = [1.0 - TAIL, TAIL].map(f_at);
        let root = |square: f64| square.max(0.0).sqrt();
        let end = |f: f64, chi_squared: f64| {
            root(degrees_above * (above - f * below) / (runs * chi_squared))
        };
        Self {
            value: root((above - below) / runs),
            low: end(f_upper, upper),
            high: end(f_lower, lower),
        }
    }
}
