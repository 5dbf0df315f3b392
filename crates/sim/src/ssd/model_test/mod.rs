//! Does any sequence of writes, discards, flushes and reads leave the map equal to a plain
//! map's? Small drives, on which GC runs all the time.

pub mod pool;
mod shapes;
mod soak;
mod state;
mod volatile;

use super::Ssd;
use super::ftl::Ftl;
use super::gc::Loop;
use super::id::{Lpn, Ppa, Superblock};
use crate::spec::*;
use crate::station::Station;
use fourcorners_block::{
    Blocks, Counters, Data, Drive, Generator, Lba, Nanos, Op, Outcome, QueueDepth, Request, Stop,
};
use proptest::prelude::*;
pub use shapes::tiny;
use shapes::{coarse_shapes, shapes, with_fast_loops};
use std::collections::HashMap;
use std::ops::Range;

/// What a drive without contents would hold: each physical unit's logical unit and the number
/// of the host write that it is from. Kept in tests only.
#[derive(Clone, Default)]
pub struct Shadow {
    writes: u64,
    copy: Option<u64>,
    latest: HashMap<Lpn, u64>,
    content: HashMap<Ppa, (Lpn, u64)>,
    /// What a power cut would lose, found out in the slowest way.
    pub volatile: volatile::Plain,
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
        self.volatile.wrote(lpn, self.writes);
    }
    /// A unit was placed.
    pub fn placed(&mut self, address: Ppa, lpn: Lpn) {
        let write = self.copy.take().unwrap_or(self.latest[&lpn]);
        self.content.insert(address, (lpn, write));
    }
    /// A group was programmed: what lies at these addresses is on the NAND at that end.
    pub fn programmed(&mut self, group: Range<u32>, end: u64) {
        for (lpn, write) in group.filter_map(|number| self.content.get(&Ppa(number))) {
            self.volatile.programmed(*lpn, *write, end);
        }
    }
    /// A superblock of these addresses was erased.
    pub fn erased(&mut self, superblock: Range<u32>) {
        self.content
            .retain(|address, _| !superblock.contains(&address.0));
    }
}

const UNITS: u64 = 96;

#[derive(Clone, Debug)]
enum Step {
    Io(Op, u64, u64),
    /// Let this many microseconds pass.
    Wait(u64),
    /// Save, do nothing, and go back: must change nothing.
    SaveAndRestore,
    /// The same by way of bytes.
    ThroughBytes,
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
        1 => Just(Step::ThroughBytes),
    ]
}

/// The plain map: the number of the write that each unit is from.
#[derive(Default)]
struct Model {
    units: HashMap<u32, u64>,
    writes: u64,
}

impl Model {
    fn carry_out(&mut self, op: Op, blocks: Range<u64>, unit_blocks: u64) {
        match op {
            Op::Write { .. } | Op::WriteZeroes => {
                for unit in blocks.start / unit_blocks..blocks.end.div_ceil(unit_blocks) {
                    self.writes += 1;
                    self.units.insert(unit as u32, self.writes);
                }
            }
            // Only whole units are given back.
            Op::Discard => {
                for unit in blocks.start.div_ceil(unit_blocks)..blocks.end / unit_blocks {
                    self.units.remove(&(unit as u32));
                }
            }
            Op::Read | Op::Flush => {}
        }
    }
}

fn run(spec: &SsdSpec, depth: u16, steps: &[Step]) {
    let unit_blocks = u64::from(spec.layout.unit_bytes) / 512;
    let mut drive = Ssd::drive(spec);
    drive.set_queue_depth(QueueDepth::new(depth).expect("a depth"));
    let mut model = Model::default();
    let mut completions = Vec::new();
    let mut submitted = 0;
    let mut before = Counters::default();
    for step in steps {
        if spec.compression.is_none() {
            check_amplification(&drive, &mut before);
        }
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
                model.carry_out(op, lba..lba + blocks, unit_blocks);
            }
            Step::Wait(us) => {
                let until = drive.now() + Nanos::micros(us);
                drive
                    .wait(until, Stop::Never, &mut completions)
                    .expect("wait");
                assert_eq!(drive.now(), until);
            }
            Step::SaveAndRestore | Step::ThroughBytes => {
                drive
                    .wait(Nanos::MAX, Stop::Drained, &mut completions)
                    .expect("drain");
                let mut other = Ssd::drive(spec);
                if matches!(step, Step::SaveAndRestore) {
                    let saved = drive.snapshot().expect("an idle drive can be saved");
                    other.restore(&saved).expect("its own snapshot");
                } else {
                    let state = drive.state().expect("an idle drive has a state");
                    other.set_state(&state).expect("its own state");
                }
                other.device().backend.shadow = drive.device().backend.shadow.clone();
                drive = other;
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
    check(&mut drive, &model.units);
}

/// Data that waited in the buffer was once counted as written and not as programmed, so that drives
/// that do not compress had a write amplification below 1.
fn check_amplification(drive: &Station<Ssd>, before: &mut Counters) {
    let now = drive.counters().expect("counters");
    for work in [now, now.since(before)] {
        let amplification = work.write_amplification_milli();
        assert!(
            amplification.is_none_or(|milli| milli >= 1000),
            "{amplification:?}: {work:?}"
        );
    }
    *before = now;
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
    check_slc(drive);
    let counters = drive.counters().expect("counters");
    assert_eq!(counters.valid_units, u64::from(valid_total));
    if !matches!(drive.device().ftl, Ftl::Page(_)) {
        return; // a merge may leave a log's open group behind
    }
    let backend = &drive.device().backend;
    let programmed = counters.nand_programs * u64::from(backend.nand.geometry.group_units);
    let in_groups = counters.nand_host_units
        + counters.nand_moved_units
        + counters.nand_padded_units
        + counters.nand_parity_units;
    let open: u32 = backend
        .pools
        .iter()
        .map(|pool| pool.in_open_groups(&backend.nand.geometry))
        .sum();
    assert_eq!(
        programmed + u64::from(open),
        in_groups,
        "every program is accounted for"
    );
    assert!(counters.nand_folded_units <= counters.nand_moved_units);
}

/// What is known of superblocks in SLC mode, against what lies where.
fn check_slc(drive: &mut Station<Ssd>) {
    let backend = &drive.device().backend;
    let geometry = &backend.nand.geometry;
    for pool in geometry.all_pools() {
        let of_pool = (0..geometry.superblocks())
            .map(Superblock)
            .filter(|superblock| {
                geometry.pool_of(*superblock) == pool && backend.slc.holds(*superblock)
            });
        let held: Vec<Superblock> = of_pool.collect();
        assert_eq!(backend.slc.used(pool), held.len() as u32);
        for superblock in held {
            for position in backend.slc.units()..geometry.units_per_superblock {
                let address = geometry.address(superblock, position);
                assert!(!backend.l2p.is_current(address), "a page beyond SLC mode");
            }
        }
    }
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

/// Mostly single pages; and runs of them in order, so that they lie at consecutive addresses.
fn any_request(tag: u64, capacity: Blocks, generator: &mut Generator) -> Request {
    let in_order = tag % 64 < 16;
    let (most, page) = match in_order {
        true => (16, tag % 64 * 16 + tag / 64 * 5),
        false => (1, generator.below(capacity.0 / 8)),
    };
    let lba = Lba(page * 8 % capacity.0);
    let blocks = |pages: u64| Blocks((pages * 8).min(capacity.0 - lba.0));
    let write = Request::write(tag, lba, blocks(most), Data::RANDOM);
    match generator.below(40) {
        0..8 => Request::read(tag, lba, blocks(most)),
        8 => Request::read(tag, lba, blocks(1 + generator.below(16))),
        9 if tag.is_multiple_of(5) => Request::discard(tag, lba, blocks(1 + generator.below(96))),
        10 => Request::flush(tag),
        11 => Request {
            op: Op::Write {
                data: Data::RANDOM,
                fua: true,
            },
            ..write
        },
        _ => write,
    }
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
                ssd.backend.takes_contiguous = false;
            }
            drive.set_queue_depth(QueueDepth::new(8).expect("a depth"));
            let mut generator = fourcorners_block::Seed(2).generator();
            let mut completions = Vec::new();
            for tag in 0..20_000 {
                drive.submit(&[any_request(tag, spec.capacity, &mut generator)]);
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
