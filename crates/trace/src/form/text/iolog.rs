//! fio's iologs. Version 3: `TIMESTAMP FILE ACTION [OFFSET LENGTH]`, microseconds from the start.
//! Version 2 has no timestamps; `FILE wait MICROSECONDS LENGTH` parts what is before it from what
//! is after. A stream is a file.
//!
//! What a file is subject to beside I/O (add, open, close) is passed over in reading, and made anew
//! in writing.

use super::fields::{number, number_of, push_number, record, rest_of, shown, words};
use super::sink::Layout;
use super::source::Grammar;
use super::streams::Streams;
use crate::{Op, Record};
use fourcorners_block::{Bytes, Nanos};
use std::collections::VecDeque;

const MICROSECOND_NS: u64 = 1000;
/// Bytes of the longest name that fio reads.
const LONGEST_NAME_BYTES: usize = 256;
/// What makes data durable. Only the first is not told from [`Op::Flush`].
const SYNCS: [&str; 4] = ["sync", "datasync", "sync_file_range", "syncfs"];

/// Which of the two.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Version {
    /// With waits.
    Two,
    /// With timestamps.
    Three,
}

impl Version {
    const fn first_line(self) -> &'static str {
        match self {
            Self::Two => "fio version 2 iolog",
            Self::Three => "fio version 3 iolog",
        }
    }
}

/// Lines to records.
pub(super) struct Reader {
    version: Version,
    /// Version 2: the waits so far.
    waited: Nanos,
}

impl Reader {
    pub(super) const fn version(version: Version) -> Self {
        Self {
            version,
            waited: Nanos(0),
        }
    }

    fn wait(&mut self, offset: &[u8]) -> Result<(), String> {
        if self.version == Version::Three {
            return Err("wait exists only in version 2; version 3 has timestamps".into());
        }
        let wait_ns = number_of(offset, MICROSECOND_NS, "wait")?;
        self.waited = Nanos(
            self.waited
                .0
                .checked_add(wait_ns)
                .ok_or("the waits so far add up to more than 584 years")?,
        );
        Ok(())
    }
}

impl Grammar for Reader {
    fn first_line(&self) -> Option<&'static str> {
        Some(self.version.first_line())
    }

    fn line(
        &mut self,
        line: &[u8],
        streams: &mut Streams,
        ready: &mut VecDeque<Record>,
    ) -> Result<(), String> {
        let mut words = words(line);
        let issued = match self.version {
            Version::Two => self.waited,
            Version::Three => {
                let timestamp = words.next().unwrap_or_default();
                Nanos(number_of(timestamp, MICROSECOND_NS, "timestamp")?)
            }
        };
        let file = words.next().unwrap_or_default();
        let action = words.next().unwrap_or_default();
        let (offset, length) = match (words.next(), words.next(), words.next()) {
            (None, None, None) if matches!(action, b"add" | b"open" | b"close") => return Ok(()),
            (Some(offset), Some(length), None) => (offset, length),
            _ => {
                return Err(format!(
                    "{} is neither FILE with add, open or close, nor FILE, action, offset and \
                     length (file names with spaces are not supported)",
                    shown(line)
                ));
            }
        };
        let op = match action {
            b"wait" => return self.wait(offset),
            b"read" => Op::Read,
            b"write" => Op::Write,
            b"trim" => Op::Trim,
            _ if is_sync(action) => Op::Flush,
            _ => {
                return Err(format!(
                    "the action is {}; expected read, write, trim, wait (version 2) or {} with an \
                     offset, or add, open or close without one",
                    shown(action),
                    SYNCS.join(", ")
                ));
            }
        };
        let (offset_bytes, bytes) = (number(offset, "offset")?, number(length, "length")?);
        let stream = streams.number(file)?;
        if op == Op::Flush {
            let mut flush = record(issued, None, op, 0, 0, stream);
            if action != b"sync" || (offset_bytes, bytes) != (0, 0) {
                // is_sync: it is ASCII.
                let action = String::from_utf8_lossy(action);
                flush.rest = Some(format!("iolog:{action} {offset_bytes} {bytes}").into());
            }
            ready.push_back(flush);
        } else {
            ready.push_back(record(issued, None, op, offset_bytes, bytes, stream));
        }
        Ok(())
    }
}

fn is_sync(action: &[u8]) -> bool {
    SYNCS.iter().any(|sync| sync.as_bytes() == action)
}

/// Records to lines.
pub(super) struct Writer {
    version: Version,
    /// The files that are open, in the order of their opening, and whether each stream's is.
    files: Vec<Box<str>>,
    is_open: Vec<bool>,
    /// Of the record above.
    last: Nanos,
}

impl Writer {
    pub(super) const fn version(version: Version) -> Self {
        Self {
            version,
            files: Vec::new(),
            is_open: Vec::new(),
            last: Nanos(0),
        }
    }

    /// Writes what stands before the name of a file.
    fn push_time(&self, at: Nanos, out: &mut Vec<u8>) {
        if self.version == Version::Three {
            push_number(out, at.0 / MICROSECOND_NS);
            out.push(b' ');
        }
    }

    fn push_file_action(&self, name: &str, action: &str, out: &mut Vec<u8>) {
        self.push_time(self.last, out);
        out.extend_from_slice(format!("{name} {action}\n").as_bytes());
    }

    fn open(&mut self, stream: u32, name: &str, out: &mut Vec<u8>) {
        let stream = stream as usize;
        if self.is_open.len() <= stream {
            self.is_open.resize(stream + 1, false);
        }
        if !self.is_open[stream] {
            self.push_file_action(name, "add", out);
            self.push_file_action(name, "open", out);
            self.files.push(name.into());
            self.is_open[stream] = true;
        }
    }

    /// Version 2: waits for what is left until `issued`.
    fn push_wait(&self, issued: Nanos, name: &str, out: &mut Vec<u8>) -> Result<(), String> {
        let microsecond = |at: Nanos| at.0 / MICROSECOND_NS;
        if self.version == Version::Three || microsecond(issued) == microsecond(self.last) {
            return Ok(());
        }
        let wait_us = microsecond(issued)
            .checked_sub(microsecond(self.last))
            .ok_or(
                "it was issued before the previous record, and waits cannot be negative; iolog-v3 \
                 can store it",
            )?;
        out.extend_from_slice(format!("{name} wait {wait_us} 0\n").as_bytes());
        Ok(())
    }
}

impl Layout for Writer {
    fn begin(&mut self, out: &mut Vec<u8>) {
        out.extend_from_slice(self.version.first_line().as_bytes());
        out.push(b'\n');
    }

    fn name(&self, name: &str, _stream: u32) -> Result<String, String> {
        let has_space = name.contains(|letter: char| letter.is_ascii_whitespace());
        if name.is_empty() || name.len() > LONGEST_NAME_BYTES || has_space {
            return Err(format!(
                "fio reads names of 1 to {LONGEST_NAME_BYTES} bytes without spaces, but its stream \
                 is named {name:?}; csv can store any name"
            ));
        }
        Ok(name.to_owned())
    }

    fn record(&mut self, record: &Record, name: &str, out: &mut Vec<u8>) -> Result<(), String> {
        let (action, offset_bytes, bytes) = match record.op {
            Op::Read => ("read", record.offset, record.bytes),
            Op::Write => ("write", record.offset, record.bytes),
            Op::Trim => ("trim", record.offset, record.bytes),
            Op::Flush => sync(record)?,
        };
        if u32::try_from(bytes.0).is_err() {
            return Err(format!(
                "it has {} bytes, but fio reads only lengths below 4 GiB; csv can store any",
                bytes.0
            ));
        }
        self.open(record.stream, name, out);
        self.push_wait(record.issued, name, out)?;
        self.last = record.issued;
        self.push_time(record.issued, out);
        out.extend_from_slice(name.as_bytes());
        out.push(b' ');
        out.extend_from_slice(action.as_bytes());
        out.push(b' ');
        push_number(out, offset_bytes.0);
        out.push(b' ');
        push_number(out, bytes.0);
        out.push(b'\n');
        Ok(())
    }

    fn end(&mut self, out: &mut Vec<u8>) {
        for name in &self.files {
            self.push_file_action(name, "close", out);
        }
    }
}

/// How a flush was written in the iolog that it came from.
fn sync(record: &Record) -> Result<(&str, Bytes, Bytes), String> {
    let Some(rest) = rest_of(record, "iolog") else {
        return Ok(("sync", Bytes(0), Bytes(0)));
    };
    let mut words = words(rest.as_bytes());
    let action = words
        .next()
        .and_then(|word| SYNCS.into_iter().find(|sync| sync.as_bytes() == word));
    let mut bytes = || words.next().and_then(super::fields::digits).map(Bytes);
    match (action, bytes(), bytes()) {
        (Some(action), Some(offset), Some(length)) => Ok((action, offset, length)),
        _ => Err(format!(
            "its rest is {rest:?}; expected one of {}, an offset and a length; csv can store any \
             text",
            SYNCS.join(", ")
        )),
    }
}
