//! Whether random writes became steady by SNIA's rule, and why not.

use super::numbers::short;
use fourcorners_bench::steady_state::{
    RANGE_PERCENT_MAX, SLOPE_PERCENT_MAX, Verdict, WINDOW_ROUNDS, Window,
};
use fourcorners_findings::steady::{State, Steady};

/// In a word or two: `after 1200 s`, `not in 1980 s`, `not confirmed`, `too short to tell`.
pub fn word(found: &Steady) -> String {
    let after_s = found.after_s();
    match found.state() {
        State::TooFewRounds | State::ShortRounds => "too short to tell".into(),
        State::NotConfirmed => "not confirmed".into(),
        State::Reached => format!("after {after_s} s"),
        State::NotReached => format!("not in {after_s} s"),
    }
}

/// The verdict, and how much was written until then: an even drive may have hardly begun.
pub fn sentence(found: &Steady) -> String {
    let verdict = &found.verdict;
    let said = match (found.state(), Figures::of(verdict)) {
        (State::ShortRounds, _) => {
            let round_s = found.round_s;
            return format!(
                "Steady state not judged: rounds of {round_s} s are too short to tell."
            );
        }
        (State::NotConfirmed, Some(figures)) => {
            let all = short(found.times_written * 100.0);
            return format!(
                "Steady state not confirmed: {}, but all rounds wrote only {all} % of the tested \
                 capacity.",
                figures.of_last(verdict.rounds)
            );
        }
        _ => format!("Steady state {}.", self::verdict(verdict, found.round_s)),
    };
    if verdict.window.is_none() {
        return said;
    }
    let until = match found.reached_at_round {
        Some(round) => format!("Until round {round},"),
        None => "Until then".into(),
    };
    format!(
        "{said} {until} {} GB were written, {} % of the tested capacity.",
        short(found.written_bytes / 1e9),
        short(found.written_bytes * 100.0 / found.span_bytes.max(1) as f64)
    )
}

/// Both figures of the last five rounds.
struct Figures {
    window: Window,
    /// How far they lie apart.
    range: String,
    /// What the line fitted through them does.
    slope: String,
}

impl Figures {
    /// `None`: there are fewer rounds, or no I/O finished in them.
    fn of(verdict: &Verdict) -> Option<Self> {
        let window = verdict.window?;
        let (range, slope) = (window.range_percent()?, window.slope_percent()?);
        let direction = if slope < 0.0 { "falls" } else { "rises" };
        Some(Self {
            window,
            range: format!("{range:.2} % of their average apart ({RANGE_PERCENT_MAX} % allowed)"),
            slope: format!(
                "{direction} by {:.2} % of it ({SLOPE_PERCENT_MAX} % allowed)",
                slope.abs()
            ),
        })
    }

    /// Of rounds that hold.
    fn of_last(&self, rounds: usize) -> String {
        let Self { range, slope, .. } = self;
        let first = rounds + 1 - WINDOW_ROUNDS;
        format!(
            "the last {WINDOW_ROUNDS} rounds ({first} to {rounds}) lie {range}, and the line \
             fitted through them {slope}"
        )
    }
}

/// Reached or not, with both figures. `round_s`: length of a round in seconds.
pub fn verdict(verdict: &Verdict, round_s: u64) -> String {
    let rounds = match verdict.rounds {
        1 => format!("1 round of {round_s} s"),
        many => format!("{many} rounds of {round_s} s"),
    };
    if verdict.window.is_none() {
        return format!("not reached: {rounds}, and it takes {WINDOW_ROUNDS} to tell");
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
    let Figures {
        window,
        range,
        slope,
    } = figures;
    let why = match (window.range_holds(), window.slope_holds()) {
        (false, true) => format!(
            "the last {WINDOW_ROUNDS} lie {range}, though the line fitted through them only {slope}"
        ),
        (true, false) => format!(
            "the line fitted through the last {WINDOW_ROUNDS} {slope}, though they lie only {range}"
        ),
        _ => format!(
            "the last {WINDOW_ROUNDS} lie {range}, and the line fitted through them {slope}"
        ),
    };
    format!("not reached in {rounds}: {why}")
}

#[cfg(test)]
mod tests {
    use super::verdict;
    use fourcorners_bench::steady_state::judge;

    #[test]
    fn sentence_says_which_rule_failed_and_by_how_much() {
        for (rounds, sentence) in [
            (
                vec![400, 100, 100, 100, 100, 100],
                "reached at round 6 (360 s): the last 5 rounds (2 to 6) lie 0.00 % of their \
                 average apart (20 % allowed), and the line fitted through them rises by 0.00 % \
                 of it (10 % allowed)",
            ),
            // The figures are of the last five, not of those with which it was reached.
            (
                vec![400, 100, 100, 100, 100, 100, 100, 105],
                "reached at round 6 (360 s) and kept to the end: the last 5 rounds (4 to 8) lie \
                 4.95 % of their average apart (20 % allowed), and the line fitted through them \
                 rises by 3.96 % of it (10 % allowed)",
            ),
            (
                vec![120, 95, 90, 95, 120],
                "not reached in 5 rounds of 60 s: the last 5 lie 28.85 % of their average apart \
                 (20 % allowed), though the line fitted through them only rises by 0.00 % of it \
                 (10 % allowed)",
            ),
            (
                vec![109, 105, 100, 95, 91],
                "not reached in 5 rounds of 60 s: the line fitted through the last 5 falls by \
                 18.40 % of it (10 % allowed), though they lie only 18.00 % of their average \
                 apart (20 % allowed)",
            ),
            (
                vec![500, 400, 300, 200, 100],
                "not reached in 5 rounds of 60 s: the last 5 lie 133.33 % of their average apart \
                 (20 % allowed), and the line fitted through them falls by 133.33 % of it (10 % \
                 allowed)",
            ),
            (
                vec![7],
                "not reached: 1 round of 60 s, and it takes 5 to tell",
            ),
            (
                vec![9, 0, 0, 0, 0, 0],
                "not reached: no I/O finished in the last 5 rounds",
            ),
        ] {
            assert_eq!(verdict(&judge(&rounds), 60), sentence);
        }
    }
}
