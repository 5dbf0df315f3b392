//! How long programs take to start on a drive that does nothing else, and on one that is kept busy.

use super::{Finding, Says};
use crate::charts::{Bar, Chart};
use crate::review::Review;
use crate::spread::{Difference, Spread};
use serde::Serialize;

const TEST: &str = "application-launch";

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
    let (alone, _) = of_phase(drive, review, "alone")?;
    let (busy, chart) = of_phase(drive, review, "loaded")?;
    let says = Starting {
        change: busy.spread().beside(&alone.spread()),
        alone: started(alone, review),
        busy: started(busy, review),
    };
    Some(Finding::new(drive, &chart.id, Says::Starting(says)))
}

/// A drive's bar of a phase, with the computing of the programs themselves, and the chart that
/// shows it.
fn of_phase<'a>(drive: usize, review: &'a Review, phase: &str) -> Option<(&'a Bar, &'a Chart)> {
    let is_its = |bar: &&Bar| bar.drive == drive && bar.test == TEST && bar.phase == phase;
    let mut charts = review.charts.iter();
    charts.find_map(|chart| Some((chart.bars.iter().find(is_its)?, chart)))
}

fn started(own: &Bar, review: &Review) -> Started {
    let all = (0..review.drives.len()).filter_map(|drive| of_phase(drive, review, &own.phase));
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
