//! Events into records.

use super::direction::letters;
use super::event::{COMPLETED, Event, ISSUED, MERGED_BEFORE, MERGED_BEHIND, PUT_BACK, QUEUED};
use super::merge::Merge;
use super::{DEVICES, SECTOR_BYTES};
use crate::form::block_events::{InFlight, Rest, set_error};
use crate::form::{Broken, cannot};
use crate::{About, MissingEvents, Op, Record, Records, TraceError};
use fourcorners_block::{Bytes, Nanos};
use std::collections::{HashMap, VecDeque};
use std::io::BufRead;

pub(in crate::form) struct Reader {
    file: String,
    events: Merge,
    in_flight: InFlight,
    ready: VecDeque<Record>,
    about: About,
    start: u64,
    streams: Vec<String>,
    /// The stream of each device.
    numbers: HashMap<u32, u32>,
    /// Completions of I/Os whose issue is missing.
    without_issue: u64,
    ended: bool,
}

impl Reader {
    /// Reads ahead, for the start of the recording. `inputs` are its files with their names.
    pub(in crate::form) fn new(
        inputs: Vec<(Box<dyn BufRead + Send>, String)>,
        broken: Broken,
    ) -> Result<Self, TraceError> {
        let file = inputs.first().map(|(_, file)| file.clone());
        let events = Merge::new(inputs, broken)?;
        let start = events.notices.start.unwrap_or(0);
        let instant = events.notices.instant;
        let origin =
            instant.map(|(instant, unix_ns)| unix_ns + i128::from(start) - i128::from(instant));
        Ok(Self {
            file: file.unwrap_or_default(),
            events,
            in_flight: InFlight::default(),
            ready: VecDeque::new(),
            about: About {
                form: "blktrace".into(),
                title: String::new(),
                origin_unix_ns: origin,
                ..About::default()
            },
            start,
            streams: Vec::new(),
            numbers: HashMap::new(),
            without_issue: 0,
            ended: false,
        })
    }

    fn add(&mut self, event: &Event) -> Result<(), TraceError> {
        let Some(op) = event.op() else {
            return Ok(());
        };
        let mut record = self.record(event, op)?;
        match event.what() {
            what @ (QUEUED | ISSUED) => {
                let process = self.events.notices.processes.get(&event.pid);
                let rest = Rest {
                    error: 0,
                    cpu: event.cpu.into(),
                    pid: event.pid.into(),
                    rwbs: &letters(event),
                    process: process.map_or("", |name| name),
                };
                record.rest = Some(rest.to_string().into());
                match what {
                    QUEUED => self.in_flight.queue(record),
                    _ => self.in_flight.issue(record),
                }
            }
            MERGED_BEHIND | MERGED_BEFORE => self.in_flight.merge(&record),
            PUT_BACK => self.in_flight.requeue(&record),
            COMPLETED => match self.in_flight.complete(&record) {
                Some(finished) => set_error(finished, event.error.cast_signed()),
                None => self.without_issue += 1,
            },
            _ => {}
        }
        self.in_flight.deliver(&mut self.ready);
        Ok(())
    }

    /// What an event tells of an I/O, at its own instant.
    fn record(&mut self, event: &Event, op: Op) -> Result<Record, TraceError> {
        let next = self.streams.len() as u32;
        let stream = *self.numbers.entry(event.device).or_insert(next);
        if stream == next {
            if self.streams.len() == DEVICES {
                let reason = format!("it has more than {DEVICES} devices, which no recording has");
                return Err(cannot(&self.file, reason));
            }
            let (major, minor) = (event.device >> 20, event.device & 0xf_ffff);
            self.streams.push(format!("{major},{minor}"));
        }
        let offset = match op {
            // It has no address; what stands there differs from event to event.
            Op::Flush => 0,
            _ => event.sector.saturating_mul(SECTOR_BYTES),
        };
        Ok(Record {
            issued: Nanos(event.time.saturating_sub(self.start)),
            took: None,
            op,
            offset: Bytes(offset),
            bytes: Bytes(event.bytes.into()),
            stream,
            after: None,
            data: None,
            rest: None,
        })
    }
}

impl Records for Reader {
    fn about(&self) -> &About {
        &self.about
    }

    fn streams(&self) -> &[String] {
        &self.streams
    }

    /// Files that were cut off inside an event.
    fn skipped(&self) -> u64 {
        self.events.torn
    }

    fn missing(&self) -> MissingEvents {
        let (lost, first) = self.events.missing();
        MissingEvents {
            lost,
            first,
            without_issue: self.without_issue,
        }
    }

    fn read(&mut self, most: usize, into: &mut Vec<Record>) -> Result<(), TraceError> {
        while self.ready.is_empty() && !self.ended {
            match self.events.next()? {
                Some(event) => self.add(&event)?,
                None => {
                    self.ended = true;
                    self.in_flight.end(&mut self.ready);
                }
            }
        }
        let count = most.min(self.ready.len());
        into.extend(self.ready.drain(..count));
        Ok(())
    }
}
