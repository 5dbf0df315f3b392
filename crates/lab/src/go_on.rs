//! Resumes a run that ended early, on the drive that it was started with.

use crate::beforehand;
use crate::changes::{bench_changes, fact_differences, identity_differences, new_disturbances};
use crate::error::LabError;
use crate::host_facts::host_facts;
use crate::job::{Done, Job, RunStatus};
use crate::message::Message;
use crate::one_run::{Reviewer, facts, past};
use crate::pins::Pins;
use crate::real_run::{Announced, Opened};
use crate::renamed::Renamed;
use crate::request::behaviour;
use crate::target::Target;
use crate::watched::watched;
use crate::wear::Wear;
use fourcorners_bench::record::{Event, Request, RunHeader, Wall};
use fourcorners_bench::{KeptRun, Past, PhaseKey, Plan, Writes};
use fourcorners_block::Drive;
use fourcorners_real::RealDrive;
use fourcorners_report::Expectation;
use fourcorners_report::wording::{event, writes};
use fourcorners_sim::DriveSpec;
use std::path::{Path, PathBuf};

/// A run that ended early.
pub(crate) struct Begun {
    kept: KeptRun,
    request: Request,
    /// All that was to be done.
    plan: Plan,
    /// What is left of it.
    rest: Plan,
    /// Phases that have their result.
    done: usize,
}

impl Begun {
    /// What is left of a run. `target`: its drive; a run that is finished needs none.
    ///
    /// # Errors
    /// It is a run of something else, or its simulated drive has changed.
    pub fn of(
        reviewer: &Reviewer<'_>,
        kept: KeptRun,
        target: Option<&Target>,
        request: Request,
        expectations: &[Expectation],
    ) -> Result<Self, LabError> {
        let run = kept.run();
        let (path, header) = (&run.path, &run.header);
        let (port, max_writes) = (request.port.as_deref(), request.tests.max_writes);
        let plan = reviewer.plan(&header.identity, port, header.repeat, max_writes)?;
        let past = match target {
            Some(Target::Simulated { spec, .. }) => past(spec),
            Some(Target::Real(_)) | None => Past::Real,
        };
        if target.is_some() && (past == Past::Real) == header.identity.is_simulated() {
            let why = format!("{} is no longer the same kind of drive", request.drive);
            return Err(refused(path, &[why]));
        }
        for expectation in expectations {
            expectation.is_planned(&plan)?;
        }
        let is_done = |key: &PhaseKey| {
            let mut results = kept.results().iter();
            results.any(|entry| entry.names() == key.names())
        };
        let done = plan.phases().filter(|key| is_done(key)).count();
        if done != kept.results().len() {
            let why = format!("the suite '{}' has changed; start a new run", header.suite);
            return Err(refused(path, &[why]));
        }
        let rest = plan.rest(&is_done, past).knowing(kept.results());
        let begun = Self {
            kept,
            request,
            plan,
            rest,
            done,
        };
        match target {
            Some(Target::Simulated { spec, .. }) if !begun.is_finished() => {
                begun.check_unchanged(spec)?;
            }
            _ => {}
        }
        Ok(begun)
    }

    /// Whether nothing is left.
    pub fn is_finished(&self) -> bool {
        self.rest.actions.is_empty()
    }

    /// The folder.
    pub fn path(&self) -> PathBuf {
        self.kept.run().path.clone()
    }

    /// How long the rest takes, as planned.
    pub fn estimated_s(&self) -> f64 {
        self.rest.estimated_s
    }

    /// Its `run.json`.
    pub fn header(&self) -> &RunHeader {
        &self.kept.run().header
    }

    /// Whether the run created the file that is its drive.
    pub fn made_it(&self) -> bool {
        self.request.made_bytes.is_some()
    }

    /// Phases in all.
    fn all(&self) -> usize {
        self.plan.phases().count()
    }

    /// A simulated drive that has changed would continue another run.
    fn check_unchanged(&self, spec: &DriveSpec) -> Result<(), LabError> {
        if self.request.behaviour_sha256.as_ref() == Some(&behaviour(spec)) {
            return Ok(());
        }
        let header = &self.kept.run().header;
        let changes = fact_differences(&header.facts, &facts(spec, self.request.port.as_deref()));
        let drive = &self.request.drive;
        let why = if changes.is_empty() {
            format!("{drive} was simulated by a different version of fourcorners")
        } else {
            format!("{drive} has changed since: {changes}")
        };
        Err(refused(&self.path(), &[why]))
    }
}

impl Reviewer<'_> {
    /// Does what is left.
    pub fn go_on(&self, job: &Job<'_>, begun: Begun, pins: &Pins) -> Result<Done, LabError> {
        if begun.is_finished() {
            let (path, all) = (begun.path(), begun.all());
            self.watcher.say(&format!(
                "{}: nothing to resume: all {all} phases are finished",
                path.display()
            ));
            return Ok(Done {
                folder: Some(path),
                status: RunStatus::Finished,
                reason: None,
            });
        }
        match (job.target, job.path()) {
            (Target::Simulated { spec, .. }, _) => {
                self.finish(spec.drive().as_mut(), job, begun, None, None)
            }
            (Target::Real(device), now) => {
                self.measure_rest(now.unwrap_or(device), job, begun, pins)
            }
        }
    }

    fn measure_rest(
        &self,
        device: &Path,
        job: &Job<'_>,
        mut begun: Begun,
        pins: &Pins,
    ) -> Result<Done, LabError> {
        if !self.options.tests.read_only {
            beforehand::refuse_read_only(device)?;
        }
        let pin = pins.get(job.target);
        let open = beforehand::request_again(device, self.options, begun.made_it(), pin);
        let mut opened = self.open(&open)?;
        let header = &begun.kept.run().header;
        let differences = identity_differences(&header.identity, opened.drive.identity());
        if !differences.is_empty() {
            return Err(refused(&begun.path(), &differences));
        }
        let mut at_most = None;
        if let (Some(left), Some(max)) = (self.left_for(job), begun.request.tests.max_writes) {
            // Other runs of the drive may have used some of it since.
            let max = left.min(max);
            let already = Writes::of(&begun.path())?.unwrap_or_else(|| {
                self.watcher.say(&writes::unknown(&begun.path()));
                max
            });
            begun.rest = begun.rest.within(max, already);
            at_most = Some(max.saturating_sub(already));
        }
        let to_come = Announced {
            plan: &begun.rest,
            at_most,
            runs: 1,
        };
        self.announce(device, &to_come, opened.wear.smart());
        self.warn_of_erasing(device);
        let found = crate::doctor::disturbances(device, &self.options.out);
        let found = new_disturbances(&header.disturbances, found);
        if !found.is_empty() {
            begun.kept.disturbed_by(found)?;
        }
        let (pulse, name) = (opened.drive.pulse(), opened.drive.identity().name.clone());
        watched(&pulse, self.watcher, self.options, &name, || {
            let changed = self.changed_bench(&mut opened, &begun)?;
            let Opened { drive, wear, .. } = &mut opened;
            self.finish(drive, job, begun, changed, Some(wear))
        })
    }

    /// Says it if the bench is not what it was.
    fn changed_bench(&self, opened: &mut Opened, begun: &Begun) -> Result<Option<Event>, LabError> {
        let drive: &mut RealDrive = &mut opened.drive;
        let mut bench = self.engine(drive, &begun.plan)?;
        bench.extend(host_facts(drive.identity()));
        bench.append(&mut opened.bench);
        let changes = bench_changes(&begun.kept.run().header.bench, &bench);
        Ok((!changes.is_empty()).then(|| {
            let changed = Event::BenchChanged { changes };
            let (path, sentence) = (begun.path(), event::sentence(&changed));
            self.watcher.say(&format!("{}: {sentence}", path.display()));
            changed
        }))
    }

    fn finish(
        &self,
        drive: &mut dyn Drive,
        job: &Job<'_>,
        begun: Begun,
        changed: Option<Event>,
        wear: Option<&Wear>,
    ) -> Result<Done, LabError> {
        let (done, all) = (begun.done, begun.all());
        let earlier = begun.kept.results().to_vec();
        let renamed = job.renamed.map(Renamed::event);
        let (mut folder, aside) = begun.kept.go_on(&begun.plan)?;
        let aside = aside.map(|folder| Event::PutAside { folder });
        let had = std::iter::once(Event::TakenUp { done, all });
        for event in had.chain(renamed).chain(changed).chain(aside) {
            let at = crate::wall_clock();
            folder.wall(&Wall { at, event })?;
        }
        self.run(drive, job, &begun.rest, folder, wear, &earlier)
    }
}

/// Why a run cannot be resumed.
pub(crate) fn refused(folder: &Path, differences: &[String]) -> LabError {
    LabError::Refused(not_resumed(folder, differences))
}

/// The same before a hint is added.
pub(crate) fn not_resumed(folder: &Path, differences: &[String]) -> Message {
    let differences = differences.join("; ");
    format!("{} cannot be resumed: {differences}", folder.display()).into()
}
