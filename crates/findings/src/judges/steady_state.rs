//! Whether random writes became steady by SNIA's rule.

use super::{Finding, Says};
use crate::figures::Figures;
use crate::steady::{State, Steady};
use serde::Serialize;

#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum SteadyState {
    ShortRounds {
        round_s: u64,
    },
    /// Rounds hold, and may still move: how often the LBAs were written in all of them.
    NotConfirmed {
        seconds: u64,
        times_written: f64,
    },
    /// Rounds hold, but rose or fell since they first did, in per cent.
    Drifting {
        seconds: u64,
        drift_percent: f64,
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
    let long = |(_, steady): &(usize, &Steady)| steady.state() != State::TooFewRounds;
    let candidates = figures.steady.iter().enumerate().filter(own).filter(long);
    let order = |steady: &Steady| (steady.state() == State::ShortRounds, steady.run.is_some());
    let (place, found) = candidates.min_by_key(|(_, steady)| order(steady))?;
    let seconds = found.after_s();
    let (says, is_judged) = match found.state() {
        State::TooFewRounds => return None,
        State::ShortRounds => {
            let round_s = found.round_s;
            (SteadyState::ShortRounds { round_s }, false)
        }
        State::NotConfirmed => {
            let times_written = found.times_written;
            let not_confirmed = SteadyState::NotConfirmed {
                seconds,
                times_written,
            };
            (not_confirmed, false)
        }
        State::Drifting => {
            let drift_percent = found.drift_percent()?;
            let drifting = SteadyState::Drifting {
                seconds,
                drift_percent,
            };
            (drifting, false)
        }
        State::Reached => (SteadyState::Reached { seconds }, true),
        State::NotReached => (SteadyState::NotReached { seconds }, true),
    };
    let finding = Finding::new(drive, format!("steady-{place}"), Says::SteadyState(says));
    Some(match is_judged {
        true => finding,
        false => finding.not_judged(),
    })
}
