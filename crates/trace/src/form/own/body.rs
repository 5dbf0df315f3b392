//! A chunk's body into records: columns side by side.

use super::columns::Column;
use super::{COLUMNS, NAMES_BYTES, STREAMS, TEXT_BYTES, flags};
use crate::{Operation, Predecessor, Record};
use fourcorners_block::{Bytes, Nanos};
use std::num::NonZeroU32;
use std::ops::Range;

/// A body, unpacked, and what of the bodies before it this one goes on from.
#[derive(Default)]
pub(super) struct Body {
    body: Vec<u8>,
    /// What is left of each column.
    columns: [Range<usize>; COLUMNS.len()],
    /// Records that are left.
    left: usize,
    streams: Vec<String>,
    /// The operations that they are, if they are any.
    operations: Option<Vec<Operation>>,
    names_bytes: usize,
    /// The last issue, and each stream's last end.
    issued: u64,
    ends: Vec<u64>,
}

/// What is wrong with a body.
#[derive(thiserror::Error, Debug)]
pub(super) enum Flaw {
    #[error("{0}")]
    Is(&'static str),
    #[error("the column '{0}' of a chunk is truncated or contains an invalid value")]
    Column(&'static str),
}

impl Body {
    /// Of a file whose streams are operations, or are not.
    pub(super) fn new(has_operations: bool) -> Self {
        Self {
            operations: has_operations.then(Vec::new),
            ..Self::default()
        }
    }

    /// Records that are left.
    pub(super) fn left(&self) -> usize {
        self.left
    }

    /// Names of all streams so far.
    pub(super) fn streams(&self) -> &[String] {
        &self.streams
    }

    /// The operations that those are.
    pub(super) fn operations(&self) -> &[Operation] {
        self.operations.as_deref().unwrap_or_default()
    }

    /// Takes the streams of a body, and finds its columns.
    pub(super) fn begin(&mut self, body: Vec<u8>, records: usize) -> Result<(), Flaw> {
        let mut head = Column { left: &body };
        let many = Flaw::Is("a chunk names more streams than are allowed");
        let new = head.number().ok_or(Flaw::Is("a chunk has no streams"))?;
        if new > (STREAMS - self.streams.len()) as u64 {
            return Err(many);
        }
        for _ in 0..new {
            let name = head
                .text(TEXT_BYTES)
                .ok_or(Flaw::Is("a stream name is invalid"))?;
            self.names_bytes += name.len();
            if self.names_bytes > NAMES_BYTES {
                return Err(many);
            }
            self.streams.push(name.into());
            if let Some(operations) = &mut self.operations {
                let mut time = || head.number().map(Nanos);
                let (before, after) = time()
                    .zip(time())
                    .ok_or(Flaw::Is("an operation has no times"))?;
                operations.push(Operation { before, after });
            }
            self.ends.push(0);
        }
        let mut lengths = [0; COLUMNS.len()];
        for length in &mut lengths {
            let number = head
                .number()
                .and_then(|number| usize::try_from(number).ok());
            *length = number.ok_or(Flaw::Is("a chunk lacks some of its columns"))?;
        }
        let mut columns = <[Range<usize>; COLUMNS.len()]>::default();
        let mut from = body.len() - head.left.len();
        for (column, length) in columns.iter_mut().zip(lengths) {
            let to = from.checked_add(length).filter(|to| *to <= body.len());
            let to = to.ok_or(Flaw::Is("a column is longer than its chunk"))?;
            *column = from..to;
            from = to;
        }
        if from != body.len() {
            return Err(Flaw::Is("a chunk is longer than its columns"));
        }
        (self.body, self.columns, self.left) = (body, columns, records);
        Ok(())
    }

    /// Appends so many records of the chunk.
    pub(super) fn decode(&mut self, count: usize, into: &mut Vec<Record>) -> Result<(), Flaw> {
        let body = &self.body;
        let mut columns = self
            .columns
            .clone()
            .map(|range| Column { left: &body[range] });
        let [
            what,
            issued,
            offset,
            bytes,
            streams,
            took,
            back,
            think,
            data,
            rest,
        ] = &mut columns;
        let mut last = self.issued;
        into.reserve(count);
        for _ in 0..count {
            let flags = what.byte().ok_or(Flaw::Column("flags"))?;
            let op = flags::op(flags).ok_or(Flaw::Is("a record has an unknown kind"))?;
            last = issued.after(last).ok_or(Flaw::Column("issued"))?;
            let stream = streams.number().ok_or(Flaw::Column("stream"))?;
            let end = usize::try_from(stream)
                .ok()
                .and_then(|stream| self.ends.get_mut(stream));
            let end = end.ok_or(Flaw::Is("a record belongs to a stream without a name"))?;
            let mut record = Record {
                issued: Nanos(last),
                took: None,
                op,
                offset: Bytes(offset.after(*end).ok_or(Flaw::Column("offset"))?),
                bytes: Bytes(bytes.number().ok_or(Flaw::Column("bytes"))?),
                // There are no more streams than that.
                stream: stream as u32,
                after: None,
                data: None,
                rest: None,
            };
            *end = record.end().0;
            if flags & flags::TOOK != 0 {
                record.took = Some(Nanos(took.number().ok_or(Flaw::Column("took"))?));
            }
            if flags & flags::AFTER != 0 {
                let back = back.number().and_then(|back| u32::try_from(back).ok());
                record.after = Some(Predecessor {
                    back: back.and_then(NonZeroU32::new).ok_or(Flaw::Column("back"))?,
                    think: Nanos(think.number().ok_or(Flaw::Column("think"))?),
                });
            }
            if flags & flags::DATA != 0 {
                record.data = Some(
                    data.number()
                        .and_then(flags::data)
                        .ok_or(Flaw::Column("data"))?,
                );
            }
            if flags & flags::REST != 0 {
                record.rest = Some(rest.text(TEXT_BYTES).ok_or(Flaw::Column("rest"))?.into());
            }
            into.push(record);
        }
        self.issued = last;
        for (range, column) in self.columns.iter_mut().zip(columns) {
            range.start = range.end - column.left.len();
        }
        self.left -= count;
        if self.left == 0 && !self.columns.iter().all(Range::is_empty) {
            return Err(Flaw::Is("a chunk contains data after its records"));
        }
        Ok(())
    }
}
