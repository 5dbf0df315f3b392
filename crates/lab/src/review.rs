//! The review: every drive through the suite, one page.

use crate::articles;
use crate::beforehand;
use crate::catalogue::library;
use crate::error::LabError;
use crate::gather::{Ran, gather};
use crate::job::Job;
use crate::one_run::Reviewer;
use crate::options::ReviewOptions;
use crate::outcome::Outcome;
use crate::own_suite::join_tests;
use crate::pins::Pins;
use crate::request::review_of;
use crate::run_names;
use crate::target::Target;
use crate::thresholds;
use crate::traces;
use crate::watcher::Watcher;
use fourcorners_bench::{Library, Plan, former};
use fourcorners_report::Expectation;
use fourcorners_report::Printed;
use std::borrow::Cow;

/// Runs the review. An error here means that nothing was measured; a run that fails is an
/// outcome. `printed`: for the page.
pub fn review(
    targets: &[Target],
    options: &ReviewOptions,
    watcher: &dyn Watcher,
    printed: &dyn Printed,
) -> Result<Outcome, LabError> {
    let library = definitions(options, watcher)?;
    let expectations = thresholds::complete(&library, &options.expectations)?;
    let stamp = run_names::stamp();
    let mut reviewer = Reviewer {
        catalogue: &library,
        options,
        watcher,
        stamp: &stamp,
        review: None,
    };
    beforehand::check_folder(targets, options)?;
    let pins = Pins::of(targets, options)?;
    let jobs = reviewer.jobs(targets, &expectations, &pins)?;
    beforehand::check_drives(targets, options, &pins)?;
    let named = jobs.iter().map(|job| (job.name(), job.repeat));
    watcher.planned(&named.collect::<Vec<_>>());
    let review = review_of(&jobs, options, &stamp, &pins);
    reviewer.review = review.as_ref();
    let begun = jobs.iter().map(|_| None).collect();
    let done = reviewer.carry_out(&jobs, begun, pins)?;
    if let Some(note) = traces::note(&library, options.replay.as_ref()) {
        watcher.say(&note);
    }
    let ran = Ran::of_jobs(&jobs, done, options, jobs.len() == 1);
    gather(options, &stamp, ran, &expectations, printed)
}

/// All suites and tests, with those that the user brings.
fn definitions(
    options: &ReviewOptions,
    watcher: &dyn Watcher,
) -> Result<Cow<'static, Library>, LabError> {
    let mut library = traces::with(library()?, options.replay.as_ref(), watcher)?;
    join_tests(&mut library, &options.suite);
    if let Some(own) = &options.own_suite {
        own.joins(library.to_mut());
    }
    if let Some(job) = &options.job {
        job.joins(library.to_mut());
        for note in &job.notes {
            watcher.say(&format!("{}: {note}", job.file.path));
        }
    }
    // One that is misspelt is told of suites, not of the many tests; a test is as good as a suite
    // of it.
    let is_a_test = library.tests.contains_key(former::test(&options.suite));
    let is_article = articles::of(&library, &options.suite).is_some();
    if options.page && options.replay.is_none() && !is_a_test && !is_article {
        library.suite(&options.suite)?;
    }
    Ok(library)
}

impl Reviewer<'_> {
    /// Every repetition of every drive. What is known of a drive before it is opened is planned.
    fn jobs<'a>(
        &self,
        targets: &'a [Target],
        expectations: &[Expectation],
        pins: &Pins,
    ) -> Result<Vec<Job<'a>>, LabError> {
        let mut jobs = Vec::new();
        for target in targets {
            for repeat in 1..=self.options.repeat.max(1) {
                let mut job = Job {
                    target,
                    repeat,
                    number: jobs.len() + 1,
                    plan: None,
                    renamed: None,
                };
                job.plan = self.plan_anew(&job, expectations, pins)?;
                jobs.push(job);
            }
        }
        Ok(jobs)
    }

    /// What will be done to a simulated drive; of a real one only whether the expectations are of
    /// it, as far as it is known before it is opened.
    pub fn plan_anew(
        &self,
        job: &Job<'_>,
        expectations: &[Expectation],
        pins: &Pins,
    ) -> Result<Option<Plan>, LabError> {
        let identity = match job.target {
            Target::Simulated { spec, .. } => Some(spec.identity()),
            Target::Real(path) => pins.get(job.target).cloned().or_else(|| {
                let size = self.options.size?;
                Some(beforehand::to_be_made(path, size))
            }),
        };
        let Some(identity) = identity else {
            return Ok(None);
        };
        let max_writes = match job.target {
            Target::Simulated { .. } => self.options.max_writes,
            Target::Real(_) => self.share_of(job),
        };
        let plan = self.plan(&identity, job.target.port(), job.repeat, max_writes)?;
        expectations
            .iter()
            .try_for_each(|one| one.is_planned(&plan))?;
        Ok(Some(plan).filter(|_| identity.is_simulated()))
    }
}
