//! A trace by its timestamps on a real drive: does it take its time, and is it told where it could
//! not?

use crate::host;
use crate::program;

use host::{Loop, is_root, sparse_file};
use program::{Desk, fourcorners};
use serde_json::Value;
use std::fmt::Write as _;
use std::path::Path;

/// A fast drive: a loop device over memory.
struct Memory {
    device: Loop,
    _folder: tempfile::TempDir,
}

impl Memory {
    /// None where there can be none; it says so.
    fn new(test: &str) -> Option<Self> {
        const SHARED: &str = "/dev/shm";
        if !is_root(test) {
            return None;
        }
        if !Path::new(SHARED).is_dir() || !Path::new("/dev/loop-control").exists() {
            println!("{test}: skipped, there is no {SHARED}, or there are no loop devices");
            return None;
        }
        let folder = tempfile::tempdir_in(SHARED).expect("a folder in memory");
        let device = Loop::over(&sparse_file(folder.path(), 64 << 20), &[]);
        Some(Self {
            device,
            _folder: folder,
        })
    }
}

/// A table of reads and writes, each at its microsecond.
fn table(ios: u64, bytes: u64, issued_us: impl Fn(u64) -> u64) -> String {
    let mut text =
        "issued_ns,took_ns,op,offset_bytes,bytes,stream,back,think_ns,data,rest\n".to_string();
    for number in 0..ios {
        let op = if number % 3 == 0 { "write" } else { "read" };
        let (issued_ns, offset) = (issued_us(number) * 1000, number * 65_536 % (60 << 20));
        writeln!(text, "{issued_ns},,{op},{offset},{bytes},a,,,,").expect("a text");
    }
    text
}

fn replay(desk: &Desk, drive: &Memory, trace: &str, more: &[&str]) -> program::Ended {
    let (device, out) = (drive.device.name(), desk.text("runs"));
    let arguments = ["trace", "replay", trace, &device, "--destroy", &device];
    let how = ["--pace", "timestamps", "--out", &out];
    fourcorners(&[&arguments[..], &how, more].concat())
}

fn figure(measured: &Value, name: &str) -> f64 {
    measured[name]
        .as_f64()
        .unwrap_or_else(|| panic!("{name} in {measured}"))
}

#[test]
fn does_a_trace_by_timestamps_take_its_time_on_a_real_drive() {
    let Some(drive) = Memory::new("timestamps") else {
        return;
    };
    let desk = Desk::new();
    // An I/O a millisecond for five seconds.
    let trace = desk.write("steady.csv", &table(5000, 4096, |number| number * 1000));
    let mut drifts = Vec::new();
    // A host that is busy with other things may be late once; what adds up is there every time.
    for _ in 0..3 {
        let document = replay(&desk, &drive, &trace, &["--json"]).done().json();
        let measured = &document["runs"][0]["results"][0]["measured"];
        let figures = &measured["replay"];
        assert_eq!(figures["records"], 5000, "{document}");
        assert!(figures["late"].is_u64(), "{figures}");
        let recorded_s = figure(figures, "recorded_s");
        assert!((recorded_s - 4.999).abs() < 1e-9, "{recorded_s}");
        let drift_s = figure(measured, "duration_s") - recorded_s;
        assert!(drift_s > 0.0, "no I/O is done before it is due: {drift_s}");
        drifts.push(drift_s);
        if drift_s <= 0.005_f64.max(recorded_s / 1000.0) {
            return;
        }
    }
    panic!("it ended so many seconds after its time: {drifts:?}");
}

#[test]
fn are_ios_that_a_real_drive_could_not_take_in_time_told() {
    let Some(drive) = Memory::new("late I/Os") else {
        return;
    };
    let desk = Desk::new();
    // All at one instant: more than any queue holds.
    let trace = desk.write("burst.csv", &table(8000, 65_536, |_| 0));
    let ended = replay(&desk, &drive, &trace, &[]);
    let text = &ended.done().stdout;
    assert!(
        text.contains("of the 8000 I/Os of burst.csv were submitted"),
        "{text}"
    );
    let run = desk.runs().remove(0);
    let results = program::lines(&run.join("results.jsonl"));
    let figures = &results[0]["measured"]["replay"];
    assert!(figures["late"].as_u64().expect("a count") > 0, "{figures}");
    assert!(figure(&figures["latest"], "took_us") > 1000.0, "{figures}");
}
