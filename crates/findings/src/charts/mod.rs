//! Bar charts: the corners, and one test under several conditions side by side.

mod bar;
pub mod better;
mod contrasts;
mod fill_level;
mod phases;
mod recovery;
mod replays;
mod responses;
mod title;
pub mod vantage;

pub use bar::{Bar, End, MEASURE, main_variant, mb_per_s, reads};
pub use title::{Acted, Beside, Chart, Kind, Quantity, Replay, Shown, Title, Work};

use crate::label::{Label, common};
use crate::names::Section;
use crate::pages::{Bars, Pages};
use crate::select::{DriveRuns, is_the_same_drive};
use bar::{bar, compared};
use contrasts::contrasts;
use fill_level::fill_level;
use fourcorners_bench::record::RunHeader;
use fourcorners_bench::{ChartKind, Feeds};
use phases::{in_phases, rest};
use recovery::recovery;
use replays::replays;
use responses::responses;
use title::chart;
use vantage::vantage;

/// All charts, in the order of the page.
pub fn charts(groups: &[DriveRuns<'_>], pages: &Pages) -> Vec<Chart> {
    let mut charts: Vec<Chart> = Vec::new();
    let bars = pages.drawn_as(ChartKind::Bars).into_iter();
    let bars: Vec<Bars<'_>> = bars.map(|(test, page)| Bars { test, page }).collect();
    let feeding = |of: Feeds| {
        let bars = bars.iter();
        bars.filter(move |bars| bars.page.feeds(of))
    };
    charts.extend(bars.iter().filter_map(|bars| corner(bars, groups)));
    for kind in Kind::ALL {
        charts.extend(feeding(kind.feeds()).flat_map(|bars| contrasts(kind, bars, groups)));
    }
    charts.extend(feeding(Feeds::Ports).filter_map(|bars| ports(bars, groups)));
    charts.extend(recovery(groups, pages));
    charts.extend(rest(groups, pages));
    charts.extend(responses(groups, pages));
    charts.extend(replays(groups, pages));
    charts.extend(vantage(groups, pages));
    let phases = pages.drawn_as(ChartKind::Phases).into_iter();
    let phases = phases.chain(pages.drawn_as(ChartKind::Quartet));
    charts.extend(phases.filter_map(|(test, page)| in_phases(&Bars { test, page }, groups)));
    let levels = pages.drawn_as(ChartKind::FillLevel).into_iter();
    charts.extend(levels.flat_map(|(test, page)| fill_level(&Bars { test, page }, groups)));
    charts
}

/// One bar a drive. What all bars have in common stands in the title, the data that was written
/// too.
fn corner(bars: &Bars<'_>, groups: &[DriveRuns<'_>]) -> Option<Chart> {
    let (test, figure) = (bars.test, bars.figure());
    let of = |(drive, group): (usize, &DriveRuns<'_>)| {
        let variant = main_variant(group, test, MEASURE)?;
        let (_, measured) = group.entry(test, &variant, MEASURE)?;
        let bar = bar(drive, group, (test, &variant, MEASURE), figure)?;
        Some((bar, Label::of_written_data(&variant, measured)))
    };
    let mut found: Vec<(Bar, Label)> = groups.iter().enumerate().filter_map(of).collect();
    found.sort_by(|(a, _), (b, _)| bars.best_first(a.value, b.value));
    let conditions = common(found.iter_mut().map(|(bar, _)| &mut bar.label));
    let data = common(found.iter_mut().map(|(_, data)| data));
    let title = Title::Test {
        test: bars.name(),
        common: conditions.unwrap_or_default().and(data.unwrap_or_default()),
    };
    let all = found.into_iter().map(|(bar, data)| Bar {
        label: bar.label.and(data),
        ..bar
    });
    let id = format!("corner-{test}");
    chart(id, Section::Corners, title, bars.unit(), all.collect())
}

/// A drive's bars behind each port, best first, and the drive that is best behind its best port
/// first; of drives that were tested behind several.
fn ports(of: &Bars<'_>, groups: &[DriveRuns<'_>]) -> Option<Chart> {
    let (test, figure) = (of.test, of.figure());
    let mut models: Vec<(&RunHeader, Vec<Bar>)> = Vec::new();
    for (drive, group) in groups.iter().enumerate() {
        let Some(run) = group.first().filter(|_| group.port().is_some()) else {
            continue;
        };
        let Some(variant) = main_variant(group, test, MEASURE) else {
            continue;
        };
        let Some(bar) = bar(drive, group, (test, &variant, MEASURE), figure) else {
            continue;
        };
        let same = |(other, _): &&mut (&RunHeader, _)| is_the_same_drive(other, &run.header);
        match models.iter_mut().find(same) {
            Some((_, bars)) => bars.push(bar),
            None => models.push((&run.header, vec![bar])),
        }
    }
    let best_first = |a: &Bar, b: &Bar| of.best_first(a.value, b.value);
    let mut several: Vec<Vec<Bar>> = models
        .into_iter()
        .map(|(_, bars)| bars)
        .filter(|bars| bars.len() > 1)
        .collect();
    several.iter_mut().for_each(|bars| bars.sort_by(best_first));
    several.sort_by(|a, b| best_first(&a[0], &b[0]));
    let bars: Vec<Bar> = several.into_iter().flat_map(compared).collect();
    chart(
        format!("ports-{test}"),
        Section::Ports,
        Title::Ports { test: of.name() },
        of.unit(),
        bars,
    )
}
