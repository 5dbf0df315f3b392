//! What makes figures say less than they seem to: one file per subject. What several drives share
//! is said once.

pub mod failed;
pub mod health;
pub mod host;
pub mod replays;
pub mod steady_state;

use crate::comparison::beside::{Beside, beside};
use crate::select::DriveRuns;
use crate::steady::Steady;
use fourcorners_bench::record::{Damage, Entry, NotComparable, Run};
use serde::Serialize;

/// One warning.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Warning {
    pub whose: Whose,
    pub says: Says,
}

/// What a warning is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Whose {
    /// All drives, as they stand beside each other.
    Everything,
    /// Numbers of drives.
    Drives(Vec<usize>),
    /// Folders of runs.
    Folders(Vec<String>),
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "subject", content = "says", rename_all = "kebab-case")]
pub enum Says {
    Failed(failed::Failed),
    /// With other runs of the suite.
    NotComparable(Vec<NotComparable>),
    Host(host::Host),
    Health(health::Health),
    Replay(replays::Replay),
    /// The title of a phase that began again.
    Interrupted(String),
    /// Titles of phases that ended early, because no more was to be written.
    StoppedAtMaxWrites(Vec<String>),
    /// What of a run's folder could not be read.
    Damaged(Damage),
    SteadyState(steady_state::NotSteady),
    Beside(Beside),
}

impl Says {
    /// Whether results are missing, torn or in danger: a summary tells these, and counts others.
    pub fn is_severe(&self) -> bool {
        matches!(
            self,
            Self::Failed(_) | Self::Health(_) | Self::Interrupted(_) | Self::Damaged(_)
        )
    }
}

/// All of these runs, each once.
pub fn warnings(groups: &[DriveRuns<'_>], steady: &[Steady]) -> Vec<Warning> {
    let mut all: Vec<Warning> = Vec::new();
    for (drive, group) in groups.iter().enumerate() {
        let of_drive = |says| Warning {
            whose: Whose::Drives(vec![drive]),
            says,
        };
        let failed = failed::failed(group).into_iter().map(Says::Failed);
        all.extend(failed.map(of_drive));
        for run in &group.runs {
            all.extend(of_run(run).into_iter().map(of_drive));
            all.extend(run.damage.iter().map(|damage| Warning {
                whose: Whose::Folders(vec![run.path.display().to_string()]),
                says: Says::Damaged(damage.clone()),
            }));
        }
        let disturbed = host::disturbed(group).map(Says::Host);
        let steady = steady_state::not_steady(drive, group, steady).map(Says::SteadyState);
        all.extend(disturbed.into_iter().chain(steady).map(of_drive));
    }
    all.extend(beside(groups).into_iter().map(|one| Warning {
        whose: match &one {
            Beside::SingleRuns(drives) => Whose::Drives(drives.clone()),
            _ => Whose::Everything,
        },
        says: Says::Beside(one),
    }));
    joined(all)
}

fn of_run(run: &Run) -> Vec<Says> {
    let because = &run.header.not_comparable;
    let mut all = Vec::new();
    all.extend((!because.is_empty()).then(|| Says::NotComparable(because.clone())));
    all.extend(host::power_unknown(run).map(Says::Host));
    all.extend(host::stood_still(run).map(Says::Host));
    all.extend(stopped_at_max_writes(run));
    all.extend(health::health(run).into_iter().map(Says::Health));
    all.extend(host::was_late(run).map(Says::Host));
    all.extend(replays::laid_or_moved(run).map(Says::Replay));
    all.extend(replays::late(run).map(Says::Replay));
    let interrupted = run.interrupted.iter();
    all.extend(interrupted.map(|entry| Says::Interrupted(entry.title())));
    all
}

fn stopped_at_max_writes(run: &Run) -> Option<Says> {
    let figures = |entry: &&Entry| entry.measured.as_ref().map(|it| it.stopped_at_max_writes);
    let is_cut = |entry: &&Entry| figures(entry) == Some(true);
    let cut = run.entries.iter().filter(is_cut);
    let titles: Vec<String> = cut.map(Entry::title).collect();
    (!titles.is_empty()).then_some(Says::StoppedAtMaxWrites(titles))
}

/// What is said of several drives is said once.
fn joined(all: Vec<Warning>) -> Vec<Warning> {
    let mut found: Vec<Warning> = Vec::new();
    for one in all {
        match found.iter_mut().find(|other| other.says == one.says) {
            Some(other) => other.whose.add(one.whose),
            None => found.push(one),
        }
    }
    found
}

impl Whose {
    fn add(&mut self, other: Self) {
        match (self, other) {
            (Self::Drives(all), Self::Drives(more)) => add(all, more),
            (Self::Folders(all), Self::Folders(more)) => add(all, more),
            // One kind of warning is about one kind of thing.
            _ => {}
        }
    }
}

fn add<T: PartialEq>(all: &mut Vec<T>, more: Vec<T>) {
    for one in more {
        if !all.contains(&one) {
            all.push(one);
        }
    }
}

/// A number as it is printed with so many decimals: two that read alike are alike.
fn as_printed(value: f64, decimals: usize) -> f64 {
    format!("{value:.decimals$}").parse().unwrap_or(value)
}
