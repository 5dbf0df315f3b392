//! What was told of a phase from outside of the drive: power, temperature, and whether the program
//! stood still.

use fourcorners_bench::record::Measured;
use fourcorners_block::{Drive, Nanos};

/// Adds it to the phase's figures. `start`: the phase's first instant.
pub fn read(mut measured: Measured, drive: &dyn Drive, start: Nanos) -> Measured {
    let until = Nanos(start.0 + (measured.duration_s * 1e9) as u64);
    let watts = |microwatts: u64| microwatts as f64 / 1e6;
    match drive.drawn(start, until) {
        None => {}
        Some(Ok(drawn)) => {
            measured.power_mean_w = Some(watts(drawn.mean_uw));
            measured.power_max_w = Some(watts(drawn.max_uw));
            measured.power_readings = Some(drawn.readings);
        }
        Some(Err(unknown)) => measured.power_unknown = Some(unknown.into()),
    }
    let by_sensor = drive.temperature_max_mc(start, until);
    let by_sensor = by_sensor.map(|millidegrees| millidegrees as f64 / 1000.0);
    measured.temperature_max_c = by_sensor.or(measured.temperature_max_c);
    let stood_still = drive.stood_still(start, until);
    measured.stood_still_s = (stood_still.0 > 0).then_some(stood_still.0 as f64 / 1e9);
    measured
}
