//! Whether random writes became steady by SNIA's rule.

use super::{Finding, Says};
use crate::figures::Figures;
use crate::steady::Steady;
use fourcorners_bench::steady_state::WINDOW_ROUNDS;
use serde::Serialize;

#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum SteadyState {
    ShortRounds {
        round_s: u64,
    },
    /// Rounds look steady, and may still move: so many times the LBAs were written in all of them.
    LooksSteady {
        seconds: u64,
        times_written: f64,
    },
    Reached {
        seconds: u64,
    },
    NotReached {
        seconds: u64,
    },
}

/// One finding a drive: of the test that goes on until it is steady, else of the consistency run.
pub(super) fn finding(drive: usize, figures: &Figures) -> Option<Finding> {
    let own = |(_, steady): &(usize, &Steady)| steady.drive == drive && steady.variant.is_empty();
    let long = |(_, steady): &(usize, &Steady)| steady.rounds.len() >= WINDOW_ROUNDS;
    let candidates = figures.steady.iter().enumerate().filter(own).filter(long);
    let order = |steady: &Steady| (steady.has_short_rounds(), steady.run.is_some());
    let (place, found) = candidates.min_by_key(|(_, steady)| order(steady))?;
    let seconds = found.after_s();
    let (says, is_judged) = match found.reached_at_round {
        _ if found.has_short_rounds() => {
            let round_s = found.round_s;
            (SteadyState::ShortRounds { round_s }, false)
        }
        _ if found.looks_steady() => {
            let times_written = found.times_written;
            let looks_steady = SteadyState::LooksSteady {
                seconds,
                times_written,
            };
            (looks_steady, false)
        }
        Some(_) => (SteadyState::Reached { seconds }, true),
        None => (SteadyState::NotReached { seconds }, true),
    };
    let finding = Finding::new(drive, format!("steady-{place}"), Says::SteadyState(says));
    Some(match is_judged {
        true => finding,
        false => finding.not_judged(),
    })
}
