//! All that was printed, for pages.

use crate::published::{Figure, Kind, Published, PublishedError, published};
use fourcorners_bench::Library;
use fourcorners_bench::record::Run;
use fourcorners_lab::{drive_names, drive_spec, library};
use fourcorners_report::{Mark, Printed, Statement};
use std::sync::LazyLock;

/// The figures that are part of the program.
static SHIPPED: LazyLock<Published> =
    LazyLock::new(|| published(&[], &[]).expect("the shipped figures"));

/// Printed figures, to be asked for those of runs.
#[derive(Debug)]
pub struct PrintedFigures {
    /// With those of more files. `None`: the shipped ones, read when a run is of one of their
    /// drives.
    with_more: Option<Published>,
    pub(crate) definitions: &'static Library,
}

impl PrintedFigures {
    /// The figures that are part of the program, and those of more files, `(name, text)` each.
    pub fn read(more: &[(String, String)]) -> Result<Self, PublishedError> {
        let with_more = (!more.is_empty()).then(|| published(more, &[]));
        Ok(Self {
            with_more: with_more.transpose()?,
            definitions: library()?,
        })
    }

    pub(crate) fn published(&self) -> &Published {
        self.with_more.as_ref().unwrap_or_else(|| &SHIPPED)
    }

    /// All figures where they can be about one of these drives: about drives of the catalog only.
    pub(crate) fn figures(&self, drives: &[&str]) -> &[Figure] {
        let catalog = drive_names();
        match catalog.iter().any(|name| drives.contains(&name.as_str())) {
            true => &self.published().figures,
            false => &[],
        }
    }

    /// How many figures check the model of a drive: scored ones, comparisons with it included, to
    /// which nothing was fitted.
    pub fn checks_of(&self, drive: &str) -> usize {
        let all = self.figures(&[drive]).iter();
        let is_of_it = |one: &&Figure| one.measures().any(|measure| measure.drive == drive);
        let scored = all.filter(is_of_it).filter(|one| one.is_scored());
        let kinds = scored.map(|one| self.published().kind_of(one));
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
        let known = drive_names().into_iter().filter_map(|name| {
            let marks = self.marks_about(&name, run);
            // Reading a drive takes longer than looking for its figures.
            if marks.is_empty() {
                return None;
            }
            Some((drive_spec(&name).ok()?.model().to_string(), marks))
        });
        known.collect()
    }

    fn checks(&self, run: &Run) -> Option<usize> {
        let identity = &run.header.identity;
        let is_simulated = identity.is_simulated();
        is_simulated.then(|| self.checks_of(&identity.name))
    }
}
