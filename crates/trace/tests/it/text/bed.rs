//! Texts read to records and records written to texts, in memory.

use fourcorners_block::{Bytes, Nanos};
use fourcorners_trace::form::text::{reader, writer};
use fourcorners_trace::{About, Broken, Op, Record, Records, TextForm, TraceError};
use std::io::{self, Cursor, Write};
use std::sync::{Arc, Mutex};

/// All that a text holds.
#[derive(Clone, Debug, PartialEq)]
pub struct Trace {
    pub about: About,
    pub streams: Vec<String>,
    pub records: Vec<Record>,
    pub skipped: u64,
}

impl Trace {
    /// The stream's name and the instant of every record since 1970 (or since the start): what does
    /// not depend on how streams are numbered and where time begins.
    pub fn absolute(&self) -> Vec<(String, i128, Record)> {
        let origin_unix_ns = self.about.origin_unix_ns.unwrap_or(0);
        self.records
            .iter()
            .map(|record| {
                let name = self.streams[record.stream as usize].clone();
                let mut rest = record.clone();
                rest.stream = 0;
                rest.issued.0 = 0;
                (name, origin_unix_ns + i128::from(record.issued.0), rest)
            })
            .collect()
    }
}

pub fn open(form: TextForm, text: &[u8], broken: Broken) -> Result<Box<dyn Records>, TraceError> {
    reader(
        form,
        Box::new(Cursor::new(text.to_vec())),
        "a.trace",
        broken,
    )
}

pub fn read_or(form: TextForm, text: &[u8], broken: Broken) -> Result<Trace, TraceError> {
    let mut source = open(form, text, broken)?;
    let mut records = Vec::new();
    loop {
        let before = records.len();
        source.read(100, &mut records)?;
        assert!(records.len() <= before + 100);
        if records.len() == before {
            break;
        }
    }
    Ok(Trace {
        about: source.about().clone(),
        streams: source.streams().to_vec(),
        records,
        skipped: source.skipped(),
    })
}

pub fn read(form: TextForm, text: &[u8]) -> Trace {
    read_or(form, text, Broken::Refuse)
        .unwrap_or_else(|error| panic!("{error}\n{}", String::from_utf8_lossy(text)))
}

/// What is written can be looked at afterwards.
#[derive(Clone, Default)]
struct Kept(Arc<Mutex<Vec<u8>>>);

impl Write for Kept {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

pub fn write_or(form: TextForm, trace: &Trace) -> Result<Vec<u8>, TraceError> {
    let kept = Kept::default();
    let mut sink = writer(form, Box::new(kept.clone()), &trace.about);
    for batch in trace.records.chunks(100) {
        sink.write(batch, &trace.streams)?;
    }
    sink.finish()?;
    let text = kept.0.lock().unwrap();
    Ok(text.clone())
}

pub fn write(form: TextForm, trace: &Trace) -> Vec<u8> {
    write_or(form, trace).unwrap_or_else(|error| panic!("{error}\n{trace:?}"))
}

/// A record of which no more is known.
pub fn record(issued_ns: u64, op: Op, offset: u64, bytes: u64, stream: u32) -> Record {
    Record {
        issued: Nanos(issued_ns),
        took: None,
        op,
        offset: Bytes(offset),
        bytes: Bytes(bytes),
        stream,
        after: None,
        data: None,
        rest: None,
    }
}

pub fn took(mut record: Record, took_ns: u64) -> Record {
    record.took = Some(Nanos(took_ns));
    record
}

pub fn with_rest(mut record: Record, rest: &str) -> Record {
    record.rest = Some(rest.into());
    record
}
