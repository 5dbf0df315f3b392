//! A plan that only reads: what a drive holds stands in for the data that a test would write.

use super::planner::Planner;
use super::{Action, PhaseKey, PlanError};
use crate::definition::{AS_LEFT, Conditions, Direction, PhaseDef, TestDef, WRITTEN};
use crate::record::NotRun;
use fourcorners_block::Bytes;

/// States in which data was written once from LBA 0 on: what a drive in use is nearest to.
const LIKE_IN_USE: [&str; 2] = [WRITTEN, "filled"];

/// A phase, and whether it is a read that needs nothing to be written first.
fn phases(test: &TestDef) -> impl Iterator<Item = (&PhaseDef, bool)> {
    let mut is_like_in_use = true;
    test.phases.iter().map(move |phase| {
        let work = phase.work.as_ref().filter(|_| phase.makes.is_none());
        let reads = match &phase.rounds {
            Some(rounds) => rounds.only_reads(),
            None => work.is_some_and(|work| work.op == Direction::Read),
        };
        let from = phase.from.as_deref().unwrap_or(AS_LEFT);
        is_like_in_use &= from == AS_LEFT || LIKE_IN_USE.contains(&from);
        let is_read = reads && is_like_in_use;
        is_like_in_use &= reads;
        (phase, is_read)
    })
}

impl Planner<'_> {
    /// Leaves out a test that has nothing to read.
    pub(super) fn only_writes(&self, test: &TestDef) -> bool {
        self.options.read_only && !phases(test).any(|(_, is_read)| is_read)
    }

    /// Plans the reads of a test, and leaves out its other phases.
    pub(super) fn reads(
        &mut self,
        test: &TestDef,
        conditions: &Conditions,
        whole: &PhaseKey,
        all: Bytes,
        duration_s: Option<u64>,
    ) -> Result<(), PlanError> {
        for (phase, is_read) in phases(test) {
            let key = PhaseKey {
                phase: phase.name.clone(),
                state: AS_LEFT.into(),
                positions: phase.positions,
                ..whole.clone()
            };
            if is_read {
                let work = self.work_of(phase, conditions, all, duration_s)?;
                self.actions.push(Action::Measure { key, work });
            } else {
                let because = NotRun::WouldWrite;
                self.actions.push(Action::Skip { key, because });
            }
        }
        Ok(())
    }
}
