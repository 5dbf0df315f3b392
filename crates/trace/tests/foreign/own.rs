//! Our own form. Bodies of chunks are broken below their checksum, too: what a checksum lets
//! through is read by the columns' reader.

use super::packing::{Given, bomb, perhaps};
use super::reading::{Way, any_way, read};
use fourcorners_block::{Bytes, DataClass, Generator, Nanos};
use fourcorners_testkit::soak::{Cases, bytes};
use fourcorners_trace::{About, Form, Op, Predecessor, Record, create};
use std::num::NonZeroU32;
use std::ops::Range;

const CASES: Cases = Cases {
    label: "trace-own",
    at_least: 1_000,
    // A window of zstd's, and a body unpacked, as records, and packed.
    most_kib: Some(384 << 10),
};

/// Bytes of the largest file that a small one unpacks to.
const MOST_UNPACKED: usize = 4 << 20;

/// Columns of a body.
const COLUMNS: usize = 10;

/// A sound file of one chunk with everything in it, in its parts.
struct Whole {
    head: Vec<u8>,
    records: u32,
    body: Vec<u8>,
}

impl Whole {
    fn new() -> Self {
        let file = written();
        let chunk = file.windows(4).position(|four| four == b"FCTC");
        let chunk = chunk.expect("a chunk");
        let u32_at = |at: usize| {
            let four = file[chunk + at..].first_chunk().expect("four bytes");
            u32::from_le_bytes(*four)
        };
        let (body_bytes, packed_bytes) = (u32_at(8) as usize, u32_at(12) as usize);
        let packed = &file[chunk + 20..][..packed_bytes];
        let whole = Self {
            head: file[..chunk].to_vec(),
            records: u32_at(4),
            body: zstd::bulk::decompress(packed, body_bytes).expect("a body"),
        };
        let again = [&whole.head[..], &whole.chunk(), &end(whole.records.into())].concat();
        assert_eq!(again.len(), file.len(), "the parts are the file");
        whole
    }

    fn chunk(&self) -> Vec<u8> {
        chunk([self.records, self.body.len() as u32], &self.body)
    }
}

fn written() -> Vec<u8> {
    let one = |number: u64| Record {
        issued: Nanos(number * 1000),
        took: (!number.is_multiple_of(3)).then_some(Nanos(700)),
        op: [Op::Read, Op::Write, Op::Trim, Op::Flush][number as usize % 4],
        offset: Bytes(number * 8192),
        bytes: Bytes(4096),
        stream: (number % 2) as u32,
        after: NonZeroU32::new(number as u32 % 4).map(|back| Predecessor {
            back,
            think: Nanos(300),
        }),
        data: (number % 4 == 1).then_some(DataClass::Ratio(460)),
        rest: number
            .is_multiple_of(5)
            .then(|| "blkparse:0 1 77 WS fio".into()),
    };
    let records: Vec<Record> = (0..300).map(one).collect();
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder");
    let path = folder.path().join("whole.fct");
    let mut sink = create(&path, Form::Own, &About::default()).expect("a file");
    let streams = ["8,0".to_string(), "8,16".to_string()];
    sink.write(&records, &streams).expect("written");
    sink.finish().expect("finished");
    std::fs::read(path).expect("the file")
}

/// A chunk that says it has so many records and bytes, and whose checksum is right.
fn chunk([records, body_bytes]: [u32; 2], body: &[u8]) -> Vec<u8> {
    let packed = zstd::bulk::compress(body, 3).expect("packed");
    let numbers = [records, body_bytes, packed.len() as u32].map(u32::to_le_bytes);
    let numbers = numbers.concat();
    let crc = crc32fast::hash(&[&numbers[..], &packed].concat());
    [b"FCTC", &numbers[..], &crc.to_le_bytes(), &packed].concat()
}

/// The end mark of so many records.
fn end(records: u64) -> Vec<u8> {
    let all = records.to_le_bytes();
    [&b"FCTE"[..], &all, &crc32fast::hash(&all).to_le_bytes()].concat()
}

type Case = (Given, Way);

fn any_case(whole: &Whole, random: &mut Generator) -> Case {
    let (mut file, mut records) = (whole.head.clone(), 0);
    for _ in 0..=random.below(3) {
        let (chunk, of) = any_chunk(whole, random);
        records += u64::from(of);
        if random.below(1000) == 0 {
            let bomb = bomb(&file, &chunk, MOST_UNPACKED, random);
            return (Given(bomb), any_way(None, random));
        }
        file.extend(chunk);
    }
    file.extend(end(records));
    if random.below(2) == 0 {
        bytes(&mut file, random);
    }
    let form = (random.below(2) == 0).then_some(Form::Own);
    (Given(perhaps(file, random)), any_way(form, random))
}

/// A chunk, and the records that it says it has.
fn any_chunk(whole: &Whole, random: &mut Generator) -> (Vec<u8>, u32) {
    let (mut body, mut records) = match random.below(2) {
        0 => (whole.body.clone(), whole.records),
        _ => any_body(random),
    };
    if random.below(2) == 0 {
        bytes(&mut body, random);
    }
    let mut body_bytes = body.len() as u32;
    if random.below(8) == 0 {
        let numbers = [&mut records, &mut body_bytes];
        *numbers[random.below(2) as usize] = far_number(random) as u32;
    }
    (chunk([records, body_bytes], &body), records)
}

/// A body whose columns have the lengths that they say, with anything in them.
fn any_body(random: &mut Generator) -> (Vec<u8>, u32) {
    let records = random.below(40) as u32;
    let streams = 1 + random.below(4);
    let mut body = Vec::new();
    put(&mut body, streams);
    for _ in 0..streams {
        put_text(&mut body, random);
    }
    let mut columns = [(); COLUMNS].map(|()| Vec::new());
    for _ in 0..records {
        let [flags, dense @ .., took, back, think, data, rest] = &mut columns;
        let what = random.below(64);
        for column in dense {
            put(column, any_number(random));
        }
        for (bit, column) in [(4, took), (8, back), (8, think), (16, data)] {
            if what & bit != 0 {
                put(column, any_number(random));
            }
        }
        if what & 32 != 0 {
            put_text(rest, random);
        }
        let mistake = if random.below(200) == 0 { 255 } else { 0 };
        flags.push(what as u8 ^ mistake);
    }
    for column in &columns {
        put(&mut body, column.len() as u64);
    }
    body.extend(columns.concat());
    (body, records)
}

/// A number in groups of seven bits, the lowest first.
fn put(into: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        into.push(number as u8 | 0x80);
        number >>= 7;
    }
    into.push(number as u8);
}

fn put_text(into: &mut Vec<u8>, random: &mut Generator) {
    const LENGTHS: [Range<u64>; 4] = [0..1, 1..9, 1..9, 60_000..70_000];
    let range = &LENGTHS[random.below(4) as usize];
    let length = range.start + random.below(range.end - range.start);
    put(into, length);
    into.extend((0..length).map(|_| b'a'));
}

/// Any number, mostly small.
fn any_number(random: &mut Generator) -> u64 {
    match random.below(20) {
        0 => far_number(random),
        _ => 1 + random.below(2),
    }
}

/// Any number, mostly at an end of something.
fn far_number(random: &mut Generator) -> u64 {
    let any = random.next_u64();
    let ends = [0, 1, 1 << 16, 16 << 20, u64::from(u32::MAX), u64::MAX, any];
    let end = ends[random.below(ends.len() as u64) as usize];
    end.wrapping_add(random.below(3)).wrapping_sub(1)
}

#[test]
fn does_any_file_of_our_own_form_end_in_records_or_a_sentence() {
    let whole = Whole::new();
    let done = CASES.run(
        |random| any_case(&whole, random),
        |(file, way)| read(&file.0, way),
    );
    assert!(done.operations > done.cases, "hardly a file had records");
}
