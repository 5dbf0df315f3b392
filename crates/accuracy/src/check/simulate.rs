//! Runs what is wanted, on simulated drives side by side.

use super::cache::Cache;
use super::record::TestRecord;
use super::wanted::{Place, RunKey, Wanted};
use fourcorners_bench::record::Run;
use fourcorners_bench::{Library, Options, Suite, SuiteTest};
use fourcorners_block::Seed;
use fourcorners_lab::{LabError, Watcher, simulate_alone};
use fourcorners_sim::DriveSpec;
use std::collections::{BTreeMap, HashMap};
use std::sync::{Mutex, PoisonError};

/// All measurements of a check have this seed.
pub const SEED: u64 = 1;
/// Name of the suite that is made of what is wanted.
const SUITE: &str = "check";

/// What came of each run; of one that gave nothing, why.
pub type Records = HashMap<RunKey, Result<TestRecord, NoResult>>;

/// Why there is nothing to judge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoResult {
    /// The user interrupted the check before, or within, the run.
    NotRun,
    /// The run failed, or measured nothing of the kind: a sentence.
    Because(String),
}

impl<T: Into<String>> From<T> for NoResult {
    fn from(sentence: T) -> Self {
        Self::Because(sentence.into())
    }
}

/// The tests of one drive at one port that are not kept from before.
struct Job {
    place: Place,
    spec: DriveSpec,
    tests: Vec<(RunKey, SuiteTest, String)>,
}

/// Runs all that is wanted and not kept. `spec` gives a drive by its name.
pub fn simulate(
    wanted: &Wanted,
    library: &Library,
    spec: &dyn Fn(&str) -> Result<DriveSpec, LabError>,
    cache: &Cache,
    threads: usize,
    watcher: &dyn Watcher,
) -> Result<Records, LabError> {
    let mut records = Records::new();
    let mut jobs: BTreeMap<Place, Job> = BTreeMap::new();
    for (key, test) in wanted {
        let drive = spec(&key.place.drive)?;
        let drive = drive.behind(&fourcorners_lab::port(&key.place.port)?);
        let name = Cache::key(&drive, library, test, SEED);
        if let Some(record) = cache.get(&name) {
            records.insert(key.clone(), Ok(record));
            continue;
        }
        let job = jobs.entry(key.place.clone()).or_insert_with(|| Job {
            place: key.place.clone(),
            spec: drive,
            tests: Vec::new(),
        });
        job.tests.push((key.clone(), test.clone(), name));
    }
    let mut jobs: Vec<Job> = jobs.into_values().collect();
    // The longest last, because jobs are taken from the end.
    jobs.sort_by_key(|job| job.spec.capacity().0 * job.tests.len() as u64);
    let specs: Vec<&DriveSpec> = jobs.iter().map(|job| &job.spec).collect();
    let threads = fourcorners_lab::affordable(&specs, threads, &|sentence| watcher.say(sentence))?;
    let queue = Mutex::new(jobs);
    let results = Mutex::new(Vec::new());
    let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).pop();
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(job) = next() {
                    let done = job.run(library, cache, watcher);
                    let mut results = results.lock().unwrap_or_else(PoisonError::into_inner);
                    results.extend(done);
                }
            });
        }
    });
    records.extend(results.into_inner().unwrap_or_else(PoisonError::into_inner));
    Ok(records)
}

impl Job {
    fn run(
        &self,
        library: &Library,
        cache: &Cache,
        watcher: &dyn Watcher,
    ) -> Vec<(RunKey, Result<TestRecord, NoResult>)> {
        let ended = self.measure(library, watcher);
        let of = |(key, _, name): &(RunKey, SuiteTest, String)| {
            let record = match &ended {
                Ok(run) => Ok(TestRecord::of(run, &key.test, &key.variant)),
                Err(reason) => Err(reason.clone()),
            };
            if let Ok(record) = &record
                && !record.phases.is_empty()
            {
                cache.put(name, record);
            }
            (key.clone(), record)
        };
        self.tests.iter().map(of).collect()
    }

    fn measure(&self, library: &Library, watcher: &dyn Watcher) -> Result<Run, NoResult> {
        if watcher.stop_requested() {
            return Err(NoResult::NotRun);
        }
        let tests = self.tests.iter().map(|(_, test, _)| test.clone()).collect();
        let suite = Suite::of(SUITE, tests);
        let mut observer = watcher.observer(&self.place.drive, 1);
        match simulate_alone(
            &self.spec,
            library,
            &suite,
            &Options::default(),
            Seed(SEED),
            &mut *observer,
        ) {
            Ok(Some(run)) => Ok(run),
            Ok(None) => Err(NoResult::NotRun),
            Err(error) => Err(error.to_string().into()),
        }
    }
}
