//! One run of one drive: opened, planned, carried out, kept in its folder.

use crate::articles::{self, plan_of};
use crate::budget;
use crate::command::{Through, command};
use crate::crew::Crew;
use crate::error::LabError;
use crate::host_facts::machine;
use crate::job::{Done, Job, RunStatus};
use crate::options::ReviewOptions;
use crate::prices::prices;
use crate::request::asked_for;
use crate::target::Target;
use crate::watcher::Watcher;
use crate::wear::Wear;
use fourcorners_bench::record::{
    BenchFact, Disturbance, Endurance, Entry, Event, Fact, NotComparable, Price, Rated, Request,
    Review, RunConditions, RunHeader, Wall,
};
use fourcorners_bench::{FolderWriter, Library, Observer, Options, Past, Plan};
use fourcorners_block::{Bytes, Drive, Identity, Seed};
use fourcorners_real::Erase;
use fourcorners_report::wording::writes;
use fourcorners_run::{RunEnd, RunError, SharedRun, run};
use fourcorners_sim::DriveSpec;
use std::sync::Arc;

/// What is told of a drive and of the host, for the run's header.
pub(crate) struct Told {
    /// In which a simulated drive could be bought first.
    pub year: Option<u32>,
    /// What the NAND of a simulated SSD endures.
    pub endurance: Option<Endurance>,
    /// What its maker rates it for.
    pub rated: Option<Rated>,
    pub facts: Vec<Fact>,
    pub bench: Vec<BenchFact>,
    /// What a real drive and its host negotiated.
    pub link: Option<String>,
    pub disturbances: Vec<Disturbance>,
    pub prices: Vec<Price>,
}

/// What all runs of a review have in common.
pub(crate) struct Reviewer<'a> {
    pub catalogue: &'a Library,
    pub options: &'a ReviewOptions,
    pub watcher: &'a dyn Watcher,
    pub stamp: &'a str,
    /// What the folders of its runs say of it, where there are several.
    pub review: Option<&'a Review>,
}

impl Reviewer<'_> {
    /// The seed of a repetition.
    fn seed(&self, repeat: u32) -> Seed {
        let root = Seed(self.options.seed);
        if repeat == 1 {
            root
        } else {
            root.child(&format!("repeat-{repeat}"))
        }
    }

    pub fn simulate<'a>(
        &self,
        spec: &'a DriveSpec,
        plan: &'a Plan,
        job: &Job<'_>,
        crew: &Crew<'a>,
    ) -> Result<Done, LabError> {
        if self.watcher.stop_requested() {
            return Ok(Done {
                folder: None,
                status: RunStatus::Interrupted,
                reason: None,
            });
        }
        if job.repeat == 1 {
            self.say_writes(spec, plan, job);
        }
        let told = Told {
            year: spec.about().year,
            endurance: endurance(spec),
            rated: budget::rated(spec),
            facts: facts(spec, job.target.port()),
            bench: Vec::new(),
            link: None,
            disturbances: Vec::new(),
            prices: prices(spec),
        };
        let folder = self.folder(job, self.header(&spec.identity(), job, plan, told), None)?;
        let past = match self.options.log_ios {
            // Every I/O goes to its file at once, which has phases in order.
            true => Past::Real,
            false => past(spec),
        };
        let run = SharedRun::new(plan, past, Arc::clone(&crew.bell), crate::wall_clock);
        let run = Arc::new(run);
        crew.lead(&run, spec, || {
            self.around(job, folder, None, &[], |folder, observer| {
                run.lead(&|| spec.drive(), folder, observer)
            })
        })
    }

    /// What a simulated drive's maker, or the user, wants to know of before.
    fn say_writes(&self, spec: &DriveSpec, plan: &Plan, job: &Job<'_>) {
        let rated = budget::rated(spec);
        if rated.is_some() || plan.budget.is_some() {
            let sentence = writes::about(&job.name(), plan.written_bytes, rated.as_ref());
            self.watcher.say(&sentence);
        }
        self.say_left_out(&job.name(), plan);
    }

    /// What is done to a drive that identifies itself so, behind a port, and what may be written
    /// to it.
    pub fn plan(
        &self,
        identity: &Identity,
        port: Option<&str>,
        repeat: u32,
        max_writes: Option<Bytes>,
    ) -> Result<Plan, LabError> {
        let (catalogue, options) = (self.catalogue, self.options);
        let seed = self.seed(repeat);
        let tests = Options {
            max_writes,
            ..options.tests.clone()
        };
        let mut plan = plan_of(catalogue, &options.suite, identity, port, &tests, seed)?;
        if options.erase == Erase::Leave {
            plan.not_comparable.push(NotComparable::NotErased);
        }
        if options.own_suite.is_some() {
            plan.not_comparable.push(NotComparable::OwnSuite);
        }
        if options.job.is_some() {
            plan.not_comparable.push(NotComparable::JobFile);
        }
        Ok(plan)
    }

    pub fn parameters(&self) -> Vec<BenchFact> {
        let options = self.options;
        let (name, seed) = (options.suite.clone(), options.seed);
        let mut facts = vec![BenchFact::Suite { name }, BenchFact::Seed { seed }];
        if let Some(own) = &options.own_suite {
            let path = own.file.path.clone();
            facts.push(BenchFact::SuiteFile { path });
        }
        if let Some(job) = &options.job {
            let path = job.file.path.clone();
            facts.push(BenchFact::JobFile { path });
            let notes = Some(job.notes.clone()).filter(|notes| !notes.is_empty());
            facts.extend(notes.map(|notes| BenchFact::OtherwiseThanFio { notes }));
        }
        let tests = &options.tests;
        facts.extend(tests.verify.then_some(BenchFact::Verified));
        let duration = tests.duration_s;
        facts.extend(duration.map(|seconds| BenchFact::Duration { seconds }));
        let spare = tests.spare_percent;
        facts.extend(spare.map(|percent| BenchFact::SpareArea { percent }));
        facts.extend(tests.zones.map(|zones| BenchFact::Zones { zones }));
        facts
    }

    /// What `run.json` will say.
    pub fn header(&self, identity: &Identity, job: &Job<'_>, plan: &Plan, told: Told) -> RunHeader {
        let options = self.options;
        let Told {
            year,
            endurance,
            rated,
            facts,
            mut bench,
            link,
            disturbances,
            prices,
        } = told;
        let through = match articles::of(self.catalogue, &options.suite) {
            Some(article) => Through::Article(article.number()),
            None if self.catalogue.suites.contains_key(&options.suite) => Through::Suite,
            None => Through::Test,
        };
        if bench.is_empty() {
            bench.push(BenchFact::Simulated);
            bench.extend(self.parameters());
        }
        RunHeader {
            conditions: RunConditions {
                port: job.target.port().map(String::from),
                link,
            },
            year,
            endurance,
            rated,
            facts,
            bench,
            disturbances,
            prices,
            seed: options.seed,
            repeat: job.repeat,
            command: command(job.target, job.repeat, through, options),
            request: Some(Request {
                tests: Options {
                    max_writes: plan.budget.as_ref().map(|budget| budget.max),
                    ..options.tests.clone()
                },
                ..asked_for(job.target, options)
            }),
            ..RunHeader::of(plan, identity.clone())
        }
    }

    /// Carries out a plan, and keeps it in its folder. `earlier`: results of a run that is resumed.
    pub fn run(
        &self,
        drive: &mut dyn Drive,
        job: &Job<'_>,
        plan: &Plan,
        folder: FolderWriter,
        wear: Option<&Wear>,
        earlier: &[Entry],
    ) -> Result<Done, LabError> {
        self.around(job, folder, wear, earlier, |folder, observer| {
            run(plan, drive, folder, observer)
        })
    }

    /// What is done and told before and after a plan is carried out.
    fn around(
        &self,
        job: &Job<'_>,
        mut folder: FolderWriter,
        wear: Option<&Wear>,
        earlier: &[Entry],
        carry_out: impl FnOnce(&mut FolderWriter, &mut dyn Observer) -> Result<RunEnd, RunError>,
    ) -> Result<Done, LabError> {
        if self.options.log_ios {
            folder.log_ios()?;
        }
        if matches!(job.target, Target::Simulated { .. }) {
            let machine = machine();
            folder.wall(&Wall {
                at: crate::wall_clock(),
                event: Event::Host { machine },
            })?;
        }
        if let Some(wear) = wear {
            wear.keep_before(folder.path())?;
        }
        let mut observer = self.watcher.observer(&job.name(), job.repeat);
        earlier.iter().for_each(|entry| observer.result(entry));
        let ended = carry_out(&mut folder, &mut *observer);
        // What was measured is not worth less without it.
        if let Some(Err(error)) = wear.map(|wear| wear.keep_after(folder.path())) {
            self.watcher.say(&error.to_string());
        }
        let path = Some(folder.path().to_path_buf());
        Ok(match ended {
            Ok(RunEnd::Finished) => Done {
                folder: path,
                status: RunStatus::Finished,
                reason: None,
            },
            Ok(RunEnd::Interrupted) => Done {
                folder: path,
                status: RunStatus::Interrupted,
                reason: None,
            },
            Err(error) => Done {
                folder: path,
                status: RunStatus::Failed,
                reason: Some(error.to_string().into()),
            },
        })
    }
}

/// What of a simulated drive's past a purge does away with.
pub(crate) fn past(spec: &DriveSpec) -> Past {
    match spec.forgets_when_erased() {
        true => Past::EndsWithPurge,
        false => Past::Whole,
    }
}

/// What the NAND of a simulated SSD endures.
fn endurance(spec: &DriveSpec) -> Option<Endurance> {
    Some(Endurance {
        erase_blocks: spec.erase_blocks()?,
        rated_cycles: spec.about().rated_cycles,
    })
}

/// What is known of a simulated drive.
pub(crate) fn facts(spec: &DriveSpec, port: Option<&str>) -> Vec<Fact> {
    let port = port.map(|port| Fact {
        name: "host port".into(),
        value: port.into(),
        source: "a condition of the run".into(),
    });
    let facts = spec.facts().iter().map(|fact| Fact {
        name: fact.name.clone(),
        value: fact.value.clone(),
        source: fact.source.clone(),
    });
    facts.chain(port).collect()
}
