//! Chunks into records. Every length is checked against its limit before it is believed.

use super::columns::Column;
use super::{
    BODY_BYTES, CHUNK, CHUNK_RECORDS, COLUMNS, END, END_BYTES, FIRST_LINE, HEADER_BYTES, Head,
    LINE_BYTES, NAMES_BYTES, SCHEMA_VERSION, STREAMS, TEXT_BYTES, flags,
};
use crate::form::{Broken, broken_at, cannot};
use crate::{About, Predecessor, Record, Records, TraceError};
use fourcorners_block::{Bytes, Nanos};
use std::fmt::Display;
use std::io::{BufRead, ErrorKind, Read};
use std::num::NonZeroU32;
use std::ops::Range;
use zstd::bulk::Decompressor;

pub(in crate::form) struct Reader {
    input: Box<dyn BufRead + Send>,
    file: String,
    broken: Broken,
    about: About,
    streams: Vec<String>,
    names_bytes: usize,
    decompressor: Decompressor<'static>,
    /// Where in the file the next chunk begins.
    next_at: u64,
    /// Records of the chunks so far.
    read: u64,
    chunk: Chunk,
    issued: u64,
    ends: Vec<u64>,
    ended: bool,
    cut: bool,
}

/// A chunk, unpacked.
#[derive(Default)]
struct Chunk {
    /// Where in the file it begins.
    at: u64,
    body: Vec<u8>,
    /// What is left of each column.
    columns: [Range<usize>; COLUMNS.len()],
    left: usize,
}

/// What is wrong with a body.
#[derive(thiserror::Error, Debug)]
enum Flaw {
    #[error("{0}")]
    Is(&'static str),
    #[error("the column '{0}' of a chunk ends too early, or holds what it cannot")]
    Column(&'static str),
}

impl Reader {
    /// Reads what stands before the first chunk.
    pub(in crate::form) fn new(
        mut input: Box<dyn BufRead + Send>,
        file: &str,
        broken: Broken,
    ) -> Result<Self, TraceError> {
        let mut lines = Vec::new();
        for _ in 0..2 {
            let mut line = input.by_ref().take(LINE_BYTES as u64 + 1);
            let read = line.read_until(b'\n', &mut lines);
            read.map_err(|error| cannot(file, error))?;
            if lines.starts_with(super::EVERY_VERSION) && !lines.starts_with(FIRST_LINE) {
                return Err(cannot(
                    file,
                    "it is of another version of our form than 1; read it with the version of fourcorners that wrote it",
                ));
            }
        }
        let Some(line) = lines.strip_prefix(FIRST_LINE) else {
            return Err(cannot(
                file,
                "it is not of our own form: its first line is not 'fourcorners trace 1'",
            ));
        };
        let head: Head = serde_json::from_slice(line).map_err(|error| TraceError::Broken {
            file: file.into(),
            place: "2".into(),
            reason: format!("no JSON line about the trace: {error}"),
        })?;
        if head.schema_version > SCHEMA_VERSION {
            return Err(cannot(
                file,
                format!(
                    "schema_version {} is newer than {SCHEMA_VERSION}; read it with the version of fourcorners that wrote it",
                    head.schema_version
                ),
            ));
        }
        Ok(Self {
            input,
            file: file.into(),
            broken,
            about: About {
                form: "own".into(),
                title: head.title,
                origin_unix_ns: head.origin_unix_ns,
                records: head.records,
            },
            streams: Vec::new(),
            names_bytes: 0,
            decompressor: Decompressor::new().map_err(|error| cannot(file, error))?,
            next_at: lines.len() as u64,
            read: 0,
            chunk: Chunk::default(),
            issued: 0,
            ends: Vec::new(),
            ended: false,
            cut: false,
        })
    }

    fn flawed(&self, reason: impl Display) -> TraceError {
        let reason = format!(
            "{reason}: the file is damaged; the {} records before are whole",
            self.read - self.chunk.left as u64
        );
        broken_at(&self.file, self.chunk.at, reason)
    }

    /// The file ends too early.
    fn cut(&mut self, what: &str) -> Result<(), TraceError> {
        (self.ended, self.cut) = (true, true);
        if self.broken == Broken::Skip {
            return Ok(());
        }
        let of = self
            .about
            .records
            .map_or_else(String::new, |all| format!(" of {all}"));
        let reason = format!(
            "the file ends {what}: it is cut; the {}{of} records before are whole, the rest is lost",
            self.read
        );
        Err(broken_at(&self.file, self.chunk.at, reason))
    }

    /// Fills `into` from the file; false: it ends before that.
    fn fill(&mut self, into: &mut [u8]) -> Result<bool, TraceError> {
        match self.input.read_exact(into) {
            Ok(()) => Ok(true),
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => Ok(false),
            Err(error) => Err(cannot(&self.file, error)),
        }
    }

    /// Unpacks the next chunk, unless the file ends.
    fn next_chunk(&mut self) -> Result<(), TraceError> {
        self.chunk.at = self.next_at;
        let mut header = [0; HEADER_BYTES];
        let (mark, rest) = header.split_at_mut(CHUNK.len());
        if !self.fill(mark)? {
            return self.cut("without its end mark");
        }
        if mark == END {
            return self.end(&mut rest[..END_BYTES - END.len()]);
        }
        if mark != CHUNK {
            return Err(self.flawed("neither a chunk nor the end mark stands here"));
        }
        if !self.fill(rest)? {
            return self.cut("inside a chunk");
        }
        let number = |at: usize| u32_of(&rest[at..at + 4]);
        let (records, body_bytes, packed_bytes) =
            (number(0) as usize, number(4) as usize, number(8) as usize);
        if records > CHUNK_RECORDS
            || body_bytes > BODY_BYTES
            || packed_bytes > zstd::zstd_safe::compress_bound(BODY_BYTES)
        {
            return Err(self.flawed("a chunk says that it is larger than any is"));
        }
        let mut packed = vec![0; packed_bytes];
        if !self.fill(&mut packed)? {
            return self.cut("inside a chunk");
        }
        let mut crc = crc32fast::Hasher::new();
        crc.update(&rest[..12]);
        crc.update(&packed);
        if crc.finalize() != number(12) {
            return Err(self.flawed("a chunk does not have its checksum"));
        }
        let mut body = std::mem::take(&mut self.chunk.body);
        body.clear();
        body.reserve(body_bytes);
        let unpacked = self.decompressor.decompress_to_buffer(&packed, &mut body);
        if unpacked.ok() != Some(body_bytes) {
            return Err(self.flawed("a chunk does not unpack to what its header says"));
        }
        let begun = self.begin(body, records);
        begun.map_err(|flaw| self.flawed(flaw))?;
        self.next_at += (HEADER_BYTES + packed_bytes) as u64;
        Ok(())
    }

    /// The end mark, of which `rest` is still to be read.
    fn end(&mut self, rest: &mut [u8]) -> Result<(), TraceError> {
        if !self.fill(rest)? {
            return self.cut("inside its end mark");
        }
        let (all, crc) = rest.split_at(8);
        if u32_of(crc) != crc32fast::hash(all) || all != self.read.to_le_bytes() {
            return Err(self.flawed("the end mark tells of another number of records"));
        }
        if self.fill(&mut [0])? {
            return Err(self.flawed("something stands behind the end mark"));
        }
        self.ended = true;
        Ok(())
    }

    /// Takes the streams of a body, and finds its columns.
    fn begin(&mut self, body: Vec<u8>, records: usize) -> Result<(), Flaw> {
        let mut head = Column { left: &body };
        let many = Flaw::Is("a chunk names more streams than there may be");
        let new = head.number().ok_or(Flaw::Is("a chunk has no streams"))?;
        if new > (STREAMS - self.streams.len()) as u64 {
            return Err(many);
        }
        for _ in 0..new {
            let name = head
                .text(TEXT_BYTES)
                .ok_or(Flaw::Is("a stream's name is none"))?;
            self.names_bytes += name.len();
            if self.names_bytes > NAMES_BYTES {
                return Err(many);
            }
            self.streams.push(name.into());
            self.ends.push(0);
        }
        let mut lengths = [0; COLUMNS.len()];
        for length in &mut lengths {
            let number = head
                .number()
                .and_then(|number| usize::try_from(number).ok());
            *length = number.ok_or(Flaw::Is("a chunk has not all columns"))?;
        }
        let mut from = body.len() - head.left.len();
        for (column, length) in self.chunk.columns.iter_mut().zip(lengths) {
            let to = from.checked_add(length).filter(|to| *to <= body.len());
            let to = to.ok_or(Flaw::Is("a column is longer than its chunk"))?;
            *column = from..to;
            from = to;
        }
        if from != body.len() {
            return Err(Flaw::Is("a chunk is longer than its columns"));
        }
        self.chunk.body = body;
        self.chunk.left = records;
        self.read += records as u64;
        Ok(())
    }

    /// Appends so many records of the chunk.
    fn decode(&mut self, count: usize, into: &mut Vec<Record>) -> Result<(), Flaw> {
        let body = &self.chunk.body;
        let mut columns = self
            .chunk
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
            let op = flags::op(flags).ok_or(Flaw::Is("a record is of no kind that is known"))?;
            last = issued.after(last).ok_or(Flaw::Column("issued"))?;
            let stream = streams.number().ok_or(Flaw::Column("stream"))?;
            let end = usize::try_from(stream)
                .ok()
                .and_then(|stream| self.ends.get_mut(stream));
            let end = end.ok_or(Flaw::Is("a record is of a stream without a name"))?;
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
        for (range, column) in self.chunk.columns.iter_mut().zip(columns) {
            range.start = range.end - column.left.len();
        }
        self.chunk.left -= count;
        if self.chunk.left == 0 && !self.chunk.columns.iter().all(Range::is_empty) {
            return Err(Flaw::Is("a chunk holds more than its records"));
        }
        Ok(())
    }
}

fn u32_of(bytes: &[u8]) -> u32 {
    bytes
        .iter()
        .rev()
        .fold(0, |number, byte| number << 8 | u32::from(*byte))
}

impl Records for Reader {
    fn about(&self) -> &About {
        &self.about
    }

    fn streams(&self) -> &[String] {
        &self.streams
    }

    /// 1 of a file that is cut.
    fn skipped(&self) -> u64 {
        self.cut.into()
    }

    fn read(&mut self, most: usize, into: &mut Vec<Record>) -> Result<(), TraceError> {
        while self.chunk.left == 0 && !self.ended {
            self.next_chunk()?;
        }
        // No more than what is left of a chunk: what is whole is delivered before a later flaw is met.
        let count = most.min(self.chunk.left);
        let decoded = self.decode(count, into);
        decoded.map_err(|flaw| self.flawed(flaw))
    }
}
