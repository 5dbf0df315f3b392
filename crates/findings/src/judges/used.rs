//! What use makes of a drive: in tests, and in recorded work.

use super::contrast::{Found, worst_of};
use super::{Finding, Says};
use crate::charts::{Bar, Chart, Shown, Title};
use crate::figures::Figures;
use crate::label::Label;
use crate::names::Section;
use crate::spread::Difference;
use fourcorners_bench::Feeds;
use serde::Serialize;

/// The drives were told apart by what use makes of random writes; other tests may lose more.
pub(super) fn findings(drive: usize, figures: &Figures) -> Vec<Finding> {
    let is_random = |chart: &&Chart| chart.bars.iter().all(|bar| bar.random && !bar.reads);
    let charts = || {
        let charts = figures.charts.iter();
        charts.filter(|chart| chart.section == Section::Used)
    };
    let found = [
        worst_of(charts().filter(is_random), drive),
        worst_of(charts().filter(|chart| !is_random(chart)), drive),
    ];
    let tests = found
        .into_iter()
        .flatten()
        .map(|found| in_test(drive, found));
    tests.chain(in_traces(drive, figures)).collect()
}

fn in_test(drive: usize, found: Found<'_>) -> Finding {
    let is_told = matches!(&found.says, Ok(says) if says.change() != Difference::Noise);
    Finding::of_contrast(drive, found, Says::Used).in_headline_if(is_told)
}

/// Points of a suite of recorded work from one state.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Points {
    pub state: Label,
    pub new: f64,
    pub used: f64,
    pub loss: PointsLost,
}

/// What is lost of them.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum PointsLost {
    Percent(f64),
    /// Repeated runs do not tell it.
    Noise,
    Nothing,
}

/// What a person would notice of use: recorded work whose points are judged by it.
fn in_traces(drive: usize, figures: &Figures) -> Option<Finding> {
    let feeds = |bar: &Bar| {
        let page = figures.pages.get(&bar.test);
        page.is_some_and(|page| page.feeds(Feeds::Used))
    };
    let mut charts = figures.charts.iter();
    let chart = charts.find(|chart| {
        let is_of_points = matches!(chart.title, Title::Vantage(Shown::Suite { .. }));
        is_of_points && chart.bars.iter().any(feeds)
    })?;
    let mut bars = chart.bars.iter().filter(|bar| bar.drive == drive);
    let new = bars.next()?;
    let states: Vec<Points> = bars
        .map(|bar| Points {
            state: bar.label.clone(),
            new: new.value,
            used: bar.value,
            loss: match (1.0 - bar.value / new.value) * 100.0 {
                1.0.. if bar.spread().overlaps(&new.spread()) => PointsLost::Noise,
                lost @ 1.0.. => PointsLost::Percent(lost),
                _ => PointsLost::Nothing,
            },
        })
        .collect();
    (!states.is_empty()).then(|| Finding::new(drive, &chart.id, Says::UsedInTraces(states)))
}
