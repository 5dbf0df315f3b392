//! Does any sequence of writes, discards, flushes and reads leave the map equal to a plain
//! map's? Small drives, on which GC runs all the time.

pub mod pool;
mod soak;

use super::Ssd;
use super::ftl::Ftl;
use super::gc::Loop;
use super::id::{Lpn, Ppa, Superblock};
use crate::spec::*;
use crate::station::Station;
use fourcorners_block::{Blocks, Data, Drive, Lba, Nanos, Op, Outcome, QueueDepth, Request, Stop};
use proptest::prelude::*;
use std::collections::HashMap;

/// What a drive without contents would hold: each physical unit's logical unit and the number
/// of the host write that it is from. Kept beside the drive in tests only.
#[derive(Clone, Default)]
pub struct Shadow {
    writes: u64,
    copy: Option<u64>,
    latest: HashMap<Lpn, u64>,
    content: HashMap<Ppa, (Lpn, u64)>,
}

impl Shadow {
    /// The next unit placed is a copy of this address; others are what the host wrote last.
    pub fn copy_of(&mut self, address: Ppa) {
        self.copy = Some(self.content[&address].1);
    }
    /// The host wrote a unit, or part of it.
    pub fn wrote(&mut self, lpn: Lpn) {
        self.writes += 1;
        self.latest.insert(lpn, self.writes);
    }
    /// A unit was placed.
    pub fn placed(&mut self, address: Ppa, lpn: Lpn) {
        let write = self.copy.take().unwrap_or(self.latest[&lpn]);
        self.content.insert(address, (lpn, write));
    }
}

const UNITS: u64 = 96;

pub fn tiny(
    pacing: Pacing,
    frontiers: Frontiers,
    superblock_dies: u32,
    parity_stripe_dies: u32,
) -> SsdSpec {
    // Each shape has about 130 units of NAND for 96 units of data.
    let dies = if parity_stripe_dies > 0 { 4 } else { 2 };
    SsdSpec {
        name: "tiny".into(),
        model: "tiny".into(),
        firmware: String::new(),
        capacity: Blocks(UNITS * 8),
        nand: NandSpec {
            part: "tiny".into(),
            channels: 2,
            dies,
            planes: 1,
            page_bytes: 8192,
            pages_per_block: 2,
            blocks_per_plane: if parity_stripe_dies > 0 {
                12
            } else if superblock_dies == 1 {
                20
            } else {
                17
            },
            t_read_ns: 50_000,
            t_prog_ns: 900_000,
            t_erase_ns: 3_000_000,
            channel_mb_per_s: 100,
            cache_program: false,
            features: NandFeatures::default(),
        },
        layout: LayoutSpec {
            unit_bytes: 4096,
            mapping: MappingSpec::Page,
            superblock_dies,
            reserved_blocks_per_plane: 0,
            parity_stripe_dies,
            buffer_bytes: 32 << 10,
            write_combining_bytes: None,
            l2p_cache_bytes: None,
            read_ahead_bytes: 16 << 10,
        },
        compression: None,
        link: LinkSpec {
            name: String::new(),
            mb_per_s: 300,
            queue_depth: 32,
            command_latency_ns: 1000,
        },
        controller: ControllerSpec {
            read_command_ns: 1000,
            read_unit_ns: 1000,
            read_latency_ns: 0,
            write_command_ns: 1000,
            write_unit_ns: 1000,
            copy_unit_ns: 500,
            flash_unit_ns: 0,
            one_processor: false,
            partial_writes_through: false,
            blocking_rmw: false,
            trim_command_ns: 1000,
            trim_mib_ns: 1000,
        },
        gc: GcSpec {
            low_watermark: 2,
            high_watermark: 3,
            pacing,
            copies_per_host_write: 5,
            copies_in_flight: 3,
            victim: VictimPolicy::Greedy,
            victim_candidates: 0,
            frontiers,
            hot_cold: None,
            copies_per_sequential_write: None,
            idle: None,
            defect: None,
        },
        trim: TrimSpec::Immediate,
        wear: None,
        power: None,
        about: About::default(),
        facts: Vec::new(),
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

/// Every policy at least once.
fn shapes() -> Vec<SsdSpec> {
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

/// Mapping units of 16 to 64 KiB on pages of 16 KiB and four planes, as large QLC drives have.
fn coarse_shapes() -> Vec<SsdSpec> {
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

#[derive(Clone, Debug)]
enum Step {
    Io(Op, u64, u64),
    /// Let this many microseconds pass.
    Wait(u64),
    /// Save, do nothing, and go back: must change nothing.
    SaveAndRestore,
}

/// On a drive with so many blocks to a unit.
fn step(unit_blocks: u64) -> impl Strategy<Value = Step> {
    let place = (0..UNITS * unit_blocks, 1..5 * unit_blocks);
    let write = Op::Write {
        data: Data::RANDOM,
        fua: false,
    };
    let fua = Op::Write {
        data: Data::RANDOM,
        fua: true,
    };
    prop_oneof![
        // Mostly whole units, as hosts write; the rest anywhere.
        20 => (0..UNITS, 1..6_u64).prop_map(move |(unit, units)| {
            Step::Io(write, unit * unit_blocks, units * unit_blocks)
        }),
        5 => place.clone().prop_map(move |(lba, blocks)| Step::Io(write, lba, blocks)),
        1 => place.clone().prop_map(move |(lba, blocks)| Step::Io(fua, lba, blocks)),
        1 => place.clone().prop_map(|(lba, blocks)| Step::Io(Op::WriteZeroes, lba, blocks)),
        3 => place.clone().prop_map(|(lba, blocks)| Step::Io(Op::Discard, lba, blocks)),
        4 => place.prop_map(|(lba, blocks)| Step::Io(Op::Read, lba, blocks)),
        1 => Just(Step::Io(Op::Flush, 0, 0)),
        2 => (0..20_000_u64).prop_map(Step::Wait),
        1 => Just(Step::SaveAndRestore),
    ]
}

fn run(spec: &SsdSpec, depth: u16, steps: &[Step]) {
    let unit_blocks = u64::from(spec.layout.unit_bytes) / 512;
    let mut drive = Ssd::drive(spec);
    drive.set_queue_depth(QueueDepth::new(depth).expect("a depth"));
    let mut model: HashMap<u32, u64> = HashMap::new();
    let mut writes = 0;
    let mut completions = Vec::new();
    let mut submitted = 0;
    for step in steps {
        match *step {
            Step::Io(op, lba, blocks) => {
                let blocks = blocks.min(spec.capacity.0 - lba);
                drive.submit(&[Request {
                    tag: submitted,
                    due: Nanos(0),
                    lba: Lba(lba),
                    blocks: Blocks(blocks),
                    op,
                }]);
                submitted += 1;
                match op {
                    Op::Write { .. } | Op::WriteZeroes => {
                        for unit in lba / unit_blocks..(lba + blocks).div_ceil(unit_blocks) {
                            writes += 1;
                            model.insert(unit as u32, writes);
                        }
                    }
                    Op::Discard => {
                        for unit in lba.div_ceil(unit_blocks)..(lba + blocks) / unit_blocks {
                            model.remove(&(unit as u32));
                        }
                    }
                    Op::Read | Op::Flush => {}
                }
            }
            Step::Wait(us) => {
                let until = drive.now() + Nanos::micros(us);
                drive
                    .wait(until, Stop::Never, &mut completions)
                    .expect("wait");
                assert_eq!(drive.now(), until);
            }
            Step::SaveAndRestore => {
                drive
                    .wait(Nanos::MAX, Stop::Drained, &mut completions)
                    .expect("drain");
                let shadow = drive.device().backend.shadow.clone();
                let saved = drive.snapshot().expect("an idle drive can be saved");
                drive = Ssd::drive(spec);
                drive.restore(&saved).expect("its own snapshot");
                drive.device().backend.shadow = shadow;
            }
        }
    }
    // What is only noted (TRIM in batches) is carried out.
    drive.submit(&[Request::flush(submitted)]);
    drive
        .wait(Nanos::MAX, Stop::Drained, &mut completions)
        .expect("drain");
    assert_eq!(completions.len() as u64, submitted + 1);
    assert!(
        completions
            .iter()
            .all(|completion| completion.outcome == Outcome::Done)
    );
    check(&mut drive, &model);
}

/// The map against the model, and every count against the map.
fn check(drive: &mut Station<Ssd>, model: &HashMap<u32, u64>) {
    let backend = &drive.device().backend;
    let geometry = &backend.nand.geometry;
    let mut valid = vec![0; geometry.superblocks() as usize];
    let mut current = 0;
    for unit in 0..geometry.logical_units {
        let lpn = Lpn(unit);
        let address = backend.l2p.lookup(lpn);
        let held = address.map(|address| backend.shadow.content[&address]);
        assert_eq!(
            held,
            model.get(&unit).map(|write| (lpn, *write)),
            "logical page {unit}"
        );
        if let Some(address) = address {
            let back = backend.l2p.current_at(address);
            assert_eq!(back, Some(lpn), "the way back from {address:?}");
            let places = backend.l2p.slots(lpn);
            valid[geometry.superblock_of(address).index()] += places;
            current += 1;
        }
    }
    let addresses = (0..geometry.address_space() as u32).map(Ppa);
    let all_current = addresses.filter(|address| backend.l2p.is_current(*address));
    assert_eq!(all_current.count(), current, "addresses that are current");
    let valid_total: u32 = valid.iter().sum();
    for (superblock, valid) in (0..).map(Superblock).zip(&valid) {
        let counted = backend.valid.units(superblock);
        assert_eq!(counted, *valid, "valid units of {superblock:?}");
    }
    let backend = &mut drive.device().backend;
    for pool in backend.nand.geometry.all_pools() {
        let full = backend.pools[pool.index()].all_full();
        let fewest = full.map(|superblock| valid[superblock.index()]).min();
        let known = backend.fewest_valid(pool).map(|(valid, _)| valid);
        assert_eq!(known, fewest, "the emptiest full superblock");
    }
    let counters = drive.counters().expect("counters");
    assert_eq!(counters.valid_units, u64::from(valid_total));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, ..ProptestConfig::default() })]
    #[test]
    fn is_the_map_what_a_plain_map_would_be(
        shape in 0..shapes().len(),
        depth in 1..33_u16,
        steps in prop::collection::vec(step(8), 1..250),
    ) {
        run(&shapes()[shape], depth, &steps);
    }

    #[test]
    fn map_of_coarse_units_is_a_plain_map(
        (spec, steps) in (0..coarse_shapes().len()).prop_flat_map(|shape| {
            let spec = coarse_shapes()[shape].clone();
            let unit_blocks = u64::from(spec.layout.unit_bytes) / 512;
            (Just(spec), prop::collection::vec(step(unit_blocks), 1..250))
        }),
        depth in 1..33_u16,
    ) {
        run(&spec, depth, &steps);
    }
}

#[test]
fn gc_runs_all_the_time_on_these_drives() {
    for spec in shapes().into_iter().chain(coarse_shapes()) {
        let unit_blocks = u64::from(spec.layout.unit_bytes) / 512;
        let mut drive = Ssd::drive(&spec);
        let mut generator = fourcorners_block::Seed(1).generator();
        let requests: Vec<Request> = (0..2000)
            .map(|tag| {
                Request::write(
                    tag,
                    Lba(generator.below(UNITS) * unit_blocks),
                    Blocks(unit_blocks),
                    Data::RANDOM,
                )
            })
            .collect();
        drive.submit(&requests);
        drive
            .wait(Nanos::MAX, Stop::Drained, &mut Vec::new())
            .expect("drain");
        let counters = drive.counters().expect("counters");
        assert!(
            counters.nand_moved_units > 500,
            "{:?}: {counters:?}",
            spec.gc
        );
    }
}

/// Drives whose pages, or rows of several units, are moved by a loop of their own.
fn with_fast_loops() -> Vec<(Loop, SsdSpec)> {
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
        drives.push((Loop::Pages, pages));
        for rows in [wide, half_rows, shared, parity, idle] {
            drives.push((Loop::Rows, rows));
        }
    }
    for (_, spec) in &mut drives {
        spec.nand.features.erase_suspend_ns = Some(20_000);
        spec.gc.copies_in_flight = 5;
    }
    drives
}

#[test]
fn do_the_fast_loops_come_to_what_the_general_ones_do() {
    for (copies, spec) in with_fast_loops() {
        let futures = [false, true].map(|general_loops_only| {
            let mut drive = Ssd::drive(&spec);
            let ssd = drive.device();
            let Ftl::Page(page) = &mut ssd.ftl else {
                unreachable!("page mapping");
            };
            let (its_loop, plain) = (page.gc_mut().copies_mut(), ssd.host.plain_mut());
            assert!(*its_loop == copies && *plain);
            if general_loops_only {
                (*its_loop, *plain) = (Loop::Any, false);
            }
            drive.set_queue_depth(QueueDepth::new(8).expect("a depth"));
            let mut generator = fourcorners_block::Seed(2).generator();
            let mut completions = Vec::new();
            for tag in 0..20_000 {
                let lba = Lba(generator.below(UNITS) * 8);
                drive.submit(&[match generator.below(5) {
                    0 => Request::read(tag, lba, Blocks(8)),
                    1 if tag % 7 == 0 => Request::discard(tag, lba, Blocks(8)),
                    _ => Request::write(tag, lba, Blocks(8), Data::RANDOM),
                }]);
                drive
                    .wait(Nanos::MAX, Stop::Waiting(0), &mut completions)
                    .expect("wait");
            }
            let moved = drive.counters().map(|counters| counters.nand_moved_units);
            assert!(moved > Some(500), "{moved:?}");
            (completions, drive.counters())
        });
        assert!(futures[0] == futures[1], "{copies:?} {spec:?}");
    }
}
