//! How long programs take to start on a drive that does nothing else, and on one that is kept busy.

use super::{Finding, Says};
use crate::charts::{Bar, Chart};
use crate::figures::Figures;
use crate::pages::Place;
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
pub(super) fn finding(drive: usize, figures: &Figures) -> Option<Finding> {
    let (alone, _) = of_role(drive, figures, Role::StartAlone)?;
    let (busy, chart) = of_role(drive, figures, Role::StartBusy)?;
    let says = Starting {
        change: busy.spread().beside(&alone.spread()),
        alone: started(alone, Role::StartAlone, figures),
        busy: started(busy, Role::StartBusy, figures),
    };
    Some(Finding::new(drive, &chart.id, Says::Starting(says)))
}

/// A drive's bar of the phase with a role, with the computing of the programs themselves, and the
/// chart that shows it.
fn of_role(drive: usize, figures: &Figures, role: Role) -> Option<(&Bar, &Chart)> {
    let Place { test, phase } = figures.pages.with(role)?;
    let is_its = |bar: &&Bar| bar.drive == drive && bar.test == test && bar.phase == phase;
    let mut charts = figures.charts.iter();
    charts.find_map(|chart| Some((chart.bars.iter().find(is_its)?, chart)))
}

fn started(own: &Bar, role: Role, figures: &Figures) -> Started {
    let all = (0..figures.drives.len()).filter_map(|drive| of_role(drive, figures, role));
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
