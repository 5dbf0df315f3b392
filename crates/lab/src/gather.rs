//! From runs that have ended to the review's outcome: read back from their folders, with the
//! commands that resume it, and the page.

use crate::command::{begin_command, resume_command};
use crate::error::LabError;
use crate::job::{Done, Job, RunStatus};
use crate::message::Message;
use crate::options::ReviewOptions;
use crate::outcome::{Outcome, RunOutcome};
use crate::target::Target;
use fourcorners_bench::digest;
use fourcorners_bench::record::{Run, SCHEMA_VERSION};
use fourcorners_report::{Expectation, Printed};
use std::path::{Path, PathBuf};

/// A run of a review, and how it ended.
pub(crate) struct Ran {
    /// Drive's name.
    pub drive: String,
    pub port: Option<String>,
    pub repeat: u32,
    pub done: Done,
    /// The command that begins it alone.
    pub begin: Option<String>,
    /// A real drive that a resumed review has to test, if this run is not finished.
    pub path: Option<PathBuf>,
}

impl Ran {
    /// Of a review's jobs; `None`: not begun. `alone`: the review has no other.
    pub fn of_jobs(
        jobs: &[Job<'_>],
        done: Vec<Option<Done>>,
        options: &ReviewOptions,
        alone: bool,
    ) -> Vec<Self> {
        let never_begun = Done {
            folder: None,
            status: RunStatus::Interrupted,
            reason: None,
        };
        let ran = jobs.iter().zip(done).map(|(job, done)| Self {
            drive: job.target.name(),
            port: job.target.port().map(String::from),
            repeat: job.repeat,
            done: done.unwrap_or_else(|| never_begun.clone()),
            begin: Some(match job.renamed {
                Some(renamed) => begin_command(&Target::Real(renamed.now.clone()), options, alone),
                None => begin_command(job.target, options, alone),
            }),
            path: job.path().map(Path::to_path_buf),
        });
        ran.collect()
    }
}

/// Reads the runs back from their folders and writes the page.
pub(crate) fn gather(
    options: &ReviewOptions,
    stamp: &str,
    ran: Vec<Ran>,
    expectations: &[Expectation],
    printed: &dyn Printed,
) -> Result<Outcome, LabError> {
    let mut outcome = Outcome {
        schema_version: SCHEMA_VERSION,
        runs: Vec::new(),
        page: None,
        images: Vec::new(),
        page_problem: None,
        read_back: Vec::new(),
    };
    let unfinished = |ran: &&Ran| ran.done.status != RunStatus::Finished;
    let paths = ran.iter().filter(unfinished);
    let mut paths: Vec<PathBuf> = paths.filter_map(|ran| ran.path.clone()).collect();
    // Repetitions of a drive follow each other.
    paths.dedup();
    for ran in ran {
        let (run, read) = RunOutcome::of(ran, options, expectations)?;
        outcome.runs.push(run);
        outcome.read_back.extend(read);
    }
    let command = outcome.resume_command(&paths, options, expectations);
    let left = outcome.runs.iter_mut();
    for run in left.filter(|run| run.status != RunStatus::Finished) {
        run.resume.clone_from(&command);
    }
    if options.page && !outcome.read_back.is_empty() {
        outcome.write_page(&options.out, stamp, "review", printed);
        outcome.write_images();
    }
    Ok(outcome)
}

impl Outcome {
    /// The command that resumes it: any of its runs will do, best one that is not finished.
    fn resume_command(
        &self,
        paths: &[PathBuf],
        options: &ReviewOptions,
        expectations: &[Expectation],
    ) -> Option<String> {
        let begun = || self.runs.iter().filter(|run| run.folder.is_some());
        let unfinished = begun().find(|run| run.status != RunStatus::Finished);
        let folder = unfinished.or_else(|| begun().next())?.folder.as_ref()?;
        let read = self
            .read_back
            .iter()
            .find(|run| run.path == Path::new(folder));
        let paths: Vec<&Path> = paths.iter().map(PathBuf::as_path).collect();
        let added = not_kept(expectations, read);
        Some(resume_command(&paths, options, folder, &added))
    }
}

impl RunOutcome {
    /// Of a run that ended so, with the run as it is read back.
    fn of(
        ran: Ran,
        options: &ReviewOptions,
        expectations: &[Expectation],
    ) -> Result<(Self, Option<Run>), LabError> {
        let done = ran.done;
        let read = done.folder.as_deref().map(Run::open).transpose()?;
        let digest = done.folder.as_deref().map(digest).transpose();
        let digest = digest.map_err(|error| LabError::Read {
            path: options.out.clone(),
            error,
        })?;
        let results = read.as_ref().map_or(Vec::new(), |run| run.entries.clone());
        let never_begun = done.folder.is_none() && done.status == RunStatus::Interrupted;
        let answers = expectations.iter().map(|one| one.answer(&results));
        let (reason, hint) = match done.reason {
            Some(Message { error, hint }) => (Some(error), hint),
            None => (None, None),
        };
        let outcome = Self {
            drive: ran.drive,
            port: ran.port,
            suite: options.suite.clone(),
            seed: options.seed,
            repeat: ran.repeat,
            status: done.status,
            reason,
            hint,
            resume: None,
            begin: ran.begin.filter(|_| never_begun),
            folder: done.folder.map(|path| path.display().to_string()),
            digest,
            expectations: answers.collect(),
            results,
        };
        Ok((outcome, read))
    }
}

/// Expectations that are not in a run's folder: they have to be said again to go on with it.
fn not_kept<'a>(expectations: &'a [Expectation], run: Option<&Run>) -> Vec<&'a str> {
    let asked = run.and_then(|run| run.header.request.as_ref());
    let kept = asked.map_or(&[][..], |asked| asked.expectations.as_slice());
    let texts = expectations.iter().map(Expectation::text);
    texts
        .filter(|text| !kept.iter().any(|one| one == text))
        .collect()
}
