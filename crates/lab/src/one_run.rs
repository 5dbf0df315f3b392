//! One run of one drive: opened, planned, carried out, kept in its folder.

use crate::alone::recording_ns;
use crate::beforehand;
use crate::command::command;
use crate::error::LabError;
use crate::host_facts::{host_facts, identity_facts, machine_line};
use crate::marks::DURATION;
use crate::prices::{price_of, prices};
use crate::resume::asked_for;
use crate::review::{Job, ReviewOptions, Watcher};
use crate::target::Target;
use crate::watched::watched;
use crate::wear::Wear;
use fourcorners_bench::record::{Fact, HOST_PORT, Price, RunHeader, SCHEMA_VERSION, Wall};
use fourcorners_bench::{FolderWriter, Library, Plan, RunEnd, plan, run};
use fourcorners_block::{Drive, Identity, Seed};
use fourcorners_real::{EngineChoice, Erase, Host, Meter, OpenRequest, RealDrive, Tools};
use fourcorners_sim::DriveSpec;
use std::path::{Path, PathBuf};

/// I/Os on the null drive before a real one is measured, and how often: some ten milliseconds.
const OVERHEAD_IOS: u64 = 100_000;
const OVERHEAD_RUNS: usize = 8;

/// Name of the fact that tells it.
pub(crate) const COST: &str = "Cost of measuring";

/// How one job ended.
pub(crate) struct Done {
    pub folder: Option<PathBuf>,
    pub status: &'static str,
    pub reason: Option<String>,
}

/// What is told of a drive and of the host, for the run's header.
struct Told {
    facts: Vec<Fact>,
    bench: Vec<Fact>,
    prices: Vec<Price>,
}

/// A drive of this host, ready to be measured.
pub(crate) struct Opened {
    pub drive: RealDrive,
    /// What it said of its health; it is asked again after the run.
    pub wear: Wear,
    /// What it is measured with, for the run's header.
    pub bench: Vec<Fact>,
}

/// What all runs of a review have in common.
pub(crate) struct Reviewer<'a> {
    pub catalogue: &'a Library,
    pub options: &'a ReviewOptions,
    pub watcher: &'a dyn Watcher,
    pub stamp: &'a str,
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

    pub fn simulate(&self, spec: &DriveSpec, job: &Job<'_>) -> Result<Done, LabError> {
        if self.watcher.stop_requested() {
            return Ok(Done {
                folder: None,
                status: "interrupted",
                reason: None,
            });
        }
        let mut drive = spec.drive();
        let plan = self.plan(drive.identity(), job.repeat)?;
        let told = Told {
            facts: facts(spec, job.target.port()),
            bench: Vec::new(),
            prices: prices(spec),
        };
        let folder = self.folder(job, self.header(drive.identity(), job, &plan, told))?;
        self.run(drive.as_mut(), job, &plan, folder, None)
    }

    pub fn measure(&self, path: &Path, job: &Job<'_>) -> Result<Done, LabError> {
        let options = self.options;
        let Opened {
            mut drive,
            wear,
            bench,
        } = self.open(&beforehand::request(path, options, job.repeat))?;
        let plan = self.plan(drive.identity(), job.repeat)?;
        self.watcher.say(&announcement(path, &plan));
        self.warn_of_erasing(path);
        let name = drive.identity().name.clone();
        watched(&drive.pulse(), self.watcher, options, &name, || {
            self.measure_opened(&mut drive, job, &plan, bench, wear)
        })
    }

    /// The drive is open, and the user was told what will happen to it.
    fn measure_opened(
        &self,
        drive: &mut RealDrive,
        job: &Job<'_>,
        plan: &Plan,
        known: Vec<Fact>,
        wear: Wear,
    ) -> Result<Done, LabError> {
        let options = self.options;
        if options.tests.verify
            && plan.written_bytes > 0
            && let Some(sentence) = drive.check_size()?
        {
            return Err(LabError::Refused(sentence));
        }
        let engine = self.engine(drive, plan)?;
        let identity = drive.identity().clone();
        let mut bench = host_facts(&identity);
        bench.extend(engine);
        bench.extend(self.parameters());
        bench.extend(known);
        let price = options.price.iter();
        let told = Told {
            facts: identity_facts(&identity),
            bench,
            prices: price
                .map(|amount| price_of(&identity, amount, options.tests.raw_nand))
                .collect(),
        };
        let folder = self.folder(job, self.header(&identity, job, plan, told))?;
        self.run(drive, job, plan, folder, Some(&wear))
    }

    /// What is done to a drive that identifies itself so.
    pub fn plan(&self, identity: &Identity, repeat: u32) -> Result<Plan, LabError> {
        let (catalogue, options) = (self.catalogue, self.options);
        let seed = self.seed(repeat);
        let mut plan = plan(catalogue, &options.suite, identity, &options.tests, seed)?;
        if options.erase == Erase::Leave {
            plan.not_comparable("nothing was erased before tests that begin from a new drive");
        }
        Ok(plan)
    }

    /// Opens a drive of this host, with its meter, and tells what there is to say of it.
    pub fn open(&self, request: &OpenRequest) -> Result<Opened, LabError> {
        let (host, tools, path) = (Host::default(), Tools::default(), &request.path);
        // A meter that does not work is said before the drive is touched.
        let meter = self.options.power.as_ref();
        let meter = meter.map(|source| Meter::start(source, path, &host, &tools));
        let meter = meter.transpose()?;
        let mut drive = fourcorners_real::open(request)?;
        let wear = Wear::before(&host, &tools, path);
        for note in wear.notes().iter().chain(drive.notes()) {
            self.watcher.say(note);
        }
        let erase = self.options.erase.description();
        let mut bench = vec![fact("Made new by", erase.into()), wear.fact()];
        if let Some(meter) = meter {
            bench.push(fact("Power", meter.description()));
            drive.measure_power(meter);
        }
        Ok(Opened { drive, wear, bench })
    }

    /// Where that takes long, and must not be interrupted.
    pub fn warn_of_erasing(&self, path: &Path) {
        let erase = self.options.erase;
        if erase.is_a_command() {
            self.watcher.say(&format!(
                "{}: for the state 'new' it is erased by its own command: {}. Do not interrupt that, nor switch it off meanwhile",
                path.display(),
                erase.description()
            ));
        }
    }

    /// Lets the drive choose its engine for the plan's queue depths, if the user leaves it to
    /// it; says why it was chosen, and what measuring itself costs here.
    pub fn engine(&self, drive: &mut RealDrive, plan: &Plan) -> Result<Vec<Fact>, LabError> {
        let mut facts = Vec::new();
        if self.options.engine == EngineChoice::Auto {
            let mut depths = plan.queue_depths();
            depths.retain(|depth| *depth <= drive.identity().max_queue_depth);
            let reasons = drive.choose_engine(&depths).map_err(|error| {
                LabError::Refused(format!("{}: {error}", drive.identity().name))
            })?;
            if !reasons.is_empty() {
                facts.push(fact("Engine chosen by", reasons.join("; ")));
            }
        }
        // The least: other programs may take the core meanwhile.
        let mut ns = f64::INFINITY;
        for _ in 0..OVERHEAD_RUNS {
            ns = ns.min(recording_ns(OVERHEAD_IOS, self.options.log_ios)?);
        }
        facts.push(fact(
            COST,
            format!("{ns:.0} ns an I/O, on a drive that does nothing"),
        ));
        Ok(facts)
    }

    /// What was asked for, as rows for the page.
    fn parameters(&self) -> Vec<Fact> {
        let options = self.options;
        let mut facts = vec![
            fact("Suite", options.suite.clone()),
            fact("Seed", options.seed.to_string()),
        ];
        if options.tests.verify {
            facts.push(fact("Verification", VERIFICATION.into()));
        }
        if let Some(duration) = options.tests.duration_s {
            facts.push(fact(DURATION, format!("{duration} s")));
        }
        if let Some(spare) = options.tests.spare_percent {
            facts.push(fact("Spare area", format!("{spare} % of the raw NAND")));
        }
        if let Some(zones) = options.tests.zones {
            facts.push(fact("Zones of a pass", zones.to_string()));
        }
        facts
    }

    /// What `run.json` will say.
    fn header(&self, identity: &Identity, job: &Job<'_>, plan: &Plan, told: Told) -> RunHeader {
        let options = self.options;
        let Told {
            facts,
            mut bench,
            prices,
        } = told;
        let is_suite = self.catalogue.suites.contains_key(&options.suite);
        if bench.is_empty() {
            bench.push(fact("Engine", "simulated".into()));
            bench.extend(self.parameters());
        }
        RunHeader {
            schema_version: SCHEMA_VERSION,
            suite: plan.suite.clone(),
            comparable: plan.comparable,
            not_comparable_because: plan.not_comparable_because.clone(),
            identity: identity.clone(),
            facts,
            bench,
            prices,
            seed: options.seed,
            repeat: job.repeat,
            command: command(job.target, job.repeat, is_suite, options),
            version: env!("CARGO_PKG_VERSION").into(),
            request: Some(asked_for(job.target, options)),
        }
    }

    /// Carries out a plan, and keeps it in its folder.
    pub fn run(
        &self,
        drive: &mut dyn Drive,
        job: &Job<'_>,
        plan: &Plan,
        mut folder: FolderWriter,
        wear: Option<&Wear>,
    ) -> Result<Done, LabError> {
        if self.options.log_ios {
            folder.log_ios()?;
        }
        if matches!(job.target, Target::Simulated { .. }) {
            folder.wall(&Wall {
                at: crate::wall_clock(),
                event: machine_line(),
            })?;
        }
        if let Some(wear) = wear {
            wear.keep_before(folder.path())?;
        }
        let mut observer = self.watcher.observer(&job.target.name(), job.repeat);
        let ended = run(plan, drive, &mut folder, &mut *observer);
        // What was measured is not worth less without it.
        if let Some(Err(error)) = wear.map(|wear| wear.keep_after(folder.path())) {
            self.watcher.say(&error.to_string());
        }
        let path = Some(folder.path().to_path_buf());
        Ok(match ended {
            Ok(RunEnd::Finished) => Done {
                folder: path,
                status: "finished",
                reason: None,
            },
            Ok(RunEnd::Interrupted) => Done {
                folder: path,
                status: "interrupted",
                reason: None,
            },
            Err(error) => Done {
                folder: path,
                status: "failed",
                reason: Some(error.to_string()),
            },
        })
    }

    /// A folder of its own for a run.
    fn folder(&self, job: &Job<'_>, header: RunHeader) -> Result<FolderWriter, LabError> {
        let options = self.options;
        let repeat = job.repeat;
        let name = match job.target.port() {
            Some(port) => format!("{}-{port}", job.target.name()),
            None => job.target.name(),
        };
        let safe: String = name
            .chars()
            .map(|c| {
                if c.is_ascii_alphanumeric() || "-_.@".contains(c) {
                    c
                } else {
                    '_'
                }
            })
            .collect();
        let repeat = if options.repeat > 1 {
            format!("-r{repeat}")
        } else {
            String::new()
        };
        let base = format!(
            "{}-{safe}-{}-seed{}{repeat}",
            self.stamp, options.suite, options.seed
        );
        for number in 1..1000 {
            let suffix = if number == 1 {
                String::new()
            } else {
                format!("-{number}")
            };
            match FolderWriter::create(&options.out.join(format!("{base}{suffix}")), &header) {
                Err(fourcorners_bench::FolderError::Exists(_)) => {}
                other => return Ok(other?),
            }
        }
        Err(LabError::Refused(format!(
            "{}: a thousand runs of this name exist already",
            options.out.display()
        )))
    }
}

/// What is known of a simulated drive.
pub(crate) fn facts(spec: &DriveSpec, port: Option<&str>) -> Vec<Fact> {
    let port = port.map(|port| Fact {
        name: HOST_PORT.into(),
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

fn fact(name: &str, value: String) -> Fact {
    Fact {
        name: name.into(),
        value,
        source: String::new(),
    }
}
/// What `--verify` does, for the page and `run.json`.
const VERIFICATION: &str = "on: the first 32 of every 512 bytes written are a stamp, which changes the data \
(zeros and repeating bytes are so no more), and every read is checked, which costs time";

/// What is going to happen to a real drive.
pub(crate) fn announcement(path: &Path, plan: &Plan) -> String {
    let written = plan.written_bytes as f64;
    let amount = match plan.written_bytes {
        0 => return format!("{}: nothing will be written to it", path.display()),
        1..1_000_000_000 => format!("{:.0} MB", (written / 1e6).ceil()),
        1_000_000_000..1_000_000_000_000 => format!("{:.0} GB", written / 1e9),
        _ => format!("{:.1} TB", written / 1e12),
    };
    let rounds = match plan.goes_on_until_steady() {
        true => " and that no test is steady before its last round",
        false => "",
    };
    format!(
        "{}: everything on it will be overwritten. About {amount} will be written (its rated endurance is not known), which takes about {} min; both assume 300 MB/s{rounds}",
        path.display(),
        (plan.estimated_s / 60.0).ceil()
    )
}
