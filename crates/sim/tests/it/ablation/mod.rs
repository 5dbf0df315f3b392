//! What does each mechanism change, and by how much? One file a mechanism: the same work with it
//! off and on, beside what arithmetic predicts. Each prints a line
//! `ablation | mechanism | figure | off | on | predicted`.

mod coarse_units;
mod collection;
mod compression;
mod controller;
mod energy;
mod hot_cold;
mod hybrid;
mod idle;
mod journal;
mod mapping_cache;
mod modern_nand;
mod nand;
mod opening;
mod own_policy;
mod parity;
mod passes;
mod power_states;
mod slc_cache;
mod trim;
mod units;
mod victims;
mod victims_in_flight;
mod wear;

use crate::small;
use fourcorners_block::{
    Blocks, Completion, Counters, Data, Drive, Lba, Nanos, QueueDepth, Request, Seed, Stop,
};
use fourcorners_sim::spec::{Frontiers, Pacing, SsdSpec};
use fourcorners_sim::{Ssd, Station};

/// Prints the table's line and holds the figure to the prediction.
fn assert_near(what: &str, figure: &str, off: f64, on: f64, predicted: f64, per_cent: f64) {
    print_row(what, figure, off, on, &format!("{predicted:.4}"));
    let error = (on / predicted - 1.0) * 100.0;
    assert!(
        error.abs() <= per_cent,
        "{what}, {figure}: {on:.4} with it (off: {off:.4}), predicted {predicted:.4}: {error:+.2} \
         %, allowed are {per_cent} %"
    );
}

/// Prints the table's line.
fn print_row(what: &str, figure: &str, off: f64, on: f64, predicted: &str) {
    println!("ablation | {what} | {figure} | {off:.4} | {on:.4} | {predicted}");
}

/// A drive whose link and firmware cost next to nothing: what is measured is the NAND.
fn nand_bound(mut spec: SsdSpec) -> SsdSpec {
    spec.link.mb_per_s = 100_000;
    spec.link.command_latency_ns = 0;
    let controller = &mut spec.controller;
    controller.read_command_ns = 0;
    controller.read_unit_ns = 0;
    controller.write_command_ns = 0;
    controller.write_unit_ns = 0;
    spec
}

/// 1024 superblocks of 512 units, 7 % spare: those in flight are next to nothing.
fn many_superblocks() -> SsdSpec {
    let mut spec = nand_bound(small::wide(Pacing::Foreground));
    spec.nand.blocks_per_plane *= 16;
    spec.capacity = Blocks(1024 * 512 * 93 / 100 * 8);
    spec.gc.frontiers = Frontiers::Separate;
    spec
}

/// A drive at a queue depth.
fn drive(spec: &SsdSpec, depth: u16) -> Station<Ssd> {
    let mut drive = Ssd::drive(spec);
    drive.set_queue_depth(QueueDepth::new(depth).expect("a depth"));
    drive
}

/// What a piece of work took, and did.
struct Work {
    completions: Vec<Completion>,
    elapsed: Nanos,
    counters: Counters,
}

impl Work {
    fn per_second(&self) -> f64 {
        self.completions.len() as f64 * 1e9 / self.elapsed.0 as f64
    }
    fn mean_latency_ns(&self) -> f64 {
        let sum: u64 = self.completions.iter().map(|io| io.latency().0).sum();
        sum as f64 / self.completions.len() as f64
    }
    fn max_latency_ns(&self) -> f64 {
        let latencies = self.completions.iter().map(|io| io.latency().0);
        latencies.max().unwrap_or(0) as f64
    }
    fn write_amplification(&self) -> f64 {
        let counters = &self.counters;
        let units = counters.nand_host_units + counters.nand_moved_units;
        (units * counters.nand_unit_bytes) as f64 / counters.host_bytes_written as f64
    }
}

/// Begins once the write buffer is empty.
fn work(drive: &mut Station<Ssd>, requests: &[Request]) -> Work {
    let settled = drive.now() + Nanos::secs(1);
    drive
        .wait(settled, Stop::Never, &mut Vec::new())
        .expect("idle");
    let (start, before) = (drive.now(), drive.counters().expect("simulated"));
    let completions = small::run(drive, requests);
    Work {
        completions,
        elapsed: drive.now().saturating_sub(start),
        counters: drive.counters().expect("simulated").since(&before),
    }
}

/// Writes of so many 4 KiB units each over the first `units` of the drive, one after the other.
fn sequential_writes(units: u64, each: u64) -> Vec<Request> {
    (0..units / each)
        .map(|n| Request::write(n, Lba(n * each * 8), Blocks(each * 8), Data::RANDOM))
        .collect()
}

fn sequential_reads(units: u64, each: u64) -> Vec<Request> {
    (0..units / each)
        .map(|n| Request::read(n, Lba(n * each * 8), Blocks(each * 8)))
        .collect()
}

/// 4 KiB writes to uniformly random units below `units`.
fn random_writes(units: u64, count: u64) -> Vec<Request> {
    let mut generator = Seed(11).generator();
    (0..count)
        .map(|n| {
            let lba = Lba(8 * generator.below(units));
            Request::write(n, lba, Blocks(8), Data::RANDOM)
        })
        .collect()
}

fn random_reads(units: u64, count: u64) -> Vec<Request> {
    let mut generator = Seed(12).generator();
    (0..count)
        .map(|n| Request::read(n, Lba(8 * generator.below(units)), Blocks(8)))
        .collect()
}
