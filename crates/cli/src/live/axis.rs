//! From where to where the IOPS of a phase are drawn, and what stands beside it.

#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// Logarithmic, as in the reviews' consistency plots.
    pub log: bool,
    /// Lower and upper end; powers of ten if logarithmic.
    pub ends: [f64; 2],
    /// Evenly spaced from the lower end to the upper one.
    pub labels: Vec<String>,
}

impl Axis {
    /// For these I/Os a second, on so many rows of the terminal. Seconds more than ten times faster
    /// than others ask for a logarithmic axis.
    pub fn of(ios: impl Iterator<Item = u64>, rows: u16) -> Self {
        let (mut lowest, mut highest) = (u64::MAX, 0);
        for ios in ios.filter(|ios| *ios > 0) {
            (lowest, highest) = (lowest.min(ios), highest.max(ios));
        }
        // A row without a label between two with one.
        let labels = usize::from(rows.div_ceil(2)).max(2);
        if highest > lowest.saturating_mul(10) {
            Self::logarithmic(lowest as f64, highest as f64, labels)
        } else {
            Self::linear(highest as f64, labels)
        }
    }

    fn logarithmic(lowest: f64, highest: f64, labels: usize) -> Self {
        let low = lowest.log10().floor() as i32;
        let high = (highest.log10().ceil() as i32).max(low + 1);
        let decades = (high - low) as usize;
        let steps =
            (1..=decades).find(|step| decades.is_multiple_of(*step) && decades / step < labels);
        let exponents = (low..=high).step_by(steps.unwrap_or(decades));
        Self {
            log: true,
            ends: [f64::from(low), f64::from(high)],
            labels: exponents
                .map(|exponent| short(10_f64.powi(exponent)))
                .collect(),
        }
    }

    fn linear(highest: f64, labels: usize) -> Self {
        let highest = highest.max(1.0);
        let decade = 10_f64.powf(highest.log10().floor());
        let top = [1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0]
            .map(|factor| factor * decade)
            .into_iter()
            .find(|top| *top >= highest)
            .unwrap_or(10.0 * decade);
        let shares: &[f64] = if labels > 2 {
            &[0.0, 0.5, 1.0]
        } else {
            &[0.0, 1.0]
        };
        Self {
            log: false,
            ends: [0.0, top],
            labels: shares.iter().map(|share| short(share * top)).collect(),
        }
    }

    /// Where so many I/Os lie; `None` of none at all on a logarithmic axis.
    pub fn place(&self, ios: u64) -> Option<f64> {
        match self.log {
            false => Some(ios as f64),
            true => (ios > 0).then(|| (ios as f64).log10()),
        }
    }
}

/// `500`, `2.5K`, `1M`.
fn short(number: f64) -> String {
    match number {
        1e6.. => format!("{}M", number / 1e6),
        1e3.. => format!("{}K", number / 1e3),
        _ => format!("{number}"),
    }
}

#[cfg(test)]
mod tests {
    use super::Axis;

    fn axis(ios: &[u64], rows: u16) -> Axis {
        Axis::of(ios.iter().copied(), rows)
    }

    #[test]
    fn is_an_axis_logarithmic_where_seconds_differ_tenfold() {
        let steady = axis(&[20_100, 19_000, 0, 2_010], 9);
        assert_eq!((steady.log, steady.ends), (false, [0.0, 25_000.0]));
        assert_eq!(steady.labels, ["0", "12.5K", "25K"]);
        assert_eq!(steady.place(0), Some(0.0));
        let torn = axis(&[20_100, 0, 2_009], 9);
        assert_eq!((torn.log, torn.ends), (true, [3.0, 5.0]));
        assert_eq!(torn.labels, ["1K", "10K", "100K"]);
        assert_eq!((torn.place(0), torn.place(1000)), (None, Some(3.0)));
    }

    #[test]
    fn do_labels_have_room_and_even_steps() {
        let wide = [1, 99_999];
        assert_eq!(axis(&wide, 12).labels.len(), 6, "1 to 100K");
        // Five decades divide into nothing but one and five.
        assert_eq!(axis(&wide, 8).labels, ["1", "100K"]);
        assert_eq!(axis(&[1, 9_999], 6).labels, ["1", "100", "10K"]);
        assert_eq!(axis(&[7], 2).labels, ["0", "8"]);
        assert_eq!(axis(&[], 9).ends, [0.0, 1.0], "nothing yet");
        assert_eq!(axis(&[0], 9).ends, [0.0, 1.0], "nothing at all");
        assert!(axis(&[1, u64::MAX], 9).ends[1] <= 20.0);
    }
}
