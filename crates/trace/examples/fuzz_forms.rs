//! Feeds broken files to the readers of our own form and of blktrace's, packed or not, for so many
//! seconds: `cargo run --release --example fuzz_forms -- SECONDS [SEED]`. A panic names the case;
//! so does a trace that takes more memory than any may. Bodies of our own chunks are changed below
//! their checksum, too: what a checksum lets through is read by the columns' reader.

use fourcorners_block::{Bytes, Generator, Nanos, Seed};
use fourcorners_trace::{
    About, Broken, Form, Op, OpenOptions, Predecessor, Record, create, open_stream,
};
use std::io::{Cursor, Write as _};
use std::num::NonZeroU32;
use std::time::{Duration, Instant};

/// What any bytes may make a reader take, in KiB: a window of zstd's, a body, and what is ahead.
const MOST_KIB: u64 = 512 << 10;

fn main() {
    let arguments: Vec<u64> = std::env::args()
        .skip(1)
        .map_while(|word| word.parse().ok())
        .collect();
    let (Some(&seconds), seed) = (arguments.first(), arguments.get(1).copied().unwrap_or(1)) else {
        eprintln!("usage: fuzz_forms SECONDS [SEED]");
        std::process::exit(2);
    };
    let files = [Form::Own, Form::Blktrace].map(whole);
    let end = Instant::now() + Duration::from_secs(seconds);
    let (mut cases, mut records, mut ended_well) = (0_u64, 0, 0_u64);
    while Instant::now() < end {
        let mut random = Seed(seed).child(&cases.to_string()).generator();
        let file = broken(&files, &mut random);
        let broken = match random.below(2) {
            0 => Broken::Refuse,
            _ => Broken::Skip,
        };
        match std::panic::catch_unwind(|| feed(&file, broken)) {
            Ok((found, well)) => {
                records += found;
                ended_well += u64::from(well);
            }
            Err(_) => {
                eprintln!("case {cases} of seed {seed} panicked");
                std::process::exit(1);
            }
        }
        if peak_kib() > MOST_KIB {
            eprintln!("case {cases} of seed {seed} took {} KiB", peak_kib());
            std::process::exit(1);
        }
        cases += 1;
    }
    println!(
        "fuzz_forms: {cases} cases of seed {seed}, {records} records, {ended_well} files read to their end, at most {} KiB of memory",
        peak_kib()
    );
}

/// A sound file of a few hundred records with everything in them.
fn whole(form: Form) -> Vec<u8> {
    let records: Vec<Record> = (0..300_u64)
        .map(|number| Record {
            issued: Nanos(number * 1000),
            took: (number % 3 > 0).then_some(Nanos(700)),
            op: [Op::Read, Op::Write, Op::Trim][number as usize % 3],
            offset: Bytes(number * 8192),
            bytes: Bytes(4096),
            stream: (number % 2) as u32,
            after: NonZeroU32::new(number as u32 % 4).map(|back| Predecessor {
                back,
                think: Nanos(300),
            }),
            data: None,
            rest: (number % 5 == 0).then(|| "blkparse:0 1 77 WS fio".into()),
        })
        .collect();
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("whole");
    let mut sink = create(&path, form, &About::default()).expect("a file");
    let streams = ["8,0".to_string(), "8,16".to_string()];
    sink.write(&records, &streams).expect("written");
    sink.finish().expect("finished");
    std::fs::read(path).expect("the file")
}

/// One of the files with some changes, perhaps packed.
fn broken(files: &[Vec<u8>; 2], random: &mut Generator) -> Vec<u8> {
    let mut file = match random.below(3) {
        0 => files[1].clone(),
        1 => files[0].clone(),
        _ => with_other_body(&files[0], random),
    };
    if random.below(3) > 0 {
        change(&mut file, random);
    }
    match random.below(8) {
        0 => {
            let mut packed = zstd::encode_all(&file[..], 1).expect("packed");
            change(&mut packed, random);
            packed
        }
        1 => {
            let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
            gzip.write_all(&file).expect("packed");
            gzip.finish().expect("packed")
        }
        _ => file,
    }
}

/// The own file with its first chunk's body changed, and all that vouches for it right again.
fn with_other_body(file: &[u8], random: &mut Generator) -> Vec<u8> {
    let chunk = file
        .windows(4)
        .position(|four| four == b"FCTC")
        .expect("a chunk");
    let number = |at: usize| {
        let bytes = &file[chunk + at..chunk + at + 4];
        u32::from_le_bytes(bytes.try_into().expect("four"))
    };
    let (records, body_bytes, packed_bytes) = (number(4), number(8) as usize, number(12) as usize);
    let packed = &file[chunk + 20..chunk + 20 + packed_bytes];
    let mut body = zstd::bulk::decompress(packed, body_bytes).expect("a body");
    change(&mut body, random);
    let packed = zstd::bulk::compress(&body, 1).expect("packed");
    let mut numbers = Vec::new();
    for number in [records, body.len() as u32, packed.len() as u32] {
        numbers.extend(number.to_le_bytes());
    }
    let crc = crc32fast::hash(&[&numbers[..], &packed].concat());
    let rest = &file[chunk + 20 + packed_bytes..];
    [
        &file[..chunk + 4],
        &numbers,
        &crc.to_le_bytes(),
        &packed,
        rest,
    ]
    .concat()
}

/// A few bytes are other ones, more, or fewer.
fn change(file: &mut Vec<u8>, random: &mut Generator) {
    for _ in 0..=random.below(6) {
        let at = random.below(file.len() as u64 + 1) as usize;
        let end = (at + random.below(9) as usize).min(file.len());
        let count = random.below(9);
        let new: Vec<u8> = (0..count)
            .map(|_| [0, 0xff, 0x7f, 0x80, random.below(256) as u8][random.below(5) as usize])
            .collect();
        match random.below(12) {
            0 => file.truncate(at),
            1 => {
                let again = file[at..end].to_vec();
                drop(file.splice(at..at, again));
            }
            _ => drop(file.splice(at..end, new)),
        }
    }
}

/// Records that were read, and whether the end was reached.
fn feed(file: &[u8], broken: Broken) -> (u64, bool) {
    let options = OpenOptions { form: None, broken };
    let input = Box::new(Cursor::new(file.to_vec()));
    let Ok(mut source) = open_stream(input, "broken", &options) else {
        return (0, false);
    };
    let (mut records, mut portion) = (0, Vec::new());
    loop {
        portion.clear();
        if source.read(1000, &mut portion).is_err() {
            return (records, false);
        }
        if portion.is_empty() {
            return (records, true);
        }
        records += portion.len() as u64;
    }
}

/// The most memory that this process has had at once (Linux: VmHWM).
fn peak_kib() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok())
        .unwrap_or(0)
}
