//! Schedule, flushed writes and verdicts against a plain model of a drive with a volatile cache.

use super::scan::{Judged, Scan};
use super::{Bad, Flushed, ROUND, Schedule};
use crate::stamp::{self, STAMPED};
use fourcorners_block::{Bytes, Generator, Seed};

const KEY: u64 = 0x5eed;
const SECTORS: usize = 8;

/// A drive that is the numbers of its sectors' writes, and what it held before the last change.
struct Model {
    schedule: Schedule,
    flushed: Flushed,
    blocks: Vec<[u64; SECTORS]>,
    before: Vec<[u64; SECTORS]>,
}

impl Model {
    fn new(seed: u64) -> Self {
        let schedule = Schedule::new(seed, Bytes(2 << 20), Bytes(512)).expect("a schedule");
        let blank = vec![[0; SECTORS]; schedule.blocks() as usize];
        Self {
            schedule,
            flushed: Flushed::default(),
            before: blank.clone(),
            blocks: blank,
        }
    }

    /// The write reaches these sectors.
    fn write(&mut self, number: u64, sectors: impl Fn(usize) -> bool) {
        let block = self.schedule.block_of(number) as usize;
        self.before[block] = self.blocks[block];
        for (sector, holds) in self.blocks[block].iter_mut().enumerate() {
            if sectors(sector) {
                *holds = number;
            }
        }
    }

    fn round(&mut self, first: u64) {
        (first..first + ROUND).for_each(|number| self.write(number, |_| true));
        self.flushed.up_to(first + ROUND - 1);
    }

    /// Some writes of a round were on their way when the power went: each of them is there, is not,
    /// or in part.
    fn cut(&mut self, first: u64, random: &mut Generator) {
        for number in first..first + random.below(ROUND + 1) {
            match random.below(4) {
                0 => self.write(number, |_| true),
                1 => {
                    let mask = random.next_u64();
                    self.write(number, |sector| mask >> sector & 1 == 1);
                }
                _ => {}
            }
        }
    }

    fn bytes(&self, block: u64) -> Vec<u8> {
        let mut bytes = vec![0; SECTORS * STAMPED];
        let lba = self.schedule.lba(block).0;
        let sectors = bytes.chunks_exact_mut(STAMPED).zip(lba..);
        for ((sector, lba), number) in sectors.zip(self.blocks[block as usize]) {
            if number > 0 {
                stamp::put(sector, KEY, lba, number);
            }
        }
        bytes
    }

    fn judged(&self) -> Judged {
        let scan = Scan {
            schedule: &self.schedule,
            key: KEY,
            flushed: &self.flushed,
        };
        let mut judged = Judged::default();
        for block in 0..self.schedule.blocks() {
            scan.judge(block, Some(&self.bytes(block)), &mut judged);
        }
        judged
    }
}

/// Some cycles of writing and power cuts.
fn after_cuts(seed: u64) -> (Model, Generator) {
    let mut random = Seed(seed).generator();
    let mut model = Model::new(seed);
    let mut next = 1;
    for _ in 0..=random.below(3) {
        model.flushed.begin(next);
        for _ in 0..random.below(7) {
            model.round(next);
            next += ROUND;
        }
        model.cut(next, &mut random);
        next += ROUND;
    }
    (model, random)
}

#[test]
fn drive_that_keeps_any_part_of_unflushed_writes_is_intact() {
    for seed in 0..40 {
        let (model, _) = after_cuts(seed);
        let judged = model.judged();
        assert_eq!(judged.bad, [], "seed {seed}");
        let held = judged.intact + judged.kept + judged.torn_in_flight;
        assert!(held >= judged.expected, "seed {seed}: {judged:?}");
    }
}

/// A bad sector of a drive that the test never wrote to is no lost data.
#[test]
fn unreadable_block_without_a_flushed_write_is_counted_apart() {
    let mut model = Model::new(3);
    model.flushed.begin(1);
    model.round(1);
    let scan = Scan {
        schedule: &model.schedule,
        key: KEY,
        flushed: &model.flushed,
    };
    let mut judged = Judged::default();
    for number in [1, ROUND + 1] {
        scan.judge(model.schedule.block_of(number), None, &mut judged);
    }
    assert_eq!((judged.unreadable, judged.unreadable_unflushed), (1, 1));
    assert_eq!(judged.bad.len(), 1);
}

#[test]
fn drive_that_drops_one_flushed_write_is_caught_with_its_lba() {
    let mut caught = 0;
    for seed in 100..160 {
        let (mut model, mut random) = after_cuts(seed);
        // Of a block that a later write has replaced, nobody can tell.
        let is_newest = |block: &u64| {
            let must = model.flushed.newest(&model.schedule, *block);
            must.is_some_and(|must| model.blocks[*block as usize] == [must; SECTORS])
        };
        let newest: Vec<u64> = (0..model.schedule.blocks()).filter(is_newest).collect();
        if newest.is_empty() {
            continue;
        }
        let block = newest[random.below(newest.len() as u64) as usize];
        model.blocks[block as usize] = model.before[block as usize];
        let lba = model.schedule.lba(block).0;
        let judged = model.judged();
        let [bad] = judged.bad[..] else {
            panic!("seed {seed}: {:?}", judged.bad);
        };
        let (Bad::Stale { at, .. } | Bad::Lost { at, .. } | Bad::Torn { at, .. }) = bad else {
            panic!("seed {seed}: {bad:?}");
        };
        assert!((lba..lba + SECTORS as u64).contains(&at.0), "seed {seed}");
        caught += 1;
    }
    assert!(caught > 40, "{caught}");
}
