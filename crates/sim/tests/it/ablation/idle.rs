//! Collection while the host is idle: how much it brings back, how fast, and when it stops.

use super::*;
use fourcorners_sim::spec::{Frontiers, IdleSpec, Pacing};

/// 10 % spare of 512-unit superblocks, collected late and wholly in the host's way.
fn late() -> SsdSpec {
    let mut spec = nand_bound(small::wide(Pacing::Foreground));
    spec.gc.frontiers = Frontiers::Shared;
    spec
}

const IDLE: IdleSpec = IdleSpec {
    after_ns: 100_000_000,
    high_watermark: 7,
    max_valid_per_mille: 950,
    copies_in_flight: 4,
};

/// Tortured, then idle: the free superblocks before and after, and the drive.
fn idled(spec: &SsdSpec, time: Nanos) -> (u64, u64, Station<Ssd>) {
    let mut drive = drive(spec, 32);
    let units = spec.capacity.0 / 8;
    small::run(&mut drive, &sequential_writes(units, 8));
    small::run(&mut drive, &random_writes(units, 2 * units));
    let free = |drive: &Station<Ssd>| drive.counters().expect("simulated").free_superblocks;
    let before = free(&drive);
    let until = drive.now() + time;
    drive
        .wait(until, Stop::Never, &mut Vec::new())
        .expect("idle");
    let after = free(&drive);
    (before, after, drive)
}

#[test]
fn does_idling_free_superblocks_up_to_its_mark_and_the_next_writes_not_stall() {
    let off = late();
    let mut on = off.clone();
    on.gc.idle = Some(IDLE);
    let hour = Nanos::secs(3600);
    let (before, after, mut dirty) = idled(&off, hour);
    assert_eq!(
        before, after,
        "without idle collection a pause changes nothing"
    );
    let (_, free, mut clean) = idled(&on, hour);
    assert_near(
        "idle collection",
        "free superblocks",
        after as f64,
        free as f64,
        7.0,
        0.0,
    );
    // Free superblocks are written without collecting until the foreground's mark is reached.
    let burst = random_writes(
        on.capacity.0 / 8,
        (free - u64::from(on.gc.low_watermark) - 1) * 512,
    );
    let stall = |drive: &mut Station<Ssd>| work(drive, &burst).counters.nand_moved_units as f64;
    let (off, on) = (stall(&mut dirty), stall(&mut clean));
    assert!(off > 512.0, "the dirty drive has to collect: {off} units");
    println!(
        "ablation | idle collection | units moved for a burst after it | {off:.0} | {on:.0} | 0"
    );
    assert_eq!(
        on, 0.0,
        "a clean drive collects nothing for a burst that fits"
    );
}

#[test]
fn does_idle_collection_wait_its_time_and_end_with_the_next_command() {
    let mut spec = late();
    spec.gc.idle = Some(IDLE);
    let (before, early, _) = idled(&spec, Nanos(IDLE.after_ns - 1));
    assert_eq!(before, early, "nothing before the pause is long enough");
    let (before, soon, mut drive) = idled(&spec, Nanos(IDLE.after_ns + 60_000_000));
    assert!(
        soon <= before + 1,
        "60 ms are too short for more than one superblock"
    );
    let read = [Request::read(0, Lba(0), Blocks(8))];
    small::run(&mut drive, &read);
    let moved = |drive: &Station<Ssd>| drive.counters().expect("simulated").nand_moved_units;
    let at_read = moved(&drive);
    let until = drive.now() + Nanos(IDLE.after_ns - 1);
    drive
        .wait(until, Stop::Never, &mut Vec::new())
        .expect("idle");
    assert_eq!(
        at_read,
        moved(&drive),
        "a command ends it; the next pause begins anew"
    );
}

#[test]
fn are_three_hours_of_idling_three_times_one_hour() {
    let mut spec = late();
    spec.gc.idle = Some(IdleSpec {
        copies_in_flight: 1,
        ..IDLE
    });
    let (_, _, mut once) = idled(&spec, Nanos::secs(3));
    let (_, _, mut thrice) = idled(&spec, Nanos::secs(1));
    for second in [2, 3] {
        let until = thrice.now() + Nanos::secs(1);
        thrice
            .wait(until, Stop::Never, &mut Vec::new())
            .expect("idle");
        assert!(second <= 3 && thrice.now() <= once.now());
    }
    assert_eq!(once.counters(), thrice.counters());
    let after = random_writes(1000, 500);
    assert_eq!(
        small::run(&mut once, &after),
        small::run(&mut thrice, &after)
    );
}

#[test]
fn is_a_wider_window_faster() {
    // One group under way: read, move, program, one after the other, on one of 8 dies; with four
    // the dies overlap.
    let time_to_clean = |copies_in_flight: u32| {
        let mut spec = late();
        spec.gc.idle = Some(IdleSpec {
            copies_in_flight,
            after_ns: 0,
            ..IDLE
        });
        let (_, _, mut drive) = idled(&spec, Nanos(0));
        let begin = drive.now();
        while drive.counters().expect("simulated").free_superblocks < 7 {
            let until = drive.now() + Nanos(1_000_000);
            drive
                .wait(until, Stop::Never, &mut Vec::new())
                .expect("idle");
        }
        (drive.now().0 - begin.0) as f64
    };
    let (off, on) = (time_to_clean(1), time_to_clean(4));
    assert_near(
        "idle window of four",
        "time to clean, ns",
        off,
        on,
        off / 4.0,
        25.0,
    );
}
