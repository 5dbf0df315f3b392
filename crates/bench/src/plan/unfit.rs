//! Why a test is not run on a drive.

use super::PlanError;
use super::planner::Planner;
use crate::definition::{AS_LEFT, Conditions, NEW, Span, TestDef};
use crate::record::NotRun;
use fourcorners_block::{Bytes, DriveKind};

impl Planner<'_> {
    /// Why a drive of any size would not be given a test.
    pub(super) fn unsuited(&self, test: &TestDef, conditions: &Conditions) -> Option<NotRun> {
        if let Some(contradiction) = conditions.contradiction(test) {
            return Some(NotRun::Contradiction(contradiction));
        }
        if self.only_writes(test) {
            return Some(NotRun::WouldWrite);
        }
        let is_metered = !self.is_real() || self.options.power_is_measured;
        (test.of_power && !is_metered).then_some(NotRun::NoMeter)
    }

    /// Why a test does not suit this drive, of which so much is tested.
    pub(super) fn unfit(
        &self,
        test: &TestDef,
        conditions: &Conditions,
        all: Bytes,
        spare_is_late: bool,
    ) -> Result<Option<NotRun>, PlanError> {
        let needs_trim = spare_is_late || self.needs_trim(test, conditions)?;
        if self.identity.discard.is_none() && needs_trim {
            return Ok(Some(NotRun::NoTrim));
        }
        if mixes_trim(test) && !self.queues_trim() {
            return Ok(Some(NotRun::TrimWaits));
        }
        if let Some(too_small) = self.too_small(test, conditions, all) {
            return Ok(Some(too_small));
        }
        if let Some(too_large) = self.too_large_a_trace(test, all)? {
            return Ok(Some(too_large));
        }
        Ok(self.too_long_a_trace(test, all)?)
    }

    /// Whether TRIM commands can be in flight with other I/O. Runs of former versions do not say
    /// it of simulated drives.
    fn queues_trim(&self) -> bool {
        !self.is_real() || self.identity.discard.is_some_and(|limits| limits.queued)
    }

    fn is_real(&self) -> bool {
        let kind = self.identity.kind;
        matches!(kind, DriveKind::BlockDevice | DriveKind::RegularFile)
    }

    /// Whether a test begins from a state that is reached by TRIM.
    fn needs_trim(&self, test: &TestDef, conditions: &Conditions) -> Result<bool, PlanError> {
        if mixes_trim(test) {
            return Ok(true);
        }
        let begins = test.phases.iter().filter_map(|phase| phase.from.as_ref());
        let begins = begins.chain(&conditions.state);
        for name in begins.filter(|name| *name != AS_LEFT && *name != NEW) {
            let mut state = name.clone();
            while state != NEW {
                let definition = self.catalogue.state(&state)?;
                if definition.trim {
                    return Ok(true);
                }
                state.clone_from(&definition.base);
            }
        }
        Ok(false)
    }

    /// Why the drive is too small for a test, if it is.
    fn too_small(&self, test: &TestDef, conditions: &Conditions, all: Bytes) -> Option<NotRun> {
        let needed = test
            .phases
            .iter()
            .filter_map(|phase| phase.work.as_ref())
            .map(|work| match conditions.span.unwrap_or(work.span) {
                Span::Fixed(span) => match self.fixed(span, all) {
                    Some(_) if span.0 <= all.0 && !self.half => work.block.0,
                    Some(_) => 2 * work.block.0,
                    None => span.0.max(work.block.0),
                },
                Span::All | Span::Share(_) => work.block.0,
            });
        let cells = test
            .phases
            .iter()
            .filter_map(|phase| phase.rounds.as_ref()?.largest());
        let needed = needed.chain(cells.map(|block| block.0));
        let needed = needed.max().filter(|needed| *needed > all.0)?;
        Some(NotRun::TooSmall {
            needed_bytes: needed,
            drive_bytes: all.0,
            half_would_do: !self.half,
        })
    }
}

/// Whether a test has TRIM commands between reads and writes.
fn mixes_trim(test: &TestDef) -> bool {
    let mut works = test.phases.iter().filter_map(|phase| phase.work.as_ref());
    works.any(|work| work.trim_percent.is_some())
}
