//! What will be done to one drive, in order: states prepared or restored, phases measured,
//! tests skipped and why, bytes to be written, time. Nothing is decided later.

mod budget;
mod parts;
mod planner;
mod reach;
mod reading;
mod rest;
mod rounds;
mod snapshots;
mod spare;
mod traces;
mod unfit;
mod variant;

use crate::definition::{Conditions, PageDef, PhaseDef, QUEUE_DEPTH, Span, Suite, SuiteTest};
use crate::library::{Library, UnknownName, nearest};
use crate::record::{Event, NotComparable, NotRun, TooLittleSpare, title};
use crate::work::Work;
pub use budget::Budget;
use fourcorners_block::{Bytes, Identity, QueueDepth, Seed};
pub use parts::{Begins, Part};
use planner::Planner;
pub use rest::Past;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// What the user changes; kept in `run.json`, so that the run can be taken up again.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Options {
    /// Duration of every timed phase, in seconds; of a round, where it goes on until it is steady.
    /// Makes a run not comparable.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub duration_s: Option<u64>,
    /// Spare share of the raw NAND in per cent, for every test of the whole drive.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spare_percent: Option<u32>,
    /// All NAND on board, where the drive does not say.
    #[serde(rename = "raw_nand_bytes", skip_serializing_if = "Option::is_none")]
    pub raw_nand: Option<Bytes>,
    /// Sample so many zones of a whole-drive pass instead of covering it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub zones: Option<u32>,
    /// Whether what is written carries stamps, to be checked when it is read.
    pub verify: bool,
    /// What differs from the tests' own ways.
    pub conditions: Conditions,
    /// Whether the drive is only read, with the data that is on it.
    #[serde(skip_serializing_if = "is_false")]
    pub read_only: bool,
    /// Whether a meter tells what a real drive draws.
    pub power_is_measured: bool,
    /// Bytes that may be written to the drive in all.
    #[serde(rename = "max_writes_bytes", skip_serializing_if = "Option::is_none")]
    pub max_writes: Option<Bytes>,
}

fn is_false(flag: &bool) -> bool {
    !flag
}

/// Names a measured phase.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PhaseKey {
    pub test: String,
    /// Variant; empty for the test as defined.
    pub variant: String,
    pub phase: String,
    /// The state it begins from, for people.
    pub state: String,
    /// Whether speed by position is recorded.
    pub positions: bool,
    /// Share of the raw NAND that its span leaves spare, per mille, where it is known.
    pub spare_per_mille: Option<u32>,
}

impl PhaseKey {
    /// What is done when it is measured.
    pub fn measuring(&self) -> Event {
        Event::Measuring {
            test: self.test.clone(),
            phase: self.phase.clone(),
        }
    }

    /// The phase's randomness.
    pub fn seed(&self, root: Seed) -> Seed {
        root.child(&self.test)
            .child(&self.variant)
            .child(&self.phase)
    }

    /// What names it among the results: test, variant and phase.
    pub fn names(&self) -> [&str; 3] {
        [&self.test, &self.variant, &self.phase]
    }

    /// Its names for people.
    pub fn title(&self) -> String {
        title(self.names())
    }
}

/// One thing to do.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// Make the drive new.
    Purge,
    /// Work that leads to a state; not reported.
    Prepare {
        /// Name of the state.
        state: String,
        /// The work.
        work: Work,
    },
    /// Wait until the write buffer is empty: a state is reached then.
    Drain,
    /// Trim a range of the drive.
    Trim { from: Bytes, span: Bytes },
    /// Keep the drive's state under this number.
    Save(usize),
    /// Return to the state that is kept under this number.
    Restore(usize),
    /// Measure a phase.
    Measure {
        key: PhaseKey,
        /// Its work.
        work: Work,
    },
    /// Do once more what a phase did that has its result, for the state that it leaves; not
    /// reported.
    Again {
        key: PhaseKey,
        /// Its work.
        work: Work,
    },
    /// Report a test that cannot be run here.
    Skip {
        /// The test's name; phase is empty.
        key: PhaseKey,
        because: NotRun,
    },
}

impl Action {
    /// The I/Os that it is, if it is any.
    pub fn work(&self) -> Option<&Work> {
        match self {
            Self::Prepare { work, .. } | Self::Measure { work, .. } | Self::Again { work, .. } => {
                Some(work)
            }
            _ => None,
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// Suite name or test id.
    pub suite: String,
    /// In order.
    pub actions: Vec<Action>,
    /// Why the results may not be compared with others of the suite; empty: they may.
    pub not_comparable: Vec<NotComparable>,
    /// How its tests are shown, by id.
    pub pages: BTreeMap<String, PageDef>,
    /// Root of all randomness.
    pub seed: Seed,
    /// Bytes that will be written, about (timed phases at an assumed rate; until steady, at most).
    pub written_bytes: u64,
    /// Time that it will take, about, in seconds of the drive's clock; until steady, at most.
    pub estimated_s: f64,
    /// Whether it is what was left of another one.
    pub goes_on: bool,
    /// What may be written, if that is limited.
    pub budget: Option<Budget>,
}

impl Plan {
    /// Every queue depth at which something is done, in order, each once.
    pub fn queue_depths(&self) -> Vec<QueueDepth> {
        let mut depths: Vec<QueueDepth> = self
            .actions
            .iter()
            .filter_map(|action| Some(action.work()?.queue_depth))
            .collect();
        depths.sort_unstable();
        depths.dedup();
        depths
    }

    /// Whether some work has TRIM commands between reads and writes.
    pub fn mixes_trim(&self) -> bool {
        let mut works = self.actions.iter().filter_map(Action::work);
        works.any(|work| work.trim_percent > 0)
    }

    /// Whether some work may be over long before its planned time.
    pub fn may_end_early(&self) -> bool {
        let mut works = self.actions.iter().filter_map(Action::work);
        works.any(Work::may_end_early)
    }
}

/// Why there is no plan.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum PlanError {
    /// A name that is not there.
    #[error(transparent)]
    Unknown(#[from] UnknownName),
    /// Less spare area was asked for than the drive has from the factory.
    #[error(transparent)]
    TooLittleSpare(#[from] TooLittleSpare),
    /// Less NAND was given than the drive has LBAs.
    #[error(
        "{nand} of NAND is less than the {capacity} of LBAs that {drive} has; give all NAND on \
         board, spare area included"
    )]
    TooLittleNand {
        /// What was given.
        nand: Bytes,
        /// LBAs.
        capacity: Bytes,
        /// Name of the drive.
        drive: String,
    },
    /// Only reads are allowed, and there are none.
    #[error("{0} writes, but writing is not allowed")]
    NothingToRead(String),
    /// No plan because of the definitions.
    #[error("{0}")]
    Definition(String),
}

/// Makes a plan for a suite, or for a single test if `name` is a test's id.
pub fn plan(
    library: &Library,
    name: &str,
    identity: &Identity,
    options: &Options,
    seed: Seed,
) -> Result<Plan, PlanError> {
    let suite = suite_or_test(library, name)?;
    plan_suite(library, &suite, identity, options, seed)
}

/// Makes a plan for a suite that need not be in the library.
pub fn plan_suite(
    library: &Library,
    suite: &Suite,
    identity: &Identity,
    options: &Options,
    seed: Seed,
) -> Result<Plan, PlanError> {
    let capacity = identity.capacity.bytes();
    if let Some(nand) = options.raw_nand.filter(|nand| *nand < capacity) {
        return Err(PlanError::TooLittleNand {
            nand,
            capacity,
            drive: identity.name.clone(),
        });
    }
    let mut planner = Planner::new(library, identity, options, suite);
    for test in &suite.tests {
        planner.test(test)?;
    }
    let mut actions = planner.actions;
    if options.read_only && actions.iter().all(would_write) {
        return Err(PlanError::NothingToRead(suite.name.clone()));
    }
    snapshots::keep_only_what_is_restored(&mut actions);
    let (written_bytes, estimated_s) = estimate(&actions);
    let plan = Plan {
        suite: suite.name.clone(),
        actions,
        not_comparable: not_comparable(library, suite, identity, options),
        pages: pages(library, suite),
        seed,
        written_bytes,
        estimated_s,
        goes_on: false,
        budget: None,
    };
    Ok(match options.max_writes {
        Some(max) => plan
            .within(max, Bytes(0))
            .recorded(!identity.is_simulated()),
        None => plan,
    })
}

fn would_write(action: &Action) -> bool {
    matches!(action, Action::Skip { because, .. } if *because == NotRun::WouldWrite)
}

/// Bytes that are written and seconds that it takes, about.
fn estimate(actions: &[Action]) -> (u64, f64) {
    let (mut written_bytes, mut estimated_s) = (0.0, 0.0);
    for work in actions.iter().filter_map(Action::work) {
        let (bytes, seconds) = work.estimate();
        estimated_s += seconds;
        written_bytes += bytes;
    }
    (written_bytes as u64, estimated_s)
}

/// A single test is a suite of one.
fn suite_or_test<'a>(library: &'a Library, name: &str) -> Result<Cow<'a, Suite>, UnknownName> {
    let name = crate::former::test(name);
    if let Some(suite) = library.suites.get(name) {
        return Ok(Cow::Borrowed(suite));
    }
    if library.tests.contains_key(name) {
        return Ok(Cow::Owned(Suite::of(name, vec![SuiteTest::plain(name)])));
    }
    let names = library
        .suites
        .keys()
        .chain(library.tests.keys())
        .map(String::as_str);
    Err(UnknownName {
        kind: "suite or test",
        name: name.into(),
        nearest: nearest(name, names),
    })
}

/// The deepest queue that a suite's tests measure at.
fn deepest(library: &Library, suite: &Suite) -> u16 {
    let depths = phases(library, suite).filter_map(|phase| match (&phase.makes, &phase.replay) {
        (Some(state), _) => {
            let work = library.states.get(state)?.work.as_ref();
            work.map(|work| work.queue_depth.get())
        }
        // As many as the drives take that the traces were replayed on.
        (None, Some(_)) => Some(QUEUE_DEPTH),
        (None, None) => match &phase.rounds {
            Some(rounds) => rounds.deepest(),
            None => phase.work.as_ref().map(|work| work.queue_depth.get()),
        },
    });
    depths.max().unwrap_or(1)
}

/// All phases of a suite's tests.
fn phases<'a>(library: &'a Library, suite: &'a Suite) -> impl Iterator<Item = &'a PhaseDef> {
    let tests = suite.tests.iter();
    let tests = tests.filter_map(|test| library.tests.get(&test.id));
    tests.flat_map(|test| &test.phases)
}

/// Whether a fixed span of a suite's tests is larger than the drive.
fn is_too_small(library: &Library, suite: &Suite, identity: &Identity) -> bool {
    let mut works = phases(library, suite).filter_map(|phase| phase.work.as_ref());
    works.any(|work| matches!(work.span, Span::Fixed(span) if span > identity.capacity.bytes()))
}

/// Whether a trace of a suite's tests is larger than the drive.
fn is_wrapped(library: &Library, suite: &Suite, identity: &Identity) -> bool {
    let mut replays = phases(library, suite).filter_map(|phase| phase.replay.as_ref());
    replays.any(|replay| {
        let trace = library.trace(&replay.trace);
        trace.is_ok_and(|trace| trace.extent.end > identity.capacity.bytes())
    })
}

fn pages(library: &Library, suite: &Suite) -> BTreeMap<String, PageDef> {
    let tests = suite.tests.iter();
    let tests = tests.filter_map(|test| library.tests.get(&test.id));
    tests
        .filter_map(|test| Some((test.id.clone(), test.page.clone()?)))
        .collect()
}

fn not_comparable(
    library: &Library,
    suite: &Suite,
    identity: &Identity,
    options: &Options,
) -> Vec<NotComparable> {
    let mut because = Vec::new();
    if !suite.comparable {
        because.push(NotComparable::QuickLook {
            suite: suite.name.clone(),
        });
    }
    // SATA drives take no more than 32: what deeper queues show is then the drive's own limit.
    let asked = usize::from(deepest(library, suite).min(QUEUE_DEPTH));
    let reached = identity.max_queue_depth.get();
    if asked > reached {
        because.push(NotComparable::QueueDepth { asked, reached });
    }
    if options.duration_s.is_some() {
        because.push(NotComparable::Durations);
        if is_wrapped(library, suite, identity) {
            because.push(NotComparable::WrappedTraces);
        }
        let halved = !suite.fixed_span_at_most_half_the_drive && !options.read_only;
        if halved && is_too_small(library, suite, identity) {
            because.push(NotComparable::HalvedSpans);
        }
    }
    if options.spare_percent.is_some() {
        because.push(NotComparable::SpareArea);
    }
    if options.conditions != Conditions::default() {
        because.push(NotComparable::Conditions);
    }
    if options.read_only {
        because.push(NotComparable::ExistingData);
    }
    if options.verify {
        because.push(NotComparable::Verified);
    }
    if options.zones.is_some() {
        because.push(NotComparable::Zones);
    }
    because
}
