//! Which way is the fastest to this drive: some tenths of a second of reads through each.

use crate::aio::Aio;
use crate::drive::RealDrive;
use crate::host::Host;
use crate::line::LONGEST_TRANSFER;
use crate::polling::can_be_polled;
use crate::way::{Way, Ways};
use fourcorners_block::{
    Blocks, Completion, Drive, DriveError, Generator, Lba, Nanos, Outcome, QueueDepth, Request,
    Seed, Stop,
};
use std::os::fd::AsRawFd;

/// The ways take turns, so that a disturbance meets all of them.
const ROUNDS: usize = 6;
const TURN: Nanos = Nanos::millis(30);
/// Of a turn, before it counts. Where a scheduler puts the threads that complete I/Os follows
/// from the load of the last 30 ms or so (its averages' half-life), and with it the rate: up to
/// twofold on a loop device of two cores. Turns of 4 ms measured the turn before.
const SETTLING: Nanos = Nanos::millis(20);
/// A way is preferred to io_uring if it is faster by more than chance: in all rounds but
/// one, and by 5 % in all.
const BETTER_PERCENT: u64 = 105;
/// With fewer reads than these in all turns of io_uring the drive is what takes the time.
const TOO_FEW: u64 = 700;
const READ: Blocks = Blocks(8);
/// Requests that wait at most, and at which more are made.
const WAITING: usize = 256;

impl RealDrive {
    /// Reads for some tenths of a second (4 KiB, random, anywhere; it never writes) through
    /// each way that carries these queue depths exactly, uses the fastest from now on, and says
    /// why, in a sentence for each depth at which there was a choice. The identity's `engine`
    /// says what was chosen. Nothing is changed on a drive that is not carried by io_uring.
    /// `mixes_trim`: TRIM commands go between other I/Os, which only io_uring has in flight
    /// together; deeper queues than 1 then stay with it.
    ///
    /// # Errors
    /// The queue is not empty, or the drive is lost. A read that fails ends the comparison
    /// only: io_uring stays, and the sentence says so.
    pub fn choose_engine(
        &mut self,
        depths: &[QueueDepth],
        mixes_trim: bool,
    ) -> Result<Vec<String>, DriveError> {
        self.idle()?;
        if self.line.way() != Way::IoUring {
            return Ok(Vec::new());
        }
        let mut ways = Ways::only(Way::IoUring);
        let mut reasons = Vec::new();
        let polling = can_be_polled(&Host::default(), &self.line.target.file);
        // The depth of the tests' longest I/Os would not be what they ask for.
        let polling = polling.and_then(|longest| match longest < LONGEST_TRANSFER {
            true => Err(format!("its queue polls at most {} KiB", longest >> 10)),
            false => Ok(()),
        });
        if depths.contains(&QueueDepth::ONE) {
            let mut tried = vec![Way::IoUring, Way::Synchronous];
            tried.extend(polling.is_ok().then_some(Way::Polled));
            ways.single = self.fastest(QueueDepth::ONE, &tried, &mut reasons)?;
        }
        let mut deeper: Vec<QueueDepth> = depths.iter().copied().filter(|d| d.get() > 1).collect();
        deeper.sort_unstable();
        if mixes_trim && !deeper.is_empty() {
            reasons.push("io_uring at deeper queues, for TRIM commands between other I/Os".into());
        } else if let (Some(shallowest), Some(deepest)) = (deeper.first(), deeper.last()) {
            let mut tried = vec![Way::IoUring];
            let file = self.line.target.file.as_raw_fd();
            // As wide as a queue is: two bytes.
            match Aio::new(file, deepest.get() as u16, self.pulse()) {
                Ok(_) => tried.push(Way::Aio),
                Err(error) => reasons.push(format!("Linux AIO is not available ({error})")),
            }
            tried.extend(polling.is_ok().then_some(Way::Polled));
            ways.deeper = self.fastest(*deepest, &tried, &mut reasons)?;
            // One that wins at 32 may lose at 3, where how soon a completion is seen counts more.
            if shallowest < deepest && ways.deeper != Way::IoUring {
                tried.retain(|way| [Way::IoUring, ways.deeper].contains(way));
                ways.deeper = self.fastest(*shallowest, &tried, &mut reasons)?;
            }
        }
        if let Err(error) = polling {
            reasons.push(format!("polling is not possible ({error})"));
        }
        // A depth that was not asked for is none that the identity should speak of.
        if !depths.iter().any(|depth| depth.get() > 1) && ways.single != Way::Synchronous {
            ways.deeper = ways.single;
        } else if !depths.contains(&QueueDepth::ONE) {
            ways.single = ways.deeper;
        }
        self.line.set_depth(QueueDepth::ONE);
        self.line.set_ways(ways);
        self.line.identity.engine = ways.name();
        // A block that could not be read here is for the tests to find.
        self.line.bad_block = None;
        Ok(reasons)
    }

    fn fastest(
        &mut self,
        depth: QueueDepth,
        tried: &[Way],
        reasons: &mut Vec<String>,
    ) -> Result<Way, DriveError> {
        let mut generator = Seed(0).child("fourcorners-real calibration").generator();
        let mut rounds = Vec::new();
        for round in 0..ROUNDS {
            let mut counts = vec![0; tried.len()];
            for turn in 0..tried.len() {
                let index = (round + turn) % tried.len();
                match self.reads(tried[index], depth, &mut generator)? {
                    Some(count) => counts[index] = count,
                    None => {
                        reasons.push(format!(
                            "at queue depth {}, reads failed during the engine comparison, so \
                             io_uring is used",
                            depth.get()
                        ));
                        return Ok(Way::IoUring);
                    }
                }
            }
            rounds.push(counts);
        }
        let all = |index: usize| rounds.iter().map(|counts| counts[index]).sum::<u64>();
        let reads: Vec<u64> = (0..tried.len()).map(all).collect();
        let rates: Vec<String> = tried
            .iter()
            .zip(&reads)
            .map(|(way, count)| (way.name(), count * 1_000_000_000 / (TURN.0 * ROUNDS as u64)))
            .map(|(name, rate)| format!("{name} {rate}"))
            .collect();
        reasons.push(format!(
            "4 KiB reads per second at queue depth {}: {}",
            depth.get(),
            rates.join(", ")
        ));
        let better = |index: &usize| {
            let wins = rounds.iter().filter(|counts| counts[*index] > counts[0]);
            let wins = wins.count() + 1 >= ROUNDS;
            wins && reads[*index] * 100 > reads[0] * BETTER_PERCENT && reads[0] >= TOO_FEW
        };
        let best = (1..tried.len())
            .filter(better)
            .max_by_key(|index| reads[*index]);
        Ok(best.map_or(Way::IoUring, |best| tried[best]))
    }

    /// Reads done in a turn through a way; `None` if one failed.
    fn reads(
        &mut self,
        way: Way,
        depth: QueueDepth,
        generator: &mut Generator,
    ) -> Result<Option<u64>, DriveError> {
        let places = (self.identity().capacity.0 / READ.0).max(1);
        let mut tag = 0;
        let mut more = |count: usize| -> Vec<Request> {
            let mut request = || {
                tag += 1;
                Request::read(tag, Lba(generator.below(places) * READ.0), READ)
            };
            (0..count).map(|_| request()).collect()
        };
        self.line.set_ways(Ways::only(way));
        self.line.set_depth(depth);
        let mut completions: Vec<Completion> = Vec::with_capacity(2 * WAITING);
        // The first of each way makes its engine.
        self.submit(&more(depth.get()));
        self.wait(Nanos::MAX, Stop::Drained, &mut completions)?;
        let start = self.now() + SETTLING;
        let end = start + TURN;
        let mut done = 0;
        let failed = loop {
            if completions.iter().any(|read| read.outcome != Outcome::Done) {
                break true;
            }
            let in_time = |read: &&Completion| (start..end).contains(&read.finished);
            done += completions.iter().filter(in_time).count() as u64;
            completions.clear();
            if self.now() >= end {
                break false;
            }
            self.submit(&more(WAITING - self.waiting().min(WAITING)));
            self.wait(end, Stop::Waiting(WAITING / 2), &mut completions)?;
        };
        self.withdraw();
        self.wait(Nanos::MAX, Stop::Drained, &mut completions)?;
        Ok((!failed).then_some(done))
    }
}
