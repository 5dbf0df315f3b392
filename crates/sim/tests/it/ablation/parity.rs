//! Parity across dies (RAIN, RAISE): what it takes of capacity and speed.

use super::*;
use fourcorners_sim::spec::Pacing;

#[test]
fn does_a_parity_die_in_four_take_a_quarter_of_the_write_rate() {
    let mut off = nand_bound(small::wide(Pacing::Foreground));
    off.capacity = Blocks(off.capacity.0 * 6 / 10 / 64 * 64);
    let mut on = off.clone();
    on.layout.parity_stripe_dies = 4;
    let fill = |spec: &SsdSpec| {
        let mut drive = drive(spec, 32);
        work(&mut drive, &sequential_writes(spec.capacity.0 / 8, 8))
    };
    let (without, with) = (fill(&off), fill(&on));
    let (off, on) = (without.per_second(), with.per_second());
    assert_near(
        "parity in four",
        "sequential writes/s",
        off,
        on,
        off * 3.0 / 4.0,
        1.0,
    );
    let programs = |work: &Work| work.counters.nand_programs as f64;
    let (off, on) = (programs(&without), programs(&with));
    assert_near("parity in four", "programs", off, on, off * 4.0 / 3.0, 1.0);
}

/// Write amplification of random writes over a drive with so many superblocks' worth of parity.
#[test]
fn does_parity_cost_spare_area_as_much_as_it_takes_of_the_nand() {
    let mut off = small::wide(Pacing::Balanced);
    off.capacity = Blocks(off.capacity.0 * 7 / 10 / 64 * 64);
    let mut on = off.clone();
    on.layout.parity_stripe_dies = 8;
    let steady = |spec: &SsdSpec| {
        let mut drive = drive(spec, 32);
        let units = spec.capacity.0 / 8;
        work(&mut drive, &sequential_writes(units, 8));
        work(&mut drive, &random_writes(units, 4 * units));
        work(&mut drive, &random_writes(units, 2 * units)).write_amplification()
    };
    let (without, with) = (steady(&off), steady(&on));
    // An eighth of 64 superblocks of 512 units, about 4 of them kept free or open: the same as a
    // drive with so many fewer blocks.
    let mut smaller = off.clone();
    smaller.nand.blocks_per_plane = 60 * 7 / 8 + 4;
    let predicted = steady(&smaller);
    assert_near(
        "parity in eight",
        "write amplification",
        without,
        with,
        predicted,
        4.0,
    );
}
