//! How long programs take to start on a drive that does nothing else, and on one that is kept busy.

use super::{Finding, Says};
use crate::charts::{Bar, Chart};
use crate::pages::Place;
use crate::review::Review;
use crate::spread::{Difference, Spread};
use fourcorners_bench::Role;
use serde::Serialize;

/// Geometric means of the times that programs take to start, in seconds.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Starting {
    /// Longer, the same, shorter or noise while the drive is kept busy.
    pub change: Difference,
    pub alone: Started,
    pub busy: Started,
}

/// One of them, and how it stands to the shortest of the page.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Started {
    pub seconds: Spread,
    /// `None`: there is no other drive.
    pub to_shortest: Option<ToShortest>,
}

/// A time beside the shortest of the page.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ToShortest {
    Is,
    Alike,
    Noise,
    Times(f64),
}

/// Of one drive.
pub(super) fn finding(drive: usize, review: &Review) -> Option<Finding> {
    let (alone, _) = of_role(drive, review, Role::StartAlone)?;
    let (busy, chart) = of_role(drive, review, Role::StartBusy)?;
    let says = Starting {
        change: busy.spread().beside(&alone.spread()),
        alone: started(alone, Role::StartAlone, review),
        busy: started(busy, Role::StartBusy, review),
    };
    Some(Finding::new(drive, &chart.id, Says::Starting(says)))
}

/// A drive's bar of the phase with a role, with the computing of the programs themselves, and the
/// chart that shows it.
fn of_role(drive: usize, review: &Review, role: Role) -> Option<(&Bar, &Chart)> {
    let Place { test, phase } = review.pages.with(role)?;
    let is_its = |bar: &&Bar| bar.drive == drive && bar.test == test && bar.phase == phase;
    let mut charts = review.charts.iter();
    charts.find_map(|chart| Some((chart.bars.iter().find(is_its)?, chart)))
}

fn started(own: &Bar, role: Role, review: &Review) -> Started {
    let all = (0..review.drives.len()).filter_map(|drive| of_role(drive, review, role));
    let all: Vec<&Bar> = all.map(|(bar, _)| bar).collect();
    let shortest = all.iter().min_by(|a, b| a.value.total_cmp(&b.value));
    let to_shortest =
        shortest
            .filter(|_| all.len() > 1)
            .map(|best| match best.drive == own.drive {
                true => ToShortest::Is,
                false => match own.spread().beside(&best.spread()) {
                    Difference::None | Difference::Lower => ToShortest::Alike,
                    Difference::Noise => ToShortest::Noise,
                    Difference::Higher => ToShortest::Times(own.value / best.value),
                },
            });
    Started {
        seconds: own.spread(),
        to_shortest,
    }
}
