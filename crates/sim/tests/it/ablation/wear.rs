//! Wear: how evenly blocks are erased, what leveling and early GC cost, and how long a drive
//! lasts.

use super::hot_cold::{self, BLOCKS};
use super::*;
use crate::theory;
use fourcorners_sim::spec::{IdleSpec, Pacing, VictimPolicy, WearSpec};

const WEAR: WearSpec = WearSpec {
    endurance_cycles: 1_000_000,
    dynamic_leveling: true,
    static_leveling_lag: None,
    cycles_at_start: 0,
    retries_at_end_per_mille: 0,
};

/// Half of the data is never written again: the erases of the least and the most erased
/// superblock, and the write amplification.
fn half_cold(wear: Option<WearSpec>) -> (f64, f64, f64) {
    let mut spec = small::wide(Pacing::Balanced);
    // Many small superblocks: the one that levelling holds open counts for little.
    spec.nand.pages_per_block = 4;
    spec.nand.blocks_per_plane = 256;
    spec.gc.low_watermark = 4;
    spec.gc.high_watermark = 6;
    spec.wear = wear;
    let mut drive = drive(&spec, 32);
    let units = spec.capacity.0 / 8;
    work(&mut drive, &sequential_writes(units, 8));
    let all = work(&mut drive, &random_writes(units / 2, 40 * units));
    let counters = drive.counters().expect("simulated");
    (
        counters.superblock_erases_min as f64,
        counters.superblock_erases_max as f64,
        all.write_amplification(),
    )
}

#[test]
fn does_static_wear_levelling_keep_cold_blocks_from_being_spared() {
    let off = half_cold(Some(WEAR));
    let on = half_cold(Some(WearSpec {
        static_leveling_lag: Some(10),
        ..WEAR
    }));
    assert_eq!(off.0, 0.0, "cold blocks are never erased");
    println!(
        "ablation | static wear levelling | erases of the least erased | {} | {} | {} less 3 lags \
         at least",
        off.0, on.0, on.1
    );
    // The lag counts from the mean, about which single superblocks vary as well.
    assert!(on.0 > on.1 - 70.0, "{on:?}");
    // The cold half fills 109 superblocks of 128 units. Each is moved at least once in ten rounds,
    // of about 110; 40 times the drive's 27,852 units are written meanwhile. More, as a moved
    // one does not always find a superblock that is worn enough.
    let least = off.2 + 109.0 * 128.0 * 11.0 / (40.0 * 27_852.0);
    println!(
        "ablation | static wear levelling | write amplification | {:.4} | {:.4} | {least:.4} at \
         least",
        off.2, on.2
    );
    assert!(
        on.2 > least && on.2 < off.2 * 1.3,
        "{on:?}, without {off:?}"
    );
}

#[test]
fn does_counting_wear_change_nothing_by_itself() {
    let counted = WearSpec {
        dynamic_leveling: false,
        ..WEAR
    };
    assert_eq!(half_cold(None).2, half_cold(Some(counted)).2);
}

#[test]
fn does_a_drive_last_as_long_as_its_cycles_over_its_write_amplification() {
    let endurance = 40;
    let mut spec = small::wide(Pacing::Balanced);
    spec.wear = Some(WearSpec {
        endurance_cycles: endurance,
        dynamic_leveling: true,
        static_leveling_lag: Some(4),
        ..WEAR
    });
    let mut drive = drive(&spec, 32);
    let units = spec.capacity.0 / 8;
    let mut generator = Seed(3).generator();
    let mut written = 0_u64;
    let mut completions = Vec::new();
    let error = loop {
        let batch: Vec<Request> = (0..4096)
            .map(|n| Request::write(n, Lba(8 * generator.below(units)), Blocks(8), Data::RANDOM))
            .collect();
        drive.submit(&batch);
        match drive.wait(Nanos::MAX, Stop::Waiting(64), &mut completions) {
            Ok(()) => written += 4096,
            Err(error) => break error.to_string(),
        }
        completions.clear();
        assert!(written < 200 * units, "a drive does not last for ever");
    };
    assert!(error.contains("worn out"), "{error}");
    let counters = drive.counters().expect("simulated");
    assert!(counters.bad_superblocks > 0);
    // Nine tenths of all cycles at least are used, as wear is level; what is written is that
    // over the write amplification.
    let cycles = (counters.nand_host_units + counters.nand_moved_units) as f64 / (64.0 * 512.0);
    println!(
        "ablation | wear out | program and erase cycles used | - | {cycles:.1} | {endurance}, an \
         eighth more or less"
    );
    assert!(
        (0.85 * 40.0..=1.13 * 40.0).contains(&cycles),
        "{cycles} cycles"
    );
}

/// P/E cycles for which 34 nm MLC is rated (Micron MT29F32G08CBABA data sheet).
const RATED: f64 = 5000.0;
/// Superblocks that early GC keeps free, on top of the one in reserve.
const KEPT_FREE: u32 = 60;
/// Units written between two pauses: 10 superblocks.
const BURST: u64 = 640;

/// How often a drive of 20 % spare is written at random until its rated P/E cycles are used. GC
/// frees superblocks up to `watermark` while the host writes, and to `idle` in pauses.
fn drive_writes_until_rated(watermark: u32, idle: Option<IdleSpec>) -> f64 {
    let mut spec = hot_cold::spec(VictimPolicy::Greedy, None);
    spec.gc.low_watermark = watermark;
    spec.gc.high_watermark = watermark;
    spec.gc.idle = idle;
    let mut drive = drive(&spec, 32);
    let units = spec.capacity.0 / 8;
    let mut write_at_random = |times: u64| {
        for burst in random_writes(units, times * units).chunks(BURST as usize) {
            small::run(&mut drive, burst);
            let until = drive.now() + Nanos::secs(10);
            drive
                .wait(until, Stop::Never, &mut Vec::new())
                .expect("idle");
        }
        drive.counters().expect("simulated").block_erases
    };
    let before = write_at_random(8);
    let cycles = (write_at_random(8) - before) as f64 / spec.erase_blocks() as f64;
    8.0 * RATED / cycles
}

/// Article 000: clean blocks too quickly, and P/E cycles are burnt. Superblocks that are kept free
/// are no spare area to GC.
#[test]
fn early_gc_costs_endurance() {
    let figure = "drive writes until 5,000 P/E cycles";
    let late = drive_writes_until_rated(1, None);
    let early = drive_writes_until_rated(1 + KEPT_FREE, None);
    let spare_factor = 1.0 - f64::from(BLOCKS) * 0.8 / f64::from(BLOCKS - KEPT_FREE);
    let gc = hot_cold::spec(VictimPolicy::Greedy, None).gc;
    let amplification = theory::uniform(&gc, 64, spare_factor).expect("a formula");
    let blocks_over_user = f64::from(BLOCKS + 1) / (f64::from(BLOCKS) * 0.8);
    let predicted = RATED * blocks_over_user / amplification;
    assert_near("early GC", figure, late, early, predicted, 1.5);

    let idle = IdleSpec {
        after_ns: 1_000_000,
        high_watermark: 1 + KEPT_FREE,
        max_valid_per_mille: 1000,
        copies_in_flight: 64,
    };
    let idle = drive_writes_until_rated(1, Some(idle));
    print_row(
        "early idle GC",
        figure,
        late,
        idle,
        "as early GC, or up to late",
    );
    assert!(idle < 0.9 * late && idle > 0.97 * early, "{idle}");
}

/// Array reads that 4 KiB random reads of a drive take with a number of its 3000 cycles behind
/// it, and the time of a read; at the end of its life it reads three times more.
fn reads_after(cycles_at_start: u32) -> (f64, f64) {
    let mut spec = nand_bound(small::wide(Pacing::Balanced));
    spec.wear = Some(WearSpec {
        endurance_cycles: 3000,
        cycles_at_start,
        retries_at_end_per_mille: 3000,
        ..WEAR
    });
    let mut drive = drive(&spec, 1);
    let units = spec.capacity.0 / 8;
    work(&mut drive, &sequential_writes(units, 8));
    let reads = work(&mut drive, &random_reads(units, 4000));
    let arrays = reads.counters.nand_page_reads as f64 / 4000.0;
    (arrays, reads.mean_latency_ns())
}

/// Ye et al., ASPLOS 2024: above three retries on average at 3,000 cycles.
#[test]
fn do_worn_blocks_read_more_often() {
    let (new, new_ns) = reads_after(0);
    let (worn, worn_ns) = reads_after(1500);
    // Superblocks bear an eighth more or less: the mean of 1/x over that is 1.0052. Each was also
    // erased once at most.
    let predicted = 1.0 + 3.0 * 0.5 * 1.0052;
    assert_near(
        "read retry",
        "array reads per read",
        new,
        worn,
        predicted,
        1.0,
    );
    let t_read = small::wide(Pacing::Balanced).nand.t_read_ns as f64;
    let predicted = new_ns + (predicted - 1.0) * t_read;
    assert_near(
        "read retry",
        "QD1 read, ns",
        new_ns,
        worn_ns,
        predicted,
        1.0,
    );
    assert!(new <= 1.0, "{new}: a new block needs no retry");
}
