//! Which tests of a run a simulated drive repeats, and how far it is from the drive.

use crate::observed::{Burst, Endurance, mean_square};
use fourcorners_bench::record::{Entry, Run};
use fourcorners_bench::{
    Direction, Library, Options, Pattern, PhaseKey, Span, Suite, SuiteTest, TestDef, Until, Variant,
};

/// Seconds that a burst lasts.
const BURST_S: u64 = 3;

/// Queue depth from which random writes are as fast as the drive can be.
const DEEP: u16 = 32;

/// What is compared of a phase.
#[derive(Clone, Debug)]
pub enum Shown {
    Burst(Burst),
    Endurance(Endurance),
}

impl Shown {
    /// Whether it is of a phase of another run. A burst is repeated in another length.
    fn is_of(&self, names: &[String; 3], other: [&str; 3]) -> bool {
        let [test, variant, phase] = names.each_ref().map(String::as_str);
        match (self, Variant::parse(variant)) {
            (Self::Burst(_), Some(variant)) => {
                let is_it = is_as_but_for_length(&variant, other[1]);
                is_it && (test, phase) == (other[0], other[2])
            }
            _ => is_same_phase([test, variant, phase], other),
        }
    }
}

/// Tests that are carried out together.
#[derive(Clone, Debug)]
pub struct Stage {
    pub suite: Suite,
    pub options: Options,
    /// What the drive showed, by test, variant and phase.
    pub shown: Vec<([String; 3], Shown)>,
}

/// How a test is used.
#[derive(Clone, Copy, PartialEq)]
enum Use {
    Burst,
    Endurance,
}

impl Use {
    fn is_of(self, test: &TestDef) -> bool {
        let [phase] = &test.phases[..] else {
            return false;
        };
        let Some(work) = &phase.work else {
            return false;
        };
        let from = phase.from.as_deref();
        let is_timed = work.until == Until::Duration && work.op != Direction::Mixed;
        let is_random_write = work.op == Direction::Write && work.pattern == Pattern::Random;
        let is_deep = work.queue_depth.get() >= DEEP;
        is_timed
            && match self {
                // A filled drive begins with what GC keeps free.
                Self::Burst if is_random_write => from == Some("new"),
                Self::Burst => matches!(from, Some("new" | "filled" | "written")),
                // Part of a fresh drive is a drive with more spare area.
                Self::Endurance => {
                    is_random_write && is_deep && matches!(from, Some("new" | "filled"))
                }
            }
    }
}

impl Stage {
    /// The two stages of a run: bursts, which take no time, and endurance.
    pub fn of(run: &Run, suite: &Suite, library: &Library, options: &Options) -> [Self; 2] {
        let stage = |which: Use| {
            let tests = suite.tests.iter().filter_map(|test| {
                let definition = library.tests.get(&test.id)?;
                let is_used = which.is_of(definition) && test.spare_percent.is_none();
                is_used.then(|| (test.clone(), options.variant_of(test, definition)))
            });
            let mut tests: Vec<(SuiteTest, Variant)> = tests.collect();
            let is_of = |(test, variant): &(SuiteTest, Variant), [id, named, _]: [&str; 3]| {
                test.id == id && is_as_but_for_length(variant, named)
            };
            let has = |entry: &&Entry| tests.iter().any(|test| is_of(test, entry.names()));
            let entries = run.entries.iter().filter(has);
            let shown = entries.filter_map(|entry| {
                let names = entry.names().map(String::from);
                Some((names, shown(run, entry, which)?))
            });
            let shown: Vec<_> = shown.collect();
            // A phase that the drive did not finish is not repeated.
            tests.retain(|test| {
                let mut names = shown.iter().map(|(names, _)| names);
                names.any(|names| is_of(test, names.each_ref().map(String::as_str)))
            });
            let mut options = Options {
                verify: false,
                power_is_measured: false,
                max_writes: None,
                ..options.clone()
            };
            if which == Use::Burst {
                options.duration_s = Some(BURST_S);
                for (test, _) in &mut tests {
                    test.duration_s = None;
                }
            }
            let tests = tests.into_iter().map(|(test, _)| test).collect();
            Self {
                suite: Suite {
                    tests,
                    ..suite.clone()
                },
                options,
                shown,
            }
        };
        [stage(Use::Burst), stage(Use::Endurance)]
    }

    /// Whether a phase is compared in it.
    pub fn shows(&self, entry: &Entry) -> bool {
        let names = entry.names();
        let mut shown = self.shown.iter();
        shown.any(|(shown, _)| shown.each_ref().map(String::as_str) == names)
    }

    /// Whether random writes to the whole drive are among it.
    pub fn is_of_whole_drive(&self, library: &Library) -> bool {
        let mut shown = self.shown.iter();
        shown.any(|(names, _)| is_of_whole_drive(&names[0], library))
    }

    /// Whether a phase is of random writes to the whole drive.
    pub fn shows_of_whole_drive(&self, entry: &Entry, library: &Library) -> bool {
        self.shows(entry) && is_of_whole_drive(&entry.test, library)
    }

    /// Mean square error to expect of this stage from a phase of random writes that is not over, if
    /// all else were without error; see [`Endurance::expected_error`].
    pub fn expected_error(&self, key: &PhaseKey, ios: &[f64]) -> f64 {
        let mut shown = self.shown.iter();
        match shown.find(|(names, shown)| shown.is_of(names, key.names())) {
            Some((_, Shown::Endurance(all))) => all.expected_error(ios) / self.shown.len() as f64,
            _ => 0.0,
        }
    }

    /// Mean square error of another run of this stage; none of a phase that it lacks.
    pub fn error(&self, run: &Run) -> Option<f64> {
        let mut all = Vec::new();
        for (names, shown) in &self.shown {
            let mut entries = run.entries.iter();
            let entry = entries.find(|entry| shown.is_of(names, entry.names()))?;
            all.extend(match shown {
                Shown::Burst(burst) => burst.errors(&Burst::of(run, entry, BURST_S as usize)?),
                Shown::Endurance(late) => late.errors(&Endurance::of(run, entry)?),
            });
        }
        Some(mean_square(&all))
    }
}

/// Whether a variant is the one of this name, but for its length: a burst is a shorter test.
fn is_as_but_for_length(variant: &Variant, name: &str) -> bool {
    Variant::parse(name).is_some_and(|named| {
        (variant.spare, &variant.conditions) == (named.spare, &named.conditions)
    })
}

/// Whether a phase is the same of another run, whose spare area may be another.
pub fn is_same_phase([test, variant, phase]: [&str; 3], other: [&str; 3]) -> bool {
    let way = |name: &str| Variant::parse(name).map(|variant| (variant.conditions, variant.long));
    test == other[0] && way(variant) == way(other[1]) && phase == other[2]
}

fn is_of_whole_drive(test: &str, library: &Library) -> bool {
    let phases = library.tests.get(test).map(|test| &test.phases);
    let works = phases.into_iter().flatten();
    let mut works = works.filter_map(|phase| phase.work.as_ref());
    works.any(|work| work.span == Span::All)
}

fn shown(run: &Run, entry: &Entry, which: Use) -> Option<Shown> {
    match which {
        Use::Burst => Burst::of(run, entry, BURST_S as usize).map(Shown::Burst),
        Use::Endurance => Endurance::of(run, entry).map(Shown::Endurance),
    }
}
