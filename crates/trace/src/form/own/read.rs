//! A file into chunks, and those ([`Body`]) into records. Every length is checked against its limit
//! before it is believed.

use super::body::Body;
use super::{
    BODY_BYTES, CHUNK, CHUNK_RECORDS, END, END_BYTES, FIRST_LINE, HEADER_BYTES, Head, LINE_BYTES,
    SCHEMA_VERSION,
};
use crate::form::{Broken, broken_at, cannot};
use crate::{About, Operation, Record, Records, TraceError};
use std::fmt::Display;
use std::io::{BufRead, ErrorKind, Read};
use zstd::bulk::Decompressor;

pub(in crate::form) struct Reader {
    input: Box<dyn BufRead + Send>,
    file: String,
    broken: Broken,
    about: About,
    /// Records, as said before the first.
    said: Option<u64>,
    decompressor: Decompressor<'static>,
    /// Where in the file the next chunk begins.
    next_at: u64,
    /// Records of the chunks so far.
    read: u64,
    /// Where in the file the chunk begins whose body this is.
    at: u64,
    body: Body,
    ended: bool,
    cut: bool,
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
                    "its format version is not 1; read it with the version of fourcorners that \
                     wrote it",
                ));
            }
        }
        let Some(line) = lines.strip_prefix(FIRST_LINE) else {
            return Err(cannot(
                file,
                "it is not in the Four Corners format: its first line is not 'fourcorners trace 1'",
            ));
        };
        let head: Head = serde_json::from_slice(line).map_err(|error| TraceError::Broken {
            file: file.into(),
            place: "2".into(),
            reason: format!("the line that describes the trace is not valid JSON: {error}"),
        })?;
        if head.schema_version > SCHEMA_VERSION {
            return Err(cannot(
                file,
                format!(
                    "schema_version {} is newer than {SCHEMA_VERSION}; read it with the version of \
                     fourcorners that wrote it",
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
                // Of a file that may be cut it is not known.
                records: head.records.filter(|_| broken == Broken::Refuse),
                has_operations: head.operations,
            },
            said: head.records,
            decompressor: Decompressor::new().map_err(|error| cannot(file, error))?,
            next_at: lines.len() as u64,
            read: 0,
            at: 0,
            body: Body::new(head.operations),
            ended: false,
            cut: false,
        })
    }

    fn flawed(&self, reason: impl Display) -> TraceError {
        let reason = format!(
            "{reason}: the file is damaged; the {} records before this point are intact",
            self.read - self.body.left() as u64
        );
        broken_at(&self.file, self.at, reason)
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
            "the file ends {what}: it is truncated; the {}{of} records before this point are \
             intact, and the rest is lost",
            self.read
        );
        Err(broken_at(&self.file, self.at, reason))
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
        self.at = self.next_at;
        let mut header = [0; HEADER_BYTES];
        let (mark, rest) = header.split_at_mut(CHUNK.len());
        if !self.fill(mark)? {
            return self.cut("without its end mark");
        }
        if mark == END {
            return self.end(&mut rest[..END_BYTES - END.len()]);
        }
        if mark != CHUNK {
            return Err(self.flawed("expected a chunk or the end mark"));
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
            return Err(self.flawed("a chunk claims to be larger than the maximum"));
        }
        let mut packed = vec![0; packed_bytes];
        if !self.fill(&mut packed)? {
            return self.cut("inside a chunk");
        }
        let mut crc = crc32fast::Hasher::new();
        crc.update(&rest[..12]);
        crc.update(&packed);
        if crc.finalize() != number(12) {
            return Err(self.flawed("the checksum of a chunk does not match"));
        }
        let mut body = Vec::with_capacity(body_bytes);
        let unpacked = self.decompressor.decompress_to_buffer(&packed, &mut body);
        if unpacked.ok() != Some(body_bytes) {
            return Err(self.flawed("a chunk does not decompress to the size in its header"));
        }
        let begun = self.body.begin(body, records);
        begun.map_err(|flaw| self.flawed(flaw))?;
        self.read += records as u64;
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
            return Err(self.flawed("the end mark gives a different number of records"));
        }
        if self.fill(&mut [0])? {
            return Err(self.flawed("there is data after the end mark"));
        }
        self.ended = true;
        match self.said {
            Some(said) if said != self.read => self.other_number(said),
            _ => Ok(()),
        }
    }

    /// The file is whole and holds another number of records than its second line says: it was made
    /// of one that was cut.
    fn other_number(&mut self, said: u64) -> Result<(), TraceError> {
        if self.broken == Broken::Skip {
            self.cut = true;
            return Ok(());
        }
        let reason = format!(
            "it contains {} records, but its second line gives {said}: it was converted from a \
             truncated trace; --skip-broken reads what is there",
            self.read
        );
        Err(broken_at(&self.file, self.at, reason))
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
        self.body.streams()
    }

    fn operations(&self) -> &[Operation] {
        self.body.operations()
    }

    /// 1 of a file that is cut, or was made of one.
    fn skipped(&self) -> u64 {
        self.cut.into()
    }

    fn read(&mut self, most: usize, into: &mut Vec<Record>) -> Result<(), TraceError> {
        while self.body.left() == 0 && !self.ended {
            self.next_chunk()?;
        }
        // No more than what is left of a chunk: what is whole is delivered before a later flaw is
        // met.
        let count = most.min(self.body.left());
        let decoded = self.body.decode(count, into);
        decoded.map_err(|flaw| self.flawed(flaw))
    }
}
