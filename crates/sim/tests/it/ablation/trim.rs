//! TRIM at once, in batches, absent; and firmware that forgets to count.

use super::*;
use fourcorners_block::Outcome;
use fourcorners_sim::spec::{Defect, Pacing, TrimSpec};

fn plain() -> SsdSpec {
    small::wide(Pacing::Balanced)
}

/// Fills and tortures, trims the upper half, and tortures the lower: the write amplification of
/// the last, and what the TRIM commands came to.
fn after_trim(spec: &SsdSpec) -> (f64, Outcome) {
    let mut drive = drive(spec, 32);
    let units = spec.capacity.0 / 8;
    work(&mut drive, &sequential_writes(units, 8));
    work(&mut drive, &random_writes(units, 2 * units));
    let half = units / 2 / 64 * 64;
    let trims: Vec<Request> = (0..half / 64)
        .map(|n| Request::discard(n, Lba((units - half + n * 64) * 8), Blocks(64 * 8)))
        .collect();
    let outcome = work(&mut drive, &trims).completions[0].outcome;
    // Until what was trimmed has been collected.
    work(&mut drive, &random_writes(units - half, 2 * units));
    let last = work(&mut drive, &random_writes(units - half, units));
    (last.write_amplification(), outcome)
}

/// Write amplification of greedy collection at a spare factor, b units a block (Desnoyers 2012,
/// equation 12).
fn greedy(spare_factor: f64, b: f64) -> f64 {
    let k = 1.0 + 1.0 / (2.0 * b);
    let alpha = k / (1.0 - spare_factor);
    let mut fifo = 1.0 / spare_factor;
    for _ in 0..10_000 {
        fifo = 1.0 / (1.0 - (-alpha / fifo).exp());
    }
    fifo / k
}

#[test]
fn does_trim_turn_the_trimmed_half_into_spare_area() {
    let on = plain();
    let mut off = on.clone();
    off.trim = TrimSpec::Absent;
    let (without, refused) = after_trim(&off);
    assert!(
        refused == Outcome::Unsupported,
        "a drive without TRIM says so: {refused:?}"
    );
    assert!(drive(&off, 1).identity().discard.is_none());
    let (with, done) = after_trim(&on);
    assert_eq!(done, Outcome::Done);
    let mut batched = on.clone();
    batched.trim = TrimSpec::Batched(64);
    let (in_batches, _) = after_trim(&batched);
    // 64 superblocks of 512 units, about 4 of them kept free or open.
    let units = on.capacity.0 as f64 / 8.0;
    let spare = 1.0 - units / 2.0 / (60.0 * 512.0);
    assert_near(
        "TRIM",
        "write amplification, half trimmed",
        without,
        with,
        greedy(spare, 512.0),
        3.0,
    );
    assert_near(
        "TRIM in batches",
        "write amplification, half trimmed",
        without,
        in_batches,
        with,
        1.0,
    );
}

#[test]
fn do_batched_trims_cost_later_and_forget_nothing_written_since() {
    let mut spec = plain();
    spec.trim = TrimSpec::Batched(4);
    let mut drive = drive(&spec, 1);
    work(&mut drive, &sequential_writes(1024, 8));
    let valid = |drive: &Station<Ssd>| drive.counters().expect("simulated").valid_units;
    let trim = |n: u64| Request::discard(n, Lba(n * 64), Blocks(64));
    work(&mut drive, &[trim(0), trim(1), trim(2)]);
    assert_eq!(valid(&drive), 1024, "three are only noted");
    work(&mut drive, &[trim(3)]);
    assert_eq!(valid(&drive), 1024 - 32, "the fourth carries out all");
    work(
        &mut drive,
        &[
            trim(4),
            Request::write(9, Lba(4 * 64), Blocks(64), Data::RANDOM),
        ],
    );
    work(&mut drive, &[trim(5), trim(6), trim(7), trim(8)]);
    assert_eq!(
        valid(&drive),
        1024 - 32 - 32,
        "what was written after its TRIM stays"
    );
}

#[test]
fn does_firmware_that_forgets_to_count_what_was_trimmed_stay_slow() {
    let on = plain();
    let mut off = on.clone();
    off.gc.defect = Some(Defect::TrimmedStayCounted);
    let mut never = on.clone();
    never.trim = TrimSpec::Absent;
    let ((faulty, _), (sound, _), (untrimmed, _)) =
        (after_trim(&off), after_trim(&on), after_trim(&never));
    assert_near(
        "trimmed units stay counted",
        "write amplification, half trimmed",
        sound,
        faulty,
        untrimmed,
        1.0,
    );
}
