//! Records as blkparse prints events: an issue, and a completion when its time has come.

use super::super::fields::{digits, in_sectors, push_decimal, push_number};
use super::super::sink::Layout;
use crate::form::block_events::Rest;
use crate::{Op, Record};
use fourcorners_block::Nanos;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Completions that are kept until their time has come; beyond that the earliest comes early.
const MOST_COMPLETIONS: usize = 1 << 16;

/// By time, then in the order of their issues: device and CPU, and what stands behind the time.
type Completion = Reverse<(Nanos, u64, String, String)>;

/// Records to lines.
#[derive(Default)]
pub(in crate::form::text) struct Writer {
    completions: BinaryHeap<Completion>,
    issued: u64,
    sequence: u64,
}

impl Writer {
    /// Writes what is the same in front of every event.
    fn push_head(&mut self, device_and_cpu: &str, at: Nanos, out: &mut Vec<u8>) {
        self.sequence += 1;
        out.extend_from_slice(device_and_cpu.as_bytes());
        push_aligned(out, self.sequence, 8);
        out.push(b' ');
        push_time(out, at);
        out.push(b' ');
    }

    /// Writes the earliest completion.
    fn push_completion(&mut self, out: &mut Vec<u8>) {
        if let Some(Reverse((at, _, device_and_cpu, tail))) = self.completions.pop() {
            self.push_head(&device_and_cpu, at, out);
            out.extend_from_slice(tail.as_bytes());
        }
    }
}

impl Layout for Writer {
    /// `major,minor`, in its columns. What has another name is 0 and its number.
    fn name(&self, name: &str, stream: u32) -> Result<String, String> {
        let numbers = name.split_once(',').filter(|(major, minor)| {
            digits(major.as_bytes()).is_some() && digits(minor.as_bytes()).is_some()
        });
        Ok(match numbers {
            Some((major, minor)) => format!("{major:>3},{minor:<3} "),
            None => format!("  0,{stream:<3} "),
        })
    }

    fn record(&mut self, record: &Record, name: &str, out: &mut Vec<u8>) -> Result<(), String> {
        let (sector, sectors) = in_sectors(record)?;
        if (sectors == 0) != (record.op == Op::Flush) {
            return Err("it transfers no sectors; csv can store it".into());
        }
        let rest =
            Rest::of(record).map_err(|reason| format!("{reason}; csv can store any text"))?;
        let Rest {
            error,
            cpu,
            pid,
            process,
            ..
        } = rest;
        let rwbs = match (rest.rwbs, record.op) {
            ("", Op::Read) => "R",
            ("", Op::Write) => "W",
            ("", Op::Trim) => "D",
            ("", Op::Flush) => "FN",
            (rwbs, _) => rwbs,
        };
        while let Some(Reverse((at, ..))) = self.completions.peek()
            && (*at <= record.issued || self.completions.len() >= MOST_COMPLETIONS)
        {
            self.push_completion(out);
        }
        let device_and_cpu = format!("{name}{cpu:>2} ");
        self.push_head(&device_and_cpu, record.issued, out);
        let blocks = match record.op {
            Op::Flush => String::new(),
            _ => format!("{sector} + {sectors} "),
        };
        out.extend_from_slice(format!("{pid:>5}  D {rwbs:>3} {blocks}[{process}]\n").as_bytes());
        if let Some(finished) = record.finished() {
            let blocks = if blocks.is_empty() { "0 " } else { &blocks };
            // As blkparse prints it: without its sign.
            let error = error.cast_unsigned();
            let tail = format!("    0  C {rwbs:>3} {blocks}[{error}]\n");
            self.issued += 1;
            self.completions
                .push(Reverse((finished, self.issued, device_and_cpu, tail)));
        }
        Ok(())
    }

    fn end(&mut self, out: &mut Vec<u8>) {
        while !self.completions.is_empty() {
            self.push_completion(out);
        }
    }
}

/// Writes a number with spaces in front, up to that width.
fn push_aligned(out: &mut Vec<u8>, value: u64, width: usize) {
    let start = out.len();
    push_number(out, value);
    let missing = width.saturating_sub(out.len() - start);
    out.splice(start..start, std::iter::repeat_n(b' ', missing));
}

/// Writes seconds in five columns, and nine decimals.
fn push_time(out: &mut Vec<u8>, at: Nanos) {
    let start = out.len();
    push_decimal(out, at.0, 9);
    let missing = (5 + 1 + 9_usize).saturating_sub(out.len() - start);
    out.splice(start..start, std::iter::repeat_n(b' ', missing));
}
