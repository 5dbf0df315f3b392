//! Power states and heat: what sleeping saves and costs, and how far the link is throttled.

use super::*;
use fourcorners_sim::spec::{HeatSpec, PowerSpec, PowerState, Throttling};

fn powered() -> SsdSpec {
    let mut spec = nand_bound(small::wide(Pacing::Foreground));
    spec.power = Some(PowerSpec {
        idle_mw: 2000,
        active_mw: 3000,
        read_nj: 0,
        program_nj: 0,
        program_slc_nj: 0,
        erase_nj: 0,
        states: [None; 2],
    });
    spec
}

fn sleeping() -> SsdSpec {
    let mut spec = powered();
    let state = |after_ms: u64, mw, exit_us: u64| {
        Some(PowerState {
            after_ns: after_ms * 1_000_000,
            mw,
            exit_ns: exit_us * 1000,
        })
    };
    if let Some(power) = &mut spec.power {
        power.states = [state(100, 40, 1200), state(2000, 5, 9500)];
    }
    spec
}

/// A pause after one read; what was drawn in it, in microjoules, and the next read's latency.
fn pause(spec: &SsdSpec, pause_ms: u64) -> (f64, f64) {
    let mut drive = drive(spec, 1);
    small::run(&mut drive, &sequential_writes(1000, 8));
    small::run(&mut drive, &random_reads(1000, 1));
    let energy = |drive: &Station<Ssd>| drive.counters().expect("simulated").energy_uj as f64;
    let before = energy(&drive);
    let until = drive.now() + Nanos::millis(pause_ms);
    drive
        .wait(until, Stop::Never, &mut Vec::new())
        .expect("idle");
    let drawn = energy(&drive) - before;
    let read = small::run(&mut drive, &random_reads(1000, 1));
    (drawn, read[0].latency().0 as f64)
}

#[test]
fn sleeping_drive_draws_what_its_states_say_and_wakes_late() {
    let (awake, asleep) = (powered(), sleeping());
    for (pause_ms, drawn_uj, exit_ns) in [
        (50, 100_000.0, 0.0),
        (1000, 100.0 * 2000.0 + 900.0 * 40.0, 1_200_000.0),
        (
            10_000,
            100.0 * 2000.0 + 1900.0 * 40.0 + 8000.0 * 5.0,
            9_500_000.0,
        ),
    ] {
        let (off, plain) = pause(&awake, pause_ms);
        let (on, woken) = pause(&asleep, pause_ms);
        assert_near("power states", "uJ of a pause", off, on, drawn_uj, 0.1);
        assert_near(
            "power states",
            "ns of a read",
            plain,
            woken,
            plain + exit_ns,
            0.1,
        );
    }
}

#[test]
fn warm_drive_has_the_share_of_its_link_that_its_file_leaves() {
    let mut spec = powered();
    spec.nand.channel_mb_per_s = 10_000;
    spec.link.mb_per_s = 40;
    let run = |spec: &SsdSpec| {
        let mut drive = drive(spec, 32);
        small::run(&mut drive, &sequential_writes(1024, 8));
        let reads = work(&mut drive, &random_reads(1024, 1_000_000));
        (reads.per_second(), reads.counters.temperature_mk as f64)
    };
    let (off, cold) = run(&spec);
    assert_eq!(cold, 0.0);
    // 5 W and 10 K/W: 75 °C in the end, 63 % of the way after 10 s.
    spec.heat = Some(HeatSpec {
        ambient_mk: 25_000,
        rise_mk_per_w: 10_000,
        time_constant_ns: 10_000_000_000,
        throttling: [
            Some(Throttling {
                at_mk: 60_000,
                left_per_mille: 250,
            }),
            None,
        ],
    });
    let (on, warm) = run(&spec);
    // ln(50 / 15) time constants until then: 12.04 s at full speed, the rest at a quarter. What it
    // draws does not depend on its rate, so it stays above the limit.
    let full = 10.0 * (50.0_f64 / 15.0).ln();
    let predicted = 1e6 / (full + (1e6 / off - full) * 4.0);
    assert_near("heat", "reads per second", off, on, predicted, 2.0);
    assert!(warm > 60_000.0, "{warm}");
}
