//! The same with drives of every combination of mechanisms, for as long as one likes:
//! `cargo xtask soak`. A case is a number: the drive and what is done to it follow from it.

use super::shapes::empty_in_turns;
use super::*;
use fourcorners_block::{DataClass, Generator};
use fourcorners_testkit::soak::{Cases, is_asked};

const CASES: Cases = Cases {
    label: "soak",
    at_least: 200,
    most_kib: None,
};

fn one_of<T: Copy>(generator: &mut Generator, choices: &[T]) -> T {
    choices[generator.below(choices.len() as u64) as usize]
}

/// A drive with each mechanism on or off.
pub fn any_drive(generator: &mut Generator) -> SsdSpec {
    let pacing = one_of(generator, Pacing::ALL);
    let frontiers = one_of(generator, Frontiers::ALL);
    let (dies, parity) = one_of(generator, &[(1, 0), (2, 0), (4, 4), (4, 2)]);
    let mut spec = tiny(pacing, frontiers, dies, parity);
    spec.nand.dies = one_of(generator, &[dies, 2 * dies]);
    any_nand(generator, &mut spec.nand);
    any_layout(generator, &mut spec);
    any_controller(generator, &mut spec.controller);
    any_gc(generator, &mut spec.gc);
    any_firmware(generator, &mut spec);
    any_upkeep(generator, &mut spec);
    any_mapping(generator, &mut spec);
    // As many superblocks as the data takes, what is open and kept free, and two to gain.
    let pools = u64::from(spec.nand.dies / dies);
    let data_dies = u64::from(dies - dies.checked_div(parity).unwrap_or(0));
    let page_units = u64::from(spec.nand.planes * spec.nand.page_bytes / 4096);
    let units = data_dies * page_units * u64::from(spec.nand.pages_per_block);
    let spare = 5 + spec.gc.high_watermark + 2;
    spec.nand.blocks_per_plane = (UNITS.div_ceil(units * pools)) as u32 + spare;
    spec
}

fn any_nand(generator: &mut Generator, nand: &mut NandSpec) {
    nand.planes = one_of(generator, &[1, 2, 4]);
    if generator.below(2) == 0 {
        // Pages of one unit each: what `gc/copy/pages.rs` is for.
        nand.page_bytes /= 2;
        nand.pages_per_block *= 2;
    }
    nand.cache_program = generator.below(2) == 0;
    nand.features = NandFeatures {
        pages: one_of(
            generator,
            &[
                PageKinds::Alike,
                PageKinds::LowerUpper {
                    lower_ns: 300_000,
                    upper_ns: 1_500_000,
                },
            ],
        ),
        multi_plane: generator.below(2) == 0,
        cache_read: generator.below(2) == 0,
        erase_suspend_ns: one_of(generator, &[None, Some(20_000)]),
        program_suspend_ns: None,
        independent_plane_reads: generator.below(4) == 0,
        t_prog_spread_per_mille: one_of(generator, &[0, 30]),
        slc: None,
    };
}

fn any_layout(generator: &mut Generator, spec: &mut SsdSpec) {
    spec.layout.read_ahead_bytes = one_of(generator, &[0, 16 << 10]);
    let group_bytes = spec.nand.page_bytes * spec.nand.planes;
    spec.layout.buffer_bytes = u64::from(group_bytes * one_of(generator, &[4, 16]));
    spec.layout.unit_bytes =
        one_of(generator, &[4096, 4096, 512, 8192, group_bytes]).min(group_bytes);
    spec.layout.write_combining_bytes = one_of(generator, &[None, Some(6 * 16384)]);
    let compression = CompressionSpec {
        slot_bytes: 512,
        min_stored_per_mille: 100,
        unit_ns: 300,
        slot_ns: 100,
        read_slot_ns: 200,
        deduplication_units: one_of(generator, &[0, 8]),
    };
    spec.compression = one_of(generator, &[None, Some(compression)]);
    if spec.compression.is_some() {
        // As on any real drive, a superblock has many more pages than a group has units.
        spec.layout.unit_bytes = spec.layout.unit_bytes.min(4096);
        spec.nand.pages_per_block = 8;
    }
    spec.layout.l2p_cache_bytes = one_of(generator, &[None, Some(2 * 8192)]);
    spec.layout.l2p_entry_bytes = one_of(generator, &[4, 8]);
}

fn any_controller(generator: &mut Generator, controller: &mut ControllerSpec) {
    controller.one_processor = generator.below(2) == 0;
    controller.partial_writes_through = generator.below(3) == 0;
    controller.blocking_rmw = generator.below(3) == 0;
    controller.blocking_l2p_loads = generator.below(3) == 0;
    controller.flash_unit_ns = one_of(generator, &[0, 700]);
    controller.copy_unit_ns = one_of(generator, &[0, 500]);
    controller.read_latency_ns = one_of(generator, &[0, 90_000]);
}

fn any_gc(generator: &mut Generator, gc: &mut GcSpec) {
    gc.low_watermark = one_of(generator, &[2, 3]);
    gc.high_watermark = gc.low_watermark + one_of(generator, &[0, 1, 2]);
    gc.copies_in_flight = one_of(generator, &[1, 3, 20]);
    empty_in_turns(gc, one_of(generator, &[1, 1, 2, 5]));
    gc.victim = one_of(generator, VictimPolicy::ALL);
    gc.victim_candidates = 3;
    gc.hot_cold = one_of(
        generator,
        &[
            None,
            Some(HotCold::Oracle { hot_below_lba: 160 }),
            Some(HotCold::Detector(HotDetector {
                counters: 32,
                hot_threshold: 2,
                decay_writes: 50,
            })),
        ],
    );
    if gc.pacing == Pacing::Trickle {
        gc.copies_per_sequential_write = one_of(generator, &[None, Some(9)]);
    }
    let idle = IdleSpec {
        after_ns: 2_000_000,
        high_watermark: gc.high_watermark + 2,
        max_valid_per_mille: 900,
        copies_in_flight: 2,
    };
    gc.idle = one_of(generator, &[None, Some(idle)]);
}

fn any_firmware(generator: &mut Generator, spec: &mut SsdSpec) {
    let opening = OpeningSpec {
        erase_dies_at_once: one_of(generator, &[1, 3, 4]),
        erased_when_new: generator.below(2) == 0,
    };
    spec.opening = one_of(generator, &[None, Some(opening)]);
    let journal = JournalSpec {
        entries: one_of(generator, &[1, 16]),
        page_ns: one_of(generator, &[0, 5000]),
    };
    spec.journal = one_of(generator, &[None, Some(journal)]);
}

/// TRIM and wear.
fn any_upkeep(generator: &mut Generator, spec: &mut SsdSpec) {
    spec.trim = one_of(
        generator,
        &[
            TrimSpec::Immediate,
            TrimSpec::Batched(1),
            TrimSpec::Batched(4),
        ],
    );
    let wear = WearSpec {
        endurance_cycles: 1_000_000,
        dynamic_leveling: generator.below(2) == 0,
        static_leveling_lag: (spec.gc.low_watermark >= 3).then_some(3),
        cycles_at_start: one_of(generator, &[0, 500_000]),
        retries_at_end_per_mille: one_of(generator, &[0, 2500]),
    };
    spec.wear = one_of(generator, &[None, Some(wear)]);
}

fn any_mapping(generator: &mut Generator, spec: &mut SsdSpec) {
    spec.layout.mapping = one_of(
        generator,
        &[
            MappingSpec::Page,
            MappingSpec::Page,
            MappingSpec::Page,
            MappingSpec::Hybrid { log_superblocks: 2 },
            MappingSpec::Block,
        ],
    );
    if spec.layout.mapping != MappingSpec::Page {
        // What goes with page mapping only.
        spec.compression = None;
        spec.layout.l2p_cache_bytes = None;
        spec.gc.hot_cold = None;
        spec.gc.idle = None;
        spec.wear = None;
    }
}

fn any_step(generator: &mut Generator) -> Step {
    let (lba, blocks) = (generator.below(UNITS * 8), 1 + generator.below(39));
    let class = match generator.below(8) {
        0 => DataClass::Zero,
        1 => DataClass::OneBuffer,
        2 | 3 => DataClass::Ratio(generator.below(1001) as u16),
        _ => DataClass::FullRandom,
    };
    let write = |fua| Op::Write {
        data: Data { class, identity: 0 },
        fua,
    };
    match generator.below(39) {
        0..=19 => Step::Io(
            write(false),
            generator.below(UNITS) * 8,
            (1 + generator.below(5)) * 8,
        ),
        20..=24 => Step::Io(write(false), lba, blocks),
        25 => Step::Io(write(true), lba, blocks),
        26 => Step::Io(Op::WriteZeroes, lba, blocks),
        27..=29 => Step::Io(Op::Discard, lba, blocks),
        30..=33 => Step::Io(Op::Read, lba, blocks),
        34 => Step::Io(Op::Flush, 0, 0),
        35 | 36 => Step::Wait(generator.below(20_000)),
        37 => Step::ThroughBytes,
        _ => Step::SaveAndRestore,
    }
}

/// A drive, a queue depth, and what is done.
type Case = (SsdSpec, u16, Vec<Step>);

fn any_case(generator: &mut Generator, most_steps: u64) -> Case {
    let spec = any_drive(generator);
    let depth = 1 + generator.below(32) as u16;
    let count = 1 + generator.below(most_steps);
    let steps = (0..count).map(|_| any_step(generator)).collect();
    (spec, depth, steps)
}

#[test]
fn is_the_map_right_under_every_combination_of_mechanisms() {
    let most_steps = if is_asked() { 3000 } else { 300 };
    CASES.run(
        |generator| any_case(generator, most_steps),
        |(spec, depth, steps)| {
            run(spec, *depth, steps);
            steps.len() as u64
        },
    );
}
