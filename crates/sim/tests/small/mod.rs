//! Small drives for tests: a plain one, and what is changed from it.
#![allow(dead_code)] // each test file uses some of them

use fourcorners_block::{Blocks, Completion, Drive, Nanos, Request, Stop};
use fourcorners_sim::spec::*;

/// One channel, one die, one plane; a block is `pages` pages of 4 KiB; `blocks` blocks, one of
/// which is kept free; the rest less `spare_factor_milli` thousandths is the host's.
pub fn plain(pages: u32, blocks: u32, spare_factor_milli: u64) -> SsdSpec {
    let units = u64::from(blocks - 1) * u64::from(pages) * (1000 - spare_factor_milli) / 1000;
    SsdSpec {
        name: "plain".into(),
        model: "Plain greedy page-mapped drive".into(),
        firmware: String::new(),
        capacity: Blocks(units * 8),
        nand: NandSpec {
            part: "test".into(),
            channels: 1,
            dies: 1,
            planes: 1,
            page_bytes: 4096,
            pages_per_block: pages,
            blocks_per_plane: blocks,
            t_read_ns: 50_000,
            t_prog_ns: 900_000,
            t_erase_ns: 3_000_000,
            channel_mb_per_s: 200,
            cache_program: true,
            features: NandFeatures::default(),
        },
        layout: LayoutSpec {
            unit_bytes: 4096,
            mapping: MappingSpec::Page,
            superblock_dies: 1,
            reserved_blocks_per_plane: 0,
            parity_stripe_dies: 0,
            buffer_bytes: 64 << 10,
            write_combining_bytes: None,
            l2p_cache_bytes: None,
            l2p_lookup_ns: 0,
            l2p_entry_bytes: 4,
            read_ahead_bytes: 0,
        },
        compression: None,
        link: LinkSpec {
            name: "test".into(),
            mb_per_s: 550,
            full_duplex: false,
            queue_depth: 1024,
            command_latency_ns: 10_000,
        },
        controller: plain_controller(),
        gc: plain_gc(),
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

fn plain_controller() -> ControllerSpec {
    ControllerSpec {
        read_command_ns: 2_000,
        read_unit_ns: 1_000,
        read_latency_ns: 0,
        write_command_ns: 2_000,
        write_unit_ns: 1_000,
        copy_unit_ns: 0,
        flash_unit_ns: 0,
        one_processor: false,
        power_loss_protection: false,
        partial_writes_through: false,
        blocking_rmw: false,
        blocking_l2p_loads: false,
        trim_command_ns: 5_000,
        trim_mib_ns: 100,
    }
}

fn plain_gc() -> GcSpec {
    GcSpec {
        low_watermark: 1,
        high_watermark: 1,
        pacing: Pacing::Foreground,
        copies_per_host_write: 20,
        freed_per_host_write: 10,
        copies_in_flight: 64,
        copies_take_turns: false,
        victims_in_flight: 1,
        victim: VictimPolicy::Greedy,
        victim_candidates: 0,
        frontiers: Frontiers::Shared,
        hot_cold: None,
        copies_per_sequential_write: None,
        idle: None,
        defect: None,
        own: OwnPolicy::default(),
    }
}

/// 4 channels, 8 dies, 2 planes of 8 KiB pages, superblocks over all dies; 10 % spare.
pub fn wide(pacing: Pacing) -> SsdSpec {
    let mut spec = plain(16, 64, 0);
    spec.name = "wide".into();
    spec.nand.channels = 4;
    spec.nand.dies = 8;
    spec.nand.planes = 2;
    spec.nand.page_bytes = 8192;
    spec.layout.superblock_dies = 8;
    spec.layout.buffer_bytes = 512 << 10;
    spec.layout.read_ahead_bytes = 128 << 10;
    spec.gc = GcSpec {
        low_watermark: 2,
        high_watermark: 4,
        pacing,
        copies_in_flight: 16,
        copies_take_turns: false,
        victims_in_flight: 1,
        frontiers: Frontiers::Separate,
        ..spec.gc
    };
    let raw_units = 8 * 2 * 64 * 16 * 2_u64;
    spec.capacity = Blocks(raw_units * 85 / 100 * 8);
    spec
}

/// Every shape of drive that the rules must hold for.
pub fn shapes() -> Vec<(&'static str, SsdSpec)> {
    let mut parity = wide(Pacing::Balanced);
    parity.layout.parity_stripe_dies = 4;
    parity.capacity = Blocks(parity.capacity.0 * 7 / 10 / 8 * 8);
    let mut pools = wide(Pacing::Foreground);
    pools.layout.superblock_dies = 1;
    pools.gc.low_watermark = 3;
    let mut slow_register = wide(Pacing::Trickle);
    slow_register.nand.cache_program = false;
    slow_register.layout.read_ahead_bytes = 0;
    let mut apart = wide(Pacing::Balanced);
    apart.gc.victim = VictimPolicy::CostBenefit;
    apart.gc.hot_cold = Some(HotCold::Detector(HotDetector {
        counters: 256,
        hot_threshold: 3,
        decay_writes: 1000,
    }));
    let mut coarse = wide(Pacing::Balanced);
    (coarse.nand.planes, coarse.nand.page_bytes) = (4, 16 << 10);
    coarse.layout.unit_bytes = 64 << 10;
    coarse.capacity = Blocks(coarse.capacity.0 * 4 / 128 * 128);
    let mut shapes = vec![
        ("plain", plain(16, 128, 100)),
        ("hot and cold apart", apart),
        ("parity", parity),
        ("a pool for each die", pools),
        ("no cache program", slow_register),
        ("64 KiB units", coarse),
    ];
    let paced = Pacing::ALL.iter();
    shapes.extend(paced.map(|pacing| (pacing.name(), wide(*pacing))));
    shapes
}

/// Submits everything, refilled before the queue runs dry, and waits for the end.
pub fn run(drive: &mut dyn Drive, requests: &[Request]) -> Vec<Completion> {
    let mut completions = Vec::with_capacity(requests.len());
    for part in requests.chunks(4096) {
        drive.submit(part);
        drive
            .wait(Nanos::MAX, Stop::Waiting(64), &mut completions)
            .expect("a simulated drive answers");
    }
    drive
        .wait(Nanos::MAX, Stop::Drained, &mut completions)
        .expect("a simulated drive answers");
    completions
}
