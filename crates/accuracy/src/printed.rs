//! All that was printed, for pages.

use crate::published::{Figure, Kind, Published, PublishedError, published};
use fourcorners_bench::Library;
use fourcorners_bench::record::Run;
use fourcorners_lab::{drive_names, drive_spec, library};
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

    /// How many figures check the model of a drive: scored ones, comparisons with it included, to
    /// which nothing was fitted.
    pub fn checks_of(&self, drive: &str) -> usize {
        let all = self.published.figures.iter();
        let is_of_it = |one: &&Figure| one.measures().any(|measure| measure.drive == drive);
        let scored = all.filter(is_of_it).filter(|one| one.is_scored());
        let kinds = scored.map(|one| self.published.kind_of(one));
        kinds.filter(|kind| *kind == Kind::Predicted).count()
    }
}

impl Printed for PrintedFigures {
    fn marks(&self, run: &Run) -> Vec<Mark> {
        self.marks_of(run)
    }

    fn statements(&self, runs: &[Run]) -> Vec<Statement> {
        self.statements_of(runs)
    }

    fn known(&self, run: &Run) -> Vec<(String, Vec<Mark>)> {
        let specs = drive_names().into_iter();
        let specs =
            specs.filter_map(|name| Some((drive_spec(&name).ok()?.model().to_string(), name)));
        let marks = specs.map(|(model, name)| (model, self.marks_about(&name, run)));
        marks.collect()
    }

    fn checks(&self, run: &Run) -> Option<usize> {
        let identity = &run.header.identity;
        let is_simulated = identity.is_simulated();
        is_simulated.then(|| self.checks_of(&identity.name))
    }
}
