//! Whether random writes became steady by SNIA's rule, and why not.

use super::numbers::short;
use fourcorners_bench::steady_state::{
    RANGE_PERCENT_MAX, SLOPE_PERCENT_MAX, Verdict, WINDOW_ROUNDS,
};
use fourcorners_findings::steady::Steady;

/// In a word: `after 1200 s`, `looks so after 540 s`, `not in 1980 s`, `too short to tell`.
pub fn word(found: &Steady) -> String {
    let after_s = found.after_s();
    match found.reached_at_round {
        _ if found.has_short_rounds() || found.rounds.len() < WINDOW_ROUNDS => {
            "too short to tell".into()
        }
        Some(_) if found.looks_steady() => format!("looks so after {after_s} s"),
        Some(_) => format!("after {after_s} s"),
        None => format!("not in {after_s} s"),
    }
}

/// The verdict, and how much was written until then: an even drive may have hardly begun.
pub fn sentence(found: &Steady) -> String {
    let mut said = format!("Steady state {}.", verdict(&found.verdict, found.round_s));
    if found.has_short_rounds() {
        said.push_str(" Rounds of less than a minute are too short to tell.");
    }
    if found.verdict.window.is_some() {
        let until = match found.reached_at_round {
            Some(round) => format!("Until round {round},"),
            None => "Until then".into(),
        };
        said = format!(
            "{said} {until} {} GB were written, {} % of the LBAs' size.",
            short(found.written_bytes / 1e9),
            short(found.written_bytes * 100.0 / found.span_bytes.max(1) as f64)
        );
    }
    if found.looks_steady() {
        let all = short(found.times_written * 100.0);
        said.push_str(&format!(
            " All rounds wrote {all} % of it: before the LBAs were written once, what looks steady \
             may still move."
        ));
    }
    said
}

/// Reached or not, with both figures. `round_s`: length of a round in seconds.
pub fn verdict(verdict: &Verdict, round_s: u64) -> String {
    let rounds = match verdict.rounds {
        1 => format!("1 round of {round_s} s"),
        many => format!("{many} rounds of {round_s} s"),
    };
    let Some(window) = verdict.window else {
        return format!("not reached: {rounds}, and it takes {WINDOW_ROUNDS} to tell");
    };
    let (Some(range), Some(slope)) = (window.range_percent(), window.slope_percent()) else {
        return format!("not reached: no I/O finished in the last {WINDOW_ROUNDS} rounds");
    };
    let direction = if slope < 0.0 { "falls" } else { "rises" };
    let range = format!("{range:.2} % of their average apart ({RANGE_PERCENT_MAX} % allowed)");
    let slope = format!(
        "{direction} by {:.2} % of it ({SLOPE_PERCENT_MAX} % allowed)",
        slope.abs()
    );
    if let Some(round) = verdict.reached_at_round {
        let first = verdict.rounds + 1 - WINDOW_ROUNDS;
        let kept = match verdict.rounds {
            last if last == round as usize => "",
            _ => " and kept to the end",
        };
        return format!(
            "reached at round {round} ({} s){kept}: the last {WINDOW_ROUNDS} rounds ({first} to \
             {}) lie {range}, and the line fitted through them {slope}",
            u64::from(round) * round_s,
            verdict.rounds
        );
    }
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
