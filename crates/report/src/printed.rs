//! Who knows what was printed about drives.

use crate::marks::Mark;
use crate::statements::Statement;
use fourcorners_bench::record::Run;

/// What was printed about the drives of runs: the page shows it beside its own figures.
pub trait Printed {
    /// Single figures of the drive of a run. Those that the page has a place for become marks.
    fn marks(&self, run: &Run) -> Vec<Mark>;

    /// Statements, comparisons included, that all these runs together put to the test.
    fn statements(&self, runs: &[Run]) -> Vec<Statement>;

    /// The models of known drives, and what was printed about each, as marks beside the run of
    /// another drive.
    fn known(&self, _run: &Run) -> Vec<(String, Vec<Mark>)> {
        Vec::new()
    }

    /// How many figures check the model of the drive of a run; `None`: a real drive, or not known.
    fn checks(&self, _run: &Run) -> Option<usize> {
        None
    }
}

/// Nothing was printed about any drive.
#[derive(Clone, Copy, Debug, Default)]
pub struct NothingPrinted;

impl Printed for NothingPrinted {
    fn marks(&self, _: &Run) -> Vec<Mark> {
        Vec::new()
    }

    fn statements(&self, _: &[Run]) -> Vec<Statement> {
        Vec::new()
    }
}
