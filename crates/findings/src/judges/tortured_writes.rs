//! The torture itself: how far random writes fall while a drive is tortured, and how long one may
//! take then.

use super::seconds::{self, Even};
use super::{Finding, Says, passes};
use crate::figures::{Figures, of_drive};
use crate::latency::Writes;
use crate::seconds::mean;
use crate::spread::{Difference, Spread};
use crate::torture::Torture;
use serde::Serialize;

/// Seconds of the torture's beginning, and of its end.
pub const FIRST_S: usize = 10;
const LAST_S: usize = 300;

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum TorturedWrites {
    TooShort {
        seconds: usize,
    },
    /// Some of the seconds that count are lost.
    Lost,
    Of(Fall),
}

/// IOPS of the torture's first seconds and of its last minutes.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Fall {
    pub change: Difference,
    pub first: f64,
    pub last: f64,
    /// Of the last minutes.
    pub worst: u64,
    /// The longest write of the torture, and of the probe behind it, in microseconds.
    pub longest_us: f64,
    pub probe_us: Option<f64>,
}

impl Fall {
    pub fn evenness(&self) -> Even {
        Even::of(self.last, self.worst)
    }
}

/// The worst second of the torture's end, where it is a stall; `None` also where that is not known.
pub fn stalls(drive: usize, figures: &Figures) -> Option<u64> {
    let torture = figures.torture.iter().find(|one| one.drive == drive)?;
    if torture.iops.len() < 2 * LAST_S || !is_whole(torture) {
        return None;
    }
    let (last, worst) = end(torture)?;
    (Even::of(last, worst) == Even::Stalls).then_some(worst)
}

/// Whether its last seconds are known.
fn is_whole(torture: &Torture) -> bool {
    torture.iops.len() >= torture.duration_s as usize
}

/// Mean and worst second of its last minutes.
fn end(torture: &Torture) -> Option<(f64, u64)> {
    let end = &torture.iops[torture.iops.len().checked_sub(LAST_S)?..];
    Some((mean(end)?, *end.iter().flatten().min()?))
}

/// Of one drive.
pub(super) fn finding(drive: usize, figures: &Figures) -> Option<Finding> {
    let torture = figures.torture.iter().find(|one| one.drive == drive)?;
    let known = torture.iops.len();
    if known == 0 || passes::is_enough(figures, drive).is_err() {
        return None;
    }
    let evidence = of_drive("torture-iops", drive);
    let found = |says| Finding::new(drive, evidence, Says::TorturedWrites(says));
    if known < 2 * LAST_S {
        return Some(found(TorturedWrites::TooShort { seconds: known }).not_judged());
    }
    let (beginning, last_minutes) = (&torture.iops[..FIRST_S], &torture.iops[known - LAST_S..]);
    let mut counting = beginning.iter().chain(last_minutes);
    // What is missing may be the worst of them.
    if !is_whole(torture) || counting.any(Option::is_none) {
        return Some(found(TorturedWrites::Lost).not_judged());
    }
    let first = mean(beginning)?;
    let (last, worst) = end(torture)?;
    let latencies = figures.latencies.iter();
    let of_torture = latencies.filter(|chart| chart.of == Writes::Tortured);
    let entries = of_torture.flat_map(|chart| &chart.entries);
    let mut probes = entries.filter(|one| one.drive == drive);
    let fall = Fall {
        change: Spread::single(last).beside(&Spread::single(first)),
        first,
        last,
        worst,
        longest_us: torture.longest_us,
        probe_us: probes.next().map(|probe| probe.max_us),
    };
    // The end of a longer run says more.
    let is_told = matches!(seconds::end_of_run(figures, drive), Some(Ok(_)));
    Some(found(TorturedWrites::Of(fall)).in_headline_if(!is_told))
}
