//! Sequential passes after random writes: whether they put a drive in order again depends on the
//! victims.

use super::*;
use fourcorners_sim::spec::VictimPolicy;

const PASSES: usize = 6;

fn collecting(victim: VictimPolicy) -> SsdSpec {
    let mut spec = many_superblocks();
    spec.gc.victim = victim;
    spec
}

/// Write amplification of each of some passes, after random writes of so many per cent of the
/// drive.
fn passes(spec: &SsdSpec, random_percent: u64) -> Vec<f64> {
    let mut drive = drive(spec, 32);
    let units = spec.capacity.0 / 8;
    work(&mut drive, &sequential_writes(units, 8));
    work(
        &mut drive,
        &random_writes(units, units * random_percent / 100),
    );
    let mut pass = || work(&mut drive, &sequential_writes(units, 8)).write_amplification();
    (0..PASSES).map(|_| pass()).collect()
}

/// The story: a C300 of firmware 0001 and the first X25-M could be backed into a corner that they
/// never got out of (AnandTech 3812). Here a second sequential pass got every drive out, whatever
/// else its firmware did, as greedy victims are those that the pass has emptied.
#[test]
fn greedy_victims_put_a_drive_in_order_and_fifo_victims_leave_it_as_it_is() {
    for (random_percent, keeps) in [(20, 3.1), (400, 7.0)] {
        let off = passes(&collecting(VictimPolicy::Greedy), random_percent);
        let on = passes(&collecting(VictimPolicy::Fifo), random_percent);
        let figure = format!("WA, last of {PASSES} passes after {random_percent} % random");
        assert_near(
            "FIFO victims",
            &figure,
            off[PASSES - 1],
            on[PASSES - 1],
            keeps,
            3.0,
        );
        assert!(off[0] > 1.5 && off[1..].iter().all(|pass| *pass < 1.01));
        assert!(on.iter().all(|pass| (pass / keeps - 1.0).abs() < 0.1));
    }
}

/// FIFO comes round to a superblock every 1 + s passes' worth of writing, where s is the spare area
/// over the capacity. At write amplification A a pass is A times its data, so that each unit is
/// copied A / (1 + s) times, rounded down, until the pass comes round to it: A = 1 + that holds for
/// every whole number up to 1 + 1 / s, 1 among them.
#[test]
fn a_drive_in_order_stays_so_with_fifo_victims() {
    let passes = passes(&collecting(VictimPolicy::Fifo), 0);
    assert!(passes.iter().all(|pass| *pass < 1.01), "{passes:?}");
}
