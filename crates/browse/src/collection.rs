//! Everything that is shown of many runs, as values: the list, the figures of a run, a review page.

use crate::id::{RunId, hex};
use crate::index::{Index, Listing};
use fourcorners_bench::health::Health;
use fourcorners_bench::record::Run;
use fourcorners_bench::{FolderError, file_names};
use fourcorners_report::wording::damage;
use fourcorners_report::{
    DifferenceKind, Figure, PageData, Printed, WhichDrive, difference_kinds, results_of,
};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Version of `runs.json` and of `figures/ID.json`.
const SCHEMA_VERSION: u32 = 1;
/// Runs on one page.
pub const MOST_RUNS: usize = 64;
/// Of all runs on one page, in bytes of their files: they are in memory at once. 64 of a
/// whole suite are some 150 MB.
const MOST_BYTES: u64 = 512 << 20;

/// Runs, and what is known of them besides.
pub struct Collection {
    /// The runs.
    pub index: Index,
    /// As for [`PageData::new`].
    pub printed: Box<dyn Printed + Send + Sync>,
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
    /// What each place of a run's differences is.
    differences: Vec<DifferenceKind>,
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
    /// Which drive it is of, by which runs of one drive under several conditions are known.
    drive: WhichDrive,
    /// Equal of two runs where one is a copy of the other, which is no second measurement; null:
    /// nothing was measured.
    results: Option<String>,
    /// What of its files cannot be read, or is said and no drive can have, a sentence each.
    left_out: Vec<String>,
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
        let listing = self.index.list();
        let mut tests = self.titles.clone();
        for (test, title) in listing.runs.iter().flat_map(|run| &run.titles) {
            tests.entry(test.clone()).or_insert_with(|| title.clone());
        }
        RunsDocument {
            schema_version: SCHEMA_VERSION,
            live,
            tests,
            differences: difference_kinds(),
            listing,
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
        // Nobody who looks at a page has to know where the folder lies.
        let mut run = Run::open(&folder).map_err(|error| within(&folder, &error))?;
        if let Some(name) = folder.file_name() {
            run.path = name.into();
        }
        Ok(run)
    }

    /// Whether these runs may be in memory together.
    fn fits(&self, ids: &[RunId]) -> Result<(), Failure> {
        let mut bytes = 0;
        for id in ids {
            bytes += length(&self.folder(id)?);
        }
        if bytes > MOST_BYTES {
            let (all, most) = (bytes >> 20, MOST_BYTES >> 20);
            return Err(Failure::Unreadable(format!(
                "its files total {all} MiB, but the limit is {most} MiB: choose fewer runs"
            )));
        }
        Ok(())
    }

    /// What a run is compared by.
    ///
    /// # Errors
    /// As [`Collection::open`].
    pub fn figures(&self, id: &RunId) -> Result<FiguresDocument, Failure> {
        self.fits(std::slice::from_ref(id))?;
        let run = self.open(id)?;
        Ok(FiguresDocument {
            schema_version: SCHEMA_VERSION,
            figures: fourcorners_report::figures(&run),
            drive: WhichDrive::of(&run.header),
            results: results_of(&run).map(|results| {
                let json = serde_json::to_vec(&results);
                hex(&json.unwrap_or_default())
            }),
            left_out: damage::sentences(&run.damage),
        })
    }

    /// The review page of some runs, with a way back to the list: `home`, a relative address.
    ///
    /// # Errors
    /// As [`Collection::open`].
    pub fn review(&self, ids: &[RunId], home: &'static str) -> Result<String, Failure> {
        self.fits(ids)?;
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

/// Of all files of a run that a page is made from, in bytes.
fn length(folder: &Path) -> u64 {
    let names = file_names::ALL.iter().chain([&Health::FILE]);
    let files = names.filter_map(|name| folder.join(name).symlink_metadata().ok());
    files.map(|file| file.len()).sum()
}

/// What is wrong with a run, its files named from its folder on.
fn within(folder: &Path, error: &FolderError) -> Failure {
    let whole = format!("{}/", folder.display());
    Failure::Unreadable(error.to_string().replace(&whole, ""))
}
