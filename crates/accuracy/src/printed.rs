//! All that was printed, for pages.

use crate::published::{Published, PublishedError, published};
use fourcorners_bench::Library;
use fourcorners_bench::record::Run;
use fourcorners_lab::library;
use fourcorners_report::{Mark, Printed, Statement};

/// Printed figures, to be asked for those of runs.
#[derive(Debug)]
pub struct PrintedFigures {
    pub(crate) published: Published,
    pub(crate) definitions: &'static Library,
}

impl PrintedFigures {
    /// Reads the figures that are part of the program, and those of more files, `(name, text)`
    /// each.
    pub fn read(more: &[(String, String)]) -> Result<Self, PublishedError> {
        Ok(Self {
            published: published(more, &[])?,
            definitions: library()?,
        })
    }
}

impl Printed for PrintedFigures {
    fn marks(&self, run: &Run) -> Vec<Mark> {
        self.marks_of(run)
    }

    fn statements(&self, runs: &[Run]) -> Vec<Statement> {
        self.statements_of(runs)
    }
}
