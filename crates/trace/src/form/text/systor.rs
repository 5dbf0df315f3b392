//! SYSTOR '17: `Timestamp,Response,IOType,LUN,Offset,Size`, seconds since 1970 with nine decimals,
//! bytes. A stream is a LUN.
//!
//! A blank IOType is a request whose answer the recorder did not see: nobody knows what it was. It
//! is kept as a read, and marked.

use super::fields::{
    at_commas, decimal, number, only_reads_and_writes, push_decimal, push_number, read_or_write,
    record, rest_of, since,
};
use super::sink::Layout;
use super::source::{Grammar, Separator};
use super::streams::Streams;
use crate::{Op, Record};
use fourcorners_block::Nanos;
use std::collections::VecDeque;

const HEADER: &str = "Timestamp,Response,IOType,LUN,Offset,Size";
/// What [`Record::rest`] says of one whose IOType is blank.
const BLANK: &str = "systor:blank";

/// Lines to records.
pub(super) struct Reader;

impl Grammar for Reader {
    fn columns(&self) -> Option<(Separator, usize)> {
        Some((Separator::Comma, 6))
    }

    fn header(&self) -> Option<&'static str> {
        Some(HEADER)
    }

    fn epoch_unix_ns(&self) -> Option<i128> {
        Some(0)
    }

    fn line(
        &mut self,
        line: &[u8],
        streams: &mut Streams,
        ready: &mut VecDeque<Record>,
    ) -> Result<(), String> {
        let [timestamp, response, kind, lun, offset, size] = at_commas(line, HEADER)?;
        let took = match response {
            b"" => None,
            _ => Some(Nanos(decimal(response, 9, "Response")?)),
        };
        let op = match kind {
            b"" => Op::Read,
            _ => read_or_write(kind, "IOType")?,
        };
        number(lun, "LUN")?;
        let mut record = record(
            Nanos(decimal(timestamp, 9, "Timestamp")?),
            took,
            op,
            number(offset, "Offset")?,
            number(size, "Size")?,
            streams.number(lun)?,
        );
        if kind.is_empty() {
            record.rest = Some(BLANK.into());
        }
        ready.push_back(record);
        Ok(())
    }
}

/// Records to lines.
pub(super) struct Writer {
    pub(super) origin_unix_ns: i128,
}

impl Layout for Writer {
    fn begin(&mut self, out: &mut Vec<u8>) {
        out.extend_from_slice(HEADER.as_bytes());
        out.push(b'\n');
    }

    fn record(&mut self, record: &Record, name: &str, out: &mut Vec<u8>) -> Result<(), String> {
        let kind = match record.op {
            Op::Read if rest_of(record, "systor") == Some("blank") => b",,".as_slice(),
            Op::Read => b",R,",
            Op::Write => b",W,",
            other => return Err(only_reads_and_writes(other)),
        };
        push_decimal(out, since(0, self.origin_unix_ns, record.issued, 1)?, 9);
        out.push(b',');
        if let Some(took) = record.took {
            push_decimal(out, took.0, 9);
        }
        out.extend_from_slice(kind);
        out.extend_from_slice(name.as_bytes());
        out.push(b',');
        push_number(out, record.offset.0);
        out.push(b',');
        push_number(out, record.bytes.0);
        out.push(b'\n');
        Ok(())
    }
}
