//! Records into events: each is queued (Q) and issued (D) at once, and completed (C) where that
//! is known. fio replays what was queued, blkparse tells of all three.

use super::direction::flags;
use super::event::{COMPLETED, Event, ISSUED, MESSAGE, PROCESS, QUEUED, TIMESTAMP, category};
use super::{DEVICES, SECTOR_BYTES};
use crate::form::block_events::Rest;
use crate::form::cannot;
use crate::{About, Op, Record, Sink, TraceError};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::io::Write;

/// Completions that wait for their turn at most; the earliest goes before its turn.
const WAITING: usize = 1 << 20;
/// Processes whose names are known to be written; of more, a name may stand twice.
const PROCESSES: usize = 1 << 16;
/// Of a device number that no trace gave: Linux leaves this major number to experiments.
const MAJOR: u32 = 240;

/// The instant of the recording's start: blkparse and fio take 0 for an instant that is not known.
const START_NS: u64 = 1_000_000_000;

pub(in crate::form) struct Writer {
    output: Box<dyn Write + Send>,
    file: String,
    origin_unix_ns: Option<i128>,
    begun: bool,
    written: u64,
    sequence: u32,
    completions: BinaryHeap<Reverse<Event>>,
    processes: HashMap<u32, Box<str>>,
    /// The device number of each stream, made when its first record comes.
    devices: Vec<Option<u32>>,
    /// Which stream has that number.
    numbered: HashMap<u32, usize>,
}

impl Writer {
    pub(in crate::form) fn new(output: Box<dyn Write + Send>, file: &str, about: &About) -> Self {
        Self {
            output,
            file: file.into(),
            origin_unix_ns: about.origin_unix_ns,
            begun: false,
            written: 0,
            sequence: 0,
            completions: BinaryHeap::new(),
            processes: HashMap::new(),
            devices: Vec::new(),
            numbered: HashMap::new(),
        }
    }

    fn put(&mut self, mut event: Event, more: &[u8]) -> Result<(), TraceError> {
        self.sequence = self.sequence.wrapping_add(1);
        event.sequence = self.sequence;
        event.more_bytes = more.len() as u16;
        let written = self.output.write_all(&event.to_bytes());
        let written = written.and_then(|()| self.output.write_all(more));
        written.map_err(|error| cannot(&self.file, error))
    }

    fn notice(&mut self, what: u32, pid: u32, more: &[u8]) -> Result<(), TraceError> {
        let notice = Event {
            time: START_NS,
            action: what | category::NOTICE,
            pid,
            ..Event::default()
        };
        self.put(notice, more)
    }

    /// At the start of the recording: what time it was then, or, for the instant alone, who wrote
    /// it.
    fn begin(&mut self) -> Result<(), TraceError> {
        if std::mem::replace(&mut self.begun, true) {
            return Ok(());
        }
        let origin = self.origin_unix_ns.and_then(|ns| {
            let seconds = u32::try_from(ns.div_euclid(1_000_000_000)).ok()?;
            Some((seconds, ns.rem_euclid(1_000_000_000) as u32))
        });
        match origin {
            Some((seconds, nanos)) => {
                let more = [seconds.to_le_bytes(), nanos.to_le_bytes()].concat();
                self.notice(TIMESTAMP, 0, &more)
            }
            None => self.notice(MESSAGE, 0, b"written by fourcorners"),
        }
    }

    fn unfit(&self, reason: &str) -> TraceError {
        TraceError::Unfit {
            number: self.written + 1,
            form: "blktrace",
            reason: format!("{reason}; the format 'own' can store it"),
        }
    }

    /// The device number of a stream: no two have the same.
    fn device(&mut self, stream: usize, streams: &[String]) -> Result<u32, TraceError> {
        if let Some(Some(device)) = self.devices.get(stream) {
            return Ok(*device);
        }
        let Some(name) = streams.get(stream) else {
            return Err(self.unfit("its stream has no name"));
        };
        let number = device(name, stream);
        if let Some(other) = self.numbered.get(&number).and_then(|one| streams.get(*one)) {
            let reason =
                format!("its stream {name:?} would have the same device number here as {other:?}");
            return Err(self.unfit(&reason));
        }
        if self.numbered.len() == DEVICES {
            return Err(self.unfit(&format!("it has more than {DEVICES} devices")));
        }
        self.numbered.insert(number, stream);
        self.devices
            .resize(self.devices.len().max(stream + 1), None);
        self.devices[stream] = Some(number);
        Ok(number)
    }

    fn record(&mut self, record: &Record, streams: &[String]) -> Result<(), TraceError> {
        if !record.offset.0.is_multiple_of(SECTOR_BYTES) {
            return Err(self.unfit("the format counts addresses in 512-byte sectors"));
        }
        let Ok(bytes) = u32::try_from(record.bytes.0) else {
            return Err(self.unfit("the format stores at most 4 GiB - 1 byte per I/O"));
        };
        if bytes == 0 && record.op != Op::Flush {
            return Err(self.unfit("the format does not support zero-length I/Os"));
        }
        let device = self.device(record.stream as usize, streams)?;
        let rest = Rest::of(record).map_err(|reason| self.unfit(&reason))?;
        let (Ok(cpu), Ok(pid)) = (u32::try_from(rest.cpu), u32::try_from(rest.pid)) else {
            return Err(self.unfit("the format limits CPU and process numbers to 2^32 - 1"));
        };
        if rest.process.contains('\0') {
            return Err(self.unfit("a process name must not contain a NUL byte"));
        }
        let Some(issued) = record.issued.0.checked_add(START_NS) else {
            return Err(self.unfit("the time is beyond the limit of the format"));
        };
        while self
            .completions
            .peek()
            .is_some_and(|one| one.0.time <= issued)
            || self.completions.len() >= WAITING
        {
            self.complete()?;
        }
        let known = self.processes.get(&pid).map_or("", |name| name);
        if !rest.process.is_empty() && known != rest.process {
            // As the kernel's, whose have up to 15 bytes: with a 0 behind it.
            self.notice(PROCESS, pid, &[rest.process.as_bytes(), b"\0"].concat())?;
            if self.processes.len() == PROCESSES {
                self.processes.clear();
            }
            self.processes.insert(pid, rest.process.into());
        }
        let kind = match record.op {
            Op::Read => category::READ,
            Op::Write => category::WRITE,
            Op::Trim => category::WRITE | category::DISCARD,
            Op::Flush => category::READ | category::FLUSH,
        };
        let event = |time, what| Event {
            time,
            sector: record.offset.0 / SECTOR_BYTES,
            bytes,
            action: what | kind | flags(rest.rwbs) | category::FS,
            pid,
            device,
            cpu,
            ..Event::default()
        };
        self.put(event(issued, QUEUED | category::QUEUE), &[])?;
        self.put(event(issued, ISSUED | category::ISSUE), &[])?;
        if let Some(took) = record.took {
            let finished = issued.saturating_add(took.0);
            let completed = event(finished, COMPLETED | category::COMPLETE);
            self.completions.push(Reverse(Event {
                // Those of one instant in the order in which they were issued.
                sequence: self.sequence,
                error: rest.error.cast_unsigned(),
                ..completed
            }));
        }
        self.written += 1;
        Ok(())
    }

    fn complete(&mut self) -> Result<(), TraceError> {
        match self.completions.pop() {
            Some(Reverse(event)) => self.put(event, &[]),
            None => Ok(()),
        }
    }
}

/// The device number of a stream named as blkparse does (`8,0`); of another, one of its own.
fn device(name: &str, stream: usize) -> u32 {
    let numbers = name.split_once(',').and_then(|(major, minor)| {
        let (major, minor): (u32, u32) = (major.parse().ok()?, minor.parse().ok()?);
        (major < 1 << 12 && minor < 1 << 20).then_some(major << 20 | minor)
    });
    numbers.unwrap_or(MAJOR << 20 | (stream as u32 & 0xf_ffff))
}

impl Sink for Writer {
    fn write(&mut self, records: &[Record], streams: &[String]) -> Result<(), TraceError> {
        self.begin()?;
        records
            .iter()
            .try_for_each(|record| self.record(record, streams))
    }

    fn finish(mut self: Box<Self>) -> Result<(), TraceError> {
        self.begin()?;
        while !self.completions.is_empty() {
            self.complete()?;
        }
        let flushed = self.output.flush();
        flushed.map_err(|error| cannot(&self.file, error))
    }
}
