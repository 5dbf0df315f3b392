//! Victims emptied in turns: they mix data that lay together. Random writes then cost what they
//! did, and the sequential pass after them far more.

use super::*;

fn emptying(victims: u32) -> SsdSpec {
    let mut spec = many_superblocks();
    spec.gc.victims_in_flight = victims;
    // Alike, so that both have the same spare area.
    (spec.gc.low_watermark, spec.gc.high_watermark) = (5, 6);
    spec
}

/// Write amplification of random writes of a share of a filled drive, and of a pass after them.
fn random_and_pass(spec: &SsdSpec, share_percent: u64) -> (f64, f64) {
    let mut drive = drive(spec, 32);
    let units = spec.capacity.0 / 8;
    work(&mut drive, &sequential_writes(units, 8));
    let random = work(
        &mut drive,
        &random_writes(units, units * share_percent / 100),
    );
    let pass = work(&mut drive, &sequential_writes(units, 8));
    (random.write_amplification(), pass.write_amplification())
}

/// The story: 20 minutes of random writes overwrite a fifth of a C300, and the sequential pass
/// after them ran at 70 MB/s where 20 are printed (AnandTech 3812). GC emptied one superblock
/// after the other, so what had been written in order stayed in order, and the pass emptied whole
/// superblocks as it went.
///
/// The prediction is of data that is mixed throughout: as the pass has overwritten the share x,
/// 1 - x is valid in 1 - x + s of old superblocks, where s is the spare area over the capacity;
/// collecting them costs (1 - x + s) / s writes for one of the host's. Greedy victims are emptier
/// than the mean, so that is the most.
#[test]
fn victims_emptied_in_turns_scatter_what_lay_together() {
    let (random_off, off) = random_and_pass(&emptying(1), 20);
    let (random_on, on) = random_and_pass(&emptying(4), 20);
    let spec = emptying(1);
    let raw = f64::from(spec.nand.blocks_per_plane - spec.gc.high_watermark) * 512.0;
    let logical = (spec.capacity.0 / 8) as f64;
    let most = 1.0 + logical / (raw - logical) / 2.0;
    let what = "victims emptied in turns";
    print_row(
        what,
        "WA, a pass after random writes",
        off,
        on,
        &format!("at most {most:.4}"),
    );
    assert!(
        on > off * 1.3 && on < most,
        "{on} against {off}, at most {most}"
    );
    assert_near(
        what,
        "WA, random writes",
        random_off,
        random_on,
        random_off,
        10.0,
    );
}

#[test]
fn nothing_is_left_to_scatter_after_long_random_writes() {
    let (_, off) = random_and_pass(&emptying(1), 400);
    let (_, on) = random_and_pass(&emptying(4), 400);
    let what = "victims emptied in turns";
    assert_near(
        what,
        "WA, a pass after long random writes",
        off,
        on,
        off,
        10.0,
    );
}
