//! Microsoft Research Cambridge: `Timestamp,Hostname,DiskNumber,Type,Offset,Size,ResponseTime`,
//! times in units of 100 ns, from 1601. A stream is `HOST_DISK`, as those files are named.

use super::fields::{
    at_commas, digits, number, number_of, only_reads_and_writes, push_number, record, shown, since,
};
use super::sink::Layout;
use super::source::{Grammar, Separator};
use super::streams::Streams;
use crate::{Op, Record};
use fourcorners_block::Nanos;
use std::collections::VecDeque;

const HEADER: &str = "Timestamp,Hostname,DiskNumber,Type,Offset,Size,ResponseTime";
const TICK_NS: u64 = 100;
/// 1601-01-01.
const EPOCH_UNIX_NS: i128 = -11_644_473_600 * 1_000_000_000;

/// Lines to records.
#[derive(Default)]
pub(super) struct Reader {
    /// `HOST_DISK` of the line at hand.
    name: Vec<u8>,
}

impl Grammar for Reader {
    fn columns(&self) -> Option<(Separator, usize)> {
        Some((Separator::Comma, 7))
    }

    fn header(&self) -> Option<&'static str> {
        Some(HEADER)
    }

    fn epoch_unix_ns(&self) -> Option<i128> {
        Some(EPOCH_UNIX_NS)
    }

    fn line(
        &mut self,
        line: &[u8],
        streams: &mut Streams,
        ready: &mut VecDeque<Record>,
    ) -> Result<(), String> {
        let [timestamp, host, disk, kind, offset, size, response] = at_commas(line, HEADER)?;
        let op = if kind.eq_ignore_ascii_case(b"Read") {
            Op::Read
        } else if kind.eq_ignore_ascii_case(b"Write") {
            Op::Write
        } else {
            return Err(format!("Type is {}; expected Read or Write", shown(kind)));
        };
        number(disk, "DiskNumber")?;
        self.name.clear();
        self.name.extend_from_slice(host);
        self.name.push(b'_');
        self.name.extend_from_slice(disk);
        ready.push_back(record(
            Nanos(number_of(timestamp, TICK_NS, "Timestamp")?),
            Some(Nanos(number_of(response, TICK_NS, "ResponseTime")?)),
            op,
            number(offset, "Offset")?,
            number(size, "Size")?,
            streams.number(&self.name)?,
        ));
        Ok(())
    }
}

/// Records to lines.
pub(super) struct Writer {
    pub(super) origin_unix_ns: i128,
}

impl Layout for Writer {
    /// Host and disk, a comma between. A name of another kind is a host's with one disk, 0; a
    /// device's (`8,0`) has a hyphen for its comma.
    fn name(&self, name: &str, _stream: u32) -> Result<String, String> {
        if name.contains(['\n', '\r']) || name.trim() != name {
            return Err(format!(
                "the stream name {name:?} contains a line break or has space around it; csv can \
                 store any name"
            ));
        }
        let name = name.replace(',', "-");
        Ok(match name.rsplit_once('_') {
            Some((host, disk)) if digits(disk.as_bytes()).is_some() => format!("{host},{disk}"),
            _ => format!("{name},0"),
        })
    }

    fn record(&mut self, record: &Record, name: &str, out: &mut Vec<u8>) -> Result<(), String> {
        let kind = match record.op {
            Op::Read => b",Read,".as_slice(),
            Op::Write => b",Write,",
            other => return Err(only_reads_and_writes(other)),
        };
        let timestamp = since(
            EPOCH_UNIX_NS,
            self.origin_unix_ns,
            record.issued,
            i128::from(TICK_NS),
        )?;
        push_number(out, timestamp);
        out.push(b',');
        out.extend_from_slice(name.as_bytes());
        out.extend_from_slice(kind);
        push_number(out, record.offset.0);
        out.push(b',');
        push_number(out, record.bytes.0);
        out.push(b',');
        push_number(out, record.took.map_or(0, |took| took.0 / TICK_NS));
        out.push(b'\n');
        Ok(())
    }
}
