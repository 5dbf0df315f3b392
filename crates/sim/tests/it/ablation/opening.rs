//! Superblocks that are erased when they are opened: the longest write, what a filled drive loses
//! by it, and what erases ahead.

use super::*;
use fourcorners_sim::spec::{IdleSpec, OpeningSpec, Pacing};

/// Superblocks of 512 units on 8 dies, written at a rate at which no program waits for another.
fn opening(opening: Option<OpeningSpec>) -> SsdSpec {
    let mut spec = nand_bound(small::wide(Pacing::Balanced));
    spec.controller.write_unit_ns = UNIT_NS as u64;
    spec.opening = opening;
    spec
}

const UNIT_NS: f64 = 500_000.0;
const ERASE_NS: f64 = 3e6;
/// A group over its channel, and its program: what is in flight when the next superblock is
/// opened.
const PROGRAM_NS: f64 = 4.0 * 20_480.0 + 900_000.0;

fn at_once(erase_dies_at_once: u32, erased_when_new: bool) -> Option<OpeningSpec> {
    Some(OpeningSpec {
        erase_dies_at_once,
        erased_when_new,
    })
}

/// The longest write of a drive on which superblocks 2 to 4 are opened, in ns.
fn longest(drive: &mut Station<Ssd>) -> f64 {
    work(drive, &sequential_writes(2000, 1)).max_latency_ns()
}

#[test]
fn longest_write_waits_for_the_last_program_and_every_turn_of_erases() {
    let off = longest(&mut drive(&opening(None), 1));
    for (dies, turns) in [(8, 1.0), (3, 3.0), (1, 8.0)] {
        assert_near(
            &format!("erase at opening, {dies} of 8 dies at once"),
            "longest write when new, ns",
            off,
            longest(&mut drive(&opening(at_once(dies, false)), 1)),
            PROGRAM_NS + turns * ERASE_NS + UNIT_NS,
            0.1,
        );
    }
    let erased = longest(&mut drive(&opening(at_once(1, true)), 1));
    assert_eq!(erased, off, "nothing is to be erased while it is new");
}

#[test]
fn filled_drive_loses_the_erases_of_each_superblock() {
    let spec = opening(at_once(1, true));
    let units = spec.capacity.0 / 8;
    let mut drive = drive(&spec, 1);
    let new = work(&mut drive, &sequential_writes(units, 1)).per_second();
    // Until all that was never written is used up.
    work(&mut drive, &sequential_writes(units, 1));
    let filled = work(&mut drive, &sequential_writes(units, 1));
    let written = 512.0 * UNIT_NS;
    assert_near(
        "erase at opening, 1 of 8 dies at once",
        "sequential writes/s when filled",
        new,
        filled.per_second(),
        new * written / (written + PROGRAM_NS + 8.0 * ERASE_NS),
        0.5,
    );
    let superblocks = units as f64 / 512.0;
    let erases = filled.counters.block_erases as f64 / 16.0;
    assert!((erases - superblocks).abs() <= 1.0, "{erases}");
}

#[test]
fn trim_of_everything_erases_and_no_write_waits_afterwards() {
    let spec = opening(at_once(1, false));
    let units = spec.capacity.0 / 8;
    let mut drive = drive(&spec, 1);
    work(&mut drive, &sequential_writes(units, 1));
    let trim = [Request::discard(0, Lba(0), spec.capacity)];
    let trimmed = work(&mut drive, &trim);
    let erased = trimmed.counters.block_erases as f64 / 16.0;
    assert!(erased >= units as f64 / 512.0 - 1.0, "{erased}");
    assert_near(
        "erase at opening, 1 of 8 dies at once",
        "TRIM of everything, ns a superblock",
        0.0,
        trimmed.elapsed.0 as f64 / erased,
        8.0 * ERASE_NS,
        1.0,
    );
    // Free superblocks of the new drive that were never opened come first.
    work(&mut drive, &sequential_writes(10 * 512, 1));
    assert_eq!(longest(&mut drive), longest(&mut off_after_the_same()));
}

fn off_after_the_same() -> Station<Ssd> {
    drive(&opening(None), 1)
}

/// The story: an idle drive erased one superblock and stopped, or erased while it was not idle.
#[test]
fn idle_drive_erases_free_superblocks_ahead() {
    let mut spec = opening(at_once(2, false));
    spec.gc.idle = Some(IdleSpec {
        after_ns: 10_000_000_000,
        high_watermark: 7,
        max_valid_per_mille: 950,
        copies_in_flight: 4,
    });
    let mut idled = drive(&spec, 1);
    let busy = longest(&mut drive(&spec, 1));
    assert!(busy > 4.0 * ERASE_NS, "without a pause: {busy}");
    let erases = |drive: &Station<Ssd>| drive.counters().expect("simulated").block_erases;
    let mut wait = |ms: u64| {
        let until = idled.now() + Nanos::millis(ms);
        let end = idled.wait(until, Stop::Never, &mut Vec::new());
        end.expect("idle");
        erases(&idled)
    };
    assert_eq!(wait(9_999), 0, "the pause is not long enough");
    // Four turns a superblock of 16 blocks.
    let after_one_superblock = wait(12);
    assert!((16..=20).contains(&after_one_superblock));
    let all = wait(60_000) as f64 / 16.0;
    assert_near(
        "erase at opening, 2 of 8 dies at once",
        "superblocks that an idle drive erases ahead",
        0.0,
        all,
        7.0,
        0.0,
    );
    assert_eq!(longest(&mut idled), longest(&mut drive(&opening(None), 1)));
}

#[test]
fn secure_erase_makes_a_drive_what_it_was_when_new() {
    for erased_when_new in [false, true] {
        let spec = opening(at_once(8, erased_when_new));
        let units = spec.capacity.0 / 8;
        let mut used = drive(&spec, 1);
        work(&mut used, &sequential_writes(units, 1));
        used.purge().expect("a simulated drive can be erased");
        assert_eq!(longest(&mut used), longest(&mut drive(&spec, 1)));
    }
}

/// The story: dies erased in the first turn served reads before the last turn had ended.
#[test]
fn reads_wait_for_all_turns_as_firmware_does() {
    let read_latency = |opened: Option<OpeningSpec>| {
        let mut drive = drive(&opening(opened), 2);
        // All but the last unit of a superblock, and that one; then the first of the next.
        let mut requests = sequential_writes(513, 1);
        let read = Request::read(600, Lba(0), Blocks(8));
        requests.push(read);
        let done = work(&mut drive, &requests).completions;
        let read = done.iter().find(|io| io.tag == 600).expect("it ends");
        read.latency().0 as f64
    };
    let (off, on) = (read_latency(None), read_latency(at_once(4, false)));
    assert!(off < 2.0 * UNIT_NS, "{off}");
    assert!(on > 2.0 * ERASE_NS, "{on}");
}
