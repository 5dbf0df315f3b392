//! The SLC cache: how fast it is, how much it holds, what folding costs, and what comes back in a
//! pause.

use super::*;
use fourcorners_sim::spec::{IdleSpec, SlcCacheSpec, SlcMode, WhenFull};

/// Three bits a cell: superblocks of 2304 units, of 768 in SLC mode.
fn triple(when_full: WhenFull) -> SsdSpec {
    let mut spec = nand_bound(small::wide(Pacing::Trickle));
    spec.nand.pages_per_block = 72;
    spec.capacity = Blocks(64 * 2304 * 85 / 100 * 8);
    // Programs and not the channels are the limit, in SLC mode as well.
    spec.nand.channel_mb_per_s = 1000;
    spec.nand.features.slc = Some(SlcMode {
        bits_per_cell: 3,
        t_read_ns: 25_000,
        t_prog_ns: 180_000,
    });
    spec.slc_cache = Some(SlcCacheSpec {
        static_superblocks: 0,
        dynamic_superblocks: 10,
        shrinks_from_per_mille: 1000,
        gone_at_per_mille: 1000,
        when_full,
        fold_to_per_mille: 0,
        copies_in_flight: 16,
        folds_when_idle: false,
    });
    spec
}

const CACHED: u64 = 10 * 768;

fn folds_when_idle(mut spec: SsdSpec) -> SsdSpec {
    spec.gc.idle = Some(IdleSpec {
        after_ns: 1_000_000_000,
        high_watermark: 4,
        max_valid_per_mille: 500,
        copies_in_flight: 16,
    });
    if let Some(cache) = &mut spec.slc_cache {
        cache.folds_when_idle = true;
    }
    spec
}

/// 4 KiB units per second while so many are written in order, from a unit on.
fn written(drive: &mut Station<Ssd>, from: u64, units: u64) -> Work {
    let requests: Vec<Request> = (0..units / 16)
        .map(|n| Request::write(n, Lba((from + n * 16) * 8), Blocks(128), Data::RANDOM))
        .collect();
    work(drive, &requests)
}

#[test]
fn cache_is_as_fast_as_its_programs_and_holds_what_the_file_says() {
    let mut spec = triple(WhenFull::Direct);
    let mut on = drive(&spec, 32);
    let cached = written(&mut on, 0, CACHED).per_second();
    let after = written(&mut on, CACHED, CACHED).per_second();
    spec.slc_cache = None;
    let off = written(&mut drive(&spec, 32), 0, CACHED).per_second();
    assert_near(
        "SLC cache",
        "writes per second",
        off,
        cached,
        off * 5.0,
        3.0,
    );
    assert_near(
        "SLC cache",
        "writes per second behind it",
        off,
        after,
        off,
        1.0,
    );
}

#[test]
fn folding_moves_each_cached_unit_once_and_halves_no_data() {
    let mut spec = triple(WhenFull::DirectAndFold);
    let mut on = drive(&spec, 32);
    written(&mut on, 0, 4 * CACHED);
    let until = on.now() + Nanos::secs(60);
    on.wait(until, Stop::Never, &mut Vec::new()).expect("idle");
    let folded = on.counters().expect("simulated").nand_folded_units as f64;
    spec.slc_cache = None;
    let mut off = drive(&spec, 32);
    let plain = written(&mut off, 0, 4 * CACHED);
    assert_eq!(plain.counters.nand_folded_units, 0);
    // A second filling begins once the first has been folded.
    assert_eq!(folded % CACHED as f64, 0.0);
    assert_near("SLC cache", "units folded", 0.0, folded, CACHED as f64, 0.0);
}

/// Regression: every copy queued behind all that the host had written to the slowest die, which is
/// most of the buffer. A Samsung 980 PRO folded at a fiftieth of what it wrote, and its cache never
/// came back during a fill.
#[test]
fn copies_that_take_turns_fold_during_direct_writes() {
    let folded = |turns: bool| {
        let mut spec = triple(WhenFull::DirectAndFold);
        spec.gc.copies_take_turns = turns;
        spec.nand.features.t_prog_spread_per_mille = 45;
        spec.layout.buffer_bytes = 512 * 4096;
        let mut drive = drive(&spec, 256);
        written(&mut drive, 0, CACHED);
        let done = written(&mut drive, CACHED, CACHED).counters;
        done.nand_folded_units as f64 / done.nand_host_units as f64
    };
    // A copy waits for one host program before its read, and for one before its own.
    assert_near(
        "turns on a die",
        "units folded per unit written",
        folded(false),
        folded(true),
        0.5,
        15.0,
    );
}

#[test]
fn host_waits_for_folding_where_it_cannot_write_directly() {
    let direct = triple(WhenFull::Direct);
    let fold = triple(WhenFull::Fold);
    let after = |spec: &SsdSpec| {
        let mut drive = drive(spec, 32);
        written(&mut drive, 0, CACHED);
        written(&mut drive, CACHED, 4 * CACHED)
    };
    let (off, on) = (after(&direct), after(&fold));
    assert_eq!(off.counters.nand_folded_units, 0, "the cache is left alone");
    assert!(on.counters.nand_folded_units > 3 * CACHED);
    // Of each die and superblock: 72 programs; with the cache as many in SLC mode and as many
    // reads, and three erases of blocks that hold a third.
    let programs = 72.0 * 900.0;
    let folding = 72.0 * (180.0 + 25.0) + 3.0 * 3000.0;
    let predicted = off.per_second() * programs / (programs + folding);
    let rate = (off.per_second(), on.per_second());
    assert_near(
        "folding first",
        "writes per second",
        rate.0,
        rate.1,
        predicted,
        8.0,
    );
}

#[test]
fn pause_gives_the_cache_back() {
    let lazy = triple(WhenFull::Direct);
    let eager = folds_when_idle(lazy.clone());
    let second = |spec: &SsdSpec| {
        let mut drive = drive(spec, 32);
        written(&mut drive, 0, 2 * CACHED);
        let until = drive.now() + Nanos::secs(60);
        drive
            .wait(until, Stop::Never, &mut Vec::new())
            .expect("idle");
        written(&mut drive, 2 * CACHED, CACHED).per_second()
    };
    let (off, on) = (second(&lazy), second(&eager));
    assert_near(
        "idle folding",
        "writes per second after it",
        off,
        on,
        off * 5.0,
        3.0,
    );
}

#[test]
fn data_in_the_cache_is_read_faster() {
    let mut spec = triple(WhenFull::Direct);
    let latency = |spec: &SsdSpec| {
        let mut drive = drive(spec, 1);
        written(&mut drive, 0, CACHED);
        work(&mut drive, &random_reads(CACHED, 500)).mean_latency_ns()
    };
    let on = latency(&spec);
    spec.slc_cache = None;
    let off = latency(&spec);
    assert_near("SLC cache", "ns of a read", off, on, off - 25_000.0, 2.0);
}
