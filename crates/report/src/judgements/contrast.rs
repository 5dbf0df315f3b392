//! One test of a drive under two conditions: which of all such pairs says most.

use super::conditions::TIMED_S;
use crate::charts::{Bar, CORNERS, Chart};
use crate::data::PageData;
use crate::names::Section;
use crate::spread::{Difference, Spread};

/// A figure under one condition.
#[derive(Clone)]
pub(crate) struct Side<'a> {
    /// The condition.
    pub label: &'a str,
    /// MB/s.
    pub figure: Spread,
}

/// Two of them, of one test.
#[derive(Clone)]
pub(crate) struct Contrast<'a> {
    /// Id of the chart that shows it.
    pub chart: &'a str,
    pub test: &'a str,
    /// What the other is compared with.
    pub base: Side<'a>,
    pub other: Side<'a>,
    /// How many such pairs were looked at to find this one.
    pub among: usize,
}

/// Why a drive's pairs are not judged, and the chart that shows them.
pub(crate) struct TooShort<'a> {
    pub chart: &'a str,
    pub why: String,
}

/// The worst of a drive in all charts of a section: the largest loss that is one, else what comes nearest to it.
/// `None`: there are no pairs.
pub(crate) fn worst<'a>(
    data: &'a PageData,
    section: Section,
    drive: usize,
) -> Option<Result<Contrast<'a>, TooShort<'a>>> {
    let charts = data.charts.iter();
    worst_of(charts.filter(|chart| chart.section == section), drive)
}

/// The same of some charts.
pub(crate) fn worst_of<'a>(
    charts: impl Iterator<Item = &'a Chart>,
    drive: usize,
) -> Option<Result<Contrast<'a>, TooShort<'a>>> {
    let mut too_short = None;
    let mut found: Vec<Contrast<'a>> = Vec::new();
    for chart in charts {
        let bars: Vec<&Bar> = chart.bars.iter().filter(|bar| bar.drive == drive).collect();
        let pairs = pairs(chart, &bars);
        let shortest = bars.iter().map(|bar| bar.duration_s);
        match shortest.fold(f64::INFINITY, f64::min) {
            _ if pairs.is_empty() => {}
            shortest if shortest < TIMED_S => {
                too_short.get_or_insert(TooShort {
                    chart: &chart.id,
                    why: format!("{shortest:.0} s of each are too few"),
                });
            }
            _ => found.extend(pairs),
        }
    }
    let among = found.len();
    let rank = |one: &Contrast<'_>| match one.change() {
        Difference::Lower => 0,
        Difference::Noise => 1,
        Difference::None | Difference::Higher => 2,
    };
    let order = |a: &Contrast<'_>, b: &Contrast<'_>| {
        let by_share = a.share().total_cmp(&b.share());
        rank(a).cmp(&rank(b)).then(by_share)
    };
    match found.into_iter().min_by(order) {
        Some(worst) => Some(Ok(Contrast { among, ..worst })),
        None => too_short.map(Err),
    }
}

/// A drive's bars of a chart: of a band its ends, the best as the base; else the first bar and each other.
fn pairs<'a>(chart: &'a Chart, bars: &[&'a Bar]) -> Vec<Contrast<'a>> {
    let Some((first, others)) = bars.split_first() else {
        return Vec::new();
    };
    let pair = |base: Side<'a>, other: Side<'a>| Contrast {
        chart: &chart.id,
        test: &first.test,
        base,
        other,
        among: 1,
    };
    if let [worst, .., best] = first.ends.as_slice() {
        let side = |end: &'a crate::charts::End| Side {
            label: &end.label,
            figure: Spread::new(end.value, end.low, end.high),
        };
        return vec![pair(side(best), side(worst))];
    }
    let side = |bar: &'a Bar| Side {
        label: &bar.label,
        figure: bar.spread(),
    };
    let pairs = others.iter().map(|other| pair(side(first), side(other)));
    pairs.collect()
}

/// `random write, 4 KiB, QD3`: what a test does, within a sentence.
pub(crate) fn what(test: &str) -> String {
    let title = CORNERS.iter().find(|(corner, _)| *corner == test);
    title
        .map_or(String::new(), |(_, title)| title.to_lowercase())
        .replace("kib", "KiB")
        .replace("mib", "MiB")
        .replace("qd", "QD")
}

impl Contrast<'_> {
    /// The other beside the base.
    pub fn change(&self) -> Difference {
        self.other.figure.beside(&self.base.figure)
    }

    /// The other as a share of the base.
    pub fn share(&self) -> f64 {
        self.other.figure.value / self.base.figure.value
    }

    /// `random write, 4 KiB, QD3`: what was done, within a sentence.
    pub fn what(&self) -> String {
        what(self.test)
    }

    /// `up to ` where other tests showed less.
    pub fn up_to(&self) -> &'static str {
        if self.among > 1 { "up to " } else { "" }
    }

    /// What is said where repeated runs differ as much among themselves.
    pub fn noise(&self) -> String {
        let whose = format!("{} against {}", self.other.label, self.base.label);
        let noise = noise(&whose, self.other.figure, self.base.figure);
        format!("{noise}, {}", self.what())
    }
}

impl Bar {
    /// The median, and what lies around it.
    pub(crate) fn spread(&self) -> Spread {
        Spread::new(self.value, self.low, self.high)
    }
}

/// What is said where repeated runs differ as much among themselves.
pub(crate) fn noise(what: &str, a: Spread, b: Spread) -> String {
    format!(
        "{what}: a difference within the noise of repeated runs ({} and {})",
        a.interval("MB/s"),
        b.interval("MB/s")
    )
}
