//! What blkparse prints: `MAJOR,MINOR CPU SEQUENCE SECONDS.NANOSECONDS PID ACTION RWBS`, then
//! `SECTOR + SECTORS` and, in brackets, the process or the error. A stream is a device.
//!
//! Read are queue (Q), merge (M, F), issue (D), requeue (R) and completion (C); [`InFlight`] puts
//! them together. Written are an issue and, where it is known, a completion of each record.

mod event;
mod writer;

pub(super) use writer::Writer;

use super::fields::{record, shown};
use super::in_flight::InFlight;
use super::source::Grammar;
use super::streams::Streams;
use crate::{Op, Record};
use event::{Event, Payload};
use std::collections::VecDeque;

/// Lines to records.
#[derive(Default)]
pub(super) struct Reader {
    in_flight: InFlight,
    /// What follows is the account that blkparse gives at its end.
    in_summary: bool,
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
                return Ok(());
            }
            return Err(format!(
                "{} is no event of blkparse's default layout (major,minor cpu sequence seconds.nanoseconds pid action rwbs ...)",
                shown(line)
            ));
        }
        let Some(event) = Event::of(line)? else {
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
        let is_flush = event.op == Op::Flush;
        let record = record(
            event.at,
            None,
            event.op,
            if is_flush { 0 } else { sector_bytes },
            bytes,
            streams.number(event.device)?,
        );
        match event.action {
            b"Q" => self.in_flight.queue(with_rest(record, &event, note)),
            b"D" => self.in_flight.issue(with_rest(record, &event, note)),
            b"M" | b"F" => self.in_flight.merge(&record),
            b"R" => self.in_flight.requeue(&record),
            _ => {
                if let Some(record) = self.in_flight.complete(&record)
                    && let Some(error) = event::error_number(note)
                {
                    event::set_error(record, error);
                }
            }
        }
        self.in_flight.deliver(ready);
        Ok(())
    }

    fn end(&mut self, ready: &mut VecDeque<Record>) {
        self.in_flight.end(ready);
    }
}

fn with_rest(mut record: Record, event: &Event, process: &str) -> Record {
    record.rest = Some(event.rest(process));
    record
}
