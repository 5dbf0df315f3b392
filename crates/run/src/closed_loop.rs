//! One piece of work to its end: the queue is kept filled, or is given what is due, second by
//! second of the drive's clock, and what finishes is measured.

use super::account::{Account, written_by};
use super::feed::{BATCH, Feed};
use super::passes::Passes;
use super::{Ended, Runner, meters};
use crate::measure::Measurement;
use crate::outstanding::Outstanding;
use fourcorners_bench::record::{Event, Failure, Measured, SteadyState};
use fourcorners_bench::steady_state::{self, Window};
use fourcorners_bench::{Direction, Latency, PhaseKey, Progress, RecoveryGoal, Until, Work};
use fourcorners_block::{Completion, Drive, DriveError, Nanos, Outcome, Request, Seed, Stop};
use std::collections::VecDeque;

const SECOND_NS: u64 = 1_000_000_000;

/// A piece of work and its names.
pub struct Job<'a> {
    /// The work.
    pub work: &'a Work,
    /// Its randomness.
    pub seed: Seed,
    /// What is being done.
    pub doing: &'a Event,
    /// Its name in the folder, if it is measured.
    pub key: Option<&'a PhaseKey>,
}

/// A piece of work under way.
struct Flow<'a> {
    job: &'a Job<'a>,
    feed: Feed<'a>,
    measurement: Option<Measurement<'a>>,
    /// If every I/O is recorded.
    outstanding: Option<Outstanding>,
    batch: Vec<Request>,
    /// With a budget: what each request writes that waits in the drive.
    waiting: VecDeque<u64>,
    /// Delivered, and not counted yet.
    completions: Vec<Completion>,
    all_made: bool,
    start: Nanos,
    /// When timed work is over.
    deadline: Option<Nanos>,
    /// Whole seconds that have passed.
    second: u32,
    /// With [`Until::SteadyState`]: the I/Os of each whole round.
    rounds: Vec<u64>,
    /// With [`Until::Recovered`].
    passes: Option<Passes>,
    /// When the last counted I/O finished.
    finished: Nanos,
    ios: u64,
    bytes: u64,
}

/// What has just passed: a second, or the rest of one.
struct Passed {
    /// Its number, of a whole one.
    second: Option<u32>,
    ios: u64,
    bytes: u64,
    latency: Option<Latency>,
}

/// The trace that is replayed cannot be read on.
fn unread(error: String) -> Ended {
    Ended::Failed(Failure::Trace { error })
}

impl Flow<'_> {
    /// The first I/O that was delivered and not done, of those from a place on.
    fn failure(&self, from: usize, drive: &mut dyn Drive) -> Option<Failure> {
        let failed = self.completions[from..]
            .iter()
            .find(|completion| completion.outcome != Outcome::Done)?;
        Failure::of_io(failed, drive.take_bad_block(), || {
            self.feed.request(self.job.work, self.job.seed, failed.tag)
        })
    }

    /// A second has passed. If a round ends with it and the last ones are steady, so does the work.
    fn close_round(&mut self) {
        let second = u64::from(self.second);
        let work = self.job.work;
        if work.until != Until::SteadyState || !second.is_multiple_of(work.round_s) {
            return;
        }
        self.rounds.push(self.ios - self.rounds.iter().sum::<u64>());
        if Window::last(&self.rounds).is_some_and(|window| window.is_steady()) {
            self.deadline = Some(Nanos(self.start.0 + second * SECOND_NS));
        }
    }

    /// Whether it became steady, of work that was to.
    fn steady_state(&self) -> Option<SteadyState> {
        let work = self.job.work;
        (work.until == Until::SteadyState).then(|| {
            let verdict = steady_state::judge(&self.rounds);
            SteadyState::new(&verdict, work.round_s, self.rounds.clone())
        })
    }

    /// All that was asked for is done. Whether there is another pass.
    fn next_pass(&mut self) -> bool {
        let (finished, bytes) = (self.finished, self.bytes);
        let Some(passes) = &mut self.passes else {
            return false;
        };
        let follows = passes.end(finished, bytes);
        if follows {
            self.feed.pass_again();
            self.all_made = false;
        }
        follows
    }

    fn is_over(&self, now: Nanos) -> bool {
        self.deadline.is_some_and(|deadline| now >= deadline)
    }

    /// Share that is done, 0 to 1.
    fn fraction(&self) -> f64 {
        let done = self.feed.fraction(self.ios);
        match (done, self.deadline) {
            (Some(fraction), None) => fraction,
            _ => {
                let passed = f64::from(self.second) / self.job.work.duration_s.max(1) as f64;
                passed.max(done.unwrap_or(0.0))
            }
        }
    }
}

impl Runner<'_> {
    /// Does the work. What was measured comes back also when the user stopped it; nothing is
    /// queued or under way afterwards.
    pub fn work(&mut self, job: &Job<'_>) -> Result<Option<Measured>, Ended> {
        if let Some(rounds) = &job.work.rounds {
            return self.rounds(job, rounds);
        }
        let clean = match &job.work.recovery {
            None => None,
            Some(goal) => Some((goal, self.clean_pass(goal)?)),
        };
        self.drive.set_queue_depth(job.work.queue_depth);
        let start = self.drive.now();
        let counters = self.drive.counters();
        let feed = Feed::new(job.work, job.seed, self.plan.seed, self.drive);
        let mut flow = Flow {
            job,
            feed: feed.map_err(unread)?,
            measurement: job
                .key
                .map(|key| Measurement::new(key, job.work, start, counters)),
            outstanding: (job.key.is_some() && self.folder.logs_ios())
                .then(|| Outstanding::new(start)),
            batch: Vec::with_capacity(BATCH),
            waiting: VecDeque::new(),
            completions: Vec::with_capacity(2 * BATCH),
            all_made: false,
            start,
            deadline: job.work.is_timed().then(|| {
                Nanos(
                    start
                        .0
                        .saturating_add(job.work.duration_s.saturating_mul(SECOND_NS)),
                )
            }),
            second: 0,
            rounds: Vec::new(),
            passes: clean.map(|(goal, mb_per_s)| Passes::new(goal, mb_per_s, start)),
            finished: start,
            ios: 0,
            bytes: 0,
        };
        let ended = self.seconds(&mut flow);
        if matches!(ended, Err(Ended::Folder(_))) {
            return ended.map(|()| None);
        }
        let counters = self.drive.counters();
        // Stopped, it lasted until then: what the drive spent since its last I/O is in its account.
        let end = match ended {
            Ok(()) => flow.deadline,
            Err(_) => Some(self.drive.now()),
        };
        let ended = match self.give_up(&mut flow) {
            Ok(()) => ended,
            Err(lost) => Err(ended.err().unwrap_or(lost)),
        };
        let steady_state = flow.steady_state();
        let measured = match flow.measurement {
            Some(measurement) => measurement.end(end, counters, self.folder)?,
            None => None,
        };
        if let Some(steady_state) = steady_state.as_ref().filter(|_| ended.is_ok()) {
            self.wall(&Event::Rounds {
                of: Box::new(job.doing.clone()),
                rounds: steady_state.round_ios.len(),
                reached_at_round: steady_state.reached_at_round,
            })?;
        }
        let recovery = flow.passes.as_ref().map(Passes::recovery);
        let replay = flow.feed.replayed();
        let measured = measured.map(|measured| Measured {
            steady_state,
            recovery,
            replay,
            ..measured
        });
        let measured = measured.map(|measured| meters::read(measured, self.drive, start));
        match ended {
            Ok(()) => {
                self.time.done(job.work);
                Ok(measured)
            }
            Err(Ended::Stopped(_)) => Err(Ended::Stopped(measured.map(Box::new))),
            Err(other) => Err(other),
        }
    }

    /// MB/s of the pass that others are compared with.
    fn clean_pass(&self, goal: &RecoveryGoal) -> Result<f64, Ended> {
        let known = goal.clean_mb_per_s.or_else(|| self.clean.of(goal));
        known.ok_or_else(|| {
            let [_, _, phase] = goal.clean.clone();
            Ended::Failed(Failure::NoCleanPass { phase })
        })
    }

    /// Second after second, until the work is over or something ends it.
    fn seconds(&mut self, flow: &mut Flow<'_>) -> Result<(), Ended> {
        loop {
            let second_ends = Nanos(flow.start.0 + (u64::from(flow.second) + 1) * SECOND_NS);
            let boundary = flow
                .deadline
                .map_or(second_ends, |deadline| deadline.min(second_ends));
            let (ios, bytes) = (flow.ios, flow.bytes);
            let drained = self.until(boundary, flow)?;
            let mut latency = None;
            if !drained {
                flow.second += 1;
                if let Some(measurement) = &mut flow.measurement {
                    latency = measurement.close_seconds(
                        flow.second,
                        self.drive.counters(),
                        self.drive
                            .temperature_max_mc(Nanos(second_ends.0 - SECOND_NS), second_ends),
                        self.folder,
                    )?;
                }
                flow.close_round();
            }
            let over = drained || flow.is_over(self.drive.now());
            let passed = Passed {
                second: (!drained).then(|| flow.second - 1),
                ios: flow.ios - ios,
                bytes: flow.bytes - bytes,
                latency,
            };
            self.report(flow, &passed);
            if drained {
                // It came to its own end, and the time until then counts.
                flow.deadline = None;
            }
            if over {
                return Ok(());
            }
            if self.observer.stop_requested() {
                return Err(Ended::Stopped(None));
            }
        }
    }

    /// Goes on to an instant of the drive's clock, and counts what finished before it.
    /// True if the work came to its own end.
    fn until(&mut self, boundary: Nanos, flow: &mut Flow<'_>) -> Result<bool, Ended> {
        loop {
            if !flow.all_made {
                flow.batch.clear();
                let filled = flow.feed.fill(self.drive, &mut flow.batch);
                flow.all_made = filled.map_err(unread)?;
                self.keep_to_budget(flow)?;
                if let Some(outstanding) = &mut flow.outstanding {
                    outstanding.submitted(&flow.batch);
                }
                self.drive.submit(&flow.batch);
            }
            let (until, stop) = flow.feed.patience(flow.job.work, flow.all_made);
            let known = flow.completions.len();
            self.drive
                .wait(boundary.min(until), stop, &mut flow.completions)?;
            let admitted = flow.waiting.len().saturating_sub(self.drive.waiting());
            flow.waiting.drain(..admitted);
            if let Some(failure) = flow.failure(known, self.drive) {
                return Err(Ended::Failed(failure));
            }
            flow.feed.finished(&flow.completions[known..]);
            // What finished at the boundary or after it belongs to a later second.
            let before = flow
                .completions
                .partition_point(|completion| completion.finished < boundary);
            if let Some(last) = flow.completions[..before].last() {
                flow.finished = last.finished;
            }
            flow.ios += before as u64;
            let before_it = flow.completions[..before].iter();
            flow.bytes += before_it.map(|io| flow.feed.moved(io)).sum::<u64>();
            if let Some(outstanding) = &mut flow.outstanding {
                outstanding.finished(&flow.completions[..before], self.folder)?;
            }
            flow.feed.count(
                &flow.completions[..before],
                flow.measurement.as_mut(),
                self.folder,
            )?;
            flow.completions.drain(..before);
            let idle = flow.all_made
                && flow.job.work.op != Direction::Idle
                && self.drive.waiting() + self.drive.in_flight() == 0;
            if idle && flow.completions.is_empty() {
                if !self.account.is_some_and(Account::ran_out) && flow.next_pass() {
                    continue;
                }
                return Ok(true);
            }
            if idle || self.drive.now() >= boundary {
                return Ok(false);
            }
        }
    }

    /// Hands over no more than may be written; what follows is not made.
    fn keep_to_budget(&mut self, flow: &mut Flow<'_>) -> Result<(), Ended> {
        let Some(account) = self.account else {
            return Ok(());
        };
        let admitted = account.admit(&flow.batch);
        if admitted < flow.batch.len() {
            flow.batch.truncate(admitted);
            flow.all_made = true;
        }
        flow.waiting.extend(flow.batch.iter().map(written_by));
        if let Some(at_most) = account.to_record() {
            self.folder.host_writes(at_most)?;
        }
        Ok(())
    }

    fn report(&mut self, flow: &Flow<'_>, passed: &Passed) {
        let fraction = flow.fraction();
        let (whole, left_s) = self.time.with(flow.job.work, fraction);
        self.observer.progress(&Progress {
            phase: flow.job.key,
            doing: flow.job.doing,
            fraction,
            whole,
            second: passed.second,
            iops: passed.ios as f64,
            mb_per_s: passed.bytes as f64 / 1e6,
            latency: passed.latency,
            left_s,
        });
    }

    /// Takes back what is queued and waits for what is under way. I/Os that finish after a
    /// timed phase's end are not counted; one that fails then fails the phase all the same.
    fn give_up(&mut self, flow: &mut Flow<'_>) -> Result<(), Ended> {
        let withdrawn = self.drive.withdraw();
        if let Some(account) = self.account {
            account.took_back(flow.waiting.iter().rev().take(withdrawn).sum());
        }
        let waited: Result<(), DriveError> =
            self.drive
                .wait(Nanos::MAX, Stop::Drained, &mut flow.completions);
        waited?;
        flow.failure(0, self.drive)
            .map_or(Ok(()), |failure| Err(Ended::Failed(failure)))
    }
}
