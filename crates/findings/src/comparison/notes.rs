//! What makes a comparison say less than it seems to.

use crate::select::DriveRuns;
use crate::warnings::Whose;
use crate::warnings::failed::{Failed, failed};
use fourcorners_bench::record::{NotComparable, RunHeader};
use serde::Serialize;

/// One note.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Note {
    /// Phases of a drive failed.
    Failed {
        drive: usize,
        failed: Failed,
    },
    /// All runs are repetitions of one: there is nothing to compare.
    Repetitions,
    Beside(Beside),
    /// With other runs of their suites.
    NotComparable {
        whose: Whose,
        because: Vec<NotComparable>,
    },
}

/// What has to be known where several drives stand beside each other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Beside {
    DifferentSuites(Vec<String>),
    SimulatedAndReal,
    /// Of fourcorners.
    DifferentVersions(Vec<String>),
    /// Numbers of the real drives that were measured once.
    SingleRuns(Vec<usize>),
}

/// Of these drives; what failed first.
pub fn notes(groups: &[DriveRuns<'_>]) -> Vec<Note> {
    let of_drive = |(drive, group)| {
        let failed = failed(group).into_iter();
        failed.map(move |failed| Note::Failed { drive, failed })
    };
    let mut notes: Vec<Note> = groups.iter().enumerate().flat_map(of_drive).collect();
    if groups.len() < 2 {
        notes.push(Note::Repetitions);
        return notes;
    }
    notes.extend(beside(groups).into_iter().map(Note::Beside));
    notes.extend(not_comparable(groups));
    notes
}

/// Drives of which the same is said stand together.
fn not_comparable(groups: &[DriveRuns<'_>]) -> Vec<Note> {
    let mut found: Vec<(&[NotComparable], Vec<usize>)> = Vec::new();
    for (drive, header) in headers(groups).enumerate() {
        let because = header.not_comparable.as_slice();
        match found.iter_mut().find(|(other, _)| *other == because) {
            _ if because.is_empty() => {}
            Some((_, drives)) => drives.push(drive),
            None => found.push((because, vec![drive])),
        }
    }
    let note = |(because, drives): (&[NotComparable], _)| Note::NotComparable {
        whose: Whose::Drives(drives),
        because: because.to_vec(),
    };
    found.into_iter().map(note).collect()
}

/// Of these drives; of one alone nothing.
pub fn beside(groups: &[DriveRuns<'_>]) -> Vec<Beside> {
    if groups.len() < 2 {
        return Vec::new();
    }
    let different = |of: fn(&RunHeader) -> &String| {
        let mut found: Vec<String> = headers(groups).map(|header| of(header).clone()).collect();
        found.sort_unstable();
        found.dedup();
        Some(found).filter(|found| found.len() > 1)
    };
    let is_simulated = |header: &RunHeader| header.identity.is_simulated();
    let simulated = headers(groups)
        .filter(|header| is_simulated(header))
        .count();
    let mixed = ![0, groups.len()].contains(&simulated);
    let single = groups.iter().zip(headers(groups)).enumerate();
    let single =
        single.filter(|(_, (group, header))| group.runs.len() == 1 && !is_simulated(header));
    let single: Vec<usize> = single.map(|(drive, _)| drive).collect();
    let all = [
        different(|header| &header.suite).map(Beside::DifferentSuites),
        mixed.then_some(Beside::SimulatedAndReal),
        different(|header| &header.version).map(Beside::DifferentVersions),
        (!single.is_empty()).then_some(Beside::SingleRuns(single)),
    ];
    all.into_iter().flatten().collect()
}

/// Of the first run of each drive, after which it is described.
fn headers<'a>(groups: &'a [DriveRuns<'_>]) -> impl Iterator<Item = &'a RunHeader> {
    groups
        .iter()
        .filter_map(DriveRuns::first)
        .map(|run| &run.header)
}
