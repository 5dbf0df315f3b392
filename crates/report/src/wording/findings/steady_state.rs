//! Whether random writes became steady by SNIA's rule.

use super::Words;
use crate::wording::numbers::short;
use fourcorners_findings::judges::steady_state::SteadyState;

pub fn words(says: &SteadyState) -> Words {
    Words::text(match says {
        SteadyState::ShortRounds { round_s } => {
            format!("not judged by SNIA's steady state: rounds of {round_s} s are too short")
        }
        SteadyState::NotConfirmed {
            seconds,
            times_written,
        } => format!(
            "SNIA's steady state not confirmed: rounds meet the rule after {seconds} s of random \
             writes, but all of them wrote only {} % of the tested capacity",
            short(times_written * 100.0)
        ),
        SteadyState::Reached { seconds } => {
            format!("in SNIA's steady state after {seconds} s of random writes")
        }
        SteadyState::NotReached { seconds } => {
            format!("not yet in SNIA's steady state after {seconds} s of random writes")
        }
    })
}
