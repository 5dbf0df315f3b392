//! Suite, test, state and article files (TOML) as values. Unknown fields are errors.

mod article;
mod conditions;
mod page;
mod quartet;
mod replay;
mod role;
mod rounds;
mod spare;
mod sweep;
mod variant;
mod work;

pub use article::{Article, ArticleChart, ArticleDrive, Conclusion};
pub use conditions::{Conditions, Contradiction};
pub use page::{Better, ChartKind, Feeds, PageDef, Unit};
pub(crate) use replay::QUEUE_DEPTH;
pub use replay::{BesideDef, Fit, Pace, ReplayDef};
pub use role::Role;
pub use rounds::{CellsDef, PointsDef, RoundsDef, RoundsUntil, TrackDef, TrackedValue};
use serde::Deserialize;
pub use spare::{SpareArea, SpareMade};
use std::collections::BTreeMap;
use std::num::NonZeroU64;
pub use sweep::{SweepBy, SweepFigure};
pub use variant::Variant;
pub use work::{Direction, Pattern, Span, Until, WorkDef};

/// The state that needs no recipe: a secure erase, or the nearest that the drive offers.
pub const NEW: &str = "new";
/// The state in which the span that will be read was written; the only one that does not take
/// the whole drive.
pub const WRITTEN: &str = "written";
/// In place of a state: whatever the phase before left.
pub const AS_LEFT: &str = "as-left";

/// Why a suite, test, state or article file cannot be used: file, line, column, what was expected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}: {message}")]
pub struct DefinitionError {
    pub file: String,
    /// Line, column, the line itself and what was expected.
    pub message: String,
}

/// `suites/<name>.toml`: which tests, in which order.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Suite {
    /// The file's name.
    pub name: String,
    /// Title for people.
    #[serde(default)]
    pub title: String,
    /// What it is for.
    #[serde(default)]
    pub why: String,
    /// Whether its runs can be compared with each other.
    #[serde(default = "yes")]
    pub comparable: bool,
    /// Whether small drives get half of their capacity instead of a fixed span; else the test is
    /// skipped.
    #[serde(default)]
    pub fixed_span_at_most_half_the_drive: bool,
    /// Length of timed preparation in seconds; default: as in `states.toml`.
    pub torture_s: Option<NonZeroU64>,
    /// Ports of simulated drives, one run each where the link speed differs; default: the ports of
    /// its article, else the link of the drive. `--port` overrides them.
    #[serde(default)]
    pub ports: Vec<String>,
    /// Its tests, in order: see below.
    #[serde(rename = "test")]
    pub tests: Vec<SuiteTest>,
}

/// One test of a suite, with what the suite changes in it.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct SuiteTest {
    /// A file in `suites/tests/`.
    pub id: String,
    /// Spare area in percent of the raw NAND, 1 to 90; variant `spare-25`.
    #[serde(default, deserialize_with = "spare::percent")]
    pub spare_percent: Option<u32>,
    /// `early` (default): states are prepared on the smaller span. `late`: on the whole drive,
    /// whose tail is then trimmed; variant `spare-25-late`.
    #[serde(default)]
    pub spare_made: SpareMade,
    /// Length of timed phases in seconds, or of a round with `until = "steady-state"`; a longer one
    /// than the test's own is the variant `long`.
    pub duration_s: Option<NonZeroU64>,
    /// What differs from the test, as in `{ data = "repeating", align = "512" }`; part of the
    /// variant, as in `from-used+align-512B`.
    #[serde(default)]
    pub conditions: Conditions,
    /// Document that the step is from (000 to 004), with its words.
    #[serde(default)]
    pub source: String,
}

impl SuiteTest {
    /// A test in its own way.
    pub fn plain(id: &str) -> Self {
        Self {
            id: id.into(),
            spare_percent: None,
            spare_made: SpareMade::Early,
            duration_s: None,
            conditions: Conditions::default(),
            source: String::new(),
        }
    }

    /// Whether both are the same run of a test, wherever they are from.
    pub(crate) fn is_run_as(&self, other: &Self) -> bool {
        self.id == other.id
            && self.spare() == other.spare()
            && self.duration_s == other.duration_s
            && self.conditions == other.conditions
    }

    /// More spare area than the drive's own, if it asks for that.
    pub fn spare(&self) -> Option<SpareArea> {
        let made = self.spare_made;
        let percent = self.spare_percent?;
        Some(SpareArea { percent, made })
    }

    /// What is wrong with it by itself, as a sentence.
    fn contradiction(&self) -> Option<String> {
        let is_wrong = self.spare_made == SpareMade::Late && self.spare_percent.is_none();
        is_wrong.then(|| format!("{}: spare_made = \"late\" needs spare_percent", self.id))
    }

    /// What distinguishes it from the test's own way.
    pub fn variant(&self, test: &TestDef) -> Variant {
        Variant {
            spare: self.spare(),
            conditions: self.conditions.beyond(test),
            long: self.is_long(test),
        }
    }

    /// Whether the suite makes it last longer than the test's own file does.
    pub fn is_long(&self, test: &TestDef) -> bool {
        let works = test.phases.iter().filter_map(|phase| phase.work.as_ref());
        let rounds = test.phases.iter().filter_map(|phase| phase.rounds.as_ref());
        let cells = rounds.flat_map(|rounds| &rounds.cells);
        let cells = cells.filter_map(|cells| cells.duration_s);
        let own = works.filter_map(|work| work.duration_s).chain(cells).max();
        own.is_some_and(|own| self.duration_s.is_some_and(|asked| asked > own))
    }
}

/// `suites/tests/<id>.toml`: what a test does.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct TestDef {
    /// The file's name.
    pub id: String,
    /// Title for people.
    pub title: String,
    /// What it shows.
    pub why: String,
    /// Whose method it is, and what we chose.
    pub source: String,
    /// Whether it is skipped on a real drive without a power meter.
    #[serde(default)]
    pub of_power: bool,
    /// How it is shown; without it, only in the table of other tests.
    pub page: Option<PageDef>,
    /// Its phases, in order: see below.
    #[serde(rename = "phase")]
    pub phases: Vec<PhaseDef>,
}

/// One phase of a test: measured, and reported on its own.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct PhaseDef {
    /// Unique within the test.
    pub name: String,
    /// State that it starts from: `new`, one of `states.toml`, or `as-left` (what the previous
    /// phase left).
    pub from: Option<String>,
    /// Instead of `from` and `work`: a state whose last step is measured.
    pub makes: Option<String>,
    /// Whether to record speed by position.
    #[serde(default)]
    pub positions: bool,
    /// Reads or writes: see below.
    pub work: Option<WorkDef>,
    /// Instead of `work`: idle time in seconds, to measure power.
    pub idle_s: Option<NonZeroU64>,
    /// Instead of `work`: a trace to replay.
    pub replay: Option<ReplayDef>,
    /// Instead of `work`: rounds of cells, as SNIA's tests have them: see below.
    pub rounds: Option<RoundsDef>,
}

impl PhaseDef {
    /// What is wrong with what it does, as a sentence.
    fn contradiction(&self) -> Option<&'static str> {
        let work = self.work.as_ref().and_then(WorkDef::contradiction);
        work.or_else(|| self.replay.as_ref()?.contradiction())
            .or_else(|| self.rounds.as_ref()?.contradiction())
    }

    /// What is wrong with the phase whose pass its passes are compared with, as a sentence.
    fn incomparable(&self, before: &[Self]) -> Option<&'static str> {
        let work = self.work.as_ref()?;
        let clean = work.clean_phase.as_ref()?;
        let is_like = |other: &WorkDef| {
            other.until == Until::Pass && (other.op, other.span) == (work.op, work.span)
        };
        let mut named = before.iter().filter(|phase| phase.name == *clean);
        let is_right = named.any(|phase| phase.work.as_ref().is_some_and(is_like));
        if !is_right {
            return Some(
                "clean_phase must name an earlier phase that does one pass with the same op and \
                 span",
            );
        }
        let is_wrong = self.positions;
        is_wrong
            .then_some("has several passes: positions = true is valid only with until = \"pass\"")
    }
}

/// `[name]` of `suites/states.toml`: how a state is reached from another.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct StateDef {
    /// State that it is built on; the chain ends at `new`.
    pub base: String,
    /// What it stands for.
    pub why: String,
    /// Work that leads from the base to it.
    pub work: Option<WorkDef>,
    /// Idle time after the work, in seconds.
    pub idle_s: Option<NonZeroU64>,
    /// Whether to trim every LBA, after the work.
    #[serde(default)]
    pub trim: bool,
}

fn parse<T: serde::de::DeserializeOwned>(file: &str, text: &str) -> Result<T, DefinitionError> {
    toml::from_str(text).map_err(|error| wrong(file, error.to_string()))
}

fn wrong(file: &str, message: String) -> DefinitionError {
    DefinitionError {
        file: file.into(),
        message,
    }
}

fn yes() -> bool {
    true
}

impl Suite {
    /// Of these tests, and nothing else said.
    pub fn of(name: &str, tests: Vec<SuiteTest>) -> Self {
        Self {
            name: name.into(),
            title: String::new(),
            why: String::new(),
            comparable: true,
            fixed_span_at_most_half_the_drive: false,
            torture_s: None,
            ports: Vec::new(),
            tests,
        }
    }

    /// Reads a suite file.
    pub fn parse(file: &str, text: &str) -> Result<Self, DefinitionError> {
        let suite: Self = parse(file, text)?;
        match suite.tests.iter().find_map(SuiteTest::contradiction) {
            Some(problem) => Err(wrong(file, problem)),
            None => Ok(suite),
        }
    }
}

impl TestDef {
    /// Reads a test file.
    pub fn parse(file: &str, text: &str) -> Result<Self, DefinitionError> {
        let test: Self = parse(file, text)?;
        for (index, phase) in test.phases.iter().enumerate() {
            let does = [
                phase.work.is_some(),
                phase.idle_s.is_some(),
                phase.replay.is_some(),
                phase.rounds.is_some(),
            ];
            let does = does.into_iter().filter(|does| *does).count();
            let problem = match (&phase.from, &phase.makes) {
                (Some(_), None) if does != 1 => {
                    Some("needs exactly one of work, idle_s, replay and rounds")
                }
                (Some(from), None) if from == AS_LEFT && index == 0 => Some(
                    "is the first phase, so there is no earlier state to continue from: name a \
                     state in from",
                ),
                (Some(_), None) => phase
                    .contradiction()
                    .or_else(|| phase.incomparable(&test.phases[..index])),
                (None, Some(_)) if does == 0 => None,
                _ => Some(
                    "needs either 'from' and one of work, idle_s, replay and rounds, or \
                         'makes' alone",
                ),
            };
            if let Some(problem) = problem {
                return Err(wrong(file, format!("phase '{}': {problem}", phase.name)));
            }
            if test.phases[..index]
                .iter()
                .any(|before| before.name == phase.name)
            {
                return Err(wrong(
                    file,
                    format!(
                        "two phases are named '{}'; phase names must be unique",
                        phase.name
                    ),
                ));
            }
        }
        if test.phases.is_empty() {
            return Err(wrong(file, "a test needs at least one [[phase]]".into()));
        }
        let page = test.page.as_ref();
        if let Some(problem) = page.and_then(|page| page.contradiction(&test.phases)) {
            return Err(wrong(file, problem));
        }
        Ok(test)
    }
}

/// Reads `suites/states.toml`.
pub fn parse_states(file: &str, text: &str) -> Result<BTreeMap<String, StateDef>, DefinitionError> {
    let states: BTreeMap<String, StateDef> = parse(file, text)?;
    for (name, state) in &states {
        if let Some(problem) = state.work.as_ref().and_then(WorkDef::contradiction) {
            return Err(wrong(file, format!("state '{name}': {problem}")));
        }
        let is_compared = |work: &WorkDef| work.until == Until::Recovered;
        if state.work.as_ref().is_some_and(is_compared) {
            let problem = "until = \"recovered\" is allowed only in the phases of a test";
            return Err(wrong(file, format!("state '{name}': {problem}")));
        }
        let mut base = &state.base;
        for _ in 0..=states.len() {
            match states.get(base) {
                Some(next) => base = &next.base,
                None => break,
            }
        }
        if base != NEW {
            return Err(wrong(
                file,
                format!(
                    "state '{name}' cannot be built on '{NEW}': its base leads back to '{base}'"
                ),
            ));
        }
    }
    Ok(states)
}
