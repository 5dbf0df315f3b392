//! What makes a qualification say less than it seems to.

use super::samples::{Sample, share_seeds, versions};
use crate::apart::{Apart, Kind, differences, kinds};
use fourcorners_bench::record::Run;

/// One thing.
#[derive(Clone, Debug, PartialEq)]
pub enum Note {
    /// Simulated samples have runs with the same seed.
    SharedSeeds,
    /// Number of runs that are copies of others and left out.
    Copies(usize),
    /// Place of a run that has not ended, or ended early.
    Unfinished(usize),
    /// Drives without a serial number are told apart by name.
    NoSerial,
    UnknownFirmware,
    /// How runs differ in something that may matter; `None`: not known.
    Differ(Vec<Option<Apart>>),
}

/// In what runs may differ, with a note.
const MAY_DIFFER: [Kind; 4] = [Kind::Link, Kind::Engine, Kind::MadeNewBy, Kind::Version];

/// Of these runs, and of the samples that they are of.
pub fn notes(runs: &[&Run], sides: &[Vec<Sample<'_>>], copies: usize) -> Vec<Note> {
    let mut notes = Vec::new();
    notes.extend((copies > 0).then_some(Note::Copies(copies)));
    let shared = sides.iter().any(|side| share_seeds(side));
    notes.extend(shared.then_some(Note::SharedSeeds));
    let unfinished = runs.iter().enumerate().filter(|(_, run)| !run.is_over());
    notes.extend(unfinished.map(|(place, _)| Note::Unfinished(place)));
    let identities = || runs.iter().map(|run| &run.header.identity);
    let mut real = identities().filter(|identity| !identity.is_simulated());
    let unnamed = real.any(|identity| identity.serial.trim().is_empty());
    notes.extend(unnamed.then_some(Note::NoSerial));
    let unknown = versions(runs).iter().any(String::is_empty);
    notes.extend(unknown.then_some(Note::UnknownFirmware));
    notes.extend(MAY_DIFFER.into_iter().filter_map(|kind| differ(kind, runs)));
    notes
}

fn differ(kind: Kind, runs: &[&Run]) -> Option<Note> {
    let place = kinds().into_iter().position(|one| one == kind)?;
    let mut found: Vec<Option<Apart>> = Vec::new();
    for run in runs {
        let own = differences(&run.header).into_iter().nth(place).flatten();
        if !found.contains(&own) {
            found.push(own);
        }
    }
    (found.len() > 1).then_some(Note::Differ(found))
}
