//! Runs that are there already, side by side: figures, and a page.

use crate::error::LabError;
use crate::marks::Marks;
use crate::outcome::{self, Outcome};
use fourcorners_bench::is_being_written;
use fourcorners_bench::record::{Run, SCHEMA_VERSION};
use fourcorners_report::{Comparison, compare, run_names};
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
}

/// Compares runs, and writes their page into a folder.
///
/// # Errors
/// The figures that were printed about drives cannot be read.
pub fn compare_runs(runs: Vec<Run>, folder: &Path) -> Result<Compared, LabError> {
    let mut comparison = compare(&runs);
    let names = run_names(&runs.iter().collect::<Vec<_>>());
    let unfinished = runs.iter().zip(&names).filter_map(unfinished);
    comparison.notes.extend(unfinished);
    let mut outcome = Outcome::of_runs(runs, Marks::read(&[])?);
    let stamp = jiff::Zoned::now().strftime("%Y%m%d-%H%M%S").to_string();
    outcome.write_page(folder, &stamp, "comparison");
    Ok(Compared {
        schema_version: SCHEMA_VERSION,
        page: outcome.page.clone(),
        comparison,
        outcome,
    })
}

/// Why some of a run's figures are missing, if it is not over or ended before its time.
fn unfinished((run, name): (&Run, &String)) -> Option<String> {
    let missing = outcome::unfinished(run)?;
    Some(match is_being_written(&run.path) {
        true => format!("The run {name} goes on ({missing}): these are its figures so far."),
        false => {
            format!("The run {name} ended early ({missing}); 'review --resume' goes on with it.")
        }
    })
}
