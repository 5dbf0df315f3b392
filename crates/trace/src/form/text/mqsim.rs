//! MQSim's traces: arrival in nanoseconds, device, sector of 512 bytes, sectors, and 0 for a write
//! or 1 for a read. A stream is a device.

use super::fields::{
    at_spaces, in_sectors, number, only_reads_and_writes, push_number, record, sectors, shown,
};
use super::sink::Layout;
use super::source::{Grammar, Separator};
use super::streams::Streams;
use crate::{Op, Record};
use fourcorners_block::Nanos;
use std::collections::VecDeque;

/// Lines to records.
pub(super) struct Reader;

impl Grammar for Reader {
    fn columns(&self) -> Option<(Separator, usize)> {
        Some((Separator::Space, 5))
    }

    fn line(
        &mut self,
        line: &[u8],
        streams: &mut Streams,
        ready: &mut VecDeque<Record>,
    ) -> Result<(), String> {
        let [arrival, device, sector, length, kind] =
            at_spaces(line, "arrival, device, sector, sectors and type")?;
        let op = match kind {
            b"0" => Op::Write,
            b"1" => Op::Read,
            _ => {
                return Err(format!(
                    "type is {}; expected 0 (write) or 1 (read)",
                    shown(kind)
                ));
            }
        };
        number(device, "device")?;
        ready.push_back(record(
            Nanos(number(arrival, "arrival")?),
            None,
            op,
            sectors(sector, "sector")?,
            sectors(length, "sectors")?,
            streams.number(device)?,
        ));
        Ok(())
    }
}

/// Records to lines.
pub(super) struct Writer;

impl Layout for Writer {
    fn record(&mut self, record: &Record, name: &str, out: &mut Vec<u8>) -> Result<(), String> {
        let kind = match record.op {
            Op::Read => b" 1\n",
            Op::Write => b" 0\n",
            other => return Err(only_reads_and_writes(other)),
        };
        let (sector, length) = in_sectors(record)?;
        push_number(out, record.issued.0);
        out.push(b' ');
        out.extend_from_slice(name.as_bytes());
        out.push(b' ');
        push_number(out, sector);
        out.push(b' ');
        push_number(out, length);
        out.extend_from_slice(kind);
        Ok(())
    }
}
