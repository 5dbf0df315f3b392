//! Printed statements, judged by a page's runs as `check` judges them by its own.

mod records;

use crate::check::conditions::conditions;
use crate::check::judge::judge;
use crate::check::wanted::{Catalogue, runs_of};
use crate::printed::PrintedFigures;
use crate::published::{Figure, Measure};
use fourcorners_bench::Article;
use fourcorners_bench::record::Run;
use fourcorners_report::{Statement, article_of};
use records::{Found, PageRecords};
use std::collections::BTreeSet;

impl PrintedFigures {
    /// What was printed about the drives of runs and these runs put to the test: every run that it
    /// is of is there, is simulated and comparable. Of an article's runs, its own statements only.
    pub(crate) fn statements_of(&self, runs: &[Run]) -> Vec<Statement> {
        let article = article_of(runs).map(Article::number);
        let drives: BTreeSet<&str> = runs
            .iter()
            .map(|run| run.header.identity.name.as_str())
            .collect();
        let is_there = |measure: &Measure| drives.contains(measure.drive.as_str());
        let named: Vec<&str> = drives.iter().copied().collect();
        let figures = self.figures(&named).iter();
        let figures: Vec<&Figure> = figures
            .filter(|figure| article.is_none() || figure.document() == article)
            .filter(|figure| figure.measures().all(is_there))
            .collect();
        let catalogue = Catalogue::new(self.definitions, figures.iter().copied());
        let records = PageRecords::of(runs, &figures, &catalogue);
        let judged = figures.into_iter();
        judged
            .filter_map(|figure| self.statement(figure, &records, &catalogue))
            .collect()
    }

    fn statement(
        &self,
        figure: &Figure,
        records: &PageRecords,
        catalogue: &Catalogue,
    ) -> Option<Statement> {
        let judged = judge(figure, &records.records, catalogue).ok()?;
        let found = |measure: &Measure| -> Option<&Found> {
            let (key, _) = runs_of(measure, catalogue).into_iter().next()?;
            records.found.get(&key)
        };
        let own = found(&figure.measure)?;
        let measure = &figure.measure;
        let (source, address) = self.published().source_of(figure);
        Some(Statement {
            id: figure.id.clone(),
            run: own.run,
            against_run: figure.against.as_ref().and_then(found).map(|it| it.run),
            drive_name: measure.drive.clone(),
            against_name: figure.against.as_ref().map(|other| other.drive.clone()),
            test: measure.test.clone(),
            phase: measure.phase.clone(),
            variant: own.variant.clone(),
            quantity: measure.quantity,
            printed: figure.printed.clone(),
            value: judged.value,
            unit: figure.shown_in(),
            holds: judged.verdict.holds,
            class: figure.class(),
            origin: self.published().kind_of(figure),
            decided_by_fit: self.published().is_decided_by_fit(&figure.id),
            scored: figure.is_scored(),
            set_aside: self.published().is_set_aside(&figure.id),
            source,
            address,
            document: figure.document().map(str::to_string),
            conditions: conditions(figure, catalogue),
            note: figure.note.clone(),
            cause: figure.cause.clone(),
        })
    }
}
