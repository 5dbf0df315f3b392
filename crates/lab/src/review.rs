//! The review: every drive through the suite, one page.

use crate::articles;
use crate::beforehand;
use crate::catalogue::library;
use crate::crew::Crew;
use crate::error::LabError;
use crate::job::{Done, Job, RunStatus};
use crate::memory::{affordable, available_memory};
use crate::one_run::Reviewer;
use crate::options::ReviewOptions;
use crate::outcome::{Outcome, gather};
use crate::own_suite::join_tests;
use crate::target::Target;
use crate::thresholds;
use crate::traces;
use crate::watcher::Watcher;
use fourcorners_bench::{Library, Plan, former};
use fourcorners_report::Expectation;
use fourcorners_report::Printed;
use fourcorners_sim::DriveSpec;
use std::borrow::Cow;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// More have nothing to do: a plan of a drive has some ten parts that need nothing of each other.
const MOST_THREADS: usize = 64;

/// How a job ended, or why it did not begin; `None`: the user stopped before.
type Ended = Option<Result<Done, LabError>>;

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
    let stamp = jiff::Zoned::now().strftime("%Y%m%d-%H%M%S").to_string();
    let reviewer = Reviewer {
        catalogue: &library,
        options,
        watcher,
        stamp: &stamp,
    };
    beforehand::check_folder(targets, options)?;
    let jobs = reviewer.jobs(targets, &expectations)?;
    beforehand::check_drives(targets, options)?;
    let named = jobs.iter().map(|job| (job.name(), job.repeat));
    watcher.planned(&named.collect::<Vec<_>>());
    let mut ended: Vec<Ended> = jobs.iter().map(|_| None).collect();
    reviewer.simulated(&jobs, &mut ended)?;
    reviewer.real(&jobs, &mut ended);
    // A single run that could not begin is the command's error.
    if let [Some(Err(_))] = ended.as_slice()
        && let Some(Some(Err(error))) = ended.pop()
    {
        return Err(error);
    }
    if let Some(note) = traces::note(&library, options.replay.as_ref()) {
        watcher.say(&note);
    }
    let done = |one: Ended| one.map(|done| done.unwrap_or_else(|error| failed(&error, watcher)));
    let done = ended.into_iter().map(done).collect();
    gather(options, &stamp, &jobs, done, &expectations, printed)
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
    ) -> Result<Vec<Job<'a>>, LabError> {
        let met_by = |plan: &Plan| expectations.iter().try_for_each(|one| one.is_planned(plan));
        let mut jobs = Vec::new();
        for target in targets {
            if let Target::Real(path) = target
                && let Some(identity) = beforehand::identity(path, self.options)
            {
                met_by(&self.plan(&identity, None, 1)?)?;
            }
            for repeat in 1..=self.options.repeat.max(1) {
                let plan = match target {
                    Target::Simulated { spec, port, .. } => {
                        Some(self.plan(&spec.identity(), port.as_deref(), repeat)?)
                    }
                    Target::Real(_) => None,
                };
                plan.iter().try_for_each(met_by)?;
                jobs.push(Job {
                    target,
                    repeat,
                    plan,
                });
            }
        }
        Ok(jobs)
    }

    /// Simulated drives side by side, the longest first; whoever has none left helps the others.
    fn simulated(&self, jobs: &[Job<'_>], ended: &mut [Ended]) -> Result<(), LabError> {
        let simulated = jobs.iter().enumerate().filter_map(|(index, job)| {
            let spec = match job.target {
                Target::Simulated { spec, .. } => spec.as_ref(),
                Target::Real(_) => return None,
            };
            Some((index, spec, job.plan.as_ref()?))
        });
        let mut simulated: Vec<(usize, &DriveSpec, &Plan)> = simulated.collect();
        // Planned time grows with capacity, and with what is left out of the plan it shrinks.
        simulated.sort_by(|(index, _, plan), (other_index, _, other)| {
            let by_time = plan.estimated_s.total_cmp(&other.estimated_s);
            by_time.then(other_index.cmp(index))
        });
        let specs: Vec<&DriveSpec> = simulated.iter().map(|(_, spec, _)| *spec).collect();
        let leaders = affordable(&specs, self.options.threads, self.watcher)?;
        let threads = match simulated.is_empty() {
            true => 0,
            false => self
                .options
                .threads
                .clamp(leaders, MOST_THREADS.max(leaders)),
        };
        let crew = Crew::new(simulated.len(), available_memory().unwrap_or(u64::MAX));
        let queue = Mutex::new(simulated);
        // The queue is free again before a drive is run: a guard within `while let` would be held.
        let next = || lock(&queue).pop();
        let ended = Mutex::new(ended);
        let work = |leads: bool| {
            while leads && let Some((index, spec, plan)) = next() {
                let result = crew.one(|| self.simulate(spec, plan, &jobs[index], &crew));
                lock(&ended)[index] = Some(result);
            }
            crew.help();
        };
        std::thread::scope(|scope| {
            for thread in 0..threads {
                let work = &work;
                scope.spawn(move || work(thread < leaders));
            }
        });
        Ok(())
    }

    /// Real drives one after the other: they would disturb each other.
    fn real(&self, jobs: &[Job<'_>], ended: &mut [Ended]) {
        for (index, job) in jobs.iter().enumerate() {
            if let Target::Real(path) = job.target
                && !self.watcher.stop_requested()
            {
                // A run that could not even begin is no better.
                let failed = |ended: &Ended| match ended {
                    Some(Ok(done)) => done.status == RunStatus::Failed,
                    Some(Err(_)) => true,
                    None => false,
                };
                let is_it = |other: &Job<'_>| other.target.argument() == job.target.argument();
                let lost = (0..index).any(|before| is_it(&jobs[before]) && failed(&ended[before]));
                ended[index] = Some(match lost {
                    // Opening a drive that does not answer could take for ever.
                    true => Err(LabError::Refused(
                        "not started, because the previous repetition ended early".into(),
                    )),
                    false => self.measure(path, job),
                });
            }
        }
    }
}

/// A run that could not begin.
fn failed(error: &LabError, watcher: &dyn Watcher) -> Done {
    Done {
        folder: None,
        status: RunStatus::Failed,
        reason: Some(watcher.message(error)),
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
