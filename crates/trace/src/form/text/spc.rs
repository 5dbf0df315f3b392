//! The Storage Performance Council's traces, as at UMass: `ASU,LBA,Size,Opcode,Timestamp` and
//! whatever else, seconds from the start. LBA counts blocks of 512 bytes there. A stream is an
//! application storage unit (ASU).

use super::fields::{
    decimal, number, only_reads_and_writes, push_decimal, push_number, read_or_write, record,
    rest_of, sectors, shown, whole_sectors,
};
use super::sink::Layout;
use super::source::{Grammar, Separator};
use super::streams::Streams;
use crate::{Op, Record};
use fourcorners_block::Nanos;
use std::collections::VecDeque;

const FIELDS: usize = 5;

/// Lines to records.
pub(super) struct Reader;

impl Grammar for Reader {
    fn columns(&self) -> Option<(Separator, usize)> {
        Some((Separator::Comma, FIELDS))
    }

    fn line(
        &mut self,
        line: &[u8],
        streams: &mut Streams,
        ready: &mut VecDeque<Record>,
    ) -> Result<(), String> {
        let mut found = [&[] as &[u8]; FIELDS];
        let mut parts = line.splitn(FIELDS + 1, |byte| *byte == b',');
        for field in &mut found {
            *field = parts
                .next()
                .ok_or_else(|| {
                    format!(
                        "{} is too short; expected ASU,LBA,Size,Opcode,Timestamp and optional \
                         fields",
                        shown(line)
                    )
                })?
                .trim_ascii();
        }
        let [unit, lba, size, opcode, timestamp] = found;
        number(unit, "ASU")?;
        let mut record = record(
            Nanos(decimal(timestamp, 9, "Timestamp")?),
            None,
            read_or_write(opcode, "Opcode")?,
            sectors(lba, "LBA")?,
            number(size, "Size")?,
            streams.number(unit)?,
        );
        if let Some(more) = parts.next() {
            let more = std::str::from_utf8(more)
                .map_err(|_| "its optional fields are not UTF-8".to_owned())?;
            record.rest = Some(format!("spc:{more}").into());
        }
        ready.push_back(record);
        Ok(())
    }
}

/// Records to lines.
pub(super) struct Writer;

impl Layout for Writer {
    fn record(&mut self, record: &Record, name: &str, out: &mut Vec<u8>) -> Result<(), String> {
        let opcode = match record.op {
            Op::Read => b",R,",
            Op::Write => b",W,",
            other => return Err(only_reads_and_writes(other)),
        };
        let lba = whole_sectors(record.offset, "offset")?;
        out.extend_from_slice(name.as_bytes());
        out.push(b',');
        push_number(out, lba);
        out.push(b',');
        push_number(out, record.bytes.0);
        out.extend_from_slice(opcode);
        // Microseconds, as in the traces that there are, unless it is finer.
        if record.issued.0.is_multiple_of(1000) {
            push_decimal(out, record.issued.0 / 1000, 6);
        } else {
            push_decimal(out, record.issued.0, 9);
        }
        if let Some(more) = rest_of(record, "spc") {
            if more.contains(['\n', '\r']) {
                return Err(format!(
                    "its optional fields {more:?} contain a line break; csv can store them"
                ));
            }
            out.push(b',');
            out.extend_from_slice(more.as_bytes());
        }
        out.push(b'\n');
        Ok(())
    }
}
