//! Is throughput what the hardware allows: never more, and at high queue depth not much less?
//! The bounds are arithmetic: what dies, channels and link can do, and how often each has to.

use crate::small;
use fourcorners_block::{
    Blocks, Counters, Data, Drive, Lba, Nanos, QueueDepth, Request, Seed, Stop,
};
use fourcorners_sim::spec::SsdSpec;
use fourcorners_sim::{Ssd, Station};

const PAGE_BYTES: u64 = 16 << 10;
const PAGE_BLOCKS: u64 = PAGE_BYTES / 512;
const CHANNELS: u64 = 8;
const DIES: u64 = 32;
const PAGES_PER_BLOCK: u64 = 32;
const BLOCKS_PER_PLANE: u64 = 96;

/// 8 channels of 1200 MB/s, 4 dies each, two planes of 16 KiB pages mapped as they are; nothing
/// but the NAND takes time. A fifth of it is spare.
fn spec() -> SsdSpec {
    let mut spec = small::plain(PAGES_PER_BLOCK as u32, BLOCKS_PER_PLANE as u32, 0);
    let nand = &mut spec.nand;
    nand.channels = CHANNELS as u32;
    nand.dies = DIES as u32;
    nand.planes = 2;
    nand.page_bytes = PAGE_BYTES as u32;
    nand.t_read_ns = 50_000;
    nand.t_prog_ns = 600_000;
    nand.t_erase_ns = 3_000_000;
    nand.channel_mb_per_s = 1200;
    spec.layout.unit_bytes = PAGE_BYTES as u32;
    spec.layout.superblock_dies = DIES as u32;
    spec.layout.buffer_bytes = 16 << 20;
    spec.link.mb_per_s = 100_000;
    spec.link.command_latency_ns = 0;
    let controller = &mut spec.controller;
    controller.read_command_ns = 0;
    controller.read_unit_ns = 0;
    controller.write_command_ns = 0;
    controller.write_unit_ns = 0;
    controller.trim_command_ns = 0;
    controller.trim_mib_ns = 0;
    spec.gc.copies_in_flight = 4 * DIES as u32;
    let raw_pages = DIES * 2 * PAGES_PER_BLOCK * (BLOCKS_PER_PLANE - 1);
    spec.capacity = Blocks(raw_pages * 8 / 10 * PAGE_BLOCKS);
    spec
}

struct Bed {
    drive: Station<Ssd>,
    pages: u64,
    generator: fourcorners_block::Generator,
}

/// Pages a second, and what was done.
struct Rate {
    pages_per_second: f64,
    counters: Counters,
}

impl Rate {
    fn write_amplification(&self) -> f64 {
        let counters = &self.counters;
        (counters.nand_host_units + counters.nand_moved_units) as f64
            / counters.nand_host_units as f64
    }
}

impl Bed {
    fn new(spec: &SsdSpec, depth: u16) -> Self {
        let mut drive = Ssd::drive(spec);
        drive.set_queue_depth(QueueDepth::new(depth).expect("a depth"));
        Self {
            drive,
            pages: spec.capacity.0 / PAGE_BLOCKS,
            generator: Seed(3).generator(),
        }
    }
    /// From an idle drive until everything is on the NAND.
    fn run(&mut self, requests: &[Request]) -> Rate {
        let settled = self.drive.now() + Nanos::secs(1);
        self.drive
            .wait(settled, Stop::Never, &mut Vec::new())
            .expect("idle");
        let (start, before) = (self.drive.now(), self.drive.counters().expect("simulated"));
        let mut all = requests.to_vec();
        if !matches!(requests[0].op, fourcorners_block::Op::Read) {
            all.push(Request::flush(0));
        }
        small::run(&mut self.drive, &all);
        let seconds = (self.drive.now().0 - start.0) as f64 / 1e9;
        let pages: u64 = requests.iter().map(|io| io.blocks.0 / PAGE_BLOCKS).sum();
        Rate {
            pages_per_second: pages as f64 / seconds,
            counters: self.drive.counters().expect("simulated").since(&before),
        }
    }
    fn sequential(&self, pages_each: u64, write: bool) -> Vec<Request> {
        let blocks = Blocks(pages_each * PAGE_BLOCKS);
        (0..self.pages / pages_each)
            .map(|n| {
                let lba = Lba(n * blocks.0);
                match write {
                    true => Request::write(n, lba, blocks, Data::RANDOM),
                    false => Request::read(n, lba, blocks),
                }
            })
            .collect()
    }
    fn random(&mut self, count: u64, write: bool) -> Vec<Request> {
        (0..count)
            .map(|n| {
                let lba = Lba(self.generator.below(self.pages) * PAGE_BLOCKS);
                match write {
                    true => Request::write(n, lba, Blocks(PAGE_BLOCKS), Data::RANDOM),
                    false => Request::read(n, lba, Blocks(PAGE_BLOCKS)),
                }
            })
            .collect()
    }
}

/// Pages a second that the dies can write at a write amplification, with so many erases for each
/// page written: P pages are programmed, and read to be moved, at once.
fn dies_bound(spec: &SsdSpec, amplification: f64, erases: bool) -> f64 {
    let planes = f64::from(spec.nand.planes);
    let program = amplification * spec.nand.t_prog_ns as f64;
    let read = (amplification - 1.0) * spec.nand.t_read_ns as f64;
    let erase = amplification * spec.nand.t_erase_ns as f64 / PAGES_PER_BLOCK as f64;
    let ns = (program + read + if erases { erase } else { 0.0 }) / planes;
    f64::from(spec.nand.dies) * 1e9 / ns
}

/// Pages a second on the channels, each so many times.
fn channels_bound(spec: &SsdSpec, times: f64) -> f64 {
    let page_ns = PAGE_BYTES as f64 * 1000.0 / spec.nand.channel_mb_per_s as f64;
    f64::from(spec.nand.channels) * 1e9 / page_ns / times
}

/// Not above the bound (but for rounding to a nanosecond), and not far below.
fn assert_reaches(what: &str, rate: f64, bound: f64, at_least: f64) {
    println!(
        "{what}: {rate:.0} pages/s, bound {bound:.0}: {:.3}",
        rate / bound
    );
    assert!(
        rate <= bound * 1.0005,
        "{what}: {rate:.0} pages/s, the hardware can do {bound:.0}"
    );
    assert!(
        rate >= bound * at_least,
        "{what}: {rate:.0} pages/s, the hardware can do {bound:.0}"
    );
}

#[test]
fn do_writes_to_a_new_drive_keep_every_die_busy() {
    let spec = spec();
    let bound = dies_bound(&spec, 1.0, false).min(channels_bound(&spec, 1.0));
    let mut bed = Bed::new(&spec, 256);
    let sequential = bed.sequential(16, true);
    let rate = bed.run(&sequential).pages_per_second;
    assert_reaches("sequential writes, new", rate, bound, 0.9);
    let mut bed = Bed::new(&spec, 256);
    let random = bed.random(bed.pages, true);
    let rate = bed.run(&random).pages_per_second;
    assert_reaches("random writes, new", rate, bound, 0.9);
}

#[test]
fn is_sequential_writing_bound_by_the_channels_when_they_are_slow() {
    let mut spec = spec();
    spec.nand.channel_mb_per_s = 100;
    let bound = channels_bound(&spec, 1.0);
    assert!(bound < dies_bound(&spec, 1.0, false));
    let mut bed = Bed::new(&spec, 256);
    let sequential = bed.sequential(16, true);
    let rate = bed.run(&sequential).pages_per_second;
    assert_reaches("sequential writes, slow channels", rate, bound, 0.9);
}

/// Overwriting in order costs one erase a block and moves nothing.
#[test]
fn does_sequential_overwriting_reach_the_dies_bound_with_erases() {
    let spec = spec();
    let mut bed = Bed::new(&spec, 256);
    let sequential = bed.sequential(16, true);
    bed.run(&sequential);
    bed.run(&sequential);
    let rate = bed.run(&sequential);
    assert!(rate.write_amplification() < 1.001);
    let bound = dies_bound(&spec, 1.0, true);
    assert_reaches("sequential overwriting", rate.pages_per_second, bound, 0.9);
}

/// The write amplification is the drive's own; what it costs is arithmetic.
#[test]
fn do_random_writes_in_steady_state_reach_the_dies_bound() {
    let spec = spec();
    let mut bed = Bed::new(&spec, 256);
    let fill = bed.sequential(16, true);
    bed.run(&fill);
    let requests = bed.random(3 * bed.pages, true);
    bed.run(&requests);
    let rate = bed.run(&requests);
    let amplification = rate.write_amplification();
    let bound = dies_bound(&spec, amplification, true)
        .min(channels_bound(&spec, 2.0 * amplification - 1.0));
    println!("write amplification {amplification:.3}");
    assert_reaches("random writes, steady", rate.pages_per_second, bound, 0.9);
}

#[test]
fn are_sequential_reads_bound_by_the_channels_or_the_dies() {
    for (channel_mb_per_s, t_read_ns) in [(1200, 50_000), (100_000, 50_000)] {
        let mut spec = spec();
        spec.nand.channel_mb_per_s = channel_mb_per_s;
        spec.nand.t_read_ns = t_read_ns;
        let mut bed = Bed::new(&spec, 256);
        let fill = bed.sequential(16, true);
        bed.run(&fill);
        let dies = f64::from(spec.nand.dies * spec.nand.planes) * 1e9 / t_read_ns as f64;
        let link = spec.link.mb_per_s as f64 * 1e6 / PAGE_BYTES as f64;
        let bound = channels_bound(&spec, 1.0).min(dies).min(link);
        let reads = bed.sequential(64, false);
        let rate = bed.run(&reads).pages_per_second;
        assert_reaches("sequential reads", rate, bound, 0.9);
    }
}

/// Reads on uniformly random dies leave some idle while others have a queue. Utilisation of 32
/// dies of deterministic service at each depth: an independent simulation of nothing but queues;
/// exponential service, Q / (N + Q - 1), lies below.
#[test]
fn do_random_reads_use_the_dies_as_queueing_theory_says() {
    let mut spec = spec();
    spec.nand.planes = 1;
    spec.nand.channel_mb_per_s = 100_000;
    spec.capacity = Blocks(spec.capacity.0 / 2 / PAGE_BLOCKS * PAGE_BLOCKS);
    let mut bed = Bed::new(&spec, 256);
    let fill = bed.sequential(16, true);
    bed.run(&fill);
    // Array and transfer of a page: the link and the channels take 1.6 % of the array's time each.
    let full = f64::from(spec.nand.dies) * 1e9 / spec.nand.t_read_ns as f64;
    for (depth, expected) in [
        (1, 0.0313),
        (2, 0.0615),
        (4, 0.1191),
        (8, 0.2228),
        (16, 0.3881),
        (32, 0.5940),
        (64, 0.7719),
        (128, 0.8812),
        (256, 0.9382),
    ] {
        bed.drive
            .set_queue_depth(QueueDepth::new(depth).expect("a depth"));
        let reads = bed.random(200_000, false);
        let used = bed.run(&reads).pages_per_second / full;
        let exponential = f64::from(depth) / (DIES as f64 + f64::from(depth) - 1.0);
        println!("QD{depth}: {used:.4} of the dies, queueing theory {expected:.4}");
        assert!(
            (used / expected - 1.0).abs() < 0.02,
            "QD{depth}: {used:.4} of the dies' rate, expected {expected}"
        );
        assert!(used < 1.0 && used > exponential * 0.96);
    }
}
