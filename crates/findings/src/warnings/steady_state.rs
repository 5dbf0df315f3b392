//! Random writes that were not steady: their figures are of that run, not of the drive.

use crate::select::DriveRuns;
use crate::steady::{State, Steady};
use serde::Serialize;

/// What is known of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum NotSteady {
    /// The LBAs were not written once in these phases.
    NotConfirmed {
        phases: Vec<String>,
    },
    /// Their rounds hold, but have moved since they first did.
    Drifting {
        phases: Vec<String>,
    },
    ShortRounds {
        round_s: u64,
    },
    Unsteady {
        phase: String,
        /// Seconds of random writes.
        after_s: u64,
        remedy: Remedy,
    },
}

/// How it becomes steady.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Remedy {
    /// A test that goes on until it is.
    SteadyStateTest {
        /// As it was asked for.
        drive: String,
        /// Whether it is named once more as one that may be overwritten.
        destroy: bool,
    },
    MoreTime,
}

/// Of one drive, by the longest of its phases in which there were enough rounds for SNIA's rule.
/// Where only rounds of seconds were, nobody knows.
pub(super) fn not_steady(
    drive: usize,
    group: &DriveRuns<'_>,
    steady: &[Steady],
) -> Option<NotSteady> {
    let own = steady.iter().filter(|one| one.drive == drive);
    let unsteady = own.clone().filter(|one| one.reached_at_round.is_none());
    let longest = |state: State| {
        let phases = unsteady.clone().filter(move |one| one.state() == state);
        phases.max_by_key(|one| one.after_s())
    };
    if let Some(longest) = longest(State::NotReached) {
        let identity = &group.first()?.header.identity;
        let remedy = match longest.run.is_some() {
            true => Remedy::SteadyStateTest {
                drive: identity.name.clone(),
                destroy: !identity.is_simulated(),
            },
            false => Remedy::MoreTime,
        };
        return Some(NotSteady::Unsteady {
            phase: name(longest),
            after_s: longest.after_s(),
            remedy,
        });
    }
    if let Some(short) = longest(State::ShortRounds) {
        let round_s = short.round_s;
        return Some(NotSteady::ShortRounds { round_s });
    }
    let of = |state: State| -> Option<Vec<String>> {
        let phases = own.clone().filter(|one| one.state() == state).map(name);
        let phases: Vec<String> = phases.collect();
        (!phases.is_empty()).then_some(phases)
    };
    let not_confirmed = of(State::NotConfirmed).map(|phases| NotSteady::NotConfirmed { phases });
    not_confirmed.or_else(|| of(State::Drifting).map(|phases| NotSteady::Drifting { phases }))
}

/// `consistency spare-25`: others of the drive may have become steady.
fn name(steady: &Steady) -> String {
    match steady.variant.as_str() {
        "" => steady.test.clone(),
        variant => format!("{} {variant}", steady.test),
    }
}
