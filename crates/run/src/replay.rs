//! A trace on its way to a drive: records are read ahead, become requests when they are due, and
//! are tallied when they have finished. Another one may run beside it until it is over.

mod operations;
mod place;
mod schedule;
mod tally;
mod track;

use fourcorners_bench::record::Replayed;
use fourcorners_bench::{Beside, LONGEST_REPLAY, Pace, Replay, Work};
use fourcorners_block::{Bytes, Completion, Drive, Nanos, Request, Seed, Stop};
use fourcorners_trace::Op;
use place::Places;
use schedule::Schedule;
use tally::{Load, Tally};
use track::{Io, Track, Way};

/// By timestamps: requests that wait in the drive at most, and the number at which more are handed
/// over.
const BATCH: usize = 512;
const REFILL: usize = 256;
/// Added to the tags of what runs beside.
const BESIDE: u64 = 1 << 63;

pub struct Replayer<'a> {
    replay: &'a Replay,
    track: Track,
    tally: Tally,
    /// No I/O is due later.
    ends_by: Nanos,
    /// What runs beside it, and what it did.
    beside: Option<(Track, Load)>,
}

impl<'a> Replayer<'a> {
    /// Of a piece of work that is a replay, from now on. Its randomness is the run's: a trace is
    /// the same one in every phase.
    ///
    /// # Errors
    /// The trace cannot be read: a sentence.
    pub fn new(
        work: &Work,
        replay: &'a Replay,
        drive: &dyn Drive,
        root: Seed,
    ) -> Result<Self, String> {
        let places = |from| Places::new(drive.identity(), from, work.span, replay.fit);
        let seed = |name: &str| root.child("trace").child(name);
        let depth = work.queue_depth.get();
        let cut_off = Nanos(work.duration_s.saturating_mul(1_000_000_000));
        let way = Way {
            trace: replay.trace.clone(),
            seed: seed(&replay.trace.name),
            places: places(Bytes(0)),
            data: work.data,
            tag: 0,
            cut_off: (work.duration_s > 0 && !work.is_timed()).then_some(cut_off),
            is_endless: false,
        };
        let lead = replay
            .beside
            .as_ref()
            .map_or(Nanos(0), |beside| beside.lead);
        let start = Nanos(drive.now().0.saturating_add(lead.0));
        let schedule = Schedule::new(replay.pace, replay.idle_limit, depth, start);
        let schedule = schedule.with_think(replay.think_percent);
        let beside = |beside: &Beside| {
            let way = Way {
                trace: beside.trace.clone(),
                seed: seed(&beside.trace.name),
                places: places(beside.from),
                data: work.data,
                tag: BESIDE,
                cut_off: None,
                is_endless: true,
            };
            let depth = beside.queue_depth.get();
            let schedule = Schedule::new(Pace::AsFastAsPossible, None, depth, drive.now());
            Track::new(way, schedule, drive).map(|track| (track, Load::default()))
        };
        Ok(Self {
            replay,
            track: Track::new(way, schedule, drive)?,
            tally: Tally::new(drive.now()),
            ends_by: Nanos(start.0.saturating_add(LONGEST_REPLAY.0)),
            beside: replay.beside.as_ref().map(beside).transpose()?,
        })
    }

    /// Appends what is to be handed over now, while so many wait in the drive.
    ///
    /// # Errors
    /// The trace cannot be read, does not fit on the drive, or does not end in time: a sentence.
    pub fn fill(
        &mut self,
        now: Nanos,
        waiting: usize,
        batch: &mut Vec<Request>,
    ) -> Result<(), String> {
        let by_timestamps = self.replay.pace == Pace::Timestamps;
        if by_timestamps && waiting > REFILL {
            return Ok(());
        }
        let most = if by_timestamps {
            BATCH - waiting
        } else {
            usize::MAX
        };
        loop {
            self.track.read_ahead()?;
            if let Some((beside, _)) = &mut self.beside {
                beside.read_ahead()?;
            }
            let mut went_on = false;
            while batch.len() < most && self.hand_over(now, batch)? {
                went_on = true;
            }
            // What went makes room for others, which may be due as well.
            if !went_on || batch.len() >= most {
                return Ok(());
            }
        }
    }

    /// The next I/O of either track, whichever is due first. False: none is to be handed over now.
    ///
    /// # Errors
    /// It is due after the longest time of a replay: a sentence.
    fn hand_over(&mut self, now: Nanos, batch: &mut Vec<Request>) -> Result<bool, String> {
        let is_over = self.is_over();
        let due = self.track.schedule.next_due();
        let of_beside = self.beside.as_ref().filter(|_| !is_over);
        let of_beside = of_beside.and_then(|(beside, _)| beside.schedule.next_due());
        let is_beside = of_beside.is_some_and(|other| due.is_none_or(|due| other < due));
        let outstanding = self.outstanding();
        let track = match &mut self.beside {
            Some((beside, _)) if is_beside => beside,
            _ => &mut self.track,
        };
        let others = outstanding - track.schedule.outstanding();
        let Some((number, due)) = track.schedule.next(now, others) else {
            return Ok(false);
        };
        if due > self.ends_by {
            let (trace, record) = (&self.replay.trace.name, number + 1);
            return Err(format!(
                "record {record} of the trace '{trace}' would be issued more than {:.0} s after \
                 the first, the limit for a replay; shorten think times and gaps with --idle-limit",
                LONGEST_REPLAY.0 as f64 / 1e9
            ));
        }
        let io = track.schedule.io(number);
        match io.and_then(|io| Some((io.stream, io.request?))) {
            Some((stream, request)) => {
                if !is_beside {
                    track.operations.issued(stream, due);
                }
                batch.push(request.at(due));
            }
            None => {
                if !is_beside {
                    self.tally.skipped += 1;
                }
                track.schedule.finished(number, due);
                track.schedule.count(number);
            }
        }
        Ok(true)
    }

    fn outstanding(&self) -> usize {
        let beside = self.beside.as_ref();
        let beside = beside.map_or(0, |(track, _)| track.schedule.outstanding());
        self.track.schedule.outstanding() + beside
    }

    /// Whether all of the trace has finished; then nothing runs beside it any more.
    fn is_over(&self) -> bool {
        self.track.is_handed_over() && self.track.schedule.outstanding() == 0
    }

    /// When more can be handed over, at the latest, and what the drive is to stop at before.
    pub fn patience(&self) -> (Nanos, Stop) {
        if self.is_handed_over() {
            (Nanos::MAX, Stop::Drained)
        } else if self.replay.pace == Pace::Timestamps {
            (Nanos::MAX, Stop::Waiting(REFILL))
        } else {
            let beside = self.beside.as_ref();
            let dues = [
                self.track.schedule.next_due(),
                beside.and_then(|(track, _)| track.schedule.next_due()),
            ];
            let due = dues.into_iter().flatten().min();
            (due.unwrap_or(Nanos::MAX), Stop::Completion)
        }
    }

    /// Whether nothing is left to be handed over.
    pub fn is_handed_over(&self) -> bool {
        match self.beside {
            Some(_) => self.is_over(),
            None => self.track.is_handed_over(),
        }
    }

    fn track(&self, tag: u64) -> (&Track, u64) {
        match &self.beside {
            Some((beside, _)) if tag >= BESIDE => (beside, tag - BESIDE),
            _ => (&self.track, tag),
        }
    }

    /// These have finished; what waited for them becomes due.
    pub fn finished(&mut self, completions: &[Completion]) {
        for completion in completions {
            let (tag, finished) = (completion.tag, completion.finished);
            match &mut self.beside {
                Some((beside, _)) if tag >= BESIDE => {
                    beside.schedule.finished(tag - BESIDE, finished);
                }
                _ => self.track.schedule.finished(tag, finished),
            }
        }
    }

    /// The same ones, or some of them, for the figures.
    pub fn count(&mut self, completions: &[Completion]) {
        for completion in completions {
            match &mut self.beside {
                Some((beside, load)) if completion.tag >= BESIDE => {
                    beside.schedule.count(completion.tag - BESIDE);
                    load.finished(completion);
                }
                _ => {
                    if let Some(io) = self.track.schedule.count(completion.tag) {
                        self.tally.finished(io, completion);
                        let operations = &mut self.track.operations;
                        operations.finished(io.stream, completion.finished);
                    }
                }
            }
        }
    }

    fn io(&self, tag: u64) -> Option<&Io> {
        let (track, number) = self.track(tag);
        track.schedule.io(number)
    }

    /// Service time and bytes for the figures that every phase has: TRIM moves none.
    pub fn service(&self, completion: &Completion) -> (Nanos, u64) {
        let is_trim = |io: &Io| io.op == Op::Trim;
        let moves_none = self.io(completion.tag).is_some_and(is_trim);
        let bytes = if moves_none { 0 } else { completion.bytes.0 };
        (completion.finished.saturating_sub(completion.due), bytes)
    }

    /// The request of an I/O that has not been counted.
    pub fn request(&self, tag: u64) -> Request {
        let request = self.io(tag).and_then(|io| io.request);
        request.unwrap_or(Request::flush(tag))
    }

    /// Share that is done, 0 to 1.
    pub fn fraction(&self) -> f64 {
        self.track.fraction()
    }

    /// The figures of the replay. `end`: until when all was counted.
    pub fn replayed(self, end: Nanos) -> Replayed {
        let load = self.replay.beside.as_ref().zip(self.beside);
        let load = load.map(|(beside, (_, load))| load.figures(&beside.trace.name));
        self.tally.replayed(self.replay, &self.track, load, end)
    }
}
