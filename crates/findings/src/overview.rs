//! A drive in one row: its four corners, what torture and TRIM leave of its writes, and what it
//! sustains.

use crate::advice::figures::timed_variant;
use crate::charts::mb_per_s;
use crate::figures::Figures;
use crate::judges::passes::{takes_no_trim, worst_kind, write_pass};
use crate::judges::seconds::end_of_run;
use crate::judges::torture::{Back, tortured};
use crate::names::PassState;
use crate::select::DriveRuns;
use crate::spread::Difference;
use fourcorners_bench::Role;
use fourcorners_block::DataClass;
use schemars::JsonSchema;
use serde::Serialize;

/// The row of a drive. Null: not measured.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Overview {
    /// Index of the drive.
    pub drive: usize,
    /// MB/s of 4 KiB random reads, three at a time.
    pub random_read_mb_per_s: Option<f64>,
    /// Of such writes to a new drive.
    pub random_write_mb_per_s: Option<f64>,
    /// MB/s of 128 KiB sequential reads.
    pub sequential_read_mb_per_s: Option<f64>,
    /// Of such writes to a new drive.
    pub sequential_write_mb_per_s: Option<f64>,
    /// MB/s of a sequential pass of writes over the clean drive, of the kind of data that is
    /// slowest when it is tortured.
    pub clean_mb_per_s: Option<f64>,
    /// Of the same over the tortured drive.
    pub tortured_mb_per_s: Option<f64>,
    /// Of the same over the tortured drive after TRIM.
    pub trimmed_mb_per_s: Option<f64>,
    /// IOPS of the median second at the end of a run of random writes.
    pub sustained_iops: Option<f64>,
    /// Share of slow seconds there, in per cent.
    pub slow_percent: Option<f64>,
    /// What torture and TRIM make of sequential writes, for a sentence about all drives; `None`:
    /// the drive was not tortured.
    #[serde(skip)]
    pub aging: Option<Aging>,
}

/// Verdict on the write passes of a tortured drive, as its findings judge them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aging {
    /// A pass is missing, says nothing, or does not stand out from run-to-run noise.
    NotJudged,
    NoLoss,
    /// Torture costs write speed.
    Loss(AfterTrim),
}

/// Verdict on the pass after TRIM of a drive that torture slows down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AfterTrim {
    Restored,
    /// A part of the loss, or all of it, stays.
    NotRestored,
    /// The drive takes no TRIM.
    NoTrim,
    /// There is no such pass.
    NotMeasured,
    /// It does not stand out from run-to-run noise.
    NotJudged,
}

impl Overview {
    /// The share of sequential writes that torture takes, in per cent, where it was judged.
    pub fn loss_percent(&self) -> Option<f64> {
        let (clean, tortured) = (self.clean_mb_per_s?, self.tortured_mb_per_s?);
        let is_lost = matches!(self.aging, Some(Aging::Loss(_)));
        is_lost.then(|| (1.0 - tortured / clean) * 100.0)
    }
}

/// Of all drives.
pub fn overview(groups: &[DriveRuns<'_>], figures: &Figures) -> Vec<Overview> {
    let groups = groups.iter().enumerate();
    groups
        .map(|(drive, group)| row(drive, group, figures))
        .collect()
}

fn row(drive: usize, group: &DriveRuns<'_>, figures: &Figures) -> Overview {
    let corner = |role| corner(group, figures, role);
    let data = worst_kind(drive, figures, PassState::Tortured);
    let pass = |state| {
        let pass = write_pass(drive, group, figures, state, data?)?;
        Some(pass.mean.value)
    };
    let end = end_of_run(figures, drive).and_then(Result::ok);
    Overview {
        drive,
        random_read_mb_per_s: corner(Role::RandomReads),
        random_write_mb_per_s: corner(Role::RandomWrites),
        sequential_read_mb_per_s: corner(Role::SequentialReads),
        sequential_write_mb_per_s: corner(Role::SequentialWrites),
        clean_mb_per_s: pass(PassState::Clean),
        tortured_mb_per_s: pass(PassState::Tortured),
        trimmed_mb_per_s: pass(PassState::Trimmed),
        sustained_iops: end.map(|end| end.median.value),
        slow_percent: end.map(|end| end.slow_share() * 100.0),
        aging: data.map(|data| aging(drive, group, figures, data)),
    }
}

fn aging(drive: usize, group: &DriveRuns<'_>, figures: &Figures, data: DataClass) -> Aging {
    let Some(found) = tortured(drive, group, figures, data) else {
        return Aging::NotJudged;
    };
    let after_trim = match found.back.map(|(_, back)| back) {
        Some(Back::All) => AfterTrim::Restored,
        Some(Back::Part(_) | Back::Nothing) => AfterTrim::NotRestored,
        Some(Back::Noise(_)) => AfterTrim::NotJudged,
        None if takes_no_trim(group) => AfterTrim::NoTrim,
        None => AfterTrim::NotMeasured,
    };
    match found.change {
        Difference::Noise => Aging::NotJudged,
        Difference::None | Difference::Higher => Aging::NoLoss,
        Difference::Lower => Aging::Loss(after_trim),
    }
}

fn corner(group: &DriveRuns<'_>, figures: &Figures, role: Role) -> Option<f64> {
    let place = figures.pages.with(role)?;
    let variant = timed_variant(group, place, &|_| true)?;
    let (_, measured, ..) = group.median(place.test, &variant, place.phase, mb_per_s)?;
    Some(mb_per_s(measured))
}
