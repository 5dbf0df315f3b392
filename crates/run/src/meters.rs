//! Readings of a phase other than its I/Os: power, temperature, reads that met no data, use of the
//! host by others, and whether the program stood still.

use fourcorners_bench::record::{Measured, Remark};
use fourcorners_block::{Drive, Nanos, Reads};

/// What a phase begins with.
pub struct Meters {
    start: Nanos,
    reads: Reads,
}

impl Meters {
    /// Of a phase that begins now.
    pub fn begin(drive: &dyn Drive) -> Self {
        Self {
            start: drive.now(),
            reads: drive.reads(),
        }
    }

    /// Adds what was told since then to the phase's figures.
    pub fn read(&self, mut measured: Measured, drive: &dyn Drive) -> Measured {
        let start = self.start;
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
        measured.remarks = self.remarks(drive, until);
        measured
    }

    /// What makes the phase's figures say less than they seem to.
    pub fn remarks(&self, drive: &dyn Drive, until: Nanos) -> Vec<Remark> {
        let of_reads = Remark::of_reads(drive.reads().since(&self.reads));
        let others = drive.used_by_others(self.start, until);
        let of_others = others.map(Remark::of_others).unwrap_or_default();
        of_reads.into_iter().chain(of_others).collect()
    }
}
