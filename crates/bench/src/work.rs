//! One kind of I/O until its end: what a phase or a preparation does to this drive.

use crate::definition::{Direction, Fit, Pace, Pattern, RoundsUntil, Until};
use crate::rounds::Rounds;
use crate::trace::Trace;
use fourcorners_block::{BLOCK_BYTES, Bytes, DataClass, Nanos, QueueDepth};
use std::sync::Arc;

/// The drive's own clock runs at this speed in an estimate where nothing better is known.
const ASSUMED_MB_PER_S: f64 = 300.0;

/// A replay lasts at most so long, 10^7 s: 115 days. Every second of it is a line of the run's
/// folder, and one wrong timestamp of a recording can be centuries.
pub const LONGEST_REPLAY: Nanos = Nanos::secs(10_000_000);

/// Sampled zone of a whole-drive pass on a real drive: 8 MiB.
pub const ZONE_BYTES: u64 = 8 << 20;

#[derive(Clone, Debug, PartialEq)]
pub struct Work {
    /// Read, write or both; or what is neither, of which only some of the following is said.
    pub op: Direction,
    /// With [`Direction::Mixed`]: so many per cent of the I/Os are reads.
    pub read_percent: u32,
    /// With [`Direction::Mixed`]: per cent of the I/Os that are TRIM commands.
    pub trim_percent: u32,
    /// Order of addresses.
    pub pattern: Pattern,
    /// Size of one I/O.
    pub block: Bytes,
    /// Queue depth.
    pub queue_depth: QueueDepth,
    /// I/Os due per second; `None`: each as soon as there is a slot.
    pub rate_iops: Option<u64>,
    /// Where the span begins.
    pub start: Bytes,
    /// From `start` on. A pass covers it to the last LBA, with a shorter last I/O if need be; for
    /// anything else it is a multiple of `block`. No replayed I/O ends beyond it.
    pub span: Bytes,
    /// What is written; in a replay, by I/Os of which the trace does not say it.
    pub data: DataClass,
    /// Addresses are multiples of this; a divisor of `block`. A sequential pass that is aligned to
    /// less than its I/Os begins there, not at LBA 0.
    pub align: Bytes,
    /// When it is over.
    pub until: Until,
    /// With [`Until::Duration`], in seconds; with [`Until::SteadyState`] at most, and with
    /// [`Until::SpanBytes`], where 0 sets no limit. Of a replay until its [`Until::Pass`], how much
    /// of the recording is replayed; 0: all.
    pub duration_s: u64,
    /// With [`Until::SteadyState`], in seconds.
    pub round_s: u64,
    /// Only so many zones of [`ZONE_BYTES`], evenly spread.
    pub zones: Option<u32>,
    /// With [`Until::Recovered`]: what a pass is compared with.
    pub recovery: Option<Arc<RecoveryGoal>>,
    /// With [`Direction::Replay`]: of which trace, and how.
    pub replay: Option<Arc<Replay>>,
    /// Number of the first I/O: a sequential stream continues there.
    pub first: u64,
    /// Instead of one kind of I/O: rounds of cells. What is said above is then of the cell that
    /// stands for all.
    pub rounds: Option<Arc<Rounds>>,
}

/// When passes are as fast as a clean one.
#[derive(Clone, Debug, PartialEq)]
pub struct RecoveryGoal {
    /// Test, variant and phase of the clean pass.
    pub clean: [String; 3],
    /// Its mean speed in MB/s, where that was measured before the run was resumed.
    pub clean_mb_per_s: Option<f64>,
    /// Per cent of it that are enough.
    pub percent: u32,
    /// Maximum number of passes.
    pub passes_max: u32,
}

impl RecoveryGoal {
    /// Whether a pass is fast enough beside the clean one, both in MB/s.
    pub fn is_reached(&self, clean: f64, pass: f64) -> bool {
        pass >= clean * f64::from(self.percent) / 100.0
    }
}

/// A trace and how it is issued again.
#[derive(Clone, Debug, PartialEq)]
pub struct Replay {
    pub trace: Arc<Trace>,
    /// When its I/Os are issued.
    pub pace: Pace,
    /// Think times and gaps are cut to it.
    pub idle_limit: Option<Nanos>,
    /// If it is larger than the span.
    pub fit: Fit,
    /// Of the think times, so many per cent.
    pub think_percent: u32,
    /// What runs beside it until it is over.
    pub beside: Option<Beside>,
}

/// A trace that runs beside another one: as fast as possible, and from its beginning again when it
/// ends.
#[derive(Clone, Debug, PartialEq)]
pub struct Beside {
    pub trace: Arc<Trace>,
    /// Its byte 0 on the drive: behind all that the other one touches.
    pub from: Bytes,
    /// I/Os at once at most.
    pub queue_depth: QueueDepth,
    /// So long before the other one it begins.
    pub lead: Nanos,
}

impl Replay {
    /// Share of the trace that is issued if it is cut after so many seconds of the recording; 0:
    /// all.
    fn share(&self, duration_s: u64) -> f64 {
        match (duration_s, self.trace.extent.duration.0) {
            (0, _) | (_, 0) => 1.0,
            (cut_s, recorded_ns) => (cut_s as f64 * 1e9 / recorded_ns as f64).min(1.0),
        }
    }

    /// Seconds that it waits in all, about, if it is not cut.
    pub fn waiting_s(&self) -> f64 {
        if self.pace == Pace::AsFastAsPossible {
            return 0.0;
        }
        let extent = &self.trace.extent;
        let recorded_s = extent.duration.0 as f64 / 1e9;
        // No more is waited than was, and no more than the limit before each I/O.
        let limit = self
            .idle_limit
            .map_or(f64::INFINITY, |limit| limit.0 as f64 / 1e9);
        let waiting_s = recorded_s.min(limit * extent.records as f64);
        waiting_s * f64::from(self.think_percent) / 100.0
    }

    /// Bytes that are written and seconds that it takes, about.
    fn estimate(&self, duration_s: u64) -> (f64, f64) {
        let extent = &self.trace.extent;
        let bytes = (extent.read_bytes.0 as f64) + (extent.written_bytes.0 as f64);
        let moving_s = bytes / (ASSUMED_MB_PER_S * 1e6);
        let seconds = moving_s.max(self.waiting_s());
        let share = self.share(duration_s);
        let (written, seconds) = (extent.written_bytes.0 as f64 * share, seconds * share);
        match &self.beside {
            None => (written, seconds),
            Some(beside) => {
                let seconds = seconds + beside.lead.0 as f64 / 1e9;
                (written + beside.written(seconds), seconds)
            }
        }
    }
}

impl Beside {
    /// Bytes that it writes in so many seconds, about.
    fn written(&self, seconds: f64) -> f64 {
        seconds * ASSUMED_MB_PER_S * 1e6 * self.trace.extent.written_share()
    }
}

impl Work {
    /// The host does nothing for so many seconds.
    pub fn idle(duration_s: u64) -> Self {
        Self {
            op: Direction::Idle,
            read_percent: 0,
            trim_percent: 0,
            pattern: Pattern::Sequential,
            block: Bytes(BLOCK_BYTES),
            queue_depth: QueueDepth::ONE,
            rate_iops: None,
            start: Bytes(0),
            span: Bytes(0),
            data: DataClass::Zero,
            align: Bytes(BLOCK_BYTES),
            until: Until::Duration,
            duration_s,
            round_s: 0,
            zones: None,
            recovery: None,
            replay: None,
            first: 0,
            rounds: None,
        }
    }

    /// A trace within so many bytes from LBA 0 on, cut after so many seconds of the recording; 0:
    /// whole.
    pub fn replay(
        replay: Replay,
        queue_depth: QueueDepth,
        span: Bytes,
        data: DataClass,
        duration_s: u64,
    ) -> Self {
        Self {
            op: Direction::Replay,
            queue_depth,
            span,
            data,
            until: Until::Pass,
            duration_s,
            replay: Some(Arc::new(replay)),
            ..Self::idle(0)
        }
    }

    /// A replay that is over after so many seconds, wherever the trace is.
    pub fn at_most(self, seconds: u64) -> Self {
        Self {
            until: Until::Duration,
            duration_s: seconds,
            ..self
        }
    }

    /// The same for so many seconds.
    pub fn lasting(self, duration_s: u64) -> Self {
        Self { duration_s, ..self }
    }

    /// Whether it ends at an instant, if it has not come to its own end before.
    pub fn is_timed(&self) -> bool {
        match self.until {
            Until::Duration | Until::SteadyState => true,
            Until::SpanBytes => self.duration_s > 0,
            Until::Pass | Until::Recovered => false,
        }
    }

    /// Whether something is written.
    pub fn writes(&self) -> bool {
        match (&self.rounds, self.op) {
            (Some(rounds), _) => rounds.cells.iter().any(|cell| cell.work.writes()),
            (None, Direction::Write | Direction::Mixed | Direction::Replay) => true,
            (None, Direction::Read | Direction::Idle) => false,
        }
    }

    /// Whether it may be over long before its planned time.
    pub fn may_end_early(&self) -> bool {
        let rounds_may = |rounds: &Arc<Rounds>| rounds.until != RoundsUntil::Count;
        matches!(self.until, Until::SteadyState | Until::Recovered)
            || self.rounds.as_ref().is_some_and(rounds_may)
    }

    /// Bytes that are written and seconds that it takes, about; of work that may end early, at
    /// most.
    pub fn estimate(&self) -> (f64, f64) {
        if let Some(rounds) = &self.rounds {
            return rounds.estimate();
        }
        let (bytes, seconds) = self.moved();
        match (&self.replay, self.op) {
            (Some(replay), _) if self.until == Until::Duration => {
                let written = bytes * replay.trace.extent.written_share();
                let (whole_written, whole_s) = replay.estimate(0);
                (written.min(whole_written), seconds.min(whole_s))
            }
            (Some(replay), _) => replay.estimate(self.duration_s),
            (None, Direction::Write) => (bytes, seconds),
            (None, Direction::Mixed) => (
                bytes * f64::from(100 - (self.read_percent + self.trim_percent).min(100)) / 100.0,
                seconds,
            ),
            (None, _) => (0.0, seconds),
        }
    }

    /// Bytes and seconds of work that is no replay.
    fn moved(&self) -> (f64, f64) {
        let rate = ASSUMED_MB_PER_S * 1e6;
        match (self.until, self.zones) {
            (Until::Duration, _) if self.op == Direction::Idle => (0.0, self.duration_s as f64),
            (Until::Duration | Until::SteadyState, _) => {
                let due = |rate_iops: u64| rate_iops as f64 * self.block.0 as f64;
                let rate = self.rate_iops.map_or(rate, due);
                (self.duration_s as f64 * rate, self.duration_s as f64)
            }
            (_, Some(zones)) => {
                let bytes = (u64::from(zones) * ZONE_BYTES).min(self.span.0) as f64;
                (bytes, bytes / rate)
            }
            (Until::Pass | Until::SpanBytes | Until::Recovered, None) => {
                let passes = self.recovery.as_ref().map_or(1, |goal| goal.passes_max);
                let bytes = self.span.0 as f64 * f64::from(passes);
                (bytes, bytes / rate)
            }
        }
    }
}
