//! One run of a drive of this host: opened with all that is read beside it, told what will happen
//! to it, and watched while it is measured.

use crate::alone::recording_ns;
use crate::beforehand;
use crate::error::LabError;
use crate::host_facts::{host_facts, identity_facts, negotiated_link};
use crate::job::Done;
use crate::job::Job;
use crate::one_run::{Reviewer, Told};
use crate::prices::price_of;
use crate::renamed::check_same;
use crate::watched::watched;
use crate::wear::Wear;
use fourcorners_bench::record::{BenchFact, Disturbance, NotRun};
use fourcorners_bench::{Action, Plan};
use fourcorners_block::{Bytes, Drive, DriveKind, Smart};
use fourcorners_host::{Meter, Tools};
use fourcorners_real::{EngineChoice, Host, OpenRequest, RealDrive};
use fourcorners_report::wording::writes::{self, amount};
use std::path::Path;

/// I/Os on the null drive before a real one is measured, and how often: some ten milliseconds.
const OVERHEAD_IOS: u64 = 100_000;
const OVERHEAD_RUNS: usize = 8;
/// Fewer are enough where an I/O costs this, as on an emulated processor: there, so many I/Os take
/// a minute.
const OVERHEAD_FEW: u64 = 1_000;
const OVERHEAD_SLOW_NS: f64 = 10_000.0;

/// A drive of this host, ready to be measured.
pub(crate) struct Opened {
    pub drive: RealDrive,
    /// What it said of its health; it is asked again after the run.
    pub wear: Wear,
    /// What it is measured with, for the run's header.
    pub bench: Vec<BenchFact>,
}

impl Reviewer<'_> {
    pub fn measure(&self, path: &Path, job: &Job<'_>) -> Result<Done, LabError> {
        let options = self.options;
        let Opened {
            mut drive,
            wear,
            bench,
        } = self.open(&beforehand::request(path, options, job.repeat))?;
        // It was compared by its path, perhaps hours ago.
        if let Some(then) = job.then {
            check_same(path, then, drive.identity())?;
        }
        let share = self.share_of(job);
        let plan = self.with_size_check(self.plan(drive.identity(), None, job.repeat, share)?);
        let to_come = Announced {
            plan: &plan,
            at_most: share,
            runs: self.options.repeat.max(1).saturating_sub(job.repeat - 1),
        };
        self.announce(path, &to_come, wear.smart());
        self.warn_of_erasing(path);
        let name = drive.identity().name.clone();
        let disturbances = crate::doctor::disturbances(path, &options.out);
        watched(&drive.pulse(), self.watcher, options, &name, || {
            self.measure_opened(&mut drive, job, &plan, bench, disturbances, wear)
        })
    }

    /// The drive is open, and the user was told what will happen to it.
    fn measure_opened(
        &self,
        drive: &mut RealDrive,
        job: &Job<'_>,
        plan: &Plan,
        known: Vec<BenchFact>,
        disturbances: Vec<Disturbance>,
        wear: Wear,
    ) -> Result<Done, LabError> {
        let options = self.options;
        if options.tests.verify
            && plan.written_bytes > 0
            && let Some(sentence) = drive.check_size()?
        {
            return Err(LabError::Refused(sentence.into()));
        }
        let engine = self.engine(drive, plan)?;
        let mut identity = drive.identity().clone();
        let link = negotiated_link(&identity);
        let mut bench = host_facts(&identity);
        bench.extend(engine);
        bench.extend(self.parameters());
        bench.extend(known);
        let price = options.price.iter();
        let told = Told {
            year: None,
            endurance: None,
            rated: self.rated(wear.smart()),
            facts: identity_facts(&identity),
            bench,
            link,
            disturbances,
            prices: price
                .map(|amount| price_of(&identity, amount, options.tests.raw_nand))
                .collect(),
        };
        // It is called as the review called it: its repetitions are of one drive.
        if let Some(renamed) = job.renamed {
            identity.name = renamed.was.display().to_string();
        }
        let already = plan.budget.as_ref().map(|budget| budget.already);
        let folder = self.folder(job, self.header(&identity, job, plan, told), already)?;
        self.run(drive, job, plan, folder, Some(&wear), &[])
    }

    /// Says what is going to happen to a real drive, and what that is of its endurance.
    pub fn announce(&self, path: &Path, to_come: &Announced<'_>, smart: Option<&Smart>) {
        self.watcher.say(&announcement(path, to_come));
        let (name, bytes) = (path.display().to_string(), to_come.written_bytes());
        if let Some(rated) = self.rated(smart).filter(|_| bytes > 0) {
            self.watcher.say(&writes::about(&name, bytes, Some(&rated)));
        }
        if let (Some(max), true) = (self.options.max_writes, to_come.runs > 1 && bytes > 0) {
            let share = to_come.at_most.unwrap_or(max);
            let runs = self.options.repeat;
            self.watcher
                .say(&writes::shared(&name, max.0, share.0, runs));
        }
        self.say_left_out(&name, to_come.plan);
    }

    /// Opens a drive of this host, with its meter, and tells what there is to say of it.
    pub fn open(&self, request: &OpenRequest) -> Result<Opened, LabError> {
        let (host, tools, path) = (Host::default(), Tools::default(), &request.path);
        // A meter that does not work is said before the drive is touched.
        let meter = self.options.power.as_ref();
        let meter = meter.map(|source| Meter::start(source, path, &host, &tools));
        let meter = meter.transpose()?;
        let mut drive = fourcorners_host::open(request)?;
        let wear = Wear::before(&host, &tools, path);
        for note in wear.notes().iter().chain(drive.notes()) {
            self.watcher.say(note);
        }
        let erase = self.options.erase;
        let way = match drive.identity().kind {
            DriveKind::RegularFile => erase.description_for_file().into(),
            _ => erase.description().into(),
        };
        let opened = match request.write {
            true => BenchFact::MadeNewBy { way },
            false => BenchFact::ReadOnly,
        };
        let mut bench = vec![opened, wear.fact()];
        bench.extend(wear.nvme_facts());
        if let Some(meter) = meter {
            let description = meter.description();
            bench.push(BenchFact::Power { meter: description });
            drive.measure_power(move |from, until| meter.drawn(from, until));
        }
        Ok(Opened { drive, wear, bench })
    }

    /// Where that takes long, and must not be interrupted.
    pub fn warn_of_erasing(&self, path: &Path) {
        let erase = self.options.erase;
        if erase.is_a_command() {
            self.watcher.say(&format!(
                "{}: erasing it with its own command, for the state 'new': {}. Do not interrupt \
                 this or switch the drive off",
                path.display(),
                erase.description()
            ));
        }
    }

    /// Lets the drive choose its engine for the plan's queue depths, if the user leaves it to
    /// it; says why it was chosen, and what measuring itself costs here.
    pub fn engine(&self, drive: &mut RealDrive, plan: &Plan) -> Result<Vec<BenchFact>, LabError> {
        let mut facts = Vec::new();
        if self.options.engine == EngineChoice::Auto {
            let mut depths = plan.queue_depths();
            depths.retain(|depth| *depth <= drive.identity().max_queue_depth);
            let reasons = drive
                .choose_engine(&depths, plan.mixes_trim())
                .map_err(|error| {
                    LabError::Refused(format!("{}: {error}", drive.identity().name).into())
                })?;
            if !reasons.is_empty() {
                facts.push(BenchFact::EngineChosenBy { reasons });
            }
        }
        match self.recording_ns() {
            Ok(ns) => facts.push(BenchFact::Cost { ns }),
            Err(error) => facts.push(BenchFact::CostUnknown {
                error: error.to_string(),
            }),
        }
        Ok(facts)
    }

    /// What measuring an I/O costs here, in nanoseconds.
    fn recording_ns(&self) -> Result<f64, LabError> {
        let log_ios = self.options.log_ios;
        let few = recording_ns(OVERHEAD_FEW, log_ios)?;
        if few > OVERHEAD_SLOW_NS {
            return Ok(few);
        }
        // The least: other programs may take the core meanwhile.
        let mut ns = f64::INFINITY;
        for _ in 0..OVERHEAD_RUNS {
            ns = ns.min(recording_ns(OVERHEAD_IOS, log_ios)?);
        }
        Ok(ns)
    }
}

/// Phases that are left out because they write, named up to here.
const NAMED: usize = 6;

/// What a plan leaves out that only reads; empty: nothing.
fn not_read(plan: &Plan) -> String {
    let left_out = plan.actions.iter().filter_map(|action| match action {
        Action::Skip {
            key,
            because: NotRun::WouldWrite,
        } => Some(key.title()),
        _ => None,
    });
    let mut titles: Vec<String> = left_out.collect();
    if titles.is_empty() {
        return String::new();
    }
    let more = titles.len().saturating_sub(NAMED);
    titles.truncate(NAMED);
    if more > 0 {
        titles.push(format!("{more} more"));
    }
    format!("; skipped, because they write: {}", titles.join(", "))
}

/// A plan that a real drive is about to be given.
pub(crate) struct Announced<'a> {
    pub plan: &'a Plan,
    /// What it may write, where that is limited.
    pub at_most: Option<Bytes>,
    /// How often it is to be carried out: this run and the repetitions after it.
    pub runs: u32,
}

impl Announced<'_> {
    /// Bytes that all of them write, about.
    fn written_bytes(&self) -> u64 {
        self.plan.written_bytes.saturating_mul(self.runs.into())
    }
}

/// What is going to happen to a real drive.
pub(crate) fn announcement(path: &Path, to_come: &Announced<'_>) -> String {
    let plan = to_come.plan;
    if plan.written_bytes == 0 {
        return format!(
            "This writes nothing to {}{}",
            path.display(),
            not_read(plan)
        );
    }
    let about = amount(plan.written_bytes);
    let (_, timed) = plan.writes();
    let rounds = match (plan.may_end_early(), &plan.budget) {
        (true, _) => ", if no test ends early",
        (false, None) if timed > 0 => "; timed tests write more to a faster drive",
        (false, _) => "",
    };
    let most = to_come.at_most.map(|max| amount(max.0));
    let most = most.map_or(String::new(), |max| format!(" (at most {max})"));
    let each = match to_come.runs {
        0 | 1 => String::new(),
        runs => format!(
            " in each of {runs} repetitions, about {} in all",
            amount(to_come.written_bytes())
        ),
    };
    format!(
        "This overwrites {} and writes about {about}{most}{each} (about {} min at 300 \
         MB/s{rounds})",
        path.display(),
        (plan.estimated_s * f64::from(to_come.runs.max(1)) / 60.0).ceil()
    )
}
