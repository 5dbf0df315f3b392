//! The whole of a check: what was asked for is run, compared and counted.
//!
//! `wanted` (which tests of which drives) -> `simulate`, kept by `cache` as `record` -> `value` ->
//! `judge` -> `row` -> `summary`, `markdown`.

pub(crate) mod cache;
pub(crate) mod conditions;
mod facts;
mod fill;
pub(crate) mod judge;
mod markdown;
pub(crate) mod record;
pub(crate) mod row;
pub(crate) mod simulate;
mod summary;
mod trace_facts;
mod value;
pub(crate) mod wanted;

pub use cache::Cache;
pub use facts::FactRow;
pub use markdown::{markdown, needs};
pub use row::Row;
pub use summary::{Family, Share, Summary};

use crate::published::{Fact, Figure, Planned, Published, Waiting};
use facts::fact_row;
use fourcorners_bench::former;
use fourcorners_lab::{LabError, Message, Watcher};
use fourcorners_sim::DriveSpec;
use row::row;
use simulate::simulate;
use std::collections::BTreeMap;
use summary::summary;
use trace_facts::TraceFacts;
use wanted::{Catalogue, wanted};

/// The name of all figures that are set aside.
pub const SET_ASIDE: &str = "set-aside";

/// Which figures are asked for; empty: all.
#[derive(Clone, Debug, Default)]
pub struct Filter(pub Vec<String>);

impl Filter {
    /// A figure is asked for by its id, its drive, its drive's family, its test or its document;
    /// one that is set aside by its id or [`SET_ASIDE`].
    fn takes(&self, figure: &Figure, published: &Published) -> bool {
        if published.is_set_aside(&figure.id) && !self.0.is_empty() {
            let mut names = self.0.iter();
            return names.any(|name| *name == figure.id || name == SET_ASIDE);
        }
        let named = |name: &String| {
            *name == figure.id
                || *name == figure.measure.drive
                || former::test(name) == figure.measure.test
                || Some(name.as_str()) == figure.document()
                || *name == fourcorners_lab::drive_family(&figure.measure.drive)
        };
        self.0.is_empty() || self.0.iter().any(named)
    }
}

/// What a check found.
#[derive(Clone, Debug)]
pub struct Checked {
    /// Every figure that was asked for; where all were, but for those that are set aside.
    pub rows: Vec<Row>,
    /// Those that are set aside, where all were asked for: for their share.
    pub set_aside: Vec<Row>,
    /// Hardware and method, of all drives.
    pub facts: Vec<FactRow>,
    /// What waits for its test.
    pub waiting: Vec<Waiting>,
    /// Figures that were asked for and cannot be simulated yet.
    pub planned: Vec<Planned>,
    /// Hardware of drives to come.
    pub facts_to_come: usize,
    /// The four shares.
    pub summary: Summary,
}

/// Runs what is not kept in the cache, and compares. `own`: drives of the user's by their names.
pub fn check(
    published: &Published,
    own: &BTreeMap<String, DriveSpec>,
    filter: &Filter,
    cache: &Cache,
    threads: usize,
    watcher: &dyn Watcher,
) -> Result<Checked, LabError> {
    let catalogue = Catalogue::new(fourcorners_lab::library()?, published.figures.iter());
    let definitions = &catalogue.definitions;
    let figures: Vec<&Figure> = published
        .figures
        .iter()
        .filter(|figure| filter.takes(figure, published))
        .collect();
    let planned = published.planned.iter();
    let planned = planned.filter(|planned| filter.takes(&planned.figure, published));
    let planned: Vec<Planned> = planned.cloned().collect();
    if figures.is_empty() && planned.is_empty() && !filter.0.is_empty() {
        let error = format!(
            "no published figure, drive, test or document (000 to 004) matches {}",
            filter.0.join(", ")
        );
        let hint = format!("to show the figures that are set aside, use {SET_ASIDE}");
        return Err(LabError::Usage(Message::new(error).hint(hint)));
    }
    let wanted = wanted(figures.iter().copied(), &catalogue);
    let spec = |name: &str| match own.get(name) {
        Some(spec) => Ok(spec.clone()),
        None => fourcorners_lab::drive_spec(name),
    };
    let records = simulate(&wanted, definitions, &spec, cache, threads, watcher)?;
    let rows: Vec<Row> = figures
        .iter()
        .map(|figure| row(figure, published, &records, &catalogue))
        .collect();
    let summary = summary(&rows, published, &fourcorners_lab::drive_family);
    let hides = |row: &Row| filter.0.is_empty() && row.set_aside;
    let (set_aside, rows) = rows.into_iter().partition(hides);
    let mut facts = Vec::new();
    let asked = published.facts.iter().filter(|_| filter.0.is_empty());
    let asked: Vec<&Fact> = asked.collect();
    let traces = TraceFacts::of(&asked, definitions, cache)?;
    for fact in asked {
        let drive = fact.drive.as_deref().map(spec);
        facts.push(fact_row(
            fact,
            drive.transpose()?.as_ref(),
            definitions,
            &traces,
        ));
    }
    Ok(Checked {
        rows,
        set_aside,
        facts,
        waiting: published.waiting.clone(),
        planned,
        facts_to_come: published.facts_to_come.len(),
        summary,
    })
}
