//! What is kept of the I/Os of a replay.

use super::track::{Io, Track};
use crate::op_tally::OpTally;
use fourcorners_bench::record::{Replayed, ReplayedBeside, ReplayedIo, ReplayedOp};
use fourcorners_bench::{Pace, Replay, geometric_mean};
use fourcorners_block::{Completion, Nanos};
use fourcorners_trace::Op;
use std::collections::VecDeque;

/// An I/O that the drive takes so much after its instant is late.
const LATE: Nanos = Nanos::millis(1);
/// So many of the slowest are named.
const NAMED: usize = 10;

pub struct Tally {
    start: Nanos,
    busy: Busy,
    service_sum: u128,
    ios: u64,
    reads: OpTally,
    writes: OpTally,
    trims: u64,
    flushes: u64,
    /// Records that were not carried out.
    pub skipped: u64,
    late: u64,
    latest: Option<(Nanos, ReplayedIo)>,
    slowest: Vec<(Nanos, ReplayedIo)>,
}

/// The figures of all reads or all writes; `None` if there were none.
fn figures(part: &OpTally) -> Option<ReplayedOp> {
    (part.ios > 0).then(|| ReplayedOp {
        ios: part.ios,
        bytes: part.bytes,
        service_mean_us: part.mean_us(),
        service_p50_us: part.quantile_us(0.5),
        service_p99_us: part.quantile_us(0.99),
        service_p999_us: part.quantile_us(0.999),
        service_max_us: part.max_us(),
    })
}

fn us(ns: u64) -> f64 {
    ns as f64 / 1000.0
}

fn s(time: Nanos) -> f64 {
    time.0 as f64 / 1e9
}

/// The time in which at least one I/O is outstanding. Instants come in order, those of issues and
/// those of finishes.
#[derive(Default)]
struct Busy {
    /// Issued, and nothing that finished later was looked at yet.
    issued: VecDeque<Nanos>,
    outstanding: u64,
    since: Nanos,
    total: Nanos,
}

impl Busy {
    fn issued(&mut self, at: Nanos) {
        self.issued.push_back(at);
    }

    fn finished(&mut self, at: Nanos) {
        while let Some(issued) = self.issued.front().copied().filter(|issued| *issued <= at) {
            self.issued.pop_front();
            if self.outstanding == 0 {
                self.since = issued;
            }
            self.outstanding += 1;
        }
        self.outstanding = self.outstanding.saturating_sub(1);
        if self.outstanding == 0 {
            self.total += at.saturating_sub(self.since);
        }
    }
}

impl Tally {
    /// Of a replay that begins at an instant of the drive's clock.
    pub fn new(start: Nanos) -> Self {
        Self {
            start,
            busy: Busy::default(),
            service_sum: 0,
            ios: 0,
            reads: OpTally::new(),
            writes: OpTally::new(),
            trims: 0,
            flushes: 0,
            skipped: 0,
            late: 0,
            latest: None,
            slowest: Vec::with_capacity(NAMED + 1),
        }
    }

    /// An I/O was handed over, due then.
    pub fn issued(&mut self, due: Nanos) {
        self.busy.issued(due);
    }

    /// An I/O has finished.
    pub fn finished(&mut self, io: &Io, completion: &Completion) {
        let service = completion.finished.saturating_sub(completion.due);
        let bytes = completion.bytes.0;
        self.busy.finished(completion.finished);
        self.ios += 1;
        self.service_sum += u128::from(service.0);
        match io.op {
            Op::Read => self.reads.take(service, bytes),
            Op::Write => self.writes.take(service, bytes),
            Op::Trim => self.trims += 1,
            Op::Flush => self.flushes += 1,
        }
        if completion.wait() > LATE {
            self.late += 1;
            let wait = completion.wait();
            if self.latest.as_ref().is_none_or(|(worst, _)| wait > *worst) {
                self.latest = Some((wait, self.named(io, completion, wait)));
            }
        }
        let fastest = self.slowest.last().map(|(service, _)| *service);
        if self.slowest.len() < NAMED || fastest.is_some_and(|fastest| service > fastest) {
            let place = self.slowest.partition_point(|(other, _)| *other >= service);
            let named = self.named(io, completion, service);
            self.slowest.insert(place, (service, named));
            self.slowest.truncate(NAMED);
        }
    }

    fn named(&self, io: &Io, completion: &Completion, took: Nanos) -> ReplayedIo {
        ReplayedIo {
            record: completion.tag + 1,
            due_s: s(completion.due.saturating_sub(self.start)),
            op: format!("{:?}", io.op).to_lowercase(),
            offset_bytes: io.lba.bytes().0,
            bytes: completion.bytes.0,
            took_us: us(took.0),
        }
    }

    /// The figures of a trace and of what ran beside it.
    pub fn replayed(
        self,
        replay: &Replay,
        track: &Track,
        beside: Option<ReplayedBeside>,
    ) -> Replayed {
        // Computing that was cut, or left out, is none of an operation.
        let is_whole = replay.pace == Pace::Dependencies && replay.idle_limit.is_none();
        let operations = match is_whole {
            true => track.operations.response_times(replay.think_percent),
            false => None,
        };
        let bytes = self.reads.bytes + self.writes.bytes;
        let busy = self.busy.total.0.max(1) as f64;
        let io = |(_, io): (Nanos, ReplayedIo)| io;
        Replayed {
            trace: replay.trace.name.clone(),
            pace: replay.pace.name().into(),
            idle_limit_ms: replay.idle_limit.map(|limit| limit.0 / 1_000_000),
            idle_cut_s: s(track.schedule.cut()),
            think_percent: (replay.think_percent != 100).then_some(replay.think_percent),
            records: track.taken,
            recorded_s: Some(s(track.recorded())),
            busy_s: s(self.busy.total),
            data_rate_mb_per_s: bytes as f64 * 1000.0 / busy,
            service_mean_us: self.service_sum as f64 / self.ios.max(1) as f64 / 1000.0,
            queue_depth_mean: self.service_sum as f64 / busy,
            reads: figures(&self.reads),
            writes: figures(&self.writes),
            trims: self.trims,
            flushes: self.flushes,
            skipped: self.skipped,
            broken: track.broken(),
            lost_events: track.lost_events(),
            moved: track.moved(),
            volumes: replay.trace.extent.volumes,
            widened: track.widened,
            wrapped: track.wrapped,
            late: self.late,
            latest: self.latest.map(io),
            slowest: self.slowest.into_iter().map(io).collect(),
            response_geomean_s: operations
                .as_ref()
                .and_then(|times| geometric_mean(times.iter().map(|time| time.seconds))),
            operations,
            beside,
        }
    }
}

/// What is kept of what runs beside a trace.
#[derive(Default)]
pub struct Load {
    ios: u64,
    bytes: u64,
}

impl Load {
    /// An I/O of it has finished.
    pub fn finished(&mut self, completion: &Completion) {
        self.ios += 1;
        self.bytes += completion.bytes.0;
    }

    /// The figures of a trace of that name.
    pub fn figures(self, trace: &str) -> ReplayedBeside {
        ReplayedBeside {
            trace: trace.into(),
            ios: self.ios,
            bytes: self.bytes,
        }
    }
}
