//! Whether random writes became steady by SNIA's rule.

use super::Words;
use crate::wording::numbers::short;
use fourcorners_findings::judges::steady_state::SteadyState;

pub fn words(says: &SteadyState) -> Words {
    Words::text(match says {
        SteadyState::ShortRounds { round_s } => {
            format!("steady state not judged: rounds of {round_s} s (needs 60 s)")
        }
        SteadyState::NotConfirmed {
            seconds,
            times_written,
        } => format!(
            "steady state not confirmed: SNIA's rule is met after {seconds} s, but the random \
             writes covered only {} % of the tested capacity",
            short(times_written * 100.0)
        ),
        SteadyState::Drifting {
            seconds,
            drift_percent,
        } => format!(
            "steady state not confirmed: SNIA's rule is met after {seconds} s, but random write \
             speed {} by {} % after that",
            if *drift_percent < 0.0 { "fell" } else { "rose" },
            short(drift_percent.abs())
        ),
        SteadyState::Reached { seconds } => {
            format!("steady state (SNIA) after {seconds} s of random writes")
        }
        SteadyState::NotReached { seconds } => {
            format!("no steady state (SNIA) in {seconds} s of random writes")
        }
    })
}
