//! Whether a drive was still busy when reads began: one at a time then takes longer than two.

use super::{Finding, Says};
use crate::charts::main_variant;
use crate::figures::Figures;
use crate::select::DriveRuns;
use crate::sweeps::{SweepChart, SweepPoint};
use fourcorners_bench::{SweepBy, SweepFigure};
use serde::Serialize;

/// Two reads at a time each wait at least as long as one, unless something else slows it down.
const TIMES: f64 = 1.5;
/// A host that sleeps between reads takes up to this much longer for one at a time: a loop device
/// took 45.1 us at QD1 and 21.4 us at QD2.
const HOST_US: f64 = 100.0;

/// Mean latencies of reads, in microseconds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Background {
    /// One at a time.
    pub one_us: f64,
    /// Two at a time, measured right after.
    pub two_us: f64,
}

/// `None`: the drive did nothing on its own.
pub(super) fn finding(drive: usize, group: &DriveRuns<'_>, figures: &Figures) -> Option<Finding> {
    let mut sweeps = figures.sweeps.iter();
    sweeps.find_map(|sweep| of_sweep(drive, group, sweep))
}

fn of_sweep(drive: usize, group: &DriveRuns<'_>, sweep: &SweepChart) -> Option<Finding> {
    if (sweep.by, sweep.figure) != (SweepBy::QueueDepth, SweepFigure::Iops) {
        return None;
    }
    let mut lines = sweep.lines.iter();
    let points = &lines.find(|line| line.drive == drive)?.points;
    let mean_us = |depth: u64| {
        let is_read = |point: &&SweepPoint| {
            let variant = main_variant(group, &sweep.test, &point.phase);
            let of = |variant: String| {
                group.median(&sweep.test, &variant, &point.phase, |it| it.iops_mean)
            };
            variant
                .and_then(of)
                .is_some_and(|(_, it, ..)| it.op == "read")
        };
        let mut points = points.iter().filter(|point| point.at == depth);
        let point = points.find(is_read)?;
        Some(depth as f64 * 1e6 / point.iops)
    };
    let (one_us, two_us) = (mean_us(1)?, mean_us(2)?);
    (one_us >= TIMES * two_us && one_us - two_us >= HOST_US).then(|| {
        let says = Says::Background(Background { one_us, two_us });
        Finding::new(drive, &sweep.id, says)
    })
}
