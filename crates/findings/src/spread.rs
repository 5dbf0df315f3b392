//! A figure of repeated runs: the median, what lies around it, and whether it differs from another.

use serde::Serialize;

/// Up to so many runs the interval goes from the lowest to the highest of them: too few for any
/// other at [`LEVEL`].
pub const FEW_RUNS: usize = 5;

/// How often the interval of more runs holds the true median, at least.
const LEVEL: f64 = 0.95;

/// Ranks, from 1, of the runs between which the median lies, among so many in ascending order. From
/// the lowest to the highest run where there are few. Of more, the narrowest confidence interval by
/// order statistics: each run lies below the true median with probability 1/2, however figures are
/// distributed, so as many as lie below it are binomial. Unlike the lowest and the highest it does
/// not widen as runs are added.
fn ranks(runs: usize) -> (usize, usize) {
    let mut lowest = 1;
    if runs > FEW_RUNS {
        // Logarithms: 2 to the power of thousands is no number that fits.
        let of_all = runs as f64 * std::f64::consts::LN_2;
        let mut ways = 0.0; // ln of how many sets of `below` runs there are
        let mut beyond = 0.0; // that at most `below` runs lie below the median
        for below in 0..runs / 2 {
            beyond += f64::exp(ways - of_all);
            if 2.0 * beyond > 1.0 - LEVEL {
                break;
            }
            lowest = below + 1;
            ways += ((runs - below) as f64 / (below + 1) as f64).ln();
        }
    }
    (lowest, runs + 1 - lowest)
}

/// The ends of the interval of figures in ascending order, one a run; `None` of no run.
pub fn interval(sorted: &[f64]) -> Option<(f64, f64)> {
    let (low, high) = ranks(sorted.len());
    Some((*sorted.get(low - 1)?, *sorted.get(high.checked_sub(1)?)?))
}

/// The median of repeated runs, and the interval around it: of up to five runs the lowest and
/// highest, of more that in which the median lies with 95 %; all alike if there was one.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Spread {
    pub value: f64,
    pub low: f64,
    pub high: f64,
}

/// Two figures differ if the lower is at most this share of the higher: a difference of less than a
/// tenth is called none.
const DIFFERS: f64 = 0.9;

/// What a figure is compared with another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Difference {
    /// Less than a tenth.
    None,
    /// A tenth or more, and repeated runs do not tell the two apart.
    Noise,
    Lower,
    Higher,
}

impl Spread {
    pub fn new(value: f64, low: f64, high: f64) -> Self {
        Self { value, low, high }
    }

    /// A figure that has no interval.
    pub fn single(value: f64) -> Self {
        Self::new(value, value, value)
    }

    /// Of a figure of each run: their median (the lower of two middles), and its interval; `None`
    /// of no run.
    pub fn of(mut values: Vec<f64>) -> Option<Self> {
        values.sort_by(f64::total_cmp);
        let middle = *values.get(values.len().checked_sub(1)? / 2)?;
        let (low, high) = interval(&values)?;
        Some(Self::new(middle, low, high))
    }

    /// Whether repeated runs do not tell the two apart: their intervals meet. Figures of single
    /// runs have no interval and are always told apart; how large a difference has to be is another
    /// rule.
    pub fn overlaps(&self, other: &Self) -> bool {
        let repeated = self.low < self.high || other.low < other.high;
        repeated && self.meets(other)
    }

    /// Whether the two have a value in common; single runs only where they are equal.
    pub fn meets(&self, other: &Self) -> bool {
        self.low <= other.high && other.low <= self.high
    }

    /// What this is compared with another figure, of which it may be a share.
    pub fn beside(&self, other: &Self) -> Difference {
        let (lower, higher) = (self.value.min(other.value), self.value.max(other.value));
        match self.value.total_cmp(&other.value) {
            _ if lower > higher * DIFFERS || lower == higher => Difference::None,
            _ if self.overlaps(other) => Difference::Noise,
            std::cmp::Ordering::Less => Difference::Lower,
            _ => Difference::Higher,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Difference, Spread, ranks};

    /// The story: of 30 runs each, lowest to highest spanned 12 %, and no two drives were ever told
    /// apart. The ranks are those that tables of nonparametric confidence intervals of the median
    /// print at 95 %.
    #[test]
    fn are_the_ranks_of_the_interval_those_of_the_tables() {
        for (runs, expected) in [
            (1, (1, 1)),
            (2, (1, 2)),
            (5, (1, 5)),
            (6, (1, 6)),
            (8, (1, 8)),
            (9, (2, 8)),
            (10, (2, 9)),
            (15, (4, 12)),
            (20, (6, 15)),
            (25, (8, 18)),
            (30, (10, 21)),
            (50, (18, 33)),
            (100, (40, 61)),
        ] {
            assert_eq!(ranks(runs), expected, "{runs} runs");
        }
        // As narrow as the normal approximation has it, where 0.5 to the power of it is 0.
        let (low, high) = ranks(10_000);
        assert_eq!((low, high), (4902, 5099));
    }

    #[test]
    fn does_an_interval_narrow_as_runs_are_added_and_hold_the_median() {
        let of = |runs: u32| {
            let figures = (0..runs).map(|run| f64::from(run * 7 % runs) / f64::from(runs));
            Spread::of(figures.collect()).expect("runs")
        };
        let width = |runs: u32| of(runs).high - of(runs).low;
        assert!(width(301) < width(31) / 2.0, "{}", width(301));
        for runs in 1..200 {
            let spread = of(runs);
            assert!(spread.low <= spread.value && spread.value <= spread.high);
        }
    }

    #[test]
    fn are_figures_told_apart_only_where_their_intervals_do_not_meet() {
        let of = |low: f64, high: f64| Spread::new((low + high) / 2.0, low, high);
        assert!(of(1.0, 3.0).overlaps(&of(3.0, 4.0)));
        assert!(of(2.0, 2.0).overlaps(&of(1.0, 3.0)));
        assert!(!of(1.0, 2.0).overlaps(&of(2.1, 4.0)));
        assert!(!of(2.0, 2.0).overlaps(&of(2.0, 2.0)), "single runs");
    }

    #[test]
    fn is_a_difference_one_from_a_tenth_on_and_only_if_runs_tell_it_apart() {
        let single = Spread::single;
        assert_eq!(single(181.0).beside(&single(200.0)), Difference::None);
        assert_eq!(single(180.0).beside(&single(200.0)), Difference::Lower);
        assert_eq!(single(200.0).beside(&single(180.0)), Difference::Higher);
        assert_eq!(single(0.0).beside(&single(0.0)), Difference::None);
        let wide = Spread::new(150.0, 90.0, 250.0);
        assert_eq!(wide.beside(&single(200.0)), Difference::Noise);
    }
}
