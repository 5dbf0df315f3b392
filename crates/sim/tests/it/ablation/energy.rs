//! Energy: what idling, writing and collecting draw.

use super::*;
use fourcorners_sim::spec::{Pacing, PowerSpec};

const POWER: PowerSpec = PowerSpec {
    states: [None; 2],
    idle_mw: 400,
    active_mw: 1_000,
    read_nj: 20_000,
    program_nj: 70_000,
    program_slc_nj: 70_000,
    erase_nj: 120_000,
};

/// Watts that a drive draws during some work or idling.
fn watts(drive: &mut Station<Ssd>, act: impl FnOnce(&mut Station<Ssd>)) -> f64 {
    let before = (
        drive.now().0,
        drive.counters().expect("simulated").energy_uj,
    );
    act(drive);
    let after = (
        drive.now().0,
        drive.counters().expect("simulated").energy_uj,
    );
    (after.1 - before.1) as f64 * 1e3 / (after.0 - before.0) as f64
}

#[test]
fn does_a_drive_draw_its_idle_power_and_for_work_what_the_work_costs() {
    let off = small::wide(Pacing::Balanced);
    let mut on = off.clone();
    on.power = Some(POWER);
    let mut unknown = drive(&off, 32);
    let mut known = drive(&on, 32);
    let idle = |drive: &mut Station<Ssd>| {
        let until = drive.now() + Nanos::secs(10);
        drive
            .wait(until, Stop::Never, &mut Vec::new())
            .expect("idle");
    };
    let (none, some) = (watts(&mut unknown, idle), watts(&mut known, idle));
    assert_near("power", "idle, W", none, some, 0.4, 0.1);

    let units = on.capacity.0 / 8;
    let mut rate = 0.0;
    let writing = watts(&mut known, |drive| {
        let begin = drive.now();
        let requests = sequential_writes(units, 32);
        small::run(drive, &requests);
        rate = (requests.len() * 32) as f64 * 1e9 / (drive.now().0 - begin.0) as f64;
    });
    // Two units a page; no collection yet.
    let predicted = 1.4 + rate / 2.0 * 70_000.0 * 1e-9;
    assert_near(
        "power",
        "sequential write of a new drive, W",
        some,
        writing,
        predicted,
        1.0,
    );
    // The energy of a random write is that of its write amplification.
    let random = random_writes(units, 3 * units);
    small::run(&mut known, &random);
    let mut wa = 0.0;
    let collecting = watts(&mut known, |drive| {
        let (begin, before) = (drive.now(), drive.counters().expect("simulated"));
        small::run(drive, &random_writes(units, units));
        let done = drive.counters().expect("simulated").since(&before);
        rate = units as f64 * 1e9 / (drive.now().0 - begin.0) as f64;
        wa = (done.nand_host_units + done.nand_moved_units) as f64 / done.nand_host_units as f64;
    });
    // 512 units an erase of 16 blocks; a row read for one or more of its 4 units.
    let program = wa * rate / 2.0 * 70_000.0;
    let erase = wa * rate / 512.0 * 16.0 * 120_000.0;
    let least = 1.4 + (program + erase + (wa - 1.0) * rate / 4.0 * 2.0 * 20_000.0) * 1e-9;
    let most = 1.4 + (program + erase + (wa - 1.0) * rate * 2.0 * 20_000.0) * 1e-9;
    assert!(
        least < collecting && collecting < most,
        "{collecting} W at a write amplification of {wa}, predicted {least} to {most}"
    );
}
