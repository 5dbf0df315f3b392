//! All runs of a review: simulated drives side by side, real ones one after the other.

use crate::crew::Crew;
use crate::error::LabError;
use crate::go_on::Begun;
use crate::job::{Done, Job, RunStatus};
use crate::memory::{affordable, available_memory};
use crate::one_run::Reviewer;
use crate::pins::Pins;
use crate::target::Target;
use fourcorners_bench::Plan;
use fourcorners_sim::DriveSpec;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// More have nothing to do: a plan of a drive has some ten parts that need nothing of each other.
const MOST_THREADS: usize = 64;

/// How a job ended, or why it did not begin; `None`: the user stopped before.
type Ended = Option<Result<Done, LabError>>;

/// A simulated drive's run that waits for a thread.
struct Waiting<'a> {
    index: usize,
    spec: &'a DriveSpec,
    work: Work<'a>,
}

/// What is to be done in a run.
enum Work<'a> {
    /// All.
    New(&'a Plan),
    /// What is left.
    Rest(Box<Begun>),
}

impl Work<'_> {
    fn estimated_s(&self) -> f64 {
        match self {
            Self::New(plan) => plan.estimated_s,
            Self::Rest(begun) => begun.estimated_s(),
        }
    }
}

impl Reviewer<'_> {
    /// Carries out all jobs, and resumes those that had started before. `None`: the user stopped
    /// before it started. `pins`: who the real drives are.
    ///
    /// # Errors
    /// There is not enough memory, or the only run could not begin.
    pub fn carry_out(
        &self,
        jobs: &[Job<'_>],
        begun: Vec<Option<Begun>>,
        mut pins: Pins,
    ) -> Result<Vec<Option<Done>>, LabError> {
        let folder = |begun: &Option<Begun>| begun.as_ref().map(Begun::path);
        let folders: Vec<Option<PathBuf>> = begun.iter().map(folder).collect();
        let mut begun: Vec<Option<Box<Begun>>> =
            begun.into_iter().map(|one| one.map(Box::new)).collect();
        let mut ended: Vec<Ended> = jobs.iter().map(|_| None).collect();
        self.simulated(jobs, &mut begun, &mut ended, &pins)?;
        self.real(jobs, &mut begun, &mut ended, &mut pins);
        // A single run that could not begin is the command's error. Others of its review have
        // results to show.
        if self.review.is_none()
            && let [Some(Err(_))] = ended.as_slice()
            && let Some(Some(Err(error))) = ended.pop()
        {
            return Err(error);
        }
        let done = ended.into_iter().zip(folders);
        let done = done.map(|(ended, folder)| match ended {
            Some(Ok(done)) => Some(done),
            Some(Err(error)) => Some(Done {
                folder,
                status: RunStatus::Failed,
                reason: Some(self.watcher.message(&error)),
            }),
            None => folder.map(|folder| Done {
                folder: Some(folder),
                status: RunStatus::Interrupted,
                reason: None,
            }),
        });
        Ok(done.collect())
    }

    /// Simulated drives side by side, the longest first; whoever has none left helps the others.
    fn simulated(
        &self,
        jobs: &[Job<'_>],
        begun: &mut [Option<Box<Begun>>],
        ended: &mut [Ended],
        pins: &Pins,
    ) -> Result<(), LabError> {
        let waiting = jobs.iter().zip(begun).enumerate();
        let waiting = waiting.filter_map(|(index, (job, begun))| {
            let spec = match job.target {
                Target::Simulated { spec, .. } => spec.as_ref(),
                Target::Real(_) => return None,
            };
            let work = match (begun.take(), &job.plan) {
                (Some(begun), _) => Work::Rest(begun),
                (None, plan) => Work::New(plan.as_ref()?),
            };
            Some(Waiting { index, spec, work })
        });
        let mut waiting: Vec<Waiting<'_>> = waiting.collect();
        // Planned time grows with capacity, and with what is left out of the plan it shrinks.
        waiting.sort_by(|one, other| {
            let (time, other_time) = (one.work.estimated_s(), other.work.estimated_s());
            let by_time = time.total_cmp(&other_time);
            by_time.then(other.index.cmp(&one.index))
        });
        let specs: Vec<&DriveSpec> = waiting.iter().map(|one| one.spec).collect();
        let say = |sentence: &str| self.watcher.say(sentence);
        let leaders = affordable(&specs, self.options.threads, &say)?;
        let threads = match waiting.is_empty() {
            true => 0,
            false => self
                .options
                .threads
                .clamp(leaders, MOST_THREADS.max(leaders)),
        };
        let crew = Crew::new(waiting.len(), available_memory().unwrap_or(u64::MAX));
        let queue = Mutex::new(waiting);
        // The queue is free again before a drive is run: a guard within `while let` would be held.
        let next = || lock(&queue).pop();
        let ended = Mutex::new(ended);
        let work = |leads: bool| {
            while leads && let Some(Waiting { index, spec, work }) = next() {
                let job = &jobs[index];
                let result = crew.one(|| match work {
                    Work::New(plan) => Some(self.simulate(spec, plan, job, &crew)),
                    Work::Rest(_) if self.watcher.stop_requested() => None,
                    Work::Rest(begun) => Some(crew.alone(spec, || self.go_on(job, *begun, pins))),
                });
                lock(&ended)[index] = result;
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
    fn real(
        &self,
        jobs: &[Job<'_>],
        begun: &mut [Option<Box<Begun>>],
        ended: &mut [Ended],
        pins: &mut Pins,
    ) {
        for (index, job) in jobs.iter().enumerate() {
            if let Some(path) = job.path()
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
                ended[index] = Some(match (lost, begun[index].take()) {
                    // Opening a drive that does not answer could take for ever.
                    (true, _) => Err(LabError::Refused(
                        "not started, because the previous repetition ended early".into(),
                    )),
                    (false, Some(begun)) => self.go_on(job, *begun, pins),
                    (false, None) => self.measure(path, job, pins),
                });
            }
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
