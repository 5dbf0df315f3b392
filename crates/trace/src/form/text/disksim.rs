//! DiskSim's ASCII traces: arrival in milliseconds, device, block of 512 bytes, blocks, and flags
//! in hexadecimal, whose lowest bit is 1 for a read. A stream is a device.

use super::fields::{
    at_spaces, decimal, in_sectors, number, only_reads_and_writes, push_decimal, push_number,
    record, rest_of, sectors, shown,
};
use super::sink::Layout;
use super::source::{Grammar, Separator};
use super::streams::Streams;
use crate::{Op, Record};
use fourcorners_block::Nanos;
use std::collections::VecDeque;

/// The flag of a read.
const READ: u32 = 1;
/// Decimals of a millisecond down to the nanosecond.
const PLACES: u32 = 6;

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
        let [arrival, device, block, blocks, flags] =
            at_spaces(line, "arrival, device, block, blocks and flags")?;
        let flags = hexadecimal(flags).ok_or_else(|| {
            format!(
                "flags are {}; expected up to eight hexadecimal digits",
                shown(flags)
            )
        })?;
        number(device, "device")?;
        let mut record = record(
            Nanos(decimal(arrival, PLACES, "arrival")?),
            None,
            if flags & READ == 0 {
                Op::Write
            } else {
                Op::Read
            },
            sectors(block, "block")?,
            sectors(blocks, "blocks")?,
            streams.number(device)?,
        );
        if flags & !READ != 0 {
            record.rest = Some(format!("disksim:{:x}", flags & !READ).into());
        }
        ready.push_back(record);
        Ok(())
    }
}

fn hexadecimal(text: &[u8]) -> Option<u32> {
    let text = text.strip_prefix(b"0x").unwrap_or(text);
    if text.is_empty() || text.len() > 8 {
        return None;
    }
    text.iter().try_fold(0, |value, byte| {
        Some(value << 4 | char::from(*byte).to_digit(16)?)
    })
}

/// Records to lines.
pub(super) struct Writer;

impl Layout for Writer {
    fn record(&mut self, record: &Record, name: &str, out: &mut Vec<u8>) -> Result<(), String> {
        let direction = match record.op {
            Op::Read => READ,
            Op::Write => 0,
            other => return Err(only_reads_and_writes(other)),
        };
        let others = match rest_of(record, "disksim") {
            None => 0,
            Some(flags) => hexadecimal(flags.as_bytes()).ok_or_else(|| {
                format!("its flags are {flags:?}, not hexadecimal; csv can store any text")
            })?,
        };
        let (block, blocks) = in_sectors(record)?;
        push_decimal(out, record.issued.0, PLACES);
        out.push(b' ');
        out.extend_from_slice(name.as_bytes());
        out.push(b' ');
        push_number(out, block);
        out.push(b' ');
        push_number(out, blocks);
        out.extend_from_slice(format!(" {:x}\n", others & !READ | direction).as_bytes());
        Ok(())
    }
}
