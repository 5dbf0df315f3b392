//! Goes through a suite's tests and writes down what each needs of this drive.

use super::spare::{NoSpan, Spare};
use super::{Action, Options, PhaseKey, PlanError};
use crate::definition::{
    AS_LEFT, Conditions, Direction, PhaseDef, Span, SpareMade, Suite, SuiteTest, TestDef, Until,
    WRITTEN, WorkDef,
};
use crate::library::Library;
use crate::record::NotRun;
use crate::work::{RecoveryGoal, Work};
use fourcorners_block::{Bytes, DataClass, Identity, QueueDepth};
use std::num::NonZeroU64;
use std::sync::Arc;

/// Intervals of a fixed rate that a shortened phase still lasts.
const DUE_MIN: u64 = 3;

/// A state, the span it was prepared over, and the data that lies there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct State {
    pub name: String,
    pub span: Bytes,
    /// Where the tail begins that was trimmed then, if it was.
    pub trimmed_from: Option<Bytes>,
    pub data: DataClass,
}

/// What counts as the whole drive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Whole {
    tested: Bytes,
    /// More than is tested: the rest is trimmed before the test.
    prepared: Bytes,
}

pub struct Planner<'a> {
    pub(super) catalogue: &'a Library,
    pub(super) identity: &'a Identity,
    pub(super) options: &'a Options,
    /// Whether a fixed span is cut to half of a small drive.
    pub(super) half: bool,
    /// Duration of timed states, in seconds, where it is not their own.
    pub(super) state_s: Option<u64>,
    /// Every state that was saved; its place is its slot.
    pub(super) saved: Vec<State>,
    /// What the drive is in, if it is in a state.
    pub(super) current: Option<State>,
    planned: Vec<(String, String)>,
    /// What is left of a budget of writes.
    pub(super) left: Option<u64>,
    /// The result.
    pub actions: Vec<Action>,
}

impl<'a> Planner<'a> {
    /// With nothing planned.
    pub fn new(
        catalogue: &'a Library,
        identity: &'a Identity,
        options: &'a Options,
        suite: &Suite,
    ) -> Self {
        Self {
            catalogue,
            identity,
            options,
            half: suite.fixed_span_at_most_half_the_drive,
            state_s: options.duration_s.or(suite.torture_s.map(u64::from)),
            saved: Vec::new(),
            current: None,
            planned: Vec::new(),
            left: options.max_writes.map(|max| max.0),
            actions: Vec::new(),
        }
    }

    /// Appends a test.
    pub fn test(&mut self, test: &SuiteTest) -> Result<(), PlanError> {
        let library = self.catalogue;
        let definition = library.test(&test.id)?;
        let variant = self.options.variant_of(test, definition);
        let spare = variant.spare.map(|area| match test.spare() {
            Some(_) => Spare::Suite(area),
            None => Spare::User(area),
        });
        let is_late = variant
            .spare
            .is_some_and(|area| area.made == SpareMade::Late);
        if is_late && definition.phases.iter().any(|it| it.makes.is_some()) {
            return Err(PlanError::Definition(format!(
                "{} prepares its own state, so spare area cannot be added later",
                test.id
            )));
        }
        let (name, conditions) = (variant.to_string(), variant.conditions);
        // With --spare, the suite's own test of that share would be the same once more.
        if self.planned.contains(&(test.id.clone(), name.clone())) {
            return Ok(());
        }
        self.planned.push((test.id.clone(), name.clone()));
        let whole = PhaseKey {
            test: test.id.clone(),
            variant: name,
            phase: String::new(),
            state: String::new(),
            positions: false,
            spare_per_mille: None,
        };
        if let Some(because) = self.unsuited(definition, &conditions) {
            self.skip(whole, because);
            return Ok(());
        }
        let all = match self.whole_span(spare) {
            Ok(span) => span,
            Err(NoSpan::Refuse(error)) => return Err(error),
            Err(NoSpan::Skip(because)) => {
                self.skip(whole, because);
                return Ok(());
            }
        };
        if let Some(because) = self.unfit(definition, &conditions, all, is_late)? {
            self.skip(whole, because);
            return Ok(());
        }
        let duration_s = self.options.duration_s.or(test.duration_s.map(u64::from));
        if self.options.read_only {
            return self.reads(definition, &conditions, &whole, all, duration_s);
        }
        let prepared = match is_late {
            true => self.identity.capacity.bytes(),
            false => all,
        };
        let before = self.before();
        self.phases(
            definition,
            &conditions,
            &whole,
            Whole {
                tested: all,
                prepared,
            },
            duration_s,
        )?;
        self.keep_to_budget(whole, before);
        Ok(())
    }

    fn skip(&mut self, key: PhaseKey, because: NotRun) {
        self.actions.push(Action::Skip { key, because });
    }

    fn phases(
        &mut self,
        definition: &TestDef,
        conditions: &Conditions,
        whole: &PhaseKey,
        drive: Whole,
        duration_s: Option<u64>,
    ) -> Result<(), PlanError> {
        let all = drive.tested;
        let data = conditions.data.unwrap_or(DataClass::FullRandom);
        let mut began_from = String::new();
        for (index, phase) in definition.phases.iter().enumerate() {
            let other = conditions.state.as_ref().filter(|_| index == 0);
            let from = other.or(phase.from.as_ref());
            let (from, work) = match (&phase.makes, from) {
                (Some(made), _) => self.making(made, conditions.data, all)?,
                (None, Some(from)) => {
                    let work = Work {
                        recovery: recovery_goal(phase, whole),
                        ..self.work_of(phase, conditions, all, duration_s)?
                    };
                    let span = match work.op {
                        Direction::Idle => {
                            self.widest(&definition.phases[index + 1..], conditions, all)
                        }
                        _ => work.span,
                    };
                    self.reach_before(&work, span, from, data, drive)?;
                    (from.clone(), work)
                }
                (None, None) => {
                    return Err(PlanError::Definition(format!(
                        "phase '{}' does not say what to do",
                        phase.name
                    )));
                }
            };
            // What a phase left is still named after what that phase came from.
            if from != AS_LEFT {
                began_from = from;
            }
            let key = PhaseKey {
                phase: phase.name.clone(),
                state: began_from.clone(),
                positions: phase.positions,
                spare_per_mille: self.spare_per_mille(work.span),
                ..whole.clone()
            };
            let writes = work.op != Direction::Read;
            self.actions.push(Action::Measure { key, work });
            if let Some(made) = &phase.makes {
                self.arrived(State {
                    name: made.clone(),
                    span: all,
                    trimmed_from: None,
                    data,
                });
            } else if writes {
                self.current = None;
            }
        }
        Ok(())
    }

    /// The work that leads to a state, measured, and the state that it begins from, reached.
    fn making(
        &mut self,
        made: &str,
        data: Option<DataClass>,
        all: Bytes,
    ) -> Result<(String, Work), PlanError> {
        let state = self.catalogue.state(made)?;
        let Some(work) = &state.work else {
            return Err(PlanError::Definition(format!(
                "state '{made}' contains no work to measure"
            )));
        };
        self.reach(&State {
            name: state.base.clone(),
            span: all,
            trimmed_from: None,
            data: data.unwrap_or(DataClass::FullRandom),
        })?;
        let conditions = Conditions {
            data: work.data.or(data),
            ..Conditions::default()
        };
        let work = self.resolve(work, &conditions, all, self.state_s);
        Ok((state.base.clone(), work))
    }

    /// What a phase does that makes no state.
    pub(super) fn work_of(
        &self,
        phase: &PhaseDef,
        conditions: &Conditions,
        all: Bytes,
        duration_s: Option<u64>,
    ) -> Result<Work, PlanError> {
        if let Some(rounds) = &phase.rounds {
            return Ok(self.rounds(rounds, conditions, all, duration_s));
        }
        match (&phase.work, &phase.replay) {
            (Some(work), _) => Ok(self.resolve(work, conditions, all, duration_s)),
            (None, Some(replay)) => Ok(self.replay(replay, conditions.data, all)?),
            (None, None) => Ok(self.idle(phase.idle_s.map_or(0, u64::from))),
        }
    }

    /// The largest range of the phases that go on from where the one before left the drive.
    fn widest(&self, phases: &[PhaseDef], conditions: &Conditions, all: Bytes) -> Bytes {
        let follows = |phase: &&PhaseDef| phase.from.as_deref() == Some(AS_LEFT);
        let following = phases.iter().take_while(follows);
        let works = following.filter_map(|phase| phase.work.as_ref());
        let spans = works.map(|work| self.resolve(work, conditions, all, None).span);
        spans.max().unwrap_or(Bytes(0))
    }

    /// Reaches the state that work begins from, with so much written if that is the state.
    fn reach_before(
        &mut self,
        work: &Work,
        written: Bytes,
        from: &str,
        data: DataClass,
        drive: Whole,
    ) -> Result<(), PlanError> {
        if from == AS_LEFT {
            return Ok(());
        }
        let span = match from {
            WRITTEN => written,
            _ => drive.prepared,
        };
        self.reach(&State {
            name: from.into(),
            span,
            trimmed_from: Some(drive.tested).filter(|tested| *tested < span),
            data: match work.op {
                Direction::Replay => work.data,
                _ => data,
            },
        })
    }

    /// The host does nothing for so long; shortened as all timed work is.
    pub(super) fn idle(&self, seconds: u64) -> Work {
        Work::idle(self.options.duration_s.unwrap_or(seconds))
    }

    /// What becomes of a fixed span on this drive; `None`: the drive is too small. A shortened run
    /// is not comparable anyway, so half of a small drive is as good there as in the suite that
    /// says so.
    pub(super) fn fixed(&self, span: Bytes, all: Bytes) -> Option<Bytes> {
        let half = Bytes(all.0 / 2);
        if self.half {
            Some(span.min(half))
        } else if span.0 <= all.0 {
            Some(span)
        } else if self.options.read_only {
            Some(all)
        } else {
            self.options.duration_s.map(|_| half)
        }
    }

    pub(super) fn resolve(
        &self,
        work: &WorkDef,
        conditions: &Conditions,
        all: Bytes,
        duration_s: Option<u64>,
    ) -> Work {
        let span = match conditions.span.unwrap_or(work.span) {
            Span::All => all,
            Span::Share(percent) => Bytes(all.0 / 100 * u64::from(percent)),
            Span::Fixed(span) => self.fixed(span, all).unwrap_or(span),
        };
        let start = match work.start {
            Some(Span::Share(percent)) => Bytes(all.0 / 100 * u64::from(percent)),
            Some(Span::Fixed(start)) => start.min(all),
            Some(Span::All) | None => Bytes(0),
        };
        let start = Bytes(start.0 / work.block.0 * work.block.0);
        let span = span.min(all.saturating_sub(start));
        let whole_ios = Bytes(span.0 / work.block.0 * work.block.0);
        let depth = QueueDepth::new(work.queue_depth.get()).unwrap_or(QueueDepth::ONE);
        // Another duration is that of a round: whether a drive is steady takes as many as ever.
        let round_s = match work.until {
            Until::SteadyState => duration_s.unwrap_or(work.round_s()),
            _ => 0,
        };
        Work {
            op: work.op,
            read_percent: work.read_percent.map_or(0, u32::from),
            trim_percent: work.trim_percent.map_or(0, u32::from),
            pattern: work.pattern,
            block: work.block,
            queue_depth: depth.min(self.identity.max_queue_depth),
            rate_iops: work.rate_iops.map(u64::from),
            start,
            // Half a drive need not end with a whole sector; a whole drive does.
            span: if matches!(work.until, Until::Pass | Until::Recovered) && span == all {
                span
            } else {
                whole_ios
            },
            data: conditions
                .data
                .or(work.data)
                .unwrap_or(DataClass::FullRandom),
            align: conditions
                .align
                .or(work.align)
                .map_or(work.block, |align| align.min(work.block)),
            until: work.until,
            duration_s: match work.until {
                Until::SteadyState => round_s.saturating_mul(work.rounds_max().into()),
                // It has an end of its own, which another duration does not change.
                Until::SpanBytes => work.duration_s.map_or(0, u64::from),
                _ => {
                    let asked_s = duration_s.or(work.duration_s.map(u64::from)).unwrap_or(0);
                    // The first I/O at a fixed rate is due after one interval.
                    let intervals_s = |rate: NonZeroU64| DUE_MIN.div_ceil(rate.get());
                    asked_s.max(work.rate_iops.map_or(0, intervals_s))
                }
            },
            round_s,
            zones: if work.until == Until::Pass && span == all {
                self.options.zones
            } else {
                None
            },
            recovery: None,
            replay: None,
            first: 0,
            rounds: None,
        }
    }
}

/// What the passes of a phase are compared with, of a test that is named so.
fn recovery_goal(phase: &PhaseDef, test: &PhaseKey) -> Option<Arc<RecoveryGoal>> {
    let work = phase.work.as_ref()?;
    let clean = work.clean_phase.as_ref()?;
    Some(Arc::new(RecoveryGoal {
        clean: [&test.test, &test.variant, clean].map(String::clone),
        clean_mb_per_s: None,
        percent: work.clean_percent(),
        passes_max: work.passes_max(),
    }))
}
