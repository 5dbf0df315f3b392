//! Records of any kind, and files made of them.
#![allow(dead_code, reason = "each test program uses its part")]

use fourcorners_block::{Bytes, DataClass, Nanos};
use fourcorners_trace::{
    About, Form, Op, OpenOptions, Predecessor, Record, Records, TraceError, create, open,
};
use proptest::prelude::*;
use std::collections::HashMap;
use std::num::NonZeroU32;
use std::path::Path;

pub fn op() -> impl Strategy<Value = Op> {
    prop_oneof![
        4 => Just(Op::Read),
        4 => Just(Op::Write),
        1 => Just(Op::Trim),
        1 => Just(Op::Flush),
    ]
}

fn data() -> impl Strategy<Value = DataClass> {
    prop_oneof![
        Just(DataClass::Zero),
        Just(DataClass::Repeating),
        Just(DataClass::OneBuffer),
        Just(DataClass::FullRandom),
        (0..=1000_u16).prop_map(DataClass::Ratio),
    ]
}

fn after() -> impl Strategy<Value = Predecessor> {
    (1_u32.., any::<u64>()).prop_map(|(back, think)| Predecessor {
        back: NonZeroU32::new(back).expect("from 1"),
        think: Nanos(think),
    })
}

/// Any text, as `any::<String>()`, which would read its pattern again for each text.
fn text() -> impl Strategy<Value = String> {
    prop::string::string_regex("\\PC*").expect("a pattern")
}

/// Any record at all of one of so many streams.
pub fn record(streams: u32) -> impl Strategy<Value = Record> {
    let numbers = (any::<u64>(), any::<u64>(), any::<u64>(), 0..streams);
    let rest = prop::option::of(text().prop_map(Box::from));
    let took = prop::option::of(any::<u64>().prop_map(Nanos));
    let sparse = (
        took,
        prop::option::of(after()),
        prop::option::of(data()),
        rest,
    );
    (op(), numbers, sparse).prop_map(|(op, numbers, (took, after, data, rest))| {
        let (issued, offset, bytes, stream) = numbers;
        Record {
            issued: Nanos(issued),
            took,
            op,
            offset: Bytes(offset),
            bytes: Bytes(bytes),
            stream,
            after,
            data,
            rest,
        }
    })
}

/// A reading of 4 KiB, the nth.
pub fn plain(number: u64) -> Record {
    Record {
        issued: Nanos(number * 1000),
        took: Some(Nanos(800)),
        op: Op::Read,
        offset: Bytes(number * 4096),
        bytes: Bytes(4096),
        stream: 0,
        after: None,
        data: None,
        rest: None,
    }
}

pub fn about(title: &str) -> About {
    About {
        title: title.into(),
        ..About::default()
    }
}

/// Writes a trace file in parts.
pub fn write(
    path: &Path,
    form: Form,
    about: &About,
    records: &[Record],
    streams: &[String],
) -> Result<(), TraceError> {
    let mut sink = create(path, form, about)?;
    for part in records.chunks(1000) {
        sink.write(part, streams)?;
    }
    sink.finish()
}

/// All that can be read, and how it ended.
pub fn read_with(
    path: &Path,
    options: &OpenOptions,
) -> (Vec<Record>, Vec<String>, Result<About, TraceError>) {
    let mut records = Vec::new();
    let mut source = match open(path, options) {
        Ok(source) => source,
        Err(error) => return (records, Vec::new(), Err(error)),
    };
    let ended = read_all(&mut *source, &mut records);
    let about = ended.map(|()| source.about().clone());
    (records, source.streams().to_vec(), about)
}

pub fn read(path: &Path) -> (Vec<Record>, Vec<String>, Result<About, TraceError>) {
    read_with(path, &OpenOptions::default())
}

fn read_all(source: &mut dyn Records, into: &mut Vec<Record>) -> Result<(), TraceError> {
    loop {
        let before = into.len();
        source.read(777, into)?;
        assert!(into.len() <= before + 777, "no more than was asked for");
        if into.len() == before {
            return Ok(());
        }
    }
}

pub fn names(streams: u32) -> Vec<String> {
    (0..streams)
        .map(|number| format!("disk {number}"))
        .collect()
}

/// Moves I/Os to few places, so that many follow each other at one, also such as never completed;
/// but none to where one is still under way, for events tell two of those apart by their place
/// alone. A flush has no place: it becomes a reading there. Records are in order.
pub fn at_few_places(records: &mut [Record]) {
    let mut free_from = HashMap::new();
    for (number, record) in records.iter_mut().enumerate() {
        let own = (1 << 40) + number as u64 * 4096 * 512;
        record.offset.0 = match record.op {
            Op::Flush => 0,
            _ => record.offset.0 % 3 * 512,
        };
        let place = |record: &Record| (record.stream, record.op, record.offset);
        if free_from.get(&place(record)) > Some(&record.issued) {
            if record.op == Op::Flush {
                record.op = Op::Read;
                record.bytes.0 = 512;
                record.rest = Some("blkparse:0 1 1001 R p1001".into());
            }
            record.offset.0 = own;
        }
        let until = record.finished().unwrap_or(record.issued);
        free_from.insert(place(record), until);
    }
}
