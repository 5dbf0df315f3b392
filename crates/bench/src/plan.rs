//! What will be done to one drive, in order: states prepared or restored, phases measured,
//! tests skipped and why, bytes to be written, time. Nothing is decided later.

use crate::definition::{Direction, Pattern, Span, Until, WorkDef};
use crate::library::{Library, UnknownName, nearest};
use fourcorners_block::{Bytes, DataClass, DriveKind, Identity, QueueDepth, Seed};

/// The drive's own clock runs at this speed in an estimate where nothing better is known.
const ASSUMED_MB_PER_S: f64 = 300.0;

/// Sampled zone of a whole-drive pass on a real drive.
pub const ZONE_BYTES: u64 = 8 << 20;

/// What the user changes.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Duration of every timed phase, in seconds. Makes a run not comparable.
    pub duration_s: Option<u64>,
    /// Spare share of the raw NAND in per cent, for every test of the whole drive.
    pub spare_percent: Option<u32>,
    /// All NAND on board, where the drive does not say.
    pub raw_nand: Option<Bytes>,
    /// Sample so many zones of a whole-drive pass instead of covering it.
    pub zones: Option<u32>,
}

/// One kind of I/O until its end.
#[derive(Clone, Debug, PartialEq)]
pub struct Work {
    /// Read or write.
    pub op: Direction,
    /// Order of addresses.
    pub pattern: Pattern,
    /// Size of one I/O.
    pub block: Bytes,
    /// Queue depth.
    pub queue_depth: QueueDepth,
    /// From LBA 0 on; a multiple of `block`.
    pub span: Bytes,
    /// What is written.
    pub data: DataClass,
    /// When it is over.
    pub until: Until,
    /// With [`Until::Duration`], in seconds.
    pub duration_s: u64,
    /// Only so many zones of [`ZONE_BYTES`], evenly spread.
    pub zones: Option<u32>,
}

/// Names a measured phase.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PhaseKey {
    /// Test id.
    pub test: String,
    /// Variant; empty for the test as defined.
    pub variant: String,
    /// Phase.
    pub phase: String,
    /// The state it begins from, for people.
    pub state: String,
    /// Whether speed by position is recorded.
    pub positions: bool,
    /// Share of the raw NAND that its span leaves spare, per mille, where it is known.
    pub spare_per_mille: Option<u32>,
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
    /// Trim the first bytes of the drive.
    Trim {
        /// How many.
        span: Bytes,
    },
    /// Keep the drive's state under this number.
    Save(usize),
    /// Return to a kept state; `last`: it is not needed again.
    Restore {
        /// Number.
        slot: usize,
        /// Whether it can be dropped.
        last: bool,
    },
    /// Measure a phase.
    Measure {
        /// Its name.
        key: PhaseKey,
        /// Its work.
        work: Work,
    },
    /// Report a test that cannot be run here.
    Skip {
        /// The test's name; phase is empty.
        key: PhaseKey,
        /// A sentence: why.
        reason: String,
    },
}

/// See the module.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// Suite name or test id.
    pub suite: String,
    /// In order.
    pub actions: Vec<Action>,
    /// Whether the results may be set beside others' of the suite.
    pub comparable: bool,
    /// Why not, a sentence; empty if they may.
    pub not_comparable_because: String,
    /// Root of all randomness.
    pub seed: Seed,
    /// Bytes that will be written, about (timed phases at an assumed rate).
    pub written_bytes: u64,
    /// Time that it will take, about, in seconds of the drive's clock.
    pub estimated_s: f64,
}

/// Why there is no plan.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum PlanError {
    /// A name that is not there.
    #[error(transparent)]
    Unknown(#[from] UnknownName),
    /// Less spare area than the drive has from the factory.
    #[error(
        "{wanted} % spare area would need {need} bytes of LBAs, but the drive has {have}: it leaves {factory:.1} % of its NAND spare from the factory. Ask for more than that"
    )]
    TooLittleSpare {
        /// Per cent asked for.
        wanted: u32,
        /// Bytes that this would use.
        need: u64,
        /// Bytes of the drive.
        have: u64,
        /// Per cent from the factory.
        factory: f64,
    },
    /// No plan because of the definitions.
    #[error("{0}")]
    Definition(String),
}

/// A state and the span it was prepared over.
#[derive(Clone, Debug, PartialEq, Eq)]
struct State {
    name: String,
    span: Bytes,
}

struct Planner<'a> {
    library: &'a Library,
    identity: &'a Identity,
    torture_s: Option<u64>,
    zones: Option<u32>,
    half: bool,
    snapshots: bool,
    /// How often each state will be asked for, from a first pass.
    asked: Vec<(State, usize)>,
    counting: bool,
    saved: Vec<State>,
    current: Option<State>,
    actions: Vec<Action>,
}

/// Makes a plan for a suite, or for a single test if `name` is a test's id.
pub fn plan(
    library: &Library,
    name: &str,
    identity: &Identity,
    options: &Options,
    seed: Seed,
) -> Result<Plan, PlanError> {
    let single;
    let suite = match (library.suites.get(name), library.tests.contains_key(name)) {
        (Some(suite), _) => suite,
        (None, true) => {
            single = crate::definition::Suite {
                name: name.into(),
                title: String::new(),
                why: String::new(),
                comparable: true,
                fixed_span_at_most_half_the_drive: false,
                torture_s: None,
                tests: vec![crate::definition::SuiteTest {
                    id: name.into(),
                    spare_percent: None,
                    duration_s: None,
                }],
            };
            &single
        }
        (None, false) => {
            let names = library
                .suites
                .keys()
                .chain(library.tests.keys())
                .map(String::as_str);
            return Err(UnknownName {
                kind: "suite or test",
                name: name.into(),
                nearest: nearest(name, names),
            }
            .into());
        }
    };
    let mut planner = Planner {
        library,
        identity,
        torture_s: options.duration_s.or(suite.torture_s),
        zones: options.zones,
        half: suite.fixed_span_at_most_half_the_drive,
        snapshots: identity.kind == DriveKind::Simulated,
        asked: Vec::new(),
        counting: true,
        saved: Vec::new(),
        current: None,
        actions: Vec::new(),
    };
    // Once to count how often each state is needed, once in earnest.
    for counting in [true, false] {
        planner.counting = counting;
        planner.saved.clear();
        planner.current = None;
        planner.actions.clear();
        for test in &suite.tests {
            planner.test(test, options)?;
        }
    }
    let mut because = Vec::new();
    if !suite.comparable {
        because.push(format!(
            "the suite '{}' is a quick look: nothing in it reaches a steady state",
            suite.name
        ));
    }
    if options.duration_s.is_some() {
        because.push("durations were changed on the command line".into());
    }
    if options.zones.is_some() {
        because.push("passes were sampled by zones".into());
    }
    let works = planner.actions.iter().filter_map(|action| match action {
        Action::Prepare { work, .. } | Action::Measure { work, .. } => Some(work),
        _ => None,
    });
    let (mut written_bytes, mut estimated_s) = (0.0, 0.0);
    for work in works {
        let (bytes, seconds) = work.estimate();
        estimated_s += seconds;
        if work.op == Direction::Write {
            written_bytes += bytes;
        }
    }
    Ok(Plan {
        suite: suite.name.clone(),
        actions: planner.actions,
        comparable: because.is_empty(),
        not_comparable_because: because.join("; "),
        seed,
        written_bytes: written_bytes as u64,
        estimated_s,
    })
}

impl Work {
    /// Bytes and seconds, about.
    pub fn estimate(&self) -> (f64, f64) {
        let rate = ASSUMED_MB_PER_S * 1e6;
        match (self.until, self.zones) {
            (Until::Duration, _) => (self.duration_s as f64 * rate, self.duration_s as f64),
            (_, Some(zones)) => {
                let bytes = (u64::from(zones) * ZONE_BYTES).min(self.span.0) as f64;
                (bytes, bytes / rate)
            }
            (Until::Pass | Until::SpanBytes, None) => {
                (self.span.0 as f64, self.span.0 as f64 / rate)
            }
        }
    }
}

impl Planner<'_> {
    fn test(
        &mut self,
        test: &crate::definition::SuiteTest,
        options: &Options,
    ) -> Result<(), PlanError> {
        let definition = self.library.test(&test.id)?;
        let spare = test.spare_percent.or(options.spare_percent);
        let variant = spare.map_or(String::new(), |percent| format!("spare-{percent}"));
        let key = |phase: &str, state: &str| PhaseKey {
            test: test.id.clone(),
            variant: variant.clone(),
            phase: phase.into(),
            state: state.into(),
            positions: false,
            spare_per_mille: None,
        };
        let raw = self.identity.raw_nand.or(options.raw_nand);
        let all = match self.whole_span(spare, raw) {
            Ok(span) => span,
            Err(Reason::Refuse(error)) => return Err(error),
            Err(Reason::Skip(reason)) => {
                self.actions.push(Action::Skip {
                    key: key("", ""),
                    reason,
                });
                return Ok(());
            }
        };
        let duration = options.duration_s.or(test.duration_s);
        if let Some(reason) = self.too_small(definition, all) {
            self.actions.push(Action::Skip {
                key: key("", ""),
                reason,
            });
            return Ok(());
        }
        for phase in &definition.phases {
            let (state, work) = match (&phase.makes, &phase.from, &phase.work) {
                (Some(made), _, _) => {
                    let state = self.library.state(made)?;
                    let Some(work) = &state.work else {
                        return Err(PlanError::Definition(format!(
                            "state '{made}' has no work to measure"
                        )));
                    };
                    self.reach(&State {
                        name: state.base.clone(),
                        span: all,
                    })?;
                    (state.base.clone(), self.resolve(work, all, self.torture_s))
                }
                (None, Some(from), Some(work)) => {
                    let work = self.resolve(work, all, duration);
                    let span = if from == "written" { work.span } else { all };
                    if from != "as-left" {
                        self.reach(&State {
                            name: from.clone(),
                            span,
                        })?;
                    }
                    (from.clone(), work)
                }
                _ => {
                    return Err(PlanError::Definition(format!(
                        "phase '{}' says not what to do",
                        phase.name
                    )));
                }
            };
            // "As left" is still named after what it came from.
            let state = match (state.as_str(), &self.current) {
                ("as-left", _) => self.last_state_name(),
                _ => state,
            };
            let mut key = key(&phase.name, &state);
            key.positions = phase.positions;
            key.spare_per_mille =
                raw.map(|raw| 1000 - (work.span.0 * 1000).div_ceil(raw.0.max(1)).min(1000) as u32);
            let writes = work.op == Direction::Write;
            self.actions.push(Action::Measure { key, work });
            if let Some(made) = &phase.makes {
                let state = State {
                    name: made.clone(),
                    span: all,
                };
                self.arrived(state);
            } else if writes {
                self.current = None;
            }
        }
        Ok(())
    }

    /// The state from which the last measured phase began.
    fn last_state_name(&self) -> String {
        let last = self.actions.iter().rev().find_map(|action| match action {
            Action::Measure { key, .. } => Some(key.state.clone()),
            _ => None,
        });
        last.unwrap_or_else(|| "as-left".into())
    }

    fn whole_span(&self, spare: Option<u32>, raw: Option<Bytes>) -> Result<Bytes, Reason> {
        let capacity = self.identity.capacity.bytes();
        let Some(percent) = spare else {
            return Ok(capacity);
        };
        let Some(raw) = raw else {
            return Err(Reason::Skip(format!(
                "{percent} % spare area is a share of the raw NAND, which this drive does not tell; give it with --nand, as in --nand 256GiB"
            )));
        };
        let span = Bytes((raw.0 / 100 * u64::from(100 - percent) / (1 << 20)) << 20);
        if span.0 > capacity.0 {
            return Err(Reason::Refuse(PlanError::TooLittleSpare {
                wanted: percent,
                need: span.0,
                have: capacity.0,
                factory: 100.0 - capacity.0 as f64 * 100.0 / raw.0 as f64,
            }));
        }
        Ok(span)
    }

    /// Why the drive is too small for a test, if it is.
    fn too_small(&self, test: &crate::definition::TestDef, all: Bytes) -> Option<String> {
        let needed = test
            .phases
            .iter()
            .filter_map(|phase| phase.work.as_ref())
            .map(|work| match work.span {
                Span::Fixed(span) if !self.half => span.0.max(work.block.0),
                Span::Fixed(_) => 2 * work.block.0,
                Span::All => work.block.0,
            });
        let needed = needed.max()?;
        (needed > all.0).then(|| {
            format!(
                "the test needs a span of {}, the drive has {}; the suite 'quick' takes half of a small drive",
                Bytes(needed),
                all
            )
        })
    }

    fn resolve(&self, work: &WorkDef, all: Bytes, duration: Option<u64>) -> Work {
        let span = match work.span {
            Span::All => all,
            Span::Fixed(span) if self.half => Bytes(span.0.min(all.0 / 2)),
            Span::Fixed(span) => span,
        };
        let depth = QueueDepth::new(work.queue_depth).unwrap_or(QueueDepth::ONE);
        Work {
            op: work.op,
            pattern: work.pattern,
            block: work.block,
            queue_depth: depth.min(self.identity.max_queue_depth),
            span: Bytes(span.0 / work.block.0 * work.block.0),
            data: work.data,
            until: work.until,
            duration_s: duration.or(work.duration_s).unwrap_or(0),
            zones: if work.until == Until::Pass && span.0 == all.0 {
                self.zones
            } else {
                None
            },
        }
    }

    /// Appends what brings the drive into a state.
    fn reach(&mut self, wanted: &State) -> Result<(), PlanError> {
        let left = self.ask(wanted);
        if self.current.as_ref() == Some(wanted) {
            return Ok(());
        }
        if let Some(slot) = self.saved.iter().position(|saved| saved == wanted) {
            self.actions.push(Action::Restore {
                slot,
                last: left == 0,
            });
            self.current = Some(wanted.clone());
            return Ok(());
        }
        if wanted.name == "new" {
            self.actions.push(Action::Purge);
            self.current = Some(wanted.clone());
            return Ok(());
        }
        let definition = self.library.state(&wanted.name)?;
        self.reach(&State {
            name: definition.base.clone(),
            span: wanted.span,
        })?;
        if let Some(work) = &definition.work {
            let duration = if work.until == Until::Duration {
                self.torture_s
            } else {
                None
            };
            let mut work = self.resolve(work, wanted.span, duration);
            work.span = Bytes(wanted.span.0 / work.block.0 * work.block.0);
            work.zones = None; // a state is reached whole
            self.actions.push(Action::Prepare {
                state: wanted.name.clone(),
                work,
            });
        }
        if definition.trim {
            self.actions.push(Action::Trim { span: wanted.span });
        }
        self.arrived(wanted.clone());
        Ok(())
    }

    /// Notes that a state is asked for; returns how often it will be asked for after this.
    fn ask(&mut self, wanted: &State) -> usize {
        if wanted.name == "new" {
            return 0; // never worth keeping
        }
        let place = match self.asked.iter().position(|(state, _)| state == wanted) {
            Some(place) => place,
            None => {
                self.asked.push((wanted.clone(), 0));
                self.asked.len() - 1
            }
        };
        let count = &mut self.asked[place].1;
        if self.counting {
            *count += 1;
            1
        } else {
            *count = count.saturating_sub(1);
            *count
        }
    }

    /// The drive is in a state; keep it if it will be asked for again.
    fn arrived(&mut self, state: State) {
        if !self.snapshots {
            self.current = Some(state);
            return;
        }
        let again = self.counting
            || self
                .asked
                .iter()
                .any(|(asked, count)| *asked == state && *count > 0);
        if again {
            self.actions.push(Action::Save(self.saved.len()));
            self.saved.push(state.clone());
        }
        self.current = Some(state);
    }
}

enum Reason {
    Skip(String),
    Refuse(PlanError),
}
