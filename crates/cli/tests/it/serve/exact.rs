//! What a served drive did, done again in a run.

use super::{Serving, client};
use crate::program::{Desk, fourcorners};
use std::fs;

/// A record of `ios.bin`.
const IO_BYTES: usize = 40;

/// Operation, address, length, when it came after the first one, and how long it took.
type Io = (String, u64, u64, u64, u64);

fn since_first(mut ios: Vec<Io>) -> Vec<Io> {
    let first = ios.iter().map(|io| io.3).min().unwrap_or(0);
    ios.iter_mut().for_each(|io| io.3 -= first);
    ios.sort();
    ios
}

/// What `trace convert` writes.
fn of_trace(desk: &Desk) -> Vec<Io> {
    let (trace, csv) = (desk.text("trace.fct"), desk.text("trace.csv"));
    fourcorners(&["trace", "convert", &trace, &csv]).done();
    let text = fs::read_to_string(csv).expect("a trace");
    let io = |line: &str| {
        let fields: Vec<&str> = line.split(',').collect();
        let number = |place: usize| fields[place].parse().expect("a number");
        (fields[2].into(), number(3), number(4), number(0), number(1))
    };
    since_first(text.lines().skip(1).map(io).collect())
}

/// What `--log-ios` writes.
fn of_run(desk: &Desk) -> Vec<Io> {
    let bytes = fs::read(desk.runs()[0].join("ios.bin")).expect("a log");
    let io = |record: &[u8]| {
        let number = |place: usize| {
            let field = record[place..].first_chunk().expect("eight bytes");
            u64::from_le_bytes(*field)
        };
        let (offset, wait, admitted, finished) = (number(8), number(16), number(24), number(32));
        let op = ["read", "write", "trim", "", "flush"][usize::from(record[2])];
        let bytes = number(4) & 0xffff_ffff;
        let came = admitted - wait;
        (op.into(), offset, bytes, came, finished - came)
    };
    since_first(bytes.chunks_exact(IO_BYTES).map(io).collect())
}

#[test]
fn replay_of_a_recording_takes_exactly_as_long_as_the_served_drive_did() {
    for depth in ["1", "32"] {
        let desk = Desk::new();
        let (socket, trace) = (desk.text("s"), desk.text("trace.fct"));
        let words = ["crucial-m4-64", "--socket", &socket, "--record", &trace];
        let serving = Serving::new(&words);
        let fio = [
            "--name=mixed",
            "--ioengine=nbd",
            &format!("--uri={}", serving.uri),
            "--rw=randrw",
            "--bsrange=4k-64k",
            "--fsync=64",
            &format!("--iodepth={depth}"),
            "--size=8g",
            "--number_ios=1000",
        ];
        client("fio", &fio);
        serving.report();
        let out = desk.text("runs");
        let replay = ["trace", "replay", &trace, "crucial-m4-64", "--out", &out];
        let how = ["--pace", "timestamps", "--state", "new", "--log-ios"];
        fourcorners(&[&replay[..], &how].concat()).done();
        let (served, replayed) = (of_trace(&desk), of_run(&desk));
        assert!(served.len() >= 1000, "{} I/Os", served.len());
        assert_eq!(served.len(), replayed.len());
        let other = served.iter().zip(&replayed).find(|(one, two)| one != two);
        assert_eq!(other, None, "queue depth {depth}");
    }
}
