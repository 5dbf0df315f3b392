//! Remarks on the figures of single phases.

use crate::select::DriveRuns;
use fourcorners_bench::record::Remark;
use serde::Serialize;

/// Remarks on a phase of a drive: of repeated runs, the largest share of each kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PhaseRemarks {
    /// Index of the drive.
    pub drive: usize,
    pub test: String,
    pub variant: String,
    pub phase: String,
    /// At least one.
    pub remarks: Vec<Remark>,
}

impl PhaseRemarks {
    /// Whether it is about this phase of a drive: test, variant and phase.
    pub fn is_of(&self, drive: usize, names: [&str; 3]) -> bool {
        self.drive == drive && [&*self.test, &*self.variant, &*self.phase] == names
    }
}

/// All of these drives, in the order in which they were measured.
pub fn remarks(groups: &[DriveRuns<'_>]) -> Vec<PhaseRemarks> {
    let mut all: Vec<PhaseRemarks> = Vec::new();
    for (drive, group) in groups.iter().enumerate() {
        for entry in group.runs.iter().flat_map(|run| &run.entries) {
            let Some(measured) = entry.measured.as_ref() else {
                continue;
            };
            if measured.remarks.is_empty() {
                continue;
            }
            let known = all.iter_mut().find(|one| one.is_of(drive, entry.names()));
            match known {
                Some(one) => Remark::join(&mut one.remarks, &measured.remarks),
                None => all.push(PhaseRemarks {
                    drive,
                    test: entry.test.clone(),
                    variant: entry.variant.clone(),
                    phase: entry.phase.clone(),
                    remarks: measured.remarks.clone(),
                }),
            }
        }
    }
    all
}
