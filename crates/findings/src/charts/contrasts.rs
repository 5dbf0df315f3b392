//! One test run in two ways or more that differ in one condition alone: other data, alignment,
//! state, length.

use super::bar::{Bar, End, MEASURE, bar, compared};
use super::title::{Chart, Kind, Title, chart};
use crate::label::{Label, Length, Part, data};
use crate::names::Section;
use crate::pages::Bars;
use crate::select::DriveRuns;
use fourcorners_bench::record::Measured;
use fourcorners_bench::{Feeds, Variant};

impl Kind {
    /// In the order of the page.
    pub const ALL: [Self; 4] = [Self::Data, Self::Alignment, Self::Used, Self::Length];

    fn section(self) -> Section {
        match self {
            Self::Data => Section::WrittenData,
            Self::Alignment => Section::Alignment,
            Self::Used => Section::Used,
            Self::Length => Section::Length,
        }
    }

    /// What a test's file calls it.
    pub fn feeds(self) -> Feeds {
        match self {
            Self::Data => Feeds::Data,
            Self::Alignment => Feeds::Alignment,
            Self::Used => Feeds::Used,
            Self::Length => Feeds::Length,
        }
    }

    /// The variant without what may differ.
    fn rest(self, variant: &Variant) -> Variant {
        let mut rest = variant.clone();
        match self {
            Self::Data => rest.conditions.data = None,
            Self::Alignment => rest.conditions.align = None,
            Self::Used => rest.conditions.state = None,
            Self::Length => rest.long = false,
        }
        rest
    }

    /// What differs; `measured` of that variant.
    fn label(self, variant: &Variant, measured: &Measured) -> Label {
        let conditions = &variant.conditions;
        Label::one(match self {
            Self::Data => Part::Data(data(&measured.data, conditions.data)),
            Self::Alignment => conditions.align.map_or(Part::Aligned, Part::Align),
            Self::Used => match &conditions.state {
                Some(state) => Part::State(state.clone()),
                None => Part::OwnState,
            },
            Self::Length => Part::Length(Length::of(measured.duration_s)),
        })
    }
}

/// Every chart of a test in which the drives' bars differ in one condition alone.
pub fn contrasts(kind: Kind, of: &Bars<'_>, groups: &[DriveRuns<'_>]) -> Vec<Chart> {
    let (test, figure) = (of.test, of.figure());
    // What the bars of a chart have in common, and the bars of each drive.
    let mut found: Vec<(Variant, Vec<Vec<Bar>>)> = Vec::new();
    for (drive, group) in groups.iter().enumerate() {
        let mut sets: Vec<(Variant, Vec<Bar>)> = Vec::new();
        for name in group.variants(test, MEASURE) {
            let Some(variant) = Variant::parse(&name) else {
                continue;
            };
            let Some(mut bar) = bar(drive, group, (test, &name, MEASURE), figure) else {
                continue;
            };
            if let Some((entry, measured)) = group.entry(test, &name, MEASURE) {
                bar.label = kind.label(&variant, measured);
                if kind == Kind::Used && variant.conditions.state.is_none() {
                    bar.label = Label::one(Part::State(entry.state.clone()));
                }
            }
            let rest = kind.rest(&variant);
            match sets.iter_mut().find(|(other, _)| *other == rest) {
                Some((_, bars)) => bars.push(bar),
                None => sets.push((rest, vec![bar])),
            }
        }
        for (rest, mut bars) in sets.into_iter().filter(|(_, bars)| differ(kind, bars)) {
            // The test's own way first.
            bars.sort_by_key(|bar| bar.variant.len());
            let bars = match kind {
                Kind::Data => vec![band(bars)],
                _ => compared(bars),
            };
            match found.iter_mut().find(|(other, _)| *other == rest) {
                Some((_, drives)) => drives.push(bars),
                None => found.push((rest, vec![bars])),
            }
        }
    }
    let section = kind.section();
    let charts = found.into_iter().enumerate();
    let charts = charts.filter_map(|(number, (rest, mut drives))| {
        let title = Title::Contrast {
            test: of.name(),
            common: Label::of_conditions(&rest),
            by: kind,
        };
        let best = |bars: &[Bar]| bars.iter().map(top).fold(0.0, f64::max);
        drives.sort_by(|a, b| best(b).total_cmp(&best(a)));
        let id = match number {
            0 => format!("{section}-{test}"),
            more => format!("{section}-{test}-{}", more + 1),
        };
        chart(id, section, title, of.unit(), drives.concat())
    });
    charts.collect()
}

/// Whether there are two bars or more, and what should differ does: a run that was cut has a short
/// and a long test of one length.
fn differ(kind: Kind, bars: &[Bar]) -> bool {
    let lengths = |bars: &[Bar]| bars.windows(2).any(|two| two[0].label != two[1].label);
    bars.len() > 1 && (kind != Kind::Length || lengths(bars))
}

/// Where a bar ends.
fn top(bar: &Bar) -> f64 {
    bar.ends.last().map_or(bar.value, |end| end.value)
}

/// One bar from the worst of some to the best.
fn band(mut bars: Vec<Bar>) -> Bar {
    bars.sort_by(|a, b| a.value.total_cmp(&b.value));
    let ends: Vec<End> = bars
        .iter()
        .map(|bar| End {
            label: bar.label.clone(),
            variant: bar.variant.clone(),
            value: bar.value,
            low: bar.low,
            high: bar.high,
            runs: bar.runs,
        })
        .collect();
    let shortest = bars.iter().map(|bar| bar.duration_s);
    let duration_s = shortest.fold(f64::INFINITY, f64::min);
    let mut band = bars.swap_remove(0);
    band.duration_s = duration_s;
    band.label = Label::default();
    band.ends = ends;
    band
}
