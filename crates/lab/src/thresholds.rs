//! What is expected of a review, for CI: looked at before it, answered and written down after it.

use crate::error::LabError;
use crate::outcome::{Outcome, RunOutcome};
use crate::target::Target;
use fourcorners_bench::Library;
use fourcorners_bench::record::Run;
use fourcorners_report::{Expectation, JunitSuite, PageData, copy_of, junit, markdown};
use std::path::Path;

/// With what they leave to be said, as far as the library tells it.
pub(crate) fn complete(
    library: &Library,
    expectations: &[Expectation],
) -> Result<Vec<Expectation>, LabError> {
    let complete = |one: &Expectation| one.clone().complete(library).map_err(LabError::from);
    expectations.iter().map(complete).collect()
}

/// Whether a file of results can be written there, before hours are spent on what it will hold. An existing
/// file was named by the user, with the option `flag`, and will be overwritten; a drive will not.
pub fn check_writable(flag: &str, path: &Path, targets: &[Target]) -> Result<(), LabError> {
    let refused = |why: &str| {
        Err(LabError::Refused(format!(
            "{flag} {}: {why}; choose another file",
            path.display()
        )))
    };
    let resolved = |path: &Path| path.canonicalize().ok();
    let is_a_target = |target: &Target| match target {
        Target::Real(drive) => {
            drive == path || resolved(path).is_some_and(|path| resolved(drive) == Some(path))
        }
        Target::Simulated { .. } => false,
    };
    if targets.iter().any(is_a_target) {
        return refused("this is the drive to be tested");
    }
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    match path.metadata() {
        Ok(there) if there.is_dir() => refused("this is a folder"),
        Ok(there) if is_block_device(&there) => refused("this is a block device"),
        Err(_) if !folder.unwrap_or(Path::new(".")).is_dir() => {
            refused("there is no such folder to write it into")
        }
        _ => Ok(()),
    }
}

fn is_block_device(there: &std::fs::Metadata) -> bool {
    std::os::unix::fs::FileTypeExt::is_block_device(&there.file_type())
}

impl Outcome {
    /// Whether every expectation was met by every run.
    pub fn all_met(&self) -> bool {
        self.runs
            .iter()
            .flat_map(|run| &run.expectations)
            .all(|answer| answer.met)
    }

    /// The runs as JUnit XML.
    ///
    /// # Errors
    /// A name cannot be written as XML.
    pub fn junit(&self) -> std::io::Result<String> {
        let names = self.names();
        let page = PageData::new(&self.read_back, &|run| self.marks.of(run));
        let findings = |run: &RunOutcome| {
            let folder = run.folder.as_deref().map(Path::new);
            let is_it = |read: &Run| folder.is_some_and(|folder| folder == read.path);
            let Some(place) = self.read_back.iter().position(is_it) else {
                return Vec::new();
            };
            let read = &self.read_back[place];
            match copy_of(read, &self.read_back[..place]) {
                Some(original) => vec![format!(
                    "note: a copy of {}, with which it counts once: what was found stands there",
                    original.path.display()
                )],
                None => {
                    let last = page.final_words_of(read).into_iter();
                    let last = last.map(|word| format!("final words, {word}"));
                    page.findings_of(read).into_iter().chain(last).collect()
                }
            }
        };
        let findings: Vec<Vec<String>> = self.runs.iter().map(findings).collect();
        let named = self.runs.iter().zip(&names).zip(&findings);
        let suites = named.map(|((run, name), findings)| JunitSuite {
            name,
            findings,
            problem: (run.status != "finished")
                .then(|| run.reason.as_deref().unwrap_or(&run.status)),
            entries: &run.results,
            answers: &run.expectations,
        });
        let suites: Vec<JunitSuite<'_>> = suites.collect();
        junit(&suites)
    }

    /// Findings and tables as Markdown.
    pub fn markdown(&self) -> String {
        markdown(&self.read_back, &|run| self.marks.of(run))
    }
}
