//! Runs that are there already, side by side: figures, and a page.

use crate::catalogue::library;
use crate::error::LabError;
use crate::outcome::{self, Outcome};
use fourcorners_bench::record::{Run, SCHEMA_VERSION};
use fourcorners_bench::{Library, is_being_written};
use fourcorners_findings::pages::Pages;
use fourcorners_report::{
    Comparison, Printed, compare, comparison_text, copy_of, markdown_of_comparison, run_names,
};
use schemars::JsonSchema;
use serde::Serialize;
use std::path::Path;

/// A comparison, as `--json` prints it.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Compared {
    /// Version of this document's schema.
    pub schema_version: u32,
    /// Path of the page; absent if none could be written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page: Option<String>,
    /// The drives, and their figures.
    #[serde(flatten)]
    pub comparison: Comparison,
    /// The runs, for files that are written of them; not part of the JSON.
    #[serde(skip)]
    #[schemars(skip)]
    pub outcome: Outcome,
    /// What tests are called.
    #[serde(skip)]
    #[schemars(skip)]
    definitions: &'static Library,
}

impl Compared {
    /// Figures side by side and notes as text; `width`: columns to use; `None`: as many as the
    /// terminal has.
    pub fn text(&self, width: Option<u16>) -> String {
        comparison_text(&self.comparison, &|test| self.title(test), width)
    }

    /// All of it as Markdown.
    pub fn markdown(&self, printed: &dyn Printed) -> String {
        let title = |test: &str| self.title(test);
        markdown_of_comparison(&self.outcome.read_back, printed, &self.comparison, &title)
    }

    /// Under which name people know a test, or `price`.
    fn title(&self, test: &str) -> String {
        title_of_test(self.definitions, &self.outcome.read_back, test)
    }
}

/// Under which name people know a test of these runs, or `price`.
pub(crate) fn title_of_test(definitions: &Library, runs: &[Run], test: &str) -> String {
    match definitions.tests.get(test) {
        Some(test) => test.title.clone(),
        None if test == "price" => "Price".into(),
        None => {
            let headers = runs.iter().map(|run| &run.header);
            let pages = Pages::of_headers(headers);
            let title = pages.get(test).map(|page| page.title.clone());
            title.unwrap_or_else(|| test.replace('-', " "))
        }
    }
}

/// Compares runs, and writes their page into a folder.
///
/// # Errors
/// The tests of the catalogue cannot be read.
pub fn compare_runs(
    runs: Vec<Run>,
    folder: &Path,
    printed: &dyn Printed,
) -> Result<Compared, LabError> {
    let mut comparison = compare(&runs);
    let names = run_names(&runs.iter().collect::<Vec<_>>());
    let unfinished = runs.iter().zip(&names).filter_map(unfinished);
    comparison.notes.extend(unfinished);
    let copies = (0..runs.len()).filter_map(|place| copy(place, &runs, &names));
    comparison.notes.extend(copies);
    let mut outcome = Outcome::of_runs(runs);
    let stamp = crate::run_names::stamp();
    outcome.write_page(folder, &stamp, "comparison", printed);
    Ok(Compared {
        schema_version: SCHEMA_VERSION,
        page: outcome.page.clone(),
        comparison,
        outcome,
        definitions: library()?,
    })
}

/// Of which run one is a copy.
fn copy(place: usize, runs: &[Run], names: &[String]) -> Option<String> {
    let original = copy_of(&runs[place], &runs[..place])?;
    let original = runs.iter().position(|run| run.path == original.path)?;
    Some(format!(
        "The run {} is a copy of {}: the two count as one.",
        names[place], names[original]
    ))
}

/// Why some of a run's figures are missing, if it is not over or ended before its time.
fn unfinished((run, name): (&Run, &String)) -> Option<String> {
    let missing = outcome::unfinished(run)?;
    Some(match is_being_written(&run.path) {
        true => format!("The run {name} is in progress ({missing}): these are its figures so far."),
        false => {
            format!("The run {name} ended early ({missing}); 'review --resume' resumes it.")
        }
    })
}
