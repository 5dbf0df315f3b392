//! What a review gives back: every run, and the page.

use crate::files::day;
use crate::job::RunStatus;
use fourcorners_bench::record::{Entry, Run, SCHEMA_VERSION};
use fourcorners_report::{Answer, PageError, Printed, run_names};
use schemars::JsonSchema;
use serde::Serialize;
use std::path::{Path, PathBuf};

/// A review's result, as `--json` prints it.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Outcome {
    /// Version of this document's schema.
    pub schema_version: u32,
    /// Every run, in the order asked for.
    pub runs: Vec<RunOutcome>,
    /// Path of the page; absent if none was written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page: Option<String>,
    /// Paths of the images to share, one per drive; absent if none was written.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub images: Vec<String>,
    /// Why the page could not be written, a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page_problem: Option<String>,
    /// The runs as read back from their folders; not part of the JSON.
    #[serde(skip)]
    #[schemars(skip)]
    pub read_back: Vec<Run>,
}

/// One run of one drive.
#[derive(Debug, Serialize, JsonSchema)]
pub struct RunOutcome {
    /// Drive's name.
    pub drive: String,
    /// The port that it was plugged into, where one was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub port: Option<String>,
    pub suite: String,
    /// Seed.
    pub seed: u64,
    /// Which repetition, from 1.
    pub repeat: u32,
    pub status: RunStatus,
    /// Why it failed, a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// What to do about that, a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
    /// The run's folder; absent if it failed before there was one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub folder: Option<String>,
    /// The command that resumes the review; absent if this run is finished, or no run of the
    /// review has a folder.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resume: Option<String>,
    /// The command that begins it, with the repetitions before it; absent unless it was never
    /// begun.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub begin: Option<String>,
    /// SHA-256 over the folder's files without wall-clock times.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub digest: Option<String>,
    /// What was measured.
    pub results: Vec<Entry>,
    /// What was expected, and whether it was met; absent if nothing was.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub expectations: Vec<Answer>,
}

impl Outcome {
    /// Whether every expectation was met by every run.
    pub fn all_met(&self) -> bool {
        let mut answers = self.runs.iter().flat_map(|run| &run.expectations);
        answers.all(|answer| answer.met)
    }

    /// The runs' drives, each with its port if one was asked for, and its repetition if there are
    /// several; where two are called the same, with the run's folder.
    pub fn names(&self) -> Vec<String> {
        let several = self.runs.iter().any(|run| run.repeat > 1);
        let name = |run: &RunOutcome| {
            let port = run.port.iter().map(|port| format!(" on {port}"));
            let repeat = several.then(|| format!(" #{}", run.repeat));
            std::iter::once(run.drive.clone())
                .chain(port)
                .chain(repeat)
                .collect()
        };
        let names: Vec<String> = self.runs.iter().map(name).collect();
        let folders = run_names(&self.read_back.iter().collect::<Vec<_>>());
        let folder = |run: &RunOutcome| {
            let path = run.folder.as_deref().map(Path::new);
            let is_it = |read: &Run| path == Some(&read.path);
            folders.get(self.read_back.iter().position(is_it)?)
        };
        let told_apart = |(run, name): (&RunOutcome, &String)| {
            let is_alone = names.iter().filter(|other| *other == name).count() == 1;
            match folder(run).filter(|_| !is_alone) {
                Some(folder) => format!("{name} ({folder})"),
                None => name.clone(),
            }
        };
        self.runs.iter().zip(&names).map(told_apart).collect()
    }
}

/// What is missing of a run that is not over: it goes on, or ended before its time.
pub(crate) fn unfinished(run: &Run) -> Option<String> {
    let (left, all) = (run.not_reached().count(), run.header.phases.len());
    (!run.is_over()).then(|| match left {
        0 if run.entries.is_empty() => "nothing was measured".into(),
        0 => "a phase was stopped".into(),
        left => format!("{left} of its {all} phases have no result"),
    })
}

impl Outcome {
    /// Of runs that are there already, read whole: nothing is measured.
    pub(crate) fn of_runs(read_back: Vec<Run>) -> Self {
        let of = |run: &Run| {
            let header = &run.header;
            let unfinished = unfinished(run);
            RunOutcome {
                drive: header.identity.name.clone(),
                port: header.port().map(String::from),
                suite: header.suite.clone(),
                seed: header.seed,
                repeat: header.repeat,
                status: match unfinished {
                    None => RunStatus::Finished,
                    Some(_) => RunStatus::Interrupted,
                },
                reason: unfinished,
                hint: None,
                folder: Some(run.path.display().to_string()),
                resume: None,
                begin: None,
                digest: None,
                results: run.entries.clone(),
                expectations: Vec::new(),
            }
        };
        Self {
            schema_version: SCHEMA_VERSION,
            runs: read_back.iter().map(of).collect(),
            page: None,
            images: Vec::new(),
            page_problem: None,
            read_back,
        }
    }

    /// Writes the page into a folder. What was measured is shown also where there is no room for
    /// it.
    pub(crate) fn write_page(
        &mut self,
        folder: &Path,
        stamp: &str,
        kind: &str,
        printed: &dyn Printed,
    ) {
        let page = free_page_path(folder, stamp, kind);
        match fourcorners_report::write_page(&self.read_back, printed, &page) {
            Ok(()) => self.page = Some(page.display().to_string()),
            Err(error) => self.page_problem = Some(not_written(&error)),
        }
    }

    /// Writes the images to share next to the page, where the runs have any.
    pub(crate) fn write_images(&mut self) {
        let Some(page) = self.page.as_ref().map(Path::new) else {
            return;
        };
        match fourcorners_report::write_images(&self.read_back, page, &day) {
            Ok(paths) => {
                let shown = paths.iter().map(|path| path.display().to_string());
                self.images = shown.collect();
            }
            Err(error) => self.page_problem = Some(not_written(&error)),
        }
    }
}

fn not_written(error: &PageError) -> String {
    format!("{error}. The run folders are kept; choose another folder with --out")
}

/// A page never replaces another.
fn free_page_path(folder: &Path, stamp: &str, kind: &str) -> PathBuf {
    let path = |number: u32| {
        let suffix = if number == 1 {
            String::new()
        } else {
            format!("-{number}")
        };
        folder.join(format!("{stamp}-{kind}{suffix}.html"))
    };
    (1..)
        .map(path)
        .find(|path| !path.exists())
        .unwrap_or_else(|| path(1))
}
