//! Random writes second by second: how even they are at the end of the run, and what spare area
//! makes of them.

use super::{Finding, Says};
use crate::consistency::{COMPARED_FROM_S, Consistency, End, spare_alone};
use crate::figures::Figures;
use crate::spread::Difference;
use crate::steady::State;
use serde::Serialize;

/// The share of a mean below which a second is a stall.
pub const STALL: f64 = 0.4;

/// The share of a mean from which on seconds are consistent.
const CONSISTENT: f64 = 0.8;

/// Seconds of random writes below which nothing is said of their steadiness.
const STEADY_S: usize = 60;

impl End {
    pub fn evenness(&self) -> Even {
        Even::of(self.mean, self.worst)
    }
}

/// How far the worst second falls below the mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Even {
    Consistent,
    Uneven,
    Stalls,
}

impl Even {
    pub fn of(mean: f64, worst: u64) -> Self {
        match worst as f64 / mean.max(1.0) {
            share if share >= CONSISTENT => Self::Consistent,
            share if share >= STALL => Self::Uneven,
            _ => Self::Stalls,
        }
    }
}

/// Why there is no end worth a judgement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum NoEnd {
    /// Its lines are lost.
    Lost,
    /// Its lines from a second on are.
    LostFrom { second: usize },
    /// The run ended before the second from which drives are compared.
    Early { seconds: usize, from: u32 },
    /// Few seconds are left from there on.
    Few { seconds: usize, from: u32 },
    /// A short run did not reach a steady state.
    Unsteady { seconds: usize },
}

/// The evenness of a drive's run in the test's own way.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Evenness {
    NoEnd(NoEnd),
    Of { end: End, from_s: u32 },
}

/// A run with more spare area, and otherwise in the test's own way.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SpareArea {
    pub area: fourcorners_bench::SpareArea,
    pub change: Difference,
    pub without: End,
    pub with: End,
}

/// The end of a drive's run in the test's own way. `None`: there is no run.
pub fn end_of_run(figures: &Figures, drive: usize) -> Option<Result<End, NoEnd>> {
    Some(end_of(plain_run(figures, drive)?, figures))
}

/// A drive's run in the test's own way.
fn plain_run(figures: &Figures, drive: usize) -> Option<&Consistency> {
    let mut runs = figures.consistency.iter();
    runs.find(|run| run.drive == drive && run.variant.is_empty())
}

fn end_of(run: &Consistency, figures: &Figures) -> Result<End, NoEnd> {
    let from = figures.late_from_s;
    let late_s = run.iops.iter().skip(from as usize).flatten().count();
    let known = run.iops.len();
    let Some(end) = run.end else {
        return Err(match known {
            0 if run.measured_s > 0 => NoEnd::Lost,
            second if run.measured_s > known => NoEnd::LostFrom { second },
            seconds => NoEnd::Early { seconds, from },
        });
    };
    if late_s < STEADY_S {
        let seconds = late_s;
        return Err(NoEnd::Few { seconds, from });
    }
    let is_steady = figures.steady.iter().any(|steady| {
        let is_it = steady.drive == run.drive && steady.variant == run.variant;
        is_it && steady.run.is_some() && steady.state() == State::Reached
    });
    if from < COMPARED_FROM_S && !is_steady {
        return Err(NoEnd::Unsteady { seconds: known });
    }
    Ok(end)
}

/// Of one drive.
pub(super) fn findings(drive: usize, figures: &Figures) -> Vec<Finding> {
    let evidence = figures.evidence_of_seconds(drive, "");
    let finding = |says: Evenness| Finding::new(drive, evidence, Says::Evenness(says));
    let end = match end_of_run(figures, drive) {
        None => return Vec::new(),
        Some(Err(why)) => return vec![finding(Evenness::NoEnd(why)).not_judged()],
        Some(Ok(end)) => end,
    };
    let from_s = figures.late_from_s;
    let mut found = vec![finding(Evenness::Of { end, from_s }).in_headline()];
    let own = figures.consistency.iter().filter(|run| run.drive == drive);
    found.extend(own.filter_map(|run| of_spare_area(run, end, figures)));
    found
}

fn of_spare_area(run: &Consistency, without: End, figures: &Figures) -> Option<Finding> {
    let area = spare_alone(&run.variant)?;
    let with = end_of(run, figures).ok()?;
    let change = with.median.beside(&without.median);
    let evidence = figures.evidence_of_seconds(run.drive, &run.variant);
    let says = SpareArea {
        area,
        change,
        without,
        with,
    };
    let found = Finding::new(run.drive, evidence, Says::SpareArea(says));
    Some(match change {
        // Such a run has not come to its end.
        Difference::Lower => found.not_judged(),
        _ => found,
    })
}
