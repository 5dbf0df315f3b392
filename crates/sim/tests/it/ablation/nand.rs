//! NAND: lower and upper pages, planes at once, cached reading and programming, erase suspend.

use super::*;
use fourcorners_block::Op;
use fourcorners_sim::spec::{Pacing, PageKinds};

/// One die of two planes, 8 KiB pages, behind one channel.
fn one_die() -> SsdSpec {
    let mut spec = nand_bound(small::plain(64, 64, 0));
    spec.nand.planes = 2;
    spec.nand.page_bytes = 8192;
    spec.layout.buffer_bytes = 256 << 10;
    // 4 units a row of 2 x 8 KiB; 60 of 64 superblocks of 256 units.
    spec.capacity = Blocks(60 * 256 * 8);
    spec
}

const GROUP_UNITS: u64 = 4;
/// 4 units of 4096 bytes at 200 MB/s.
const GROUP_ON_CHANNEL_NS: f64 = 4.0 * 20_480.0;

fn sequential_write_rate(spec: &SsdSpec) -> f64 {
    let mut drive = drive(spec, 32);
    work(&mut drive, &sequential_writes(40 * 256, GROUP_UNITS)).per_second()
}

/// Every write is flushed: its latency is that of its page's program.
fn flushed_write_latencies(spec: &SsdSpec) -> Vec<u64> {
    let mut drive = drive(spec, 1);
    let requests: Vec<Request> = (0..64 * GROUP_UNITS)
        .step_by(GROUP_UNITS as usize)
        .map(|unit| {
            let mut request =
                Request::write(unit, Lba(unit * 8), Blocks(8 * GROUP_UNITS), Data::RANDOM);
            request.op = Op::Write {
                data: Data::RANDOM,
                fua: true,
            };
            request
        })
        .collect();
    let done = work(&mut drive, &requests).completions;
    done.iter().map(|io| io.latency().0).collect()
}

#[test]
fn do_lower_and_upper_pages_take_their_own_times_and_keep_the_mean() {
    let alike = one_die();
    let mut kinds = alike.clone();
    kinds.nand.features.pages = PageKinds::LowerUpper {
        lower_ns: 300_000,
        upper_ns: 1_500_000,
    };
    let (off, on) = (sequential_write_rate(&alike), sequential_write_rate(&kinds));
    assert_near(
        "lower and upper pages",
        "sequential writes/s",
        off,
        on,
        off,
        1.0,
    );
    let spread = |spec: &SsdSpec| {
        let latencies = flushed_write_latencies(spec);
        let (low, high) = (latencies.iter().min(), latencies.iter().max());
        (high.copied().unwrap_or(0) - low.copied().unwrap_or(0)) as f64
    };
    let (off, on) = (spread(&alike), spread(&kinds));
    assert_near(
        "lower and upper pages",
        "spread of a flushed write, ns",
        off,
        on,
        1_200_000.0,
        1.0,
    );
    // L L U L U ... L U U: half of each.
    let slow = flushed_write_latencies(&kinds);
    let slow = slow.iter().filter(|latency| **latency > 1_000_000).count();
    assert_eq!(slow, 32, "half of the pages of a block are upper pages");
}

#[test]
fn do_planes_that_work_one_after_the_other_halve_the_write_rate() {
    let on = one_die();
    let mut off = on.clone();
    off.nand.features.multi_plane = false;
    let (off, on) = (sequential_write_rate(&off), sequential_write_rate(&on));
    assert_near(
        "planes at once",
        "sequential writes/s",
        off,
        on,
        2.0 * off,
        3.0,
    );
}

#[test]
fn does_cache_program_hide_the_transfer() {
    let on = one_die();
    let mut off = on.clone();
    off.nand.cache_program = false;
    let (off, on) = (sequential_write_rate(&off), sequential_write_rate(&on));
    let predicted = off * (900_000.0 + GROUP_ON_CHANNEL_NS) / 900_000.0;
    assert_near(
        "cache program",
        "sequential writes/s",
        off,
        on,
        predicted,
        1.0,
    );
}

#[test]
fn does_cache_read_hide_the_transfer() {
    let mut on = one_die();
    on.nand.t_read_ns = 100_000;
    on.layout.read_ahead_bytes = 64 << 10;
    let mut off = on.clone();
    off.nand.features.cache_read = false;
    let rate = |spec: &SsdSpec| {
        let mut drive = drive(spec, 1);
        work(&mut drive, &sequential_writes(20 * 256, 4));
        work(&mut drive, &sequential_reads(20 * 256, 4)).per_second()
    };
    let (off, on) = (rate(&off), rate(&on));
    let predicted = off * (100_000.0 + GROUP_ON_CHANNEL_NS) / 100_000.0;
    assert_near("cache read", "sequential reads/s", off, on, predicted, 2.0);
}

#[test]
fn does_erase_suspend_let_reads_through() {
    let mut off = one_die();
    off.gc.pacing = Pacing::Foreground;
    off.nand.t_erase_ns = 10_000_000;
    let mut on = off.clone();
    on.nand.features.erase_suspend_ns = Some(20_000);
    // Overwritten sequentially, every superblock is erased whole before it is used again. A read
    // that comes just then waits for the erase and the program behind it, or for a suspension.
    let worst_read = |spec: &SsdSpec| {
        let mut drive = drive(spec, 1);
        let units = spec.capacity.0 / 8;
        work(&mut drive, &sequential_writes(units, 4));
        let mut worst = 0;
        for n in 0..units / 4 {
            let read = Lba((n * 32 + units * 4) % (units * 8));
            let pair = [
                Request::write(0, Lba(n * 32), Blocks(32), Data::RANDOM),
                Request::read(1, read, Blocks(8)),
            ];
            worst = worst.max(work(&mut drive, &pair).completions[1].latency().0);
        }
        worst as f64
    };
    let (off, on) = (worst_read(&off), worst_read(&on));
    assert!(
        off > 7_000_000.0,
        "an erase is in the way of some read: {off}"
    );
    // What is left is to wait for the program of the write before it.
    let predicted = 900_000.0 + 50_000.0 + 20_480.0;
    assert_near(
        "erase suspend",
        "worst read beside erases, ns",
        off,
        on,
        predicted,
        1.0,
    );
}

/// Each read suspended the erase again and put its end off: under a stream of reads it never ended,
/// and a die did 14,000 reads per second instead of 20,000 for as long as the stream lasted.
#[test]
fn reads_are_as_fast_as_ever_once_an_erase_has_ended() {
    let mut off = one_die();
    off.nand.t_erase_ns = 10_000_000;
    let mut on = off.clone();
    on.nand.features.erase_suspend_ns = Some(20_000);
    let rate = |spec: &SsdSpec| {
        let mut drive = drive(spec, 32);
        let units = spec.capacity.0 / 8;
        work(&mut drive, &sequential_writes(units, GROUP_UNITS));
        // Ends with the first groups of a superblock: another one has just begun to be erased.
        let before = drive.counters().expect("simulated");
        small::run(&mut drive, &sequential_writes(20 * 256 + 16, GROUP_UNITS));
        let done = drive.counters().expect("simulated").since(&before);
        assert!(done.block_erases > 30, "{}", done.block_erases);
        small::run(&mut drive, &random_reads(units, 1_000));
        let start = drive.now();
        small::run(&mut drive, &random_reads(units, 4_000));
        4e12 / (drive.now().0 - start.0) as f64
    };
    let (off, on) = (rate(&off), rate(&on));
    assert_near(
        "erase suspend",
        "reads/s behind an erase",
        off,
        on,
        off,
        0.1,
    );
}

#[test]
fn do_single_level_cells_write_and_read_as_their_own_times_say() {
    let multi = one_die();
    let mut single = multi.clone();
    // Micron MT29F16G08ABACA beside MT29F32G08CBABA.
    single.nand.t_prog_ns = 350_000;
    single.nand.t_read_ns = 35_000;
    let (off, on) = (
        sequential_write_rate(&multi),
        sequential_write_rate(&single),
    );
    assert_near(
        "SLC",
        "sequential writes/s",
        off,
        on,
        off * 900.0 / 350.0,
        0.5,
    );
    let latency = |spec: &SsdSpec| {
        let mut drive = drive(spec, 1);
        work(&mut drive, &sequential_writes(40 * 256, GROUP_UNITS));
        work(&mut drive, &random_reads(40 * 256, 2_000)).mean_latency_ns()
    };
    let (off, on) = (latency(&multi), latency(&single));
    assert_near(
        "SLC",
        "random read latency, ns",
        off,
        on,
        off - 15_000.0,
        0.5,
    );
}

/// The 8 dies of a superblock are written by turns, and wait for the slowest. Of 8 numbers with a
/// normal distribution the largest is 1.42 deviations above the mean, give or take 0.6.
#[test]
fn writing_goes_as_fast_as_the_slowest_die() {
    let mut alike = nand_bound(small::wide(fourcorners_sim::spec::Pacing::Foreground));
    alike.nand.channel_mb_per_s = 100_000;
    let mut spread = alike.clone();
    spread.nand.features.t_prog_spread_per_mille = 30;
    let rate = |spec: &SsdSpec| {
        let units = spec.capacity.0 / 8;
        work(&mut drive(spec, 32), &sequential_writes(units, 8)).per_second()
    };
    let (off, on) = (rate(&alike), rate(&spread));
    let predicted = off / (1.0 + 0.03 * 1.42);
    assert_near(
        "program times of dies",
        "sequential writes/s",
        off,
        on,
        predicted,
        3.0,
    );
}
