//! How much more a simulated drive programs than it is given in long random writes.

use super::{Finding, Says};
use crate::amplification::WriteAmplification;
use crate::consistency::{Consistency, spare_alone};
use crate::figures::Figures;
use crate::select::DriveRuns;
use crate::spread::{Difference, Spread};
use fourcorners_bench::SpareArea;
use serde::Serialize;

/// Seconds, as of a torture: a filled drive may not have come to its spare area before.
const LONG_S: usize = 1200;

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Amplification {
    TooShort { seconds: usize },
    Of(Amplified),
}

/// Write amplification of a consistency run.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Amplified {
    pub factor: Spread,
    /// Of the seconds from this one on; `None`: of the whole run.
    pub from_s: Option<u32>,
    pub seconds: usize,
    /// How often the LBAs were written: in how far a slow drive has come to its end.
    pub times_written: Option<f64>,
    /// The same with more spare area.
    pub with_spare_area: Vec<WithSpareArea>,
}

impl Amplified {
    /// Against no amplification.
    pub fn change(&self) -> Difference {
        self.factor.beside(&Spread::single(1.0))
    }
}

/// Write amplification with more spare area.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct WithSpareArea {
    pub area: SpareArea,
    pub factor: Spread,
}

/// Of one drive, with each spare area.
pub(super) fn finding(drive: usize, group: &DriveRuns<'_>, figures: &Figures) -> Option<Finding> {
    let own = || figures.consistency.iter().filter(|run| run.drive == drive);
    let plain = own().find(|run| run.variant.is_empty())?;
    let late_from_s = figures.late_from_s;
    let (factor, from_s) = amplification(group, plain, late_from_s)?;
    let found = |says| Finding::new(drive, evidence(drive, figures), Says::Amplification(says));
    let seconds = plain.measured_s;
    if seconds < LONG_S {
        return Some(found(Amplification::TooShort { seconds }).not_judged());
    }
    let more = own().filter(|run| run.measured_s >= LONG_S);
    let with_spare_area = more.filter_map(|run| {
        let area = spare_alone(&run.variant)?;
        let (factor, its_from_s) = amplification(group, run, late_from_s)?;
        // Another part of the run is no comparison.
        (its_from_s == from_s).then_some(WithSpareArea { area, factor })
    });
    Some(found(Amplification::Of(Amplified {
        factor,
        from_s,
        seconds,
        times_written: times_written(group, plain),
        with_spare_area: with_spare_area.collect(),
    })))
}

fn times_written(group: &DriveRuns<'_>, plain: &Consistency) -> Option<f64> {
    let runs = group.finished(&plain.test, "", &plain.phase);
    let (_, measured) = runs
        .first()
        .filter(|(_, measured)| measured.span_bytes > 0)?;
    Some(measured.bytes as f64 / measured.span_bytes as f64)
}

/// Of repeated runs the median, and the second from which on it is theirs. `None`: the drive does
/// not report it, or not of the same part of each run.
fn amplification(
    group: &DriveRuns<'_>,
    run: &Consistency,
    late_from_s: u32,
) -> Option<(Spread, Option<u32>)> {
    let at = (&*run.test, &*run.variant, &*run.phase);
    let runs = group.finished(at.0, at.1, at.2).into_iter();
    let each = runs.map(|(run, measured)| WriteAmplification::of(run, at, measured, late_from_s));
    let each: Vec<WriteAmplification> = each.collect::<Option<_>>()?;
    let from_s = each.first()?.from_s;
    let is_alike = each.iter().all(|one| one.from_s == from_s);
    let factors = each.iter().map(|one| one.factor).collect();
    Some((Spread::of(factors).filter(|_| is_alike)?, from_s))
}

/// Its curve over the seconds, where one was kept.
fn evidence(drive: usize, figures: &Figures) -> String {
    let is_known = |why: &crate::why::Why| why.drive == drive && why.variant.is_empty();
    match figures.why.iter().any(is_known) {
        true => figures.evidence_in("why-amplification", drive, ""),
        false => figures.evidence_of_seconds(drive, ""),
    }
}
