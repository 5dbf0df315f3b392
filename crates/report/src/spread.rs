//! A figure of repeated runs: the median, what lies around it, and whether it differs from another.

/// The median of repeated runs, and the lowest and highest of them; all alike if there was one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Spread {
    pub value: f64,
    pub low: f64,
    pub high: f64,
}

/// Two figures differ if the lower is at most this share of the higher: a difference of less than a tenth is
/// called none.
const DIFFERS: f64 = 0.9;

/// What a figure is beside another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Difference {
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

    /// Of a figure of each run: their median (the lower of two middles), the lowest and the highest; `None` of no run.
    pub fn of(mut values: Vec<f64>) -> Option<Self> {
        values.sort_by(f64::total_cmp);
        let middle = *values.get(values.len().checked_sub(1)? / 2)?;
        Some(Self::new(middle, *values.first()?, *values.last()?))
    }

    /// Whether repeated runs do not tell the two apart: their intervals meet. Figures of single runs
    /// have no interval and are always told apart; how large a difference has to be is another rule.
    pub fn overlaps(&self, other: &Self) -> bool {
        let repeated = self.low < self.high || other.low < other.high;
        repeated && self.meets(other)
    }

    /// Whether the two have a value in common; single runs only where they are equal.
    pub fn meets(&self, other: &Self) -> bool {
        self.low <= other.high && other.low <= self.high
    }

    /// What this is beside another figure, of which it may be a share.
    pub fn beside(&self, other: &Self) -> Difference {
        let (lower, higher) = (self.value.min(other.value), self.value.max(other.value));
        match self.value.total_cmp(&other.value) {
            _ if lower > higher * DIFFERS || lower == higher => Difference::None,
            _ if self.overlaps(other) => Difference::Noise,
            std::cmp::Ordering::Less => Difference::Lower,
            _ => Difference::Higher,
        }
    }

    /// `179 to 185 MB/s`.
    pub fn interval(&self, unit: &str) -> String {
        let figure = |value: f64| match value.abs() {
            100.0.. => format!("{value:.0}"),
            _ => format!("{value:.1}"),
        };
        let (low, high) = (figure(self.low), figure(self.high));
        if low == high {
            format!("{low} {unit}")
        } else {
            format!("{low} to {high} {unit}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Difference, Spread};

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
        let single = |value: f64| Spread::new(value, value, value);
        assert_eq!(single(181.0).beside(&single(200.0)), Difference::None);
        assert_eq!(single(180.0).beside(&single(200.0)), Difference::Lower);
        assert_eq!(single(200.0).beside(&single(180.0)), Difference::Higher);
        assert_eq!(single(0.0).beside(&single(0.0)), Difference::None);
        let wide = Spread::new(150.0, 90.0, 250.0);
        assert_eq!(wide.beside(&single(200.0)), Difference::Noise);
    }
}
