//! How many records a second of one processor each text form is read and written at, from and to
//! memory: `cargo run --release -p fourcorners-trace --example text_speed [RECORDS]`.

use fourcorners_block::{Bytes, Nanos, Seed};
use fourcorners_trace::form::text::{reader, writer};
use fourcorners_trace::{About, Broken, Op, Record, TextForm, TraceError};
use std::io::{Cursor, Write};
use std::sync::{Arc, Mutex};

const BATCH: usize = 1 << 16;
const STREAMS: u64 = 64;

#[derive(Clone, Default)]
struct Kept(Arc<Mutex<Vec<u8>>>);

impl Write for Kept {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        match self.0.lock() {
            Ok(mut text) => text.write(bytes),
            Err(_) => Ok(0),
        }
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

fn records(count: u64) -> Vec<Record> {
    let mut generator = Seed(1).generator();
    let record = |number| Record {
        issued: Nanos::micros(number * 10),
        took: Some(Nanos(100_000 + 100 * generator.below(10_000))),
        op: [Op::Read, Op::Write][generator.below(2) as usize],
        offset: Bytes(4096 * generator.below(1 << 28)),
        bytes: Bytes(4096 << generator.below(6)),
        stream: generator.below(STREAMS) as u32,
        after: None,
        data: None,
        rest: None,
    };
    (0..count).map(record).collect()
}

/// Seconds for which this thread has had a processor, as Linux tells it: other work on the
/// machine does not count.
fn processor_seconds() -> f64 {
    std::fs::read_to_string("/proc/thread-self/schedstat")
        .ok()
        .and_then(|account| account.split(' ').next()?.parse::<f64>().ok())
        .map_or(f64::NAN, |nanoseconds| nanoseconds / 1e9)
}

fn main() -> Result<(), TraceError> {
    let count = std::env::args().nth(1).and_then(|word| word.parse().ok());
    let records = records(count.unwrap_or(1_000_000));
    println!(
        "{:<10} {:>12} {:>12} {:>8}",
        "form", "read/s", "written/s", "bytes"
    );
    for form in TextForm::ALL {
        let streams: Vec<_> = (0..STREAMS)
            .map(|stream| match form {
                TextForm::Blkparse => format!("8,{stream}"),
                TextForm::Msr => format!("host{}_{}", stream / 4, stream % 4),
                TextForm::IologV2 | TextForm::IologV3 => format!("/dev/sd{stream}"),
                _ => stream.to_string(),
            })
            .collect();
        let about = About {
            origin_unix_ns: Some(1_577_808_000_000_000_000),
            ..About::default()
        };
        let kept = Kept::default();
        let began = processor_seconds();
        let mut sink = writer(form, Box::new(kept.clone()), &about);
        sink.write(&records, &streams)?;
        sink.finish()?;
        let writing = processor_seconds() - began;
        let text = std::mem::take(&mut *kept.0.lock().expect("one thread"));
        let text_bytes = text.len();

        let began = processor_seconds();
        let mut source = reader(form, Box::new(Cursor::new(text)), "memory", Broken::Refuse)?;
        let (mut read, mut batch) = (0, Vec::with_capacity(BATCH));
        loop {
            batch.clear();
            source.read(BATCH, &mut batch)?;
            if batch.is_empty() {
                break;
            }
            read += batch.len();
        }
        let reading = processor_seconds() - began;
        assert_eq!(read, records.len());
        println!(
            "{:<10} {:>12.0} {:>12.0} {:>8.1}",
            form.name(),
            read as f64 / reading,
            read as f64 / writing,
            text_bytes as f64 / read as f64
        );
    }
    Ok(())
}
