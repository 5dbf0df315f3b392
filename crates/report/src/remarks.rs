//! Remarks on the figures of single phases.

use crate::data::PageData;
use crate::wording::remarks as words;
use fourcorners_findings::remarks as found;
use schemars::JsonSchema;
use serde::Serialize;

/// A phase of a drive whose figures say less than they seem to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PhaseRemark {
    /// Index of the drive.
    pub drive: usize,
    pub test: String,
    /// Variant of the test; empty: the test's own way.
    pub variant: String,
    pub phase: String,
    /// Why, in a few words.
    pub text: String,
}

impl PhaseRemark {
    pub(crate) fn of(found: &found::PhaseRemarks) -> Self {
        Self {
            drive: found.drive,
            test: found.test.clone(),
            variant: found.variant.clone(),
            phase: found.phase.clone(),
            text: words::line(&found.remarks),
        }
    }
}

impl PageData {
    /// The remark on a phase, by test, variant and phase; empty: none.
    pub(crate) fn remark_on(&self, drive: usize, names: [&str; 3]) -> String {
        let mut remarks = self.remarks.iter();
        let found = remarks.find(|one| {
            one.drive == drive && [&*one.test, &*one.variant, &*one.phase] == names
        });
        found.map_or(String::new(), |one| one.text.clone())
    }
}
