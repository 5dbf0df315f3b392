//! Small drives, on which GC runs all the time.

use super::UNITS;
use crate::spec::*;
use crate::ssd::gc::Loop;
use fourcorners_block::Blocks;
use std::sync::Arc;

/// About 130 units of NAND for 96 units of data.
pub fn tiny(
    pacing: Pacing,
    frontiers: Frontiers,
    superblock_dies: u32,
    parity_stripe_dies: u32,
) -> SsdSpec {
    SsdSpec {
        name: "tiny".into(),
        model: "tiny".into(),
        firmware: String::new(),
        capacity: Blocks(UNITS * 8),
        nand: tiny_nand(superblock_dies, parity_stripe_dies),
        layout: LayoutSpec {
            unit_bytes: 4096,
            mapping: MappingSpec::Page,
            superblock_dies,
            reserved_blocks_per_plane: 0,
            parity_stripe_dies,
            buffer_bytes: 32 << 10,
            write_combining_bytes: None,
            l2p_cache_bytes: None,
            l2p_lookup_ns: 0,
            l2p_entry_bytes: 4,
            read_ahead_bytes: 16 << 10,
        },
        compression: None,
        link: LinkSpec {
            name: String::new(),
            mb_per_s: 300,
            full_duplex: false,
            queue_depth: 32,
            command_latency_ns: 1000,
        },
        controller: tiny_controller(),
        gc: tiny_gc(pacing, frontiers),
        slc_cache: None,
        opening: None,
        journal: None,
        trim: TrimSpec::Immediate,
        wear: None,
        power: None,
        heat: None,
        about: About::default(),
        facts: Vec::new(),
    }
}

fn tiny_nand(superblock_dies: u32, parity_stripe_dies: u32) -> NandSpec {
    let (dies, blocks_per_plane) = match (parity_stripe_dies, superblock_dies) {
        (0, 1) => (2, 20),
        (0, _) => (2, 17),
        _ => (4, 12),
    };
    NandSpec {
        part: "tiny".into(),
        channels: 2,
        dies,
        planes: 1,
        page_bytes: 8192,
        pages_per_block: 2,
        blocks_per_plane,
        t_read_ns: 50_000,
        t_prog_ns: 900_000,
        t_erase_ns: 3_000_000,
        channel_mb_per_s: 100,
        cache_program: false,
        features: NandFeatures::default(),
    }
}

fn tiny_controller() -> ControllerSpec {
    ControllerSpec {
        read_command_ns: 1000,
        read_unit_ns: 1000,
        read_latency_ns: 0,
        write_command_ns: 1000,
        write_unit_ns: 1000,
        copy_unit_ns: 500,
        flash_unit_ns: 0,
        one_processor: false,
        power_loss_protection: false,
        partial_writes_through: false,
        blocking_rmw: false,
        blocking_l2p_loads: false,
        trim_command_ns: 1000,
        trim_mib_ns: 1000,
    }
}

fn tiny_gc(pacing: Pacing, frontiers: Frontiers) -> GcSpec {
    GcSpec {
        low_watermark: 2,
        high_watermark: 3,
        pacing,
        copies_per_host_write: 5,
        freed_per_host_write: 5,
        copies_in_flight: 3,
        copies_take_turns: false,
        victims_in_flight: 1,
        victim: VictimPolicy::Greedy,
        victim_candidates: 0,
        frontiers,
        hot_cold: None,
        copies_per_sequential_write: None,
        idle: None,
        defect: None,
        own: OwnPolicy::default(),
    }
}

/// With room for two more open superblocks.
fn choosing(victim: VictimPolicy, hot_cold: Option<HotCold>) -> SsdSpec {
    let mut spec = tiny(Pacing::Foreground, Frontiers::Separate, 2, 0);
    spec.gc.victim = victim;
    spec.gc.victim_candidates = 3;
    spec.gc.hot_cold = hot_cold;
    spec.nand.blocks_per_plane += if hot_cold.is_some() { 3 } else { 0 };
    spec
}

/// With several victims at once, and the free superblocks that they need.
pub fn empty_in_turns(gc: &mut GcSpec, victims: u32) {
    gc.victims_in_flight = victims;
    gc.low_watermark += victims - 1;
    gc.high_watermark += victims - 1;
}

/// Every policy at least once.
pub fn shapes() -> Vec<SsdSpec> {
    let mut shapes = vec![
        tiny(Pacing::Foreground, Frontiers::Separate, 1, 0),
        tiny(Pacing::Balanced, Frontiers::Shared, 4, 4),
    ];
    for pacing in Pacing::ALL {
        let both = Frontiers::ALL.iter();
        shapes.extend(both.map(|frontiers| tiny(*pacing, *frontiers, 2, 0)));
    }
    let detector = HotDetector {
        counters: 32,
        hot_threshold: 2,
        decay_writes: 50,
    };
    let hot_cold = [
        None,
        Some(HotCold::Oracle { hot_below_lba: 160 }),
        Some(HotCold::Detector(detector)),
    ];
    let policies = VictimPolicy::ALL.iter().zip(hot_cold.into_iter().cycle());
    shapes.extend(policies.map(|(victim, hot_cold)| choosing(*victim, hot_cold)));
    let mut in_turns = tiny(Pacing::Trickle, Frontiers::Separate, 1, 0);
    empty_in_turns(&mut in_turns.gc, 3);
    in_turns.nand.blocks_per_plane += 3;
    shapes.push(in_turns);
    shapes.extend(with_bad_policies());
    shapes.extend(with_firmware());
    shapes.extend(with_slc_cache());
    // Two pools, and no more slots in the buffer than their logs hold.
    let hybrid = MappingSpec::Hybrid { log_superblocks: 2 };
    for (mapping, slots) in [(hybrid, 4), (MappingSpec::Block, 2)] {
        let mut logs = tiny(Pacing::Foreground, Frontiers::Separate, 1, 0);
        logs.layout.mapping = mapping;
        logs.layout.buffer_bytes = slots * u64::from(logs.nand.page_bytes);
        shapes.push(logs);
    }
    shapes
}

/// Functions that choose the fullest superblock as late as possible, or any as often as possible.
fn with_bad_policies() -> Vec<SsdSpec> {
    let fullest = Chooser::new(
        "test",
        "fullest",
        Arc::new(|full, _| (0..full.len()).max_by_key(|index| full[*index].valid)),
    );
    let first = Chooser::new("test", "first", Arc::new(|_, _| Some(0)));
    let shape = |pacing, victim, begins| {
        let mut spec = tiny(pacing, Frontiers::Separate, 2, 0);
        spec.gc.own.victim = Some(victim);
        spec.gc.own.begin = Some(Begin::new("test", "begin", Arc::new(move |_| Some(begins))));
        spec
    };
    vec![
        shape(Pacing::Trickle, fullest.clone(), false),
        shape(Pacing::Balanced, fullest, true),
        shape(Pacing::Foreground, first, true),
    ]
}

/// Superblocks that are erased when they are opened, ahead by an idle drive, and a map journal.
fn with_firmware() -> Vec<SsdSpec> {
    let mut opening = tiny(Pacing::Balanced, Frontiers::Separate, 2, 0);
    opening.opening = Some(OpeningSpec {
        erase_dies_at_once: 1,
        erased_when_new: false,
    });
    opening.gc.idle = Some(IdleSpec {
        after_ns: 1_000_000,
        high_watermark: 4,
        max_valid_per_mille: 900,
        copies_in_flight: 2,
    });
    let mut journal = tiny(Pacing::Foreground, Frontiers::Shared, 2, 0);
    journal.journal = Some(JournalSpec {
        entries: 3,
        page_ns: 5000,
    });
    let mut pages = tiny(Pacing::Foreground, Frontiers::Separate, 1, 0);
    (pages.opening, pages.journal) = (opening.opening, journal.journal);
    vec![opening, journal, pages]
}

/// SLC caches that change with the data that is there, in two pools and in one.
fn with_slc_cache() -> Vec<SsdSpec> {
    let shape = |(when_full, static_superblocks, folds_when_idle): (WhenFull, u32, bool)| {
        let mut spec = tiny(Pacing::Trickle, Frontiers::Separate, 2, 0);
        spec.nand.pages_per_block = 6;
        spec.nand.blocks_per_plane = 9;
        spec.nand.features.slc = Some(SlcMode {
            bits_per_cell: 3,
            t_read_ns: 20_000,
            t_prog_ns: 200_000,
        });
        spec.layout.buffer_bytes = 24 << 10;
        spec.slc_cache = Some(SlcCacheSpec {
            static_superblocks,
            dynamic_superblocks: 3,
            shrinks_from_per_mille: 300,
            gone_at_per_mille: 900,
            when_full,
            fold_to_per_mille: 300,
            copies_in_flight: 2,
            folds_when_idle,
        });
        spec.gc.idle = Some(IdleSpec {
            after_ns: 1_000_000,
            high_watermark: 4,
            max_valid_per_mille: 900,
            copies_in_flight: 2,
        });
        spec
    };
    let mut shapes: Vec<SsdSpec> = WhenFull::ALL
        .iter()
        .flat_map(|when| [(*when, 2, true), (*when, 0, false)])
        .map(shape)
        .collect();
    let mut two_pools = shape((WhenFull::Fold, 1, true));
    two_pools.layout.superblock_dies = 1;
    two_pools.gc.pacing = Pacing::Foreground;
    let mut shared = shape((WhenFull::DirectAndFold, 1, true));
    shared.gc.frontiers = Frontiers::Shared;
    shared.gc.pacing = Pacing::Balanced;
    shapes.extend([two_pools, shared]);
    shapes
}

/// Mapping units of 16 to 64 KiB on pages of 16 KiB and four planes, as large QLC drives have.
pub fn coarse_shapes() -> Vec<SsdSpec> {
    let coarse = |kib: u32, pacing| {
        let mut spec = tiny(pacing, Frontiers::Separate, 2, 0);
        (spec.nand.page_bytes, spec.nand.planes) = (16 << 10, 4);
        spec.layout.unit_bytes = kib << 10;
        spec.layout.buffer_bytes = 256 << 10;
        spec.layout.read_ahead_bytes = 128 << 10;
        spec.capacity = Blocks(UNITS * u64::from(kib) * 2);
        // Eight units to a superblock, as in the other shapes.
        spec.nand.pages_per_block = kib / 16;
        spec
    };
    let mut separate_planes = coarse(64, Pacing::Balanced);
    separate_planes.nand.features.multi_plane = false;
    let mut combining = coarse(64, Pacing::Foreground);
    combining.layout.write_combining_bytes = Some(256 << 10);
    let mut slow = coarse(32, Pacing::Trickle);
    slow.controller.partial_writes_through = true;
    slow.controller.blocking_rmw = true;
    // A superblock of one die, whose groups are one unit each.
    let mut one_die = coarse(64, Pacing::Foreground);
    one_die.layout.superblock_dies = 1;
    one_die.nand.blocks_per_plane = 20;
    let sizes = [16, 32, 64].map(|kib| coarse(kib, Pacing::Foreground));
    let others = [separate_planes, combining, slow, one_die];
    sizes.into_iter().chain(others).collect()
}

/// Drives whose pages, or rows of several units, are moved by a loop of their own.
pub fn with_fast_loops() -> Vec<(Loop, SsdSpec)> {
    let mut drives = Vec::new();
    for pace in [Pacing::Foreground, Pacing::Balanced] {
        let mut pages = tiny(pace, Frontiers::Separate, 1, 0);
        pages.nand.page_bytes = 4096;
        pages.nand.pages_per_block = 4;
        let mut wide = tiny(pace, Frontiers::Separate, 2, 0);
        wide.nand.cache_program = true;
        // A row is half a group, and read by itself.
        let mut half_rows = wide.clone();
        half_rows.nand.planes = 2;
        half_rows.nand.page_bytes = 4096;
        half_rows.nand.features.multi_plane = false;
        half_rows.nand.features.cache_read = true;
        let shared = tiny(pace, Frontiers::Shared, 2, 0);
        let parity = tiny(pace, Frontiers::Separate, 4, 4);
        let mut idle = wide.clone();
        idle.gc.idle = Some(IdleSpec {
            after_ns: 1_000_000,
            high_watermark: 4,
            max_valid_per_mille: 900,
            copies_in_flight: 2,
        });
        // Runs of pages reach over several words of the bitmap.
        let mut long = wide.clone();
        long.nand.pages_per_block *= 32;
        long.capacity.0 *= 32;
        drives.push((Loop::Pages, pages));
        for rows in [wide, half_rows, shared, parity, idle, long] {
            drives.push((Loop::Rows, rows));
        }
    }
    for (_, spec) in &mut drives {
        spec.nand.features.erase_suspend_ns = Some(20_000);
        spec.gc.copies_in_flight = 5;
    }
    drives
}
