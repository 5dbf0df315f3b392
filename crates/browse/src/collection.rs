//! Everything that is shown of many runs, as values: the list, the figures of a run, a review page.

use crate::files;
use crate::id::RunId;
use crate::index::{Index, Listing};
use fourcorners_bench::record::Run;
use fourcorners_report::{Figure, Mark, PageData};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Version of `runs.json` and of `figures/ID.json`.
const SCHEMA_VERSION: u32 = 1;
/// Runs on one page.
pub const MOST_RUNS: usize = 64;

/// Who knows the figures that were printed about the drive of a run.
pub type Printed = Box<dyn Fn(&Run) -> Vec<Mark> + Send + Sync>;

/// Runs, and what is known of them besides.
pub struct Collection {
    /// The runs.
    pub index: Index,
    /// As for [`PageData::new`].
    pub printed: Printed,
    /// Titles of tests, by their ids.
    pub titles: BTreeMap<String, String>,
}

/// `runs.json`.
#[derive(Debug, Serialize, JsonSchema)]
pub struct RunsDocument {
    /// Version of this document's schema.
    schema_version: u32,
    /// Whether runs that go on can be followed, and pages of several runs made.
    live: bool,
    /// Titles of tests, by their ids.
    tests: BTreeMap<String, String>,
    /// The runs.
    #[serde(flatten)]
    pub listing: Listing,
}

/// `figures/ID.json`.
#[derive(Debug, Serialize, JsonSchema)]
pub struct FiguresDocument {
    /// Version of this document's schema.
    schema_version: u32,
    /// In the order in which they were measured.
    figures: Vec<Figure>,
}

/// Why something cannot be shown.
#[derive(Debug, PartialEq, Eq)]
pub enum Failure {
    /// There is no such run.
    Unknown,
    /// Its folder cannot be read, a sentence.
    Unreadable(String),
}

impl Collection {
    /// The list; `live`: it is shown by a server that can follow runs.
    pub fn runs(&self, live: bool) -> RunsDocument {
        RunsDocument {
            schema_version: SCHEMA_VERSION,
            live,
            tests: self.titles.clone(),
            listing: self.index.list(),
        }
    }

    /// The folder of a run.
    ///
    /// # Errors
    /// There is no such run.
    pub fn folder(&self, id: &RunId) -> Result<PathBuf, Failure> {
        self.index.find(id).ok_or(Failure::Unknown)
    }

    /// A run, whole.
    ///
    /// # Errors
    /// There is no such run, or it cannot be read.
    pub fn open(&self, id: &RunId) -> Result<Run, Failure> {
        let folder = self.folder(id)?;
        files::may_be_read(&folder).map_err(Failure::Unreadable)?;
        let mut run = Run::open(&folder).map_err(|error| Failure::Unreadable(error.to_string()))?;
        // Nobody who looks at a page has to know where the folder lies.
        if let Some(name) = folder.file_name() {
            run.path = name.into();
        }
        Ok(run)
    }

    /// What a run is compared by.
    ///
    /// # Errors
    /// As [`Collection::open`].
    pub fn figures(&self, id: &RunId) -> Result<FiguresDocument, Failure> {
        Ok(FiguresDocument {
            schema_version: SCHEMA_VERSION,
            figures: fourcorners_report::figures(&self.open(id)?),
        })
    }

    /// The review page of some runs, with a way back to the list: `home`, a relative address.
    ///
    /// # Errors
    /// As [`Collection::open`].
    pub fn review(&self, ids: &[RunId], home: &'static str) -> Result<String, Failure> {
        let runs: Result<Vec<Run>, Failure> = ids.iter().map(|id| self.open(id)).collect();
        let data = PageData::new(&runs?, &*self.printed);
        let page = fourcorners_report::html(&data);
        let page = page.map_err(|error| Failure::Unreadable(error.to_string()))?;
        // The frame's own body element: what stands before it is escaped.
        let back =
            format!("<body>\n<nav aria-label=\"Runs\"><a href=\"{home}\">All runs</a></nav>");
        Ok(page.replacen("<body>", &back, 1))
    }
}
