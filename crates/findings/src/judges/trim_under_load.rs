//! How much longer reads and writes take while TRIM commands come between them.

use super::{Finding, Says};
use crate::charts::main_variant;
use crate::figures::Figures;
use crate::select::DriveRuns;
use crate::spread::{Difference, Spread};
use crate::sweeps::{SweepChart, SweepPoint};
use fourcorners_bench::SweepBy;
use fourcorners_bench::record::{Measured, MeasuredOp, Mixed};
use serde::Serialize;

/// Mean latencies, with the largest share of TRIM commands and with none.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TrimUnderLoad {
    /// Of all I/Os.
    pub percent: u64,
    /// `None`: reads take no longer.
    pub reads: Option<Slowed>,
    /// `None`: writes take no longer.
    pub writes: Option<Slowed>,
}

/// Mean latencies in microseconds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Slowed {
    pub alone: Spread,
    pub with_trim: Spread,
}

/// `None`: TRIM slows neither down.
pub(super) fn finding(drive: usize, group: &DriveRuns<'_>, figures: &Figures) -> Option<Finding> {
    let mut sweeps = figures.sweeps.iter();
    let sweep = sweeps.find(|sweep| sweep.by == SweepBy::TrimPercent)?;
    let mut lines = sweep.lines.iter();
    let points = &lines.find(|line| line.drive == drive)?.points;
    let ends = [points.first()?, points.last()?];
    let [alone, with_trim] = ends;
    if alone.at != 0 || with_trim.at == 0 {
        return None;
    }
    let of = |op: fn(&Mixed) -> &Option<MeasuredOp>| {
        let [alone, with_trim] = ends.map(|point| latency(group, sweep, point, op));
        let slowed = Slowed {
            alone: alone?,
            with_trim: with_trim?,
        };
        (slowed.with_trim.beside(&slowed.alone) == Difference::Higher).then_some(slowed)
    };
    let says = TrimUnderLoad {
        percent: with_trim.at,
        reads: of(|mixed| &mixed.reads),
        writes: of(|mixed| &mixed.writes),
    };
    let is_slowed = says.reads.is_some() || says.writes.is_some();
    is_slowed.then(|| Finding::new(drive, &sweep.id, Says::TrimUnderLoad(says)))
}

fn latency(
    group: &DriveRuns<'_>,
    sweep: &SweepChart,
    point: &SweepPoint,
    op: fn(&Mixed) -> &Option<MeasuredOp>,
) -> Option<Spread> {
    let variant = main_variant(group, &sweep.test, &point.phase)?;
    let finished = group.finished(&sweep.test, &variant, &point.phase);
    let mean = |measured: &Measured| Some(op(measured.mixed.as_ref()?).as_ref()?.latency_mean_us);
    let each = finished.into_iter();
    Spread::of(each.filter_map(|(_, measured)| mean(measured)).collect())
}
