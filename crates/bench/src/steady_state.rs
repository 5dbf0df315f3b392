//! SNIA's rule for a steady state (performance test specification): of the last five rounds,
//! highest and lowest lie at most 20 % of their average apart, and the line fitted through them by
//! least squares rises or falls by at most 10 % of it from the first to the last.
//!
//! Rounds are counted in whole I/Os, so both rules are decided exactly.

/// Rounds that are looked at together.
pub const WINDOW_ROUNDS: usize = 5;
/// Length of a round where a file does not say it, in seconds.
pub const ROUND_S: u64 = 60;
/// Rounds after which it is given up where a file does not say it.
pub const ROUNDS_MAX: u32 = 25;
/// Highest less lowest round, in per cent of the average: no more than this.
pub const RANGE_PERCENT_MAX: f64 = 20.0;
/// Rise or fall of the fitted line over the window, in per cent of the average: no more than this.
pub const SLOPE_PERCENT_MAX: f64 = 10.0;

/// Five rounds in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    sum: u128,
    /// Highest less lowest.
    range: u64,
    /// Sum of each round times its distance from the middle one: ten times the slope.
    tilt: i128,
}

impl Window {
    /// The last five; `None` if there are fewer.
    pub fn last(rounds: &[u64]) -> Option<Self> {
        let window: &[u64; WINDOW_ROUNDS] = rounds.last_chunk()?;
        let weighted = (-2..).zip(window).map(|(x, ios)| x * i128::from(*ios));
        Some(Self {
            sum: window.iter().map(|ios| u128::from(*ios)).sum(),
            range: window.iter().max()? - window.iter().min()?,
            tilt: weighted.sum(),
        })
    }

    /// Whether both rules hold. A drive that does nothing at all is not steady.
    pub fn is_steady(&self) -> bool {
        self.range_holds() && self.slope_holds()
    }

    /// The first rule: range <= sum / 5 / 5.
    pub fn range_holds(&self) -> bool {
        self.sum > 0 && u128::from(self.range) * 25 <= self.sum
    }

    /// The second rule: four steps of tilt / 10 <= sum / 5 / 10.
    pub fn slope_holds(&self) -> bool {
        self.sum > 0 && self.tilt.unsigned_abs() * 20 <= self.sum
    }

    /// I/Os of a round.
    pub fn average(&self) -> f64 {
        self.sum as f64 / WINDOW_ROUNDS as f64
    }

    /// The fitted line at the first and at the last round, in I/Os of a round.
    pub fn fitted(&self) -> (f64, f64) {
        let two_steps = self.tilt as f64 / 5.0;
        (self.average() - two_steps, self.average() + two_steps)
    }

    /// Highest less lowest round, in per cent of the average; `None` without any I/O.
    pub fn range_percent(&self) -> Option<f64> {
        (self.sum > 0).then(|| self.range as f64 * 100.0 / self.average())
    }

    /// From the first to the last round the fitted line rises by so many per cent of the average,
    /// or falls, if it is below zero; `None` without any I/O.
    pub fn slope_percent(&self) -> Option<f64> {
        (self.sum > 0).then(|| self.tilt as f64 * 40.0 / self.average())
    }
}

/// Whether rounds ended in a steady state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// How many rounds there were.
    pub rounds: usize,
    /// The round, from 1, with which it was reached and from which on it stayed; `None`: the last
    /// five are not steady.
    pub reached_at_round: Option<u32>,
    /// The last five; `None` if there were fewer.
    pub window: Option<Window>,
}

/// Looks at the I/Os of each round. What was steady once and is not at the end is not: a drive that
/// still has free blocks is as even as one that has none.
pub fn judge(rounds: &[u64]) -> Verdict {
    let steady = |end: &usize| Window::last(&rounds[..*end]).is_some_and(|last| last.is_steady());
    let reached = (0..=rounds.len()).rev().take_while(steady).last();
    Verdict {
        rounds: rounds.len(),
        reached_at_round: reached.map(|round| round as u32),
        window: Window::last(rounds),
    }
}
