//! Random writes that were not steady: their figures are of that run, not of the drive.

use crate::select::DriveRuns;
use crate::steady::Steady;
use serde::Serialize;

/// What is known of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum NotSteady {
    /// It looked so before as much was written as the drive holds.
    LooksSteady,
    /// Rounds of so many seconds are too short to tell.
    ShortRounds(u64),
    Unsteady {
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
    let own = || steady.iter().filter(|one| one.drive == drive);
    let by_length = |one: &&Steady| (!one.has_short_rounds(), one.after_s());
    let Some(longest) = own().filter(|one| one.is_unsteady()).max_by_key(by_length) else {
        let looks_steady = own().any(Steady::looks_steady);
        return looks_steady.then_some(NotSteady::LooksSteady);
    };
    if longest.has_short_rounds() {
        return Some(NotSteady::ShortRounds(longest.round_s));
    }
    let identity = &group.first()?.header.identity;
    let remedy = match longest.run.is_some() {
        true => Remedy::SteadyStateTest {
            drive: identity.name.clone(),
            destroy: !identity.is_simulated(),
        },
        false => Remedy::MoreTime,
    };
    Some(NotSteady::Unsteady {
        after_s: longest.after_s(),
        remedy,
    })
}
