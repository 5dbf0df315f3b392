//! What has to be known where several drives stand beside each other.

use crate::select::DriveRuns;
use fourcorners_bench::record::RunHeader;
use serde::Serialize;

/// One thing.
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
pub fn headers<'a>(groups: &'a [DriveRuns<'_>]) -> impl Iterator<Item = &'a RunHeader> {
    groups
        .iter()
        .filter_map(DriveRuns::first)
        .map(|run| &run.header)
}
