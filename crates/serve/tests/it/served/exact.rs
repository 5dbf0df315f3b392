//! Serving a drive in real time does not change what it does: the same requests at the same times
//! complete at the same times when they are submitted all at once.

use super::bench::{Served, used};
use super::client::Client;
use fourcorners_block::{Blocks, Data, Lba, Nanos, Request, Seed, Stop};
use fourcorners_serve::nbd::wire::*;
use fourcorners_trace::{Op, OpenOptions, Record};
use std::path::Path;
use std::time::{Duration, Instant};
use tempfile::TempDir;

const LASTS: Duration = Duration::from_millis(500);

fn mixed_load(socket: &Path, depth: usize, capacity: u64) {
    let mut client = Client::connect(socket);
    let mut random = Seed(depth as u64).generator();
    let begin = Instant::now();
    let data = vec![1; 64 << 10];
    while begin.elapsed() < LASTS {
        while client.in_flight() >= depth {
            client.receive();
        }
        let length = 4096 << random.below(5);
        let offset = random.below((capacity - length) / 4096) * 4096;
        let (kind, data) = match random.below(40) {
            0 => (NBD_CMD_FLUSH, &data[..0]),
            1 => (NBD_CMD_TRIM, &data[..0]),
            2..=15 => (NBD_CMD_READ, &data[..0]),
            _ => (NBD_CMD_WRITE, &data[..length as usize]),
        };
        match kind {
            NBD_CMD_FLUSH => client.send(kind, 0, 0, 0, data),
            _ => client.send(kind, 0, offset, length as u32, data),
        }
    }
    client.drain();
}

pub fn recorded(path: &Path) -> Vec<Record> {
    let mut records = fourcorners_trace::open(path, &OpenOptions::default()).expect("a trace");
    let mut all = Vec::new();
    loop {
        let before = all.len();
        records.read(4096, &mut all).expect("records");
        if all.len() == before {
            return all;
        }
    }
}

fn request(tag: u64, record: &Record) -> Request {
    let (lba, blocks) = (Lba(record.offset.0 / 512), Blocks(record.bytes.0 / 512));
    match record.op {
        Op::Read => Request::read(tag, lba, blocks),
        Op::Write => Request::write(tag, lba, blocks, Data::RANDOM),
        Op::Trim => Request::discard(tag, lba, blocks),
        Op::Flush => Request::flush(tag),
    }
}

#[test]
fn served_requests_complete_at_the_same_times_as_in_the_bench() {
    for name in ["crucial-m4-64", "crucial-m500-120"] {
        let fresh = Served::of(name);
        let state = used(&fresh.spec);
        let used = Served {
            state: Some(state),
            ..fresh.clone()
        };
        for (about, served) in [("fresh", fresh), ("used", used)] {
            for depth in [1, 4, 32] {
                let folder = TempDir::new().expect("a folder");
                let path = folder.path().join("trace.fct");
                let running = Served {
                    record: Some(path.clone()),
                    ..served.clone()
                }
                .start();
                mixed_load(&running.socket, depth, served.spec.capacity().bytes().0);
                running.end();

                let mut drive = served.spec.drive();
                if let Some(state) = &served.state {
                    drive.set_state(state).expect("its own state");
                }
                let start = drive.now();
                let most = drive.identity().max_queue_depth;
                drive.set_queue_depth(most);
                let records = recorded(&path);
                assert!(records.len() > 20, "{} requests", records.len());
                let numbered = records.iter().enumerate();
                let requests: Vec<Request> = numbered
                    .map(|(tag, record)| request(tag as u64, record).at(start + record.issued))
                    .collect();
                drive.submit(&requests);
                let mut completions = Vec::new();
                let drained = drive.wait(Nanos::MAX, Stop::Drained, &mut completions);
                drained.expect("the drive answers");
                assert_eq!(completions.len(), records.len());
                for completion in completions {
                    let record = &records[completion.tag as usize];
                    let took = completion.finished.saturating_sub(completion.due);
                    assert_eq!(
                        Some(took),
                        record.took,
                        "{name}, {about}, queue depth {depth}: {record:?}"
                    );
                }
            }
        }
    }
}
