//! Statements that were printed about drives, each with what the page's runs say of it. Who makes
//! them judges them; here they are plain values.

mod place;
mod quantity;
mod tally;

pub use quantity::{StatementQuantity, StatementUnit};
pub use tally::{Share, Tally};

use crate::data::PageData;
use crate::printed::Printed;
use crate::wording::statements as words;
use fourcorners_bench::record::Run;
use schemars::JsonSchema;
use serde::Serialize;

/// What a statement asks of a simulated drive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum StatementClass {
    /// Nothing: the drive's file has it from that very source.
    Input,
    /// To be more or less than something, by however much.
    Sign,
    /// To come near a number.
    Number,
}

/// Whether a drive was fitted to a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum StatementOrigin {
    /// A number of the drive's file was chosen so that it comes out.
    Fitted,
    /// Nothing was.
    Predicted,
}

/// A printed statement and what runs say of it.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Statement {
    /// As in `published/`.
    pub id: String,
    /// Index, among the runs it was made of, of the one that it is about.
    #[serde(skip)]
    pub run: usize,
    /// Of the one that it compares that with.
    #[serde(skip)]
    pub against_run: Option<usize>,
    /// Catalogue name of the drive that it is about.
    pub drive_name: String,
    /// Of the drive that it compares that with; null: it is no comparison.
    pub against_name: Option<String>,
    /// Test; `NAME*`: all whose names begin so.
    pub test: String,
    /// Its phase; empty: all of them.
    pub phase: String,
    /// Variant of the test, as in a run's folder.
    pub variant: String,
    pub quantity: StatementQuantity,
    pub printed: String,
    /// What was measured, in `unit`; of a comparison, the ratio.
    pub value: f64,
    pub unit: StatementUnit,
    pub holds: bool,
    pub class: StatementClass,
    pub origin: StatementOrigin,
    /// Whether a number that was fitted to another statement decides it: it is predicted, but
    /// tests that fit rather than a mechanism.
    pub decided_by_fit: bool,
    /// Whether it counts: it is no input, and can be missed.
    pub scored: bool,
    /// Whether models are made without looking at it, so that it tests them.
    pub set_aside: bool,
    /// Who printed it, under which title and when, as far as that is known.
    pub source: String,
    /// Its address; empty: none is known.
    pub address: String,
    /// Number of the article that printed it, `000` to `004`; null: another source.
    pub document: Option<String>,
    /// Conditions that are not the test's own, and of what it is compared with.
    pub conditions: String,
    /// How the source was read; may be empty.
    pub note: String,
    /// Why no mechanism reaches it; empty: not known.
    pub cause: String,
}

/// A statement where the page shows it.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct DriveStatement {
    /// Index of the drive that it is about.
    pub drive: usize,
    /// Of the drive that it compares that with; null: it is no comparison, or one of the same
    /// drive.
    pub against: Option<usize>,
    /// Id of its chart; null: no chart shows its test.
    pub chart: Option<String>,
    /// What it is about, as in `mean latency, Torture test, write`.
    pub what: String,
    /// What was measured, with its unit.
    pub here: String,
    #[serde(flatten)]
    pub statement: Statement,
}

impl DriveStatement {
    /// All that a page's runs put to the test.
    pub(crate) fn all(page: &PageData, runs: &[Run], printed: &dyn Printed) -> Vec<Self> {
        let all = printed.statements(runs).into_iter();
        all.filter_map(|one| Self::of(one, page, runs)).collect()
    }

    /// `None`: a run is on the page as a copy of another.
    fn of(statement: Statement, page: &PageData, runs: &[Run]) -> Option<Self> {
        let drive_of = |run: usize| {
            let path = &runs.get(run)?.path;
            let mut drives = page.drives.iter();
            drives.position(|drive| drive.folders.contains(path))
        };
        let drive = drive_of(statement.run)?;
        let against = statement.against_run.and_then(drive_of);
        Some(Self {
            drive,
            against: against.filter(|other| *other != drive),
            chart: page.chart_of(drive, &statement),
            what: words::what(&statement, &page.pages),
            here: words::here(statement.value, statement.unit),
            statement,
        })
    }
}

impl PageData {
    /// Statements that these runs contradict.
    pub fn differences(&self) -> impl Iterator<Item = &DriveStatement> {
        self.statements.iter().filter(|one| !one.statement.holds)
    }
}
