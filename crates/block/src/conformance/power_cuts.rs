//! What a power cut may lose, and that the drive goes on after it.

use super::{Make, Rule, depth, drain, exact, mixed, run};
use crate::{
    Blocks, Completion, Data, Drive, DriveError, Lba, Nanos, Op, Outcome, Request, Seed, Stop,
    Volatile,
};
use std::collections::BTreeMap;

pub const RULES: &[Rule] = &[
    ("a flush leaves nothing volatile", a_flush_leaves_nothing),
    (
        "a completed FUA write is not volatile",
        a_completed_fua_write_is_not_volatile,
    ),
    (
        "a power cut loses only what was not flushed",
        a_power_cut_loses_only_what_was_not_flushed,
    ),
    (
        "watching volatile writes changes nothing",
        watching_changes_nothing,
    ),
    ("aging shows in the erase counts", aging_shows),
];

/// What a power cut would lose now, in order of address.
fn volatile(drive: &dyn Drive) -> Vec<Volatile> {
    let mut volatile = Vec::new();
    drive.volatile(&mut volatile);
    assert!(
        volatile.windows(2).all(|two| two[0].lba < two[1].lba),
        "in order of address, each unit once"
    );
    assert!(volatile.iter().all(|unit| unit.writes > 0), "any write");
    volatile
}

fn a_flush_leaves_nothing(make: Make<'_>) {
    let mut drive = make();
    let watched = drive.watch_volatile();
    drive.set_queue_depth(depth(16));
    for round in 0..10 {
        let requests = mixed(&*drive, &mut Seed(20 + round).generator(), 60);
        run(&mut *drive, &requests, 16);
        if watched.is_none() {
            assert_eq!(volatile(&*drive), [], "nothing is volatile at all");
        }
        run(&mut *drive, &[Request::flush(0)], 1);
        assert_eq!(volatile(&*drive), [], "after a flush");
    }
}

fn a_completed_fua_write_is_not_volatile(make: Make<'_>) {
    let mut drive = make();
    let Some(unit) = drive.watch_volatile() else {
        return;
    };
    for tag in 0..50 {
        let write = |lba| Request::write(tag, Lba(lba), Blocks(8), Data::RANDOM);
        let far = write(4096 + 128 * (tag % 8));
        let mut fua = write(128 * (tag % 5));
        run(&mut *drive, &[fua, far], 2);
        fua.op = Op::Write {
            data: Data::RANDOM,
            fua: true,
        };
        run(&mut *drive, &[fua], 1);
        let touched = fua.lba.0 / unit.0 * unit.0..fua.lba.0 + fua.blocks.0;
        let is_touched = |lost: &Volatile| touched.contains(&lost.lba.0);
        assert!(!volatile(&*drive).iter().any(is_touched), "write {tag}");
    }
}

/// How many of the requests write to each unit, by its first block.
fn writes_by_unit(requests: &[Request], unit: Blocks) -> BTreeMap<u64, u32> {
    let mut writes = BTreeMap::new();
    let all = requests.iter();
    for write in all.filter(|request| matches!(request.op, Op::Write { .. })) {
        let end = write.lba.0 + write.blocks.0;
        for number in write.lba.0 / unit.0..end.div_ceil(unit.0) {
            *writes.entry(number * unit.0).or_default() += 1;
        }
    }
    writes
}

fn a_power_cut_loses_only_what_was_not_flushed(make: Make<'_>) {
    let mut drive = make();
    let unit = drive.watch_volatile();
    let mut random = Seed(30).generator();
    for round in 0..40 {
        drive.set_queue_depth(depth([1, 4, 32][round as usize % 3]));
        run(&mut *drive, &[Request::flush(0)], 1);
        let requests = mixed(&*drive, &mut random, 1 + count_of(round));
        drive.submit(&requests);
        let until = drive.now() + Nanos::micros([0, 30, 300, 3_000, 30_000][round as usize % 5]);
        let mut completions = Vec::new();
        drive
            .wait(until, Stop::Drained, &mut completions)
            .expect("the drive answers");
        let expected = volatile(&*drive);
        let mut lost = Vec::new();
        match drive.lose_power(&mut lost) {
            Ok(()) => {}
            Err(DriveError::Unsupported(_)) => {
                drain(&mut *drive, &mut completions);
                assert_eq!(completions.len(), requests.len(), "nothing was dropped");
                return;
            }
            Err(error) => panic!("{error}"),
        }
        assert_eq!(lost, expected, "what is lost is what was volatile");
        assert_eq!(drive.waiting() + drive.in_flight(), 0, "nothing is left");
        assert_eq!(volatile(&*drive), [], "nothing more can be lost");
        match unit {
            None => assert_eq!(lost, [], "nothing is counted"),
            Some(unit) => {
                let written = writes_by_unit(&requests, unit);
                for Volatile { lba, writes } in lost {
                    let most = written.get(&lba.0).copied().unwrap_or(0);
                    assert!(writes <= most, "{writes} of {most} writes at {lba:?}");
                }
            }
        }
        goes_on(&mut *drive);
    }
}

/// A few requests, or as many as fill any buffer.
fn count_of(round: u64) -> u64 {
    [1, 3, 20, 200][round as usize % 4]
}

fn goes_on(drive: &mut dyn Drive) {
    let before = drive.now();
    let requests = [
        Request::read(1, Lba(0), Blocks(64)),
        Request::write(2, Lba(64), Blocks(8), Data::RANDOM),
        Request::flush(3),
    ];
    let completions = run(drive, &requests, 3);
    assert_eq!(completions.len(), 3);
    for completion in completions {
        assert_eq!(completion.outcome, Outcome::Done, "{completion:?}");
        assert!(completion.finished > before, "{completion:?}");
    }
    assert_eq!(drive.snapshot().is_some(), exact(drive), "a snapshot");
}

fn watching_changes_nothing(make: Make<'_>) {
    let mut futures = Vec::new();
    for watches in [false, true] {
        let mut drive = make();
        if !exact(&*drive) {
            return;
        }
        if watches {
            drive.watch_volatile();
        }
        futures.push(with_power_cuts(&mut *drive));
        if let Some(state) = drive.state() {
            drive.set_state(&state).expect("its own state");
            assert_eq!(volatile(&*drive), [], "the account begins anew");
        }
        futures.push(with_power_cuts(&mut *drive));
    }
    assert!(futures[..2] == futures[2..], "watching makes a difference");
}

type Future = (Vec<Completion>, Option<Vec<u8>>);

fn with_power_cuts(drive: &mut dyn Drive) -> Future {
    drive.set_queue_depth(depth(8));
    let mut random = Seed(40).generator();
    let mut completions = Vec::new();
    for _ in 0..10 {
        drive.submit(&mixed(drive, &mut random, 100));
        let until = drive.now() + Nanos::micros(random.below(30_000));
        drive
            .wait(until, Stop::Never, &mut completions)
            .expect("the drive answers");
        if drive.lose_power(&mut Vec::new()).is_err() {
            drain(drive, &mut completions);
        }
    }
    (completions, drive.state())
}

fn aging_shows(make: Make<'_>) {
    let mut drive = make();
    let erases = |drive: &dyn Drive| {
        let counters = drive.counters()?;
        Some((
            counters.superblock_erases_min,
            counters.superblock_erases_max,
        ))
    };
    let before = erases(&*drive);
    match drive.wear(7) {
        Ok(()) => assert_eq!(
            erases(&*drive),
            before.map(|(min, max)| (min + 7, max + 7)),
            "erases"
        ),
        Err(error) => {
            assert!(matches!(error, DriveError::Unsupported(_)), "{error}");
            assert_eq!(erases(&*drive), before);
        }
    }
    drive.submit(&[Request::read(0, Lba(0), Blocks(8))]);
    assert!(drive.wear(1).is_err(), "a busy drive");
    drain(&mut *drive, &mut Vec::new());
}
