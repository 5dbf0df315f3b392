//! The review: every drive through the suite, one page.

use crate::beforehand;
use crate::catalogue::library;
use crate::error::LabError;
use crate::host_facts::{host_facts, identity_facts};
use crate::target::Target;
use fourcorners_bench::record::{Entry, Fact, Run, RunHeader, SCHEMA_VERSION};
use fourcorners_bench::{
    FolderWriter, Library, Observer, Options, Plan, RunEnd, digest, plan, run,
};
use fourcorners_block::{Bytes, Drive, Seed};
use fourcorners_real::EngineChoice;
use fourcorners_sim::{Ssd, SsdSpec};
use schemars::JsonSchema;
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// The five drives of AnandTech's M500 review, consistency page (2013).
pub const DOCUMENT_003: [&str; 5] = [
    "corsair-neutron-240",
    "crucial-m4-256",
    "crucial-m500-960",
    "plextor-m5-pro-xtreme-256",
    "samsung-840-pro-256",
];

/// What the user asked for.
#[derive(Clone, Debug)]
pub struct ReviewOptions {
    /// Suite, or a single test's id.
    pub suite: String,
    /// Folder for runs and page.
    pub out: PathBuf,
    /// Root of all randomness.
    pub seed: u64,
    /// How often each drive is put through it.
    pub repeat: u32,
    /// Simulated drives at once.
    pub threads: usize,
    /// Size of a regular file to be made.
    pub size: Option<Bytes>,
    /// Real drives that may be overwritten.
    pub destroy: Vec<PathBuf>,
    /// Serial number that confirms overwriting a drive that holds something.
    pub serial: Option<String>,
    /// Which engine carries I/O to real drives.
    pub engine: EngineChoice,
    /// What is changed in the tests.
    pub tests: Options,
    /// Whether a page is written.
    pub page: bool,
}

/// Who watches a review: one observer a run, and sentences for the user.
pub trait Watcher: Sync {
    /// The observer of one run of one drive.
    fn observer(&self, drive: &str, repeat: u32) -> Box<dyn Observer + '_>;
    /// Something the user should read before it happens.
    fn say(&self, sentence: &str);
    /// Whether the user wants to stop.
    fn stop_requested(&self) -> bool;
}

/// A review's result, as `--json` prints it.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Outcome {
    /// Version of this document's schema.
    pub schema_version: u32,
    /// Every run, in the order asked for.
    pub runs: Vec<RunOutcome>,
    /// Path of the page; absent if none was written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page: Option<String>,
    /// Why the page could not be written, a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page_problem: Option<String>,
    /// The runs as read back from their folders; not part of the JSON.
    #[serde(skip)]
    #[schemars(skip)]
    pub read_back: Vec<Run>,
}

/// One run of one drive.
#[derive(Debug, Serialize, JsonSchema)]
pub struct RunOutcome {
    /// Drive's name.
    pub drive: String,
    /// Suite or test.
    pub suite: String,
    /// Seed.
    pub seed: u64,
    /// Which repetition, from 1.
    pub repeat: u32,
    /// `finished`, `interrupted`, or `failed`.
    pub status: String,
    /// Why it failed, a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The run's folder; absent if it failed before there was one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub folder: Option<String>,
    /// SHA-256 over the folder's files without wall-clock times.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub digest: Option<String>,
    /// What was measured.
    pub results: Vec<Entry>,
}

struct Job<'a> {
    target: &'a Target,
    repeat: u32,
}

/// How one job ended.
struct Done {
    folder: Option<PathBuf>,
    status: &'static str,
    reason: Option<String>,
}

/// Runs the review. An error here means that nothing was measured; a run that fails is an
/// outcome.
pub fn review(
    targets: &[Target],
    options: &ReviewOptions,
    watcher: &dyn Watcher,
) -> Result<Outcome, LabError> {
    let library = library()?;
    let stamp = jiff::Zoned::now().strftime("%Y%m%d-%H%M%S").to_string();
    beforehand::check(&library, targets, options)?;
    let jobs: Vec<Job<'_>> = targets
        .iter()
        .flat_map(|target| (1..=options.repeat.max(1)).map(move |repeat| Job { target, repeat }))
        .collect();
    let reviewer = Reviewer {
        library: &library,
        options,
        watcher,
        stamp: &stamp,
    };
    let mut done: Vec<Option<Result<Done, LabError>>> = jobs.iter().map(|_| None).collect();

    // Simulated drives side by side, the largest first, so that none is left alone at the end.
    let mut simulated: Vec<(usize, &SsdSpec)> = jobs
        .iter()
        .enumerate()
        .filter_map(|(index, job)| match job.target {
            Target::Simulated(spec) => Some((index, spec.as_ref())),
            Target::Real(_) => None,
        })
        .collect();
    simulated.sort_by_key(|(index, spec)| (spec.capacity.0, std::cmp::Reverse(*index)));
    let threads = affordable(&simulated, options.threads, watcher)?;
    let queue = Mutex::new(simulated);
    // The queue is free again before a drive is run: a guard within `while let` would be held.
    let next = || lock(&queue).pop();
    let results = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some((index, spec)) = next() {
                    let result = reviewer.simulate(spec, jobs[index].repeat);
                    lock(&results).push((index, result));
                }
            });
        }
    });
    for (index, result) in results
        .into_inner()
        .unwrap_or_else(std::sync::PoisonError::into_inner)
    {
        done[index] = Some(result);
    }
    // Real drives one after the other: they would disturb each other.
    for (index, job) in jobs.iter().enumerate() {
        if let Target::Real(path) = job.target
            && !watcher.stop_requested()
        {
            done[index] = Some(reviewer.measure(path, job));
        }
    }
    // A single run that could not begin is the command's error.
    if let [Some(Err(_))] = done.as_slice()
        && let Some(Some(Err(error))) = done.pop()
    {
        return Err(error);
    }
    reviewer.outcome(&jobs, done)
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// How many simulated drives fit into memory at once.
fn affordable(
    jobs: &[(usize, &SsdSpec)],
    wanted: usize,
    watcher: &dyn Watcher,
) -> Result<usize, LabError> {
    let Some(available) = available_memory() else {
        return Ok(wanted.max(1));
    };
    // Two maps of 4 bytes a unit, at most two snapshots beside the drive itself.
    let need = |spec: &SsdSpec| spec.raw_nand().0 / u64::from(spec.layout.unit_bytes) * 8 * 3;
    let mut sizes: Vec<u64> = jobs.iter().map(|(_, spec)| need(spec)).collect();
    sizes.sort_unstable_by(|a, b| b.cmp(a));
    if let Some((largest, (_, spec))) = sizes.first().zip(jobs.last())
        && *largest > available
    {
        return Err(LabError::Refused(format!(
            "simulating {} needs about {} MiB of memory, {} MiB are available; free some, or simulate a smaller drive",
            spec.name,
            largest >> 20,
            available >> 20
        )));
    }
    let mut threads = wanted.clamp(1, jobs.len().max(1));
    while threads > 1 && sizes.iter().take(threads).sum::<u64>() > available {
        threads -= 1;
    }
    if threads < wanted.min(jobs.len()) {
        watcher.say(&format!(
            "{} MiB of memory are available: {threads} drive(s) at once",
            available >> 20
        ));
    }
    Ok(threads)
}

fn available_memory() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text
        .lines()
        .find(|line| line.starts_with("MemAvailable:"))?;
    line.split_whitespace()
        .nth(1)?
        .parse::<u64>()
        .ok()
        .map(|kib| kib << 10)
}

struct Reviewer<'a> {
    library: &'a Library,
    options: &'a ReviewOptions,
    watcher: &'a dyn Watcher,
    stamp: &'a str,
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

    fn simulate(&self, spec: &SsdSpec, repeat: u32) -> Result<Done, LabError> {
        if self.watcher.stop_requested() {
            return Ok(Done {
                folder: None,
                status: "interrupted",
                reason: None,
            });
        }
        let mut drive = Ssd::new(spec);
        let plan = plan(
            self.library,
            &self.options.suite,
            drive.identity(),
            &self.options.tests,
            self.seed(repeat),
        )?;
        let facts = spec
            .facts
            .iter()
            .map(|fact| Fact {
                name: fact.name.clone(),
                value: fact.value.clone(),
                source: fact.source.clone(),
            })
            .collect();
        self.run(&mut drive, &spec.name, &plan, repeat, facts, Vec::new())
    }

    fn measure(&self, path: &Path, job: &Job<'_>) -> Result<Done, LabError> {
        let options = self.options;
        let mut drive = fourcorners_real::open(&beforehand::request(path, options, job.repeat))?;
        for note in drive.notes() {
            self.watcher.say(note);
        }
        let identity = drive.identity().clone();
        let plan = plan(
            self.library,
            &options.suite,
            &identity,
            &options.tests,
            self.seed(job.repeat),
        )?;
        self.watcher.say(&announcement(path, &plan));
        let mut bench = host_facts(&identity);
        bench.extend(self.parameters());
        self.run(
            &mut drive,
            &job.target.name(),
            &plan,
            job.repeat,
            identity_facts(&identity),
            bench,
        )
    }

    /// What was asked for, as rows for the page.
    fn parameters(&self) -> Vec<Fact> {
        let fact = |name: &str, value: String| Fact {
            name: name.into(),
            value,
            source: String::new(),
        };
        let options = self.options;
        let mut facts = vec![
            fact("Suite", options.suite.clone()),
            fact("Seed", options.seed.to_string()),
        ];
        if let Some(duration) = options.tests.duration_s {
            facts.push(fact("Duration of timed phases", format!("{duration} s")));
        }
        if let Some(spare) = options.tests.spare_percent {
            facts.push(fact("Spare area", format!("{spare} % of the raw NAND")));
        }
        if let Some(zones) = options.tests.zones {
            facts.push(fact("Zones of a pass", zones.to_string()));
        }
        facts
    }

    fn run(
        &self,
        drive: &mut dyn Drive,
        name: &str,
        plan: &Plan,
        repeat: u32,
        facts: Vec<Fact>,
        mut bench: Vec<Fact>,
    ) -> Result<Done, LabError> {
        let options = self.options;
        if bench.is_empty() {
            bench.push(Fact {
                name: "Engine".into(),
                value: "simulated".into(),
                source: String::new(),
            });
            bench.extend(self.parameters());
        }
        let header = RunHeader {
            schema_version: SCHEMA_VERSION,
            suite: plan.suite.clone(),
            comparable: plan.comparable,
            not_comparable_because: plan.not_comparable_because.clone(),
            identity: drive.identity().clone(),
            facts,
            bench,
            seed: options.seed,
            repeat,
            command: self.command(name, drive.identity()),
            version: env!("CARGO_PKG_VERSION").into(),
        };
        let mut folder = self.folder(name, repeat, &header)?;
        let mut observer = self.watcher.observer(name, repeat);
        let ended = run(plan, drive, &mut folder, &mut *observer);
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

    /// The command that repeats one drive's run.
    fn command(&self, name: &str, identity: &fourcorners_block::Identity) -> String {
        let options = self.options;
        let is_test = !self.library.suites.contains_key(&options.suite);
        let drive = if identity.kind == fourcorners_block::DriveKind::Simulated {
            name
        } else {
            &identity.name
        };
        let mut words = match is_test {
            true => vec![
                "fourcorners".into(),
                "run".into(),
                options.suite.clone(),
                drive.into(),
            ],
            false => vec![
                "fourcorners".into(),
                "review".into(),
                drive.into(),
                "--suite".into(),
                options.suite.clone(),
            ],
        };
        words.extend(["--seed".into(), options.seed.to_string()]);
        for (name, value) in [
            (
                "--duration",
                options
                    .tests
                    .duration_s
                    .map(|seconds| format!("{seconds}s")),
            ),
            (
                "--spare",
                options
                    .tests
                    .spare_percent
                    .map(|percent| format!("{percent}%")),
            ),
            (
                "--nand",
                options.tests.raw_nand.map(|bytes| bytes.to_string()),
            ),
            (
                "--zones",
                options.tests.zones.map(|zones| zones.to_string()),
            ),
            ("--size", options.size.map(|bytes| bytes.to_string())),
        ] {
            words.extend(
                value
                    .map(|value| [name.to_string(), value])
                    .into_iter()
                    .flatten(),
            );
        }
        for device in &options.destroy {
            words.extend(["--destroy".into(), device.display().to_string()]);
        }
        words.join(" ")
    }

    fn folder(
        &self,
        name: &str,
        repeat: u32,
        header: &RunHeader,
    ) -> Result<FolderWriter, LabError> {
        let options = self.options;
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
            match FolderWriter::create(&options.out.join(format!("{base}{suffix}")), header) {
                Err(fourcorners_bench::FolderError::Exists(_)) => {}
                other => return Ok(other?),
            }
        }
        Err(LabError::Refused(format!(
            "{}: a thousand runs of this name exist already",
            options.out.display()
        )))
    }

    fn outcome(
        &self,
        jobs: &[Job<'_>],
        done: Vec<Option<Result<Done, LabError>>>,
    ) -> Result<Outcome, LabError> {
        let mut outcome = Outcome {
            schema_version: SCHEMA_VERSION,
            runs: Vec::new(),
            page: None,
            page_problem: None,
            read_back: Vec::new(),
        };
        for (job, done) in jobs.iter().zip(done) {
            let done = match done {
                None => Done {
                    folder: None,
                    status: "interrupted",
                    reason: None,
                },
                Some(Ok(done)) => done,
                Some(Err(error)) => Done {
                    folder: None,
                    status: "failed",
                    reason: Some(error.to_string()),
                },
            };
            let read = done.folder.as_deref().map(Run::open).transpose()?;
            let digest = done.folder.as_deref().map(digest).transpose();
            let digest = digest.map_err(|error| LabError::Read {
                path: self.options.out.clone(),
                error,
            })?;
            outcome.runs.push(RunOutcome {
                drive: job.target.name(),
                suite: self.options.suite.clone(),
                seed: self.options.seed,
                repeat: job.repeat,
                status: done.status.into(),
                reason: done.reason,
                folder: done.folder.map(|path| path.display().to_string()),
                digest,
                results: read
                    .as_ref()
                    .map(|run| run.entries.clone())
                    .unwrap_or_default(),
            });
            outcome.read_back.extend(read);
        }
        if self.options.page && !outcome.read_back.is_empty() {
            let page = self.free_page_path();
            // What was measured is shown also where there is no room for the page.
            match fourcorners_report::write_page(&outcome.read_back, &page) {
                Ok(()) => outcome.page = Some(page.display().to_string()),
                Err(error) => {
                    outcome.page_problem = Some(format!(
                        "{error}. The runs' folders are kept; choose another folder with --out"
                    ));
                }
            }
        }
        Ok(outcome)
    }

    fn free_page_path(&self) -> PathBuf {
        let path = |number: u32| {
            let suffix = if number == 1 {
                String::new()
            } else {
                format!("-{number}")
            };
            self.options
                .out
                .join(format!("{}-review{suffix}.html", self.stamp))
        };
        (1..)
            .map(path)
            .find(|path| !path.exists())
            .unwrap_or_else(|| path(1))
    }
}

/// What is going to happen to a real drive.
fn announcement(path: &Path, plan: &Plan) -> String {
    let written = plan.written_bytes as f64;
    let amount = if written >= 1e12 {
        format!("{:.1} TB", written / 1e12)
    } else {
        format!("{:.0} GB", written / 1e9)
    };
    format!(
        "{}: everything on it will be overwritten. About {amount} will be written (its rated endurance is not known), which takes about {} min; both assume 300 MB/s",
        path.display(),
        (plan.estimated_s / 60.0).ceil()
    )
}
