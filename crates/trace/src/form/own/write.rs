//! Records into chunks.

use super::columns::{put, put_difference, put_text};
use super::{
    BODY_BYTES, CHUNK, COLUMNS, END, FIRST_LINE, Head, LINE_BYTES, NAMES_BYTES, SCHEMA_VERSION,
    STREAMS, TEXT_BYTES, TEXTS_BYTES, WITHOUT_OPERATIONS, WRITTEN_RECORDS, flags,
};
use crate::form::cannot;
use crate::form::compression::ZSTD_LEVEL;
use crate::{About, Operation, Record, Sink, TraceError};
use std::io::Write;
use zstd::bulk::Compressor;

pub(in crate::form) struct Writer {
    output: Box<dyn Write + Send>,
    file: String,
    compressor: Compressor<'static>,
    columns: [Vec<u8>; COLUMNS.len()],
    /// Of the chunk that is being gathered.
    names: Vec<u8>,
    new_streams: u64,
    /// Those that are known, if the file has any.
    operations: Option<Vec<Operation>>,
    records: usize,
    /// Of the whole trace so far.
    streams: usize,
    names_bytes: usize,
    written: u64,
    /// From where the next differences are counted: the last issue, and each stream's last end.
    issued: u64,
    ends: Vec<u64>,
}

impl Writer {
    /// Writes what stands before the first chunk.
    pub(in crate::form) fn new(
        mut output: Box<dyn Write + Send>,
        file: &str,
        about: &About,
    ) -> Result<Self, TraceError> {
        let line = serde_json::to_string(&Head {
            schema_version: match about.has_operations {
                true => SCHEMA_VERSION,
                false => WITHOUT_OPERATIONS,
            },
            title: about.title.clone(),
            origin_unix_ns: about.origin_unix_ns,
            records: about.records,
            operations: about.has_operations,
        })
        .map_err(|error| cannot(file, error))?;
        if line.len() > LINE_BYTES {
            return Err(cannot(
                file,
                format!(
                    "the trace's title is too long: at most {LINE_BYTES} bytes, including the rest \
                     of its line"
                ),
            ));
        }
        let begun = output
            .write_all(FIRST_LINE)
            .and_then(|()| writeln!(output, "{line}"));
        begun.map_err(|error| cannot(file, error))?;
        Ok(Self {
            output,
            file: file.into(),
            compressor: Compressor::new(ZSTD_LEVEL).map_err(|error| cannot(file, error))?,
            columns: Default::default(),
            names: Vec::new(),
            new_streams: 0,
            operations: about.has_operations.then(Vec::new),
            records: 0,
            streams: 0,
            names_bytes: 0,
            written: 0,
            issued: 0,
            ends: Vec::new(),
        })
    }

    fn unfit(&self, reason: String) -> TraceError {
        TraceError::Unfit {
            number: self.written + self.records as u64 + 1,
            form: "own",
            reason,
        }
    }

    fn name(&mut self, name: &str) -> Result<(), TraceError> {
        self.names_bytes += name.len();
        if name.len() > TEXT_BYTES || self.names_bytes > NAMES_BYTES || self.streams == STREAMS {
            return Err(self.unfit(format!(
                "too many streams, or names that are too long: at most {STREAMS} streams, \
                 {TEXT_BYTES} bytes per name and {NAMES_BYTES} in total"
            )));
        }
        put_text(&mut self.names, name);
        if let Some(operations) = &self.operations {
            let Some(operation) = operations.get(self.streams) else {
                return Err(self.unfit(format!(
                    "its stream '{name}' is not an operation, but the others are"
                )));
            };
            put(&mut self.names, operation.before.0);
            put(&mut self.names, operation.after.0);
        }
        self.new_streams += 1;
        self.streams += 1;
        self.ends.push(0);
        self.end_full()
    }

    fn record(&mut self, record: &Record) -> Result<(), TraceError> {
        let stream = record.stream as usize;
        if stream >= self.ends.len() {
            return Err(self.unfit(format!("its stream {stream} has no name")));
        }
        if record
            .rest
            .as_ref()
            .is_some_and(|rest| rest.len() > TEXT_BYTES)
        {
            return Err(self.unfit(format!("its rest is longer than {TEXT_BYTES} bytes")));
        }
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
        ] = &mut self.columns;
        what.push(flags::of(record));
        put_difference(issued, self.issued, record.issued.0);
        self.issued = record.issued.0;
        put_difference(offset, self.ends[stream], record.offset.0);
        self.ends[stream] = record.end().0;
        put(bytes, record.bytes.0);
        put(streams, record.stream.into());
        if let Some(nanos) = record.took {
            put(took, nanos.0);
        }
        if let Some(after) = record.after {
            put(back, after.back.get().into());
            put(think, after.think.0);
        }
        if let Some(class) = record.data {
            put(data, flags::number(class));
        }
        if let Some(text) = &record.rest {
            put_text(rest, text);
        }
        self.records += 1;
        self.end_full()
    }

    /// Ends the chunk if it is full.
    fn end_full(&mut self) -> Result<(), TraceError> {
        // Numbers have their limit by the number of records.
        let [.., rest] = &self.columns;
        if self.records == WRITTEN_RECORDS || self.names.len() + rest.len() > TEXTS_BYTES {
            self.end_chunk()?;
        }
        Ok(())
    }

    fn end_chunk(&mut self) -> Result<(), TraceError> {
        if self.records == 0 && self.new_streams == 0 {
            return Ok(());
        }
        let mut body = Vec::new();
        put(&mut body, self.new_streams);
        body.append(&mut self.names);
        for column in &self.columns {
            put(&mut body, column.len() as u64);
        }
        for column in &mut self.columns {
            body.append(column);
        }
        debug_assert!(body.len() <= BODY_BYTES, "{} bytes", body.len());
        let packed = self.compressor.compress(&body);
        let packed = packed.map_err(|error| cannot(&self.file, error))?;
        let mut header = Vec::new();
        for number in [self.records, body.len(), packed.len()] {
            header.extend_from_slice(&(number as u32).to_le_bytes());
        }
        let mut crc = crc32fast::Hasher::new();
        crc.update(&header);
        crc.update(&packed);
        header.extend_from_slice(&crc.finalize().to_le_bytes());
        self.put(&[CHUNK, &header, &packed])?;
        self.written += self.records as u64;
        (self.records, self.new_streams) = (0, 0);
        Ok(())
    }

    fn put(&mut self, parts: &[&[u8]]) -> Result<(), TraceError> {
        for part in parts {
            let written = self.output.write_all(part);
            written.map_err(|error| cannot(&self.file, error))?;
        }
        Ok(())
    }
}

impl Sink for Writer {
    fn operations(&mut self, operations: &[Operation]) {
        if let Some(known) = &mut self.operations {
            let new = operations.get(known.len()..).unwrap_or_default();
            known.extend_from_slice(new);
        }
    }

    fn write(&mut self, records: &[Record], streams: &[String]) -> Result<(), TraceError> {
        for name in streams.get(self.streams..).unwrap_or_default() {
            self.name(name)?;
        }
        records.iter().try_for_each(|record| self.record(record))
    }

    fn finish(mut self: Box<Self>) -> Result<(), TraceError> {
        self.end_chunk()?;
        let all = self.written.to_le_bytes();
        self.put(&[END, &all, &crc32fast::hash(&all).to_le_bytes()])?;
        let flushed = self.output.flush();
        flushed.map_err(|error| cannot(&self.file, error))
    }
}
