//! Whether a figure's measurement can be made.

use super::EntryError;
use super::reader::Reader;
use crate::published::Quantity;
use crate::published::entry::{Measure, Missing};
use fourcorners_bench::PhaseDef;

impl Reader<'_> {
    /// What a measurement needs and is not there yet; an error if it can never be made.
    pub(super) fn measure(
        &self,
        measure: &Measure,
        drive_at: usize,
        test_at: usize,
        at: usize,
    ) -> Result<Vec<Missing>, EntryError> {
        let mut missing = Vec::new();
        if self.is_to_come(&measure.drive) {
            missing.push(Missing::Drive(measure.drive.clone()));
        } else {
            self.known("drive", &measure.drive, self.context.drives, drive_at)?;
        }
        self.known("port", &measure.port, self.context.ports, at)?;
        let definitions = self.context.definitions;
        if let Some(state) = &measure.conditions.state
            && state != fourcorners_bench::NEW
        {
            definitions
                .state(state)
                .map_err(|unknown| self.wrong(at, unknown.to_string()))?;
        }
        if !definitions.tests.contains_key(&measure.test)
            && self.announced.tests.contains(&measure.test)
        {
            missing.push(Missing::Test(measure.test.clone()));
            return Ok(missing);
        }
        let many = measure.test.ends_with('*');
        if many && measure.quantity != Quantity::GeometricMean {
            return Err(self.wrong(
                test_at,
                format!(
                    "{} matches several tests, which only geometric-mean supports",
                    measure.test
                ),
            ));
        }
        let tests = measure.tests(definitions);
        if tests.is_empty() {
            return Err(self.wrong(
                test_at,
                format!("no test name starts with {}", measure.test),
            ));
        }
        tests
            .into_iter()
            .try_for_each(|name| self.test(measure, name, test_at, at))?;
        Ok(missing)
    }

    /// Whether a measurement can be made in one of its tests.
    fn test(
        &self,
        measure: &Measure,
        name: &str,
        test_at: usize,
        at: usize,
    ) -> Result<(), EntryError> {
        let test = self.context.definitions.test(name);
        let test = test.map_err(|unknown| self.wrong(test_at, unknown.to_string()))?;
        let has = |phase: &PhaseDef| measure.phase.is_empty() || phase.name == measure.phase;
        if !test.phases.iter().any(has) {
            let phases: Vec<&str> = test
                .phases
                .iter()
                .map(|phase| phase.name.as_str())
                .collect();
            return Err(self.wrong(
                test_at,
                format!(
                    "{name} has no phase '{}'; it has {}",
                    measure.phase,
                    phases.join(", ")
                ),
            ));
        }
        // What is written where is the trace's own; of all other tests it has to be said.
        let replays = test.phases.iter().any(|phase| phase.replay.is_some());
        let given = &measure.conditions;
        let said = [
            given.span.is_some(),
            given.data.is_some(),
            given.align.is_some(),
        ];
        if replays && said != [false; 3] {
            return Err(self.wrong(
                at,
                format!(
                    "{name} replays a trace, which has its own span, data and align: leave them out"
                ),
            ));
        }
        if !replays && said != [true; 3] {
            return Err(self.wrong(
                at,
                format!("{name} accepts only the conditions port, state, span, data and align"),
            ));
        }
        match given.beyond(test).contradiction(test) {
            Some(problem) => Err(self.wrong(at, problem.to_string())),
            None => Ok(()),
        }
    }
}
