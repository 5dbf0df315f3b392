//! What a power cut takes from an SSD, and what is left of one that is worn out.

use crate::small;
use fourcorners_block::*;
use fourcorners_sim::disk::HardDisk;
use fourcorners_sim::spec::*;
use fourcorners_sim::{Ssd, Station};

const UNIT: u64 = 8;

fn watched(spec: &SsdSpec) -> Station<Ssd> {
    let mut drive = Ssd::drive(spec);
    assert_eq!(drive.watch_volatile(), Some(Blocks(UNIT)));
    drive
}

fn write(unit: u64) -> Request {
    Request::write(unit, Lba(unit * UNIT), Blocks(UNIT), Data::RANDOM)
}

fn idle(drive: &mut Station<Ssd>, time: Nanos) -> Result<(), DriveError> {
    let until = drive.now() + time;
    drive.wait(until, Stop::Never, &mut Vec::new())
}

fn lost(drive: &mut Station<Ssd>) -> Vec<Volatile> {
    let mut lost = Vec::new();
    drive.lose_power(&mut lost).expect("any SSD can");
    lost
}

fn unit(number: u64, writes: u32) -> Volatile {
    Volatile {
        lba: Lba(number * UNIT),
        writes,
    }
}

/// Writes that wait in the buffer for the rest of a group.
fn with_combining() -> SsdSpec {
    let mut spec = small::wide(Pacing::Balanced);
    spec.layout.write_combining_bytes = Some(256 << 10);
    spec
}

#[test]
fn small_write_stays_volatile_until_a_flush() {
    for spec in [small::wide(Pacing::Balanced), with_combining()] {
        for flushes in [false, true] {
            let mut drive = watched(&spec);
            small::run(&mut drive, &[write(5)]);
            idle(&mut drive, Nanos::secs(60)).expect("nothing to do");
            if flushes {
                small::run(&mut drive, &[Request::flush(0)]);
            }
            let expected = if flushes { vec![] } else { vec![unit(5, 1)] };
            assert_eq!(lost(&mut drive), expected);
        }
    }
}

#[test]
fn trim_forgets_volatile_writes() {
    let mut drive = watched(&small::wide(Pacing::Balanced));
    let trim = Request::discard(9, Lba(5 * UNIT), Blocks(UNIT));
    small::run(&mut drive, &[write(5), write(6), trim]);
    assert_eq!(lost(&mut drive), [unit(6, 1)]);
}

#[test]
fn noted_trims_are_dropped() {
    let mut spec = small::wide(Pacing::Balanced);
    spec.trim = TrimSpec::Batched(4);
    let mut drive = watched(&spec);
    let trim = Request::discard(9, Lba(5 * UNIT), Blocks(UNIT));
    small::run(&mut drive, &[write(5), trim]);
    assert_eq!(lost(&mut drive), [unit(5, 1)]);
    small::run(&mut drive, &[Request::flush(0)]);
    let counters = drive.counters().expect("simulated");
    assert_eq!(counters.trimmed_units, 0);
}

#[test]
fn every_rewrite_in_the_buffer_counts() {
    let mut drive = watched(&with_combining());
    small::run(&mut drive, &[write(5), write(5), write(7), write(5)]);
    assert_eq!(lost(&mut drive), [unit(5, 3), unit(7, 1)]);
}

#[test]
fn stream_loses_about_what_the_buffer_holds() {
    let spec = small::wide(Pacing::Balanced);
    let buffered = spec.layout.buffer_bytes / 4096;
    let mut drive = watched(&spec);
    let stream: Vec<Request> = (0..4096).map(write).collect();
    small::run(&mut drive, &stream);
    let lost = lost(&mut drive);
    let units = lost.len() as u64;
    println!("{units} units lost of {buffered} that the buffer holds");
    assert!((buffered / 2..=buffered).contains(&units));
    // Dies end in any order, but nothing old is lost.
    assert!(
        lost.iter()
            .all(|unit| unit.lba.0 >= (4096 - 2 * buffered) * UNIT)
    );
}

#[test]
fn protected_drive_loses_nothing() {
    // A flush leaves what such a drive has taken where it is: in the buffer, if it is combined.
    for (mut spec, stays) in [(small::wide(Pacing::Balanced), 0), (with_combining(), 64)] {
        spec.controller.power_loss_protection = true;
        let mut drive = Ssd::drive(&spec);
        assert_eq!(drive.watch_volatile(), None);
        drive.set_queue_depth(QueueDepth::new(4).expect("a depth"));
        let writes: Vec<Request> = (0..200).map(write).collect();
        drive.submit(&writes);
        let mut completions = Vec::new();
        drive
            .wait(Nanos::MAX, Stop::Waiting(20), &mut completions)
            .expect("writes");
        assert_eq!(lost(&mut drive), []);
        assert_eq!(drive.waiting() + drive.in_flight(), 0);
        let others: Vec<Request> = (200..300).map(write).collect();
        small::run(&mut drive, &others);
        // All that was acknowledged, perhaps what was in flight, and the others.
        let taken = drive.counters().expect("simulated").nand_host_units + stays;
        let acknowledged = completions.len() as u64;
        assert!((acknowledged..=acknowledged + 4).contains(&(taken - 100)));
    }
}

fn wear(endurance_cycles: u32) -> WearSpec {
    WearSpec {
        endurance_cycles,
        dynamic_leveling: true,
        static_leveling_lag: None,
        cycles_at_start: 0,
        retries_at_end_per_mille: 0,
    }
}

/// Every way to collect, with and without GC of an idle drive.
fn that_wear_out() -> Vec<SsdSpec> {
    let mut all = Vec::new();
    for pacing in Pacing::ALL {
        for frontiers in Frontiers::ALL {
            for idles in [false, true] {
                let mut spec = small::wide(*pacing);
                spec.gc.frontiers = *frontiers;
                spec.wear = Some(wear(1000));
                spec.gc.idle = idles.then_some(IdleSpec {
                    after_ns: 1_000_000,
                    high_watermark: 6,
                    max_valid_per_mille: 900,
                    copies_in_flight: 2,
                });
                all.push(spec);
            }
        }
    }
    all
}

/// Writes at random until the drive does not take any more.
fn write_to_the_end(drive: &mut Station<Ssd>) -> DriveError {
    let units = drive.identity().capacity.0 / UNIT;
    let mut random = Seed(3).generator();
    for _ in 0..100 {
        let batch: Vec<Request> = (0..4096).map(|_| write(random.below(units))).collect();
        drive.submit(&batch);
        if let Err(error) = drive.wait(Nanos::MAX, Stop::Drained, &mut Vec::new()) {
            return error;
        }
    }
    panic!("it does not wear out");
}

#[test]
fn worn_out_drive_goes_on_reading_after_a_power_cut() {
    for spec in that_wear_out() {
        let mut drive = watched(&spec);
        drive.set_queue_depth(QueueDepth::new(8).expect("a depth"));
        drive.wear(2000).expect("it has an endurance");
        for _ in 0..2 {
            let error = write_to_the_end(&mut drive);
            assert!(matches!(error, DriveError::Lost(_)), "{error}");
            assert!(drive.in_flight() > 0 && drive.state().is_none());
            assert_ne!(lost(&mut drive), []);
            assert_eq!(drive.waiting() + drive.in_flight(), 0);
            assert!(drive.state().is_some());
            let reads: Vec<Request> = (0..500)
                .map(|unit| Request::read(unit, Lba(unit * UNIT), Blocks(UNIT)))
                .collect();
            assert_eq!(small::run(&mut drive, &reads).len(), 500);
            idle(&mut drive, Nanos::secs(3600)).expect("idle GC is no error");
            assert_eq!(lost(&mut drive), []);
        }
    }
}

#[test]
fn aged_drive_is_one_that_was_written_for_as_long() {
    let mut spec = small::wide(Pacing::Balanced);
    spec.wear = Some(wear(1000));
    let worn = |spec: &SsdSpec, cycles| {
        let mut drive = Ssd::drive(spec);
        drive.wear(cycles).expect("it has an endurance");
        let writes: Vec<Request> = (0..20_000).map(|n| write(n * 7 % 10_000)).collect();
        let completions = small::run(&mut drive, &writes);
        (completions, drive.counters())
    };
    let aged = worn(&spec, 300);
    spec.wear = Some(WearSpec {
        cycles_at_start: 300,
        ..wear(1000)
    });
    assert!(aged == worn(&spec, 0));
    let erases = aged.1.map(|counters| counters.superblock_erases_min);
    assert!(erases >= Some(300), "{erases:?}");
}

#[test]
fn hard_disk_loses_what_its_cache_holds() {
    let mut spec = crate::disk::bare();
    assert_eq!(HardDisk::drive(&spec).watch_volatile(), None);
    spec.cache.cached_writes = 16;
    let mut disk = HardDisk::drive(&spec);
    assert_eq!(disk.watch_volatile(), Some(Blocks(1)));
    let write = |lba, blocks| Request::write(0, Lba(lba), Blocks(blocks), Data::RANDOM);
    let sector = |lba, writes| Volatile {
        lba: Lba(lba),
        writes,
    };
    let cut = |disk: &mut Station<HardDisk>| {
        let mut lost = Vec::new();
        disk.lose_power(&mut lost).expect("any hard disk can");
        lost
    };
    // The first is on its way to the platter, the others wait.
    small::run(&mut disk, &[write(9, 2), write(10, 2), write(11, 1)]);
    assert_eq!(cut(&mut disk), [sector(9, 1), sector(10, 2), sector(11, 2)]);
    small::run(&mut disk, &[write(9, 2), Request::flush(1)]);
    assert_eq!(cut(&mut disk), []);
    small::run(&mut disk, &[write(9, 2)]);
    let until = disk.now() + Nanos::secs(1);
    disk.wait(until, Stop::Never, &mut Vec::new())
        .expect("it writes what it holds");
    assert_eq!(cut(&mut disk), []);
}
