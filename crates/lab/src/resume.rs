//! Resumes a review that was killed, stopped, or lost its drive.

use crate::articles;
use crate::asked_again::{as_asked, expected, resumable};
use crate::catalogue::library;
use crate::command::resume_command;
use crate::error::LabError;
use crate::fio_job;
use crate::gather::gather;
use crate::located::Located;
use crate::one_run::Reviewer;
use crate::outcome::Outcome;
use crate::own_suite::{OwnSuite, join_tests};
use crate::resumed::Resumed;
use crate::run_names;
use crate::siblings::{Part, parts};
use crate::thresholds;
use crate::traces;
use crate::watcher::Watcher;
use fourcorners_bench::{KeptRun, review_of};
use fourcorners_report::Expectation;
use fourcorners_report::Printed;
use std::path::PathBuf;

/// What the user asked for.
#[derive(Clone, Debug)]
pub struct ResumeOptions {
    /// A run's folder: any of its review.
    pub run: PathBuf,
    /// Simulated drives at once.
    pub threads: usize,
    /// Real drives that may be overwritten.
    pub destroy: Vec<PathBuf>,
    /// Serial number that confirms overwriting a drive that holds something.
    pub serial: Option<String>,
    /// Seconds after which an I/O of a real drive counts as lost; the default if not said.
    pub timeout_s: Option<u64>,
    /// The power command of the run: a folder of somebody else must not choose what is executed.
    pub power_command: Option<String>,
    /// What the results are to meet besides what the run was begun with.
    pub expectations: Vec<Expectation>,
    /// As [`ReviewOptions::files`](crate::ReviewOptions::files).
    pub files: Vec<(&'static str, PathBuf)>,
}

impl ResumeOptions {
    /// With a path that ends in the folder's name, as `.` does not: others are looked for beside
    /// it.
    fn beside_others(&self) -> Self {
        let named = self.run.file_name().map(|_| self.run.clone());
        let whole = || self.run.canonicalize().ok();
        Self {
            run: named.or_else(whole).unwrap_or_else(|| self.run.clone()),
            ..self.clone()
        }
    }
}

/// Resumes the review of a run: finished runs stay, unfinished ones are resumed, and runs that had
/// not started are started. An error here means that nothing was done.
pub fn resume(
    options: &ResumeOptions,
    watcher: &dyn Watcher,
    printed: &dyn Printed,
) -> Result<Outcome, LabError> {
    let options = &options.beside_others();
    let kept = KeptRun::open(&options.run)?;
    let header = kept.run().header.clone();
    let request = resumable(&options.run, &header)?;
    let review = review_of(&options.run);
    let mut asked = as_asked(options, &header, &request, review.as_ref())?;
    let mut library = traces::with(library()?, request.replay.as_ref(), watcher)?;
    join_tests(&mut library, &asked.suite);
    if let Some(file) = &request.suite_file {
        let own = OwnSuite::kept(file.clone(), &library)?;
        own.joins(library.to_mut());
        asked.own_suite = Some(own);
    }
    let is_article = articles::of(&library, &asked.suite).is_some();
    let is_suite = library.suites.contains_key(&asked.suite);
    asked.page = is_suite || is_article || asked.replay.is_some();
    let parts = match &review {
        Some(review) => parts(kept, review)?,
        None => vec![Part::alone(kept, &request)],
    };
    let creates = asked.size.is_some();
    let locate = |part: &Part| Located::of(part, &options.run, &asked.suite, creates, watcher);
    // That of a run that is finished need not be there.
    let mut located = Vec::new();
    for part in &parts {
        match locate(part) {
            Err(error) if parts.len() == 1 => return Err(error),
            drive => located.push(drive),
        }
    }
    if let Some(file) = &request.job
        && let Some(drive) = located.iter().flatten().next()
    {
        let job = fio_job::kept(file.clone(), &drive.target)?;
        job.joins(library.to_mut());
        asked.job = Some(job);
    }
    let expectations = thresholds::complete(&library, &expected(options, &asked))?;
    let now = run_names::stamp();
    let reviewer = Reviewer {
        catalogue: &library,
        options: &asked,
        watcher,
        stamp: review.as_ref().map_or(&now, |review| &review.stamp),
        review: review.as_ref(),
    };
    let resumed = Resumed::of(&reviewer, parts, located, &expectations)?;
    let added: Vec<&str> = options.expectations.iter().map(Expectation::text).collect();
    let ran = resumed.carry_out(&reviewer, &expectations, |written| {
        let folder = options.run.display().to_string();
        resume_command(written, &asked, &folder, &added)
    })?;
    gather(&asked, &now, ran, &expectations, printed)
}
