//! What the host, its meters, or the measuring program itself did to figures.

use super::as_printed;
use crate::select::DriveRuns;
use fourcorners_bench::Pace;
use fourcorners_bench::record::{Disturbance, Run};
use serde::Serialize;

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Host {
    PowerUnknown(PowerUnknown),
    /// The measuring program did not run for a while.
    StoodStill {
        /// The title of the phase in which that was longest.
        phase: String,
        /// In tenths.
        seconds: f64,
    },
    /// A replay by the clock of a real drive, in which I/Os were handed over late.
    WasLate {
        /// The title of the phase in which most were.
        phase: String,
        /// Of its I/Os, whole.
        percent: f64,
    },
    Disturbed(Disturbed),
}

/// Phases of which a meter did not tell the power.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PowerUnknown {
    /// Test and phase of the first.
    pub test: String,
    pub phase: String,
    /// How many more there are.
    pub more: usize,
    pub reason: fourcorners_bench::record::PowerUnknown,
}

/// What was found on the host before the runs, each thing once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Disturbed {
    pub by: Vec<Disturber>,
    /// Runs of the drive.
    pub runs: usize,
    /// As the doctor says them.
    pub remedies: Vec<String>,
}

/// One thing on the host.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Disturber {
    /// What was looked at, and what was found at first, as the doctor says it.
    pub about: String,
    pub found: String,
    /// Whether that was when the run was taken up again.
    pub when_resumed: bool,
    /// Before so many runs.
    pub runs: usize,
}

/// In one run.
pub(super) fn power_unknown(run: &Run) -> Option<Host> {
    let mut unknown = run.entries.iter().filter_map(|entry| {
        let reason = entry.measured.as_ref()?.power_unknown.as_ref()?;
        Some((entry, reason))
    });
    let (entry, reason) = unknown.next()?;
    Some(Host::PowerUnknown(PowerUnknown {
        test: entry.test.clone(),
        phase: entry.phase.clone(),
        more: unknown.count(),
        reason: reason.clone(),
    }))
}

/// In one run.
pub(super) fn stood_still(run: &Run) -> Option<Host> {
    let still = run.entries.iter().filter_map(|entry| {
        let seconds = entry.measured.as_ref()?.stood_still_s?;
        Some((entry, seconds))
    });
    let (entry, seconds) = still.max_by(|a, b| a.1.total_cmp(&b.1))?;
    Some(Host::StoodStill {
        phase: entry.title(),
        seconds: as_printed(seconds, 1),
    })
}

/// A share of late I/Os from which a replay was not the recording's any more.
const LATE: f64 = 0.01;

/// In one run.
pub(super) fn was_late(run: &Run) -> Option<Host> {
    if run.header.identity.is_simulated() {
        return None;
    }
    let late = run.entries.iter().filter_map(|entry| {
        let measured = entry.measured.as_ref()?;
        let replay = measured.replay.as_ref()?;
        let paced = replay.pace == Pace::Dependencies.name();
        let share = replay.late as f64 / measured.ios.max(1) as f64;
        (share > LATE && paced).then_some((entry, share))
    });
    let (entry, share) = late.max_by(|a, b| a.1.total_cmp(&b.1))?;
    Some(Host::WasLate {
        phase: entry.title(),
        percent: as_printed(share * 100.0, 0),
    })
}

/// Before the runs of one drive.
pub(super) fn disturbed(group: &DriveRuns<'_>) -> Option<Host> {
    let all = group.runs.iter().flat_map(|run| &run.header.disturbances);
    let mut found: Vec<(&Disturbance, usize)> = Vec::new();
    for one in all {
        match found.iter_mut().find(|(other, _)| other.about == one.about) {
            Some((_, runs)) => *runs += 1,
            None => found.push((one, 1)),
        }
    }
    let mut remedies: Vec<String> = Vec::new();
    for (one, _) in &found {
        if !one.remedy.is_empty() && !remedies.contains(&one.remedy) {
            remedies.push(one.remedy.clone());
        }
    }
    let by = found.iter().map(|(one, runs)| Disturber {
        about: one.about.clone(),
        found: one.found.clone(),
        when_resumed: one.when_resumed,
        runs: *runs,
    });
    let disturbed = Disturbed {
        by: by.collect(),
        runs: group.runs.len(),
        remedies,
    };
    (!found.is_empty()).then_some(Host::Disturbed(disturbed))
}
