//! What a trace needs of a drive, and what becomes of it there.

use super::planner::Planner;
use crate::definition::{BesideDef, Fit, Pace, QUEUE_DEPTH, ReplayDef, TestDef};
use crate::library::UnknownName;
use crate::record::NotRun;
use crate::work::{Beside, LONGEST_REPLAY, Replay, Work};
use fourcorners_block::{BLOCK_BYTES, Bytes, DataClass, Nanos, QueueDepth};
use std::sync::Arc;

impl Planner<'_> {
    /// Why a test's trace does not fit on the drive, if it does not.
    pub(super) fn too_large_a_trace(
        &self,
        test: &TestDef,
        all: Bytes,
    ) -> Result<Option<NotRun>, UnknownName> {
        for replay in test.phases.iter().filter_map(|phase| phase.replay.as_ref()) {
            let (_, end) = self.reach_of(replay)?;
            if end > all && self.fit(replay) == Fit::Refuse {
                let beside = replay.beside.as_ref();
                return Ok(Some(NotRun::TraceTooLarge {
                    trace: replay.trace.clone(),
                    beside: beside.map(|beside| beside.trace.clone()),
                    end_bytes: end.0,
                    drive_bytes: all.0,
                }));
            }
        }
        Ok(None)
    }

    /// Why a test's trace would be waited for without end, if it would be.
    pub(super) fn too_long_a_trace(
        &self,
        test: &TestDef,
        all: Bytes,
    ) -> Result<Option<NotRun>, UnknownName> {
        let cut_s = self.options.duration_s.map_or(f64::INFINITY, |s| s as f64);
        let longest_s = LONGEST_REPLAY.0 as f64 / 1e9;
        for replay in test.phases.iter().filter_map(|phase| phase.replay.as_ref()) {
            let work = self.replay(replay, None, all)?;
            let waiting_s = work.replay.map_or(0.0, |replay| replay.waiting_s());
            if waiting_s.min(cut_s) > longest_s {
                return Ok(Some(NotRun::TraceTooLong {
                    trace: replay.trace.clone(),
                    waiting_s,
                    longest_s,
                }));
            }
        }
        Ok(None)
    }

    /// The byte behind the last that a replay touches without what runs beside it, and with it:
    /// both at the beginning of a block.
    fn reach_of(&self, replay: &ReplayDef) -> Result<(Bytes, Bytes), UnknownName> {
        let block = self.identity.logical_block.0.max(BLOCK_BYTES);
        let end = |trace: &str| {
            let end = self.catalogue.trace(trace)?.extent.end.0;
            Ok(end.div_ceil(block).saturating_mul(block))
        };
        let behind = end(&replay.trace)?;
        let beside = match &replay.beside {
            Some(beside) => end(&beside.trace)?,
            None => 0,
        };
        Ok((Bytes(behind), Bytes(behind.saturating_add(beside))))
    }

    /// A shortened run is not comparable anyway, so a trace that does not fit may as well be
    /// wrapped.
    fn fit(&self, replay: &ReplayDef) -> Fit {
        match self.options.duration_s {
            Some(_) => Fit::Wrap,
            None => replay.fit,
        }
    }

    /// A trace on the first bytes of the drive, as far as it reaches. `data`: what the run asks
    /// for.
    pub(super) fn replay(
        &self,
        replay: &ReplayDef,
        data: Option<DataClass>,
        all: Bytes,
    ) -> Result<Work, UnknownName> {
        let trace = self.catalogue.trace(&replay.trace)?;
        let (behind, end) = self.reach_of(replay)?;
        let data = data.or(trace.extent.data);
        let data = data.unwrap_or(DataClass::FullRandom);
        let deepest = self.identity.max_queue_depth;
        let at_most = |asked: u16| {
            let asked = QueueDepth::new(asked);
            asked.map_or(deepest, |asked| asked.min(deepest))
        };
        let of_loop = at_most(QUEUE_DEPTH);
        let depth = match (replay.queue_depth, replay.pace) {
            (Some(asked), _) => at_most(asked.into()),
            (None, Pace::AsFastAsPossible) => of_loop,
            (None, Pace::Dependencies | Pace::Timestamps) => deepest,
        };
        let duration_s = self.options.duration_s;
        let beside = |beside: &BesideDef| {
            let lead_s = u64::from(beside.lead_s);
            Ok(Beside {
                trace: Arc::clone(self.catalogue.trace(&beside.trace)?),
                from: behind,
                queue_depth: of_loop,
                lead: Nanos::secs(lead_s.min(duration_s.unwrap_or(lead_s))),
            })
        };
        let idle_limit = replay.idle_limit_ms.map(u64::from);
        let replayed = Replay {
            trace: Arc::clone(trace),
            pace: replay.pace,
            idle_limit: idle_limit.map(|ms| Nanos(ms.saturating_mul(1_000_000))),
            fit: self.fit(replay),
            think_percent: replay.think_percent.map_or(100, u32::from),
            beside: replay.beside.as_ref().map(beside).transpose()?,
            at_most: replay.at_most_s.map(|seconds| match duration_s {
                Some(asked) => Nanos(asked.saturating_mul(1_000_000_000)),
                None => Nanos((seconds * 1e9) as u64),
            }),
        };
        // Only what was asked for on the command line shortens a trace: another length is another
        // trace.
        let span = end.min(all);
        Ok(match replayed.at_most {
            Some(_) => Work::replay(replayed, depth, span, data, 0).timed(),
            None => Work::replay(replayed, depth, span, data, duration_s.unwrap_or(0)),
        })
    }
}
