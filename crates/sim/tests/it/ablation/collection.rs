//! GC's pacing: steady or late, and more in sequential than in random writing.

use super::*;
use fourcorners_sim::spec::Pacing;

/// The slowest and the mean latency of random writes in steady state.
fn latencies(spec: &SsdSpec) -> (f64, f64) {
    let mut drive = drive(spec, 1);
    let units = spec.capacity.0 / 8;
    work(&mut drive, &sequential_writes(units, 8));
    work(&mut drive, &random_writes(units, 3 * units));
    let last = work(&mut drive, &random_writes(units, units));
    (last.max_latency_ns(), last.mean_latency_ns())
}

#[test]
fn does_steady_collection_spread_the_stall_that_late_collection_takes_at_once() {
    let mut late = nand_bound(small::wide(Pacing::Foreground));
    late.gc.low_watermark = 2;
    late.gc.high_watermark = 4;
    let mut steady = nand_bound(small::wide(Pacing::Balanced));
    steady.gc = late.gc.clone();
    steady.gc.pacing = Pacing::Balanced;
    let ((worst_late, mean_late), (worst, mean)) = (latencies(&late), latencies(&steady));
    // Late: two superblocks and more are emptied while one write waits, each of 256 groups on
    // 8 dies, most of them still valid. Steady: a group of host data waits for a few moves.
    let batch = 2.0 * 256.0 / 8.0 * 900_000.0;
    println!(
        "ablation | steady collection | worst write, ns | {worst_late:.0} | {worst:.0} | a tenth"
    );
    assert!(
        worst_late > 0.5 * batch && worst_late < 4.0 * batch,
        "{worst_late} ns, a batch takes about {batch}"
    );
    assert!(worst < worst_late / 10.0, "{worst} against {worst_late}");
    assert_near(
        "steady collection",
        "mean write, ns",
        mean_late,
        mean,
        mean_late,
        15.0,
    );
}

/// How host writes wait for GC changes when it copies, not how much: as much as GC that waits, and
/// keeps as many superblocks free as the policy does, the low watermark at least, the high one at
/// most.
#[test]
fn pacing_takes_no_more_copies_than_the_superblocks_that_it_keeps_free() {
    let amplification = |change: &dyn Fn(&mut SsdSpec)| {
        let mut spec = nand_bound(small::wide(Pacing::Foreground));
        change(&mut spec);
        let mut drive = drive(&spec, 8);
        let units = spec.capacity.0 / 8;
        work(&mut drive, &sequential_writes(units, 8));
        work(&mut drive, &random_writes(units, 3 * units));
        work(&mut drive, &random_writes(units, 3 * units)).write_amplification()
    };
    let least = amplification(&|spec| spec.gc.high_watermark = spec.gc.low_watermark);
    let most = amplification(&|spec| spec.gc.low_watermark = spec.gc.high_watermark);
    for pacing in Pacing::ALL {
        let its = amplification(&|spec| spec.gc = small::wide(*pacing).gc);
        let what = format!("{} pacing", pacing.name());
        let predicted = format!("{least:.4} to {most:.4}");
        print_row(&what, "WA, uniform", least, its, &predicted);
        assert!(
            its >= least * 0.99 && its <= most * 1.01,
            "{what}: {its}, predicted {predicted}"
        );
    }
}

#[test]
fn can_sequential_writing_be_made_to_clean_more_than_random_writing() {
    let spec = |more| {
        let mut spec = nand_bound(small::wide(Pacing::Trickle));
        spec.gc.copies_per_host_write = 4;
        spec.gc.copies_per_sequential_write = more;
        spec
    };
    let (off, on) = (spec(None), spec(Some(16)));
    let random = (slowest(&off, false), slowest(&on, false));
    assert_near(
        "cleaning more in sequential writing",
        "host units a moved unit, random",
        random.0,
        random.1,
        random.0,
        10.0,
    );
    let (off, on) = (slowest(&off, true), slowest(&on, true));
    assert_near(
        "cleaning more in sequential writing",
        "host units a moved unit, sequential",
        off,
        on,
        off / 4.0,
        15.0,
    );
}

/// Trickle gives the host one unit for N copied ones, whatever these free; throttle gives it
/// a share of what they free. So only with throttle does spare area lift the slowest stretch.
#[test]
fn spare_area_lifts_the_slowest_stretch_of_a_throttled_host_only() {
    let with_capacity = |pacing, per_mille| {
        let mut spec = nand_bound(small::wide(pacing));
        spec.nand.blocks_per_plane = 256;
        spec.capacity = Blocks(spec.capacity.0 * 4 * per_mille / 1000 / 8 * 8);
        spec.gc.high_watermark = 10;
        slowest(&spec, false)
    };
    let gain = |pacing| with_capacity(pacing, 900) / with_capacity(pacing, 1000);
    let (trickle, throttle) = (gain(Pacing::Trickle), gain(Pacing::Throttle));
    // Write amplification falls from 5 to 3.2: the copies of a victim free 1.8 times as much.
    print_row(
        "throttle",
        "slowest stretch, from 15 to 24 % spare, times",
        trickle,
        throttle,
        "1; 1.8 or more",
    );
    assert!((trickle - 1.0).abs() < 0.1, "{trickle}");
    assert!(throttle > 1.8, "{throttle}");
}

/// Host units per moved unit in the slowest stretch of four superblocks of moved units. In a
/// shorter one the host may have waited for a victim to its end.
fn slowest(spec: &SsdSpec, sequential: bool) -> f64 {
    let mut drive = drive(spec, 4);
    let units = spec.capacity.0 / 8;
    work(&mut drive, &sequential_writes(units, 4));
    work(&mut drive, &random_writes(units, 2 * units));
    let requests = if sequential {
        sequential_writes(units / 2, 1)
    } else {
        random_writes(units, units / 2)
    };
    drive.submit(&requests);
    let counters = |drive: &Station<Ssd>| drive.counters().expect("simulated");
    let mut least = f64::INFINITY;
    let mut before = counters(&drive);
    while drive.waiting() > 0 {
        let until = drive.now() + Nanos(1_000_000);
        drive
            .wait(until, Stop::Never, &mut Vec::new())
            .expect("simulated");
        let done = counters(&drive).since(&before);
        if done.nand_moved_units >= 2048 {
            least = least.min(done.nand_host_units as f64 / done.nand_moved_units as f64);
            before = counters(&drive);
        }
    }
    drive
        .wait(Nanos::MAX, Stop::Drained, &mut Vec::new())
        .expect("simulated");
    least
}
