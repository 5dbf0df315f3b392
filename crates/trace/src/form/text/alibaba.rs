//! Alibaba's block traces: `device_id,opcode,offset,length,timestamp`, bytes, microseconds since
//! 1970. A stream is a device.

use super::fields::{
    at_commas, number, number_of, only_reads_and_writes, push_number, read_or_write, record, since,
};
use super::sink::Layout;
use super::source::{Grammar, Separator};
use super::streams::Streams;
use crate::{Op, Record};
use fourcorners_block::Nanos;
use std::collections::VecDeque;

const HEADER: &str = "device_id,opcode,offset,length,timestamp";
const MICROSECOND_NS: u64 = 1000;

/// Lines to records.
pub(super) struct Reader;

impl Grammar for Reader {
    fn columns(&self) -> Option<(Separator, usize)> {
        Some((Separator::Comma, 5))
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
        let [device, opcode, offset, length, timestamp] = at_commas(line, HEADER)?;
        let op = read_or_write(opcode, "opcode")?;
        number(device, "device_id")?;
        ready.push_back(record(
            Nanos(number_of(timestamp, MICROSECOND_NS, "timestamp")?),
            None,
            op,
            number(offset, "offset")?,
            number(length, "length")?,
            streams.number(device)?,
        ));
        Ok(())
    }
}

/// Records to lines.
pub(super) struct Writer {
    pub(super) origin_unix_ns: i128,
}

impl Layout for Writer {
    fn record(&mut self, record: &Record, name: &str, out: &mut Vec<u8>) -> Result<(), String> {
        let opcode = match record.op {
            Op::Read => b",R,",
            Op::Write => b",W,",
            other => return Err(only_reads_and_writes(other)),
        };
        let timestamp = since(
            0,
            self.origin_unix_ns,
            record.issued,
            i128::from(MICROSECOND_NS),
        )?;
        out.extend_from_slice(name.as_bytes());
        out.extend_from_slice(opcode);
        push_number(out, record.offset.0);
        out.push(b',');
        push_number(out, record.bytes.0);
        out.push(b',');
        push_number(out, timestamp);
        out.push(b'\n');
        Ok(())
    }
}
