//! A trace under way: its records are read ahead and become I/Os of this drive, which are due by
//! its own dependencies. Two of them may run side by side.

use super::operations::Operations;
use super::place::Places;
use super::schedule::Schedule;
use fourcorners_bench::Trace;
use fourcorners_block::{Data, DataClass, Drive, Lba, Nanos, Request, Seed};
use fourcorners_trace::{Op, Record, Records};
use std::sync::Arc;

/// Records are read in portions of at most so many.
const PORTION: usize = 1024;

/// What is kept of a record until it has finished.
pub struct Io {
    pub op: Op,
    pub lba: Lba,
    /// Absent if it is not carried out.
    pub request: Option<Request>,
    /// Its stream in the trace.
    pub stream: u32,
}

/// How a track is run.
pub struct Way {
    pub trace: Arc<Trace>,
    /// Its randomness.
    pub seed: Seed,
    /// Where its I/Os go.
    pub places: Places,
    /// What is written where the trace does not say it.
    pub data: DataClass,
    /// Added to the numbers of its records: its requests' tags.
    pub tag: u64,
    /// Of the recording, if it is cut short: no record from then on.
    pub cut_off: Option<Nanos>,
    /// Whether it begins again at its end.
    pub is_endless: bool,
}

pub struct Track {
    way: Way,
    records: Box<dyn Records>,
    portion: Vec<Record>,
    /// When each of them is due.
    pub schedule: Schedule<Io>,
    /// What is known of the operations that its streams are.
    pub operations: Operations,
    takes_trim: bool,
    /// Of the recording: its first record, and the last that was taken.
    first: Option<Nanos>,
    last: Nanos,
    /// Records that were taken.
    pub taken: u64,
    /// I/Os that were not of whole blocks, and those that were moved.
    pub widened: u64,
    pub wrapped: u64,
    ended: bool,
}

impl Track {
    /// From its first record on.
    ///
    /// # Errors
    /// The trace cannot be read: a sentence.
    pub fn new(way: Way, schedule: Schedule<Io>, drive: &dyn Drive) -> Result<Self, String> {
        let records = way.trace.records(way.seed);
        Ok(Self {
            records: records.map_err(|error| error.to_string())?,
            way,
            portion: Vec::with_capacity(PORTION),
            schedule,
            operations: Operations::default(),
            takes_trim: drive.identity().discard.is_some(),
            first: None,
            last: Nanos(0),
            taken: 0,
            widened: 0,
            wrapped: 0,
            ended: false,
        })
    }

    /// Reads until enough is known of what is to come.
    ///
    /// # Errors
    /// The trace cannot be read, or does not fit on the drive: a sentence.
    pub fn read_ahead(&mut self) -> Result<(), String> {
        let mut begun_again = false;
        while !self.ended {
            let room = self.schedule.room().min(PORTION);
            if room == 0 {
                return Ok(());
            }
            let mut portion = std::mem::take(&mut self.portion);
            portion.clear();
            let read = self.records.read(room, &mut portion);
            read.map_err(|error| error.to_string())?;
            self.operations.known(&*self.records);
            if portion.is_empty() && self.way.is_endless && !begun_again {
                let again = self.way.trace.records(self.way.seed);
                self.records = again.map_err(|error| error.to_string())?;
                self.portion = portion;
                begun_again = true;
                continue;
            }
            begun_again = false;
            self.ended = portion.is_empty();
            for record in &portion {
                let first = *self.first.get_or_insert(record.issued);
                let since = record.issued.saturating_sub(first);
                if self.way.cut_off.is_some_and(|cut_off| since >= cut_off) {
                    self.operations.cut_short();
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
        let tag = self.way.tag + number;
        let skipped = Io {
            op: record.op,
            lba: Lba(0),
            request: None,
            stream: record.stream,
        };
        if record.op == Op::Flush {
            let request = Some(Request::flush(tag));
            return Ok(Io { request, ..skipped });
        }
        if record.op == Op::Trim && !self.takes_trim {
            return Ok(skipped);
        }
        let place = self.way.places.of(record).map_err(|error| {
            let name = &self.way.trace.name;
            format!("record {} of the trace '{name}': {error}", number + 1)
        })?;
        let Some(place) = place else {
            return Ok(skipped);
        };
        self.widened += u64::from(place.is_rounded);
        self.wrapped += u64::from(place.is_wrapped);
        let (lba, blocks) = (place.lba, place.blocks);
        let request = match record.op {
            Op::Read | Op::Flush => Request::read(tag, lba, blocks),
            Op::Write => Request::write(tag, lba, blocks, self.data(record, number)),
            Op::Trim => Request::discard(tag, lba, blocks),
        };
        Ok(Io {
            lba,
            request: Some(request),
            ..skipped
        })
    }

    /// What a write carries: each its own content, where its class has more than one.
    fn data(&self, record: &Record, number: u64) -> Data {
        let class = record.data.unwrap_or(self.way.data);
        let identity = match class {
            DataClass::Zero | DataClass::OneBuffer => 0,
            _ => number as u32,
        };
        Data { class, identity }
    }

    /// Whether nothing is left to be handed over.
    pub fn is_handed_over(&self) -> bool {
        self.ended && self.schedule.is_empty()
    }

    /// Lines of its file, and files, that were passed over.
    pub fn broken(&self) -> u64 {
        self.records.skipped()
    }

    /// Events that its recording lost.
    pub fn lost_events(&self) -> u64 {
        self.records.missing().lost
    }

    /// Records that were put in order.
    pub fn moved(&self) -> u64 {
        self.records.moved()
    }

    /// From the first issue to the last of those that were taken, as recorded.
    pub fn recorded(&self) -> Nanos {
        self.last
    }

    /// Share that is done, 0 to 1.
    pub fn fraction(&self) -> f64 {
        let extent = &self.way.trace.extent;
        let (done, all) = match self.way.cut_off {
            Some(cut_off) if cut_off < extent.duration => (self.last.0, cut_off.0),
            _ => (self.taken, extent.records),
        };
        (done as f64 / all.max(1) as f64).min(1.0)
    }
}
