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
        /// Hours of a run that writes them once, at the speed of the last rounds.
        hours: u64,
    },
    /// Their rounds hold, but have moved since they first did.
    Drifting {
        phases: Vec<String>,
        /// Hours of a run twice as long.
        hours: u64,
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

/// Random writes usually slow down further while the rest of the drive is written.
const RESERVE: f64 = 1.2;

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
    let of = |state: State, seconds: fn(&Steady) -> f64| -> Option<(Vec<String>, u64)> {
        let its = own.clone().filter(|one| one.state() == state);
        let phases: Vec<String> = its.map(name).collect();
        // Long enough for all drives, which one command tests.
        let all = steady.iter().filter(|one| one.state() == state);
        let longest_s = all.map(seconds).max_by(f64::total_cmp)?;
        let hours = (longest_s / 3600.0).ceil().max(1.0) as u64;
        (!phases.is_empty()).then_some((phases, hours))
    };
    let not_confirmed = of(State::NotConfirmed, |one| one.whole_drive_s() * RESERVE);
    let not_confirmed =
        not_confirmed.map(|(phases, hours)| NotSteady::NotConfirmed { phases, hours });
    not_confirmed.or_else(|| {
        let (phases, hours) = of(State::Drifting, |one| 2.0 * one.lasted_s())?;
        Some(NotSteady::Drifting { phases, hours })
    })
}

/// `consistency spare-25`: others of the drive may have become steady.
fn name(steady: &Steady) -> String {
    match steady.variant.as_str() {
        "" => steady.test.clone(),
        variant => format!("{} {variant}", steady.test),
    }
}
