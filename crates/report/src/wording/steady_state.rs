//! Whether random writes became steady by SNIA's rule, and why not.

use super::numbers::short;
use fourcorners_bench::steady_state::{
    RANGE_PERCENT_MAX, SLOPE_PERCENT_MAX, Verdict, WINDOW_ROUNDS,
};
use fourcorners_findings::steady::{State, Steady};

/// In a word or two: `after 1200 s`, `not in 1980 s`, `not confirmed`, `too short`.
pub fn word(found: &Steady) -> String {
    let after_s = found.after_s();
    match found.state() {
        State::TooFewRounds | State::ShortRounds => "too short".into(),
        State::NotConfirmed => "not confirmed".into(),
        State::Drifting if found.drift_percent().is_some_and(|drift| drift < 0.0) => {
            "still falling".into()
        }
        State::Drifting => "still rising".into(),
        State::Reached => format!("after {after_s} s"),
        State::NotReached => format!("not in {after_s} s"),
    }
}

/// The verdict, and how much was written until then.
pub fn sentence(found: &Steady) -> String {
    let verdict = &found.verdict;
    let said = match (found.state(), Figures::of(verdict)) {
        (State::ShortRounds, _) => {
            let round_s = found.round_s;
            return format!("Steady state not judged: rounds of {round_s} s (needs 60 s).");
        }
        (State::NotConfirmed, Some(figures)) => {
            let all = short(found.times_written * 100.0);
            return format!(
                "Steady state not confirmed: {}, but random writes covered only {all} % of the \
                 tested capacity.",
                figures.of_last(verdict.rounds)
            );
        }
        (State::Drifting, Some(figures)) => format!(
            "Steady state not confirmed: {}, but random write speed has changed by {:+.0} % since \
             round {}.",
            figures.of_last(verdict.rounds),
            found.drift_percent().unwrap_or_default(),
            found.reached_at_round.unwrap_or_default()
        ),
        _ => format!("Steady state {}.", self::verdict(verdict, found.round_s)),
    };
    if verdict.window.is_none() {
        return said;
    }
    let until = match found.reached_at_round {
        Some(round) => format!(" until round {round}"),
        None => String::new(),
    };
    format!(
        "{said} Written{until}: {} GB, {} % of the tested capacity.",
        short(found.written_bytes / 1e9),
        short(found.written_bytes * 100.0 / found.span_bytes.max(1) as f64)
    )
}

/// Both figures of the last five rounds.
struct Figures {
    /// Their distance.
    range: String,
    /// The rise of the line fitted through them.
    slope: String,
}

impl Figures {
    /// `None`: there are fewer rounds, or no I/O finished in them.
    fn of(verdict: &Verdict) -> Option<Self> {
        let window = verdict.window?;
        let (range, slope) = (window.range_percent()?, window.slope_percent()?);
        Some(Self {
            range: format!("spread {range:.2} % (limit {RANGE_PERCENT_MAX} %)"),
            slope: format!("drift {slope:+.2} % (limit {SLOPE_PERCENT_MAX} %)"),
        })
    }

    /// Of rounds that hold.
    fn of_last(&self, rounds: usize) -> String {
        let Self { range, slope } = self;
        let first = rounds + 1 - WINDOW_ROUNDS;
        format!("{range}, {slope} in the last {WINDOW_ROUNDS} rounds ({first} to {rounds})")
    }
}

/// Reached or not, with both figures. `round_s`: length of a round in seconds.
pub fn verdict(verdict: &Verdict, round_s: u64) -> String {
    let rounds = match verdict.rounds {
        1 => format!("1 round of {round_s} s"),
        many => format!("{many} rounds of {round_s} s"),
    };
    if verdict.window.is_none() {
        return format!("not reached: {rounds} (needs {WINDOW_ROUNDS})");
    }
    let Some(figures) = Figures::of(verdict) else {
        return format!("not reached: no I/O finished in the last {WINDOW_ROUNDS} rounds");
    };
    if let Some(round) = verdict.reached_at_round {
        let kept = match verdict.rounds {
            last if last == round as usize => "",
            _ => " and kept to the end",
        };
        return format!(
            "reached at round {round} ({} s){kept}: {}",
            u64::from(round) * round_s,
            figures.of_last(verdict.rounds)
        );
    }
    let Figures { range, slope } = figures;
    format!("not reached in {rounds}: {range}, {slope} in the last {WINDOW_ROUNDS}")
}

#[cfg(test)]
mod tests {
    use super::verdict;
    use fourcorners_bench::steady_state::judge;

    #[test]
    fn sentence_gives_spread_and_drift() {
        for (rounds, sentence) in [
            (
                vec![400, 100, 100, 100, 100, 100],
                "reached at round 6 (360 s): spread 0.00 % (limit 20 %), drift +0.00 % (limit 10 \
                 %) in the last 5 rounds (2 to 6)",
            ),
            // The figures are of the last five, not of those with which it was reached.
            (
                vec![400, 100, 100, 100, 100, 100, 100, 105],
                "reached at round 6 (360 s) and kept to the end: spread 4.95 % (limit 20 %), \
                 drift +3.96 % (limit 10 %) in the last 5 rounds (4 to 8)",
            ),
            (
                vec![120, 95, 90, 95, 120],
                "not reached in 5 rounds of 60 s: spread 28.85 % (limit 20 %), drift +0.00 % \
                 (limit 10 %) in the last 5",
            ),
            (
                vec![109, 105, 100, 95, 91],
                "not reached in 5 rounds of 60 s: spread 18.00 % (limit 20 %), drift -18.40 % \
                 (limit 10 %) in the last 5",
            ),
            (
                vec![500, 400, 300, 200, 100],
                "not reached in 5 rounds of 60 s: spread 133.33 % (limit 20 %), drift -133.33 % \
                 (limit 10 %) in the last 5",
            ),
            (vec![7], "not reached: 1 round of 60 s (needs 5)"),
            (
                vec![9, 0, 0, 0, 0, 0],
                "not reached: no I/O finished in the last 5 rounds",
            ),
        ] {
            assert_eq!(verdict(&judge(&rounds), 60), sentence);
        }
    }
}
