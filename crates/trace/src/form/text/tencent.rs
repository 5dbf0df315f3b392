//! Tencent's cloud block storage: `Timestamp,Offset,Size,IOType,VolumeID`, seconds since 1970,
//! sectors, 0 a read and 1 a write. A stream is a volume.

use super::fields::{
    at_commas, in_sectors, number, number_of, only_reads_and_writes, push_number, record, sectors,
    shown, since,
};
use super::sink::Layout;
use super::source::{Grammar, Separator};
use super::streams::Streams;
use crate::{Op, Record};
use fourcorners_block::Nanos;
use std::collections::VecDeque;

const HEADER: &str = "Timestamp,Offset,Size,IOType,VolumeID";
const SECOND_NS: u64 = 1_000_000_000;

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
        let [timestamp, offset, size, kind, volume] = at_commas(line, HEADER)?;
        let op = match kind {
            b"0" => Op::Read,
            b"1" => Op::Write,
            _ => {
                return Err(format!(
                    "IOType is {}; expected 0 (read) or 1 (write)",
                    shown(kind)
                ));
            }
        };
        number(volume, "VolumeID")?;
        ready.push_back(record(
            Nanos(number_of(timestamp, SECOND_NS, "Timestamp")?),
            None,
            op,
            sectors(offset, "Offset")?,
            sectors(size, "Size")?,
            streams.number(volume)?,
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
        let kind = match record.op {
            Op::Read => b",0,",
            Op::Write => b",1,",
            other => return Err(only_reads_and_writes(other)),
        };
        let (offset, size) = in_sectors(record)?;
        let timestamp = since(0, self.origin_unix_ns, record.issued, i128::from(SECOND_NS))?;
        push_number(out, timestamp);
        out.push(b',');
        push_number(out, offset);
        out.push(b',');
        push_number(out, size);
        out.extend_from_slice(kind);
        out.extend_from_slice(name.as_bytes());
        out.push(b'\n');
        Ok(())
    }
}
