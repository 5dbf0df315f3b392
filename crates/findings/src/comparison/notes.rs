//! What makes a comparison say less than it seems to.

use super::beside::{Beside, beside, headers};
use crate::pages::Pages;
use crate::remarks::remarks;
use crate::select::DriveRuns;
use crate::warnings::Whose;
use crate::warnings::failed::{Failed, failed};
use crate::warnings::remarks::{self as remarked, Remarked};
use fourcorners_bench::record::NotComparable;
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
    /// Phases of a drive read LBAs without data.
    UnwrittenReads {
        drive: usize,
        found: Remarked,
    },
    /// Others used the host during phases of a drive.
    UsedByOthers {
        drive: usize,
        found: Remarked,
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

/// Of these drives; what failed first.
pub fn notes(groups: &[DriveRuns<'_>]) -> Vec<Note> {
    let (all, pages) = (remarks(groups), Pages::of(groups));
    let of_drive = |(drive, group)| {
        let failed = failed(group).into_iter();
        let failed = failed.map(move |failed| Note::Failed { drive, failed });
        let (unwritten, others) = remarked::of_drive(drive, &all, &pages);
        let unwritten = unwritten.map(|found| Note::UnwrittenReads { drive, found });
        let others = others.map(|found| Note::UsedByOthers { drive, found });
        failed.chain(unwritten).chain(others)
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
