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

#[test]
fn do_random_writes_beyond_the_cache_s_reach_write_the_map_as_well() {
    let programs = |pages: Option<u64>| {
        let mut drive = drive(&cached(pages), 8);
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
    let mut drive = drive(&cached(Some(8)), 8);
    let done = work(&mut drive, &sequential_writes(32 * PAGE_UNITS, 8)).counters;
    assert_eq!(done.map_page_reads, 32);
}
