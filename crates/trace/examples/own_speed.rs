//! How fast our own form is written and read, in CPU time of this process, beside a plain loop
//! over the same records in memory. The digest is of the records as they come back.
//! `own_speed ROW [--smoke]` prints one JSON object; without a row, the rows' names.

#[path = "../../sim/examples/process/mod.rs"]
mod process;

use fourcorners_block::{Bytes, DataClass, Nanos, Seed};
use fourcorners_trace::{
    About, Form, Op, OpenOptions, Predecessor, Record, Records, Sink, create, open,
};
use process::peak_rss_bytes;
use std::num::NonZeroU32;
use std::time::Instant;

const ROWS: &[(&str, &str)] = &[
    ("trace-own-write", "records into the own form, a file"),
    ("trace-own-read", "records out of the own form, a file"),
    ("trace-in-memory", "a plain loop over the same records"),
];

/// Records that are read at once.
const PORTION: usize = 1 << 14;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let smoke = arguments.iter().any(|argument| argument == "--smoke");
    let row = arguments
        .iter()
        .find(|argument| !argument.starts_with("--"));
    let Some((row, work)) = row.and_then(|row| ROWS.iter().find(|(name, _)| name == row)) else {
        for (row, _) in ROWS {
            println!("{row}");
        }
        return;
    };
    let records = records(if smoke { 300_000 } else { 5_000_000 });
    let ios = records.len();
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("speed.fct");
    let write = || {
        let sink = create(&path, Form::Own, &About::default()).expect("a file");
        pour(&records, sink);
    };
    if *row == "trace-own-read" {
        write();
    }
    let (cpu, began) = (cpu_seconds(), Instant::now());
    let mut digest = 0;
    match *row {
        "trace-own-write" => write(),
        "trace-own-read" => digest = read(&path),
        _ => digest = records.iter().fold(0, fold),
    }
    let (cpu_s, wall_s) = (cpu_seconds() - cpu, began.elapsed().as_secs_f64());
    if *row == "trace-own-write" {
        digest = read(&path);
    }
    let bytes = std::fs::metadata(&path).map_or(0, |file| file.len());
    println!(
        "{{\"row\":\"{row}\",\"work\":\"{work}\",\"host_ios_per_cpu_s\":{:.0},\"ios\":{ios},\
         \"cpu_s\":{cpu_s:.2},\"wall_s\":{wall_s:.2},\"write_amplification\":null,\
          \"file_bytes\":{bytes},\"peak_rss_bytes\":{},\
           \"peak_rss_bytes_per_unit\":{:.2},\"digest\":\"{digest:016x}\"}}",
        ios as f64 / cpu_s.max(0.001),
        peak_rss_bytes(),
        peak_rss_bytes() as f64 / ios as f64
    );
}

fn pour(records: &[Record], mut sink: Box<dyn Sink>) {
    let streams: Vec<String> = (0..4).map(|stream| format!("8,{stream}")).collect();
    for portion in records.chunks(PORTION) {
        sink.write(portion, &streams).expect("written");
    }
    sink.finish().expect("finished");
}

fn read(path: &std::path::Path) -> u64 {
    let mut source: Box<dyn Records> = open(path, &OpenOptions::default()).expect("a trace");
    let (mut digest, mut portion) = (0, Vec::with_capacity(PORTION));
    loop {
        portion.clear();
        source.read(PORTION, &mut portion).expect("records");
        if portion.is_empty() {
            return digest;
        }
        digest = portion.iter().fold(digest, fold);
    }
}

fn fold(digest: u64, record: &Record) -> u64 {
    let mix = |digest: u64, value: u64| (digest ^ value).wrapping_mul(0x0100_0000_01b3);
    let took = record.took.map_or(0, |took| took.0);
    let back = record.after.map_or(0, |after| after.back.get());
    let digest = mix(digest, record.issued.0 ^ took << 32);
    mix(
        digest,
        record.offset.0 ^ record.bytes.0 << 40 ^ u64::from(back),
    )
}

/// Like the work of a desktop: four volumes, four of ten I/Os sequential, bursts and pauses.
fn records(count: u64) -> Vec<Record> {
    let mut random = Seed(1).child("speed").generator();
    let mut ends = [0_u64; 4];
    let mut now = 0;
    let one = |_| {
        let stream = random.below(4) as u32;
        let write = random.below(3) == 0;
        now += match random.below(10) {
            0 => 1_000_000 + random.below(20_000_000),
            _ => random.below(200_000),
        };
        let pages = [1, 1, 1, 2, 8, 16, 32][random.below(7) as usize];
        let end = &mut ends[stream as usize];
        let offset = match random.below(10) {
            0..4 => *end,
            _ => random.below(1 << 24) * 4096,
        };
        *end = offset + pages * 4096;
        Record {
            issued: Nanos(now),
            took: Some(Nanos(60_000 + random.below(400_000))),
            op: if write { Op::Write } else { Op::Read },
            offset: Bytes(offset),
            bytes: Bytes(pages * 4096),
            stream,
            after: (random.below(2) == 0).then(|| Predecessor {
                back: NonZeroU32::MIN.saturating_add(random.below(8) as u32),
                think: Nanos(random.below(2_000_000)),
            }),
            data: write.then_some(DataClass::Ratio(460)),
            rest: None,
        }
    };
    (0..count).map(one).collect()
}

/// User and system time of this process.
fn cpu_seconds() -> f64 {
    let (user, system) = process::cpu_seconds();
    user + system
}
