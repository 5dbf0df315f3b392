//! A figure of repeated runs: the median, and what lies around it.

/// The median of repeated runs, and the lowest and highest of them; all alike if there was one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Spread {
    pub value: f64,
    pub low: f64,
    pub high: f64,
}

impl Spread {
    pub fn new(value: f64, low: f64, high: f64) -> Self {
        Self { value, low, high }
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
    use super::Spread;

    #[test]
    fn are_figures_told_apart_only_where_their_intervals_do_not_meet() {
        let of = |low: f64, high: f64| Spread::new((low + high) / 2.0, low, high);
        assert!(of(1.0, 3.0).overlaps(&of(3.0, 4.0)));
        assert!(of(2.0, 2.0).overlaps(&of(1.0, 3.0)));
        assert!(!of(1.0, 2.0).overlaps(&of(2.1, 4.0)));
        assert!(!of(2.0, 2.0).overlaps(&of(2.0, 2.0)), "single runs");
    }
}
