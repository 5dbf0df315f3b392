//! The figures of one point.

use crate::error::SweepError;
use crate::folder::Row;
use crate::sweep::{Recorded, Sweep};
use fourcorners_bench::record::{Run, Status};
use fourcorners_bench::{Observer, Options};
use fourcorners_lab::{self as lab, LabError};
use fourcorners_report::wording::{failure, not_run};
use std::collections::BTreeMap;

impl Sweep {
    /// Simulates a point. `None`: it was stopped.
    ///
    /// # Errors
    /// The host's, which say nothing of the point.
    pub(crate) fn measure(
        &self,
        number: u64,
        point: Result<crate::point::Point, String>,
        observer: &mut dyn Observer,
    ) -> Result<Option<Row>, SweepError> {
        let figures = match point {
            Ok(point) => {
                let (definitions, suite) = (&point.definitions, &point.suite);
                let options = Options::default();
                match lab::simulate_alone(
                    &point.spec,
                    definitions,
                    suite,
                    &options,
                    point.seed,
                    observer,
                ) {
                    Ok(Some(run)) => self.figures(&run),
                    Ok(None) => return Ok(None),
                    Err(error @ LabError::Temporary { .. }) => return Err(error.into()),
                    Err(error) => Err(error.message().error),
                }
            }
            Err(reason) => Err(reason),
        };
        Ok(Some(self.row(number, figures)))
    }

    fn row(&self, number: u64, figures: Result<BTreeMap<String, Option<f64>>, String>) -> Row {
        let values = self.points.get(number as usize).into_iter().flatten();
        let names = self.parameters.iter().map(ToString::to_string);
        let (figures, failed) = match figures {
            Ok(figures) => (figures, None),
            Err(reason) => (BTreeMap::new(), Some(reason)),
        };
        Row {
            point: number,
            parameters: names.zip(values.cloned()).collect(),
            figures,
            failed,
        }
    }

    fn figures(&self, run: &Run) -> Result<BTreeMap<String, Option<f64>>, String> {
        let of = |recorded: &Recorded| Ok((recorded.name.clone(), figure(recorded, run)?));
        self.recorded.iter().map(of).collect()
    }
}

/// A figure; `None`: this drive or phase has none.
fn figure(recorded: &Recorded, run: &Run) -> Result<Option<f64>, String> {
    let mut entries = run.entries.iter();
    let entry = entries.find(|entry| recorded.is_of(&entry.test, &entry.phase));
    let why = match entry.map(|entry| &entry.status) {
        Some(Status::Finished) => {
            let measured = entry.and_then(|entry| entry.measured.as_ref());
            return Ok(measured.and_then(recorded.figure.of));
        }
        Some(Status::Skipped { because }) => not_run::sentence(because),
        Some(Status::Failed { failure }) => failure::sentence(failure),
        Some(Status::Interrupted) | None => "it was not measured".into(),
    };
    Err(format!("{}: {why}", recorded.test))
}
