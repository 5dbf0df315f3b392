//! Phases whose figures say less than they seem to, those of one kind together.

use crate::pages::Pages;
use crate::remarks::PhaseRemarks;
use fourcorners_bench::Role;
use fourcorners_bench::record::{Remark, title};
use serde::Serialize;

/// Phases that are told by name.
const NAMED: usize = 3;

/// Phases of one drive.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Remarked {
    pub phases: usize,
    /// Titles of the first of them.
    pub first: Vec<String>,
    /// Of all of them, the largest share of each kind.
    pub remarks: Vec<Remark>,
}

/// Phases of a drive that read LBAs without data, where that is not what they are for; and those
/// during which others used the host.
pub(crate) fn of_drive(
    drive: usize,
    remarks: &[PhaseRemarks],
    pages: &Pages,
) -> (Option<Remarked>, Option<Remarked>) {
    let own = remarks.iter().filter(|one| one.drive == drive);
    let is_meant = |one: &PhaseRemarks| {
        pages.role(&one.test, &one.phase) == Some(Role::TrimmedPass)
    };
    let reads = own.clone().filter(|one| !is_meant(one));
    (
        together(reads, |remark| !remark.is_of_the_host()),
        together(own, Remark::is_of_the_host),
    )
}

fn together<'a>(
    phases: impl Iterator<Item = &'a PhaseRemarks>,
    is_it: fn(&Remark) -> bool,
) -> Option<Remarked> {
    let mut found = Remarked {
        phases: 0,
        first: Vec::new(),
        remarks: Vec::new(),
    };
    for phase in phases {
        let own: Vec<Remark> = phase.remarks.iter().copied().filter(is_it).collect();
        if own.is_empty() {
            continue;
        }
        found.phases += 1;
        if found.first.len() < NAMED {
            let names = [&*phase.test, &*phase.variant, &*phase.phase];
            found.first.push(title(names));
        }
        Remark::join(&mut found.remarks, &own);
    }
    (found.phases > 0).then_some(found)
}
