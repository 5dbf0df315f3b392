//! What is kept of the I/Os of a replay.

use super::schedule::WINDOW;
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

/// The time in which at least one I/O is outstanding: the union of their intervals, which come in
/// the order of their ends.
#[derive(Default)]
struct Busy {
    /// Intervals that are apart, in order; one that ends later may join them.
    apart: VecDeque<(Nanos, Nanos)>,
    /// The time of those that none can join any more.
    settled: Nanos,
}

impl Busy {
    fn add(&mut self, mut from: Nanos, mut until: Nanos) {
        while let Some(&(since, end)) = self.apart.back()
            && end >= from
        {
            from = from.min(since);
            until = until.max(end);
            self.apart.pop_back();
        }
        self.apart.push_back((from, until));
        // A schedule knows no more I/Os at once, so none that is outstanding began so far back.
        if self.apart.len() > WINDOW
            && let Some((from, until)) = self.apart.pop_front()
        {
            self.settled += until.saturating_sub(from);
        }
    }

    fn total(&self) -> Nanos {
        let apart = self.apart.iter();
        let apart: u64 = apart
            .map(|(from, until)| until.saturating_sub(*from).0)
            .sum();
        Nanos(self.settled.0 + apart)
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

    /// An I/O has finished.
    pub fn finished(&mut self, io: &Io, completion: &Completion) {
        let service = completion.finished.saturating_sub(completion.due);
        let bytes = completion.bytes.0;
        self.busy.add(completion.due, completion.finished);
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

    /// The figures of a trace and of what ran beside it. `end`: until when all was counted; what is
    /// outstanding then keeps the drive busy until then.
    pub fn replayed(
        mut self,
        replay: &Replay,
        track: &Track,
        beside: Option<ReplayedBeside>,
        end: Nanos,
    ) -> Replayed {
        let mut outstanding = self.service_sum;
        for due in track.schedule.uncounted().filter(|due| *due < end) {
            self.busy.add(due, end);
            outstanding += u128::from(end.saturating_sub(due).0);
        }
        // Computing that was cut, or left out, is none of an operation.
        let is_whole = replay.pace == Pace::Dependencies && replay.idle_limit.is_none();
        let operations = match is_whole {
            true => track.operations.response_times(replay.think_percent),
            false => None,
        };
        let bytes = self.reads.bytes + self.writes.bytes;
        let busy_time = self.busy.total();
        let busy = busy_time.0.max(1) as f64;
        let io = |(_, io): (Nanos, ReplayedIo)| io;
        Replayed {
            trace: replay.trace.name.clone(),
            pace: replay.pace.name().into(),
            idle_limit_ms: replay.idle_limit.map(|limit| limit.0 / 1_000_000),
            idle_cut_s: s(track.schedule.cut()),
            think_percent: (replay.think_percent != 100).then_some(replay.think_percent),
            records: track.taken,
            recorded_s: Some(s(track.recorded())),
            busy_s: s(busy_time),
            data_rate_mb_per_s: bytes as f64 * 1000.0 / busy,
            service_mean_us: self.service_sum as f64 / self.ios.max(1) as f64 / 1000.0,
            queue_depth_mean: outstanding as f64 / busy,
            reads: figures(&self.reads),
            writes: figures(&self.writes),
            trims: self.trims,
            flushes: self.flushes,
            skipped: self.skipped,
            broken: track.broken(),
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The nanoseconds that at least one of these intervals covers, counted one by one.
    fn covered(intervals: &[(u64, u64)]) -> u64 {
        let end = intervals.iter().map(|(_, until)| *until).max();
        let is_in = |at: u64| {
            intervals
                .iter()
                .any(|(from, until)| (*from..*until).contains(&at))
        };
        (0..end.unwrap_or(0)).filter(|at| is_in(*at)).count() as u64
    }

    proptest! {
        /// The story: a mixed job at a depth of 16 is never without an I/O until its time is over.
        /// Its busy time was zero, its data rate impossible, and its result left out.
        #[test]
        fn busy_time_is_the_union_of_all_ios(
            ios in prop::collection::vec((0_u64..200, 0_u64..40), 0..60),
            end in 0_u64..260,
        ) {
            let begun = ios.into_iter().filter(|(from, _)| *from < end);
            // Those that are outstanding at the end count until then.
            let ios = begun.map(|(from, took)| (from, (from + took).min(end)));
            let mut ios: Vec<(u64, u64)> = ios.collect();
            ios.sort_by_key(|(_, until)| *until);
            let mut busy = Busy::default();
            for (from, until) in &ios {
                busy.add(Nanos(*from), Nanos(*until));
            }
            prop_assert_eq!(busy.total(), Nanos(covered(&ios)));
        }
    }
}
