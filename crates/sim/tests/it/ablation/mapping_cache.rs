//! A map larger than the DRAM: what its misses cost, and when there are none. Two generations of
//! a drive with the same NAND differ by this (Intel's X25-M: 16 and 32 MB).

use super::*;
use fourcorners_sim::spec::Pacing;

/// 64 dies' worth of 4 KiB units behind map pages of 8 KiB, each for 2048 units.
fn cached(pages: Option<u64>) -> SsdSpec {
    let mut spec = nand_bound(small::wide(Pacing::Balanced));
    spec.nand.blocks_per_plane = 256;
    spec.capacity = Blocks(spec.capacity.0 * 4);
    spec.layout.l2p_cache_bytes = pages.map(|pages| pages * 8192);
    spec
}

const PAGE_UNITS: u64 = 2048;

/// Random reads, one at a time, over so many map pages' units: misses a read, and the latency.
fn reads(spec: &SsdSpec, pages: u64) -> (f64, f64) {
    let mut drive = drive(spec, 1);
    work(&mut drive, &sequential_writes(32 * PAGE_UNITS, 8));
    // Whatever the filling left there makes way.
    work(&mut drive, &random_reads(pages * PAGE_UNITS, 4_000));
    let done = work(&mut drive, &random_reads(pages * PAGE_UNITS, 20_000));
    let misses = done.counters.map_page_reads as f64 / done.completions.len() as f64;
    (misses, done.mean_latency_ns())
}

#[test]
fn do_reads_within_the_cache_s_reach_cost_nothing_more_and_those_beyond_a_load() {
    let (none, base) = reads(&cached(None), 32);
    assert_eq!(none, 0.0);
    let whole = reads(&cached(None), 8);
    assert_eq!(reads(&cached(Some(8)), 8), whole, "all entries are held");
    let (misses, latency) = reads(&cached(Some(8)), 32);
    assert_near(
        "mapping cache",
        "misses a read, span of 4 caches",
        0.0,
        misses,
        0.75,
        2.0,
    );
    // A load: the array, and a page of two units over the channel.
    let load = 50_000.0 + 2.0 * 20_480.0;
    assert_near(
        "mapping cache",
        "read latency, ns",
        base,
        latency,
        base + misses * load,
        1.0,
    );
}

/// Regression: a read whose entry had to be loaded held its die from the end of the load on, and
/// the die waited until then: many reads at once were no faster than a few.
#[test]
fn die_works_while_the_entry_of_a_read_is_loaded() {
    let rate = |pages: Option<u64>| {
        let mut drive = drive(&cached(pages), 256);
        work(&mut drive, &sequential_writes(32 * PAGE_UNITS, 8));
        let done = work(&mut drive, &random_reads(32 * PAGE_UNITS, 20_000));
        let misses = done.counters.map_page_reads as f64 / done.completions.len() as f64;
        (misses, done.per_second())
    };
    let (_, off) = rate(None);
    let (misses, on) = rate(Some(8));
    // A load takes two units' time on the channel, of which there are four: no die is the limit.
    let channels = 4.0 * 1e9 / 20_480.0;
    assert_near(
        "mapping cache",
        "reads per second, queue depth 256",
        off,
        on,
        channels / (1.0 + 2.0 * misses),
        2.0,
    );
}

#[test]
fn random_writes_beyond_the_reach_of_the_cache_write_the_map_as_well() {
    let programs = |pages: Option<u64>| {
        let mut drive = filled(&cached(pages));
        work(&mut drive, &random_writes(32 * PAGE_UNITS, 4_000));
        let done = work(&mut drive, &random_writes(32 * PAGE_UNITS, 20_000)).counters;
        (
            done.map_page_programs as f64 / done.nand_host_units as f64,
            done,
        )
    };
    let (off, _) = programs(None);
    let (on, counters) = programs(Some(8));
    // Every miss loads a page that the write changes: one changed page makes way for each.
    assert_near(
        "mapping cache",
        "map programs a random write",
        off,
        on,
        0.75,
        2.0,
    );
    assert!(counters.map_page_reads.abs_diff(counters.map_page_programs) < 10);
    // Sequential writing changes 2048 entries of a page before the next.
    let mut drive = filled(&cached(Some(8)));
    let done = work(&mut drive, &sequential_writes(32 * PAGE_UNITS, 8)).counters;
    assert_eq!(done.map_page_reads, 32);
}

/// Entries of units that hold no data take no DRAM: the map of a new drive fits until as many units
/// are mapped as the cache has entries.
#[test]
fn the_map_of_a_new_drive_fits_longer_than_that_of_a_full_one() {
    let spec = cached(Some(8));
    let accesses = |mut drive: Station<Ssd>, writes: u64| {
        let done = work(&mut drive, &random_writes(32 * PAGE_UNITS, writes)).counters;
        (done.map_page_reads + done.map_page_programs) as f64 / writes as f64
    };
    let new = accesses(drive(&spec, 8), 8 * PAGE_UNITS);
    let full = accesses(filled(&spec), 8 * PAGE_UNITS);
    print_row(
        "untracked units",
        "map accesses a random write",
        full,
        new,
        "0",
    );
    assert_eq!(new, 0.0);
    assert!(full > 1.0, "{full}");
    // Larger entries reach less far.
    let mut large = spec.clone();
    large.layout.l2p_entry_bytes = 8;
    assert!(accesses(drive(&large, 8), 8 * PAGE_UNITS) > 0.0);
}

/// Firmware that waits for a load takes no other write meanwhile.
#[test]
fn blocking_loads_add_their_time_to_every_write_that_misses() {
    let mut spec = cached(Some(8));
    // What else the NAND does takes next to no time.
    (spec.nand.t_prog_ns, spec.nand.t_erase_ns) = (1_000, 1_000);
    spec.nand.channel_mb_per_s = 10_000;
    let write = |spec: &SsdSpec| {
        let mut drive = filled(spec);
        work(&mut drive, &random_writes(32 * PAGE_UNITS, 4_000));
        work(&mut drive, &random_writes(32 * PAGE_UNITS, 20_000)).mean_latency_ns()
    };
    let mut blocking = spec.clone();
    blocking.controller.blocking_l2p_loads = true;
    let (off, on) = (write(&spec), write(&blocking));
    let load = 50_000.0 + 2.0 * 409.6;
    assert_near(
        "blocking L2P loads",
        "write latency, ns, QD8",
        off,
        on,
        8.0 * 0.75 * load,
        10.0,
    );
}

/// Written in order from end to end.
fn filled(spec: &SsdSpec) -> Station<Ssd> {
    let mut drive = drive(spec, 8);
    work(&mut drive, &sequential_writes(32 * PAGE_UNITS, 8));
    drive
}

#[test]
fn entry_in_host_memory_costs_each_read_its_lookup() {
    let mut spec = cached(Some(8));
    let (_, off) = reads(&spec, 8);
    spec.layout.l2p_lookup_ns = 1_500;
    let (_, on) = reads(&spec, 8);
    assert_near("HMB", "read latency, ns", off, on, off + 1_500.0, 0.0);
}
