//! A trace on its way to a drive: records are read ahead, become requests when they are due, and are
//! tallied when they have finished.

mod place;
mod schedule;
mod tally;

use crate::definition::Pace;
use crate::record::Replayed;
use crate::work::{Replay, Work};
use fourcorners_block::{
    Completion, Data, DataClass, Drive, Identity, Lba, Nanos, Request, Seed, Stop,
};
use fourcorners_trace::{Op, Record, Records};
use place::Places;
use schedule::Schedule;
use tally::Tally;

/// By timestamps: requests that wait in the drive at most, and the number at which more are handed over.
const BATCH: usize = 512;
const REFILL: usize = 256;
/// Records are read in portions of at most so many.
const PORTION: usize = 1024;

/// What is kept of a record until it has finished.
pub struct Io {
    op: Op,
    lba: Lba,
    /// Absent if it is not carried out.
    request: Option<Request>,
}

/// See the module.
pub struct Replayer<'a> {
    replay: &'a Replay,
    records: Box<dyn Records>,
    portion: Vec<Record>,
    schedule: Schedule<Io>,
    tally: Tally,
    places: Places,
    takes_trim: bool,
    data: DataClass,
    /// Of the recording, if it is cut short: no record from then on.
    cut_off: Option<Nanos>,
    /// Of the recording: its first record, and the last that was taken.
    first: Option<Nanos>,
    last: Nanos,
    /// Records that were taken.
    taken: u64,
    ended: bool,
}

impl<'a> Replayer<'a> {
    /// Of a piece of work that is a replay, from now on.
    ///
    /// # Errors
    /// The trace cannot be read: a sentence.
    pub fn new(
        work: &Work,
        replay: &'a Replay,
        drive: &dyn Drive,
        seed: Seed,
    ) -> Result<Self, String> {
        let identity: &Identity = drive.identity();
        let records = replay.trace.records(seed);
        Ok(Self {
            replay,
            records: records.map_err(|error| error.to_string())?,
            portion: Vec::with_capacity(PORTION),
            schedule: Schedule::new(
                replay.pace,
                replay.idle_limit,
                work.queue_depth.get(),
                drive.now(),
            ),
            tally: Tally::new(drive.now()),
            places: Places::new(identity, work.span, replay.fit),
            takes_trim: identity.discard.is_some(),
            data: work.data,
            cut_off: (work.duration_s > 0)
                .then(|| Nanos(work.duration_s.saturating_mul(1_000_000_000))),
            first: None,
            last: Nanos(0),
            taken: 0,
            ended: false,
        })
    }

    /// Appends what is to be handed over now, while so many wait in the drive.
    ///
    /// # Errors
    /// The trace cannot be read, or does not fit on the drive: a sentence.
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
            self.read_ahead()?;
            let mut went_on = false;
            while batch.len() < most
                && let Some((number, due)) = self.schedule.next(now)
            {
                went_on = true;
                let request = self.schedule.io(number).and_then(|io| io.request);
                if let Some(request) = request {
                    self.tally.issued(due);
                    batch.push(request.at(due));
                } else {
                    self.tally.skipped += 1;
                    self.schedule.finished(number, due);
                    self.schedule.count(number);
                }
            }
            // What went makes room for others, which may be due as well.
            if !went_on || batch.len() >= most {
                return Ok(());
            }
        }
    }

    fn read_ahead(&mut self) -> Result<(), String> {
        while !self.ended {
            let room = self.schedule.room().min(PORTION);
            if room == 0 {
                return Ok(());
            }
            let mut portion = std::mem::take(&mut self.portion);
            portion.clear();
            let read = self.records.read(room, &mut portion);
            read.map_err(|error| error.to_string())?;
            self.ended = portion.is_empty();
            for record in &portion {
                let first = *self.first.get_or_insert(record.issued);
                let since = record.issued.saturating_sub(first);
                if self.cut_off.is_some_and(|cut_off| since >= cut_off) {
                    self.ended = true;
                    break;
                }
                self.last = self.last.max(since);
                let io = self.io(record)?;
                self.schedule.push(record, io);
                self.taken += 1;
            }
            self.portion = portion;
        }
        Ok(())
    }

    /// A record as this drive carries it out.
    fn io(&mut self, record: &Record) -> Result<Io, String> {
        let number = self.taken;
        let skipped = Io {
            op: record.op,
            lba: Lba(0),
            request: None,
        };
        if record.op == Op::Flush {
            let request = Some(Request::flush(number));
            return Ok(Io { request, ..skipped });
        }
        if record.op == Op::Trim && !self.takes_trim {
            return Ok(skipped);
        }
        let place = self.places.of(record).map_err(|error| {
            let name = &self.replay.trace.name;
            format!("record {} of the trace '{name}': {error}", number + 1)
        })?;
        let Some(place) = place else {
            return Ok(skipped);
        };
        self.tally.widened += u64::from(place.is_widened);
        self.tally.wrapped += u64::from(place.is_wrapped);
        let (lba, blocks) = (place.lba, place.blocks);
        let request = match record.op {
            Op::Read | Op::Flush => Request::read(number, lba, blocks),
            Op::Write => Request::write(number, lba, blocks, self.data(record, number)),
            Op::Trim => Request::discard(number, lba, blocks),
        };
        Ok(Io {
            op: record.op,
            lba,
            request: Some(request),
        })
    }

    /// What a write carries: each its own content, where its class has more than one.
    fn data(&self, record: &Record, number: u64) -> Data {
        let class = record.data.unwrap_or(self.data);
        let identity = match class {
            DataClass::Zero | DataClass::OneBuffer => 0,
            _ => number as u32,
        };
        Data { class, identity }
    }

    /// When more can be handed over, at the latest, and what the drive is to stop at before.
    pub fn patience(&self) -> (Nanos, Stop) {
        if self.is_handed_over() {
            (Nanos::MAX, Stop::Drained)
        } else if self.replay.pace == Pace::Timestamps {
            (Nanos::MAX, Stop::Waiting(REFILL))
        } else {
            let due = self.schedule.next_due();
            (due.unwrap_or(Nanos::MAX), Stop::Completion)
        }
    }

    /// Whether nothing is left to be handed over.
    pub fn is_handed_over(&self) -> bool {
        self.ended && self.schedule.is_empty()
    }

    /// These have finished; what waited for them becomes due.
    pub fn finished(&mut self, completions: &[Completion]) {
        for completion in completions {
            self.schedule.finished(completion.tag, completion.finished);
        }
    }

    /// The same ones, or some of them, for the figures.
    pub fn count(&mut self, completions: &[Completion]) {
        for completion in completions {
            if let Some(io) = self.schedule.count(completion.tag) {
                self.tally.finished(io, completion);
            }
        }
    }

    /// Service time and bytes for the figures that every phase has: TRIM moves none.
    pub fn service(&self, completion: &Completion) -> (Nanos, u64) {
        let is_trim = |io: &Io| io.op == Op::Trim;
        let moves_none = self.schedule.io(completion.tag).is_some_and(is_trim);
        let bytes = if moves_none { 0 } else { completion.bytes.0 };
        (completion.finished.saturating_sub(completion.due), bytes)
    }

    /// The request of an I/O that has not been counted.
    pub fn request(&self, tag: u64) -> Request {
        let io = self.schedule.io(tag);
        io.and_then(|io| io.request).unwrap_or(Request::flush(tag))
    }

    /// Share that is done, 0 to 1.
    pub fn fraction(&self) -> f64 {
        let extent = &self.replay.trace.extent;
        let (done, all) = match self.cut_off {
            Some(cut_off) if cut_off < extent.duration => (self.last.0, cut_off.0),
            _ => (self.taken, extent.records),
        };
        (done as f64 / all.max(1) as f64).min(1.0)
    }

    /// The figures of the replay.
    pub fn replayed(self) -> Replayed {
        let cut = self.schedule.cut();
        self.tally.replayed(self.replay, self.taken, cut)
    }
}
