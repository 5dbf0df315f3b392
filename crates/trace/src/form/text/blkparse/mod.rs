//! What blkparse prints: `MAJOR,MINOR CPU SEQUENCE SECONDS.NANOSECONDS PID ACTION RWBS`, then
//! `SECTOR + SECTORS` and, in brackets, the process or the error. A stream is a device.
//!
//! Read are queue (Q), merge (M, F), issue (D), requeue (R) and completion (C); [`ByTime`] puts
//! them in order, and [`InFlight`] together. Written are an issue and, where it is known, a
//! completion of each record.

mod event;
mod writer;

pub(super) use writer::Writer;

use super::fields::{digits, record, shown, words};
use super::source::Grammar;
use super::streams::Streams;
use crate::form::block_events::{ByTime, Does, InFlight, set_error};
use crate::{MissingEvents, Op, Record};
use event::{Event, Payload};
use fourcorners_block::DataClass;
use std::collections::VecDeque;

/// Lines to records.
#[derive(Default)]
pub(super) struct Reader {
    events: ByTime<(Record, Happened)>,
    in_flight: InFlight,
    /// Events of what no record can hold.
    passed_over: u64,
    missing: MissingEvents,
    /// What follows is the account that blkparse gives at its end.
    in_summary: bool,
}

/// What an event tells of an I/O.
#[derive(Clone, Copy)]
enum Happened {
    Queued,
    Issued,
    Merged,
    Requeued,
    Completed { error: i16 },
}

impl Grammar for Reader {
    fn line(
        &mut self,
        line: &[u8],
        streams: &mut Streams,
        ready: &mut VecDeque<Record>,
    ) -> Result<(), String> {
        let line = line.trim_ascii_start();
        if !line.first().is_some_and(u8::is_ascii_digit) {
            self.in_summary |= line.starts_with(b"CPU") || line.starts_with(b"Total (");
            if self.in_summary || line.starts_with(b"Input file ") {
                let lost = skips(line).unwrap_or(0);
                self.missing.lost = self.missing.lost.saturating_add(lost);
                return Ok(());
            }
            return Err(format!(
                "{} is not an event in blkparse's default layout (major,minor cpu sequence \
                 seconds.nanoseconds pid action rwbs ...)",
                shown(line)
            ));
        }
        let Some(event) = Event::of(line)? else {
            return Ok(());
        };
        let Some(op) = event.does.op() else {
            self.passed_over += 1;
            return Ok(());
        };
        let (sector_bytes, bytes, note) = match event.payload {
            Payload::Blocks {
                sector_bytes,
                bytes,
                note,
            } => (sector_bytes, bytes, note),
            Payload::Nothing { note } => (0, 0, note),
        };
        let mut record = record(
            event.at,
            None,
            op,
            if op == Op::Flush { 0 } else { sector_bytes },
            bytes,
            streams.number(event.device)?,
        );
        record.data = (event.does == Does::Zeroes).then_some(DataClass::Zero);
        let happened = match event.action {
            b"M" | b"F" => Happened::Merged,
            b"R" => Happened::Requeued,
            b"C" => Happened::Completed {
                error: event::error_number(note).unwrap_or(0),
            },
            action => {
                record.rest = Some(event.rest(note));
                match action {
                    b"Q" => Happened::Queued,
                    _ => Happened::Issued,
                }
            }
        };
        if let Some((earliest, happened)) = self.events.put(event.at, (record, happened)) {
            self.take(earliest, happened, ready);
        }
        Ok(())
    }

    fn passed_over(&self) -> u64 {
        self.passed_over
    }

    fn missing(&self) -> MissingEvents {
        self.missing
    }

    fn end(&mut self, ready: &mut VecDeque<Record>) {
        while let Some((record, happened)) = self.events.next() {
            self.take(record, happened, ready);
        }
        self.in_flight.end(ready);
    }
}

impl Reader {
    fn take(&mut self, record: Record, happened: Happened, ready: &mut VecDeque<Record>) {
        match happened {
            Happened::Queued => self.in_flight.queue(record),
            Happened::Issued => self.in_flight.issue(record),
            Happened::Merged => self.in_flight.merge(&record),
            Happened::Requeued => self.in_flight.requeue(&record),
            Happened::Completed { error } => match self.in_flight.complete(&record) {
                Some(record) => set_error(record, error),
                None => self.missing.without_issue += 1,
            },
        }
        self.in_flight.deliver(ready);
    }
}

/// Events that blkparse found missing, of the line of its account that gives them:
/// `Skips: 2 forward (18 -   3.0%)`.
fn skips(line: &[u8]) -> Option<u64> {
    let counts = line.strip_prefix(b"Skips: ")?;
    let events = counts.split(|byte| *byte == b'(').nth(1)?;
    digits(words(events).next()?)
}
