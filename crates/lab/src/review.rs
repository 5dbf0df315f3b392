//! The review: every drive through the suite, one page.

use crate::beforehand;
use crate::catalogue::library;
use crate::error::LabError;
use crate::memory::affordable;
use crate::one_run::{Done, Reviewer};
use crate::outcome::{Outcome, Printed, RunStatus, gather};
use crate::prices::Amount;
use crate::target::Target;
use crate::thresholds;
use crate::traces;
use fourcorners_bench::record::UserTrace;
use fourcorners_bench::{Observer, Options, former};
use fourcorners_block::Bytes;
use fourcorners_fio::FioJob;
use fourcorners_host::PowerSource;
use fourcorners_real::{EngineChoice, Erase};
use fourcorners_report::Expectation;
use fourcorners_sim::DriveSpec;
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
    /// The job file of fio's that this test is, if it is none of ours.
    pub job: Option<FioJob>,
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
    /// What the real drive costs, where the user says it.
    pub price: Option<Amount>,
    /// Which engine carries I/O to real drives.
    pub engine: EngineChoice,
    /// Seconds after which an I/O of a real drive counts as lost; the default if not said.
    pub timeout_s: Option<u64>,
    /// Where the power of a real drive is read.
    pub power: Option<PowerSource>,
    /// How a real drive is made as new.
    pub erase: Erase,
    /// A trace of the user's, replayed in place of a suite, which then is
    /// [`REPLAY`](crate::REPLAY).
    pub replay: Option<UserTrace>,
    /// What is changed in the tests.
    pub tests: Options,
    /// Record every measured I/O.
    pub log_ios: bool,
    /// What every run has to show.
    pub expectations: Vec<Expectation>,
    /// Files for others to read that the caller writes of the results, each after the option that
    /// names it; only for the command that goes on with a run.
    pub files: Vec<(&'static str, PathBuf)>,
    /// Whether a page is written.
    pub page: bool,
}

impl ReviewOptions {
    /// Simulated drives through a suite, everything else its own way; no page.
    pub fn of_simulated(suite: &str, out: &Path) -> Self {
        Self {
            suite: suite.into(),
            job: None,
            out: out.into(),
            seed: 1,
            repeat: 1,
            threads: 1,
            size: None,
            destroy: Vec::new(),
            serial: None,
            price: None,
            engine: EngineChoice::Auto,
            timeout_s: None,
            power: None,
            erase: Erase::Nearest,
            replay: None,
            tests: Options::default(),
            log_ios: false,
            expectations: Vec::new(),
            files: Vec::new(),
            page: false,
        }
    }
}

/// Who watches a review: one observer a run, and sentences for the user.
pub trait Watcher: Sync {
    /// What will be run, where that is known beforehand: drives and repetitions, as observers will
    /// be asked for.
    fn planned(&self, _runs: &[(String, u32)]) {}
    /// The observer of one run of one drive.
    fn observer(&self, drive: &str, repeat: u32) -> Box<dyn Observer + '_>;
    /// Something the user should read before it happens.
    fn say(&self, sentence: &str);
    /// An error as a sentence, in the words in which the user asked.
    fn sentence(&self, error: &LabError) -> String {
        error.to_string()
    }
    /// Whether the user wants to stop.
    fn stop_requested(&self) -> bool;
}

/// A drive and which repetition of its runs.
pub(crate) struct Job<'a> {
    pub target: &'a Target,
    pub repeat: u32,
}

impl Job<'_> {
    /// The drive, and the port where one was asked for.
    pub fn name(&self) -> String {
        match self.target.port() {
            Some(port) => format!("{} on {port}", self.target.name()),
            None => self.target.name(),
        }
    }
}

/// Runs the review. An error here means that nothing was measured; a run that fails is an
/// outcome. `printed`: for the page.
pub fn review(
    targets: &[Target],
    options: &ReviewOptions,
    watcher: &dyn Watcher,
    printed: Printed<'_>,
) -> Result<Outcome, LabError> {
    let mut library = traces::with(library()?, options.replay.as_ref(), watcher)?;
    if let Some(job) = &options.job {
        job.joins(&mut library);
        for note in &job.notes {
            watcher.say(&format!("{}: {note}", job.file.path));
        }
    }
    let stamp = jiff::Zoned::now().strftime("%Y%m%d-%H%M%S").to_string();
    // One that is misspelt is told of suites, not of the many tests; a test is as good as a suite
    // of it.
    let is_a_test = library.tests.contains_key(former::test(&options.suite));
    if options.page && options.replay.is_none() && !is_a_test {
        library.suite(&options.suite)?;
    }
    let expectations = thresholds::complete(&library, &options.expectations)?;
    beforehand::check(&library, targets, options, &expectations)?;
    let jobs: Vec<Job<'_>> = targets
        .iter()
        .flat_map(|target| (1..=options.repeat.max(1)).map(move |repeat| Job { target, repeat }))
        .collect();
    let named = jobs.iter().map(|job| (job.name(), job.repeat));
    watcher.planned(&named.collect::<Vec<_>>());
    let reviewer = Reviewer {
        catalogue: &library,
        options,
        watcher,
        stamp: &stamp,
    };
    let mut done: Vec<Option<Result<Done, LabError>>> = jobs.iter().map(|_| None).collect();

    // Simulated drives side by side, the largest first, so that none is left alone at the end.
    let mut simulated: Vec<(usize, &DriveSpec)> = jobs
        .iter()
        .enumerate()
        .filter_map(|(index, job)| match job.target {
            Target::Simulated { spec, .. } => Some((index, spec.as_ref())),
            Target::Real(_) => None,
        })
        .collect();
    simulated.sort_by_key(|(index, spec)| (spec.capacity().0, std::cmp::Reverse(*index)));
    let threads = affordable(&simulated, options.threads, watcher)?;
    let queue = Mutex::new(simulated);
    // The queue is free again before a drive is run: a guard within `while let` would be held.
    let next = || lock(&queue).pop();
    let results = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some((index, spec)) = next() {
                    let result = reviewer.simulate(spec, &jobs[index]);
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
            // A run that could not even begin is no better.
            let failed = |done: &Option<Result<Done, LabError>>| match done {
                Some(Ok(done)) => done.status == RunStatus::Failed,
                Some(Err(_)) => true,
                None => false,
            };
            let lost = (0..index).any(|earlier| {
                jobs[earlier].target.argument() == job.target.argument() && failed(&done[earlier])
            });
            done[index] = Some(if lost {
                // Opening a drive that does not answer could take for ever.
                Err(LabError::Refused(
                    "not begun, because the repetition before it ended early".into(),
                ))
            } else {
                reviewer.measure(path, job)
            });
        }
    }
    // A single run that could not begin is the command's error.
    if let [Some(Err(_))] = done.as_slice()
        && let Some(Some(Err(error))) = done.pop()
    {
        return Err(error);
    }
    if let Some(note) = traces::note(&library, options.replay.as_ref()) {
        watcher.say(&note);
    }
    let done = done.into_iter();
    let done = done.map(|one| one.map(|done| done.unwrap_or_else(|error| failed(&error, watcher))));
    gather(
        options,
        &stamp,
        &jobs,
        done.collect(),
        &expectations,
        printed,
    )
}

/// A run that could not begin.
fn failed(error: &LabError, watcher: &dyn Watcher) -> Done {
    Done {
        folder: None,
        status: RunStatus::Failed,
        reason: Some(watcher.sentence(error)),
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner)
}
