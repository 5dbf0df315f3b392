//! How fast the simulator is, by kind of work, in CPU time of this process, while every latency
//! goes into a histogram and every second into a sample, as in a run. The digest is of all
//! simulated results: it must not change when only the speed does.
//! `speed ROW [--smoke]` prints one JSON object; without a row, the rows' names. Each row is a
//! process of its own, so that its peak memory is its own. With `--smoke` the drives have a
//! sixteenth or a sixty-fourth of the size.

mod process;

use fourcorners_block::{
    Blocks, Completion, Data, Drive, Lba, Nanos, QueueDepth, Request, Seed, Stop,
};
use fourcorners_drive_file::load;
use fourcorners_sim::spec::*;
use fourcorners_sim::{Ssd, Station};
use hdrhistogram::Histogram;
use process::{cpu_seconds, peak_rss_bytes};
use std::time::Instant;

const ROWS: &[(&str, &str)] = &[
    (
        "random-write-steady-256gib",
        "4 KiB random writes QD32, 256 GiB, steady state",
    ),
    (
        "random-write-steady-16gib",
        "4 KiB random writes QD32, 16 GiB, steady state",
    ),
    (
        "random-write-fresh-256gib",
        "4 KiB random writes QD32, 256 GiB, new drive",
    ),
    (
        "random-read-256gib",
        "4 KiB random reads QD32, 256 GiB, filled",
    ),
    (
        "fill-960gb",
        "128 KiB sequential writes, Crucial M500 960GB, all of it",
    ),
    (
        "overwrite-960gb",
        "128 KiB sequential writes, Crucial M500 960GB, again",
    ),
    (
        "tortured-read-256gb",
        "64 KiB sequential reads, Crucial m4 256GB, tortured",
    ),
    (
        "tortured-write-256gb",
        "4 KiB random writes QD32, Crucial m4 256GB, from filled",
    ),
    (
        "spare-write-256gb",
        "4 KiB random writes QD32, Plextor M5 Pro Xtreme, four fifths of it, from filled",
    ),
    (
        "snapshot-256gb",
        "snapshot and restore, Crucial m4 256GB, filled",
    ),
];

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
    let shrink = if smoke { 64 } else { 1 };
    let mut bench = Bench::new(match *row {
        "random-write-steady-16gib" => plain(16 / if smoke { 16 } else { 1 }),
        "fill-960gb" | "overwrite-960gb" => catalogue("crucial-m500-960", shrink),
        "tortured-read-256gb" | "tortured-write-256gb" | "snapshot-256gb" => {
            catalogue("crucial-m4-256", shrink)
        }
        "spare-write-256gb" => catalogue("plextor-m5-pro-xtreme-256", shrink),
        _ => plain(256 / shrink),
    });
    if *row == "spare-write-256gb" {
        bench.units = bench.units * 4 / 5;
    }
    let units = bench.units;
    match *row {
        "random-write-steady-256gib" | "random-write-steady-16gib" => {
            bench.sequential(32, Request::write_of);
            bench.random(2 * units, Request::write_of);
            bench.measured(|bench| {
                bench.random((units / 2).max(20_000_000 / shrink), Request::write_of)
            });
        }
        "random-write-fresh-256gib" => {
            bench.measured(|bench| bench.random(units / 2, Request::write_of));
        }
        "random-read-256gib" => {
            bench.sequential(32, Request::write_of);
            bench.measured(|bench| bench.random(units / 2, Request::read_of));
        }
        "fill-960gb" => bench.measured(|bench| bench.sequential(32, Request::write_of)),
        "overwrite-960gb" => {
            bench.sequential(32, Request::write_of);
            bench.measured(|bench| bench.sequential(32, Request::write_of));
        }
        "tortured-read-256gb" => {
            bench.sequential(32, Request::write_of);
            bench.random(units / 2, Request::write_of);
            bench.measured(|bench| bench.sequential(16, Request::read_of));
        }
        "tortured-write-256gb" => {
            bench.sequential(32, Request::write_of);
            bench.measured(|bench| bench.random(units / 2, Request::write_of));
        }
        "spare-write-256gb" => {
            bench.sequential(32, Request::write_of);
            bench.measured(|bench| bench.random(2 * units, Request::write_of));
        }
        _ => {
            bench.sequential(32, Request::write_of);
            bench.measured(|bench| {
                let saved = bench.drive.snapshot().expect("idle");
                bench.drive.restore(&saved).expect("its own");
                bench.ios = 1;
            });
        }
    }
    println!("{}", bench.row(row, work));
}

/// Both kinds of request behind one type.
trait Of: Sized {
    fn write_of(tag: u64, unit: u64, units: u64) -> Self;
    fn read_of(tag: u64, unit: u64, units: u64) -> Self;
}
impl Of for Request {
    fn write_of(tag: u64, unit: u64, units: u64) -> Self {
        Self::write(tag, Lba(unit * 8), Blocks(units * 8), Data::RANDOM)
    }
    fn read_of(tag: u64, unit: u64, units: u64) -> Self {
        Self::read(tag, Lba(unit * 8), Blocks(units * 8))
    }
}

/// Plain greedy page mapping: 8 channels of 8 dies, collected die by die; 256 pages of 4 KiB a
/// block, spare factor 0.07, the block that collection keeps not counted.
fn plain(gib: u64) -> SsdSpec {
    let mut spec = catalogue("crucial-m4-256", 1);
    spec.name = format!("plain-{gib}gib");
    spec.nand.channels = 8;
    spec.nand.dies = 64;
    spec.nand.planes = 1;
    spec.nand.page_bytes = 4096;
    spec.nand.pages_per_block = 256;
    let units = gib << 18;
    let blocks = (units as f64 / 0.93 / 64.0 / 256.0).round() as u32;
    spec.nand.blocks_per_plane = blocks + 1;
    spec.capacity = Blocks(units * 8);
    spec.layout.superblock_dies = 1;
    spec.layout.reserved_blocks_per_plane = 0;
    // What the dies and channels take, and nothing in their way, as in the probe.
    spec.controller.copy_unit_ns = 0;
    (spec.opening, spec.journal) = (None, None);
    // That of the m4's file when its record began.
    spec.controller.write_command_ns = 3_250;
    spec.gc.copies_in_flight = 256;
    spec.gc.pacing = Pacing::Foreground;
    spec.gc.low_watermark = 1;
    spec.gc.high_watermark = 1;
    spec.gc.frontiers = Frontiers::Shared;
    spec
}

fn catalogue(name: &str, shrink: u64) -> SsdSpec {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let read = |path: &str| std::fs::read_to_string(format!("{root}/{path}")).ok();
    let text = read(&format!("drives/{name}.toml")).expect("the drive's file");
    let spec = load(name, &text, &|part| read(&format!("nand/{part}.toml"))).expect("a good file");
    let mut spec = spec.into_ssd().expect("an SSD");
    if shrink == 1 {
        return spec;
    }
    // The free superblocks that collection wants stay as many, so more of the rest is spare.
    let shrink = shrink.min(16);
    spec.nand.blocks_per_plane /= shrink as u32;
    spec.layout.reserved_blocks_per_plane /= shrink as u32;
    spec.capacity = Blocks(spec.capacity.0 / shrink * 17 / 20 / 8 * 8);
    spec
}

struct Bench {
    drive: Station<Ssd>,
    units: u64,
    generator: fourcorners_block::Generator,
    all: Histogram<u64>,
    second: Histogram<u64>,
    second_ends: u64,
    digest: u64,
    ios: u64,
    user_s: f64,
    system_s: f64,
    wall_s: f64,
    write_amplification: Option<f64>,
}

impl Bench {
    fn new(spec: SsdSpec) -> Self {
        let mut drive = Ssd::drive(&spec);
        drive.set_queue_depth(QueueDepth::new(32).expect("a depth"));
        let histogram =
            |digits| Histogram::new_with_bounds(1, 3_600_000_000_000, digits).expect("bounds");
        Self {
            drive,
            units: spec.capacity.0 / 8,
            generator: Seed(1).generator(),
            all: histogram(3),
            second: histogram(2),
            second_ends: 0,
            digest: 0xcbf2_9ce4_8422_2325,
            ios: 0,
            user_s: 0.0,
            system_s: 0.0,
            wall_s: 0.0,
            write_amplification: None,
        }
    }

    /// Does some work, and keeps what it took.
    fn measured(&mut self, work: impl FnOnce(&mut Self)) {
        let before = self.drive.counters().expect("simulated");
        self.ios = 0;
        let ((user, system), wall) = (cpu_seconds(), Instant::now());
        work(self);
        let (user_now, system_now) = cpu_seconds();
        self.user_s = user_now - user;
        self.system_s = system_now - system;
        self.wall_s = wall.elapsed().as_secs_f64();
        let done = self.drive.counters().expect("simulated").since(&before);
        self.write_amplification = done
            .write_amplification_milli()
            .map(|milli| milli as f64 / 1000.0);
    }

    fn random(&mut self, count: u64, make: impl Fn(u64, u64, u64) -> Request) {
        let (mut generator, units) = (self.generator.clone(), self.units);
        self.run(count, |n| make(n, generator.below(units), 1));
        self.generator = generator;
    }

    fn sequential(&mut self, each: u64, make: impl Fn(u64, u64, u64) -> Request) {
        self.run(self.units / each, |n| make(n, n * each, each));
    }

    fn run(&mut self, count: u64, mut request: impl FnMut(u64) -> Request) {
        let mut completions: Vec<Completion> = Vec::with_capacity(2048);
        let mut batch = Vec::with_capacity(512);
        let mut made = 0;
        loop {
            batch.clear();
            batch.extend((made..(made + 512).min(count)).map(&mut request));
            made += batch.len() as u64;
            self.drive.submit(&batch);
            let stop = if made < count {
                Stop::Waiting(256)
            } else {
                Stop::Drained
            };
            self.drive
                .wait(Nanos::MAX, stop, &mut completions)
                .expect("a simulated drive answers");
            for completion in completions.drain(..) {
                self.take(&completion);
            }
            if made == count {
                return;
            }
        }
    }

    #[inline]
    fn take(&mut self, completion: &Completion) {
        let latency = completion.latency().0;
        self.all.saturating_record(latency);
        if completion.finished.0 >= self.second_ends {
            self.digest = mix(self.digest, self.second.value_at_quantile(0.99));
            self.second.reset();
            self.second_ends = (completion.finished.0 / 1_000_000_000 + 1) * 1_000_000_000;
        }
        self.second.saturating_record(latency);
        self.ios += 1;
        self.digest = mix(self.digest, completion.finished.0 ^ completion.tag);
    }

    fn row(&self, row: &str, work: &str) -> String {
        let cpu_s = self.user_s + self.system_s;
        let per_second = self.ios as f64 / cpu_s.max(0.001);
        let amplification = self
            .write_amplification
            .map_or("null".into(), |factor| format!("{factor:.3}"));
        let peak = peak_rss_bytes();
        format!(
            "{{\"row\":\"{row}\",\"work\":\"{work}\",\"host_ios_per_cpu_s\":{per_second:.0},\
             \"ios\":{},\"cpu_s\":{cpu_s:.2},\"system_s\":{:.2},\"wall_s\":{:.2},\
              \"write_amplification\":{amplification},\"peak_rss_bytes\":{peak},\
               \"peak_rss_bytes_per_unit\":{:.2},\"digest\":\"{:016x}\"}}",
            self.ios,
            self.system_s,
            self.wall_s,
            peak as f64 / self.units as f64,
            self.digest
        )
    }
}

fn mix(digest: u64, value: u64) -> u64 {
    (digest ^ value).wrapping_mul(0x0100_0000_01b3)
}
