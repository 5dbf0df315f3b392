//! The statistics of a trace as tables and as a picture.

use fourcorners_block::{Bytes, Nanos};
use fourcorners_report::{Pictured, trace_tables};
use fourcorners_trace::{About, Op, Record, Records, Statistics, TraceError};
use proptest::prelude::*;

struct Recorded<'a> {
    about: About,
    records: std::slice::Iter<'a, Record>,
}

impl<'a> Recorded<'a> {
    fn new(title: &str, records: &'a [Record]) -> Self {
        Self {
            about: About {
                title: title.into(),
                ..About::default()
            },
            records: records.iter(),
        }
    }
}

impl Records for Recorded<'_> {
    fn about(&self) -> &About {
        &self.about
    }
    fn streams(&self) -> &[String] {
        &[]
    }
    fn read(&mut self, most: usize, into: &mut Vec<Record>) -> Result<(), TraceError> {
        into.extend(self.records.by_ref().take(most).cloned());
        Ok(())
    }
}

fn tables(records: &[Record]) -> String {
    let mut source = Recorded::new("", records);
    let found = Statistics::of(&mut source).expect("nothing is wrong with it");
    trace_tables(&found)
}

fn picture(title: &str, records: &[Record]) -> String {
    let mut source = Recorded::new(title, records);
    let mut pictured = Pictured::new(&mut source);
    let found = Statistics::of(&mut pictured).expect("nothing is wrong with it");
    pictured.svg(&found, "it.csv")
}

/// Times in us, places and sizes in KiB.
fn record(op: Op, issued: u64, took: impl Into<Option<u64>>, offset: u64, kib: u64) -> Record {
    Record {
        issued: Nanos::micros(issued),
        took: took.into().map(Nanos::micros),
        op,
        offset: Bytes::kib(offset),
        bytes: Bytes::kib(kib),
        stream: 0,
        after: None,
        data: None,
        rest: None,
    }
}

#[test]
fn tables_have_a_line_per_figure() {
    let text = tables(&[
        record(Op::Read, 0, 50, 0, 4),
        record(Op::Write, 100, 50, 64, 8),
        record(Op::Trim, 200, 1, 0, 4),
    ]);
    for line in [
        "Trace ()",
        "I/Os",
        "whole 4 KiB (%)                   100.0  100.0   100.0",
        "              all  reads  writes",
        "4 KiB        50.0  100.0     0.0",
        "8KiB     1  50.0",
        "Most frequent sizes",
        "Queue depth when issued",
        "TRIMs: 1.",
    ] {
        assert!(text.lines().any(|one| one == line), "'{line}' in:\n{text}");
    }
}

#[test]
fn missing_completions_are_counted() {
    let of = |all: u64, lost: u64| {
        let one = |n: u64| record(Op::Read, n * 100, (n >= lost).then_some(50), n * 4, 4);
        tables(&(0..all).map(one).collect::<Vec<_>>())
    };
    for (text, words) in [
        (of(700, 7), "7 of 700 records have no completion"),
        (of(700, 8), "8 of 700 records"),
        (of(2, 1), "not known (1 of 2 records have no completion)"),
    ] {
        assert!(text.contains(words), "'{words}' in:\n{text}");
    }
}

#[test]
fn far_out_of_order_trace_is_to_be_sorted() {
    let at = |n: u64| record(Op::Read, n * 10, 1, 0, 4);
    let mut records: Vec<Record> = (1..=200_000).map(at).collect();
    records.push(at(0));
    records.extend((200_001..=400_000).map(at));
    let text = tables(&records);
    assert!(text.contains("sort the file"), "{text}");
}

#[test]
fn long_trace_has_a_small_well_formed_picture() {
    let one = |n: u64| {
        let op = if n.is_multiple_of(3) {
            Op::Write
        } else {
            Op::Read
        };
        record(op, n * 10, 5, n, 4)
    };
    let records: Vec<Record> = (0..100_000).map(one).collect();
    let svg = picture("a < b & \u{1} c", &records);
    let mut reader = quick_xml::Reader::from_str(&svg);
    let mut rectangles = 0;
    loop {
        match reader.read_event().expect("well-formed") {
            quick_xml::events::Event::Empty(element) if element.name().as_ref() == "rect" => {
                rectangles += 1;
            }
            quick_xml::events::Event::Eof => break,
            _ => {}
        }
    }
    assert!((10_000..20_100).contains(&rectangles), "{rectangles}");
    assert!(svg.contains("a &lt; b &amp;  c"), "{}", &svg[..600]);
}

/// Story: addresses below 2 MiB were all labelled 0.001 or 0.002, and a lone I/O could not be seen.
#[test]
fn picture_of_small_addresses_is_readable() {
    let records = [
        record(Op::Read, 0, 1, 0, 4),
        record(Op::Write, 5, 1, 1500, 4),
    ];
    let svg = picture("", &records);
    for words in [
        "it.csv",
        "(KiB)",
        ">200<",
        ">1400<",
        ">1600<",
        "width=\"6.0\"",
    ] {
        assert!(svg.contains(words), "'{words}' in {svg}");
    }
}

#[test]
fn empty_trace_has_tables_and_a_picture() {
    let (text, svg) = (tables(&[]), picture("", &[]));
    assert!(!text.contains("NaN"), "{text}");
    assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
}

fn any_record() -> impl Strategy<Value = Record> {
    let op = prop_oneof![
        Just(Op::Read),
        Just(Op::Write),
        Just(Op::Trim),
        Just(Op::Flush)
    ];
    let took = prop::option::of(0..1_u64 << 50);
    (op, 0..1_u64 << 50, took, 0..1_u64 << 44, 0..1_u64 << 24).prop_map(
        |(op, issued, took, offset, bytes)| Record {
            issued: Nanos(issued),
            took: took.map(Nanos),
            offset: Bytes(offset),
            bytes: Bytes(bytes),
            ..record(op, 0, None, 0, 0)
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_trace_has_tables_and_a_picture(records in prop::collection::vec(any_record(), 0..20)) {
        let (text, svg) = (tables(&records), picture("", &records));
        prop_assert!(!text.contains("NaN"), "{text}");
        prop_assert!(svg.ends_with("</svg>\n") && !svg.contains("NaN") && !svg.contains("inf"));
    }
}
