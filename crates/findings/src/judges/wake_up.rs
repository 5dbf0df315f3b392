//! How much longer a read takes that follows idle time: the drive wakes up first.

use super::{Finding, Says};
use crate::figures::Figures;
use crate::spread::{Difference, Spread};
use crate::sweeps::SweepPoint;
use fourcorners_bench::{SweepBy, SweepFigure};
use serde::Serialize;

/// Mean latencies of reads, in microseconds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct WakeUp {
    /// Of the shortest time between two reads.
    pub awake: Reads,
    /// Of the shortest time that takes as long to wake from as the longest.
    pub asleep: Reads,
}

/// Reads that are due one by one.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Reads {
    pub every_us: u64,
    pub mean_us: Spread,
}

/// `None`: the drive reads as fast after the longest idle time.
pub(super) fn finding(drive: usize, figures: &Figures) -> Option<Finding> {
    let mut sweeps = figures.sweeps.iter();
    let sweep =
        sweeps.find(|sweep| sweep.by == SweepBy::Interval && sweep.figure == SweepFigure::Mean)?;
    let mut lines = sweep.lines.iter();
    let points = lines.find(|line| line.drive == drive)?.points.iter();
    let all: Vec<Reads> = points.filter_map(reads).collect();
    let (awake, longest) = (*all.first()?, *all.last()?);
    let compared = |one: &Reads, other: &Reads| one.mean_us.beside(&other.mean_us);
    let mut rest = all.iter().copied();
    let asleep = rest.find(|one| compared(one, &longest) == Difference::None)?;
    (compared(&asleep, &awake) == Difference::Higher).then(|| {
        let says = WakeUp { awake, asleep };
        Finding::new(drive, &sweep.id, Says::WakeUp(says))
    })
}

fn reads(point: &SweepPoint) -> Option<Reads> {
    Some(Reads {
        every_us: point.at,
        mean_us: Spread::new(point.value?, point.low, point.high),
    })
}
