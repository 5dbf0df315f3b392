//! One test of a drive under two conditions: which of all such pairs says most.

use crate::charts::{Bar, Chart, End, Title};
use crate::figures::Figures;
use crate::label::Label;
use crate::names::{Section, Unit};
use crate::pages::TestName;
use crate::spread::{Difference, Spread};
use serde::Serialize;

/// The shortest timed test of the reviews, in seconds. What was measured for less may not have left
/// the drive's buffers.
pub const TIMED_S: f64 = 60.0;

/// A figure under one condition.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Side {
    /// The condition.
    pub label: Label,
    pub figure: Spread,
}

/// Two of them, of one test.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Contrast {
    pub test: TestName,
    /// Of both figures: one of which the higher is the better.
    pub unit: Unit,
    /// Whether it reads.
    pub reads: bool,
    /// What the other is compared with.
    pub base: Side,
    pub other: Side,
    /// How many such pairs were looked at to find this one.
    pub among: usize,
}

impl Contrast {
    /// The other beside the base.
    pub fn change(&self) -> Difference {
        self.other.figure.beside(&self.base.figure)
    }

    /// Whether repeated runs tell the two apart, by a tenth or more.
    pub fn differs(&self) -> bool {
        matches!(self.change(), Difference::Lower | Difference::Higher)
    }

    /// The other as a share of the base.
    pub fn share(&self) -> f64 {
        self.other.figure.value / self.base.figure.value
    }
}

/// What the pairs of a drive say, and the chart that shows it.
pub struct Found<'a> {
    pub chart: &'a str,
    pub says: Result<Contrast, TooShort>,
}

/// None of the pairs was measured for long enough.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct TooShort {
    /// The shortest.
    pub seconds: f64,
}

/// The worst of a drive in all charts of a section: the largest loss that is one, else what comes
/// nearest to it. `None`: there are no pairs.
pub fn worst(figures: &Figures, section: Section, drive: usize) -> Option<Found<'_>> {
    let charts = figures.charts.iter();
    worst_of(charts.filter(|chart| chart.section == section), drive)
}

/// The same of some charts.
pub fn worst_of<'a>(charts: impl Iterator<Item = &'a Chart>, drive: usize) -> Option<Found<'a>> {
    let mut too_short = None;
    let mut found: Vec<(&'a str, Contrast)> = Vec::new();
    for chart in charts {
        let bars: Vec<&Bar> = chart.bars.iter().filter(|bar| bar.drive == drive).collect();
        let pairs = pairs(chart, &bars);
        let shortest = bars.iter().map(|bar| bar.duration_s);
        match shortest.fold(f64::INFINITY, f64::min) {
            _ if pairs.is_empty() => {}
            seconds if seconds < TIMED_S => {
                too_short.get_or_insert(Found {
                    chart: &chart.id,
                    says: Err(TooShort { seconds }),
                });
            }
            _ => found.extend(pairs.into_iter().map(|pair| (chart.id.as_str(), pair))),
        }
    }
    let among = found.len();
    let rank = |one: &Contrast| match one.change() {
        Difference::Lower => 0,
        Difference::Noise => 1,
        Difference::None | Difference::Higher => 2,
    };
    let order = |(_, a): &(&str, Contrast), (_, b): &(&str, Contrast)| {
        let by_share = a.share().total_cmp(&b.share());
        rank(a).cmp(&rank(b)).then(by_share)
    };
    match found.into_iter().min_by(order) {
        Some((chart, worst)) => Some(Found {
            chart,
            says: Ok(Contrast { among, ..worst }),
        }),
        None => too_short,
    }
}

/// A drive's bars of a chart: of a band its ends, the best as the base; else the first bar and each
/// other.
fn pairs(chart: &Chart, bars: &[&Bar]) -> Vec<Contrast> {
    let (Some((first, others)), Title::Contrast { test, .. }) = (bars.split_first(), &chart.title)
    else {
        return Vec::new();
    };
    let pair = |base: Side, other: Side| Contrast {
        test: test.clone(),
        unit: chart.unit,
        reads: first.reads,
        base,
        other,
        among: 1,
    };
    if let [worst, .., best] = first.ends.as_slice() {
        let side = |end: &End| Side {
            label: end.label.clone(),
            figure: Spread::new(end.value, end.low, end.high),
        };
        return vec![pair(side(best), side(worst))];
    }
    let side = |bar: &Bar| Side {
        label: bar.label.clone(),
        figure: bar.spread(),
    };
    let pairs = others.iter().map(|other| pair(side(first), side(other)));
    pairs.collect()
}
