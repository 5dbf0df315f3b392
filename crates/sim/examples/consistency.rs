//! Prints what T14 does to a drive file, ten seconds a line: a quick look while fitting.
//! `cargo run --release -p fourcorners-sim --example consistency -- drives/crucial-m4-256.toml [seconds] [spare %]`

use fourcorners_block::{Blocks, Data, Drive, Lba, Nanos, QueueDepth, Request, Seed, Stop};
use std::time::Instant;

fn main() {
    let mut args = std::env::args().skip(1);
    let path = args.next().expect("a drive file");
    let seconds: u64 = args
        .next()
        .map_or(2000, |text| text.parse().expect("seconds"));
    let spare: u64 = args
        .next()
        .map_or(0, |text| text.parse().expect("per cent"));
    let text = std::fs::read_to_string(&path).expect("the drive file");
    let spec = fourcorners_sim::load(&path, &text, &|part| {
        std::fs::read_to_string(format!("nand/{part}.toml")).ok()
    })
    .unwrap_or_else(|error| panic!("{error}"));
    let mut drive = fourcorners_sim::Ssd::new(&spec);
    let mut out = Vec::new();
    drive.set_queue_depth(QueueDepth::new(32).expect("depth"));
    let mut blocks = spec.capacity.0;
    if spare > 0 {
        blocks = spec.raw_nand().0 / 512 * (100 - spare) / 100;
    }
    let begin = Instant::now();
    let fill: Vec<Request> = (0..blocks / 256)
        .map(|n| Request::write(n, Lba(n * 256), Blocks(256), Data::RANDOM))
        .collect();
    for part in fill.chunks(1024) {
        drive.submit(part);
        out.clear();
        drive
            .wait(Nanos::MAX, Stop::Waiting(256), &mut out)
            .expect("fill");
    }
    drive
        .wait(Nanos::MAX, Stop::Drained, &mut out)
        .expect("fill");
    println!(
        "filled in {:.1} s simulated, {:.2} s of CPU",
        drive.now().0 as f64 / 1e9,
        begin.elapsed().as_secs_f64()
    );
    let mut generator = Seed(1).generator();
    let start = drive.now();
    let begin = Instant::now();
    let mut total = 0;
    let mut worst = u64::MAX;
    let mut line = (u64::MAX, 0, 0);
    let mut before = drive.counters().expect("counters");
    for second in 1..=seconds {
        out.clear();
        loop {
            if drive.waiting() < 256 {
                let batch: Vec<Request> = (0..1024)
                    .map(|tag| {
                        Request::write(
                            tag,
                            Lba(8 * generator.below(blocks / 8)),
                            Blocks(8),
                            Data::RANDOM,
                        )
                    })
                    .collect();
                drive.submit(&batch);
            }
            drive
                .wait(start + Nanos::secs(second), Stop::Waiting(128), &mut out)
                .expect("write");
            if drive.now() >= start + Nanos::secs(second) {
                break;
            }
        }
        let ios = out.len() as u64;
        total += ios;
        worst = worst.min(ios);
        line = (line.0.min(ios), line.1.max(ios), line.2 + ios);
        let window = if seconds > 200 { 50 } else { 10 };
        if second % window == 0 {
            let counters = drive.counters().expect("counters");
            let delta = counters.since(&before);
            println!(
                "{second:5} s  IOPS min {:6} mean {:6} max {:6}  WA {:6.2}  free {:3}  max latency {:7.1} ms",
                line.0,
                line.2 / window,
                line.1,
                delta.write_amplification_milli().unwrap_or(0) as f64 / 1000.0,
                counters.free_superblocks,
                out.iter().map(|c| c.latency().0).max().unwrap_or(0) as f64 / 1e6
            );
            before = counters;
            line = (u64::MAX, 0, 0);
        }
    }
    let cpu = begin.elapsed().as_secs_f64();
    let counters = drive.counters().expect("counters");
    println!(
        "{total} writes, worst second {worst}; {cpu:.2} s: {:.2} M writes/s, {:.1} M units programmed/s",
        total as f64 / cpu / 1e6,
        (counters.nand_host_units + counters.nand_moved_units) as f64 / cpu / 1e6
    );
}
